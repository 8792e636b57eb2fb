//! The period. `periods.csv` contains the claim with its status and theorem, and `certificate.json` what an
//! independent checker needs. The values are compared by the [`PeriodFinder`](crate::analysis::PeriodFinder),
//! which may end the run, or by the kernel itself.

use super::contract::{Across, Form, GameRecord, Key, PointPicture, Problem, Question, RecordLine};
use super::kind_periods::{self, KindPeriods};
use crate::analysis::certificate::ProofFile;
use crate::claim::{Claim, Status};
use crate::claim_words::Style;
use crate::column::{Column, NamedCells, cell};
use crate::job::Job;
use crate::language::{Datum, Type};
use crate::latex::{self, Formula, Fragment, Shown};
use crate::results::{Content, DataTable, Out, ResultFile, Results, count, one_coordinate, text};
use crate::words::counted;
use std::io;

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: "period",
        form: Form::Switch,
        help: "preperiod, period and saltus, proved where a theorem allows it",
    }],
    check,
    needs: kind_periods::needs,
    gather: kind_periods::gather,
    files: &[PERIODS, CERTIFICATE],
    record: Some(&RECORD),
    report,
    formulas,
    fragments: |results| if results.job.wants_period() { fragments(results) } else { Vec::new() },
    ..Question::SILENT
};

const RECORD: GameRecord = GameRecord {
    asked: |analysis| analysis.is_on("period"),
    columns: COLUMNS,
    lines: |results| match results.of::<KindPeriods>() {
        None => vec![line_of(results.claim, results.job.last())],
        Some(kinds) => kinds.all().iter().map(|kind| line_of(kind.claim.as_ref(), results.job.last())).collect(),
    },
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
        .terms("preperiod", is_proved),
    Column::new("period", Type::Number)
        .record("period")
        .in_papers("$p$", Some("period $p$"))
        .terms("period", is_proved),
    Column::new("saltus", Type::Number).in_papers("$s$", Some("saltus $s$ and its status")).terms("saltus", is_proved),
    Column::new("status", Type::Text).status_of("period").in_papers("status", None),
    Column::new("theorem", Type::Text),
    Column::new("checked_to", Type::Number),
];

fn is_proved(row: &NamedCells<'_>) -> bool {
    row.is("status", "proved")
}

/// The claim about a game as a line. Without a claim, the line says that none was found up to `last`.
pub fn line_of(claim: Option<&Claim>, last: u64) -> RecordLine {
    let status = claim.map_or(Status::None, Claim::status);
    let figures = |claim: &Claim| [claim.preperiod, claim.period, claim.saltus].map(|figure| cell(Some(figure)));
    let mut cells = Vec::from(claim.map_or([const { Datum::Missing }; 3], figures));
    cells.push(text(status.to_string()));
    cells.push(claim.and_then(|claim| claim.theorem).map_or(Datum::Missing, |theorem| text(theorem.name())));
    cells.push(cell(Some(claim.map_or(last, |claim| claim.checked_to))));
    RecordLine { cells, status: Some(status) }
}

/// The claim with its status and theorem.
pub const PERIODS: ResultFile = ResultFile {
    name: "periods.csv",
    summary: "preperiod, period, saltus, status, theorem and the range checked",
    wanted: |job| job.settings.analysis.is_on("period"),
    content: Content::Table(table),
};

/// What an independent checker needs to verify a proved claim.
pub const CERTIFICATE: ResultFile = ResultFile {
    name: "certificate.json",
    summary: "what others need to check a proved period (see docs/certificates.md)",
    wanted: Job::wants_period,
    content: Content::Maybe(|results| results.certificate.map(ProofFile::to_json)),
};

fn check(job: &Job) -> Result<(), Problem> {
    let Err(why) = one_coordinate(job) else { return Ok(()) };
    if !job.wants_period() {
        return Ok(());
    }
    if job.rows().kinds().is_some() {
        return check_kinds(job);
    }
    let message = format!("`{}` cannot be asked for a period: {why}", job.game.code);
    let help = "for the rows, columns and the diagonal of a table, use `rows`, `columns` and `diagonal` in [analysis]"
        .to_string();
    Err(Problem { key: "period", item: 0, message, help })
}

/// Checks the numbers that are expected of the periods of several kinds.
fn check_kinds(job: &Job) -> Result<(), Problem> {
    let expect = &job.expect;
    if [expect.preperiod, expect.period, expect.saltus] == [None; 3] {
        return Ok(());
    }
    let message = format!("`{}` has several kinds of positions, each with a period of its own", job.game.code);
    let help = "of all of them only `status` can be expected; `asked` in [game] chooses one kind".to_string();
    Err(Problem { key: "period", item: 0, message, help })
}

