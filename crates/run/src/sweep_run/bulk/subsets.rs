//! `subtraction:{S}` over subsets of {1, ..., m}, if only periods are requested: all sets are solved at once.

use super::super::game::Found;
use super::super::tally::{Best, Records, Tally};
use super::contract::{Bulk, Known, is_plain};
use crate::control::Control;
use crate::error::Error;
use crate::job::Analysis;
use crate::kernel::subsets::{Figures, LargestFigure, MOST, Subsets};
use crate::language::Datum;
use crate::manifest::Games;
use crate::question::period_line;
use crate::sweep::{Domain, Sweep};

/// Solving all sets at once pays off if the sweep contains at least one in this many of them.
const SPARSE: u128 = 16;

/// The figures of all sets.
pub(super) struct AllSubsets<'s> {
    sweep: &'s Sweep,
    subsets: Subsets,
    max: u64,
}

impl<'s> AllSubsets<'s> {
    /// The figures, if all games of the sweep can be solved at once and the figures fit into memory.
    ///
    /// # Errors
    /// As for [`Subsets::solve`].
    pub fn of(sweep: &'s Sweep, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let Some((most, max)) = Self::is_for(sweep) else { return Ok(None) };
        let subsets = Subsets::solve(most, max, control)?;
        Ok(Some(Self { sweep, subsets, max }))
    }

    /// The largest element and the range, if all games of the sweep can be solved at once and the figures fit
    /// into memory.
    pub fn is_for(sweep: &Sweep) -> Option<(u32, u64)> {
        let plan = &sweep.plan;
        let [Domain::Subsets(Some(sets))] = &sweep.domains[..] else { return None };
        let most = sets.of();
        let fits =
            u32::try_from(most).is_ok_and(|most| most <= MOST && Subsets::needs(most) <= sweep.memory_of_games());
        let plain = is_plain(sweep) && plan.settings.analysis == Analysis::of("period");
        let max = plan.max.as_deref().and_then(|max| max.parse::<u64>().ok()).filter(|&max| i64::try_from(max).is_ok());
        let (Some(max), true) = (max, fits && plain && sweep.is_prefix_of("subtraction:")) else { return None };
        (sets.count() * SPARSE >= 1 << most).then_some((most as u32, max))
    }
}

impl Bulk for AllSubsets<'_> {
    /// None if the range does not reach the last value that the proof needs.
    fn known(&self, data: &[Datum]) -> Option<Known> {
        let [Datum::Set(set)] = data else { return None };
        let bits = set.iter().fold(0u32, |bits, &element| bits | 1 << (element - 1));
        let largest = set.last()?.unsigned_abs();
        let Figures { returned, max_value, zeros } = self.subsets.figures(bits)?;
        let claim = returned.claim(largest).filter(|claim| claim.checked_to <= self.max)?;
        let record = period_line(Some(&claim), self.max);
        let found = Found { record, max_value: Some(max_value.into()), zeros, ..Found::default() };
        // The code of a set in ascending order is canonical.
        Some(Known { code: self.sweep.code(data), max: Some(self.max), found })
    }

    /// This requires that the sweep contains all subsets of {1, ..., m}, that no single row is needed (for the
    /// condition, an expected cell, or a conjecture), and that the range reaches the end of every proof.
    fn tally(&self) -> Option<Tally> {
        let sweep = self.sweep;
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
