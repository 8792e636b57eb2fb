//! The kinds of a game: its bounded coordinates number them, and one coordinate without a bound is the size.

use super::conditions::{Atom, cases};
use super::linear::{Known, least_of, least_of_form};
use super::reading::{Form, Reader, Refusal};
use crate::declared::{DeclaredKinds, MOST_KINDS};
use crate::fault::SourcePlace;
use crate::moves::{Move, Moves, Room};
use crate::node::Truth;
use grundy_core::structure::{AskedKinds, Kind, Linear};
use std::collections::HashMap;

/// The largest size in the condition for positions.
const LARGEST_LEAST: i64 = 1000;

/// The kinds of a game, whose rules are added one by one.
pub(super) struct GameKinds {
    /// The coordinate that is the size.
    pub size: usize,
    pub kinds: Vec<Kind>,
    /// The coordinates of each kind, with 0 in place of the size.
    pub tuples: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, usize>,
}

impl GameKinds {
    /// The kinds that are declared, or into which the condition for positions divides them.
    pub fn new(moves: &Moves) -> Result<Self, Refusal> {
        if moves.declared().is_empty() { Self::by_bounds(moves) } else { Self::by_name(moves.declared_kinds()) }
    }

    fn of_size(size: usize) -> Self {
        Self { size, kinds: Vec::new(), tuples: Vec::new(), numbers: HashMap::new() }
    }

    fn add(&mut self, tuple: Vec<i64>, least: Option<i64>, label: String) -> Result<(), Refusal> {
        if self.kinds.len() as i64 == MOST_KINDS {
            return Err(too_many());
        }
        self.numbers.insert(tuple.clone(), self.kinds.len());
        self.tuples.push(tuple);
        self.kinds.push(Kind { label, least, rules: Vec::new() });
        Ok(())
    }

    /// The kind of a position with these coordinates, apart from its size, which is ignored.
    pub fn kind(&self, coordinates: &[Option<i64>]) -> Option<usize> {
        let tuple: Vec<i64> = coordinates.iter().map(|coordinate| coordinate.unwrap_or(0)).collect();
        self.numbers.get(&tuple).copied()
    }

    pub fn of(&self, kind: usize) -> &Kind {
        &self.kinds[kind]
    }

    fn by_name(kinds: &DeclaredKinds) -> Result<Self, Refusal> {
        let size = kinds.dimensions() - 1;
        let mut game = Self::of_size(size);
        for tuple in kinds.tuples().ok_or_else(too_many)? {
            let label = kinds.label(&tuple).unwrap_or_default();
            let least = kinds.kinds[tuple[0] as usize].least;
            game.add(tuple, least, label)?;
        }
        Ok(game)
    }

