//! `histogram.csv`: how often each value occurs, where first and where last.

use super::format::{Content, Format, always_possible, csv_writer};

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "histogram.csv",
    summary: "value,count,first,last; in boxes first and last are labels like \"3,4\"",
    implied: |job| job.analysis.histogram,
    check: always_possible,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["value", "count", "first", "last"])?;
        for occurrence in results.histogram.into_iter().flat_map(|histogram| histogram.occurrences()) {
            out.write_record([
                results.job.value.show(occurrence.value),
                occurrence.count.to_string(),
                results.rows.show_row(occurrence.first),
                results.rows.show_row(occurrence.last),
            ])?;
        }
        out.flush()
    }),
};
