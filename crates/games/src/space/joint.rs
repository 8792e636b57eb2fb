//! Games played at the same time: a [`Joining`] says in which of them a player may move, and when the play ends.
//!
//! A position consists of a position of each component. Its rank combines the ranks of these like the digits
//! of a number, the last component being the lowest digit. Its stratum is the sum of their strata. So no
//! search is needed. As in a box, a slot of a stratum stands for the positions of all components but the
//! last, and for a slot in that stratum of the last component which gives the right sum.

use super::bag::{Component, distinct};
use super::joining::{Moves, each_option};
use super::layout::{NOTHING, components, in_brackets};
use super::limits::check_memory;
use super::sought::{NoSpot, Sought, dimensions};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Joined, Joining, Rank, Rows, Ruleset, Setup, Shape, Spot, Visit};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

struct ComponentPart {
    ruleset: Box<dyn Ruleset>,
    strata: Vec<u32>,
    /// For s = 0, 1, ...: the least rank whose stratum is at least s.
    first_from: Vec<Rank>,
    /// A position without moves, which also represents what is left after a move to the empty sum, and what has been
    /// ended.
    gone: Rank,
    /// The maximum number of slots of a stratum.
    slots: u64,
}

/// Games played at the same time.
pub struct Joint {
    joining: Joining,
    parts: Vec<Arc<ComponentPart>>,
    rows: Rows,
    /// The position asked for, if there is only one.
    start: Option<Rank>,
    positions: u64,
}

impl ComponentPart {
    fn new(ruleset: Box<dyn Ruleset>, setup: Setup<'_>) -> Result<Self, Error> {
        if ruleset.splits() {
            return Err(Error::Usage("games played at the same time need moves that do not split".to_string()));
        }
        let positions = ruleset.positions();
        // Two lists, with one additional position.
        check_memory("the positions of a component", Bytes(16 * (u128::from(positions) + 1)), setup.memory)?;
        let mut strata = vec![0; positions as usize];
        let (mut slots, mut gone) = (0, None);
        for stratum in 0..ruleset.strata() {
            setup.control.check()?;
            slots = slots.max(ruleset.slots(stratum));
            for rank in (0..ruleset.slots(stratum)).filter_map(|slot| ruleset.slot(stratum, slot)) {
                strata[rank as usize] = stratum as u32;
                if stratum == 0 && gone.is_none() && !has_moves(&*ruleset, rank) {
                    gone = Some(rank);
                }
            }
        }
        // If every position has a move, e.g. to the empty sum, the empty sum becomes an additional position:
        // the last one in stratum 0.
        if gone.is_none() {
            strata.push(0);
            slots = slots.max(slots_of(&*ruleset, 0) + 1);
        }
        let first_from = first_from(&strata);
        Ok(Self { gone: gone.unwrap_or(positions), ruleset, strata, first_from, slots })
    }

    fn positions(&self) -> u64 {
        self.strata.len() as u64
    }

    fn highest(&self) -> u64 {
        self.first_from.len() as u64 - 1
    }

    /// Whether a rank is that of the additional position, which the ruleset of the component does not contain.
    fn is_extra(&self, rank: Rank) -> bool {
        rank >= self.ruleset.positions()
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        let slots = slots_of(&*self.ruleset, stratum);
        if slot < slots {
            return self.ruleset.slot(stratum, slot);
        }
        (stratum == 0 && slot == slots && self.is_extra(self.gone)).then_some(self.gone)
    }

    /// The positions that moves lead to, each once.
    fn options(&self, rank: Rank) -> Moves {
        let mut options = Moves::new();
        if !self.is_extra(rank) {
            self.ruleset.each_option(rank, &mut |entries| options.push(entries.first().copied().unwrap_or(self.gone)));
            options.sort_unstable();
            options.dedup();
        }
        options
    }

    fn show(&self, rank: Rank) -> String {
        if self.is_extra(rank) { NOTHING.to_string() } else { in_brackets(self.ruleset.show(rank)) }
    }
}

