//! Removing a member of a set from a heap: every heap strikes out the larger heaps that cannot have its value.
//!
//! Idea: for each value, a row of bits tells which heaps have an option of that value. Heaps are settled in order.
//! Heap n has the first value whose row does not strike it. It then strikes n + s in that row, for every s of the
//! set. Outcomes need one row, because only P-positions strike. A few members are struck one by one; many are struck
//! by shifting the bit set of the members word by word.
//!
//! Recurrence: G(n) = mex { G(n - s) : s in S, s <= n }. A heap without a move is P, and N in misère play. Cost: for
//! each heap (for outcomes, each P-position) one bit per member, or max S / 64 words by vectors if that is less.
//! Memory: one bit per value and heap, as far ahead as the set reaches, for at most 64 values. If there may be more
//! values, also four bytes per heap: the few larger values are computed from these by the recurrence. Reference:
//! Winning Ways ch. 4.

use crate::shared::Emitter;
use crate::shared::blocks::{LONGEST_BLOCK, next_block};
use crate::shared::strokes::Strokes;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};
use grundy_core::structure::{self, AllBut, Subtraction};

/// Subtraction games with any set.
pub struct Strikes;

/// The number of values that have a row of bits.
const LEVELS: usize = 64;

/// The minimum number of heaps that are settled before the rows move on: a multiple of 64.
const STRETCH: u64 = 1 << 16;

/// The number of words or bits struck between two checks for cancellation.
const STRIKES: usize = 1 << 24;

impl Kernel for Strikes {
    fn name(&self) -> &'static str {
        "strikes"
    }

    fn summary(&self) -> &'static str {
        "any subtraction set, including squares and primes, and outcomes of all-but games; normal and misère play"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let plays = task.play == Play::Normal || task.on_outcomes();
        plays && Removable::of(task).is_some() && self.needs(task).0 <= task.memory.0
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let rows = u128::from(task.ruleset.rows().len());
        let Some(members) = Removable::of(task) else { return Bytes(0) };
        let reach = u128::from(members.reach(task.ruleset.rows().len()));
        let window = (u128::from(STRETCH).max(reach) + reach).min(rows) / 8 + 64;
        let levels = if task.on_outcomes() { 1 } else { LEVELS.min(members.most().saturating_add(1)) as u128 };
        let kept = if task.on_outcomes() || members.most() < LEVELS { 0 } else { 4 * rows };
        let list = if let Removable::These(set) = members { 8 * set.len() as u128 } else { 0 };
        // The last terms: the bit set of the members, and a block.
        Bytes(window * levels + kept + list + reach / 8 + (1 << 19))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(members) = Removable::of(task) else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows().len();
        task.control.phase("computing", rows);
        let set = MembersInReach::new(&members, rows);
        if task.on_outcomes() { outcomes(task, &set, sink) } else { values(task, &set, sink) }?;
        Ok(Solution::default())
    }
}

/// The numbers that may be removed from a heap.
enum Removable<'m> {
    /// The listed numbers, in order.
    These(&'m [u64]),
    /// All numbers except those listed, in order.
    AllBut(&'m [u64]),
}

impl<'m> Removable<'m> {
    fn of(task: &Task<'m>) -> Option<Self> {
        let these =
            task.structure().map(|Subtraction(set)| set).or(task.structure().map(|structure::Members(set)| set));
        // Only for outcomes, because the values of all-but games grow and each would need a row.
        let all_but = task.structure().filter(|_| task.on_outcomes()).map(|AllBut(set)| Self::AllBut(set));
        these.map(|set| Self::These(set)).or(all_but)
    }

    /// An upper bound on the largest relevant member.
    fn reach(&self, rows: u64) -> u64 {
        match self {
            Self::These(set) => set.last().copied().unwrap_or(0).min(rows),
            Self::AllBut(_) => rows,
        }
    }

    /// An upper bound on the number of members.
    fn most(&self) -> usize {
        match self {
            Self::These(set) => set.len(),
            Self::AllBut(_) => usize::MAX,
        }
    }
}

/// The part of the set that is relevant below `rows`.
struct MembersInReach {
    strokes: Strokes,
    least: u64,
    /// The largest member, or `rows` for an all-but set.
    reach: u64,
}

impl MembersInReach {
    fn new(members: &Removable<'_>, rows: u64) -> Self {
        let strokes = match members {
            Removable::These(all) => Strokes::of_list(all.iter().copied().filter(|&s| s < rows).collect()),
            Removable::AllBut(none) => {
                let mut words = vec![u64::MAX; (rows / 64 + 1) as usize];
                words[0] &= !1;
                let none = none.iter().filter(|&&s| s < rows);
                none.for_each(|&s| words[(s / 64) as usize] &= !(1 << (s % 64)));
                Strokes::of_bits(words)
            }
        };
        let reach = match members {
            Removable::These(_) => strokes.list().last().copied().unwrap_or(0),
            Removable::AllBut(_) => rows,
        };
        Self { least: strokes.first().unwrap_or(u64::MAX), strokes, reach }
    }
}

/// A row of bits, one for each of a range of heaps.
struct HeapBits(Vec<u64>);

impl HeapBits {
    /// Strikes out every place that lies a member's distance behind `place`.
    fn strike(&mut self, set: &MembersInReach, place: usize) {
        fast(Stroke { row: &mut self.0[place / 64..], strokes: &set.strokes, place: place % 64 });
    }

    fn is_struck(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 != 0
    }

    /// Moves on by some heaps, a multiple of 64.
    fn advance(&mut self, heaps: usize) {
        self.0.copy_within(heaps / 64.., 0);
        let kept = self.0.len() - heaps / 64;
        self.0[kept..].fill(0);
    }
}

struct Stroke<'s> {
    row: &'s mut [u64],
    strokes: &'s Strokes,
    place: usize,
}

