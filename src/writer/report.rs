//! `report.md`: the results for a person, each claim with its status and theorem.

use super::dotted::dotted;
use super::format::{Content, Format, Out, Results, always_possible, never};
use crate::claim::{Claim, Least, Status, Witness};
use crate::ruleset::Value;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: Some("report"),
    file: "report.md",
    summary: "Markdown report: the game in words, nim-sequence, claims with status and theorem, checks",
    implied: never,
    check: always_possible,
    content: Content::Results(write),
};

fn write(results: &Results<'_>, mut out: Out) -> io::Result<()> {
    game(results, &mut out)?;
    if results.rows.is_sequence() {
        sequence(results, &mut out)?;
    }
    if let Some(names) = results.rows.names() {
        named(results, names, &mut out)?;
    }
    if results.job.wants_period() {
        period(results, &mut out)?;
    }
    lines(results, &mut out)?;
    figures(results, &mut out)?;
    checks(results, &mut out)?;
    reproduce(results, &mut out)?;
    out.flush()
}

fn game(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let job = results.job;
    writeln!(out, "# {}\n", job.title.as_deref().unwrap_or(&job.game.code))?;
    writeln!(out, "Game: `{}`. {}.\n", job.game.code, job.game.words)?;
    writeln!(out, "{}\n", job.family.rules)?;
    let losing = match job.play {
        crate::ruleset::Play::Normal => "normal play (the player who cannot move loses)",
        crate::ruleset::Play::Misere => "misère play (the player who cannot move wins)",
    };
    let asked = match job.value {
        Value::Grundy => "Grundy values",
        Value::Outcome => "Outcomes",
    };
    let range = match results.rows.names() {
        Some(_) => String::new(),
        None => format!(": {} from {} to {}", job.family.max, results.rows.first(), results.rows.end() - 1),
    };
    writeln!(out, "{asked} in {losing}, {} values{range}.\n", results.rows.len())?;
    writeln!(out, "Source: {}.\n", job.family.source)
}

fn sequence(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let first = results.rows.first();
    let text = dotted(&results.summary.prefix, first, results.claim, results.job.value);
    let dots = match results.claim {
        Some(claim) if text.contains('\u{307}') => {
            format!(" (dots: first and last value of the period, {})", claim.status())
        }
        _ => String::new(),
    };
    writeln!(out, "## Sequence\n\nFrom n = {first}{dots}:\n\n{text}\n")
}

/// The value of each named position, and which are P-positions.
fn named(results: &Results<'_>, names: &[String], out: &mut Out) -> io::Result<()> {
    let values = &results.summary.prefix;
    writeln!(out, "## Positions\n\n| position | value |\n|---|---|")?;
    for (name, &value) in names.iter().zip(values) {
        writeln!(out, "| {name} | {} |", results.job.value.show(value))?;
    }
    if values.len() < names.len() {
        return writeln!(out, "\nThe first {} of {}; zeros.csv lists the P-positions.\n", values.len(), names.len());
    }
    let zeros: Vec<&str> =
        names.iter().zip(values).filter(|(_, value)| **value == 0).map(|(name, _)| name.as_str()).collect();
    writeln!(out, "\nP-positions: {}.\n", zeros.join(", "))
}

fn period(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    writeln!(out, "## Period\n")?;
    let Some(claim) = results.claim else {
        return writeln!(out, "Status: **none**. No period was found for n up to {}.\n", results.job.max);
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

/// What periods the lines of a table show.
fn lines(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if results.lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Lines\n\n| line | preperiod | period | saltus | status |\n|---|---|---|---|---|")?;
    for line in results.lines {
        match &line.claim {
            Some(claim) => {
                let Claim { preperiod, period, saltus, .. } = claim;
                writeln!(out, "| {} | {preperiod} | {period} | {saltus} | {} |", line.line, claim.status())?;
            }
            None => writeln!(out, "| {} | | | | {} |", line.line, Status::None)?,
        }
    }
    writeln!(out, "\nNo theorem speaks of lines; lines.csv has their values.\n")
}

fn figures(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let (summary, value) = (results.summary, results.job.value);
    let zeros = summary.zeros;
    writeln!(out, "## Figures\n\n| | |\n|---|---|")?;
    if value == Value::Grundy {
        let first = results.rows.show_row(summary.max_row);
        writeln!(out, "| largest value | {}, first at {first} |", summary.max_value)?;
    }
    writeln!(out, "| P-positions | {zeros} of {} |\n", results.rows.len())
}

fn checks(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if results.checks.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Checks\n\n| check | expected | found | agrees |\n|---|---|---|---|")?;
    for check in results.checks {
        let ok = if check.ok { "yes" } else { "**no**" };
        writeln!(out, "| {} | {} | {} | {ok} |", check.name, check.expected, check.found)?;
    }
    writeln!(out)
}

fn reproduce(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    let job = results.job;
    writeln!(out, "## How to reproduce\n")?;
    match &job.source {
        Some(source) => {
            writeln!(out, "Put this into `{}.toml` and run `grundy run {}.toml`:\n", job.name, job.name)?;
            writeln!(out, "```toml\n{}\n```\n", source.text.trim_end())?;
        }
        None => writeln!(out, "`grundy values {} --max {}`\n", job.game.code, job.max)?,
    }
    writeln!(out, "Made by grundy {}.", env!("CARGO_PKG_VERSION"))
}
