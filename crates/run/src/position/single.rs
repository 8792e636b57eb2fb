//! A position of one game. If a kernel knows the game and the values of all smaller positions fit into memory,
//! that kernel computes them. Otherwise the options of the positions that matter are enumerated.

use super::leaf::{Leaf, VisitWritten};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::event::RunEvent;
use crate::kernel::{KERNELS, Kernel, Task, all_terms, labels, terms_by_period, values_of, values_of_ranks};
use crate::nim_sum::Terms;
use crate::packed::PackedTable;
use crate::ruleset::{Convention, Rank, Setup, Spot, Value};
use crate::space::check_memory;
use crate::structure::{AllDivisors, Coins, Divisors, PrimePowers, SquarefreePowers};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Above this number of positions the user is told about the computation, because it takes more than a few
/// seconds.
const MANY_BY_KERNEL: u64 = 1 << 26;
const MANY_BY_OPTIONS: u64 = 1 << 21;

/// In a heap of more tokens than this, looking at all splits takes more than a few seconds.
const MANY_OPTIONS: u64 = 1 << 30;

/// The number of options between two checks for cancellation.
const STRETCH: u64 = 1 << 12;

/// A position, with the values of all positions that matter for it.
pub struct Single {
    spot: Spot,
    values: KnownValues,
    /// The value of the empty sum.
    empty: u32,
}

enum KnownValues {
    /// The values of all positions, from a kernel that knows the game.
    All(Terms),
    /// The values of all positions, computed from their options.
    Ranks(PackedTable),
    /// The values of the position and of its options only.
    Some(HashMap<Rank, u32>),
}

impl Single {
    /// A position with its Grundy value.
    pub fn new(spot: Spot, setup: Setup<'_>) -> Result<Self, Error> {
        Self::with(spot, Value::GRUNDY, setup)
    }

    /// A position with its outcome: 0 is P, 1 is N.
    pub fn of_outcomes(spot: Spot, setup: Setup<'_>) -> Result<Self, Error> {
        Self::with(spot, Value::OUTCOME, setup)
    }

    fn with(spot: Spot, value: Value, setup: Setup<'_>) -> Result<Self, Error> {
        let task = Task::new(&*spot.ruleset, setup.play, value, setup.memory, setup.control);
        if let Convention::Loopy | Convention::Entailing = task.ruleset.convention() {
            return Err(Error::Fault("a loopy or entailing game is examined by the mex rule".to_string()));
        }
        let values = match by_kernel(&task)? {
            Some(terms) => KnownValues::All(terms),
            None if needs_few(&task) => KnownValues::Some(by_need(&task, spot.rank)?),
            None => KnownValues::Ranks(by_ranks(&task)?),
        };
        let empty = task.empty_sum();
        Ok(Self { spot, values, empty })
    }

    pub fn value(&self) -> u32 {
        self.value_of(self.spot.rank)
    }

    /// The value of a position that can be reached from this one.
    pub fn value_of(&self, rank: Rank) -> u32 {
        match &self.values {
            KnownValues::All(terms) => terms.get(rank),
            KnownValues::Ranks(table) => table.get(rank),
            KnownValues::Some(known) => known.get(&rank).copied().unwrap_or_default(),
        }
    }

    /// Visits the options until `visit` breaks off. Each comes with its value and the ranks of its components.
    pub fn each_option(
        &self,
        setup: Setup<'_>,
        visit: &mut dyn FnMut(u32, &[Rank]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut options = 0;
        let _ = self.spot.ruleset.options(self.spot.rank, &mut |entries| {
            options += 1;
            if options % STRETCH == 0 && setup.control.check().is_err() {
                return ControlFlow::Break(());
            }
            let empty = if entries.is_empty() { self.empty } else { 0 };
            visit(entries.iter().fold(empty, |sum, &entry| sum ^ self.value_of(entry)), entries)
        });
        setup.control.check()
    }
}

impl Leaf for Single {
    fn value(&self) -> u32 {
        self.value()
    }

