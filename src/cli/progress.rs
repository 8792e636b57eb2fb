//! Shows the progress of a run: on a terminal as a bar with speed and time left, otherwise as a line for each
//! job. Commands that print their answer show a bar only if the work takes long, and remove it before they
//! print.

use super::CANCELLED;
use crate::answer::Session;
use crate::event::{Observer, RunEvent};
use crate::results::Out;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// `--progress`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// A bar on a terminal, otherwise one line per job.
    Auto,
    /// A bar even if standard error is not a terminal.
    Always,
    /// Nothing but errors.
    Never,
}

/// The time between two status lines if there is no bar.
const BETWEEN: Duration = Duration::from_secs(60);

/// How long a command that prints its answer works before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar fits into 80 columns: at most [`NAME`] and [`PHASE`] for the name and the phase, about 35 for the
/// figures, and the rest for the bar.
const BAR: &str = "{prefix}: {msg} {wide_bar} {percent}% of {all}, {speed}/s, {left} left";

/// The line shown if the total is unknown.
const COUNT: &str = "{prefix}: {msg}: {done} so far, {speed}/s";

/// The maximum number of letters of a name, and of a phase or status.
const NAME: usize = 16;
const PHASE: usize = 18;

/// The observer of the command line; writes to standard error.
pub(super) struct Progress {
    lines: bool,
    bars: bool,
    job: Mutex<String>,
    bar: Mutex<Option<ProgressBar>>,
    /// When bars may be shown; never, if the answer is being printed.
    begins: Mutex<Option<Instant>>,
    /// The phase that has begun before that.
    early: Mutex<Option<(&'static str, u64)>>,
    /// When a status was last written as a line.
    told: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(when: When) -> Self {
        let bars = when == When::Always || (when == When::Auto && io::stderr().is_terminal());
        Self {
            lines: when != When::Never,
            bars,
            job: Mutex::default(),
            bar: Mutex::default(),
            begins: Mutex::new(Some(Instant::now())),
            early: Mutex::default(),
            told: Mutex::new(Instant::now()),
        }
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        if let Some(bar) = locked(&self.bar).take() {
            bar.finish_and_clear();
        }
    }

    /// Removes the bar for good.
    fn end(&self) {
        *locked(&self.begins) = None;
        self.clear();
    }

    fn line(&self, text: &str) {
        self.clear();
        if self.lines {
            // A closed standard error must not end the run.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Shows a status as the text of the bar or, if there is none, as a line at most once a minute.
    fn status(&self, text: &str) {
        if let Some(bar) = &*locked(&self.bar) {
            // Show only the first part, which says how far the run has come, as far as it fits.
            bar.set_message(cut(text.split(", ").next().unwrap_or_default(), PHASE));
            return;
        }
        let mut told = locked(&self.told);
        if self.lines && told.elapsed() >= BETWEEN {
            *told = Instant::now();
            let job = locked(&self.job);
            let _ = writeln!(io::stderr(), "{job}: {text}");
        }
    }

    fn begin(&self, name: &'static str, total: u64) {
        if !self.bars {
            return;
        }
        self.clear();
        if locked(&self.begins).is_none_or(|begins| Instant::now() < begins) {
            *locked(&self.early) = Some((name, total));
            return;
        }
        let bar = if total > 0 { ProgressBar::new(total) } else { ProgressBar::no_length() };
        let bar = bar.with_prefix(cut(&locked(&self.job), NAME)).with_message(words(name));
        if bar.is_hidden() {
            // A bar was requested, but there is no terminal.
            bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(Plain), 1));
        }
        if let Ok(style) = ProgressStyle::with_template(if total > 0 { BAR } else { COUNT }) {
            let style = style.with_key("speed", speed).with_key("all", all).with_key("left", time_left());
            bar.set_style(style.with_key("done", done));
        }
        *locked(&self.bar) = Some(bar);
    }

    /// Starts the bar of a phase that began too early to show one.
    fn begin_late(&self) {
        let early = locked(&self.early).take();
        if let Some((name, total)) = early {
            self.begin(name, total);
        }
    }
}

/// Locks a mutex even if a panic has poisoned it, because progress is shown regardless.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Standard error if it is no terminal: lines that overwrite each other.
#[derive(Debug)]
struct Plain;

impl TermLike for Plain {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        write!(io::stderr(), "\x1b[{n}A")
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        write!(io::stderr(), "\x1b[{n}B")
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        write!(io::stderr(), "\x1b[{n}C")
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        write!(io::stderr(), "\x1b[{n}D")
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// A phase in words for users.
fn words(phase: &'static str) -> &'static str {
    match phase {
        "enumerating" => "finding positions",
        "ordering" => "sorting positions",
        "trying every move" => "trying all moves",
        "continuing the proved period" => "filling in",
        "computing sets by their number of elements" => "computing sets",
        "comparing rows" => "rows",
        "sweeping" => "games",
        other => other,
    }
}

/// A text of at most `most` letters. Two dots mark a cut.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() {
        count if count <= most => text.to_string(),
        _ => text.chars().take(most - 2).chain("..".chars()).collect(),
    }
}

/// A number in about five letters, as in `999`, `12.3k`, `4.5M`, `100G`.
fn short(number: u64) -> String {
    let units = ["", "k", "M", "G", "T", "P", "E"];
    let unit = (1..units.len()).rev().find(|&unit| number >= 1000u64.pow(unit as u32)).unwrap_or(0);
    let size = 1000u64.pow(unit as u32);
    let (whole, tenth) = (number / size, number % size * 10 / size);
    match (unit, tenth) {
        (0, _) | (_, 0) => format!("{whole}{}", units[unit]),
        _ => format!("{whole}.{tenth}{}", units[unit]),
    }
}

/// Writes the speed per second.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = out.write_str(&short(state.per_sec() as u64));
}

