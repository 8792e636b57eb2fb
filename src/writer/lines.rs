//! `lines.csv` and `line_periods.csv`: lines of a two-coordinate table, and what periods they show.

use super::{Content, Format, csv_writer, two_coordinates};
use crate::analysis::Status;

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "lines.csv",
    summary: "n and the n-th value of each row, column and diagonal asked for",
    implied: |job| !job.analysis.lines.is_empty(),
    check: two_coordinates,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        let lines = results.lines;
        out.write_field("n")?;
        lines.iter().try_for_each(|sequence| out.write_field(sequence.line.to_string()))?;
        out.write_record(None::<&[u8]>)?;
        for n in 0..lines.iter().map(|sequence| sequence.values.len()).max().unwrap_or(0) {
            out.write_field(n.to_string())?;
            for sequence in lines {
                let value = sequence.values.get(n).map(|&value| results.job.value.show(value));
                out.write_field(value.unwrap_or_default())?;
            }
            out.write_record(None::<&[u8]>)?;
        }
        out.flush()
    }),
};

pub(super) const PERIODS: Format = Format {
    name: None,
    file: "line_periods.csv",
    summary: "line,preperiod,period,saltus,status,checked_to: what the lines asked for show",
    implied: |job| !job.analysis.lines.is_empty(),
    check: two_coordinates,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["line", "preperiod", "period", "saltus", "status", "checked_to"])?;
        for sequence in results.lines {
            let checked_to = (sequence.values.len() as u64).saturating_sub(1);
            let fields = match sequence.claim() {
                Some(claim) => [claim.preperiod, claim.period, claim.saltus].map(|number| number.to_string()),
                None => Default::default(),
            };
            let status = if fields[1].is_empty() { Status::None } else { Status::Observed };
            let [preperiod, period, saltus] = fields;
            let (line, status) = (sequence.line.to_string(), status.to_string());
            out.write_record([line, preperiod, period, saltus, status, checked_to.to_string()])?;
        }
        out.flush()
    }),
};
