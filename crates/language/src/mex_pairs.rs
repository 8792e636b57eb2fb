//! Pairs (a_k, r a_k + s k + t) for k = 0, 1, ..., where a_k is the least number in no earlier pair.
//!
//! With r = s = 1 and t = 0 they are the P-positions of Wythoff's game; many games have such pairs with other numbers.
//! The pairs are found one after the other: each a_k is a number that no earlier pair marked, and marks its partner.

use super::arithmetic::natural;
use super::fault::What;
use std::cell::RefCell;

/// A number that is in an earlier pair, so it is no a_k.
const TAKEN: u32 = u32::MAX;

/// The numbers for which the pairs of all rules are kept, at most: 64 MiB for each thread.
const MOST_KEPT: usize = 1 << 24;

/// The pairs of one rule r, s, t.
struct Pairs {
    rule: [i64; 3],
    /// For each number from 0 on the k for which it is a_k, or [`TAKEN`].
    numbers: Vec<u32>,
}

thread_local! {
    /// The pairs that were found, since most calls ask for the same rule again.
    static KEPT: RefCell<Vec<Pairs>> = const { RefCell::new(Vec::new()) };
}

impl Pairs {
    /// The pairs with a_k < end.
    fn below(end: usize, rule: [i64; 3]) -> Self {
        let (mut numbers, mut k) = (vec![0; end], 0);
        for a in 0..end {
            if numbers[a] == TAKEN {
                continue;
            }
            numbers[a] = k;
            // A smaller partner was taken before, or is an a_k itself.
            let partner = usize::try_from(partner(rule, a, k)).ok().filter(|&partner| partner > a);
            if let Some(number) = partner.and_then(|partner| numbers.get_mut(partner)) {
                *number = TAKEN;
            }
            k += 1;
        }
        Self { rule, numbers }
    }
}

/// r a + s k + t.
fn partner([r, s, t]: [i64; 3], a: usize, k: u32) -> i128 {
    i128::from(r) * a as i128 + i128::from(s) * i128::from(k) + i128::from(t)
}

/// Whether (min h, max h) is a pair. The arguments are r, s, t and the elements of h.
pub(super) fn mex_pair(arguments: &[i64]) -> Result<i64, What> {
    let Some((&rule, h)) = arguments.split_first_chunk::<3>() else { return Err(What::Empty) };
    let (Some(&low), Some(&high)) = (h.iter().min(), h.iter().max()) else { return Err(What::Empty) };
    let low = usize::try_from(natural(low)?).map_err(|_| What::Long)?;
    KEPT.with_borrow_mut(|kept| {
        let known = kept.iter().position(|pairs| pairs.rule == rule && low < pairs.numbers.len());
        let place = known.unwrap_or_else(|| {
            let end = (low + 1).next_power_of_two().max(1 << 10);
            kept.retain(|pairs| pairs.rule != rule);
            if kept.iter().map(|pairs| pairs.numbers.len()).sum::<usize>() + end > MOST_KEPT {
                kept.clear();
            }
            kept.push(Pairs::below(end, rule));
            kept.len() - 1
        });
        let k = kept[place].numbers[low];
        Ok((k != TAKEN && partner(rule, low, k) == i128::from(high)).into())
    })
}

/// A call counts as many turns as it takes to find the pairs, although most calls find them there.
pub(super) fn turns_of_mex_pair(arguments: &[i64]) -> u64 {
    let low = arguments.get(3..).and_then(|h| h.iter().min()).copied().unwrap_or(0);
    1 + u64::try_from(low).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The pairs by their definition.
    fn slow([r, s, t]: [i64; 3], low: i64) -> BTreeSet<(i64, i64)> {
        let (mut pairs, mut used) = (BTreeSet::new(), BTreeSet::new());
        for k in 0.. {
            let a = (0..).find(|a| !used.contains(a)).unwrap();
            let b = r * a + s * k + t;
            pairs.insert((a, b));
            used.extend([a, b]);
            if a > low {
                break;
            }
        }
        pairs
    }

    #[test]
    fn pairs_are_those_of_the_definition() {
        let rules = [
            [1, 1, 0],
            [2, 1, 0],
            [1, 2, 0],
            [1, 1, 1],
            [3, 2, 5],
            [1, 0, 0],
            [0, 0, 0],
            [1, -1, 2],
            [-1, 1, 9],
            [0, 3, 1],
            [1, 1, -4],
            [2, 0, 1],
        ];
        for rule in rules {
            let pairs = slow(rule, 60);
            for low in 0..60 {
                for high in low..200 {
                    let found = mex_pair(&[&rule[..], &[high, low]].concat());
                    assert_eq!(found, Ok(pairs.contains(&(low, high)).into()), "{rule:?} {low} {high}");
                }
            }
        }
        // The pairs of Wythoff's game far away, and the golden ratio.
        let (low, high) = (1_618_033, 2_618_033);
        assert_eq!((mex_pair(&[1, 1, 0, low, high]), mex_pair(&[1, 1, 0, low, high + 1])), (Ok(1), Ok(0)));
        assert_eq!((mex_pair(&[1, 1, 0, 3, 4, 5]), mex_pair(&[1, 1, 0, 5, 3])), (Ok(1), Ok(1)));
        let far = [i64::MAX, i64::MAX, i64::MAX, 7, i64::MAX];
        assert_eq!((mex_pair(&far), mex_pair(&[1, 1, 0, 0])), (Ok(0), Ok(1)));
        assert_eq!((mex_pair(&[1, 1, 0]), mex_pair(&[1, 1, 0, 3, -1])), (Err(What::Empty), Err(What::Negative)));
    }
}
