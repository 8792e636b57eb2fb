//! Kernels compared with a plain program of a few lines for the same game: one line per game, medians of five; the
//! sums of all values must agree. Run `cargo bench --bench crossings`, or with `-- primes` only the lines whose game
//! contains this word. Kernels that use threads run on one.

use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::code;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Setup, Value};
use grundy::stream::{Flow, Outlet, Values};
use std::hint::black_box;
use std::time::Instant;

/// Adds up all values, so that none is optimised away.
#[derive(Default)]
struct Sum(u64);

impl Outlet for Sum {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.0 += match values {
            Values::Bits(bits) => bits.ones(),
            other => other.words(&mut Vec::new()).iter().map(|&value| u64::from(value)).sum(),
        };
        Ok(Flow::Continue)
    }
}

fn by_kernel(game: &str, max: u64, play: Play, value: Value) -> Result<u64, Error> {
    let (control, memory) = (Control::free(), Bytes(4 << 30));
    let ruleset = code::parse(game)?.game.outline(max, Setup::new(memory, &control, play))?;
    let task = Task::new(&*ruleset, play, value, memory, &control);
    let kernel = KERNELS.iter().find(|kernel| kernel.can(&task));
    let mut sum = Sum::default();
    kernel.ok_or_else(|| Error::Usage("no kernel".to_string()))?.solve(&task, &mut sum)?;
    Ok(sum.0)
}

/// Values of a subtraction set: each heap looks at all members.
fn subtraction(set: &[usize], max: usize) -> u64 {
    let mut values = vec![0u8; max + 1];
    let mut sum = 0;
    for n in 0..=max {
        let options = set.iter().take_while(|&&s| s <= n);
        let seen = options.fold(0u128, |seen, s| seen | 1 << values[n - s]);
        values[n] = seen.trailing_ones() as u8;
        sum += u64::from(values[n]);
    }
    sum
}

/// Outcomes: each P-position strikes.
fn strikes(set: &[usize], max: usize, misere: bool) -> u64 {
    let mut next = vec![false; max + 1];
    for n in 0..=max {
        if misere && set.first().is_none_or(|&least| least > n) {
            next[n] = true;
        } else if !next[n] {
            set.iter().take_while(|&&s| n + s <= max).for_each(|s| next[n + s] = true);
        }
    }
    next.iter().filter(|&&wins| wins).count() as u64
}

fn squares(max: usize) -> Vec<usize> {
    (1..).map(|n| n * n).take_while(|&square| square <= max).collect()
}

fn primes(max: usize) -> Vec<usize> {
    let prime = |n: &usize| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (2..=max).filter(prime).collect()
}

/// Values for a list of divisors: each number tests all of them.
fn divisors(list: &[usize], max: usize) -> u64 {
    let mut values = vec![0u8; max + 1];
    for n in 1..=max {
        let own = list.iter().filter(|&&d| n.is_multiple_of(d));
        values[n] = own.fold(0u64, |seen, d| seen | 1 << values[n / d]).trailing_ones() as u8;
    }
    values.iter().map(|&value| u64::from(value)).sum()
}

/// The ruler: running nim-sums.
fn ruler(max: usize) -> u64 {
    let mut values = vec![0u32; max + 1];
    let mut seen = vec![0usize; 4 * max + 4];
    for n in 1..=max {
        let mut sum = 0;
        seen[0] = n;
        for left in (1..n).rev() {
            sum ^= values[left];
            seen[sum as usize] = n;
        }
        values[n] = seen.iter().take_while(|&&mark| mark == n).count() as u32;
    }
    values.iter().map(|&value| u64::from(value)).sum()
}

/// Outcomes of a queen, by marked rows, columns and diagonals.
fn queen(max: usize, misere: bool) -> u64 {
    let side = max + 1;
    let (mut rows, mut columns, mut diagonals) = (vec![false; side], vec![false; side], vec![false; 2 * side]);
    let mut sum = 0;
    for x in 0..side {
        for y in 0..side {
            let marked = rows[x] || columns[y] || diagonals[side + y - x];
            let wins = marked || (misere && x + y == 0);
            if !wins {
                (rows[x], columns[y], diagonals[side + y - x]) = (true, true, true);
            }
            sum += u64::from(wins);
        }
    }
    sum
}

/// Two heaps of a subtraction set in misère play, cell by cell.
fn two_heaps(set: &[usize], max: usize) -> u64 {
    let side = max + 1;
    let mut wins = vec![false; side * side];
    for x in 0..side {
        for y in 0..side {
            let own = |heap: usize| set.iter().take_while(move |&&s| s <= heap);
            let to_p = own(x).any(|s| !wins[(x - s) * side + y]) || own(y).any(|s| !wins[x * side + y - s]);
            wins[x * side + y] = to_p || x.max(y) < set[0];
        }
    }
    wins.iter().filter(|&&wins| wins).count() as u64
}

type Plain = Box<dyn Fn() -> u64>;

fn main() -> Result<(), Error> {
    let (normal, misere) = (Play::Normal, Play::Misere);
    let (values, outcome) = (Value::GRUNDY, Value::OUTCOME);
    let lines: Vec<(&str, u64, Play, Value, Plain)> = vec![
        ("subtraction:squares", 200_000, normal, values, Box::new(|| subtraction(&squares(200_000), 200_000))),
        (
            "subtraction:squares",
            2_000_000,
            normal,
            outcome,
            Box::new(|| strikes(&squares(2_000_000), 2_000_000, false)),
        ),
        ("subtraction:squares", 2_000_000, misere, outcome, Box::new(|| strikes(&squares(2_000_000), 2_000_000, true))),
        ("subtraction:primes", 30_000, normal, values, Box::new(|| subtraction(&primes(30_000), 30_000))),
        ("subtraction:primes", 200_000, normal, outcome, Box::new(|| strikes(&primes(200_000), 200_000, false))),
        ("divisor:2,3,4,12", 3_000_000, normal, values, Box::new(|| divisors(black_box(&[2, 3, 4, 12]), 3_000_000))),
        ("coin-turning:ruler", 3_000, normal, values, Box::new(|| ruler(3_000))),
        ("queen", 3_000, normal, outcome, Box::new(|| queen(3_000, false))),
        ("wythoff", 3_000, misere, outcome, Box::new(|| queen(3_000, true))),
        ("subtraction:1,3,4,heaps=2", 3_000, misere, outcome, Box::new(|| two_heaps(&[1, 3, 4], 3_000))),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let one =
        rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| Error::Fault(error.to_string()))?;
    for (game, max, play, value, plain) in lines {
        if !wanted.is_empty() && !wanted.iter().any(|word| game.contains(word.as_str())) {
            continue;
        }
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let begun = Instant::now();
            let found = one.install(|| by_kernel(game, max, play, value))?;
            ours.push(begun.elapsed().as_secs_f64());
            let begun = Instant::now();
            assert_eq!(plain(), found, "{game} {play} {value}");
            theirs.push(begun.elapsed().as_secs_f64());
        }
        ours.sort_by(f64::total_cmp);
        theirs.sort_by(f64::total_cmp);
        let (ours, theirs) = (ours[2], theirs[2]);
        println!("{game:28} {play} {value:8} to {max:>9}: {ours:.4} s, plain {theirs:.4} s, {:.1}x", theirs / ours);
    }
    Ok(())
}
