//! Examines a sweep before work starts: which combinations satisfy the condition, which tables it writes, which
//! files its games read.

use super::game::Asked;
use super::kept::KeptRows;
use super::{latex, page};
use crate::answer::Session;
use crate::control::Control;
use crate::error::Error;
use crate::folder::Owner;
use crate::formats::files_of;
use crate::games::code::parse;
use crate::games::{FAMILIES, Family};
use crate::identity::Identity;
use crate::job::Job;
use crate::language::{Datum, Fault};
use crate::question::records_of;
use crate::results::{CHECKS, CONJECTURES, Content, ResultFile};
use crate::sweep::{Expected, Item, Over, Part, Sweep, files};
use std::collections::BTreeMap;

/// The number of combinations whose codes are tried before work starts.
const TRIED: usize = 1000;

/// Whether one of the first games of the sweep is not a sequence, so that a search for a period would fail.
///
/// # Errors
/// [`Error::Usage`] if a range or condition of the sweep cannot be computed; [`Error::Interrupted`].
pub fn asks_in_vain(sweep: &Sweep, session: Session<'_>) -> Result<bool, Error> {
    let control = session.control();
    let mut vain = false;
    let mut tried = 0;
    each(sweep, &control, &mut |data| {
        vain = parse(&sweep.code(data)).is_ok_and(|coded| !coded.game.shape.rows(0).is_sequence());
        tried += 1;
        Ok(!vain && tried < TRIED)
    })?;
    Ok(vain)
}

/// Visits the combinations that satisfy the condition, in order, until `visit` returns false.
pub(super) fn each(
    sweep: &Sweep,
    control: &Control<'_>,
    visit: &mut dyn FnMut(&[Datum]) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut odometer = sweep.odometer().map_err(range_fault)?;
    while let Some(data) = odometer.advance().map_err(range_fault)? {
        control.check()?;
        if counts(sweep, &data)? && !visit(&data)? {
            break;
        }
    }
    Ok(())
}

/// Whether a combination satisfies the condition.
///
/// # Errors
/// [`Error::Usage`] if the condition cannot be evaluated, or holds for a combination with invalid digits.
pub(super) fn counts(sweep: &Sweep, data: &[Datum]) -> Result<bool, Error> {
    let counts = sweep.counts(data).map_err(|fault| Error::Usage(sweep.explain(&Part::Condition, fault, data)))?;
    if counts {
        sweep.check_digits(data)?;
    }
    Ok(counts)
}

/// The error for a range whose bounds cannot be computed.
pub(super) fn range_fault(fault: Fault) -> Error {
    Error::Usage(format!("a range of the sweep cannot be computed: {fault}"))
}

/// A sweep that is ready to run, with the settings of its games and what is known before work starts.
pub(super) struct Prepared<'s> {
    pub sweep: &'s Sweep,
    pub asked: Asked,
    /// The files of a game that are collected in tables: all except those whose columns are in `sweep.csv`.
    pub files: Vec<&'static ResultFile>,
    /// The SHA-256 of the file arguments of all games, by name.
    pub arguments: Vec<(String, String)>,
}

