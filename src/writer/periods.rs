//! `periods.csv`: the claim about the period, with its status and theorem.

use super::format::{Content, Format, Out, Results, always_possible, csv_writer};
use crate::claim::{Claim, Status};
use std::io;

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "periods.csv",
    summary: "preperiod, period, saltus, status, theorem and the range checked",
    implied: |job| job.analysis.period,
    check: always_possible,
    content: Content::Results(write),
};

/// Writes the header and the one row.
pub fn write(results: &Results<'_>, out: Out) -> io::Result<()> {
    let job = results.job;
    let of_claim = |field: fn(&Claim) -> u64| results.claim.map(|claim| field(claim).to_string()).unwrap_or_default();
    let mut out = csv_writer(out);
    out.write_record([
        "game",
        "play",
        "value",
        "max",
        "preperiod",
        "period",
        "saltus",
        "status",
        "theorem",
        "checked_to",
        "max_value",
    ])?;
    out.write_record([
        job.game.code.clone(),
        job.play.to_string(),
        job.value.to_string(),
        job.max.to_string(),
        of_claim(|claim| claim.preperiod),
        of_claim(|claim| claim.period),
        of_claim(|claim| claim.saltus),
        results.claim.map_or(Status::None, Claim::status).to_string(),
        results.claim.and_then(|claim| claim.theorem).map(|theorem| theorem.name().to_string()).unwrap_or_default(),
        results.claim.map_or(job.max, |claim| claim.checked_to).to_string(),
        job.value.show(results.summary.max_value),
    ])?;
    out.flush()
}
