//! Decides what a job needs, and checks it before work starts.

use crate::analysis::PeriodFinder;
use crate::analysis::certificate::is_certified;
use crate::analysis::periodicity::MOST_ROWS;
use crate::bytes::Bytes;
use crate::claim::{Theorem, Theorems};
use crate::disk;
use crate::error::Error;
use crate::job::Job;
use crate::kernel::{self, Kernel, Named, Task};
use crate::question::QUESTIONS;
use crate::results::{Listing, ResultFile};
use crate::ruleset::Rows;
use grundy_core::limits::{check_memory, check_memory_without_range};
use std::path::Path;

/// The maximum number of values that are searched for a period if no period was requested and one would only
/// save work.
const SHORT: u64 = 1 << 20;

/// The plan of a run.
pub struct Plan {
    /// The kernel.
    pub kernel: &'static dyn Kernel,
    /// The theorems that apply to the game.
    pub theorems: Option<Theorems>,
    /// The maximum number of values that the period finder may keep, if there is a finder. There is one if a
    /// period is requested, or if a theorem applies and a proved period would save work.
    pub finder: Option<u64>,
    /// Whether a packed table of all values is kept.
    pub table: bool,
    /// The memory needed in total.
    pub needs: Bytes,
}

/// What a run must deliver besides the answers to its questions.
#[derive(Clone, Copy, Default)]
pub struct Outputs<'o> {
    /// The files to write.
    pub files: &'o [&'o ResultFile],
    /// Whether to return all values.
    pub values: bool,
}

impl<'o> Outputs<'o> {
    /// These files, and no values.
    pub fn files(files: &'o [&'o ResultFile]) -> Self {
        Self { files, values: false }
    }
}

impl Plan {
    /// Chooses the kernel for a job. A resumed run passes the kernel of its checkpoint as `named`.
    ///
    /// # Errors
    /// As for [`kernel::choose`]; [`Error::Limit`] if the memory or a listing would be too large.
    pub fn new(job: &Job, outputs: Outputs<'_>, task: &Task<'_>, named: Option<Named>) -> Result<Self, Error> {
        let files = outputs.files;
        let rows = task.ruleset.rows();
        let kernel = kernel::choose(named.or(job.settings.kernel), task)?;
        let theorems = Theorems::of(&task.ruleset.structures(), task.play, task.value).filter(|_| rows.is_sequence());
        let waits = QUESTIONS.iter().any(|question| (question.table)(job));
        let table = outputs.values || waits || files.iter().any(|file| file.takes_table());
        let mut needs = kernel.needs(task);
        if table {
            needs = needs.plus(Bytes::packed(u128::from(rows.len()), kernel.value_bits(task)));
        }
        needs = QUESTIONS.iter().fold(needs, |needs, question| needs.plus((question.needs)(job, rows)));
        needs = needs.plus(task.ruleset.held());
        // With a theorem, the first values may be enough. Otherwise the period is only observed, and needs the
        // whole range.
        // Positions of several kinds have several periods, each with its own search.
        let finder = match (&theorems, job.wants_period() && rows.kinds().is_none()) {
            (Some(theorems), _) => {
                let fits = PeriodFinder::fits(Bytes(job.settings.memory.0.saturating_sub(needs.0)));
                // Kernels find longer periods of codes that split by themselves.
                let most = match theorems.agreement() {
                    Theorem::GuySmith { .. } if job.wants_period() => task.scale.small,
                    Theorem::GuySmith { .. } => SHORT,
                    _ => MOST_ROWS,
                };
                Some(rows.len().min(fits).min(most))
            }
            (None, true) if kernel.proves_periods() => {
                let fits = PeriodFinder::fits(Bytes(job.settings.memory.0.saturating_sub(needs.0)));
                Some(rows.len().min(fits))
            }
            (None, true) => Some(whole_range(rows.len())?),
            (None, false) => None,
        };
        needs = needs.plus(PeriodFinder::needs(finder.unwrap_or(0)));
        let check = if job.game.shape.has_range() { check_memory } else { check_memory_without_range };
        check(&format!("{} with kernel `{}`", job.words(), kernel.name()), needs, job.settings.memory)?;
        check_listings(job, files, rows)?;
        Ok(Self { kernel, theorems, finder, table, needs })
    }
}

