//! Kernels for faces and heaps, compared with straightforward programs: one line per comparison, medians of three
//! measurements. Comparisons with one thread measure processor time. `cargo bench --bench faces`.

use grundy::analysis::statistics::Summary;
use grundy::bytes::Bytes;
use grundy::control::{Control, FREE};
use grundy::games::code;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use grundy::stream::Feed;
use grundy::structure::{Faces, Heaps, Largest, Structures};
use std::time::{Duration, Instant};

const MEMORY: Bytes = Bytes(8 << 30);
const RUNS: usize = 3;

/// The minimum duration of a measurement, because the system counts in steps of a few milliseconds.
const WHILE: Duration = Duration::from_millis(100);

/// A box as the straightforward programs see it: stacks up to `max`, rank by rank.
struct Plain<'p> {
    game: Structures<'p>,
    stacks: usize,
    side: usize,
}

impl Plain<'_> {
    fn weight(&self, stack: usize) -> usize {
        self.side.pow((self.stacks - 1 - stack) as u32)
    }

    /// Visits the options until one of them is what is looked for.
    fn options(&self, point: &[usize], rank: usize, visit: &mut dyn FnMut(usize) -> bool) -> bool {
        if let Some(Faces(faces)) = self.game.get() {
            return faces.iter().any(|&face| self.along(point, face, 0, rank, visit));
        }
        if let Some(&Heaps { most, limit, all }) = self.game.get() {
            let limit = limit.map_or(self.side, |limit| limit as usize);
            let together: usize = (0..self.stacks).map(|stack| self.weight(stack)).sum();
            let takes = if all { point.iter().copied().min().unwrap_or(0) } else { 0 };
            return self.some(point, 0, most, limit, rank, visit)
                || (1..=takes).any(|taken| visit(rank - taken * together));
        }
        assert!(self.game.has::<Largest>(), "a game of stacks");
        let largest = point.iter().copied().max().unwrap_or(0);
        let mut stacks = (0..self.stacks).filter(|&stack| point[stack] == largest);
        stacks.any(|stack| {
            let weight = self.weight(stack);
            (1..=largest).any(|taken| visit(rank - taken * weight))
        })
    }

    /// The options along a face.
    fn along(
        &self,
        point: &[usize],
        face: u32,
        from: usize,
        rank: usize,
        visit: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        let Some(stack) = (from..self.stacks).find(|stack| face >> stack & 1 != 0) else { return false };
        let weight = self.weight(stack);
        (0..=point[stack]).any(|taken| {
            let option = rank - taken * weight;
            (taken > 0 && visit(option)) || self.along(point, face, stack + 1, option, visit)
        })
    }

    /// The options from at most `most` of the heaps from `from` on.
    fn some(
        &self,
        point: &[usize],
        from: usize,
        most: usize,
        limit: usize,
        rank: usize,
        visit: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        (from..self.stacks).any(|stack| {
            let weight = self.weight(stack);
            (1..=point[stack].min(limit)).any(|taken| {
                let option = rank - taken * weight;
                visit(option) || (most > 1 && self.some(point, stack + 1, most - 1, limit, option, visit))
            })
        })
    }

    fn each(&self, mut value: impl FnMut(&[usize], usize, &[u32]) -> u32) -> Vec<u32> {
        let positions = self.side.pow(self.stacks as u32);
        let (mut values, mut point) = (Vec::with_capacity(positions), vec![0; self.stacks]);
        for rank in 0..positions {
            values.push(value(&point, rank, &values));
            for coordinate in point.iter_mut().rev() {
                *coordinate += 1;
                if *coordinate < self.side {
                    break;
                }
                *coordinate = 0;
            }
        }
        values
    }

    /// Looks for an option that is a P-position, and stops at the first.
    fn outcomes(&self) -> Vec<u32> {
        self.each(|point, rank, values| {
            let mut is_p = |option: usize| values[option] == 0;
            u32::from(self.options(point, rank, &mut is_p))
        })
    }

    /// Marks the values of all options and takes the least unmarked value.
    fn values(&self) -> Vec<u32> {
        let mut marked = vec![usize::MAX; self.side * self.stacks + 1];
        self.each(|point, rank, values| {
            self.options(point, rank, &mut |option| {
                marked[values[option] as usize] = rank;
                false
            });
            marked.iter().take_while(|&&mark| mark == rank).count() as u32
        })
    }
}

fn ruleset(game: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup::new(MEMORY, &FREE, Play::Normal);
    code::parse(game).expect("a code").game.ruleset(max, setup).expect("a box")
}

/// Runs the kernel that `auto` takes, in the current threads. Returns its name and the number of zeros.
fn kernel(ruleset: &dyn Ruleset, value: Value) -> (&'static str, u64) {
    let control = Control::free();
    let task = Task::new(ruleset, Play::Normal, value, MEMORY, &control);
    let kernel = KERNELS.iter().find(|kernel| kernel.can(&task)).expect("a kernel");
    let mut summary = Summary::new(64);
    kernel.solve(&task, &mut Feed { sink: &mut summary, control: &control }).expect("values");
    (kernel.name(), summary.zeros)
}

fn straightforward(ruleset: &dyn Ruleset, value: Value) -> u64 {
    let sides = ruleset.rows().sides();
    let plain = Plain { game: ruleset.structures(), stacks: sides.len(), side: sides[0] as usize };
    let values = if value == Value::OUTCOME { plain.outcomes() } else { plain.values() };
    values.iter().filter(|&&value| value == 0).count() as u64
}

