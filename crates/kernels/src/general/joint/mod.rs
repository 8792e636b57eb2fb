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
//! So each component has a number per row, and the numbers are joined by an associative operation. If the sink can work
//! with the components (`overview.rs`), no row is computed. Cost: that of the components, and one step per row. Memory:
//! eight bytes for each row of a distinct component, and four for each row of every component.

mod alternating;
mod joiner;
mod overview;

mod positions;

pub use positions::PositionsOfCompound;

use self::joiner::{Joiner, figures, joiner, per_row};
use self::overview::JointOverview;
use crate::shared::{Emitter, all_terms, needs_of_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Joined, Play, Value};
use grundy_core::stream::{Flow, Outlet};

/// Compounds that are not sums.
pub struct JointKernel {
    /// Finds the kernel of a component. The positions of components are enumerated already.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

/// The components, if the task is about outcomes in normal play.
fn joined_of<'t>(task: &Task<'t>) -> Option<Joined<'t>> {
    let asked = (task.play, task.value) == (Play::Normal, Value::OUTCOME);
    // A single position is not a row of the components.
    task.ruleset.joined().filter(|joined| asked && joined.has_their_rows)
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
        let numbered = task.ruleset.rows().len() < 1 << 63;
        numbered && joined_of(task).is_some_and(|joined| self.tasks(task, &joined).is_some())
    }

    /// The components enumerate their own positions; those of the compound are not needed.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(joined) = joined_of(task) else { return Bytes(0) };
        let tasks = self.tasks(task, &joined).unwrap_or_default();
        let most = tasks.iter().fold(Bytes(0), |most, (part, kernel)| most.max(needs_of_terms(*kernel, part)));
        let numbers = |part: &Task<'_>| Bytes(8 * u128::from(part.ruleset.rows().len()));
        let needs = tasks.iter().fold(most, |needs, (part, _)| needs.plus(numbers(part)));
        // The overview may have another list for each component.
        let again = |&part: &usize| Bytes(4 * u128::from(joined.parts[part].rows().len()));
        joined.part_of.iter().fold(needs, |needs, part| needs.plus(again(part)))
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
        let rows = joined.part_of.iter().map(|&part| joined.parts[part].rows());
        let components: Vec<_> = rows.zip(lists.iter().copied()).collect();
        let free = Bytes(task.memory.0.saturating_sub(self.needs(task).0));
        let all = JointOverview::new(task.ruleset.rows(), &components, &joiner, free);
        if let Some(all) = all.filter(|all| sink.takes_overview(all)) {
            return sink.overview(&all, task.control).map(|()| Solution::default());
        }
        give(task, &lists, &joiner, sink)
    }
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
