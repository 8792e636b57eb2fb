//! The values of all positions of a game whose play may go on for ever.
//!
//! Idea: the labelling of Smith and of Fraenkel and Perl, one nimber after the other. In the pass for m, the candidates
//! are the positions without a label; each of them has options with the labels 0, ..., m - 1. A candidate gets the
//! label m if none of its options has it, and each of its options without a smaller label has an option with the label
//! m, so that a move there can be answered. This is the retrograde analysis by which P-positions are found, with m for
//! P: labels are given in rounds, each from the labels of earlier rounds only. A candidate that has no option with the
//! label m after the pass never gets a label. Its value is infinity of the labels of its options.
//!
//! Cost: each pass looks at the options of the remaining candidates, and at the moves to the positions that it changes.
//! Memory: 8 bytes for each move, and 40 for each position. References: C. A. B. Smith, J. Combin. Theory 1 (1966);
//! A. S. Fraenkel and Y. Perl (1975).

use crate::Task;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory_without_range;
use grundy_core::ruleset::LoopyValue;

/// The values of positions, with the rounds in which they were given.
pub struct Labels {
    /// The code of each value, by rank ([`LoopyValue::code`]).
    pub codes: Vec<u32>,
    /// The round in which the label was given; [`NO_ROUND`] for an infinite value.
    pub rounds: Vec<u32>,
}

/// The round of a position without a label.
pub const NO_ROUND: u32 = u32::MAX;

/// A position that may still get a label.
const OPEN: u32 = u32::MAX;

/// A position that never gets a label.
const NEVER: u32 = u32::MAX - 1;

/// The moves of a game: the positions, by rank, with lists of other positions.
struct Moves {
    /// Where the list of each position begins, and where the last one ends.
    begins: Vec<u64>,
    to: Vec<u32>,
}

impl Moves {
    fn of(&self, rank: u32) -> &[u32] {
        &self.to[self.begins[rank as usize] as usize..self.begins[rank as usize + 1] as usize]
    }

    /// The options of all positions. The empty sum, to which no rank belongs, is the last position.
    fn options(task: &Task<'_>) -> Result<Self, Error> {
        let count = task.ruleset.positions();
        if count >= u64::from(NEVER) {
            return Err(Error::Usage(format!("{count} positions are too many for a game with loops")));
        }
        task.control.phase("looking at the options", count);
        let (mut begins, mut to) = (vec![0], Vec::new());
        for rank in 0..count {
            task.ruleset
                .each_option(rank, &mut |entries| to.push(entries.first().map_or(count as u32, |&to| to as u32)));
            begins.push(to.len() as u64);
            if rank % 4096 == 0 {
                task.control.progress(rank);
                check(count, to.capacity() as u64, task)?;
                task.control.check()?;
            }
        }
        begins.push(to.len() as u64);
        check(count, 2 * to.len() as u64, task)?;
        Ok(Self { begins, to })
    }

    /// The same moves from their ends.
    fn reversed(&self) -> Self {
        let count = self.begins.len() - 1;
        let mut begins = vec![0u64; count + 1];
        self.to.iter().for_each(|&to| begins[to as usize + 1] += 1);
        (0..count).for_each(|place| begins[place + 1] += begins[place]);
        let (mut next, mut from) = (begins.clone(), vec![0; self.to.len()]);
        for rank in 0..count as u32 {
            for &to in self.of(rank) {
                from[next[to as usize] as usize] = rank;
                next[to as usize] += 1;
            }
        }
        Self { begins, to: from }
    }
}

/// Checks the memory for this many positions, and for stored ends of moves.
fn check(positions: u64, ends: u64, task: &Task<'_>) -> Result<(), Error> {
    // Most such games are graphs, which have no range.
    let needs = needed(positions, ends).plus(task.ruleset.held());
    check_memory_without_range("the moves of a game with loops", needs, task.memory)
}

/// The memory for this many positions and stored ends of moves.
pub fn needed(positions: u64, ends: u64) -> Bytes {
    Bytes(40 * u128::from(positions) + 4 * u128::from(ends))
}