/// Writes how many are done.
fn done(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = out.write_str(&short(state.pos()));
}

/// Writes the total.
fn all(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = out.write_str(&short(state.len().unwrap_or(0)));
}

/// Writes the time left in this phase, in its largest unit; `?` while too little is known.
fn time_left() -> impl Fn(&ProgressState, &mut dyn fmt::Write) + Clone + Send + Sync {
    let pace: Arc<Mutex<Pace>> = Arc::default();
    move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let mut pace = locked(&pace);
        pace.add(state.elapsed().as_secs_f64(), state.pos());
        match pace.seconds_left(state.len().unwrap_or(0)) {
            Some(seconds) => write_time(seconds as u64, out),
            None => drop(out.write_str("?")),
        }
    }
}

/// How much was done when, since a phase began or a run was resumed: seconds, and the number that was done.
#[derive(Default)]
struct Pace(Vec<(f64, u64)>);

impl Pace {
    /// No more times are kept.
    const MOST: usize = 1 << 12;

    fn add(&mut self, seconds: f64, done: u64) {
        // A run that is resumed begins far from 0, and a bar may be drawn before that is known.
        if done == 0 || self.0.last().is_some_and(|&(_, before)| before > done) {
            self.0.clear();
        }
        if done == 0 {
            return;
        }
        if self.0.len() == Self::MOST {
            let mut place = 0;
            self.0.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
        self.0.push((seconds, done));
    }

    /// The seconds left if the time for n positions grows like a power of n, whose exponent is such that the first half
    /// of the time fits: 1 if the pace has not changed, 2 in quadratic work. `None` if nothing was done in the second
    /// half, or if an exponent above 12 would be needed.
    fn seconds_left(&self, total: u64) -> Option<f64> {
        let (&(begun, first), &(now, done)) = (self.0.first()?, self.0.last()?);
        let half = self.0.partition_point(|&(seconds, _)| seconds < (begun + now) / 2.0);
        let &(middle, half) = self.0.get(half)?;
        if done <= half || done <= first || middle <= begun {
            return None;
        }
        let share = |number: u64, exponent: f64| (number as f64 / done as f64).powf(exponent);
        let work = |exponent: f64| (share(half, exponent) - share(first, exponent)) / (1.0 - share(first, exponent));
        let wanted = (middle - begun) / (now - begun);
        let (mut low, mut high) = (0.5, 12.0);
        if work(high) > wanted {
            return None;
        }
        for _ in 0..40 {
            let exponent = (low + high) / 2.0;
            if work(exponent) > wanted { low = exponent } else { high = exponent }
        }
        Some((now - begun) * (share(total, low) - 1.0) / (1.0 - share(first, low)))
    }
}

fn write_time(seconds: u64, out: &mut dyn fmt::Write) {
    let _ = match seconds {
        0..60 => write!(out, "{seconds} s"),
        60..3600 => write!(out, "{} min", seconds.div_ceil(60)),
        3600..172_800 => write!(out, "{} h", seconds.div_ceil(3600)),
        _ => write!(out, "{} days", short(seconds / 86_400)),
    };
}

/// The progress of a command that prints its answer: a bar on a terminal, when it takes longer than [`PATIENCE`]. It is
/// taken away when this is dropped.
pub(super) struct Watch(Arc<Progress>);

impl Watch {
    /// A watch over work on a game.
    pub(super) fn new(code: &str) -> Self {
        let patient = Progress {
            lines: false,
            job: Mutex::new(code.to_string()),
            begins: Mutex::new(Some(Instant::now() + PATIENCE)),
            ..Progress::new(When::Auto)
        };
        Self(Arc::new(patient))
    }

