//! The sinks of a run: the analyses, the table of values, and the streams of rows.

use crate::analysis::expectation::{Check, Probe, compare};
use crate::analysis::statistics::Summary;
use crate::checkpoint::{Left, StreamFile};
use crate::control::Control;
use crate::error::Error;
use crate::folder::Folder;
use crate::job::Job;
use crate::overview::Overview;
use crate::question::{QUESTIONS, Scope};
use crate::results::{Content, End, Gather, ResultFile, RowWriter};
use crate::ruleset::{Rows, Ruleset};
use crate::stream::{Fan, Flow, Sink, State, StateReader, Values};
use crate::table::PackedTable;
use std::path::PathBuf;

/// The maximum number of values that a report shows from the start of a sequence.
const PREFIX: usize = 1000;

/// The sinks of a run, except the period finder.
pub(crate) fn all_sinks<'s>(gathered: &'s mut Gathered, streams: &'s mut [RowSink]) -> Fan<'s> {
    let mut sinks = gathered.sinks();
    sinks.extend(streams.iter_mut().map(|stream| stream as &mut dyn Sink));
    Fan(sinks)
}

/// The sinks that every run has, and those that its questions need.
pub(crate) struct Gathered {
    pub summary: Summary,
    probe: Probe,
    pub answers: Vec<Box<dyn Gather>>,
    pub table: Option<PackedTable>,
}

impl Gathered {
    pub fn new(job: &Job, table: bool, rows: &Rows, game: &dyn Ruleset) -> Self {
        let scope = Scope { job, rows, game };
        Self {
            summary: Summary::new(PREFIX.max(job.expect.prefix.len())),
            probe: Probe::new(&job.expect, rows),
            answers: QUESTIONS.iter().filter_map(|question| (question.gather)(&scope)).collect(),
            table: table.then(PackedTable::new),
        }
    }

    pub fn sinks(&mut self) -> Vec<&mut dyn Sink> {
        let mut sinks: Vec<&mut dyn Sink> = vec![&mut self.summary, &mut self.probe];
        sinks.extend(self.answers.iter_mut().map(|gather| &mut **gather as &mut dyn Sink));
        sinks.extend(self.table.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks
    }

    /// Finishes the sinks after the last value, and returns the checks of `[expect]` and of the questions.
    pub fn end(&mut self, job: &Job, rows: &Rows, end: &End<'_>) -> Result<Vec<Check>, Error> {
        let mut checks = compare(&job.expect, job.value, rows, &self.summary, end.claim, &self.probe);
        for place in 0..self.answers.len() {
            let (earlier, rest) = self.answers.split_at_mut(place);
            rest[0].finish(&End { earlier, ..*end })?;
            checks.extend(rest[0].checks());
        }
        Ok(checks)
    }
}

/// A row writer as a sink.
pub struct RowSink {
    /// The writer.
    pub writer: Box<dyn RowWriter>,
    /// The file, for messages.
    pub path: PathBuf,
}

impl RowSink {
    /// Writes everything that is still buffered.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(self) -> Result<(), Error> {
        self.writer.finish().map_err(Error::io("write", &self.path))
    }
}

impl Sink for RowSink {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        self.writer.block(first, values).map_err(Error::io("write", &self.path))?;
        Ok(Flow::Continue)
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        self.writer.takes_overview(all)
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        self.writer.overview(all, &self.path, control)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        // The checkpoint records the length of the file.
        self.writer.flush().map_err(Error::io("write", &self.path))?;
        self.writer.save(state)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.writer.load(state)
    }
}

/// The streams of rows, and the unfinished files that they write to.
pub(crate) type Streams = (Vec<RowSink>, Vec<StreamFile>);

/// Opens the files to which rows are written as they come, either new ones or those of a stopped run.
///
/// # Errors
/// As for [`Folder::stream`].
pub(crate) fn open_streams(
    job: &Job,
    wanted: &[&ResultFile],
    folder: &mut Folder,
    kept: Option<&Left>,
) -> Result<Streams, Error> {
    let written = kept.map_or(0, |kept| kept.end.rows);
    let (mut streams, mut files) = (Vec::new(), Vec::new());
    for file in wanted {
        if let Content::Rows(open, _) = file.content {
            let (out, stream) = folder.stream(file.name, kept)?;
            let writer = open(job, out, written);
            streams.push(RowSink { writer, path: folder.path().join(file.name) });
            files.push(stream);
        }
    }
    Ok((streams, files))
}
