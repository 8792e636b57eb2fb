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
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
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

/// Writes the time left, in its largest unit. A run that was resumed begins far from 0, so that its average pace says
/// nothing about the growth of the work: then only the recent pace counts.
fn time_left() -> impl Fn(&ProgressState, &mut dyn fmt::Write) + Clone + Send + Sync {
    let first = OnceLock::new();
    move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let (done, total) = (state.pos(), state.len().unwrap_or(0));
        let resumed = *first.get_or_init(|| done) > total / 100;
        let seconds = match resumed {
            true => state.eta().as_secs_f64(),
            false => seconds_left(state.elapsed().as_secs_f64(), done, total, state.per_sec()),
        };
        write_time(seconds as u64, out);
    }
}

/// The seconds left if the time for n positions grows like a power of n, whose exponent is the average pace divided by
/// the recent one: 1 if the pace does not change, 2 if it falls to half of the average, as in quadratic work. A pause
/// in the first moments says nothing of growth, so a larger exponent needs more work behind it.
fn seconds_left(elapsed: f64, done: u64, total: u64, pace: f64) -> f64 {
    if done == 0 || elapsed <= 0.0 || pace <= 0.0 {
        return 0.0;
    }
    let share = done as f64 / total as f64;
    let growth = (done as f64 / elapsed / pace).clamp(1.0, (1.0 + 50.0 * share).min(4.0));
    elapsed * ((total as f64 / done as f64).powf(growth) - 1.0)
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

    /// A tenth of linear, quadratic and cubic work done in 1 s: the rest takes 9, 99 and 999 s.
    #[test]
    fn the_time_left_knows_how_the_work_grows() {
        for (exponent, expected) in [(1.0, 9.0), (2.0, 99.0), (3.0, 999.0)] {
            // After n = 100 of 1000 in one second, the pace is 100 / exponent.
            let left = seconds_left(1.0, 100, 1000, 100.0 / exponent);
            assert!((left - expected).abs() < 1e-6, "{exponent}: {left}");
        }
        assert_eq!(seconds_left(0.0, 0, 1000, 0.0), 0.0);
    }

    #[test]
    fn numbers_and_names_are_short() {
        let all = [0, 999, 1000, 12_345, 999_999, 1_000_000, 450_000_000_000, u64::MAX];
        assert_eq!(all.map(short), ["0", "999", "1k", "12.3k", "999.9k", "1M", "450G", "18.4E"]);
        assert_eq!(cut("kayles", NAME), "kayles");
        assert_eq!(cut("a-very-long-name-of-a-config", NAME), "a-very-long-na..");
    }
}
