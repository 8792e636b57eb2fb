//! `first_occurrence.csv`: where each value occurs first.

use super::{Content, Format, always_possible, csv_writer};

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
            let value = results.job.value.show(occurrence.value);
            out.write_record([value].into_iter().chain(label.iter().map(u64::to_string)))?;
        }
        out.flush()
    }),
};