impl<'s> Prepared<'s> {
    /// Tries the first combinations. If none of them has a valid job, the template itself must be wrong. All
    /// combinations are tried if games may be read from files, or if numbers may turn out not to be digits.
    pub fn new(sweep: &'s Sweep, session: Session<'_>) -> Result<Self, Error> {
        KeptRows::foresee(sweep)?;
        let (asked, control) = (Asked::new(sweep), session.control());
        let (mut first, mut right, mut tried) = (None, None, 0);
        let all = may_have_files(sweep) || sweep.has_digits_to_check();
        let mut arguments = BTreeMap::new();
        each(sweep, &control, &mut |data| {
            tried += 1;
            match asked.job(sweep, data) {
                Ok(job) => {
                    arguments.extend(job.game.files.iter().cloned());
                    right.get_or_insert(job);
                }
                Err(error) => drop(first.get_or_insert((sweep.label(data), error))),
            }
            Ok(all || (right.is_none() && tried < TRIED))
        })?;
        let files = match (right, first) {
            (Some(_), _) if sweep.plan.settings.formats.is_empty() => Vec::new(),
            (Some(job), _) => {
                let mut files = files_of(&job);
                let of_rows =
                    |file: &ResultFile| records_of(&job.settings.analysis).any(|record| record.file.name == file.name);
                files.retain(|file| file.name != CONJECTURES && !of_rows(file));
                files
                    .retain(|file| matches!(file.content, Content::Rows(..) | Content::Results(_) | Content::Table(_)));
                files
            }
            (None, None) => {
                return Err(Error::Usage("the sweep is empty: no combination satisfies `where`".to_string()));
            }
            (None, Some((label, error))) => {
                let what = format!("no game of the sweep is valid (none of the first {tried}); at {label}: {error}");
                return Err(Error::Usage(what));
            }
        };
        Ok(Self { sweep, asked, files, arguments: arguments.into_iter().collect() })
    }

    /// The same sweep, if only the rows of its games are needed.
    pub fn rows_only(self) -> Self {
        Self { files: Vec::new(), ..self }
    }

    /// The job of a combination.
    ///
    /// # Errors
    /// Any error in its code or its range.
    pub fn job(&self, data: &[Datum]) -> Result<Job, Error> {
        self.asked.job(self.sweep, data)
    }

    /// The names of the tables.
    pub fn tables(&self) -> Vec<String> {
        if self.sweep.plan.settings.formats.is_empty() {
            return Vec::new();
        }
        let others = self.files.iter().map(|file| files::table_of(file.name));
        std::iter::once(files::TABLE.to_string()).chain(others).collect()
    }

    /// The owner of the folder.
    pub fn owner(&self) -> Owner {
        let identity = Identity::of_sweep(self.sweep, &self.arguments);
        Owner { identity, source: self.sweep.source.clone(), files: self.certain() }
    }

    /// The files that every complete run writes.
    fn certain(&self) -> Vec<String> {
        let sweep = self.sweep;
        let mut names = vec![files::REPORT.to_string(), files::MAXIMA.to_string()];
        names.extend(self.tables());
        let expects = sweep.plan.settings.conjectures.iter().any(|conjecture| conjecture.expect.is_some());
        if sweep.plan.expect != Expected::default() || expects {
            names.push(CHECKS.to_string());
        }
        names.extend(sweep.tally.as_ref().map(|_| files::TALLY.to_string()));
        names.extend(sweep.row_patterns.as_ref().map(|_| files::ROW_PATTERNS.to_string()));
        names.extend(latex::names(sweep));
        names.extend(page::name(sweep).map(str::to_string));
        if !sweep.plan.settings.conjectures.is_empty() {
            names.push(CONJECTURES.to_string());
        }
        names
    }
}

/// The graph codes that are read from files.
const GRAPHS_FROM_FILES: [&str; 2] = ["file:", "graph6:"];

/// Whether the code, or a text that is inserted into it, contains the name of a family whose games are read from
/// files, or a graph code that is.
fn may_have_files(sweep: &Sweep) -> bool {
    let is_file = |key: &str| key == "file" || key == "moves";
    let from_files = |family: &&&Family| family.parameters.iter().any(|parameter| is_file(parameter.key));
    let families = FAMILIES.iter().filter(from_files).map(|family| &*family.name);
    families.chain(GRAPHS_FROM_FILES).any(|name| {
        let texts = sweep
            .plan
            .over
            .iter()
            .filter_map(|(_, over)| if let Over::List(items) = over { Some(items) } else { None });
        let listed = texts.flatten().any(|item| matches!(item, Item::Text(text) if text.contains(name)));
        listed || sweep.plan.code.contains(name)
    })
}

/// The owner of a sweep's folder: the sweep's identity, and the files of a complete run.
///
/// # Errors
/// As for [`run`](super::run()).
pub fn owner(sweep: &Sweep, session: Session<'_>) -> Result<Owner, Error> {
    Ok(Prepared::new(sweep, session)?.owner())
}
