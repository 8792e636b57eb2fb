//! Games whose moves decide who moves next, and where: entailing moves, which must be answered in the same component,
//! and complimenting moves, after which the same player moves again.
//!
//! Idea: the player who must move in the position u wins a sum of u and a nim-heap of n tokens for certain n: W(u). A
//! move to a position of value v wins for n = v only, as in Nim. If the same player moves again, it wins for all n but
//! v. If the opponent must answer in v, it wins for all n that are not in W(v). W(u) is the union over all moves, and a
//! finite set or the complement of one. The value of u is the least n that is not in W(u). If there is none, u is a
//! moon: who moves wins, whatever else there is.
//!
//! Recurrence: W(u) is the union of {G(v)} (none if v is a moon), N - {G(v)} (N if v is a moon) and N - W(v), by the
//! kind of the move; G(u) = mex W(u). Options that are sums have the nim-sum of their parts, and are moons if a part is
//! one. Cost: one look at every option, and a union of bits for entailing moves. Memory: for each position 4 bytes and
//! its set. Reference: *Winning Ways*, ch. 12; U. Larsson, R. J. Nowakowski and C. P. Santos, Impartial games with
//! entailing moves.

use super::special::SpecialValues;
use crate::Task;
use crate::shared::WinningSet;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::ruleset::{Convention, Rank, Ruleset, Turn, Value, moon_sum};

/// Nimbers and moons.
pub struct Entailing;

impl SpecialValues for Entailing {
    fn name(&self) -> &'static str {
        "entailing"
    }

    fn summary(&self) -> &'static str {
        "games with entailing and complimenting moves, and sums with them: the nim-heaps beside which a move wins"
    }

    fn knows(&self, value: Value) -> bool {
        value == Value::ENTAILING || value == Value::OUTCOME
    }

    fn fits(&self, ruleset: &dyn Ruleset) -> bool {
        matches!(ruleset.convention(), Convention::Entailing)
    }

    fn needs(&self, positions: u64) -> Bytes {
        Bytes(SET * u128::from(positions))
    }

    fn codes(&self, task: &Task<'_>) -> Result<Vec<u32>, Error> {
        Ok(winning_sets(task)?.values)
    }

    fn plus(&self, a: u32, b: u32) -> Result<u32, Error> {
        Ok(moon_sum(a, b))
    }

    fn shown(&self, _: Value, code: u32) -> u32 {
        code
    }
}

/// The memory of a set and a value, if the set is small.
const SET: u128 = 72;

/// The values and the sets of all positions, by rank.
pub struct WinningSets {
    /// The values.
    pub values: Vec<u32>,
    /// The sets.
    pub sets: Vec<WinningSet>,
}

/// Computes the values and the sets of all positions.
///
/// # Errors
/// [`Error::Limit`] if they do not fit into the memory; [`Error::Interrupted`].
pub fn winning_sets(task: &Task<'_>) -> Result<WinningSets, Error> {
    let ruleset = task.ruleset;
    let count = ruleset.positions();
    check_memory("the values of all positions", Bytes(SET * u128::from(count)), task.memory)?;
    let mut found = WinningSets { values: vec![0; count as usize], sets: vec![WinningSet::default(); count as usize] };
    let (mut done, mut words) = (0, 0);
    task.control.phase("computing", count);
    for stratum in 0..ruleset.strata() {
        for rank in (0..ruleset.slots(stratum)).filter_map(|slot| ruleset.slot(stratum, slot)) {
            task.control.check()?;
            let set = found.set_of(ruleset, rank);
            words += set.words() as u128;
            found.values[rank as usize] = set.value();
            found.sets[rank as usize] = set;
            done += 1;
            if done % 1024 == 0 {
                task.control.progress(done);
                let bytes = Bytes(SET * u128::from(count) + 8 * words);
                check_memory("the sets of nim-heaps beside which a move wins", bytes, task.memory)?;
            }
        }
    }
    Ok(found)
}

impl WinningSets {
    /// The set of a position, from those of its options.
    fn set_of(&self, ruleset: &dyn Ruleset, rank: Rank) -> WinningSet {
        let mut set = WinningSet::default();
        ruleset.each_turn(rank, &mut |turn, entries| {
            let value = self.value_of(entries);
            set.add(turn, value, entries.first().map(|&entry| &self.sets[entry as usize]));
        });
        set
    }

    /// The value of a sum of positions.
    pub fn value_of(&self, entries: &[Rank]) -> u32 {
        entries.iter().fold(0, |sum, &entry| moon_sum(sum, self.values[entry as usize]))
    }

    /// Whether a move wins beside a nim-heap, or beside a moon.
    pub fn wins(&self, turn: Turn, entries: &[Rank], beside: u32) -> bool {
        let value = self.value_of(entries);
        match turn {
            Turn::Other => moon_sum(value, beside) == 0,
            Turn::Again => moon_sum(value, beside) != 0,
            Turn::Reply => entries.first().is_none_or(|&entry| !self.sets[entry as usize].has(beside)),
        }
    }
}
