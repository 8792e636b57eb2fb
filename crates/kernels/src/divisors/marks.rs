//! Dividing a number by an allowed divisor, for any set of divisors: each number marks its multiples.
//!
//! Idea: once the value of m is known, it is the value of an option of m d for every allowed d, and is marked there
//! as a bit. Numbers are processed in order, so all marks of a number are present when its turn comes. Recurrence:
//! G(n) = mex { G(n / d) : d allowed, d divides n }. Each move divides by at least 2, so no value exceeds log2 n, and
//! 32 bits hold all marks of a number below 2^32. An outcome is marked as a value 0 or 1. A number without marks has
//! no move, and is N in misère play.
//!
//! Cost: one mark for each number and divisor, N log N if all divisors are allowed. Memory: 4 bytes per number, and
//! the allowed divisors. Reference: see the family.

use super::sieve::primes;
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{AllDivisors, Divisors, PrimePowers, SquarefreePowers};

/// Divisor games with any set of divisors.
pub struct DivisorMarks;

/// The approximate number of marks between two checks for cancellation.
const STRETCH: u64 = 1 << 22;

impl Kernel for DivisorMarks {
    fn name(&self) -> &'static str {
        "divisor-marks"
    }

    fn summary(&self) -> &'static str {
        "divisor games of any kind, where each number marks its multiples; normal and misère play"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let rows = task.ruleset.rows();
        let all = task.has::<AllDivisors>() || task.has::<PrimePowers>() || task.has::<SquarefreePowers>();
        let known = all || task.has::<Divisors>();
        let asked = task.play == Play::Normal || task.on_outcomes();
        known
            && asked
            && rows.is_sequence()
            && rows.first() == 1
            && rows.end() < 1 << 32
            && self.needs(task).0 <= task.memory.0
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let end = u128::from(task.ruleset.rows().end());
        let list = match task.structure() {
            Some(Divisors(list)) => 8 * list.len() as u128,
            None if task.has::<AllDivisors>() => 0,
            // The list, which doubles as it grows and is sorted, and one byte per number while it is made.
            None => 25 * end,
        };
        Bytes(4 * end + list + (1 << 19))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let end = task.ruleset.rows().end();
        let divisors = Allowed::of(task, end);
        let mut marks = vec![0u32; end as usize];
        let mut out = Emitter::new(task, sink);
        let mut work = 0;
        task.control.phase("computing", end);
        for n in 1..end {
            let own = marks[n as usize];
            let value = match (task.on_outcomes(), own) {
                (true, 0) => u32::from(task.play == Play::Misere),
                (true, marks) => marks & 1,
                (false, marks) => marks.trailing_ones(),
            };
            let mark = 1 << value;
            match &divisors {
                Allowed::All => marks.iter_mut().skip(2 * n as usize).step_by(n as usize).for_each(|own| *own |= mark),
                Allowed::These(list) => {
                    for own in list.iter().map_while(|d| d.checked_mul(n).filter(|&multiple| multiple < end)) {
                        marks[own as usize] |= mark;
                    }
                }
            }
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            work += end / n + 1;
            if work >= STRETCH {
                work = 0;
                task.control.check()?;
                task.control.progress(n);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The allowed divisors.
enum Allowed {
    /// All numbers from 2 on.
    All,
    /// The listed numbers, in order.
    These(Vec<u64>),
}

impl Allowed {
    fn of(task: &Task<'_>, end: u64) -> Self {
        let mut list = match task.structure() {
            Some(Divisors(list)) => list.clone(),
            None if task.has::<PrimePowers>() => {
                let powers = |prime: u64| std::iter::successors(Some(prime), move |power| power.checked_mul(prime));
                primes(end).into_iter().flat_map(|prime| powers(prime).take_while(|&power| power < end)).collect()
            }
            None if task.has::<SquarefreePowers>() => {
                let powers = |base: u64| std::iter::successors(Some(base), move |power| power.checked_mul(base));
                let squarefree = squarefree(end);
                (2..end)
                    .filter(|&n| squarefree[n as usize])
                    .flat_map(|base| powers(base).take_while(|&power| power < end))
                    .collect()
            }
            None => return Self::All,
        };
        list.sort_unstable();
        Self::These(list)
    }
}

/// For each number below `end`, whether it is squarefree.
fn squarefree(end: u64) -> Vec<bool> {
    let mut squarefree = vec![true; end as usize];
    for root in (2..).take_while(|root| root * root < end) {
        let square = root * root;
        (square..end).step_by(square as usize).for_each(|n| squarefree[n as usize] = false);
    }
    squarefree
}
