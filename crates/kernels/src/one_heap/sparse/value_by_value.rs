//! The form for the beginning, where rare values are frequent: each value is settled before the next one, so that
//! none is computed in vain.
//!
//! Idea: 256 positions at a time, planes (`planes.rs`) gather the options from pairs with shifts of at least 256, and
//! the rare values that some witnesses exclude. Then, position by position, the small shifts and the rare positions
//! of the same block are added. Rare values below the first missing common one that no witness excluded go to the
//! exact search. Cost: a load and an OR for 32 positions, for each plane and each pair or witness; a mark for each
//! small pair; a few dozen comparisons of 64 splits. Memory: for each position from 0 on two bytes and one byte per
//! plane, and as much room again for later positions.

use crate::one_heap::sparse::exact::mex::{OptionFound, undecided};
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::judge::SplitVerdict;
use crate::one_heap::sparse::pipeline::{FastForm, FormPace, HandOn};
use crate::one_heap::sparse::wide::lookback::Lookback;
use crate::one_heap::sparse::wide::planes::{BLOCK, NONE, PLANES, Sets, Union, gather_all};
use crate::shared::width::Width;
use grundy_core::error::Error;
use grundy_core::stream::Flow;

/// The number of rare positions from which gathering beats single marks.
const LEAST_RARES: usize = 64;

/// What the form knows about the current block.
pub(crate) struct ValueByValue {
    last: Lookback,
    witnesses: Union,
    /// The largest witness.
    farthest: u64,
    /// The common values of options, by planes, with room for marks beyond the planes.
    options: Vec<Sets>,
    /// The rare values that witnesses exclude, by planes.
    excluded: Vec<Sets>,
    /// The pairs of the rare positions of the block.
    fresh: Vec<(u64, u32)>,
    /// How many positions of the block are settled.
    done: usize,
    /// How many values there were when the form was made.
    made: u64,
}

/// Whether the form has room and would be faster than the exact search.
pub(crate) fn pays<C: Width>(facts: &Facts, record: &Record<C>) -> bool {
    let (n, reach) = (record.len(), BLOCK as u64 + facts.moves.last);
    let room = count(facts, record) <= PLANES && facts.moves.last < BLOCK as u64 && n + reach <= facts.near;
    room && facts.rares.len() >= LEAST_RARES
}

/// The number of planes. They hold only values that `Facts::largest` allows for.
fn count<C: Width>(facts: &Facts, record: &Record<C>) -> usize {
    match facts.lanes(record) {
        lanes @ ..=64 => lanes as usize / 8,
        _ => facts.planes(record) as usize,
    }
}

impl ValueByValue {
    /// The form from the next position of the record on, if it pays. This is tested again, because the distance up to
    /// which pairs are near may have changed since it was last tested.
    pub fn new<C: Width>(facts: &Facts, record: &Record<C>) -> Option<Self> {
        pays(facts, record).then(|| Self::within(facts, record, 0, count(facts, record), record.len()))
    }

    /// The form for a block whose first `done` positions are in the record, as it was made after `made` values.
    pub fn within<C: Width>(facts: &Facts, record: &Record<C>, done: usize, count: usize, made: u64) -> Self {
        let from = record.len().saturating_sub(done as u64);
        // This leaves room for all values until there are twice as many.
        let last = Lookback::new(&facts.pairs(), count, from + 4 * BLOCK as u64, &facts.before(record, from));
        let witness = |&(a, k): &(u64, u64)| facts.short(record, a).map(|v| (a + k, v));
        let chosen = facts.first_witnesses(record, made, count);
        let farthest = chosen.iter().map(|&(a, _)| a).max().unwrap_or(0);
        let witnesses = Union::new(&chosen.iter().filter_map(witness).collect::<Vec<_>>());
        let (options, excluded) = (vec![[0; BLOCK]; 2 * PLANES + 1], vec![[0; BLOCK]; count]);
        let mut form = Self { last, witnesses, farthest, options, excluded, fresh: Vec::new(), done, made };
        form.gather();
        let settled = facts.before(record, from + done as u64);
        (0..done).for_each(|i| form.last.put(i, settled(done - i)));
        form
    }

