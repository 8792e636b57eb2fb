//! Visits the options of a position: runs through the ranges of a move, and evaluates the components it leaves.

use super::line::{Group, MOST_PARTS, Move, Target};
use crate::eval::{Machine, Quick};
use crate::fault::{Fault, SourcePlace, What};
use crate::node::Domain;

/// Receives every option: the evaluator with all variables of the move, and the coordinates of all
/// components. Returns whether to continue.
pub(super) type OptionVisitor<'v> = dyn FnMut(&mut Machine<'_>, &[i64]) -> bool + 'v;

/// Runs through the ranges of one move.
pub(super) struct Walk<'t> {
    pub line: &'t Move,
    /// The number of coordinates; the variables of the ranges follow them.
    pub fixed: usize,
    pub target: &'t mut Vec<i64>,
}

impl Walk<'_> {
    /// Visits the options for the current values of the first `level` ranges, until `visit` returns false.
    pub fn walk(
        &mut self,
        machine: &mut Machine<'_>,
        level: usize,
        visit: &mut OptionVisitor<'_>,
    ) -> Result<bool, Fault> {
        let line = self.line;
        for condition in &line.conditions[level] {
            if !machine.fast_truth(condition)? {
                return Ok(true);
            }
        }
        let Some(range) = line.ranges.get(level) else {
            self.target.clear();
            for target in &line.targets {
                match target {
                    Target::Number(coordinate) => self.target.push(machine.fast(coordinate)?),
                    Target::Group(group) => self.group(machine, group)?,
                }
            }
            return Ok(visit(machine, self.target));
        };
        let place: SourcePlace = (line.start as u32, (line.start + line.text.len()) as u32);
        let local = self.fixed + level;
        let mut turn = |machine: &mut Machine<'_>, value: i64| {
            machine.turn(place)?;
            machine.assign(local, value);
            self.walk(machine, level + 1, visit)
        };
        match range {
            Domain::Range(first, last, inclusive) => {
                let (mut value, last) = (machine.number(first)?, machine.number(last)?);
                while value < last || (*inclusive && value == last) {
                    if !turn(machine, value)? {
                        return Ok(false);
                    }
                    value = value.checked_add(1).ok_or(Fault { what: What::Overflow, place })?;
                }
            }
            Domain::Set(set) => {
                for &value in machine.set(set)?.iter() {
                    if !turn(machine, value)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Writes the coordinates of a group of components. Each component costs one turn.
    fn group(&mut self, machine: &mut Machine<'_>, group: &Group) -> Result<(), Fault> {
        let times = match &group.times {
            None => 1,
            Some((times, place)) => {
                let times = machine.number(times)?;
                u64::try_from(times).map_err(|_| Fault { what: What::Negative, place: *place })?
            }
        };
        if times == 0 {
            return Ok(());
        }
        let (target, coordinates, place) = (&mut *self.target, self.fixed, group.turns.place);
        machine.every(&group.turns, &mut |machine, part: &Vec<Quick>| {
            let parts = (target.len() / coordinates) as u64;
            if times > MOST_PARTS.saturating_sub(parts) {
                return Err(Fault { what: What::Parts, place });
            }
            machine.take(times, place)?;
            let begin = target.len();
            for coordinate in part {
                target.push(machine.fast(coordinate)?);
            }
            for _ in 1..times {
                target.extend_from_within(begin..begin + coordinates);
            }
            Ok(true)
        })?;
        Ok(())
    }
}
