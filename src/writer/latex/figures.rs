//! The claim, and what questions gathered: records, first occurrences, the histogram, counts, lines of a table.

use super::fragment::{Fragment, Shown};
use crate::claim::{Claim, Status};
use crate::latex::{Length, Table, code, escape, period_table, sentence, status, value};
use crate::output::Results;
use crate::question::{AllCounts, Histogram, Occurrence, lines};

/// The lines of each column of a narrow table.
const LINES: usize = 40;

pub(super) fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    let mut all = match results.job.wants_period() {
        true => period(results),
        false => Vec::new(),
    };
    all.extend(occurrences(results));
    all.extend(counts(results));
    all.extend(periods_of_lines(results));
    all
}

/// The sentence, and the line of a table.
pub(super) fn period(results: &Results<'_>) -> Vec<Fragment> {
    let caption = format!("The period of {}: preperiod $n_0$, period $p$, saltus $s$.", code(&results.job.game.code));
    vec![
        Fragment { name: "claim", text: sentence(results), shown: Shown::Alone },
        float("period", &period_table(results), caption),
    ]
}

/// Records, first occurrences and the histogram, where they are asked for.
fn occurrences(results: &Results<'_>) -> Vec<Fragment> {
    let Some(histogram) = results.of::<Histogram>() else { return Vec::new() };
    let (game, analysis, kind) = (&results.job.game.code, &results.job.settings.analysis, results.job.value);
    let number = |number: u32| format!("${}$", value(kind, number));
    let place = |row: u64| position(results, row);
    let figure = |name, what: &str, head: &[&str], rows| {
        let table = Table::folded(format!("{what} of {game}"), head, rows, LINES);
        float(name, &table, format!("{} of {}.", capital(what), code(game)))
    };
    let mut all = Vec::new();
    if analysis.is_on("records") {
        let record = |record: &Occurrence| vec![place(record.first), number(record.value)];
        let rows = histogram.records().iter().map(record).collect();
        all.push(figure("records", "records", &["at", "value"], rows));
    }
    if analysis.is_on("first-occurrence") {
        let rows = histogram.occurrences().map(|one| vec![number(one.value), place(one.first)]).collect();
        all.push(figure("first-occurrence", "first occurrences of values", &["value", "at"], rows));
    }
    if analysis.is_on("histogram") {
        let row =
            |one: &Occurrence| vec![number(one.value), format!("${}$", one.count), place(one.first), place(one.last)];
        let rows = histogram.occurrences().map(row).collect();
        all.push(figure("histogram", "frequencies of values", &["value", "count", "first", "last"], rows));
    }
    all
}

/// A table on one page.
fn float(name: &'static str, table: &Table, caption: String) -> Fragment {
    Fragment { name, text: table.text(Length::Page), shown: Shown::Float(caption) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// The label of a row.
fn position(results: &Results<'_>, row: u64) -> String {
    let label = results.rows.show_row(row);
    match (results.rows.names(), results.rows.dimensions()) {
        (Some(_), _) => escape(&label),
        (None, 1) => format!("${label}$"),
        (None, _) => format!("$({label})$"),
    }
}

/// How many P-positions there are of each size.
fn counts(results: &Results<'_>) -> Vec<Fragment> {
    let game = &results.job.game.code;
    let all = results.of::<AllCounts>().map_or(Vec::new(), AllCounts::by_name);
    let fragment = |(by, counts): (&str, Vec<(u64, u64)>)| {
        let (name, size) =
            if by == "max" { ("counts-max", "largest coordinate $n$") } else { ("counts-total", "sum $n$") };
        let rows = counts.iter().map(|(n, count)| vec![format!("${n}$"), format!("${count}$")]).collect();
        let what = format!("P-positions of {game} with {}", size.replace('$', ""));
        let table = Table::folded(what, &["$n$", "P-positions"], rows, LINES);
        float(name, &table, format!("P-positions of {} with {size}.", code(game)))
    };
    all.into_iter().map(fragment).collect()
}

/// What periods the lines of a table show.
fn periods_of_lines(results: &Results<'_>) -> Option<Fragment> {
    let lines = lines(results);
    let game = &results.job.game.code;
    let row = |line: &crate::question::LineValues| {
        let figure =
            |of: fn(&Claim) -> u64| line.claim.as_ref().map(|claim| format!("${}$", of(claim))).unwrap_or_default();
        vec![
            line.line.to_string(),
            figure(|claim| claim.preperiod),
            figure(|claim| claim.period),
            figure(|claim| claim.saltus),
            status(line.claim.as_ref().map_or(Status::None, Claim::status)).to_string(),
        ]
    };
    let head = ["line", "preperiod", "period", "saltus", "status"];
    let shown = lines.iter().take(LINES).map(row).collect();
    let mut table = Table::new(format!("periods of lines of {game}"), &head, shown);
    table.columns = "lrrrl".to_string();
    let table = table.without(lines.len().saturating_sub(LINES) as u64, "line");
    let caption = format!("Periods of lines of the table of {}; none is proved.", code(game));
    (!lines.is_empty()).then(|| float("lines", &table, caption))
}
