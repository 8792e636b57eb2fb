//! The progress of a run: on a terminal a bar with speed and time left, otherwise a line for each job.

use crate::event::{Observer, RunEvent};
use clap::ValueEnum;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
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

const BAR: &str = "{prefix}: {msg} {wide_bar} {human_pos}/{human_len}, {speed} {unit}/s, {eta} left";

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

    fn line(&self, text: &str) {
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
        if self.lines {
            // A closed standard error must not end the run.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// With a bar, the status becomes its text; else it is a line, at most once a minute.
    fn status(&self, text: &str) {
        if let Some(bar) = &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            bar.set_message(text.to_string());
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
            let unit = if name == "sweeping" { "games" } else { "positions" };
            let unit = move |_: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(unit);
            };
            bar.set_style(style.with_key("speed", speed).with_key("unit", unit));
        }
        bar.set_prefix(self.job.lock().unwrap_or_else(PoisonError::into_inner).clone());
        bar.set_message(name);
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
        120
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

/// The speed in whole positions a second.
fn speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
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