    /// The session for the work: it reports here, and Ctrl-C cancels it.
    pub(super) fn session(&self) -> Session<'_> {
        Session::new(&CANCELLED, &*self.0)
    }

    /// Standard output for an answer that is printed as it is computed. On a terminal, the bar is removed when
    /// the output starts.
    pub(super) fn stdout(&self) -> Out {
        let watch = io::stdout().is_terminal().then(|| self.0.clone());
        Box::new(BufWriter::with_capacity(1 << 16, Printed { out: io::stdout(), watch }))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Standard output, and the progress that ends when something is written to it.
struct Printed {
    out: io::Stdout,
    watch: Option<Arc<Progress>>,
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(watch) = self.watch.take() {
            watch.end();
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Observer for Progress {
    fn event(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Started { job, .. } => {
                *locked(&self.job) = job.to_string();
            }
            RunEvent::Phase { name, total } => self.begin(name, *total),
            RunEvent::Progress { done } => {
                self.begin_late();
                if let Some(bar) = &*locked(&self.bar) {
                    let first = bar.position() == 0;
                    bar.set_position(*done);
                    if first {
                        // This is a bar that starts late, or a run that was resumed. Its speed is measured from
                        // here on.
                        bar.tick();
                        bar.reset_eta();
                    }
                }
            }
            RunEvent::Status(text) => self.status(text),
            RunEvent::Told(text) => self.line(text),
            RunEvent::UpToDate { job, folder } => {
                self.line(&format!("{job}: up to date in {} (--fresh recomputes it)", folder.display()));
            }
            RunEvent::Finished { job, summary, seconds, .. } => {
                self.line(&format!("{job}: {summary} ({seconds:.2} s)"))
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_wait_and_end() {
        let progress = Progress { bars: true, begins: Mutex::new(None), ..Progress::new(When::Never) };
        let tell = |event: RunEvent<'_>| {
            progress.event(&event);
            locked(&progress.bar).as_ref().map(|bar| (bar.position(), bar.length()))
        };
        let phase = RunEvent::Phase { name: "computing", total: 100 };
        *locked(&progress.begins) = Some(Instant::now() + Duration::from_secs(1000));
        assert_eq!([tell(phase.clone()), tell(RunEvent::Progress { done: 20 })], [None, None]);
        *locked(&progress.begins) = Some(Instant::now());
        assert_eq!(tell(RunEvent::Progress { done: 30 }), Some((30, Some(100))));
        assert_eq!(tell(RunEvent::Phase { name: "enumerating", total: 0 }), Some((0, None)));
        assert_eq!(tell(RunEvent::Progress { done: 7 }), Some((7, None)));
        progress.end();
        assert_eq!([tell(phase), tell(RunEvent::Progress { done: 20 })], [None, None]);
    }

    /// The pace of work that grows like a power of n, from `first` to `last`, looked at a hundred times.
    fn pace(exponent: f64, first: u64, last: u64) -> Pace {
        let mut pace = Pace::default();
        for n in (0..=100).map(|step| first + (last - first) * step / 100) {
            pace.add(((n as f64).powf(exponent) - (first as f64).powf(exponent)) / 1e3, n);
        }
        pace
    }

    #[test]
    fn the_time_left_knows_how_the_work_grows() {
        for exponent in [1.0, 1.5, 2.0, 3.0] {
            for first in [0, 400] {
                let left = pace(exponent, first, 1000).seconds_left(4000).unwrap();
                let right = (4000f64.powf(exponent) - 1000f64.powf(exponent)) / 1e3;
                assert!((left / right - 1.0).abs() < 0.1, "{exponent} from {first}: {left}, not {right}");
            }
        }
        // Nothing is known yet, or nothing happens.
        let mut still = pace(1.0, 0, 50);
        assert_eq!(Pace::default().seconds_left(10), None);
        still.add(1e9, 50);
        assert_eq!(still.seconds_left(100), None);
        // However long it takes, the times kept are few.
        (0..100_000).for_each(|n| still.add(1e9 + f64::from(n), 51));
        assert!(still.0.len() <= Pace::MOST);
    }

    #[test]
    fn numbers_and_names_are_short() {
        let all = [0, 999, 1000, 12_345, 999_999, 1_000_000, 450_000_000_000, u64::MAX];
        assert_eq!(all.map(short), ["0", "999", "1k", "12.3k", "999.9k", "1M", "450G", "18.4E"]);
        assert_eq!(cut("kayles", NAME), "kayles");
        assert_eq!(cut("a-very-long-name-of-a-config", NAME), "a-very-long-na..");
    }
}
