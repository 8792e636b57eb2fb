//! Checking the segments of a proof by a sparse space (`grundy_core::claim::boundaries`; `docs/theorems.md`, where W
//! is U).
//!
//! Idea: the first values come from the rules. From the W values of a state, the generator alone gives V more values.
//! From there on, generator and verifier work as in a run, up to V values after the next state. Every rare value must
//! be excluded by a plain move or by a witness of the certificate. The values of the next state must be those that
//! were computed. Cost: that of a run from state to state, and of V more values. Memory: the first values, up to a
//! few million later ones, and several times W + V.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::forms::with_witnesses;
use crate::one_heap::sparse::judge::SplitVerdict;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::period::again::again;
use crate::shared::width::Width;
use grundy_core::claim::{SegmentState, Sparse, Theorem, reach};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::stream::Flow;
use grundy_core::structure::Structures;

/// How many values are kept at least, in addition to those needed for looking back.
const KEPT: usize = 1 << 20;

/// The maximum number of first values that are computed from the rules.
const MOST_FIRST: u64 = 1 << 22;

/// The maximum number of small parts that the forms use as witnesses if the sparse space has no others.
const MOST_SMALL: u64 = 64;

/// The rooms for common values that are tried, in lanes and then in planes, until one holds all values.
const LANES: [u32; 3] = [16, 32, 64];
const PLANES: [u32; 6] = [12, 16, 24, 32, 48, 64];

/// The number of values between two checks for cancellation.
const CHECKED: u64 = 1 << 12;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SegmentCheck {
    /// It holds.
    Holds,
    /// Something is wrong.
    Wrong(String),
    /// This cannot be checked here.
    Beyond(String),
}

/// Shorthand for [`SegmentCheck::Wrong`].
fn wrong<T>(what: String) -> Result<T, SegmentCheck> {
    Err(SegmentCheck::Wrong(what))
}

/// The first values of a game and its sparse space, with which every segment begins.
pub struct Base {
    facts: Facts,
    sparse: Sparse,
    /// The values of 0, ..., W + V.
    head: Vec<u16>,
    window: u64,
    farther: u64,
    theorem: Theorem,
}

impl Base {
    /// Computes the first values from the rules, and checks that their rare positions are those of the sparse space.
    ///
    /// # Errors
    /// [`Error::Interrupted`]. The inner error says what is wrong with the sparse space.
    pub fn new(
        game: &Structures<'_>,
        sparse: &Sparse,
        control: &Control<'_>,
    ) -> Result<Result<Self, SegmentCheck>, Error> {
        let space = space(game, sparse).map(|moves| (reach(sparse, moves.last), moves));
        let ((window, farther), moves) = match space {
            Ok(space) => space,
            Err(checked) => return Ok(Err(checked)),
        };
        if window.saturating_add(farther) > MOST_FIRST {
            return Ok(Err(SegmentCheck::Beyond(format!(
                "more than {MOST_FIRST} first values would have to be computed"
            ))));
        }
        let classes = Classes { mask: sparse.mask, position: sparse.position, common: sparse.common };
        let record = match first_values(&moves, classes, window + farther, control)? {
            Ok(record) => record,
            Err(checked) => return Ok(Err(checked)),
        };
        let mut facts = Facts::new(&moves, classes, &record);
        if let Some(n) = first_difference(&facts.rares, &sparse.rares) {
            return Ok(wrong(format!("the rare values of the game and of the certificate differ at n = {n}")));
        }
        let common = |a: &u64| record.get(*a).is_some_and(|value| !classes.is_rare(*a, value.into()));
        let small = if sparse.witnesses.is_empty() { sparse.parts.min(MOST_SMALL) } else { 0 };
        let witnesses = sparse.witnesses.iter().copied().chain(1..=small).filter(common);
        facts.witnesses = witnesses.flat_map(|a| moves.splits.iter().map(move |&k| (a, k))).collect();
        facts.chosen = record.len();
        facts.forget_before(window + 1);
        let head = record.parts().0.to_vec();
        let theorem = Theorem::of_sparse(sparse, moves.last, moves.unequal);
        Ok(Ok(Self { facts, sparse: sparse.clone(), head, window, farther, theorem }))
    }

    /// The theorem that the segments prove.
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// W: the number of values of a state.
    pub fn window(&self) -> u64 {
        self.window
    }

