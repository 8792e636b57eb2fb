//! The values. A sequence is shown with dots and as a table with ten values per line. Other games are shown as a
//! list, except those with two coordinates.

use crate::claim::{Claim, Status};
use crate::latex::{Fragment, Length, Shown, Table, barred, comment, dotted, escape, game, value};
use crate::results::Results;

/// The maximum number of lines in the table of a sequence.
const LINES: usize = 20;

/// The maximum number of lines in a list.
const LISTED: usize = 100;

/// The sequence and the table. Empty for a game with two coordinates, because its table is written while values
/// arrive.
pub(super) fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    if results.rows.is_sequence() {
        let mut all = sequence(results);
        let caption = format!("{} of {}.", results.job.value.called.in_papers, game(&results.job.game.code));
        all.push(Fragment {
            name: "values".into(),
            text: table(results).text(Length::Page),
            shown: Shown::Float(caption),
        });
        return all;
    }
    match results.rows.names().is_none() && results.rows.dimensions() == 2 {
        true => Vec::new(),
        false => vec![Fragment { name: "values".into(), text: list(results).text(Length::Pages), shown: Shown::Alone }],
    }
}

fn sequence(results: &Results<'_>) -> Vec<Fragment> {
    let (prefix, first, claim, kind) =
        (&results.summary.prefix, results.rows.first(), results.claim, results.job.value);
    let game = &results.job.game.code;
    let status = claim.map_or(Status::None, Claim::status);
    let fragment = |name: &'static str, text: String, about: &str| {
        let head = comment(&format!("the values of {game} from n = {first}{about}"));
        let words = format!("The values from $n={first}$ on{about}:");
        Fragment { name: name.into(), text: format!("{head}{text}\n"), shown: Shown::After(words) }
    };
    let dots = dotted(prefix, first, claim, kind);
    let about = match dots.ends_with(r"$\ldots$") {
        true => String::new(),
        false => format!(", with dots over the first and the last value of the period ({status})"),
    };
    let mut all = vec![fragment("sequence", dots, &about)];
    if let Some(bar) = barred(prefix, first, claim, kind) {
        all.push(fragment("sequence-bar", bar, &format!(", with a bar over the period ({status})")));
    }
    all
}

/// A table with ten values per line, or five if they are long.
fn table(results: &Results<'_>) -> Table {
    let (prefix, first, kind) = (&results.summary.prefix, results.rows.first(), results.job.value);
    let in_line = if results.summary.max_value < 100_000 { 10 } else { 5 };
    let begin = first / in_line as u64 * in_line as u64;
    let before = (first - begin) as usize;
    let shown = prefix.len().min(LINES * in_line - before);
    let mut cells = vec![String::new(); before];
    cells.extend(prefix[..shown].iter().map(|&number| format!("${}$", value(kind, number))));
    let row = |(n, cells): (u64, &[String])| {
        let mut row = vec![format!("${n}$")];
        row.extend(cells.iter().cloned());
        row.resize(1 + in_line, String::new());
        row
    };
    let rows = (begin..).step_by(in_line).zip(cells.chunks(in_line)).map(row).collect();
    let head: Vec<String> =
        std::iter::once("$n$".to_string()).chain((0..in_line).map(|digit| format!("${digit}$"))).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new(format!("the values of {}", results.job.game.code), &head, rows);
    table.columns = format!("r@{{\\qquad}}{}", "r".repeat(in_line));
    table.without(results.rows.len() - shown as u64, "value")
}

/// A list with one position and its value per line.
fn list(results: &Results<'_>) -> Table {
    let (rows, kind) = (results.rows, results.job.value);
    let shown = results.summary.prefix.iter().take(LISTED);
    let mut label = Vec::new();
    let mut lines = Vec::new();
    for (row, &number) in (0..).zip(shown) {
        rows.label(row, &mut label);
        let mut cells = Vec::new();
        match rows.names() {
            Some(_) => cells.push(escape(&rows.show(&label))),
            None => cells.extend(label.iter().map(|coordinate| format!("${coordinate}$"))),
        }
        cells.push(format!("${}$", value(kind, number)));
        lines.push(cells);
    }
    let (count, columns) = (lines.len() as u64, rows.columns());
    let names = columns.iter().map(|name| match name.strip_prefix('h') {
        Some(number) => format!("$h_{{{number}}}$"),
        None if name == "n" => "$n$".to_string(),
        None => name.clone(),
    });
    let head: Vec<String> = names.chain(["value".to_string()]).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new(format!("the values of {}", results.job.game.code), &head, lines);
    if rows.names().is_some() {
        table.columns = "lr".to_string();
    }
    table.without(rows.len() - count, "position")
}