impl Work for Stroke<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.strokes.strike(self.row, self.place);
    }
}

/// How many heaps are settled before the rows move on, and the length of a row in words.
fn window(set: &MembersInReach, rows: u64) -> (u64, usize) {
    let stretch = STRETCH.max(set.reach.next_multiple_of(64)).min(rows.next_multiple_of(64));
    (stretch, ((stretch + set.reach).min(rows).div_ceil(64) + 1) as usize)
}

fn outcomes(task: &Task<'_>, set: &MembersInReach, sink: &mut dyn Outlet) -> Result<(), Error> {
    let rows = task.ruleset.rows().len();
    let (stretch, words) = window(set, rows);
    let mut row = HeapBits(vec![0; words]);
    let mut block = BitBlock::default();
    let (mut base, mut given, mut strikes) = (0, 0, 0);
    while base < rows {
        let heaps = stretch.min(rows - base);
        for at in 0..heaps.div_ceil(64) {
            let from = base + 64 * at;
            let count = (rows - from).min(64);
            let mine = u64::MAX >> (64 - count);
            let at = at as usize;
            let mut free = !row.0[at] & mine;
            while free != 0 {
                let place = free.trailing_zeros();
                if task.play == Play::Misere && from + u64::from(place) < set.least {
                    row.0[at] |= 1 << place;
                } else {
                    row.strike(set, 64 * at + place as usize);
                    strikes += set.strokes.cost();
                }
                free = !row.0[at] & mine & (u64::MAX << place << 1);
            }
            if strikes > STRIKES {
                strikes = 0;
                task.control.check()?;
            }
            block.extend(count as usize, [row.0[at] & mine]);
            let end = from + count;
            if block.bits().len() >= next_block(given, LONGEST_BLOCK) || end == rows {
                task.control.check()?;
                if sink.block(given, Values::Bits(block.bits()))? == Flow::Stop {
                    return Ok(());
                }
                block.clear();
                given = end;
                task.control.progress(given);
            }
        }
        row.advance(heaps.next_multiple_of(64) as usize);
        base += heaps;
    }
    Ok(())
}

fn values(task: &Task<'_>, set: &MembersInReach, sink: &mut dyn Outlet) -> Result<(), Error> {
    let rows = task.ruleset.rows().len();
    let (stretch, words) = window(set, rows);
    let mut levels: Vec<HeapBits> = Vec::new();
    // For the recurrence, if there may be more values than rows of bits.
    let mut kept: Option<Vec<u32>> = (set.strokes.list().len() >= LEVELS).then(|| Vec::with_capacity(rows as usize));
    let mut out = Emitter::new(task, sink);
    let mut base = 0;
    while base < rows {
        let heaps = stretch.min(rows - base);
        for place in 0..heaps as usize {
            if place % 64 == 0 {
                task.control.check()?;
                task.control.progress(base + place as u64);
            }
            let free = levels.iter().position(|level| !level.is_struck(place));
            let level = free.unwrap_or(levels.len());
            if level == levels.len() && level < LEVELS {
                levels.push(HeapBits(vec![0; words]));
            }
            let value = match levels.get_mut(level) {
                Some(row) => {
                    row.strike(set, place);
                    level as u32
                }
                None => mex_of(set, kept.as_deref().unwrap_or_default(), base + place as u64),
            };
            kept.iter_mut().for_each(|kept| kept.push(value));
            if out.push(value)? == Flow::Stop {
                return Ok(());
            }
        }
        levels.iter_mut().for_each(|level| level.advance(heaps.next_multiple_of(64) as usize));
        base += heaps;
    }
    out.flush().map(|_| ())
}

/// The value of heap n, from the values of all smaller heaps.
fn mex_of(set: &MembersInReach, values: &[u32], n: u64) -> u32 {
    let options = set.strokes.list().iter().take_while(|&&s| s <= n).map(|s| values[(n - s) as usize]);
    let mut seen = vec![false; set.strokes.list().len() + 1];
    // A mex is at most the number of options.
    options.for_each(|value| seen.get_mut(value as usize).into_iter().for_each(|seen| *seen = true));
    seen.iter().take_while(|&&seen| seen).count() as u32
}
