//! `first_occurrence.csv`: where each value occurs first.

use super::format::{Content, Format, always_possible, csv_writer, write_label};

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "first_occurrence.csv",
    summary: "value,n of the first occurrence of each value",
    implied: |job| job.analysis.first_occurrence,
    check: always_possible,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        let mut label = Vec::new();
        let columns = results.rows.columns();
        out.write_record(["value"].into_iter().chain(columns.iter().map(String::as_str)))?;
        for occurrence in results.histogram.into_iter().flat_map(|histogram| histogram.occurrences()) {
            results.rows.label(occurrence.first, &mut label);
            out.write_field(results.job.value.show(occurrence.value))?;
            write_label(&mut out, results.rows, &label)?;
            out.write_record(None::<&[u8]>)?;
        }
        out.flush()
    }),
};
