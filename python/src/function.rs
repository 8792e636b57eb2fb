//! A user's function as the rules of a game. The interpreter's lock is held only while the function is called.

use grundy::Error;
use grundy::games::Law;
use grundy::ruleset::{Point, Turn};
use grundy::space::{Outside, Respondent, VisitTold};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

/// A function that returns the options of a position.
pub struct Function {
    /// Returns the options.
    pub options: Py<PyAny>,
    /// Returns the position of a label, if it differs from the label.
    pub asked: Option<Py<PyAny>>,
    /// The number of coordinates of a position.
    pub coordinates: usize,
    /// Whether the function takes the coordinates as separate arguments rather than as a tuple.
    pub spread: bool,
    /// Whether play may go on for ever, or moves may decide who moves next.
    pub law: Law,
}

/// An option, with the turn after the move to it.
#[pyclass(frozen, module = "grundy")]
pub struct Marked {
    option: Py<PyAny>,
    turn: Turn,
}

#[pymethods]
impl Marked {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let word = if self.turn == Turn::Reply { "reply" } else { "again" };
        Ok(format!("{word}({})", self.option.bind(py).repr()?))
    }
}

/// The option, after which the opponent must move in the position that is left.
#[pyfunction]
#[pyo3(signature = (option, /))]
pub fn reply(option: Py<PyAny>) -> Marked {
    Marked { option, turn: Turn::Reply }
}

/// The option, after which the same player moves again, anywhere.
#[pyfunction]
#[pyo3(signature = (option, /))]
pub fn again(option: Py<PyAny>) -> Marked {
    Marked { option, turn: Turn::Again }
}

impl Outside for Function {
    fn converse(&self, ask: &mut dyn FnMut(&dyn Respondent) -> Result<(), Error>) -> Result<(), Error> {
        // An interpreter that is shutting down no longer answers.
        let asked = Python::try_attach(|py| ask(&Conversation { py, function: self }));
        asked.unwrap_or(Err(Error::Interrupted))
    }

    fn asks(&self) -> bool {
        self.asked.is_some()
    }

    fn law(&self) -> Law {
        self.law
    }
}

struct Conversation<'c> {
    py: Python<'c>,
    function: &'c Function,
}

impl Respondent for Conversation<'_> {
    fn options(&self, position: &[u32], visit: &mut VisitTold<'_>) -> Result<(), Error> {
        let told = self.call(position)?;
        let mut option = Vec::with_capacity(self.function.coordinates);
        let mut each = |told: &Bound<'_, PyAny>| {
            option.clear();
            match told.cast::<Marked>() {
                Ok(marked) if self.function.law == Law::Entailing => {
                    let marked = marked.get();
                    self.parts(position, marked.option.bind(self.py), &mut option)?;
                    visit(marked.turn, &option)
                }
                Ok(_) => Err(Error::Usage(format!(
                    "the options of {}: {} decides who moves next (give `entailing=True` to the game)",
                    shown(position),
                    repr(told)
                ))),
                Err(_) => {
                    self.parts(position, told, &mut option)?;
                    visit(Turn::Other, &option)
                }
            }
        };
        if let Ok(list) = told.cast::<PyList>() {
            return list.iter().try_for_each(|option| each(&option));
        }
        if !told.hasattr("__iter__").map_err(raised)? && !told.hasattr("__getitem__").map_err(raised)? {
            return Err(no_list(position, &told));
        }
        told.try_iter().map_err(raised)?.try_for_each(|option| each(&option.map_err(raised)?))
    }

    fn asked(&self, label: &[u64]) -> Result<Point, Error> {
        let Some(asked) = &self.function.asked else {
            let narrow = |&coordinate: &u64| u32::try_from(coordinate).ok().filter(|&it| it < u32::MAX);
            return label.iter().map(narrow).collect::<Option<Point>>().ok_or_else(|| too_large(label));
        };
        let arguments = PyTuple::new(self.py, label).map_err(raised)?;
        let told = asked.bind(self.py).call1(arguments).map_err(raised)?;
        let mut point = Vec::new();
        let wrong = |why| wrong(&format!("the position for the label {label:?}"), &told, why);
        self.read(&told, &mut point)?.map_or(Ok(Point::from_vec(point)), |why| Err(wrong(why)))
    }
}

