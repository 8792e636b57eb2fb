//! Where the values of a run go: the analyses, the table, the streams of rows.

use crate::analysis::expectation::{Check, Probe, compare};
use crate::analysis::growth::Growth;
use crate::analysis::lines::Lines;
use crate::analysis::statistics::{Counts, Histogram, Summary};
use crate::checkpoint::{Left, StreamFile};
use crate::claim::Claim;
use crate::error::Error;
use crate::folder::Folder;
use crate::job::Job;
use crate::kernel::MaskOf;
use crate::ruleset::Rows;
use crate::stream::{Fan, Flow, Sink, State, Values};
use crate::table::PackedTable;
use crate::writer::{Content, Format, RowWriter};
use std::path::PathBuf;

/// The values a report may show at the start of a sequence.
const PREFIX: usize = 1000;

/// The sinks of a run, but for the period finder.
pub(crate) fn all_sinks<'s>(gathered: &'s mut Gathered, streams: &'s mut [RowSink]) -> Fan<'s> {
    let mut sinks = gathered.sinks();
    sinks.extend(streams.iter_mut().map(|stream| stream as &mut dyn Sink));
    Fan(sinks)
}

/// The sinks every run has, and those its analyses need.
pub(crate) struct Gathered {
    pub summary: Summary,
    probe: Probe,
    pub histogram: Option<Histogram>,
    pub growth: Option<Growth>,
    pub counts: Vec<Counts>,
    pub lines: Lines,
    pub table: Option<PackedTable>,
}

impl Gathered {
    pub fn new(job: &Job, table: bool, rows: &Rows, mask: MaskOf) -> Self {
        let analysis = &job.analysis;
        let histogram = analysis.histogram || analysis.records || analysis.first_occurrence;
        Self {
            summary: Summary::new(PREFIX.max(job.expect.prefix.len())),
            probe: Probe::new(&job.expect, rows),
            histogram: histogram.then(|| Histogram::new(job.memory)),
            growth: analysis.growth.then(|| Growth::new(rows.first(), mask)),
            counts: analysis.counts.iter().map(|&by| Counts::new(by, rows)).collect(),
            lines: Lines::new(&analysis.lines, rows.sides().last().copied().unwrap_or(0)),
            table: table.then(PackedTable::new),
        }
    }

    pub fn sinks(&mut self) -> Vec<&mut dyn Sink> {
        let mut sinks: Vec<&mut dyn Sink> = vec![&mut self.summary, &mut self.probe];
        sinks.extend(self.histogram.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks.extend(self.growth.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks.extend(self.counts.iter_mut().map(|sink| sink as &mut dyn Sink));
        if !self.lines.lines().is_empty() {
            sinks.push(&mut self.lines);
        }
        sinks.extend(self.table.as_mut().map(|sink| sink as &mut dyn Sink));
        sinks
    }

    pub fn checks(&self, job: &Job, rows: &Rows, claim: Option<&Claim>) -> Vec<Check> {
        compare(&job.expect, job.value, rows, &self.summary, claim, &self.probe)
    }
}

/// A row writer as a sink.
pub(crate) struct RowSink {
    pub(crate) writer: Box<dyn RowWriter>,
    pub(crate) path: PathBuf,
}

impl RowSink {
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.writer.finish().map_err(Error::io("write", &self.path))
    }
}

impl Sink for RowSink {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.writer.block(first, values).map_err(Error::io("write", &self.path))?;
        Ok(Flow::Continue)
    }

    fn save(&mut self, _: &mut State) -> Result<(), Error> {
        // The state of a stream is the length of its file: the keeper notes it.
        self.writer.flush().map_err(Error::io("write", &self.path))
    }
}

/// The streams of rows, and the files they write to meanwhile.
pub(crate) type Streams = (Vec<RowSink>, Vec<StreamFile>);

/// Opens the streams of the formats that take rows as they come, where a stopped run left them.
///
/// # Errors
/// As for [`Folder::stream`].
pub(crate) fn open_streams(
    job: &Job,
    formats: &[&Format],
    folder: &mut Folder,
    kept: Option<&Left>,
) -> Result<Streams, Error> {
    let written = kept.map_or(0, |kept| kept.end.rows);
    let (mut streams, mut files) = (Vec::new(), Vec::new());
    for format in formats {
        if let Content::Rows(open) = format.content {
            let (out, file) = folder.stream(format.file, kept)?;
            let writer = open(job, out, written);
            streams.push(RowSink { writer, path: folder.path().join(format.file) });
            files.push(file);
        }
    }
    Ok((streams, files))
}
