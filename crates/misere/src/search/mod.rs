//! The search for the misère quotient of the heaps 0, 1, ..., n, one heap more at a time (`docs/theorems.md`, "Misère
//! play").
//!
//! Idea: let Q be the quotient of the heaps below n. If the quotient does not grow with heap n, its value is the only
//! element with the right row of outcomes, and it is right if no lost sum is reached (`reach.rs`). If it grows, the
//! candidate is Q times a small cyclic monoid for the new heap. Outcomes are marked in the order of least words, equal
//! elements are merged, and the result is checked. If it is wrong, the least sum whose outcome is wrong is known, and
//! some heaps of this sum get cycles of their own. All sums below are right, and they become more and more. Cost: the
//! table of products and the pairs of elements, |Q|^2, for each round. Memory: 4 |Q|^2 bytes and the candidate.

pub(crate) mod budget;
pub(crate) mod candidate;
pub(crate) mod found;
mod period;
mod reach;
mod splits;

pub use budget::{Limits, Why};
pub use found::{End, Found};

use crate::bits::Bits;
use crate::quotient::Quotient;
use crate::word::Word;
use budget::{Budget, Ended, give_up};
use candidate::{Candidate, Cycle, Pairs, Values};
use foldhash::fast::RandomState;
use found::FailedCandidate;
use grundy_core::claim::Heaps;
use grundy_core::control::Control;
use grundy_core::error::Error;
use num_integer::lcm;
use period::Mismatches;
use reach::{Reached, Type, deficiency, first_common, wins};
use splits::Splits;
use std::collections::{BTreeMap, HashMap};

/// Finds the quotient of the heaps up to `last`, or up to the heap that proves a period, or to the limits.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the work.
pub fn search(heaps: &dyn Heaps, last: Option<u64>, limits: Limits, control: &Control<'_>) -> Result<Found, Error> {
    let mut search = Search::new(heaps, limits, control);
    let end = loop {
        if let Some(end) = search.end(last) {
            break end;
        }
        match search.next() {
            Ok(()) => {}
            Err(Ended::Cancelled(error)) => return Err(error),
            Err(Ended::GaveUp(why)) => {
                let gave_up = End::GaveUp { why, fails: std::mem::take(&mut search.fails) };
                break search.period(true).unwrap_or(gave_up);
            }
        }
    };
    let Search { quotient, values, growth, candidate, .. } = search;
    Ok(Found { quotient, phi: values.phi, growth, end, candidate })
}

struct Search<'s> {
    heaps: &'s dyn Heaps,
    budget: Budget<'s>,
    quotient: Quotient,
    values: Values,
    growth: Vec<(u32, usize)>,
    mismatches: Mismatches,
    /// The transitions of the least words of all elements.
    moves: Vec<Vec<u16>>,
    /// The types of the heaps: only those whose deficiency is maximal among the heaps of the same value.
    types: Vec<Type>,
    /// A heap for each set of targets, and the element with each row of outcomes.
    by_targets: HashMap<Vec<u16>, u32, RandomState>,
    by_row: HashMap<Vec<u64>, u16, RandomState>,
    reached: Reached,
    splits: Splits,
    pairs: Pairs,
    /// The sums at which the candidates for the last heap failed.
    fails: Vec<Word>,
    /// The last candidate that failed, after the search gave up.
    candidate: Option<FailedCandidate>,
    /// Periods of heaps that candidates must allow, since failing sums grow by copies of the heap.
    periods: BTreeMap<u32, u32>,
}

impl<'s> Search<'s> {
    fn new(heaps: &'s dyn Heaps, limits: Limits, control: &'s Control<'_>) -> Self {
        let quotient = Quotient::trivial();
        let mut search = Self {
            heaps,
            budget: Budget::new(limits, control),
            reached: Reached::start(&quotient),
            splits: Splits::default(),
            pairs: Pairs::default(),
            quotient,
            values: Values { phi: vec![0], targets: vec![Vec::new()] },
            growth: Vec::new(),
            mismatches: Mismatches::default(),
            moves: vec![Vec::new()],
            types: Vec::new(),
            by_targets: HashMap::default(),
            by_row: HashMap::default(),
            fails: Vec::new(),
            candidate: None,
            periods: BTreeMap::new(),
        };
        search.index();
        search
    }

