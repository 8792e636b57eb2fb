//! Sweeps whose games can all be solved at once: `subtraction:{S}` over subsets of {1, ..., m}, if only periods
//! are requested. The rows are the same as those of the games solved one by one, in the same order.

use super::game::Found;
use super::tally::{Best, Records, Tally};
use crate::control::Control;
use crate::error::Error;
use crate::job::Analysis;
use crate::kernel::subsets::{Figures, LargestFigure, MOST, Subsets};
use crate::language::Datum;
use crate::manifest::Games;
use crate::question::period_line;
use crate::ruleset::{Play, Value};
use crate::sweep::{Domain, Sweep};

/// Solving all sets at once pays off if the sweep contains at least one in this many of them.
const SPARSE: u128 = 16;

/// The figures of all sets.
pub(super) struct Bulk {
    subsets: Subsets,
    max: u64,
}

impl Bulk {
    /// The figures, if all games of the sweep can be solved at once and the figures fit into memory.
    ///
    /// # Errors
    /// As for [`Subsets::solve`].
    pub fn of(sweep: &Sweep, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let Some((most, max)) = Self::is_for(sweep) else { return Ok(None) };
        let subsets = Subsets::solve(most, max, control)?;
        Ok(Some(Self { subsets, max }))
    }

    /// The largest element and the range, if all games of the sweep can be solved at once and the figures fit
    /// into memory.
    pub fn is_for(sweep: &Sweep) -> Option<(u32, u64)> {
        let plan = &sweep.plan;
        let [Domain::Subsets(Some(sets))] = &sweep.domains[..] else { return None };
        let most = sets.of();
        let fits = u32::try_from(most).is_ok_and(|most| most <= MOST && Subsets::needs(most) <= plan.settings.memory);
        let plain = plan.played() == Play::Normal
            && plan.settings.value.is_none_or(|value| value == Value::GRUNDY)
            && plan.settings.kernel.is_none()
            && sweep.game_conjectures().is_empty()
            && plan.settings.analysis == Analysis::of("period")
            && !plan.settings.has_format("csv");
        let max = plan.max.as_deref().and_then(|max| max.parse::<u64>().ok()).filter(|&max| i64::try_from(max).is_ok());
        let (Some(max), true) = (max, fits && plain && sweep.is_prefix_of("subtraction:")) else { return None };
        (sets.count() * SPARSE >= 1 << most).then_some((most as u32, max))
    }

    /// The upper bound of the range of every game.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The result for a set; none if the range does not reach the last value that the proof needs.
    pub fn found(&self, data: &[Datum]) -> Option<Found> {
        let [Datum::Set(set)] = data else { return None };
        let bits = set.iter().fold(0u32, |bits, &element| bits | 1 << (element - 1));
        let largest = set.last()?.unsigned_abs();
        let Figures { returned, max_value, zeros } = self.subsets.figures(bits)?;
        let claim = returned.claim(largest).filter(|claim| claim.checked_to <= self.max)?;
        let record = period_line(Some(&claim), self.max);
        Some(Found { record, max_value: Some(max_value.into()), zeros, ..Found::default() })
    }

    /// The tally of the whole sweep. This requires that the sweep contains all subsets of {1, ..., m}, that no
    /// single row is needed (for the condition, an expected cell, or a conjecture), and that the range reaches
    /// the end of every proof.
    /// every proof.
    pub fn tally(&self, sweep: &Sweep) -> Option<Tally> {
        let [Domain::Subsets(Some(sets))] = &sweep.domains[..] else { return None };
        let most = sets.of();
        let rows_wanted =
            sweep.has_condition() || !sweep.plan.expect.at.is_empty() || !sweep.plan.settings.conjectures.is_empty();
        let all_of_them = sets.count() == (1 << most) - 1 && !rows_wanted;
        if !all_of_them || self.subsets.longest() > self.max {
            return None;
        }
        let mut tally = Tally::default();
        let best = |&LargestFigure { value, set }: &LargestFigure| {
            let elements = (1..=most as i64).filter(|element| set >> (element - 1) & 1 == 1);
            let data = [Datum::Set(elements.collect())];
            Some(Best { value, at: sweep.label(&data), game: sweep.code(&data) })
        };
        let proved = |rows: u64| Games { rows, proved: rows, ..Games::default() };
        for (largest, [preperiod, period, max_value]) in (1..).zip(self.subsets.records()) {
            let games = proved(1 << (largest - 1));
            // In the order of the columns.
            let best = [preperiod, period, max_value].map(|record| best(&record)).into();
            tally.by_largest.insert(largest, Records { games, best });
        }
        let all = &mut tally.all;
        // Sets with a smaller largest element come first.
        tally.by_largest.values().for_each(|records| all.merge(records));
        Some(tally)
    }
}