/// Finds the values of all positions.
///
/// # Errors
/// [`Error::Limit`] if the moves do not fit into the memory, or if an infinite value has a large nimber;
/// [`Error::Interrupted`].
pub fn labels(task: &Task<'_>) -> Result<Labels, Error> {
    let options = Moves::options(task)?;
    let mut search = Search::new(&options, options.reversed());
    task.control.phase("labelling", 0);
    let mut nimber = 0;
    while !search.candidates.is_empty() {
        search.pass(nimber, task)?;
        nimber += 1;
    }
    search.finish()
}

struct Search<'s> {
    options: &'s Moves,
    /// The moves from their ends.
    backwards: Moves,
    label: Vec<u32>,
    rounds: Vec<u32>,
    /// The positions that may still get a label.
    candidates: Vec<u32>,
    /// 1 more than the last nimber that some option has.
    sees: Vec<u32>,
    /// In a pass: the number of options without a smaller label that have no option with the label m.
    waiting: Vec<u32>,
    round: u32,
}

impl<'s> Search<'s> {
    fn new(options: &'s Moves, backwards: Moves) -> Self {
        let count = options.begins.len() - 1;
        Self {
            options,
            backwards,
            label: vec![OPEN; count],
            rounds: vec![NO_ROUND; count],
            candidates: (0..count as u32).collect(),
            sees: vec![0; count],
            waiting: vec![0; count],
            round: 0,
        }
    }

    /// Gives the label `nimber` wherever it belongs.
    fn pass(&mut self, nimber: u32, task: &Task<'_>) -> Result<(), Error> {
        task.control.check()?;
        let mut layer = Vec::new();
        for &rank in &self.candidates {
            let without = self.options.of(rank).iter().filter(|&&to| self.label[to as usize] >= NEVER);
            self.waiting[rank as usize] = without.count() as u32;
            if self.waiting[rank as usize] == 0 {
                layer.push(rank);
            }
        }
        while !layer.is_empty() {
            task.control.check()?;
            layer = self.next_layer(nimber, &layer);
            self.round += 1;
        }
        let (label, sees) = (&mut self.label, &self.sees);
        self.candidates.retain(|&rank| {
            let place = rank as usize;
            if label[place] == OPEN && sees[place] != nimber + 1 {
                label[place] = NEVER;
            }
            label[place] == OPEN
        });
        Ok(())
    }

    /// Labels a layer. Returns the positions that may be labelled next.
    fn next_layer(&mut self, nimber: u32, layer: &[u32]) -> Vec<u32> {
        for &rank in layer {
            self.label[rank as usize] = nimber;
            self.rounds[rank as usize] = self.round;
        }
        let mut next = Vec::new();
        for &rank in layer {
            for &from in self.backwards.of(rank) {
                if std::mem::replace(&mut self.sees[from as usize], nimber + 1) == nimber + 1 {
                    continue;
                }
                if self.label[from as usize] < NEVER {
                    continue;
                }
                for &before in self.backwards.of(from) {
                    let place = before as usize;
                    if self.label[place] == OPEN {
                        self.waiting[place] -= 1;
                        if self.waiting[place] == 0 {
                            next.push(before);
                        }
                    }
                }
            }
        }
        next.retain(|&rank| self.sees[rank as usize] != nimber + 1);
        next
    }

    /// The codes of all values.
    fn finish(self) -> Result<Labels, Error> {
        let code = |rank: usize| match self.label[rank] {
            NEVER => {
                let labels = self.options.of(rank as u32).iter().map(|&to| self.label[to as usize]);
                LoopyValue::infinite(labels.filter(|&label| label < NEVER)).and_then(LoopyValue::code)
            }
            label => LoopyValue::Nimber(label).code(),
        };
        // The last position is the empty sum.
        let count = self.label.len() - 1;
        let codes = (0..count).map(|rank| code(rank).ok_or_else(too_large)).collect::<Result<_, _>>()?;
        Ok(Labels { codes, rounds: self.rounds })
    }
}

/// The error for a nimber that an infinite value cannot have.
pub fn too_large() -> Error {
    Error::Limit {
        what: "an infinite value".to_string(),
        needed: format!("a nimber of {} or more in its set", LoopyValue::LIMIT),
        allowed: format!("nimbers less than {}", LoopyValue::LIMIT),
        key: "the program".to_string(),
        remedy: "its values cannot be written here".to_string(),
    }
}