    /// Whether the search is over.
    fn end(&mut self, last: Option<u64>) -> Option<End> {
        let next = self.values.phi.len() as u64;
        let is_last = last.is_some_and(|last| next > last) || next > u64::from(u32::MAX);
        if let Some(proved) = self.period(is_last) {
            return Some(proved);
        }
        if self.heaps.count().is_some_and(|count| next >= count) {
            return Some(End::Whole);
        }
        is_last.then_some(End::Last)
    }

    /// A period that the known heaps prove.
    fn period(&mut self, is_end: bool) -> Option<End> {
        let extent = self.heaps.extent()?;
        let (preperiod, period) = self.mismatches.proved(&self.values.phi, extent, is_end)?;
        Some(End::Period { preperiod, period })
    }

    /// The quotient with one heap more. If that fails, the search stays as it was, but notes the last candidate.
    fn next(&mut self) -> Result<(), Ended> {
        let heap = self.values.phi.len() as u32;
        let fits = self.conservative(heap);
        if let Ok(true) = fits {
            self.mismatches.push(&self.values.phi);
            return Ok(());
        }
        let before = (self.quotient.clone(), self.values.clone());
        match fits.and_then(|_| self.extend(heap)) {
            Ok(()) => {
                self.growth.push((heap, self.quotient.order));
                self.mismatches = Mismatches::of(&self.values.phi);
                Ok(())
            }
            Err(ended) => {
                let quotient = std::mem::replace(&mut self.quotient, before.0);
                let values = std::mem::replace(&mut self.values, before.1);
                self.candidate = Some(FailedCandidate { quotient, phi: values.phi });
                self.values.phi.truncate(heap as usize);
                self.values.targets.truncate(heap as usize);
                Err(ended)
            }
        }
    }

    /// Gives a heap a value in the quotient as it is, if that is right.
    fn conservative(&mut self, heap: u32) -> Result<bool, Ended> {
        self.values.phi.push(0);
        let targets = self.targets(heap);
        self.values.targets.push(Vec::new());
        self.values.targets[heap as usize] = targets?;
        Ok(self.values.targets[heap as usize].is_empty() || self.fits(heap)?)
    }

    /// The values of the options of a heap; none if it has no option.
    fn targets(&mut self, heap: u32) -> Result<Vec<u16>, Ended> {
        let (quotient, phi) = (&self.quotient, &self.values.phi);
        let mut targets = Bits::none(quotient.order);
        let mut looked = 1;
        match self.heaps.remains(heap.into()) {
            Some(remains) => looked += self.splits.targets(quotient, phi, &remains, &mut targets),
            None => self.heaps.options(heap.into(), &mut |parts| {
                looked += parts.len();
                targets.set(parts.iter().fold(0, |sum, &part| quotient.product(sum, phi[part as usize])).into());
            }),
        }
        self.budget.take(looked)?;
        Ok(targets.iter().map(|value| value as u16).collect())
    }

    /// Gives a heap its value in the quotient, if the quotient need not grow.
    fn fits(&mut self, heap: u32) -> Result<bool, Ended> {
        let targets = self.values.targets[heap as usize].clone();
        if let Some(&equal) = self.by_targets.get(&targets) {
            self.values.phi[heap as usize] = self.values.phi[equal as usize];
            return Ok(true);
        }
        // What the heap's row must be: element by element, from the least words of the rest.
        let wins = wins(&self.quotient, &targets);
        let mut row = Bits::none(self.quotient.order);
        let mut looked = 0;
        for z in 0..self.quotient.order {
            if !wins.has(z) {
                looked += self.moves[z].len();
                if !self.moves[z].iter().any(|&next| row.has(next.into())) {
                    row.set(z);
                }
            }
        }
        self.budget.take(looked)?;
        let Some(&value) = self.by_row.get(&row.0) else { return Ok(false) };
        self.values.phi[heap as usize] = value;
        let kept = self.types.len();
        self.add_type(heap, &wins);
        let Some(new) = self.types.get(kept).cloned() else { return Ok(true) };
        self.reached.add(&self.quotient, &new, u32::MAX, &mut self.budget)
    }

