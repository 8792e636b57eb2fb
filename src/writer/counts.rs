//! `counts.csv`: how many P-positions there are of each size.

use super::format::{Content, Format, always_possible, csv_writer};

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "counts.csv",
    summary: "by,n,p_positions: P-positions whose largest coordinate (max) or sum (total) is n",
    implied: |job| !job.analysis.counts.is_empty(),
    check: always_possible,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["by", "n", "p_positions"])?;
        for counts in results.counts {
            for (n, count) in counts.counts() {
                out.write_record([counts.by().name().to_string(), n.to_string(), count.to_string()])?;
            }
        }
        out.flush()
    }),
};