    /// Gathers for the block that begins.
    fn gather(&mut self) {
        let planes = &self.last.planes;
        self.options.fill([0; BLOCK]);
        self.excluded.fill([0; BLOCK]);
        gather_all(planes, &self.last.large, &mut self.options[..planes.count]);
        gather_all(planes, &self.witnesses, &mut self.excluded);
    }

    /// Begins the block of n. Returns whether there was room.
    fn begin(&mut self, n: u64) -> bool {
        self.last.planes.next += BLOCK;
        if n >= 2 * self.made || !self.last.planes.reach(n as usize + BLOCK) {
            return false;
        }
        self.last.make_room();
        self.fresh.drain(..).for_each(|(s, v)| self.last.large.add(s, v));
        self.done = 0;
        self.gather();
        true
    }

    /// Settles positions up to the end of the block, up to a rare value, or `most` of them.
    fn settle<C: Width>(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
    ) -> Result<SplitVerdict, Error> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        for i in self.done..BLOCK.min(self.done.saturating_add(most)) {
            let n = record.len();
            let Some(h) = self.first_missing(facts, n, i) else { return Ok(SplitVerdict::Full) };
            if let Some(value) = self.rare_value(facts, record, h, i)? {
                return Ok(SplitVerdict::Rare(value));
            }
            self.last.put(i, h);
            self.done = i + 1;
            facts.note(n, self.farthest);
            record.push(C::of(facts.classes.common_value(n, h.into())));
        }
        Ok(SplitVerdict::Fine)
    }

    /// The first common value, compressed, that no option has.
    fn first_missing(&mut self, facts: &Facts, n: u64, i: usize) -> Option<u16> {
        let Self { last, options, fresh, .. } = self;
        last.mark_small(i, options);
        fresh.iter().filter(|&&(s, _)| s < n).for_each(|&(s, v)| last.mark(i, s as usize, v as u16, options));
        for &(_, short) in facts.extras.iter().filter(|&&(position, _)| position == n) {
            if let Some(sets) = options.get_mut(short as usize >> 3) {
                sets[i] |= 1 << (short & 7);
            }
        }
        let free = options[..last.planes.count].iter().position(|sets| sets[i] != u8::MAX)?;
        Some((free as u16) << 3 | options[free][i].trailing_ones() as u16)
    }

    /// The least rare value below h that no option has.
    fn rare_value<C: Width>(
        &self,
        facts: &mut Facts,
        record: &Record<C>,
        h: u16,
        i: usize,
    ) -> Result<Option<u32>, Error> {
        let n = record.len();
        let bound = facts.classes.rares_below(n, h.into());
        for eight in 0..bound.div_ceil(8) {
            let bits = (bound - 8 * eight).min(8);
            let mut open = ((1u32 << bits) - 1) as u8;
            open &= self.excluded.get(eight as usize).map_or(u8::MAX, |sets| !sets[i]);
            while open != 0 {
                let value = facts.classes.rare_value(n, 8 * eight + open.trailing_zeros());
                open &= open - 1;
                match record.find(&facts.moves, n, value) {
                    OptionFound::Part(part) => facts.note(n, part),
                    OptionFound::None => return Ok(Some(value)),
                    OptionFound::Unknown => return Err(undecided(n)),
                }
            }
        }
        Ok(None)
    }
}

impl<C: Width> FastForm<C> for ValueByValue {
    fn name(&self) -> String {
        "planes of bytes, value by value".to_string()
    }

    fn pace(&self) -> FormPace {
        FormPace::ValueByValue { done: self.done.min(BLOCK), planes: self.last.planes.count, made: self.made }
    }

    fn set_pace(&mut self, _: FormPace) {}

    fn yields(&self) -> bool {
        self.done == BLOCK
    }

    fn go_on(&mut self, facts: &Facts, _: &Record<C>) -> bool {
        self.last.put(self.done, NONE);
        self.fresh.extend(facts.last_pairs());
        self.done += 1;
        true
    }

