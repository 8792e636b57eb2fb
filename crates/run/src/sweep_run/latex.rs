//! `latex/` of a sweep: its first games as a long table, the records, the sentences on conjectures, and a document that shows them.

use super::conjectures::checked;
use super::tally::{Best, Tally};
use crate::column::PaperColumn;
use crate::games::FAMILIES;
use crate::language::Type;
use crate::latex::{
    BROKEN, LONG, Length, Paper, Table, bibliography, cite, code, conjectures, escape, expression, markdown,
};
use crate::ruleset::Play;
use crate::sweep::Sweep;

pub(super) use crate::formats::LATEX as FOLDER;

/// The most lines of the table of records.
const RECORDS: usize = 100;

/// The names of the files.
pub(super) fn names(sweep: &Sweep) -> Vec<String> {
    let all: &[&str] = match (sweep.plan.settings.has_format("latex"), sweep.plan.settings.conjectures.is_empty()) {
        (false, _) => &[],
        (true, true) => &["sweep.tex", "maxima.tex", "paper.tex", "sources.bib"],
        (true, false) => &["sweep.tex", "maxima.tex", "paper.tex", "sources.bib", "conjectures.tex"],
    };
    all.iter().map(|name| format!("{FOLDER}{name}")).collect()
}

/// The files with their names.
pub(super) fn texts(sweep: &Sweep, tally: &Tally) -> Vec<(String, String)> {
    if !sweep.plan.settings.has_format("latex") {
        return Vec::new();
    }
    let checked = checked(sweep, &tally.conjectures, &tally.all.games);
    let mut texts = vec![
        ("sweep.tex", games(sweep, tally).text(Length::Pages)),
        ("maxima.tex", maxima(sweep, tally).text(Length::Pages)),
    ];
    if !checked.is_empty() {
        texts.push(("conjectures.tex", conjectures(&checked)));
    }
    let family = sweep.plan.code.split(':').next().unwrap_or_default();
    let source = FAMILIES.iter().find(|known| known.name == family).map_or("", |family| &family.source);
    let paper = paper(sweep, tally, source);
    let sources = bibliography([paper.as_str()].into_iter(), source);
    texts.push(("paper.tex", paper));
    texts.push(("sources.bib", sources));
    texts.into_iter().map(|(name, text)| (format!("{FOLDER}{name}"), text)).collect()
}

/// The columns that papers show, with their places.
fn columns(sweep: &Sweep) -> impl Iterator<Item = (usize, PaperColumn)> {
    (0..).zip(sweep.columns.list()).filter_map(|(place, column)| Some((place, column.paper?)))
}

fn games(sweep: &Sweep, tally: &Tally) -> Table {
    let row = |fields: &Vec<String>| {
        let mut cells = vec![game(sweep, &fields[0], tally)];
        cells.extend(columns(sweep).map(|(place, _)| escape(&fields[place])));
        let error = fields.last().is_some_and(|error| !error.is_empty());
        if let Some(last) = cells.last_mut().filter(|_| error) {
            *last = "failed".to_string();
        }
        cells
    };
    let head: Vec<&str> = ["game"].into_iter().chain(columns(sweep).map(|(_, paper)| paper.head)).collect();
    let mut table = Table::new(format!("games {}", sweep.plan.code), &head, tally.shown.iter().map(row).collect());
    table.columns = first_column(sweep, tally).to_string();
    let kinds = columns(sweep).map(|(place, _)| sweep.columns.list()[place].kind);
    table.columns.extend(kinds.map(|kind| if kind == Type::Text { 'l' } else { 'r' }));
    table.without(tally.all.games.rows - tally.shown.len() as u64, "game")
}

/// A column of codes.
fn first_column(sweep: &Sweep, tally: &Tally) -> &'static str {
    if is_wide(sweep, tally) { BROKEN } else { "l" }
}

/// Whether codes are broken. One that has a record may be beyond those that are shown.
fn is_wide(sweep: &Sweep, tally: &Tally) -> bool {
    let records = std::iter::once(&tally.all).chain(tally.by_largest.values());
    let longest = records.flat_map(|records| records.named(&sweep.columns)).map(|(_, best)| best.game.len());
    longest.chain(tally.shown.iter().map(|fields| fields[0].len())).max().unwrap_or(0) > LONG
}

fn game(sweep: &Sweep, text: &str, tally: &Tally) -> String {
    let raggedright = if is_wide(sweep, tally) { r"\raggedright " } else { "" };
    format!("{raggedright}{}", code(text))
}

/// The records: of all games, and of a sweep over subsets by the largest element.
fn maxima(sweep: &Sweep, tally: &Tally) -> Table {
    let all = std::iter::once((String::new(), &tally.all));
    let each = tally.by_largest.iter().map(|(largest, records)| (format!("${largest}$"), records));
    let mut rows = Vec::new();
    for (largest, records) in all.chain(each) {
        for (name, Best { value, game, .. }) in records.named(&sweep.columns) {
            let text = self::game(sweep, game, tally);
            rows.push(vec![text, largest.clone(), name.to_string(), format!("${value}$")]);
        }
    }
    let left_out = rows.len().saturating_sub(RECORDS);
    rows.truncate(RECORDS);
    let mut table =
        Table::new(format!("records of the games {}", sweep.plan.code), &["game", "among", "record", "value"], rows);
    table.columns = format!("{}rlr", first_column(sweep, tally));
    if tally.by_largest.is_empty() {
        table.rows.iter_mut().for_each(|row| drop(row.remove(1)));
        table.head = vec!["game & record & value".to_string()];
        (table.columns, table.width) = (format!("{}lr", first_column(sweep, tally)), 3);
    }
    table.without(left_out as u64, "line")
}

fn paper(sweep: &Sweep, tally: &Tally, source: &str) -> String {
    let plan = &sweep.plan;
    let mut paper = Paper::new(&plan.settings.title.as_deref().map_or_else(|| code(&plan.code), markdown));
    let condition = plan.condition.as_ref().map(|text| format!(" where {}", expression(text))).unwrap_or_default();
    let source = if source.is_empty() { String::new() } else { format!(" ({})", cite(source)) };
    let games = &tally.all.games;
    let claims = match sweep.columns.status() {
        Some((_, claim)) => format!(
            ": {} {claim}s are proved, {} observed, and {} games show none",
            games.proved, games.observed, games.none
        ),
        None => String::new(),
    };
    let play = if plan.played() == Play::Misere { r"mis\`ere" } else { "normal" };
    paper.paragraph(&format!(
        "The games {}{condition}{source} in {play} play, computed with \\texttt{{grundy}}~\\cite{{grundy}}. They are ${}${claims}.",
        code(&plan.code),
        games.rows
    ));
    if !plan.settings.conjectures.is_empty() {
        paper.input("conjectures");
    }
    paper.paragraph("The records, each with the first game that has it:");
    paper.input("maxima");
    let mut figures: Vec<&str> = columns(sweep).filter_map(|(_, paper)| paper.words).collect();
    let last = figures.pop().unwrap_or_default();
    let figures = format!("{}, and {last}", figures.join(", "));
    paper.paragraph(&format!("The games, with {figures}:"));
    paper.input("sweep");
    paper.text()
}