impl<'c> Conversation<'c> {
    fn call(&self, position: &[u32]) -> Result<Bound<'c, PyAny>, Error> {
        let options = self.function.options.bind(self.py);
        let told = match position {
            [n] => options.call1((*n,)),
            point => PyTuple::new(self.py, point).and_then(|point| match self.function.spread {
                true => options.call1(point),
                false => options.call1((point,)),
            }),
        };
        told.map_err(raised)
    }

    /// Adds the coordinates of all parts of an option.
    fn parts(&self, position: &[u32], told: &Bound<'_, PyAny>, option: &mut Vec<u32>) -> Result<(), Error> {
        match told.cast::<PyList>() {
            Ok(parts) => parts.iter().try_for_each(|part| self.part(position, &part, option)),
            Err(_) => self.part(position, told, option),
        }
    }

    /// Adds the coordinates of one part of an option.
    fn part(&self, position: &[u32], part: &Bound<'_, PyAny>, option: &mut Vec<u32>) -> Result<(), Error> {
        match self.read(part, option)? {
            None => Ok(()),
            Some(why) => Err(wrong(&format!("the options of {}", shown(position)), part, why)),
        }
    }

    /// Reads a position, which is an integer or a tuple of integers. Returns the reason if it is not one.
    fn read(&self, told: &Bound<'_, PyAny>, into: &mut Vec<u32>) -> Result<Option<&'static str>, Error> {
        let wanted = self.function.coordinates;
        if let Ok(tuple) = told.cast::<PyTuple>() {
            if tuple.len() != wanted {
                return Ok(Some("it has the wrong number of coordinates"));
            }
            for coordinate in tuple.iter_borrowed() {
                if let Some(why) = number(&coordinate, into)? {
                    return Ok(Some(why));
                }
            }
            return Ok(None);
        }
        match wanted {
            1 => number(told, into),
            _ => Ok(Some("a position is a tuple of whole numbers, and a sum is a list of positions")),
        }
    }
}

/// Reads a coordinate. Returns the reason if it is not valid.
fn number(told: &Bound<'_, PyAny>, into: &mut Vec<u32>) -> Result<Option<&'static str>, Error> {
    // Integers of NumPy and Sage count, too. They have `__index__`.
    if !told.is_instance_of::<PyInt>() && !told.hasattr("__index__").map_err(raised)? {
        return Ok(Some("a position is a whole number or a tuple of whole numbers, and a sum is a list of positions"));
    }
    Ok(match told.extract::<i64>() {
        Ok(number) if number < 0 => Some("a coordinate is negative"),
        Ok(number) if number < i64::from(u32::MAX) => {
            into.push(number as u32);
            None
        }
        _ => Some("a coordinate is too large; it must be below 2^32 - 1"),
    })
}

/// The error for an exception that the function raised.
fn raised(error: PyErr) -> Error {
    Error::Outside(Box::new(error))
}

fn wrong(place: &str, told: &Bound<'_, PyAny>, why: &str) -> Error {
    Error::Usage(format!("{place}: {} is not a position ({why})", repr(told)))
}

/// The error if the function returned something else than options.
fn no_list(position: &[u32], told: &Bound<'_, PyAny>) -> Error {
    let help = match told.is_none() {
        true => "a `return` may be missing; without a move the list is `[]`",
        false => "one option is a list of one, as in `[3]`",
    };
    Error::Usage(format!("the options of {}: {} is not a list of options ({help})", shown(position), repr(told)))
}

fn repr(told: &Bound<'_, PyAny>) -> String {
    told.repr().map_or_else(|_| "something".to_string(), |text| text.to_string())
}

/// A position in messages.
fn shown(position: &[u32]) -> String {
    position.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn too_large(label: &[u64]) -> Error {
    Error::Usage(format!("{label:?} is not a position: coordinates must be below 2^32 - 1"))
}