/// The processor time of this thread, which other programs disturb less than wall-clock time; the latter if the
/// system does not provide it.
fn busy(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The time of one run in one thread, as an average over enough runs.
fn busy_each(mut run: impl FnMut() -> u64 + Send, found: u64) -> Duration {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    pool.install(|| {
        let begun = Instant::now();
        let (first, mut runs) = (busy(begun), 0);
        while runs == 0 || busy(begun) - first < WHILE {
            assert_eq!(run(), found, "P-positions");
            runs += 1;
        }
        (busy(begun) - first) / runs
    })
}

fn median(mut run: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<_> = (0..RUNS).map(|_| run()).collect();
    times.sort();
    times[RUNS / 2]
}

/// Positions per second, in millions.
fn rate(rows: u64, time: Duration) -> f64 {
    rows as f64 / time.as_secs_f64() / 1e6
}

fn compare(game: &str, max: u64, value: Value) {
    let ruleset = ruleset(game, max);
    let rows = ruleset.rows().len();
    let (name, found) = kernel(&*ruleset, value);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        // Alternately, so that a disturbance affects both.
        fast.push(busy_each(|| kernel(&*ruleset, value).1, found));
        plain.push(busy_each(|| straightforward(&*ruleset, value), found));
    }
    let [fast, plain] = [fast, plain].map(|mut times| {
        times.sort();
        times[RUNS / 2]
    });
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!(
        "{name}: {game} to {max}, one thread: {:.1} M positions/s, straightforward {:.3} M, ratio {ratio:.0}",
        rate(rows, fast),
        rate(rows, plain)
    );
}

/// The same on all cores and in wall-clock time, for larger boxes; the straightforward program runs once.
fn compare_on_all_cores(game: &str, max: u64, value: Value) {
    let ruleset = ruleset(game, max);
    let rows = ruleset.rows().len();
    let (name, found) = kernel(&*ruleset, value);
    let timed = |work: &mut dyn FnMut() -> u64| {
        let begun = Instant::now();
        assert_eq!(work(), found, "P-positions");
        begun.elapsed()
    };
    let plain = timed(&mut || straightforward(&*ruleset, value));
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let fast = median(|| timed(&mut || pool.install(|| kernel(&*ruleset, value).1)));
    println!(
        "{name}: {game} to {max}, {} threads: {:.1} M positions/s, straightforward {:.3} M, ratio {:.0}",
        pool.current_num_threads(),
        rate(rows, fast),
        rate(rows, plain),
        plain.as_secs_f64() / fast.as_secs_f64()
    );
}

fn measure(game: &str, max: u64, value: Value) {
    let ruleset = ruleset(game, max);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (name, _) = pool.install(|| kernel(&*ruleset, value));
        let time = median(|| {
            let begun = Instant::now();
            pool.install(|| kernel(&*ruleset, value));
            begun.elapsed()
        });
        println!("{name}: {game} to {max}, {threads} threads: {:.1} M positions/s", rate(ruleset.rows().len(), time));
    }
}

fn main() {
    compare("circular-nim:n=6,k=3", 11, Value::OUTCOME);
    compare("circular-nim:n=4,k=2", 31, Value::OUTCOME);
    compare("moore-nim:heaps=4,k=2", 31, Value::OUTCOME);
    compare("moore-nim:heaps=4,k=2,limit=5", 31, Value::OUTCOME);
    compare("greedy-nim:4", 31, Value::OUTCOME);
    compare("circular-nim:n=6,k=3", 5, Value::GRUNDY);
    compare("circular-nim:n=6,k=3", 9, Value::GRUNDY);
    compare("circular-nim:n=7,k=4", 5, Value::GRUNDY);
    compare("circular-nim:n=8,k=6", 3, Value::GRUNDY);
    compare("moore-nim:heaps=4,k=2", 15, Value::GRUNDY);
    compare("moore-nim:heaps=5,k=2", 9, Value::GRUNDY);
    compare("moore-nim:heaps=6,k=3", 7, Value::GRUNDY);
    compare("moore-nim:heaps=4,k=2,limit=5", 31, Value::GRUNDY);
    compare("moore-nim:heaps=3,k=2,limit=20", 47, Value::GRUNDY);
    compare("equal-take-nim:3", 63, Value::GRUNDY);
    compare("equal-take-nim:4", 31, Value::GRUNDY);
    compare("greedy-nim:4", 31, Value::GRUNDY);
    compare("nim:4", 31, Value::GRUNDY);
    for (game, value) in [
        ("moore-nim:heaps=4,k=2,limit=5", Value::OUTCOME),
        ("moore-nim:heaps=4,k=2,limit=5", Value::GRUNDY),
        ("equal-take-nim:4", Value::GRUNDY),
        ("greedy-nim:4", Value::OUTCOME),
        ("greedy-nim:4", Value::GRUNDY),
        ("nim:4", Value::GRUNDY),
    ] {
        compare_on_all_cores(game, 31, value);
        compare_on_all_cores(game, 63, value);
    }
    measure("circular-nim:n=6,k=3", 23, Value::OUTCOME);
    measure("circular-nim:n=6,k=3", 39, Value::OUTCOME);
    measure("circular-nim:n=7,k=4", 13, Value::OUTCOME);
    measure("circular-nim:n=8,k=6", 11, Value::OUTCOME);
    measure("circular-nim:n=6,k=3", 9, Value::GRUNDY);
    measure("circular-nim:n=6,k=3", 15, Value::GRUNDY);
    measure("nim:4", 63, Value::GRUNDY);
}