fn first_label(shape: &Shape) -> String {
    shape.firsts().iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn slots_of(ruleset: &dyn Ruleset, stratum: u64) -> u64 {
    if stratum < ruleset.strata() { ruleset.slots(stratum) } else { 0 }
}

fn has_moves(ruleset: &dyn Ruleset, rank: Rank) -> bool {
    ruleset.options(rank, &mut |_| ControlFlow::Break(())).is_break()
}

/// For s = 0, 1, ..., the highest stratum: the least rank whose stratum is at least s.
fn first_from(strata: &[u32]) -> Vec<Rank> {
    let mut first_from: Vec<Rank> = Vec::new();
    for (rank, &stratum) in (0..).zip(strata) {
        while first_from.len() <= stratum as usize {
            first_from.push(rank);
        }
    }
    first_from
}

impl Joint {
    fn new(joining: Joining, parts: Vec<Arc<ComponentPart>>, rows: Rows, setup: Setup<'_>) -> Result<Self, Error> {
        let positions = parts.iter().fold(1u128, |product, part| product.saturating_mul(u128::from(part.positions())));
        // Ranks have 63 bits.
        if positions >> 63 > 0 {
            check_memory("the positions of all components", Bytes::packed(positions, 1), setup.memory)?;
        }
        let positions = u64::try_from(positions).unwrap_or(u64::MAX);
        Ok(Self { joining, parts, rows, start: None, positions })
    }

    /// The compound of games over a box, whose coordinates are those of the games, one game after the other.
    pub(crate) fn of_games<G: Component>(
        joining: Joining,
        games: &[Arc<G>],
        rows: Rows,
        setup: Setup<'_>,
    ) -> Result<Box<dyn Ruleset>, Error> {
        let max = rows.end() - 1;
        let (part_of, parts) = distinct(games);
        let part = |game: &&G| Ok(Arc::new(ComponentPart::new(game.over(game.shape().rows(max), setup)?, setup)?));
        let parts = parts.iter().map(part).collect::<Result<Vec<_>, Error>>()?;
        let parts = part_of.into_iter().map(|part| parts[part].clone()).collect();
        Ok(Box::new(Self::new(joining, parts, rows, setup)?))
    }

    /// Reads a position of a compound, which is written like one of a sum.
    pub(crate) fn at<G: Component>(joining: Joining, games: &[Arc<G>], text: &str, setup: Setup<'_>) -> Sought {
        let coordinates = dimensions(games.iter().map(|game| game.shape()));
        let texts = components(text, &coordinates).map_err(NoSpot::Unread)?;
        let (mut parts, mut ranks) = (Vec::new(), Vec::new());
        for (game, text) in games.iter().zip(texts) {
            // `nothing` can be reached from any position, so any label gives a suitable ruleset.
            let is_gone = text.trim() == NOTHING;
            let spot = if is_gone { game.at(&first_label(game.shape()), setup)? } else { game.at(text, setup)? };
            let part = ComponentPart::new(spot.ruleset, setup)?;
            ranks.push(if is_gone { part.gone } else { spot.rank });
            parts.push(Arc::new(part));
        }
        let one = Rows::named(vec![text.to_string()].into());
        let mut compound = Self::new(joining, parts, one, setup)?;
        let rank = compound.rank(ranks);
        compound.start = Some(rank);
        Ok(Spot { ruleset: Box::new(compound), rank })
    }

    fn rank(&self, ranks: impl IntoIterator<Item = Rank>) -> Rank {
        self.parts.iter().zip(ranks).fold(0, |rank, (part, digit)| rank * part.positions() + digit)
    }

    fn digits(&self, rank: Rank) -> SmallVec<[Rank; 8]> {
        let mut rest = rank;
        let mut digits: SmallVec<[Rank; 8]> = SmallVec::from_elem(0, self.parts.len());
        for (digit, part) in digits.iter_mut().zip(&self.parts).rev() {
            *digit = rest % part.positions();
            rest /= part.positions();
        }
        digits
    }

    fn highest(&self) -> u64 {
        self.parts.iter().map(|part| part.highest()).sum()
    }

    fn last(&self) -> &ComponentPart {
        // A compound has at least two components.
        &self.parts[self.parts.len() - 1]
    }
}

impl Ruleset for Joint {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Ranks are computed, but who asks for all positions needs memory for them.
    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        let bytes = Bytes::packed(self.positions.into(), 1);
        check_memory("the positions of all components", bytes, setup.memory)
    }

    fn asked(&self, row: u64) -> Rank {
        let mut rest = row;
        let mut ranks: SmallVec<[Rank; 8]> = SmallVec::from_elem(0, self.parts.len());
        for (rank, part) in ranks.iter_mut().zip(&self.parts).rev().filter(|_| self.start.is_none()) {
            let rows = part.ruleset.rows().len();
            *rank = part.ruleset.asked(rest % rows);
            rest /= rows;
        }
        self.start.unwrap_or_else(|| self.rank(ranks))
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn strata(&self) -> u64 {
        self.highest() + 1
    }

    fn slots(&self, _: u64) -> u64 {
        self.positions / self.last().positions() * self.last().slots
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        let last = self.last();
        let (prefix, slot) = (slot / last.slots, slot % last.slots);
        let (mut rest, mut total) = (prefix, 0);
        for part in self.parts.iter().rev().skip(1) {
            total += u64::from(part.strata[(rest % part.positions()) as usize]);
            rest /= part.positions();
        }
        let rank = last.slot(stratum.checked_sub(total)?, slot)?;
        Some(prefix * last.positions() + rank)
    }

    fn settled(&self, stratum: u64) -> Rank {
        // The least position of a higher stratum: choose the components one by one, each as low as the
        // highest strata of those after it allow.
        let (mut above, mut others, mut rank) = (stratum + 1, self.highest(), 0);
        if above > others {
            return self.positions;
        }
        for part in &self.parts {
            others -= part.highest();
            let digit = part.first_from[above.saturating_sub(others) as usize];
            above = above.saturating_sub(u64::from(part.strata[digit as usize]));
            rank = rank * part.positions() + digit;
        }
        rank
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let own = self.digits(rank);
        let moves: SmallVec<[Moves; 4]> = self.parts.iter().zip(&own).map(|(part, &own)| part.options(own)).collect();
        let gone: SmallVec<[Rank; 8]> = self.parts.iter().map(|part| part.gone).collect();
        each_option(self.joining, &own, &moves, &gone, &mut |to| visit(&[self.rank(to.iter().copied())]))
    }

    fn splits(&self) -> bool {
        false
    }

    fn joined(&self) -> Option<Joined<'_>> {
        let mut parts: Vec<&Arc<ComponentPart>> = Vec::new();
        let part_of = self.parts.iter().map(|part| {
            parts.iter().position(|known| Arc::ptr_eq(known, part)).unwrap_or_else(|| {
                parts.push(part);
                parts.len() - 1
            })
        });
        let part_of = part_of.collect();
        let parts = parts.into_iter().map(|part| &*part.ruleset).collect();
        let sizes = self.parts.iter().map(|part| part.positions()).collect();
        Some(Joined { joining: self.joining, parts, part_of, sizes, has_their_rows: self.start.is_none() })
    }

    fn ranks_are_rows(&self) -> bool {
        let all_asked = |part: &Arc<ComponentPart>| part.ruleset.ranks_are_rows() && !part.is_extra(part.gone);
        self.start.is_none() && self.parts.iter().all(all_asked)
    }

    fn held(&self) -> Bytes {
        let lists = |part: &Arc<ComponentPart>| Bytes(16 * u128::from(part.positions())).plus(part.ruleset.held());
        self.parts.iter().fold(Bytes(0), |held, part| held.plus(lists(part)))
    }

    fn show(&self, rank: Rank) -> String {
        let shown = self.parts.iter().zip(self.digits(rank)).map(|(part, digit)| part.show(digit));
        shown.collect::<Vec<_>>().join(" + ")
    }
}
