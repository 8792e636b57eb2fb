//! The progress of a run: on a terminal a bar with speed and time left, otherwise a line for each job.

use crate::event::{Observer, RunEvent};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// `--progress`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// A bar on a terminal, else a line for each job.
    Auto,
    /// A bar even if standard error is not a terminal.
    Always,
    /// Nothing but errors.
    Never,
}

/// The time between two status lines where there is no bar.
const BETWEEN: Duration = Duration::from_secs(60);

/// At most 80 columns: a name and a phase of at most [`NAME`] and [`PHASE`], some 35 for the figures, the rest for the bar.
const BAR: &str = "{prefix}: {msg} {wide_bar} {percent}% of {all}, {speed}/s, {left} left";

/// The most letters of a name, and of a phase or status.
const NAME: usize = 16;
const PHASE: usize = 18;

/// The observer of the command line; writes to standard error.
pub(super) struct Progress {
    lines: bool,
    bars: bool,
    job: Mutex<String>,
    bar: Mutex<Option<ProgressBar>>,
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
            told: Mutex::new(Instant::now()),
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: &str) {
        self.clear();
        if self.lines {
            // A closed standard error must not end the run.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// With a bar, the status becomes its text; else it is a line, at most once a minute.
    fn status(&self, text: &str) {
        if let Some(bar) = &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            // As much as there is room for: how far it has come stands first.
            bar.set_message(cut(text.split(", ").next().unwrap_or_default(), PHASE));
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if self.lines && told.elapsed() >= BETWEEN {
            *told = Instant::now();
            let job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(io::stderr(), "{job}: {text}");
        }
    }

    fn begin(&self, name: &'static str, total: u64) {
        if !self.bars {
            return;
        }
        let bar = ProgressBar::new(total);
        if bar.is_hidden() {
            // A bar was asked for, but there is no terminal.
            bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(Plain), 1));
        }
        if let Ok(style) = ProgressStyle::with_template(BAR) {
            bar.set_style(style.with_key("speed", speed).with_key("all", all).with_key("left", left));
        }
        bar.set_prefix(cut(&self.job.lock().unwrap_or_else(PoisonError::into_inner), NAME));
        bar.set_message(words(name));
        let old = self.bar.lock().unwrap_or_else(PoisonError::into_inner).replace(bar);
        if let Some(old) = old {
            old.finish_and_clear();
        }
    }
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

/// A phase in words that need no source code.
fn words(phase: &'static str) -> &'static str {
    match phase {
        "enumerating" => "finding positions",
        "ordering" => "sorting positions",
        "trying every move" => "trying all moves",
        "continuing the proved period" => "filling in",
        "computing sets by their number of elements" => "computing sets",
        "sweeping" => "games",
        other => other,
    }
}

/// A text of at most so many letters; what is cut off is shown by dots.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() {
        count if count <= most => text.to_string(),
        _ => text.chars().take(most - 2).chain("..".chars()).collect(),
    }
}

/// A number in at most five letters: `999`, `12.3k`, `4.5M`, `100G`.
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

/// The speed: things a second.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = out.write_str(&short(state.per_sec() as u64));
}

/// How many there are in all.
fn all(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = out.write_str(&short(state.len().unwrap_or(0)));
}

/// The time left, in its largest unit.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let seconds = state.eta().as_secs();
    let _ = match seconds {
        0..60 => write!(out, "{seconds} s"),
        60..3600 => write!(out, "{} min", seconds.div_ceil(60)),
        3600..172_800 => write!(out, "{} h", seconds.div_ceil(3600)),
        _ => write!(out, "{} days", short(seconds / 86_400)),
    };
}

impl Observer for Progress {
    fn event(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Started { job, .. } => {
                *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job.to_string();
            }
            RunEvent::Phase { name, total } => self.begin(name, *total),
            RunEvent::Progress { done } => {
                if let Some(bar) = &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
                    let first = bar.position() == 0;
                    bar.set_position(*done);
                    if first {
                        // A run that goes on from a checkpoint: its speed counts from there.
                        bar.tick();
                        bar.reset_eta();
                    }
                }
            }
            RunEvent::Status(text) => self.status(text),
            RunEvent::Told(text) => self.line(text),
            RunEvent::UpToDate { job, folder } => {
                self.line(&format!("{job}: up to date in {} (--fresh computes again)", folder.display()));
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
    fn numbers_and_names_are_short() {
        let all = [0, 999, 1000, 12_345, 999_999, 1_000_000, 450_000_000_000, u64::MAX];
        assert_eq!(all.map(short), ["0", "999", "1k", "12.3k", "999.9k", "1M", "450G", "18.4E"]);
        assert_eq!(cut("kayles", NAME), "kayles");
        assert_eq!(cut("a-very-long-name-of-a-config", NAME), "a-very-long-na..");
    }
}
