//! `checks.csv`: what `[expect]` says, what was found, and whether they agree.

use super::format::{Content, Format, always_possible, csv_writer};

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "checks.csv",
    summary: "check,expected,found,ok for every answer in [expect]",
    implied: |job| !job.expect.is_empty(),
    check: always_possible,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["check", "expected", "found", "ok"])?;
        for check in results.checks {
            out.write_record([&check.name, &check.expected, &check.found, &check.ok.to_string()])?;
        }
        out.flush()
    }),
};