    fn advance(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
        hand_on: &mut HandOn<'_, C>,
    ) -> Result<(SplitVerdict, Flow), Error> {
        if self.done == BLOCK && !self.begin(record.len()) {
            // With the same number of planes: where a run was stopped must not influence when a value has no room.
            *self = Self::within(facts, record, 0, self.last.planes.count, record.len());
        }
        let verdict = self.settle(facts, record, most)?;
        Ok((verdict, hand_on(facts, record)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::{by_search, explored};

    /// Records a value that is rare or has no room, as a run does. Returns whether the form continues.
    fn settle(form: &mut ValueByValue, facts: &mut Facts, record: &mut Record<u8>, verdict: SplitVerdict) -> bool {
        let n = record.len();
        let value = match verdict {
            SplitVerdict::Fine => return true,
            SplitVerdict::Rare(value) => value,
            SplitVerdict::Full => record.next(&facts.moves.clone(), None).unwrap().0,
        };
        let classes = facts.classes;
        if classes.is_rare(n, value) {
            facts.take_up(n, value, record.largest());
        }
        record.push(value as u8);
        verdict != SplitVerdict::Full && facts.classes == classes && form.go_on(facts, record)
    }

    /// Goes to the end of a range. Returns how many rare values were found, and how often the form was made anew.
    fn go(facts: &mut Facts, record: &mut Record<u8>, upto: u64, most: u64) -> (usize, usize) {
        let (mut form, before) = (ValueByValue::new(facts, record).expect("many rare values"), facts.rares.len());
        let mut full = 0;
        while record.len() < upto {
            let (verdict, _) = form.advance(facts, record, most, &mut |_, _| Ok(Flow::Continue)).unwrap();
            if !settle(&mut form, facts, record, verdict) {
                form = ValueByValue::new(facts, record).unwrap();
                full += 1;
            }
        }
        (facts.rares.len() - before, full)
    }

    #[test]
    fn values_are_those_of_the_exact_search() {
        for (code, known, most) in [("0.6", 800, u64::MAX), ("0.6", 801, 37), ("0.3437", 900, 300), ("0.172", 900, 1)] {
            let (mut facts, mut record) = explored(code, known);
            let truth = by_search(&facts.moves, known + 1500);
            let (rares, full) = go(&mut facts, &mut record, known + 1000, most);
            assert!(rares > 10 && full < 10, "{code}: {rares} rare values, {full} forms made anew");
            for n in known..record.len() {
                assert_eq!(record.get(n), truth.get(n), "{code} at {n}");
            }
            let listed = facts.rares.iter().map(|&(n, _)| n);
            let expected = (1..record.len()).filter(|&n| facts.classes.is_rare(n, truth.get(n).unwrap().into()));
            assert!(listed.eq(expected), "{code}");
        }
    }

    #[test]
    fn a_form_within_a_block_goes_on_as_one_that_began_it() {
        let (mut facts, mut record) = explored("0.6", 2000);
        let mut form = ValueByValue::new(&facts, &record).unwrap();
        let mut hand_on = |_: &Facts, _: &Record<u8>| Ok(Flow::Continue);
        while form.done < 100 {
            let (verdict, _) = form.advance(&mut facts, &mut record, 13, &mut hand_on).unwrap();
            assert!(settle(&mut form, &mut facts, &mut record, verdict), "a form with room");
        }
        let FormPace::ValueByValue { done, planes, made } = <ValueByValue as FastForm<u8>>::pace(&form) else {
            panic!()
        };
        let mut again = ValueByValue::within(&facts, &record, done, planes, made);
        for i in done..BLOCK {
            let n = record.len() + (i - done) as u64;
            let expected = form.first_missing(&facts, n, i);
            assert_eq!(again.first_missing(&facts, n, i), expected, "position {i} of the block");
            [&mut form, &mut again].into_iter().for_each(|form| form.last.put(i, expected.unwrap()));
        }
    }
}