/// The table of `periods.csv`, with its only row, or a row for each kind of positions.
fn table<'r>(results: &'r Results<'r>) -> DataTable<'r> {
    let job = results.job;
    let names = RECORD.columns.iter().map(|column| &*column.name);
    let columns = ["game", "play", "value", "max"].into_iter().chain(names).chain(["max_value"]);
    let row = move |game: String, claim: Option<&Claim>, max_value: u32| {
        let mut row = vec![text(game), text(job.play.to_string()), text(job.value.to_string()), count(job.range.max)];
        row.extend(line_of(claim, job.last()).cells);
        // Outcomes have no largest value.
        row.push(if job.value.is_number() { count(max_value) } else { Datum::Missing });
        row
    };
    let rows: Vec<Vec<Datum>> = match results.of::<KindPeriods>() {
        None => vec![row(job.game.code.clone(), results.claim, results.summary.max_value)],
        Some(kinds) => {
            let kinds = kinds.all().iter();
            kinds.map(|kind| row(kind.game(&job.game.code), kind.claim.as_ref(), kind.max_value)).collect()
        }
    };
    DataTable::new(columns, rows)
}

/// The claim and its equation.
fn formulas(results: &Results<'_>) -> Vec<Formula> {
    let Some(words) = results.claim_words() else { return Vec::new() };
    let [plain, latex] = [Style::Plain, Style::Paper].map(|style| words.statement(style));
    let equation = words.equation(Style::Paper);
    let equation = Formula { plain: words.equation(Style::Plain), latex: format!("${equation}$") };
    vec![Formula { plain, latex }, equation]
}

/// The sentence for papers, and the claim as a line of a table.
pub fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let caption =
        format!("The period of {}: preperiod $n_0$, period $p$, saltus $s$.", latex::game(&results.job.game.code));
    vec![
        Fragment { name: "claim".into(), text: latex::sentence(results), shown: Shown::Alone },
        Fragment::float("period", &latex::period_table(results), caption),
    ]
}

fn report(results: &Results<'_>, out: &mut Out) -> io::Result<()> {
    if !results.job.wants_period() {
        return Ok(());
    }
    writeln!(out, "## Period\n")?;
    let game = &results.job.game;
    if let Some(code) = game.same_code() {
        writeln!(out, "These moves are those of `{code}`.\n")?;
    }
    if let Some(why) = game.no_theorem() {
        writeln!(out, "No theorem on periods that is implemented here applies to these moves: {why}.\n")?;
    }
    if let Some(kinds) = results.of::<KindPeriods>() {
        return report_kinds(kinds, results.job.last(), out);
    }
    let Some(claim) = results.claim_words() else {
        return writeln!(out, "Status: **none**. No period was found for n up to {}.\n", results.job.last());
    };
    let Claim { preperiod: n0, period: p, saltus: s, .. } = *claim.claim;
    writeln!(out, "{}; status: **{}**.\n", claim.statement(Style::Plain), claim.claim.status())?;
    let exception = match n0.checked_sub(1).filter(|&n| n >= claim.first) {
        Some(n) => n.to_string(),
        None => "none".to_string(),
    };
    writeln!(
        out,
        "| preperiod | period | saltus | last exception |\n|---|---|---|---|\n| {n0} | {p} | {s} | {exception} |\n"
    )?;
    claim.reasons(results.least, results.theorem).iter().try_for_each(|reason| writeln!(out, "{reason}\n"))
}

/// The claims about all kinds as a table, and what the theorem says of the first one that is proved.
fn report_kinds(kinds: &KindPeriods, last: u64, out: &mut Out) -> io::Result<()> {
    let all = kinds.all();
    writeln!(out, "{} of {} have a proved period.\n", kinds.proved(), counted(all.len(), "kind", "kinds"))?;
    let head = "| kind | preperiod | period | saltus | status | checked to |\n|---|---|---|---|---|---|";
    writeln!(out, "{head}")?;
    for kind in all {
        match &kind.claim {
            Some(Claim { preperiod, period, saltus, checked_to, .. }) => {
                let figures = format!("{preperiod} | {period} | {saltus} | {} | {checked_to}", kind.status());
                writeln!(out, "| `{}` | {figures} |", kind.label)?;
            }
            None => writeln!(out, "| `{}` | | | | {} | {last} |", kind.label, Status::None)?,
        }
    }
    writeln!(out, "\nThe value at n + period is the value at n plus the saltus, for all n >= preperiod.\n")?;
    let theorem = all.iter().find_map(|kind| Some((kind, kind.claim.as_ref()?.theorem?)));
    let Some((kind, theorem)) = theorem else { return Ok(()) };
    writeln!(out, "Theorem ({}), for `{}`: {}.\n", theorem.name(), kind.label, theorem.statement())
}
