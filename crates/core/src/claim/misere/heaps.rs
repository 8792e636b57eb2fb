//! Games as sums of heaps, for the theory of misère play.

use crate::ruleset::TakeAndBreak;
use crate::structure::{AllBut, Structures, Subtraction};
use std::ops::ControlFlow;

/// A game whose positions are sums of heaps. The heaps have the numbers 0, 1, 2, ...; every option of a heap is a sum
/// of heaps with smaller numbers, and heap 0 has no option. The heaps may be the positions of any game without endless
/// play, in an order in which options come first.
pub trait Heaps {
    /// Calls `visit` for every option of a heap, with the heaps of the sum. An option may be visited more than once.
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64]));

    /// The same options, if they are known as unions: all sums of some number of heaps with some number of tokens.
    fn remains(&self, _heap: u64) -> Option<Vec<Remains>> {
        None
    }

    /// The number of heaps, if it is finite.
    fn count(&self) -> Option<u64> {
        None
    }

    /// What a theorem on periods needs to know, if it applies.
    fn extent(&self) -> Option<Extent> {
        None
    }
}

/// All sums of so many heaps, none of them empty, with so many tokens in total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remains {
    /// The number of heaps, at most 3.
    pub heaps: u32,
    /// The number of tokens.
    pub tokens: u64,
}

/// How far the moves of a take-and-break code reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// s: the maximum number of heaps that a move leaves, at least 1.
    pub heaps: u64,
    /// For finite codes the place k of the last digit. Otherwise the digits repeat from place e on.
    pub last: u64,
    /// r: the period of the digits, if they repeat.
    pub repeats: Option<u64>,
}

impl Extent {
    /// M: if the values of the heaps up to M are right and have this preperiod and period, then so are those of all
    /// heaps. `None` if the theorem does not apply, or M exceeds 64 bits.
    pub fn enough(self, preperiod: u64, period: u64) -> Option<u64> {
        let known = self.heaps.checked_mul(preperiod.checked_add(period)?.checked_sub(1)?)?;
        match self.repeats {
            None => known.checked_add(self.last),
            Some(repeats) if period.is_multiple_of(repeats) => known.checked_add(self.last)?.checked_add(period - 1),
            Some(_) => None,
        }
    }
}

/// A take-and-break code whose heaps are its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeHeaps(TakeAndBreak);

/// The largest member of a set that is written as a code.
const LARGEST: u64 = 1 << 20;

impl CodeHeaps {
    /// The heaps of a game, if it is a take-and-break code, or a subtraction game, which is one.
    pub fn of(game: &Structures<'_>) -> Option<Self> {
        if let Some(code) = game.get::<TakeAndBreak>() {
            return Some(Self(code.clone()));
        }
        if let Some(Subtraction(set)) = game.get() {
            return set.last().is_none_or(|&last| last <= LARGEST).then(|| Self(TakeAndBreak::at_places(set, 3)));
        }
        let AllBut(set) = game.get()?;
        let last = set.last().copied().unwrap_or(0);
        (last <= LARGEST).then(|| Self(TakeAndBreak::without_places(set, 3)))
    }

    /// The code.
    pub fn code(&self) -> &TakeAndBreak {
        &self.0
    }
}

impl From<TakeAndBreak> for CodeHeaps {
    fn from(code: TakeAndBreak) -> Self {
        Self(code)
    }
}

impl Heaps for CodeHeaps {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let _ = self.0.options(heap, &mut |parts| {
            visit(parts);
            ControlFlow::Continue(())
        });
    }

    fn remains(&self, heap: u64) -> Option<Vec<Remains>> {
        let places = 0..=self.0.last_place().unwrap_or(heap).min(heap);
        let of_place = |place: u64| {
            let (digit, tokens) = (self.0.digit(place), heap - place);
            let fits = move |heaps: u32| {
                digit >> heaps & 1 != 0 && if heaps == 0 { tokens == 0 } else { tokens >= u64::from(heaps) }
            };
            (0..4).filter(move |&heaps| fits(heaps)).map(move |heaps| Remains { heaps, tokens })
        };
        Some(places.flat_map(of_place).collect())
    }

    fn extent(&self) -> Option<Extent> {
        let (head, tail) = self.0.digits();
        let repeats = (!tail.is_empty()).then_some(tail.len() as u64);
        // Without a tail, k is the last place of the head; with one, the digits repeat from the place after the head
        // on.
        let last = head.len() as u64 - u64::from(repeats.is_none());
        Some(Extent { heaps: self.0.most_heaps().max(1), last, repeats })
    }
}