    /// Notes the type of a heap, unless it is known, or a heap of the same value has a larger deficiency.
    fn add_type(&mut self, heap: u32, wins: &Bits) {
        let value = self.values.phi[heap as usize];
        self.by_targets.entry(self.values.targets[heap as usize].clone()).or_insert(heap);
        let deficiency = deficiency(&self.quotient, value, wins);
        let is_known = |known: &Type| known.value == value && deficiency.is_subset(&known.deficiency);
        if !deficiency.is_empty() && !self.types.iter().any(is_known) {
            self.types.push(Type { heap, value, deficiency });
        }
    }

    /// Everything that depends on the quotient, after a change.
    fn index(&mut self) {
        self.by_row = (0..self.quotient.order).map(|x| (self.quotient.rows.row(x).to_vec(), x as u16)).collect();
        self.by_targets.clear();
        self.types.clear();
        for heap in 0..self.values.phi.len() as u32 {
            let targets = &self.values.targets[heap as usize];
            // A candidate that is not checked yet may give heaps with the same targets different values.
            let has_equal = self
                .by_targets
                .get(targets)
                .is_some_and(|&equal| self.values.phi[equal as usize] == self.values.phi[heap as usize]);
            if !targets.is_empty() && !has_equal {
                let wins = wins(&self.quotient, targets);
                self.add_type(heap, &wins);
            }
        }
    }

    /// A larger quotient, with the heap as a new generator.
    fn extend(&mut self, heap: u32) -> Result<(), Ended> {
        self.fails.clear();
        // The heap has the identity as its only target until its cycle exists.
        self.values.phi[heap as usize] = 0;
        let new = Cycle { heap, index: 2, period: 2 };
        let candidate = self.candidate(&[new], &Word::default().with(heap))?;
        self.take(candidate)?;
        let mut growing: Vec<Word> = Vec::new();
        while let Some(fail) = self.verify()? {
            growing.push(fail.clone());
            self.fails.push(fail.clone());
            self.watch(&mut growing)?;
            self.refine(&fail)?;
        }
        self.find_moves();
        Ok(())
    }

    fn candidate(&mut self, cycles: &[Cycle], free: &Word) -> Result<Candidate, Ended> {
        Candidate::new(self.heaps, &self.quotient, &self.values, cycles, free, &mut self.budget)
    }

    /// Reduces a candidate and goes on with it.
    fn take(&mut self, candidate: Candidate) -> Result<(), Ended> {
        (self.quotient, self.values.phi) = candidate.reduced(&mut self.pairs, &mut self.budget)?;
        self.splits = Splits::default();
        for heap in 0..self.values.phi.len() {
            if !self.values.targets[heap].is_empty() {
                self.values.targets[heap] = self.targets(heap as u32)?;
            }
        }
        self.index();
        Ok(())
    }

    /// The least sum whose outcome is wrong; `None` if the quotient is right.
    fn verify(&mut self) -> Result<Option<Word>, Ended> {
        let mut least: Option<Word> = None;
        // A move from P to P. Heaps with the same targets and different values are looked at, too.
        let mut seen: HashMap<(u16, &[u16]), (), RandomState> = HashMap::default();
        for (heap, targets) in self.values.targets.iter().enumerate().filter(|(_, targets)| !targets.is_empty()) {
            let value = self.values.phi[heap];
            if seen.insert((value, targets), ()).is_some() {
                continue;
            }
            let wins = wins(&self.quotient, targets);
            if let Some(z) = first_common(&wins.0, self.quotient.rows.row(value.into())) {
                let word = self.quotient.word(z as u16).with(heap as u32);
                if least.as_ref().is_none_or(|least| word < *least) {
                    least = Some(word);
                }
            }
        }
        // A sum without a winning move that is not in P, if there is one below.
        let (top, copies) = least.as_ref().map_or((u32::MAX, 0), |least| least.parts()[0]);
        self.reached = Reached::start(&self.quotient);
        for new in self.types.iter().filter(|new| new.heap <= top) {
            let most = if new.heap == top { copies } else { u32::MAX };
            if !self.reached.add(&self.quotient, new, most, &mut self.budget)? {
                let word = self.reached.failing(&self.quotient);
                return Ok(Some(least.map_or(word.clone(), |least| least.min(word))));
            }
        }
        Ok(least)
    }

