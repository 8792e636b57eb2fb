//! The period: `periods.csv`, the claim with its status and theorem; `certificate.json`, what somebody
//! else needs to check it. The values are compared by the
//! [`PeriodFinder`](crate::analysis::PeriodFinder), which may end the run, or by the kernel itself.

use super::contract::{Across, Form, GameRecord, Key, PointPicture, Problem, Question, RecordLine};
use crate::analysis::certificate::Certificate;
use crate::claim::{Claim, Least, Status, Witness};
use crate::column::{Column, NamedCells, cell};
use crate::job::Job;
use crate::language::{Datum, Type};
use crate::latex::{self, Fragment, Shown};
use crate::output::{Content, DataTable, Out, ResultFile, Results, count, one_coordinate, text};
use crate::ruleset::Value;
use std::io;

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: "period",
        form: Form::Switch,
        help: "preperiod, period and saltus, proved where a theorem allows it",
    }],
    check,
    files: &[PERIODS, CERTIFICATE],
    record: Some(&RECORD),
    report,
    fragments: |results| if results.job.wants_period() { fragments(results) } else { Vec::new() },
    ..Question::SILENT
};

static RECORD: GameRecord = GameRecord {
    asked: |analysis| analysis.is_on("period"),
    columns: COLUMNS,
    lines: |results| vec![line_of(results.claim, results.job.last())],
    file: &PERIODS,
    pictures: &[
        PointPicture {
            name: "period-preperiod",
            shows: "The period of each game against its preperiod",
            across: Across::Column("preperiod"),
            up: "period",
        },
        PointPicture {
            name: "period-largest",
            shows: "The period of each game against its largest element",
            across: Across::LargestElement,
            up: "period",
        },
    ],
};

const COLUMNS: &[Column] = &[
    Column::new("preperiod", Type::Number)
        .record("preperiod")
        .in_papers("$n_0$", Some("preperiod $n_0$"))
        .terms(is_proved),
    Column::new("period", Type::Number).record("period").in_papers("$p$", Some("period $p$")).terms(is_proved),
    Column::new("saltus", Type::Number).in_papers("$s$", Some("saltus $s$ and its status")).terms(is_proved),
    Column::new("status", Type::Text).status_of("period").in_papers("status", None),
    Column::new("theorem", Type::Text),
    Column::new("checked_to", Type::Number),
];

fn is_proved(row: &NamedCells<'_>) -> bool {
    row.is("status", "proved")
}

/// What is claimed of a game, or that nothing is, up to `last`.
pub(crate) fn line_of(claim: Option<&Claim>, last: u64) -> RecordLine {
    let status = claim.map_or(Status::None, Claim::status);
    let figures = |claim: &Claim| [claim.preperiod, claim.period, claim.saltus].map(|figure| cell(Some(figure)));
    let mut cells = Vec::from(claim.map_or([const { Datum::Missing }; 3], figures));
    cells.push(text(status.to_string()));
    cells.push(claim.and_then(|claim| claim.theorem).map_or(Datum::Missing, |theorem| text(theorem.name())));
    cells.push(cell(Some(claim.map_or(last, |claim| claim.checked_to))));
    RecordLine { cells, status: Some(status) }
}

pub(crate) const PERIODS: ResultFile = ResultFile {
    name: "periods.csv",
    summary: "preperiod, period, saltus, status, theorem and the range checked",
    wanted: |job| job.settings.analysis.is_on("period"),
    content: Content::Table(table),
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

/// The header and the one row.
fn table<'r>(results: &'r Results<'r>) -> DataTable<'r> {
    let job = results.job;
    let names = RECORD.columns.iter().map(|column| &*column.name);
    let columns = ["game", "play", "value", "max"].into_iter().chain(names).chain(["max_value"]);
    let mut row = vec![text(&job.game.code), text(job.play.to_string()), text(job.value.to_string()), count(job.max)];
    row.extend(line_of(results.claim, job.last()).cells);
    // Outcomes have none.
    row.push(if job.value == Value::Grundy { count(results.summary.max_value) } else { Datum::Missing });
    DataTable::new(columns, [row])
}

/// The sentence for papers, and the line of a table.
pub(crate) fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let caption =
        format!("The period of {}: preperiod $n_0$, period $p$, saltus $s$.", latex::code(&results.job.game.code));
    vec![
        Fragment { name: "claim", text: latex::sentence(results), shown: Shown::Alone },
        Fragment::float("period", &latex::period_table(results), caption),
    ]
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