    /// V: how much farther back than a state the witnesses look.
    pub(crate) fn farther(&self) -> u64 {
        self.farther
    }

    /// What is known about the first values.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The values of 0, 1, ... that were computed from the rules.
    pub fn head(&self) -> &[u16] {
        &self.head
    }

    /// Checks the segment between two states. The `stated` values (position and value, in order), which lie from the
    /// first state on and before the second, must also be those of the game.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    /// [`Error::Interrupted`].
    pub fn check(
        &self,
        states: [&SegmentState; 2],
        stated: &[(u64, u32)],
        control: &Control<'_>,
    ) -> Result<SegmentCheck, Error> {
        self.check_in(
            &mut LANES.map(Capacity::Lanes).into_iter().chain(PLANES.map(Capacity::Planes)),
            states,
            stated,
            control,
        )
    }

    /// The same, using the first of these rooms that holds all values.
    fn check_in(
        &self,
        rooms: &mut dyn Iterator<Item = Capacity>,
        [from, to]: [&SegmentState; 2],
        stated: &[(u64, u32)],
        control: &Control<'_>,
    ) -> Result<SegmentCheck, Error> {
        let largest = from.values.iter().chain(&to.values).copied().max().unwrap_or(0);
        let whole = [from.values.len(), to.values.len()] == [self.window as usize; 2];
        if !whole || from.n <= self.window || from.n > to.n || largest > u16::MAX.into() {
            return Ok(SegmentCheck::Wrong(format!(
                "the state at {} or {} does not have the right values",
                from.n, to.n
            )));
        }
        let window =
            |state: &SegmentState| (state.n - self.window..state.n).zip(state.values.clone()).collect::<Vec<_>>();
        // If the first values are known, the others do not follow from the first state, so that is compared as well.
        let known = if self.knows(from.n) { window(from) } else { Vec::new() };
        let mut expected: Vec<(u64, u32)> = [&known, &window(to), stated].into_iter().flatten().copied().collect();
        expected.sort_unstable();
        let values = from.values.iter().map(|&value| value as u16).collect();
        let mut segment =
            Segment { base: self, from: from.n, values, end: to.n + self.farther, expected, seen: 0, control };
        for room in rooms {
            let checked = match room {
                Capacity::Lanes(_) => segment.check::<u8>(room)?,
                Capacity::Planes(_) if self.facts.witnesses.is_empty() => break,
                Capacity::Planes(_) => segment.check::<u16>(room)?,
            };
            match checked {
                Ok(()) => return Ok(SegmentCheck::Holds),
                Err(Stop::Checked(checked)) => return Ok(checked),
                Err(Stop::Full) => segment.seen = 0,
            }
        }
        Ok(SegmentCheck::Beyond(format!("no form has room for the common values after n = {}", from.n)))
    }
}

/// The values of 0, ..., `last`, from the rules. For any mask, an option with a common value has a rare part. So the
/// rare positions found on the way make most splits unnecessary.
fn first_values(
    moves: &HeapMoves,
    classes: Classes,
    last: u64,
    control: &Control<'_>,
) -> Result<Result<Record<u16>, SegmentCheck>, Error> {
    let (mut record, mut rares) = (Record::<u16>::new(usize::MAX / 8, KEPT), Vec::new());
    for n in 0..=last {
        if n.is_multiple_of(CHECKED) {
            control.check()?;
        }
        let (value, _) = record.next(moves, Some((classes, &rares)))?;
        let Ok(cell) = u16::try_from(value) else {
            return Ok(Err(SegmentCheck::Beyond(format!("the value {value} of {n} is too large"))));
        };
        record.push(cell);
        if n > 0 && classes.is_rare(n, value) {
            rares.push((n, value));
        }
    }
    Ok(Ok(record))
}

/// The moves of a game, if this can be a sparse space of it.
fn space(game: &Structures<'_>, sparse: &Sparse) -> Result<HeapMoves, SegmentCheck> {
    let Some(moves) = HeapMoves::of(game).filter(|moves| !moves.splits.is_empty()) else {
        return wrong("the game has no moves that leave two heaps, or some that leave more".to_string());
    };
    if moves.unequal {
        return Err(SegmentCheck::Beyond("splits into unequal heaps".to_string()));
    }
    let parity = moves.parity();
    let common = u32::from(!sparse.position || parity == Some(0));
    if (sparse.position && parity.is_none()) || sparse.common != common || sparse.mask == 0 {
        return wrong("the classes are not those of a sparse space of the game".to_string());
    }
    Ok(moves)
}