/// The heaps of a code after the nim-heaps with 1, 2, ..., `nim` tokens: heap n of the code has the number `nim` + n.
/// With them, outcomes of sums tell the genera of the heaps.
#[derive(Debug, Clone)]
pub struct WithNim<'h> {
    /// The heaps of the code.
    pub heaps: &'h CodeHeaps,
    /// The largest nim-heap.
    pub nim: u64,
}

impl WithNim<'_> {
    /// The number of a heap of the code.
    pub fn number(&self, heap: u64) -> u64 {
        if heap == 0 { 0 } else { self.nim + heap }
    }
}

impl Heaps for WithNim<'_> {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let Some(own) = heap.checked_sub(self.nim).filter(|&own| own > 0) else {
            return (0..heap).for_each(|smaller| visit(&[smaller]));
        };
        let mut numbers = Vec::new();
        self.heaps.options(own, &mut |parts| {
            numbers.clear();
            numbers.extend(parts.iter().map(|&part| self.number(part)));
            visit(&numbers);
        });
    }

    /// The nim-heaps move all heaps of the code, and so the last one of the theorem. Where they are part of the
    /// preperiod, it is that of the code's heaps plus their number, so M is at most s (n0 + p - 1) + k plus their
    /// number.
    fn extent(&self) -> Option<Extent> {
        self.heaps.extent().map(|extent| Extent { last: extent.last + self.nim, ..extent })
    }
}

/// Heaps whose options are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedHeaps(Vec<Vec<Vec<u64>>>);

impl ListedHeaps {
    /// The options of the heaps 0, 1, 2, ....
    ///
    /// # Errors
    /// Why the lists do not fit: heap 0 must have no option, and options must be sums of heaps with smaller numbers.
    pub fn new(options: Vec<Vec<Vec<u64>>>) -> Result<Self, String> {
        if options.first().is_none_or(|options| !options.is_empty()) {
            return Err("there must be a heap 0 without options".to_owned());
        }
        for (heap, sums) in options.iter().enumerate() {
            if let Some(part) = sums.iter().flatten().find(|&&part| part >= heap as u64) {
                return Err(format!("heap {heap} has an option with heap {part}, whose number is not smaller"));
            }
        }
        Ok(Self(options))
    }

    /// The options of all heaps.
    pub fn lists(&self) -> &[Vec<Vec<u64>>] {
        &self.0
    }
}

impl Heaps for ListedHeaps {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let options = usize::try_from(heap).ok().and_then(|heap| self.0.get(heap));
        options.into_iter().flatten().for_each(|parts| visit(parts));
    }

    fn count(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_heaps_come_first() {
        let kayles = CodeHeaps::from(TakeAndBreak::parse("0.77").unwrap());
        let all = WithNim { heaps: &kayles, nim: 3 };
        let options = |heap: u64| {
            let mut options = Vec::new();
            all.options(heap, &mut |parts| options.push(parts.to_vec()));
            options.sort();
            options.dedup();
            options
        };
        assert_eq!(options(0), Vec::<Vec<u64>>::new());
        assert_eq!(options(2), [[0], [1]]);
        // Heap 4 of Kayles leaves 3, 1 + 2, 2, 1 + 1.
        assert_eq!(options(7), [vec![4, 4], vec![4, 5], vec![5], vec![6]]);
        // Kayles has M = 166 for n0 = 71 and p = 12.
        let enough = |extent: Option<Extent>, preperiod: u64| extent.unwrap().enough(preperiod, 12);
        assert_eq!(enough(kayles.extent(), 71), Some(166));
        assert!(enough(all.extent(), 74) >= Some(166 + 3));
    }
}
