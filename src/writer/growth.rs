//! `growth.csv` and `growth_histogram.csv`: the figures of a sequence at every power of two.

use super::format::{Content, Format, Results, csv_writer, one_coordinate};
use crate::analysis::growth::Stage;

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "growth.csv",
    summary: "n,mask,position,rares,last_rare,zeros,max_value,max_at: of the values below n, at every power of two",
    implied: |job| job.analysis.growth,
    check: one_coordinate,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["n", "mask", "position", "rares", "last_rare", "zeros", "max_value", "max_at"])?;
        for stage in stages(results) {
            let sparse = |text: String| if stage.mask.is_some() { text } else { String::new() };
            let (mask, position) = stage.mask.unwrap_or_default();
            out.write_record([
                stage.n.to_string(),
                sparse(mask.to_string()),
                sparse(position.to_string()),
                sparse(stage.rares.to_string()),
                sparse(if stage.rares > 0 { stage.last_rare.to_string() } else { String::new() }),
                stage.zeros.to_string(),
                stage.largest.0.to_string(),
                stage.largest.1.to_string(),
            ])?;
        }
        out.flush()
    }),
};

pub(super) const HISTOGRAM: Format = Format {
    name: None,
    file: "growth_histogram.csv",
    summary: "n,value,count: how often each value occurs below n, at every power of two",
    implied: |job| job.analysis.growth,
    check: one_coordinate,
    content: Content::Results(|results, out| {
        let mut out = csv_writer(out);
        out.write_record(["n", "value", "count"])?;
        for stage in stages(results) {
            for (value, count) in &stage.histogram {
                out.write_record([stage.n, u64::from(*value), *count].map(|number| number.to_string()))?;
            }
        }
        out.flush()
    }),
};

fn stages<'r>(results: &'r Results<'_>) -> &'r [Stage] {
    results.growth.unwrap_or_default()
}
