//! Sweeps of which all games are solved at once: `subtraction:{S}` over the subsets of {1, ..., m}, where nothing but periods
//! is asked. The rows are those that the games would have one by one, and come in the same order.

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

/// All games are solved at once if there are not fewer of them than one in so many sets.
const SPARSE: u128 = 16;

/// The figures of all sets.
pub(super) struct Bulk {
    subsets: Subsets,
    max: u64,
}

impl Bulk {
    /// The figures, if the sweep is one whose games can be solved at once, and they fit the memory.
    ///
    /// # Errors
    /// As for [`Subsets::solve`].
    pub fn of(sweep: &Sweep, control: &Control<'_>) -> Result<Option<Self>, Error> {
        let Some((most, max)) = Self::is_for(sweep) else { return Ok(None) };
        let subsets = Subsets::solve(most, max, control)?;
        Ok(Some(Self { subsets, max }))
    }

    /// The largest element and the range, if the sweep is one whose games can be solved at once, and they fit the memory.
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

    /// The range of every game.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// What is found out about a set; none if the range does not reach the end of the proof.
    pub fn found(&self, data: &[Datum]) -> Option<Found> {
        let [Datum::Set(set)] = data else { return None };
        let bits = set.iter().fold(0u32, |bits, &element| bits | 1 << (element - 1));
        let largest = set.last()?.unsigned_abs();
        let Figures { returned, max_value, zeros } = self.subsets.figures(bits)?;
        let claim = returned.claim(largest).filter(|claim| claim.checked_to <= self.max)?;
        let record = period_line(Some(&claim), self.max);
        Some(Found { record, max_value: Some(max_value.into()), zeros, ..Found::default() })
    }

    /// What all sets come to, if they are all subsets of {1, ..., m}, no cell of the table and no conjecture is asked for, and the range reaches to the end of
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
