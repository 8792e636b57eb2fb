//! `lines.csv` and `line_periods.csv`: lines of a two-coordinate table, and what periods they show.

use super::format::{Content, Format, csv_writer, two_coordinates};
use crate::claim::Status;

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
        lines.iter().try_for_each(|line| out.write_field(line.line.to_string()))?;
        out.write_record(None::<&[u8]>)?;
        for n in 0..lines.iter().map(|line| line.values.len()).max().unwrap_or(0) {
            out.write_field(n.to_string())?;
            for line in lines {
                let value = line.values.get(n).map(|&value| results.job.value.show(value));
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
        for line in results.lines {
            let checked_to = (line.values.len() as u64).saturating_sub(1);
            let (status, [preperiod, period, saltus]) = match &line.claim {
                Some(claim) => (claim.status(), [claim.preperiod, claim.period, claim.saltus].map(|it| it.to_string())),
                None => (Status::None, Default::default()),
            };
            let (line, status) = (line.line.to_string(), status.to_string());
            out.write_record([line, preperiod, period, saltus, status, checked_to.to_string()])?;
        }
        out.flush()
    }),
};