impl Plan {
    /// Checks that a run can be handed on: it must ask for nothing but a period. `questions` and `streams` are
    /// their numbers in the run, and `begun` is the number of rows it starts with.
    ///
    /// # Errors
    /// [`Error::Usage`] with the reason.
    pub fn check_handover(&self, job: &Job, questions: usize, streams: usize, begun: u64) -> Result<(), Error> {
        let refuse = |why: &str| Err(Error::Usage(format!("--state is only for the search for a period: {why}")));
        if self.kernel.hands_on().is_none() {
            let names: Vec<String> = kernel::handing_on().map(|kernel| format!("`{}`", kernel.name())).collect();
            let (name, names) = (self.kernel.name(), names.join(", "));
            return refuse(&format!("the kernel `{name}` cannot hand on a run, only {names} can"));
        }
        if !is_certified(&job.game.code) {
            return refuse(&format!(
                "states of `{}` cannot be checked: give the game by its octal code",
                job.game.code
            ));
        }
        if !job.wants_period() {
            return refuse("set `period = true` in [analysis]");
        }
        if questions > 0 || streams > 0 || self.table || !job.expect.at.is_empty() {
            return refuse(
                "[analysis] must ask for nothing else, there must be no conjecture, [expect] must not have `at`, \
                 and no format may list values",
            );
        }
        if begun > job.rows().len() {
            return Err(Error::Usage(format!("the state already has {begun} values: raise `max` beyond that")));
        }
        Ok(())
    }
}

/// The number of rows to search without a theorem, if the finder can handle that many.
fn whole_range(rows: u64) -> Result<u64, Error> {
    if rows <= MOST_ROWS {
        return Ok(rows);
    }
    Err(Error::Limit {
        what: "the search for a period".to_string(),
        needed: format!("{rows} rows"),
        allowed: format!("{MOST_ROWS} rows"),
        key: "`period` in [analysis]".to_string(),
        remedy: "set it to false or lower `max` in [range]".to_string(),
    })
}

/// Refuses files that certainly do not fit on the disk of a folder.
///
/// # Errors
/// [`Error::Limit`].
pub fn check_room(files: &[&ResultFile], rows: &Rows, folder: &Path) -> Result<(), Error> {
    let least = files.iter().fold(Bytes(0), |sum, file| sum.plus(file.listing(rows).bytes()));
    let known = files.iter().filter(|file| file.listing(rows).bytes() > Bytes(0));
    let names: Vec<&str> = known.map(|file| file.name).collect();
    disk::check_room(folder, &format!("the run, with {}", names.join(", ")), least)
}

fn check_listings(job: &Job, files: &[&ResultFile], rows: &Rows) -> Result<(), Error> {
    for file in files {
        let listing = file.listing(rows);
        if listing.lines() > job.settings.max_rows {
            let needed = match listing {
                Listing::All(rows, bytes) => format!("{rows} rows (about {bytes})"),
                Listing::Some(rows) => format!("up to {rows} rows"),
                Listing::Short => continue,
            };
            return Err(Error::Limit {
                what: format!("the listing {}", file.name),
                needed,
                allowed: format!("{} rows", job.settings.max_rows),
                key: MAX_ROWS_KEY.to_string(),
                remedy: "raise it (--max-rows on the command line), lower `max`, or remove the format".to_string(),
            });
        }
    }
    Ok(())
}

/// The setting that limits the rows of listings.
pub(crate) const MAX_ROWS_KEY: &str = "`max-rows` in [output]";