/// The first position at which two lists of rare values differ.
fn first_difference(one: &[(u64, u32)], other: &[(u64, u32)]) -> Option<u64> {
    let at = one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    one.get(at).into_iter().chain(other.get(at)).map(|&(n, _)| n).min()
}

/// The values as cells; `None` if one is too large.
fn cells<C: Width>(values: &[u16]) -> Option<Vec<C>> {
    let cell = |&value: &u16| (u32::from(value) <= C::LARGEST).then(|| C::of(value.into()));
    values.iter().map(cell).collect()
}

/// Why a segment ends early.
enum Stop {
    Checked(SegmentCheck),
    /// A value has no room.
    Full,
}

impl From<SegmentCheck> for Stop {
    fn from(checked: SegmentCheck) -> Self {
        Stop::Checked(checked)
    }
}

/// A segment that is being checked.
struct Segment<'s> {
    base: &'s Base,
    from: u64,
    /// The values before it.
    values: Vec<u16>,
    /// V positions after the next state.
    end: u64,
    /// What the values must be, in the order of positions, and how many of them were seen.
    expected: Vec<(u64, u32)>,
    seen: usize,
    control: &'s Control<'s>,
}

impl Segment<'_> {
    /// Goes from the first state to the end, with this room for common values.
    fn check<C: Width>(&mut self, room: Capacity) -> Result<Result<(), Stop>, Error> {
        let Some(mut record) = self.begin::<C>(room) else { return Ok(Err(Stop::Full)) };
        if let Err(wrong) = self.compare(&record) {
            return Ok(Err(wrong.into()));
        }
        let mut facts = self.base.facts.clone();
        let Some(mut form) = with_witnesses(room, &facts, &record) else { return Ok(Err(Stop::Full)) };
        while record.len() < self.end {
            self.control.check()?;
            facts.forget_notes();
            let (from, left) = (record.len(), self.end - record.len());
            let verdict = match form.advance(&mut facts, &mut record, left, &mut |_, _| Ok(Flow::Continue)) {
                // No split that the witnesses allow excludes a value.
                Err(Error::Limit { .. }) => return Ok(Err(self.not_excluded(from))),
                other => other?.0,
            };
            match verdict {
                SplitVerdict::Fine => {}
                SplitVerdict::Rare(_) => return Ok(Err(self.not_excluded(record.len()))),
                SplitVerdict::Full => return Ok(Err(Stop::Full)),
            }
            let deepest = facts.needed_since(0).unwrap_or(0);
            if deepest > self.base.sparse.parts
                && let Some(n) = (from..record.len()).find(|&n| !self.base.excludes(&record, n))
            {
                return Ok(Err(self.not_excluded(n)));
            }
            if let Err(wrong) = self.compare(&record) {
                return Ok(Err(wrong.into()));
            }
        }
        match self.expected.get(self.seen) {
            None => Ok(Ok(())),
            Some((n, _)) => Ok(Err(SegmentCheck::Wrong(format!("the value of {n} is not one of this segment")).into())),
        }
    }

    fn not_excluded(&self, n: u64) -> Stop {
        SegmentCheck::Wrong(format!(
            "no witness excludes a rare value at n = {n}, or near it, after the state at {}",
            self.from
        ))
        .into()
    }

    /// The first values, those of the first state, and V more from the generator; `None` if one has no room.
    fn begin<C: Width>(&self, room: Capacity) -> Option<Record<C>> {
        let Base { facts, head, window, farther, .. } = self.base;
        let (least, farther) = (8 * (window + farther) as usize + KEPT, *farther as usize);
        if self.base.knows(self.from) {
            let mut record = Record::new(least, least);
            record.extend(&cells::<C>(&head[..self.from as usize + farther])?);
            return Some(record);
        }
        let fits = |&value: &u16| facts.classes.compress(value.into()) < room.values();
        if !self.values.iter().all(fits) {
            return None;
        }
        let value = |back: usize| self.values.len().checked_sub(back).map(|at| u32::from(self.values[at]));
        let (mut tail, mut more) = (cells(&self.values)?, Vec::new());
        if !again(facts, room, self.from, &value)?.values(self.from, farther, &mut more) {
            return None;
        }
        let more = more[..farther].iter().map(|&value| u16::try_from(value).ok()).collect::<Option<Vec<u16>>>()?;
        tail.extend(cells::<C>(&more)?);
        Some(Record::spliced(cells(head)?, self.from - window, tail, least))
    }

    /// Compares the new values of the record with the expected ones.
    fn compare<C: Width>(&mut self, record: &Record<C>) -> Result<(), SegmentCheck> {
        while let Some(&(n, value)) = self.expected.get(self.seen).filter(|&&(n, _)| n < record.len()) {
            let found = record.get(n).map(Into::into);
            if found != Some(value) {
                let found = found.map_or("unknown".to_string(), |found| found.to_string());
                return wrong(format!("the value of {n} is {found}, not {value}"));
            }
            self.seen += 1;
        }
        Ok(())
    }
}

