//! A position of one game: by a kernel that gives the values of all smaller ones, where one knows the game and they fit the memory; else by
//! looking at all options of the positions that matter.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::event::RunEvent;
use crate::kernel::{KERNELS, Kernel, Task, all_terms, terms_by_period, values_of};
use crate::nim_sum::Terms;
use crate::ruleset::{Play, Rank, Setup, Spot, Value, View};
use crate::space::check_memory;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// With more positions than this the user is told what is looked at: it takes more than some seconds.
const MANY_BY_KERNEL: u64 = 1 << 26;
const MANY_BY_OPTIONS: u64 = 1 << 21;

/// In a heap of more tokens than this it takes more than some seconds to look at all splits.
const MANY_OPTIONS: u64 = 1 << 30;

/// Options between two looks at the cancellation flag.
const STRETCH: u64 = 1 << 12;

/// A position, and the values of all that matter for it.
pub struct Single {
    spot: Spot,
    values: Known,
    /// The value of the empty sum.
    empty: u32,
}

enum Known {
    /// All positions.
    All(Terms),
    /// The position and its options.
    Some(HashMap<Rank, u32>),
}

impl Single {
    pub fn new(spot: Spot, setup: Setup<'_>) -> Result<Self, Error> {
        let value = if setup.play == Play::Misere { Value::Outcome } else { Value::Grundy };
        let task = Task::new(&*spot.ruleset, setup.play, value, setup.memory, setup.control);
        let values = match by_kernel(&task)? {
            Some(terms) => Known::All(terms),
            None => Known::Some(by_need(&task, spot.rank)?),
        };
        let empty = task.empty_sum();
        Ok(Self { spot, values, empty })
    }

    pub fn value(&self) -> u32 {
        self.value_of(self.spot.rank)
    }

    pub fn rank(&self) -> Rank {
        self.spot.rank
    }

    fn value_of(&self, rank: Rank) -> u32 {
        match &self.values {
            Known::All(terms) => terms.get(rank),
            Known::Some(known) => known.get(&rank).copied().unwrap_or_default(),
        }
    }

    /// Visits the options of a value, as the list of ranks of their components, until it wants no more.
    pub fn each_option_of(
        &self,
        wanted: u32,
        setup: Setup<'_>,
        visit: &mut dyn FnMut(&[Rank]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        if setup.play == Play::Normal && wanted == self.value() {
            // A mex.
            return Ok(());
        }
        let (mut options, rank, ruleset) = (0, self.spot.rank, &self.spot.ruleset);
        if ruleset.splits() && rank > MANY_OPTIONS && ruleset.ranks_are_rows() {
            tell(
                setup.control,
                &format!(
                    "knows that the value is {}, and looks for winning moves among more than {rank} options",
                    self.value()
                ),
            );
        }
        let _ = self.spot.ruleset.options(self.spot.rank, &mut |entries| {
            options += 1;
            if options % STRETCH == 0 && setup.control.check().is_err() {
                return ControlFlow::Break(());
            }
            let empty = if entries.is_empty() { self.empty } else { 0 };
            let value = entries.iter().fold(empty, |sum, &entry| sum ^ self.value_of(entry));
            if value == wanted { visit(entries) } else { ControlFlow::Continue(()) }
        });
        setup.control.check()
    }

    /// Whether a position has a move.
    pub fn moves(&self, rank: Rank) -> bool {
        self.spot.ruleset.options(rank, &mut |_| ControlFlow::Break(())).is_break()
    }

    pub fn show_one(&self, rank: Rank) -> String {
        self.spot.ruleset.show(rank)
    }

    /// A sum of positions as people write it.
    pub fn show(&self, entries: &[Rank]) -> String {
        let shown: Vec<String> = entries.iter().map(|&rank| self.show_one(rank)).collect();
        if shown.is_empty() { "nothing".to_string() } else { shown.join(" + ") }
    }
}

/// The values of all positions by a kernel that knows the game, where the positions are the rows of a box.
fn by_kernel(task: &Task<'_>) -> Result<Option<Terms>, Error> {
    let (rows, view) = (task.ruleset.rows(), task.ruleset.view());
    // Of a number few are needed: its divisors.
    let few = matches!(view, View::Divisors(_) | View::AllDivisors | View::PrimePowers | View::SquarefreePowers);
    if few || !task.ruleset.ranks_are_rows() || rows.names().is_some() {
        return Ok(None);
    }
    let knows = |kernel: &&&dyn Kernel| kernel.supports(task) && !kernel.is_general();
    let Some(kernel) = KERNELS.iter().find(knows) else { return Ok(None) };
    if let Some(terms) = terms_by_period(*kernel, task)? {
        return Ok(Some(terms));
    }
    let bytes = kernel.needs(task).plus(Bytes(4 * u128::from(rows.len())));
    if bytes > task.memory {
        return Ok(None);
    }
    if rows.len() > MANY_BY_KERNEL {
        tell(task.control, &format!("computes the values of {} positions, in up to {bytes}", rows.len()));
    }
    all_terms(*kernel, task).map(Some)
}

/// The values of some positions.
///
/// # Errors
/// [`Error::Limit`] if those needed do not fit the memory; [`Error::Interrupted`].
pub fn values_at(task: &Task<'_>, ranks: impl Iterator<Item = Rank> + Clone) -> Result<Vec<u32>, Error> {
    if let Some(terms) = by_kernel(task)? {
        return Ok(ranks.map(|rank| terms.get(rank)).collect());
    }
    let bytes = Bytes(8 * u128::from(task.ruleset.positions()));
    check_memory("what can be reached from the position", bytes, task.memory)?;
    values_of(task, ranks)
}

/// The values of a position and of its options, by looking at all options of the positions that matter.
fn by_need(task: &Task<'_>, rank: Rank) -> Result<HashMap<Rank, u32>, Error> {
    let positions = task.ruleset.positions();
    let bytes = Bytes(8 * u128::from(positions));
    check_memory("what can be reached from the position", bytes, task.memory)?;
    if positions > MANY_BY_OPTIONS {
        tell(task.control, &format!("looks at the options of up to {positions} positions, in {bytes}"));
    }
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
    control.event(&RunEvent::Told(&format!("note: this {what}; Ctrl-C ends it")));
}
