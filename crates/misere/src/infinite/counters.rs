//! Which heaps may be the counters: those whose numbers of copies vary most in failing sums.

use crate::word::Word;

/// What is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// The counters, the smaller one first.
    pub a: u32,
    pub b: u32,
    /// If only some sums of the heaps above both counters belong to the universe: those that this one leads to.
    pub above: Option<Word>,
}

/// How many of the last failing sums are looked at, for heaps that vary and for the last heap.
const RECENT: usize = 40;
const LATEST: usize = 6;

/// How many of the heaps that vary most are tried as counters.
const HEAPS: usize = 4;

/// The largest number of copies of the last heap in a sum that restricts the universe.
const COPIES: u32 = 4;

/// What to try, the most likely counters first.
pub(super) fn plans(last: u32, fails: &[Word]) -> Vec<Plan> {
    let recent = &fails[fails.len().saturating_sub(RECENT)..];
    let mut heaps: Vec<u32> = recent.iter().flat_map(|word| word.parts().iter().map(|&(heap, _)| heap)).collect();
    heaps.sort_unstable();
    heaps.dedup();
    let spread = |heap: u32| {
        let counts = || recent.iter().map(|word| word.count(heap));
        counts().max().unwrap_or(0) - counts().min().unwrap_or(0)
    };
    let mut varying: Vec<(u32, u32)> = heaps.into_iter().map(|heap| (spread(heap), heap)).collect();
    varying.retain(|&(spread, _)| spread > 0);
    varying.sort_unstable_by(|x, y| y.cmp(x));
    varying.truncate(HEAPS);
    let mut pairs = Vec::new();
    for (place, &(more, a)) in varying.iter().enumerate() {
        for &(less, b) in &varying[place + 1..] {
            pairs.push((std::cmp::Reverse(more + 2 * less), a.min(b), a.max(b)));
        }
    }
    pairs.sort_unstable();
    pairs.into_iter().flat_map(|(_, a, b)| with_counters(last, fails, a, b)).collect()
}

fn with_counters(last: u32, fails: &[Word], a: u32, b: u32) -> Vec<Plan> {
    let latest = &fails[fails.len().saturating_sub(LATEST)..];
    let copies = latest.iter().map(|word| word.count(last)).max().unwrap_or(0);
    let mut plans = Vec::new();
    if let (true, 1..=COPIES, Some(word)) = (b < last, copies, fails.last()) {
        let parts = word.parts().iter().filter(|&&(heap, _)| heap > b);
        let heaps = parts.flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
        let above = heaps.fold(Word::default(), Word::with);
        if !above.parts().is_empty() {
            plans.push(Plan { a, b, above: Some(above) });
        }
    }
    plans.push(Plan { a, b, above: None });
    plans
}