impl Base {
    /// Whether the first values include all values before n and V more.
    fn knows(&self, n: u64) -> bool {
        n + self.farther <= self.head.len() as u64
    }

    /// Whether every rare value below that of n is excluded by a plain move or a witness.
    fn excludes<C: Width>(&self, record: &Record<C>, n: u64) -> bool {
        let Facts { moves, classes, .. } = &self.facts;
        let value = |n: u64| record.get(n).map_or(u32::MAX, Into::into);
        let mut open: Vec<u32> = (0..value(n)).filter(|&x| classes.is_rare(n, x)).collect();
        let plain: Vec<u32> = moves.plain.iter().filter(|&&k| k < n).map(|k| value(n - k)).collect();
        open.retain(|x| !plain.contains(x));
        for a in self.sparse.witnesses.iter().copied().chain(1..=self.sparse.parts) {
            for k in moves.splits.iter().filter(|&&k| a + k < n) {
                let option = value(a) ^ value(n - k - a);
                open.retain(|&x| x != option);
            }
            if open.is_empty() {
                return true;
            }
        }
        open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::explored;
    use grundy_core::ruleset::TakeAndBreak;

    /// States of a game, and the base with which they are checked.
    fn chain(code: &str, places: &[u64]) -> (Base, Vec<SegmentState>) {
        let (facts, record) = explored(code, 4_000);
        let sparse = Sparse { parts: 600, ..facts.classes.sparse(facts.rares.clone()) };
        let parsed = TakeAndBreak::parse(code).unwrap();
        let base = Base::new(&Structures::of(&parsed), &sparse, &Control::free()).unwrap().unwrap_or_else(|wrong| {
            panic!("{code}: {wrong:?}");
        });
        let window = |n: u64| (n - base.window()..n).map(|n| record.get(n).unwrap().into()).collect();
        let states = places.iter().map(|&n| SegmentState { n, values: window(n) }).collect();
        (base, states)
    }

    /// Lanes and planes give the same verdicts, also if there are too few lanes.
    #[test]
    fn all_rooms_judge_alike() {
        for code in ["0.77", "0.104", "0.156"] {
            let (base, states) = chain(code, &[1_000, 2_500, 3_300]);
            let check = |room: Capacity, from: &SegmentState, to: &SegmentState| {
                base.check_in(&mut std::iter::once(room), [from, to], &[], &Control::free()).unwrap()
            };
            let [one, two, three] = &states[..] else { unreachable!() };
            let mut verdicts = Vec::new();
            for room in LANES.map(Capacity::Lanes).into_iter().chain(PLANES.map(Capacity::Planes)) {
                let holds = check(room, one, two);
                if matches!(holds, SegmentCheck::Beyond(_)) {
                    assert!(matches!(room, Capacity::Lanes(_)), "{code} {room:?}");
                    continue;
                }
                assert_eq!(
                    (holds, check(room, two, three)),
                    (SegmentCheck::Holds, SegmentCheck::Holds),
                    "{code} {room:?}"
                );
                let mut refused = Vec::new();
                for place in [0, 7, base.window() as usize - 1] {
                    let mut changed = two.clone();
                    changed.values[place] ^= 1;
                    assert!(matches!(check(room, one, &changed), SegmentCheck::Wrong(_)), "{code} {room:?}");
                    // The effect of a wrong value may vanish before the end.
                    refused.push(matches!(check(room, &changed, three), SegmentCheck::Wrong(_)));
                }
                verdicts.push(refused);
            }
            assert!(
                verdicts.len() >= 7 && verdicts.iter().all(|refused| *refused == verdicts[0]),
                "{code}: {verdicts:?}"
            );
        }
    }
}