    fn each_option_of(&self, wanted: u32, setup: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error> {
        if wanted == self.value() {
            // By the definition of mex, no option has the value of the position itself.
            return Ok(());
        }
        let (rank, ruleset) = (self.spot.rank, &self.spot.ruleset);
        if ruleset.splits() && rank > MANY_OPTIONS && ruleset.ranks_are_rows() {
            let what = "the value is {}; looking for winning moves among more than {} options";
            let what = what.replacen("{}", &self.value().to_string(), 1).replacen("{}", &rank.to_string(), 1);
            tell(setup.control, &what);
        }
        if ruleset.structures().has::<Coins>() {
            // A move may turn all coins.
            let bytes = Bytes(u128::from(rank) * (size_of::<u32>() + size_of::<Rank>()) as u128);
            check_memory("the values of all heads and the longest of the moves", bytes, setup.memory)?;
        }
        self.each_option(setup, &mut |value, entries| {
            let option = || entries.iter().map(|&entry| ruleset.show(entry)).collect();
            if value == wanted { visit(option()) } else { ControlFlow::Continue(()) }
        })
    }
}

/// Whether only few positions need values. This holds for games on numbers whose moves depend on divisors.
fn needs_few(task: &Task<'_>) -> bool {
    let by_divisors = task.has::<Divisors>() || task.has::<AllDivisors>();
    by_divisors || task.has::<PrimePowers>() || task.has::<SquarefreePowers>()
}

/// The values of all positions, by a kernel that knows the game. None if there is no such kernel, if it needs
/// too much memory, or if positions are not simply the rows of the range.
fn by_kernel(task: &Task<'_>) -> Result<Option<Terms>, Error> {
    let rows = task.ruleset.rows();
    if needs_few(task) || !task.ruleset.ranks_are_rows() || rows.names().is_some() {
        return Ok(None);
    }
    let knows = |kernel: &&&dyn Kernel| kernel.can(task) && !kernel.is_general();
    let Some(kernel) = KERNELS.iter().find(knows) else { return Ok(None) };
    if let Some(terms) = terms_by_period(*kernel, task)? {
        return Ok(Some(terms));
    }
    let bytes = kernel.needs(task).plus(Bytes(4 * u128::from(rows.len())));
    if bytes > task.memory {
        return Ok(None);
    }
    if rows.len() > MANY_BY_KERNEL {
        tell(task.control, &format!("computing the values of {} positions, in up to {bytes}", rows.len()));
    }
    all_terms(*kernel, task).map(Some)
}

/// The values of the positions with these ranks.
///
/// # Errors
/// [`Error::Limit`] if the values needed do not fit into memory; [`Error::Interrupted`].
pub fn values_at(task: &Task<'_>, ranks: impl Iterator<Item = Rank> + Clone) -> Result<Vec<u32>, Error> {
    if matches!(task.ruleset.convention(), Convention::Loopy) {
        let codes = labels(task)?.codes;
        return Ok(ranks.map(|rank| codes[rank as usize]).collect());
    }
    if let Some(terms) = by_kernel(task)? {
        return Ok(ranks.map(|rank| terms.get(rank)).collect());
    }
    if needs_few(task) {
        return values_of(task, ranks);
    }
    let table = by_ranks(task)?;
    Ok(ranks.map(|rank| table.get(rank)).collect())
}

/// The values of all positions, by rank.
///
/// # Errors
/// As for [`values_at`].
pub fn all_values(task: &Task<'_>) -> Result<Vec<u32>, Error> {
    values_at(task, 0..task.ruleset.positions())
}

/// The values of all positions, computed from their options.
fn by_ranks(task: &Task<'_>) -> Result<PackedTable, Error> {
    let positions = task.ruleset.positions();
    if positions > MANY_BY_OPTIONS {
        tell(task.control, &format!("looking at the options of up to {positions} positions"));
    }
    values_of_ranks(task)
}

/// The values of a position and of its options, computed from the options of the positions that matter only.
fn by_need(task: &Task<'_>, rank: Rank) -> Result<HashMap<Rank, u32>, Error> {
    let mut needed = vec![rank];
    let _ = task.ruleset.options(rank, &mut |entries| {
        needed.extend_from_slice(entries);
        if task.control.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    task.control.check()?;
    let values = values_of(task, needed.iter().copied())?;
    Ok(needed.into_iter().zip(values).collect())
}

fn tell(control: &Control<'_>, what: &str) {
    control.event(&RunEvent::Told(&format!("note: {what} (Ctrl-C stops this)")));
}
