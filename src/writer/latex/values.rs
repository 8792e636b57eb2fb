//! The values: of a sequence with dots and as a table, ten in a line; of other games, but for those with two coordinates, as a list.

use super::{Fragment, Shown, what};
use crate::claim::{Claim, Status};
use crate::latex::{Length, Table, barred, code, comment, dotted, escape, value};
use crate::output::Results;

/// The lines of the table of a sequence.
const LINES: usize = 20;

/// The lines of a list.
const LISTED: usize = 100;

/// The sequence and the table; nothing of a game with two coordinates, whose table is written while values come.
pub(super) fn fragments(results: &Results<'_>) -> Vec<Fragment> {
    if results.rows.is_sequence() {
        let mut all = sequence(results);
        let caption = format!("{} of {}.", what(results.job), code(&results.job.game.code));
        all.push(Fragment { name: "values", text: table(results).text(Length::Page), shown: Shown::Float(caption) });
        return all;
    }
    match results.rows.names().is_none() && results.rows.dimensions() == 2 {
        true => Vec::new(),
        false => vec![Fragment { name: "values", text: list(results).text(Length::Pages), shown: Shown::Alone }],
    }
}

fn sequence(results: &Results<'_>) -> Vec<Fragment> {
    let (prefix, first, claim, kind) = (&results.summary.prefix, results.rows.first(), results.claim, results.job.value);
    let game = &results.job.game.code;
    let status = claim.map_or(Status::None, Claim::status);
    let fragment = |name, text: String, about: &str| {
        let head = comment(&format!("the values of {game} from n = {first}{about}"));
        let words = format!("The values from $n={first}$ on{about}:");
        Fragment { name, text: format!("{head}{text}\n"), shown: Shown::After(words) }
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

/// Ten values in a line.
fn table(results: &Results<'_>) -> Table {
    let (prefix, first, kind) = (&results.summary.prefix, results.rows.first(), results.job.value);
    let begin = first / 10 * 10;
    let shown = prefix.len().min(LINES * 10 - (first - begin) as usize);
    let mut cells = vec![String::new(); (first - begin) as usize];
    cells.extend(prefix[..shown].iter().map(|&number| format!("${}$", value(kind, number))));
    let row = |(index, cells): (usize, &[String])| {
        let mut row = vec![format!("${}$", begin + 10 * index as u64)];
        row.extend(cells.iter().cloned());
        row.resize(11, String::new());
        row
    };
    let digits: Vec<String> = (0..10).map(|digit| format!("${digit}$")).collect();
    let mut head = vec!["$n$"];
    head.extend(digits.iter().map(String::as_str));
    let rows = cells.chunks(10).enumerate().map(row).collect();
    let mut table = Table::new(format!("the values of {}", results.job.game.code), &head, rows);
    table.columns = "r@{\\qquad}rrrrrrrrrr".to_string();
    table.without(results.rows.len() - shown as u64, "value")
}

/// A position and its value in a line.
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