    /// Gives some heaps of a sum cycles of their own, such that its claim changes: as few heaps as possible.
    fn refine(&mut self, fail: &Word) -> Result<(), Ended> {
        let claimed = {
            let heaps = fail.parts().iter().flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
            let value = heaps.fold(0, |sum, heap| self.quotient.product(sum, self.values.phi[heap as usize]));
            self.quotient.is_p(value)
        };
        let mut parts = fail.parts().to_vec();
        parts.reverse();
        for more in 0..2 {
            for size in 1..=parts.len() {
                for chosen in subsets(parts.len(), size) {
                    let cycles: Vec<Cycle> =
                        chosen.iter().map(|&place| self.cycle(parts[place].0, parts[place].1, more)).collect();
                    let candidate = self.candidate(&cycles, fail)?;
                    if candidate.is_p(fail) != claimed {
                        return self.take(candidate);
                    }
                }
            }
        }
        give_up(Why::NoCandidate)
    }

    /// The cycle of a heap that occurs in a failing sum.
    fn cycle(&self, heap: u32, count: u32, more: u32) -> Cycle {
        let (index, period) = self.quotient.index_and_period(self.values.phi[heap as usize]);
        let even = if period % 2 == 0 { period } else { 2 * period };
        let period = self.periods.get(&heap).map_or(even, |&wanted| lcm(even, wanted));
        Cycle { heap, index: index.max(count - 1 + more), period }
    }

    /// Looks for failing sums that grow by the same sum again and again: by copies of one heap, which may have a longer
    /// period; or by several heaps, a sign of an infinite quotient.
    fn watch(&mut self, fails: &mut Vec<Word>) -> Result<(), Ended> {
        let Some(grown) = growing(fails) else { return Ok(()) };
        if let &[(heap, count)] = grown.parts() {
            let least = lcm(2, count);
            match self.periods.get_mut(&heap) {
                Some(period) if *period >= LONGEST_PERIOD => {}
                Some(period) => {
                    *period *= 2;
                    fails.clear();
                    return Ok(());
                }
                None => {
                    self.periods.insert(heap, least);
                    fails.clear();
                    return Ok(());
                }
            }
        }
        give_up(Why::Growing(grown))
    }

    /// The transitions of the least words.
    fn find_moves(&mut self) {
        let quotient = &self.quotient;
        let mut moves: Vec<Vec<u16>> = vec![Vec::new(); quotient.order];
        for x in 1..quotient.order {
            let (below, heap) = quotient.tree[x];
            let value = self.values.phi[heap as usize];
            let mut targets = Bits::none(quotient.order);
            moves[usize::from(below)].iter().for_each(|&next| targets.set(quotient.product(next, value).into()));
            self.values.targets[heap as usize]
                .iter()
                .for_each(|&next| targets.set(quotient.product(below, next).into()));
            moves[x] = targets.iter().map(|next| next as u16).collect();
        }
        self.moves = moves;
    }
}

/// The longest period of a heap that candidates are given.
const LONGEST_PERIOD: u32 = 64;

/// The sum by which failing sums grow, if they do so four times in a row: each, or each of `q` of them in turn.
fn growing(fails: &[Word]) -> Option<Word> {
    let step = |at: usize, q: usize| fails[at].minus(&fails[at - q]).filter(|step| !step.parts().is_empty());
    let last = fails.len().checked_sub(1)?;
    (1..=24).take_while(|q| 5 * q <= fails.len()).find_map(|q| {
        let repeats = |turn: usize| {
            let first = step(last - turn, q)?;
            (1..4).all(|times| step(last - turn - times * q, q).as_ref() == Some(&first)).then_some(first)
        };
        let first = repeats(0)?;
        (1..q).all(|turn| repeats(turn).is_some()).then_some(first)
    })
}

/// All sets of `size` of the numbers below `count`. Those with large numbers come first.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let Some(top) = count.checked_sub(1) else { return if size == 0 { vec![Vec::new()] } else { Vec::new() } };
    let mut all = Vec::new();
    if size > 0 {
        let with = subsets(top, size - 1).into_iter().map(|mut set| {
            set.push(top);
            set
        });
        all.extend(with);
    }
    all.extend(subsets(top, size));
    all
}
