//! The folder `latex/` of a sweep: its games as a long table, the records, the sentences on conjectures with
//! their counterexamples, and a document that includes them.

use super::conjectures::checked;
use super::report::words;
use super::tally::{Best, Records, ShownRow, Tally};
use crate::games::FAMILIES;
use crate::games::names::in_papers;
use crate::language::Type;
use crate::latex::{
    BROKEN, Caption, LONG, Length, Paper, Table, bibliography, cite, code, conjectures, counterexamples, escape, field,
    formula, game, head, markdown,
};
use crate::sweep::Sweep;

pub(super) use crate::formats::LATEX as FOLDER;

/// A column of long names and a column of numbers, side by side.
const NARROW: &str = r"p{0.14\linewidth}r";

/// Begins a cell with line breaks and without hyphens. It may end a row: `\\` keeps its meaning.
const RAGGED: &str = r"\raggedright\let\\\tabularnewline ";

/// The maximum number of lines in the table of records.
const RECORDS: usize = 100;

/// The names of the files that every run writes.
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
    let shown = tally.rows_for_papers(sweep);
    let wide = is_wide(sweep, tally, &shown);
    let mut texts = vec![
        ("sweep.tex".to_string(), games(sweep, &shown, wide, tally.all.games.rows).text(Length::Pages)),
        ("maxima.tex".to_string(), maxima(sweep, tally, wide).text(Length::Pages)),
    ];
    if !checked.is_empty() {
        texts.push(("conjectures.tex".to_string(), conjectures(&checked)));
    }
    let mut examples = Vec::new();
    for (name, mut table) in counterexamples(&checked) {
        table.columns = columns_of(&table.rows, table.width);
        examples.push((name, table.text(Length::Page)));
    }
    let family = sweep.plan.code.split(':').next().unwrap_or_default();
    let source = FAMILIES.iter().find(|known| known.name == family).map_or("", |family| &family.source);
    let paper = paper(sweep, tally, source, &examples);
    let sources = bibliography([paper.as_str()].into_iter(), source);
    texts.extend(examples.into_iter().map(|(name, text)| (format!("counterexamples-{name}.tex"), text)));
    texts.push(("paper.tex".to_string(), paper));
    texts.push(("sources.bib".to_string(), sources));
    texts.into_iter().map(|(name, text)| (format!("{FOLDER}{name}"), text)).collect()
}

/// The columns of a table of counterexamples: numbers flush right, and line breaks in long codes.
fn columns_of(rows: &[Vec<String>], width: usize) -> String {
    let of = |place: usize| match place {
        0 if rows.iter().any(|row| row[0].len() > 2 * LONG) => BROKEN,
        0 => "l",
        _ => "r",
    };
    (0..width).map(of).collect()
}

/// The table of games, in the columns and the order of `[output.latex]`. `all` is the number of games.
fn games(sweep: &Sweep, shown: &[ShownRow], wide: bool, all: u64) -> Table {
    let row = |fields: &Vec<String>| {
        let mut cells: Vec<String> =
            sweep.paper.columns.iter().map(|&place| cell(sweep, place, &fields[place], wide)).collect();
        let error = fields.last().is_some_and(|error| !error.is_empty());
        if let Some(last) = cells.last_mut().filter(|_| error) {
            *last = "failed".to_string();
        }
        cells
    };
    let heads: Vec<String> = sweep.paper.columns.iter().map(|&place| head_of(sweep, place)).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(
        format!("games {}", sweep.plan.code),
        &heads,
        shown.iter().map(|shown| row(&shown.fields)).collect(),
    );
    let kind = |&place: &usize| match sweep.columns.list()[place].kind {
        _ if place == 0 && wide => BROKEN,
        Type::Number => "r",
        _ => "l",
    };
    table.columns = sweep.paper.columns.iter().map(kind).collect();
    table.caption = Some(Caption { text: caption(sweep), label: "tab:sweep" });
    table.without(all - shown.len() as u64, "game")
}

/// The caption of the table of games.
fn caption(sweep: &Sweep) -> String {
    let words: Vec<&str> = sweep
        .columns
        .in_papers()
        .filter(|(place, _)| sweep.paper.columns.contains(place))
        .filter_map(|(_, paper)| paper.words)
        .collect();
    let order = sweep.plan.paper.sort.as_ref().map(|sort| format!(", sorted by {}", formula(sort)));
    let words = match &words[..] {
        [] => String::new(),
        [only] => format!(": {only}"),
        [first, second] => format!(": {first} and {second}"),
        [all @ .., last] => format!(": {}, and {last}", all.join(", ")),
    };
    format!("The games {}{words}{}.", code(&sweep.plan.code), order.unwrap_or_default())
}

/// The head of a column.
fn head_of(sweep: &Sweep, place: usize) -> String {
    let column = &sweep.columns.list()[place];
    column.paper.map_or_else(|| head(&column.name), |paper| paper.head.to_string())
}

/// A cell of the table: a game in words or by its code, a set in braces, a number as mathematics.
fn cell(sweep: &Sweep, place: usize, text: &str, wide: bool) -> String {
    match sweep.columns.list()[place].kind {
        _ if place == 0 => game_cell(text, wide),
        Type::Set => format!("$\\{{{}\\}}$", text.replace(' ', ", ")),
        Type::Number => field(text),
        _ => escape(text),
    }
}

