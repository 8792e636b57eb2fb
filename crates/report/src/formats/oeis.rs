//! The folder `oeis/`: for every figure that is a sequence, a draft in the internal format of the OEIS and a
//! b-file. The editors add the A-number, and the author adds the name.
//!
//! The format: <https://oeis.org/eishelp1.html>, <https://oeis.org/wiki/Style_Sheet>.

use super::format::Format;
use super::series::series;
use super::triangle::sides;
use super::{b_file, python};
use crate::claim::Claim;
use crate::claim_words::{ClaimWords, Style};
use crate::game_words::rule;
use crate::games::ITS_AUTHOR;
use crate::results::{Content, ResultFile, Results, Series, Texts, always, finite_values, one_kind};
use std::io;

/// The folder of the drafts.
pub(super) const FOLDER: &str = "oeis/";

/// The maximum number of characters of data in an entry.
const DATA: usize = 260;

/// The maximum number of characters of data in a line.
const LINE: usize = 80;

pub(super) const FORMAT: Format = Format {
    name: "oeis",
    check: |job| {
        one_kind(job)?;
        finite_values(job)?;
        let rows = job.rows();
        match (
            rows.names(),
            rows.is_sequence() || rows.table().is_some() || !job.settings.analysis.words("counts").is_empty(),
        ) {
            (Some(_), _) => Err("positions have names, not numbers"),
            (None, false) => {
                Err("it is no sequence and no whole table of two coordinates, and no `counts` are asked for")
            }
            (None, true) => Ok(()),
        }
    },
    files: &[
        ResultFile {
            name: FOLDER,
            summary: "a draft of an OEIS entry for each figure that is a sequence, and the b-files beside b-file.txt",
            wanted: always,
            content: Content::Many { texts, table: true },
        },
        b_file::FILE,
    ],
};

fn texts(results: &Results<'_>) -> io::Result<Texts> {
    let mut texts = Texts::new();
    let Some(table) = results.table else { return Ok(texts) };
    // The P-positions may be none.
    for series in series(results, table).into_iter().filter(|series| !series.terms.is_empty()) {
        let Series { key, offset, terms, .. } = &series;
        texts.push((format!("{FOLDER}{key}.txt"), draft(results, &series).into_bytes()));
        // The b-file of the values is written while they arrive.
        if *key != "values" {
            let (name, text) = b_file_of(key, *offset, terms);
            texts.push((name, text.into_bytes()));
        }
    }
    Ok(texts)
}

/// The b-file of a figure, with its file name.
pub fn b_file_of(key: &str, offset: u64, terms: &[u64]) -> (String, String) {
    let lines = (offset..).zip(terms).map(|(n, term)| format!("{n} {term}\n"));
    (format!("{FOLDER}b-{key}.txt"), lines.collect())
}

/// The draft of an entry.
fn draft(results: &Results<'_>, series: &Series<'_>) -> String {
    let (job, Series { terms, .. }) = (results.job, series);
    let mut lines = data(terms);
    let mut line = |kind: char, text: &str| lines.push_str(&format!("%{kind} {}\n", ascii(text)));
    line('N', &format!("{}.", series.name));
    line('C', &rule(job));
    let claim = series.claim.map(|claim| ClaimWords { claim, value: job.value, first: series.offset });
    if let Some(claim) = claim {
        line('C', &claim.line(Style::Oeis));
    }
    if job.family.source != ITS_AUTHOR {
        line('D', &format!("{}.", job.family.source));
    }
    if let Some(signature) = series.claim.filter(|claim| claim.theorem.is_some()).and_then(signature) {
        line('H', &signature);
    }
    if let Some(claim) = claim.filter(|words| words.claim.theorem.is_some()) {
        line('F', &claim.statement(Style::Oeis));
    }
    if let Some(program) = python::program(results, series) {
        line('o', "(Python)");
        program.iter().for_each(|code| line('o', code));
    }
    if series.key == "antidiagonals" {
        line('e', "Array begins:");
        begin_of_table(results).iter().for_each(|row| line('e', row));
    }
    line('K', &keywords(results, series));
    let large = terms.iter().position(|&term| term > 1).map_or(1, |index| index + 1);
    line('O', &format!("{},{large}", series.offset));
    lines
}

/// The draft of an entry for a sequence of which only the name and the terms are known, with its file name.
pub fn draft_of(key: &str, name: &str, keywords: &str, offset: u64, terms: &[u64]) -> (String, String) {
    let length: usize = terms.iter().map(|term| term.to_string().len() + 1).sum();
    let more = if length < DATA { ",more" } else { "" };
    let large = terms.iter().position(|&term| term > 1).map_or(1, |index| index + 1);
    let text = format!("{}%N {}.\n%K {keywords}{more}\n%O {offset},{large}\n", data(terms), ascii(name));
    (format!("{FOLDER}{key}.txt"), text)
}

