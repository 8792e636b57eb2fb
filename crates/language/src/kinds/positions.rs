//! The kinds of a game: its bounded coordinates number them, and one coordinate without a bound is the size.

use super::conditions::{Atom, cases};
use super::linear::{Known, Linear, least_of};
use super::reading::{Form, Reader, Refusal};
use super::shape::Places;
use crate::fault::SourcePlace;
use crate::moves::{DeclaredCoordinate, DeclaredKinds, Move, Moves, Room};
use crate::node::Truth;
use grundy_core::structure::{Kind, Part};

/// The maximum number of kinds.
const MOST_KINDS: i64 = 10_000;

/// The largest size in the condition for positions.
const LARGEST_LEAST: i64 = 1000;

/// The kinds of a game.
pub(super) struct Declared {
    /// The coordinate that is the size.
    pub size: usize,
    /// The coordinates of each kind, with 0 in place of the size.
    pub tuples: Vec<Vec<i64>>,
    /// The least size of each kind; none for a kind without a size.
    least: Vec<Option<i64>>,
    labels: Vec<String>,
}

impl Declared {
    /// The kinds that are declared, or into which the condition for positions divides them.
    pub fn of(moves: &Moves) -> Result<Self, Refusal> {
        if moves.declared().is_empty() { Self::by_bounds(moves) } else { Self::by_name(moves.declared_kinds()) }
    }

    fn by_name(kinds: &DeclaredKinds) -> Result<Self, Refusal> {
        let size = kinds.dimensions() - 1;
        let mut declared = Self { size, tuples: Vec::new(), least: Vec::new(), labels: Vec::new() };
        for (number, kind) in kinds.kinds.iter().enumerate() {
            let mut first = vec![0; size + 1];
            first[0] = number as i64;
            let mut tuples = vec![first];
            for (place, (_, range)) in kinds.places(number).into_iter().zip(&kind.coordinates) {
                let Some((low, high)) = *range else { continue };
                if tuples.len() as i64 * (high - low + 1) > MOST_KINDS {
                    return Err(too_many());
                }
                let with = |tuple: &Vec<i64>, value: i64| {
                    let mut tuple = tuple.clone();
                    tuple[place] = value;
                    tuple
                };
                tuples = tuples.iter().flat_map(|tuple| (low..=high).map(|value| with(tuple, value))).collect();
            }
            declared.labels.extend(tuples.iter().map(|tuple| {
                let coordinate = |(place, (name, range)): (usize, &DeclaredCoordinate)| match range {
                    Some(_) => tuple[place].to_string(),
                    None => name.clone(),
                };
                let shown = kinds.places(number).into_iter().zip(&kind.coordinates).map(coordinate);
                format!("{}({})", kind.name, shown.collect::<Vec<_>>().join(","))
            }));
            declared.least.extend(tuples.iter().map(|_| kind.least));
            declared.tuples.extend(tuples);
            if declared.tuples.len() as i64 > MOST_KINDS {
                return Err(too_many());
            }
        }
        Ok(declared)
    }

    fn by_bounds(moves: &Moves) -> Result<Self, Refusal> {
        let names = moves.names().to_vec();
        let facts = facts(moves, &names)?;
        let range = |coordinate: usize| -> Option<(i64, i64)> {
            let (all, fresh) = (facts.clone(), names.len());
            let least = least_of(coordinate, &all)?;
            // The largest value is the least one of its negative.
            let own = Linear::variable(fresh);
            let sum = own.plus(&Linear::variable(coordinate))?;
            let both = all.into_iter().chain([sum.clone(), sum.times(-1)?]).collect::<Vec<_>>();
            Some((least, -least_of(fresh, &both)?))
        };
        let ranges: Vec<Option<(i64, i64)>> = (0..names.len()).map(range).collect();
        let free: Vec<usize> = (0..names.len()).filter(|&coordinate| ranges[coordinate].is_none()).collect();
        let size = match free[..] {
            [size] => size,
            [] => return Err(Refusal("all coordinates are bounded, so there are finitely many positions".to_string())),
            _ => {
                let names: Vec<&str> = free.iter().map(|&coordinate| names[coordinate].as_str()).collect();
                let count = names.len();
                return Err(Refusal(format!(
                    "positions have {count} coordinates without a bound ({})",
                    names.join(", ")
                )));
            }
        };
        let count =
            ranges.iter().flatten().try_fold(1i64, |count, (low, high)| count.checked_mul((high - low + 1).max(0)));
        if count.is_none_or(|count| count > MOST_KINDS) {
            return Err(too_many());
        }
        let mut declared = Self { size, tuples: Vec::new(), least: Vec::new(), labels: Vec::new() };
        check_size(moves, &names, size)?;
        let mut tuples = vec![Vec::new()];
        for range in ranges {
            let (low, high) = range.unwrap_or((0, 0));
            tuples =
                tuples.iter().flat_map(|tuple| (low..=high).map(move |next| [&tuple[..], &[next]].concat())).collect();
        }
        for tuple in tuples {
            declared.add(moves, &names, tuple)?;
        }
        Ok(declared)
    }

    /// Adds a kind, if it has positions.
    fn add(&mut self, moves: &Moves, names: &[String], tuple: Vec<i64>) -> Result<(), Refusal> {
        let exists = |n: i64| {
            let mut position = tuple.clone();
            position[self.size] = n;
            moves.exists(&position, &mut Room::default()).map_err(|wrong| Refusal(wrong.to_string()))
        };
        // The condition says at most that n is at least something, so one of the first sizes exists, or none does.
        let mut least = None;
        for n in 0..=LARGEST_LEAST {
            if exists(n)? {
                least = Some(n);
                break;
            }
        }
        if let Some(least) = least {
            let shown = tuple.iter().enumerate().map(|(index, number)| match index == self.size {
                true => names[index].clone(),
                false => number.to_string(),
            });
            self.labels.push(shown.collect::<Vec<_>>().join(","));
            self.tuples.push(tuple);
            self.least.push(Some(least));
        }
        Ok(())
    }