    fn by_bounds(moves: &Moves) -> Result<Self, Refusal> {
        let names = moves.names().to_vec();
        let facts = facts(moves, &names)?;
        let range = |coordinate: usize| -> Option<(i64, i64)> {
            // The largest value is the least one of its negative.
            let negative = Linear::variable(coordinate).times(-1)?;
            Some((least_of(coordinate, &facts)?, -least_of_form(&negative, &facts, names.len())?))
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
        let mut game = Self::of_size(size);
        check_size(moves, &names, size)?;
        let mut tuples = vec![Vec::new()];
        for range in ranges {
            let (low, high) = range.unwrap_or((0, 0));
            tuples =
                tuples.iter().flat_map(|tuple| (low..=high).map(move |next| [&tuple[..], &[next]].concat())).collect();
        }
        for tuple in tuples {
            if let Some(least) = game.least_size(moves, &tuple)? {
                let shown = tuple.iter().enumerate().map(|(index, number)| match index == size {
                    true => names[index].clone(),
                    false => number.to_string(),
                });
                let label = shown.collect::<Vec<_>>().join(",");
                game.add(tuple, Some(least), label)?;
            }
        }
        Ok(game)
    }

    /// The least size of the positions with these coordinates, if there are any.
    fn least_size(&self, moves: &Moves, tuple: &[i64]) -> Result<Option<i64>, Refusal> {
        let exists = |n: i64| {
            let mut position = tuple.to_vec();
            position[self.size] = n;
            moves.exists(&position, &mut Room::default()).map_err(|wrong| Refusal(wrong.to_string()))
        };
        // The condition says at most that n is at least something, so one of the first sizes exists, or none does.
        for n in 0..=LARGEST_LEAST {
            if exists(n)? {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// What is known about the coordinates of a kind.
    pub fn known(&self, kind: usize) -> Vec<Form> {
        let form = |(index, &number): (usize, &i64)| match index == self.size && self.kinds[kind].least.is_some() {
            true => Form::Linear(Linear::variable(index)),
            false => Form::Linear(Linear::constant(number)),
        };
        self.tuples[kind].iter().enumerate().map(form).collect()
    }

    /// The positions that the rows are about.
    pub fn asked(&self, moves: &Moves) -> Result<AskedKinds, Refusal> {
        let why = || Refusal("`asked` is not a single kind of size n + c".to_string());
        let Some(numbers) = moves.asked_numbers() else {
            return match &self.kinds[..] {
                _ if !moves.declared().is_empty() => Ok(AskedKinds::All),
                [kind] if kind.least.is_some() => Ok(AskedKinds::One { kind: 0, shift: 0 }),
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
        let kind = self.kind(&coordinates).filter(|&kind| self.kinds[kind].least.is_some()).ok_or_else(why)?;
        Ok(AskedKinds::One { kind, shift: offset })
    }
}

/// The condition for positions, with everything that is needed to read it: all coordinates are free.
struct Condition<'m> {
    line: Move,
    truth: &'m Truth,
    place: SourcePlace,
}

impl<'m> Condition<'m> {
    fn of(moves: &'m Moves, names: &[String]) -> Option<Self> {
        let (truth, text, start) = moves.condition()?;
        let place = (start as u32, (start + text.len()) as u32);
        Some(Self { line: Move::of_condition(text, start, names), truth, place })
    }

    fn reader(&self) -> Reader<'_> {
        let coordinates = self.line.names.len();
        let known = (0..coordinates).map(|index| Form::Linear(Linear::variable(index))).collect();
        // No coordinate is the size yet.
        Reader { line: &self.line, size: coordinates, least: 0, known }
    }

    fn cases(&self) -> Result<Vec<Vec<Atom>>, Refusal> {
        cases(self.truth, false, self.place)
    }
}

/// What the condition for positions says in linear forms: that no coordinate is negative, and its comparisons.
fn facts(moves: &Moves, names: &[String]) -> Result<Vec<Linear>, Refusal> {
    let mut facts: Vec<Linear> = (0..names.len()).map(Linear::variable).collect();
    let Some(condition) = Condition::of(moves, names) else { return Ok(facts) };
    let (reader, alternatives) = (condition.reader(), condition.cases()?);
    let [atoms] = &alternatives[..] else {
        return Err(Refusal(format!(
            "the condition {} for positions has several cases",
            reader.quote(condition.place)
        )));
    };
    for atom in atoms {
        // Anything else may be said about bounded coordinates.
        facts.extend(bounds(&reader, atom).unwrap_or_default());
    }
    Ok(facts)
}

/// Whatever the condition for positions says about the size must be that it is at least something.
fn check_size(moves: &Moves, names: &[String], size: usize) -> Result<(), Refusal> {
    let Some(condition) = Condition::of(moves, names) else { return Ok(()) };
    let reader = condition.reader();
    for atom in condition.cases()?.iter().flatten() {
        if reader.free_in_truth(&atom.truth).contains(&size) {
            let is_bound = |fact: &Known| matches!(fact, Known::AtLeastZero(form) if form.of(size) == 1);
            let facts = reader.read(atom)?;
            if facts.len() != 1 || !facts.iter().flatten().all(is_bound) {
                return Err(Refusal(format!("the condition {} for positions", reader.quote(condition.place))));
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