/// The lines `%S`, `%T` and `%U`: as many terms as fit into up to three lines.
fn data(terms: &[u64]) -> String {
    let (mut lines, mut length) = (vec![String::new()], 0);
    for (index, term) in terms.iter().enumerate() {
        let text = if index == 0 { term.to_string() } else { format!(",{term}") };
        if length + text.len() > DATA {
            break;
        }
        length += text.len();
        if lines.last().is_some_and(|line| line.len() + text.len() > LINE) && lines.len() < 3 {
            if let Some(line) = lines.last_mut() {
                line.push(',');
            }
            lines.push(text.trim_start_matches(',').to_string());
        } else if let Some(line) = lines.last_mut() {
            line.push_str(&text);
        }
    }
    let kinds = ['S', 'T', 'U'];
    kinds.iter().zip(lines).map(|(kind, line)| format!("%{kind} {line}\n")).collect()
}

/// A link to the recurrence in the OEIS's index of linear recurrences.
fn signature(claim: &Claim) -> Option<String> {
    let period = usize::try_from(claim.period).ok().filter(|&period| period <= 50)?;
    let mut signature = vec![0i64; period];
    signature[period - 1] = 1;
    if claim.saltus > 0 {
        // a(n) = a(n-1) + a(n-p) - a(n-p-1).
        signature[0] += 1;
        signature.push(-1);
    }
    let order = signature.len();
    let order = format!("{order:0>2}");
    let shown: Vec<String> = signature.iter().map(i64::to_string).collect();
    Some(format!(
        "<a href=\"/index/Rec#order_{order}\">Index entries for linear recurrences with constant coefficients</a>, signature ({}).",
        shown.join(",")
    ))
}

/// The number of lines and columns of a table that an example shows.
const EXAMPLE: u64 = 10;

/// The first lines of the table, with all columns of the same width.
fn begin_of_table(results: &Results<'_>) -> Vec<String> {
    let (Some(table), [side, width]) = (results.table, sides(results.rows)) else { return Vec::new() };
    let cell = |x: u64, y: u64| table.get(x * width + y).to_string();
    let (lines, columns) = (side.min(EXAMPLE), width.min(EXAMPLE));
    let widest = (0..lines).flat_map(|x| (0..columns).map(move |y| cell(x, y).len())).max().unwrap_or(1);
    let line = |x: u64| (0..columns).map(|y| format!("{:>widest$}", cell(x, y))).collect::<Vec<_>>().join(", ");
    (0..lines).map(|x| format!("  {}, ...", line(x))).collect()
}

/// The keywords of the entry. All figures are nonnegative. A game with finitely many positions is known in full, and so
/// are figures of a periodic sequence that end with the first period.
/// If the known terms do not fill the data, the entry asks for more, unless a theorem gives all that follow.
fn keywords(results: &Results<'_>, series: &Series<'_>) -> String {
    let mut words = vec!["nonn"];
    if series.is_table {
        words.push("tabl");
    }
    let proved = series.claim.is_some_and(|claim| claim.theorem.is_some());
    if proved {
        words.push("easy");
    }
    let length: usize = series.terms.iter().map(|term| term.to_string().len() + 1).sum();
    match !results.job.game.shape.has_range() || series.is_full {
        true => words.extend(["fini", "full"]),
        false if length < DATA && !proved => words.push("more"),
        false => {}
    }
    words.join(",")
}

/// Replaces non-ASCII characters, because entries are ASCII.
fn ascii(text: &str) -> String {
    let plain = |letter: char| match letter {
        'é' | 'è' | 'ê' => "e".to_string(),
        'ö' => "o".to_string(),
        'ü' => "u".to_string(),
        'ä' => "a".to_string(),
        '\u{2013}' | '\u{2014}' => "-".to_string(),
        '≤' => "<=".to_string(),
        '≥' => ">=".to_string(),
        letter if letter.is_ascii() => letter.to_string(),
        _ => "?".to_string(),
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_stops_before_260_characters() {
        let text = data(&(0..1000).collect::<Vec<_>>());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("%S 0,1,2,") && lines[0].ends_with(',') && lines[1].starts_with("%T "));
        let all: String = lines.iter().map(|line| &line[3..]).collect();
        assert!(all.len() <= DATA && all.len() > DATA - 4, "{}", all.len());
        let terms: Vec<u64> = all.split(',').map(|term| term.parse().unwrap()).collect();
        assert_eq!(terms, (0..terms.len() as u64).collect::<Vec<_>>());
        assert_eq!(data(&[5]), "%S 5\n");
    }
}
