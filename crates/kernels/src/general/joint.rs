//! Outcomes of several games that are played at the same time, in normal play, from what is known of each of them.
//!
//! Idea: write R for the remoteness and S for the suspense of a component. The compound is N exactly if
//! - conjunctive: the least R is odd; continued: the largest S is odd (C. A. B. Smith 1966);
//! - selective: some component is N, because a move in each of these leads to P-positions only; ordinal: some component
//!   is N, because the first of these can be moved to a P-position, which ends all that follow; shortened: some component
//!   is N, and none has ended;
//! - sequential: the first component is N in normal play if the rest is P, and N in misère play if the rest is N, because
//!   the player who moves first in the rest loses or wins there (W. Stromquist and D. Ullman 1993).
//!
//! So each component has a number per row, and the numbers are joined by an associative operation. Cost: that of the
//! components, and one step per row. Memory: eight bytes for each row of a component.

use crate::shared::{Emitter, all_terms, needs_of_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Joined, Joining, Play, Value};
use grundy_core::stream::{Flow, Outlet};
use smallvec::SmallVec;

/// Compounds that are not sums.
pub struct JointKernel {
    /// Finds the kernel of a component. The positions of components are enumerated already.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

/// What is computed of each component.
fn figures(joining: Joining) -> &'static [(Play, Value)] {
    match joining {
        Joining::Disjunctive => &[(Play::Normal, Value::GRUNDY)],
        Joining::Selective | Joining::Ordinal => &[(Play::Normal, Value::OUTCOME)],
        Joining::Shortened | Joining::Conjunctive => &[(Play::Normal, Value::REMOTENESS)],
        Joining::Continued => &[(Play::Normal, Value::SUSPENSE)],
        Joining::Sequential => &[(Play::Normal, Value::OUTCOME), (Play::Misere, Value::OUTCOME)],
    }
}

/// How the numbers of components are made of what was computed, and joined. A sequential number has bit 0 if the
/// component is N in normal play, and bit 1 if it is N in misère play; a shortened one has bit 0 if it is N, and bit 1 if
/// it has ended.
struct Joiner {
    number: fn(&[u32]) -> u32,
    join: fn(u32, u32) -> u32,
    is_n: fn(u32) -> bool,
}

fn joiner(joining: Joining) -> Joiner {
    let plain = |figures: &[u32]| figures[0];
    let is_odd = |number: u32| number % 2 == 1;
    match joining {
        Joining::Selective | Joining::Ordinal => Joiner { number: plain, join: |a, b| a | b, is_n: is_odd },
        Joining::Disjunctive => Joiner { number: plain, join: |a, b| a ^ b, is_n: |number| number != 0 },
        Joining::Conjunctive => Joiner { number: plain, join: u32::min, is_n: is_odd },
        Joining::Continued => Joiner { number: plain, join: u32::max, is_n: is_odd },
        Joining::Shortened => Joiner {
            number: |figures| (figures[0] % 2) | (u32::from(figures[0] == 0) << 1),
            join: |a, b| a | b,
            is_n: |number| number == 1,
        },
        Joining::Sequential => Joiner {
            number: |figures| figures[0] | (figures[1] << 1),
            // Each outcome of what follows chooses a bit of the first component.
            join: |a, b| ((a >> (b & 1)) & 1) | (((a >> (b >> 1)) & 1) << 1),
            is_n: is_odd,
        },
    }
}

/// The components, if the task is about outcomes in normal play.
fn joined_of<'t>(task: &Task<'t>) -> Option<Joined<'t>> {
    let asked = (task.play, task.value) == (Play::Normal, Value::OUTCOME);
    task.ruleset.joined().filter(|_| asked)
}

impl JointKernel {
    /// The tasks of the distinct components, those of the same component in a row, and their kernels.
    fn tasks<'t>(&self, task: &Task<'t>, joined: &Joined<'t>) -> Option<Vec<(Task<'t>, &'static dyn Kernel)>> {
        let mut tasks = Vec::new();
        for &ruleset in &joined.parts {
            for &(play, value) in figures(joined.joining) {
                let part = Task { ruleset, play, value, kept: None, ..*task };
                tasks.push((part, (self.first)(&part)?));
            }
        }
        Some(tasks)
    }
}

impl Kernel for JointKernel {
    fn name(&self) -> &'static str {
        "joint"
    }

    fn summary(&self) -> &'static str {
        "outcomes of compounds other than sums: each component by its own kernel, then one step per row"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        joined_of(task).is_some_and(|joined| self.tasks(task, &joined).is_some())
    }

    /// The components enumerate their own positions; those of the compound are not needed.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let tasks = joined_of(task).and_then(|joined| self.tasks(task, &joined)).unwrap_or_default();
        let most = tasks.iter().fold(Bytes(0), |most, (part, kernel)| most.max(needs_of_terms(*kernel, part)));
        let numbers = |part: &Task<'_>| Bytes(8 * u128::from(part.ruleset.rows().len()));
        tasks.iter().fold(most, |needs, (part, _)| needs.plus(numbers(part)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let missing = || Error::Fault("a compound without components".to_string());
        let joined = joined_of(task).ok_or_else(missing)?;
        let tasks = self.tasks(task, &joined).ok_or_else(missing)?;
        let joiner = joiner(joined.joining);
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        for tasks in tasks.chunks(figures(joined.joining).len()) {
            let all = tasks.iter().map(|(part, kernel)| Ok(all_terms(*kernel, part)?.into_vec()));
            numbers.push(per_row(&all.collect::<Result<Vec<_>, Error>>()?, joiner.number));
        }
        let lists: Vec<&[u32]> = joined.part_of.iter().map(|&part| &numbers[part][..]).collect();
        give(task, &lists, &joiner, sink)
    }
}

/// The number of each row of a component.
fn per_row(figures: &[Vec<u32>], number: fn(&[u32]) -> u32) -> Vec<u32> {
    let of_row = |row: usize| number(&figures.iter().map(|list| list[row]).collect::<SmallVec<[u32; 2]>>());
    (0..figures[0].len()).map(of_row).collect()
}

/// Gives all rows. Those with the same rows in all components but the last are a line.
fn give(task: &Task<'_>, lists: &[&[u32]], joiner: &Joiner, sink: &mut dyn Outlet) -> Result<Solution, Error> {
    let mut out = Emitter::new(task, sink);
    let (last, others) = lists.split_last().ok_or_else(|| Error::Fault("a compound of nothing".to_string()))?;
    let lines: u64 = others.iter().map(|list| list.len() as u64).product();
    task.control.phase("computing", task.ruleset.rows().len());
    for line in 0..lines {
        task.control.check()?;
        task.control.progress(line * last.len() as u64);
        let (mut rest, mut before) = (line, None);
        for list in others.iter().rev() {
            let number = list[(rest % list.len() as u64) as usize];
            rest /= list.len() as u64;
            before = Some(before.map_or(number, |after| (joiner.join)(number, after)));
        }
        for &number in *last {
            let number = before.map_or(number, |before| (joiner.join)(before, number));
            if out.push(u32::from((joiner.is_n)(number)))? == Flow::Stop {
                return Ok(Solution::default());
            }
        }
    }
    out.flush().map(|_| Solution::default())
}
