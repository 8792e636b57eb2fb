//! The period: `periods.csv`, the claim with its status and theorem; `certificate.json`, what somebody
//! else needs to check it. The values are compared by the
//! [`PeriodFinder`](crate::analysis::PeriodFinder), which may end the run, or by the kernel itself.

use super::contract::{Form, Key, Problem, Question, no_needs, no_table};
use crate::analysis::certificate::Certificate;
use crate::claim::{Claim, Least, Status, Witness};
use crate::job::Job;
use crate::output::{Content, Out, ResultFile, Results, csv_writer, one_coordinate};
use crate::ruleset::Value;
use std::io::{self, Write};

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: "period",
        form: Form::Switch,
        help: "preperiod, period and saltus, proved where a theorem allows it",
    }],
    check,
    needs: no_needs,
    table: no_table,
    gather: |_| None,
    files: &[PERIODS, CERTIFICATE],
    report,
};

pub(crate) const PERIODS: ResultFile = ResultFile {
    name: "periods.csv",
    summary: "preperiod, period, saltus, status, theorem and the range checked",
    wanted: |job| job.settings.analysis.is_on("period"),
    content: Content::Results(write),
};

pub(crate) const CERTIFICATE: ResultFile = ResultFile {
    name: "certificate.json",
    summary: "what somebody else needs to check a proved period (docs/certificates.md)",
    wanted: Job::wants_period,
    content: Content::Maybe(|results| results.certificate.map(Certificate::to_json)),
};

fn check(job: &Job) -> Result<(), Problem> {
    let Err(why) = one_coordinate(job) else { return Ok(()) };
    if !job.wants_period() {
        return Ok(());
    }
    let message = format!("`{}` has no period: {why}", job.game.code);
    let help = "periods are for games with one coordinate; set `period` to false".to_string();
    Err(Problem { key: "period", item: 0, message, help })
}

/// Writes the header and the one row.
fn write(results: &Results<'_>, out: Out) -> io::Result<()> {
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
        results.claim.map_or(job.last(), |claim| claim.checked_to).to_string(),
        // Outcomes have none.
        if job.value == Value::Grundy { results.summary.max_value.to_string() } else { String::new() },
    ])?;
    out.flush()
}

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if !results.job.wants_period() {
        return Ok(());
    }
    writeln!(out, "## Period\n")?;
    let Some(claim) = results.claim else {
        return writeln!(out, "Status: **none**. No period was found for n up to {}.\n", results.job.last());
    };
    let Claim { preperiod: n0, period: p, saltus: s, checked_to, .. } = *claim;
    let rise = if s > 0 { format!(" + {s}") } else { String::new() };
    writeln!(out, "G(n + {p}) = G(n){rise} for all n >= {n0}; status: **{}**.\n", claim.status())?;
    let exception = match n0.checked_sub(1).filter(|&n| n >= results.rows.first()) {
        Some(n) => n.to_string(),
        None => "none".to_string(),
    };
    writeln!(
        out,
        "| preperiod | period | saltus | last exception |\n|---|---|---|---|\n| {n0} | {p} | {s} | {exception} |\n"
    )?;
    match (claim.status(), claim.theorem) {
        (Status::Proved, Some(theorem)) => {
            writeln!(out, "Theorem ({}): {}.\n", theorem.name(), theorem.statement())?;
            writeln!(
                out,
                "The bound is met: G(n + {p}) = G(n){rise} was checked for {n0} <= n <= {}, that is, with the values up to \
                 n = {checked_to}.\n",
                checked_to - p
            )?;
            results.least.map_or(Ok(()), |least| writeln!(out, "{}\n", least_words(claim, least)))
        }
        _ => {
            let last = checked_to - p;
            writeln!(
                out,
                "{} This was observed for {n0} <= n <= {last}, with the values up to n = {checked_to}, and is not proved.\n",
                unproved(results, claim)
            )
        }
    }
}

/// Why no smaller period and no smaller preperiod is possible: the witnesses.
fn least_words(claim: &Claim, least: &Least) -> String {
    let Claim { preperiod: n0, period: p, .. } = *claim;
    let disagree = |witness: &Witness| {
        let Witness { period, saltus, n, values: [early, late] } = *witness;
        let rise = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
        format!("G({n} + {period}) = {late} is not G({n}){rise} = {}", u64::from(early) + saltus)
    };
    let period = match &least.period[..] {
        _ if p == 1 => "p = 1 is the least period possible".to_string(),
        [] => format!("p = {p} is the least period: no part of it has a whole saltus"),
        witnesses => {
            let all: Vec<String> = witnesses.iter().map(disagree).collect();
            let whole = if claim.saltus > 0 { " and a whole s/q" } else { "" };
            format!("p = {p} is the least period: no p/q with a prime q{whole} is one, since {}", all.join("; "))
        }
    };
    match &least.preperiod {
        Some(witness) => format!("{period}. n0 = {n0} is the least preperiod: {}.", disagree(witness)),
        None => format!("{period}. n0 = {n0} is the first n."),
    }
}

/// Why an observed claim is not proved.
fn unproved(results: &Results<'_>, claim: &Claim) -> String {
    let (n0, p, s) = (claim.preperiod, claim.period, claim.saltus);
    match results.theorem.map(|theorem| (theorem, theorem.checked_below(n0, p, s))) {
        None => "No theorem applies.".to_string(),
        Some((theorem, None)) => format!("The theorem ({}) does not speak of a saltus.", theorem.name()),
        Some((theorem, Some(end))) => {
            format!(
                "The bound of the theorem ({}) is not met: it needs the values up to n = {}.",
                theorem.name(),
                end - 1 + p
            )
        }
    }
}