/// Whether the names of games need line breaks. Games with a record count too, as they may be beyond the rows
/// that are shown.
fn is_wide(sweep: &Sweep, tally: &Tally, shown: &[ShownRow]) -> bool {
    let records = std::iter::once(&tally.all).chain(tally.by_largest.values());
    let best = records.flat_map(|records| records.named(&sweep.columns)).map(|(_, best)| &best.game);
    let shown = shown.iter().map(|shown| &shown.fields[0]);
    best.chain(shown).any(|game| in_papers(game).map_or(game.len() > LONG, |name| name.len() > 2 * LONG))
}

fn game_cell(text: &str, wide: bool) -> String {
    let raggedright = if wide { RAGGED } else { "" };
    format!("{raggedright}{}", game(text))
}

/// The records of all games. A sweep over subsets has one line for each largest element, too.
fn maxima(sweep: &Sweep, tally: &Tally, wide: bool) -> Table {
    let mut table =
        if tally.by_largest.is_empty() { of_all(sweep, tally, wide) } else { by_largest(sweep, tally, wide) };
    let text = format!("Records of the games {}, each with the first game that has it.", code(&sweep.plan.code));
    table.caption = Some(Caption { text, label: "tab:maxima" });
    let cut = table.rows.len().saturating_sub(RECORDS) as u64;
    table.rows.truncate(RECORDS);
    table.without(cut, "line")
}

/// One line for each record.
fn of_all(sweep: &Sweep, tally: &Tally, wide: bool) -> Table {
    let row = |(name, Best { value, game, .. }): (&str, &Best)| {
        vec![name.to_string(), field(&value.to_string()), game_cell(game, wide)]
    };
    let rows = tally.all.named(&sweep.columns).map(row).collect();
    let mut table = Table::new(format!("records of the games {}", sweep.plan.code), &["record", "value", "game"], rows);
    table.columns = if wide { format!("lr{BROKEN}") } else { "lrl".to_string() };
    table
}

/// One line for each largest element, and one for all games.
fn by_largest(sweep: &Sweep, tally: &Tally, wide: bool) -> Table {
    let names: Vec<&str> = sweep.columns.recorded().map(|(_, name)| name).collect();
    let line = |largest: String, records: &Records| {
        let best = (0..names.len()).flat_map(|place| match records.best.get(place) {
            // Side by side there is no room for "S=".
            Some(Some(best)) => [game_cell(&best.game, wide).replacen("$S=", "$", 1), field(&best.value.to_string())],
            _ => [String::new(), String::new()],
        });
        [largest, field(&records.games.rows.to_string())].into_iter().chain(best).collect()
    };
    let each = tally.by_largest.iter().map(|(largest, records)| line(format!("${largest}$"), records));
    let rows: Vec<Vec<String>> = each.chain([line("all".to_string(), &tally.all)]).collect();
    let heads: Vec<&str> =
        ["largest", "games"].into_iter().chain(names.iter().flat_map(|name| ["game", *name])).collect();
    let mut table = Table::new(format!("records of the games {}", sweep.plan.code), &heads, rows);
    table.columns = format!("rr{}", if wide { NARROW } else { "lr" }.repeat(names.len()));
    table
}

fn paper(sweep: &Sweep, tally: &Tally, source: &str, examples: &[(&str, String)]) -> String {
    let plan = &sweep.plan;
    let mut paper = Paper::new(&plan.settings.title.as_deref().map_or_else(|| code(&plan.code), markdown));
    let runs = plan.over.iter().map(|(name, over)| format!("{} runs over {}", formula(name), markdown(&words(over))));
    let condition = plan.condition.as_ref().map(|text| format!("and {}", formula(text)));
    let all = runs.chain(condition).collect::<Vec<_>>().join(", ");
    let source = if source.is_empty() { String::new() } else { format!(" ({})", cite(source)) };
    let play = escape(plan.in_play());
    paper.paragraph(&format!(
        "The games {}{source}{play}, where {all}; computed with \\texttt{{grundy}}~\\cite{{grundy}}. {}",
        code(&plan.code),
        counted(sweep, tally)
    ));
    if !plan.settings.conjectures.is_empty() {
        paper.input("conjectures");
    }
    for (name, _) in examples {
        paper.float(&format!("counterexamples-{name}"), &format!("Counterexamples to {}.", escape(name)));
    }
    paper.input("maxima");
    paper.input("sweep");
    paper.text()
}

/// A sentence with the number of games, and how many of them have a period.
fn counted(sweep: &Sweep, tally: &Tally) -> String {
    let games = &tally.all.games;
    let number = |count: u64| field(&count.to_string());
    let all = format!("There are {} of them", number(games.rows));
    let Some((_, claim)) = sweep.columns.status() else { return format!("{all}.") };
    format!(
        "{all}: {} with a proved {claim}, {} with one that is only observed, and {} with none within the range.",
        number(games.proved),
        number(games.observed),
        number(games.none)
    )
}
