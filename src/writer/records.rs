//! `records.csv`: rows whose value is larger than all before.

use super::format::{Content, Format, always_possible, csv_writer, write_label};

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "records.csv",
    summary: "n,value of every value larger than all before",
    implied: |job| job.analysis.records,
    check: always_possible,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        let mut label = Vec::new();
        out.write_record(results.rows.columns().iter().map(String::as_str).chain(["value"]))?;
        for record in results.histogram.map(|histogram| histogram.records()).unwrap_or_default() {
            results.rows.label(record.first, &mut label);
            write_label(&mut out, results.rows, &label)?;
            out.write_record([results.job.value.show(record.value)])?;
        }
        out.flush()
    }),
};