    /// The kinds, without rules.
    pub fn kinds(&self) -> Vec<Kind> {
        let kind = |(label, &least): (&String, &Option<i64>)| Kind { label: label.clone(), least, rules: Vec::new() };
        self.labels.iter().zip(&self.least).map(kind).collect()
    }

    /// What is known about the coordinates of a kind.
    pub fn known(&self, kind: usize) -> Vec<Form> {
        let form = |(index, &number): (usize, &i64)| match index == self.size && self.least[kind].is_some() {
            true => Form::Linear(Linear::variable(index)),
            false => Form::Linear(Linear::constant(number)),
        };
        self.tuples[kind].iter().enumerate().map(form).collect()
    }

    /// The kind that the rows are about, and the size of row n, minus n.
    pub fn asked(&self, moves: &Moves, list: &dyn Places) -> Result<Part, Refusal> {
        let why = || Refusal("`asked` is not a single kind of size n + c".to_string());
        let Some(numbers) = moves.asked_numbers() else {
            return match self.tuples.len() {
                1 if self.least[0].is_some() => Ok(Part { kind: 0, offset: 0 }),
                _ => Err(Refusal("there are several kinds of positions; `asked` says which one is meant".to_string())),
            };
        };
        let line = Move::of_condition("", 0, &["n".to_string()]);
        let known = vec![Form::Linear(Linear::variable(0))];
        let reader = Reader { line: &line, size: 0, least: 0, known };
        let (mut coordinates, mut offset) = (Vec::new(), 0);
        for (index, number) in numbers.iter().enumerate() {
            let form = reader.form(number, (0, 0)).map_err(|_| why())?;
            if index != self.size {
                coordinates.push(Some(form.number().ok_or_else(why)?));
                continue;
            }
            let form = form.linear().filter(|form| form.is_in(0) && form.of(0) == 1).ok_or_else(why)?;
            coordinates.push(None);
            offset = form.constant;
        }
        let kind = list.kind(&coordinates).filter(|&kind| self.least[kind].is_some()).ok_or_else(why)?;
        Ok(Part { kind, offset })
    }
}

/// What the condition for positions says in linear forms: that no coordinate is negative, and its comparisons.
fn facts(moves: &Moves, names: &[String]) -> Result<Vec<Linear>, Refusal> {
    let mut facts: Vec<Linear> = (0..names.len()).map(Linear::variable).collect();
    let Some((condition, text, start)) = moves.condition() else { return Ok(facts) };
    let line = Move::of_condition(text, start, names);
    let known = (0..names.len()).map(|index| Form::Linear(Linear::variable(index))).collect();
    let reader = Reader { line: &line, size: names.len(), least: 0, known };
    let place: SourcePlace = (start as u32, (start + text.len()) as u32);
    let alternatives = cases(condition, false, place)?;
    let [atoms] = &alternatives[..] else {
        return Err(Refusal(format!("the condition {} for positions has several cases", reader.quote(place))));
    };
    for atom in atoms {
        // Anything else may be said about bounded coordinates.
        facts.extend(bounds(&reader, atom).unwrap_or_default());
    }
    Ok(facts)
}

/// Whatever the condition for positions says about the size must be that it is at least something.
fn check_size(moves: &Moves, names: &[String], size: usize) -> Result<(), Refusal> {
    let Some((condition, text, start)) = moves.condition() else { return Ok(()) };
    let line = Move::of_condition(text, start, names);
    let known = (0..names.len()).map(|index| Form::Linear(Linear::variable(index))).collect();
    let reader = Reader { line: &line, size, least: 0, known };
    let place: SourcePlace = (start as u32, (start + text.len()) as u32);
    for atom in cases(condition, false, place)?.iter().flatten() {
        if reader.free_in_truth(&atom.truth).contains(&size) {
            let is_bound = |fact: &Known| matches!(fact, Known::AtLeastZero(form) if form.of(size) == 1);
            let facts = reader.read(atom)?;
            if facts.len() != 1 || !facts.iter().flatten().all(is_bound) {
                return Err(Refusal(format!("the condition {} for positions", reader.quote(place))));
            }
        }
    }
    Ok(())
}

fn too_many() -> Refusal {
    Refusal(format!("there are more than {MOST_KINDS} kinds of positions"))
}

/// The inequalities that an atom states or implies.
fn bounds(reader: &Reader<'_>, atom: &Atom) -> Result<Vec<Linear>, Refusal> {
    let large = Refusal::large;
    let mut bounds = Vec::new();
    if let (Truth::In(pair), false) = (&atom.truth, atom.is_negated)
        && reader.free_in_set(&pair.1).is_empty()
    {
        let form = reader.form(&pair.0, atom.place)?;
        let elements = reader.set_at(&pair.1, &|_| 0).unwrap_or_default();
        if let (Form::Linear(form), Some(&low), Some(&high)) = (form, elements.first(), elements.last()) {
            let [low, high] = [low, high].map(Linear::number_of);
            bounds.push(low.and_then(|low| form.minus(&low)).ok_or_else(large)?);
            bounds.push(high.and_then(|high| high.minus(&form)).ok_or_else(large)?);
        }
        return Ok(bounds);
    }
    for fact in reader.read(atom)?.into_iter().flatten() {
        match fact {
            Known::AtLeastZero(form) => bounds.push(form),
            Known::Zero(form) => bounds.extend([form.times(-1).ok_or_else(large)?, form]),
            Known::NotZero(_) => {}
        }
    }
    Ok(bounds)
}
