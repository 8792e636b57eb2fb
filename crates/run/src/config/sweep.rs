//! `[sweep]` and related sections: turns a parsed config into a checked [`Sweep`].

use super::game::inside;
use super::place::within;
use super::settings::read_settings;
use super::wire;
use crate::diagnostic::{Blame, nearest};
use crate::error::Error;
use crate::games::args::{self, list};
use crate::games::keys::read_play;
use crate::job::{Analysis, Name, Source};
use crate::number::plain;
use crate::question::records_of;
use crate::sweep::{At, Expected, Item, Over, PaperKey, PaperPlan, Part, Plan, Sweep, Wrong};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;
use toml::{Spanned, Value};

/// The formats that sweeps support.
const FORMATS: &[&str] = &["csv", "report", "html", "latex", "oeis", "svg"];

/// The places in the config of the parts of a sweep.
type PartPlaces = BTreeMap<String, Range<usize>>;

/// Checks a config with a sweep.
///
/// # Errors
/// The error with its place, and [`Error::Limit`].
pub(super) fn from_wire(wire: wire::SweepConfig, name: Name, source: Source) -> Result<Result<Sweep, Blame>, Error> {
    let (plan, checkpoint, places) = match plan(wire, &source.text) {
        Ok(read) => read,
        Err(blame) => return Ok(Err(blame)),
    };
    let text = source.text.clone();
    let checked = Sweep::new(plan, name, Some(source))?;
    Ok(match checked {
        Ok(mut sweep) => {
            sweep.checkpoint = checkpoint;
            Ok(sweep)
        }
        Err(wrong) => Err(place(wrong, &places, &text)),
    })
}

/// The error, placed in the config.
fn place(wrong: Wrong, places: &PartPlaces, text: &str) -> Blame {
    let Wrong { part, blame } = wrong;
    let Some(whole) = places.get(&part.to_string()).cloned() else { return Blame { span: 0..0, ..blame } };
    // An empty code is wrong as a whole.
    let blame = if part == Part::Code && blame.span.is_empty() { Blame { span: 0..0, ..blame } } else { blame };
    within(blame, whole, text)
}

fn plan(wire: wire::SweepConfig, text: &str) -> Result<(Plan, Duration, PartPlaces), Blame> {
    let mut places = PartPlaces::new();
    let wire::SweepConfig { title, sweep, range, solve, analysis, expect, conjecture, output } = wire;
    let wire::SweepTable { code, play, condition, tally, row_patterns, over } = sweep;
    let asked = wire::SharedTables { title, solve, analysis, conjecture, max_rows: output.max_rows };
    places.insert(Part::Code.to_string(), code.span());
    let condition = condition.map(|condition| {
        places.insert(Part::Condition.to_string(), condition.span());
        condition.into_inner()
    });
    let mut names = |part: Part, given: Option<Spanned<wire::OneOrMore>>| {
        given.map_or(Vec::new(), |names| {
            places.insert(part.to_string(), names.span());
            names.into_inner().list()
        })
    };
    let (tally, row_patterns) = (names(Part::Tally, tally), names(Part::RowPatterns, row_patterns));
    let max = range.map(|range| {
        places.insert(Part::Max.to_string(), range.max.span());
        match range.max.into_inner() {
            wire::GivenItem::Number(max) => max.to_string(),
            wire::GivenItem::Word(text) => plain(text),
        }
    });
    // TOML sorts the keys by name; restore the order in which they are written.
    let mut over: Vec<_> = over.into_iter().collect();
    over.sort_by_key(|(name, _)| name.span().start);
    let over = over.into_iter().map(|(name, value)| {
        places.insert(Part::Over(name.get_ref().clone()).to_string(), value.span());
        Ok((name.into_inner(), read_over(&value)?))
    });
    let over = over.collect::<Result<Vec<_>, Blame>>()?;
    let (mut settings, checkpoint, spots) = read_settings(asked, text)?;
    let expect = read_expect(expect, &mut places)?;
    let conjectures = spots.conjectures.places();
    places.extend(conjectures.map(|(index, part, span)| (Part::Conjecture(index, part).to_string(), span)));
    settings.formats = read_formats(output.formats.map(|formats| formats.0), &settings.analysis, max.is_some())?;
    let paper = match output.latex {
        None => PaperPlan::default(),
        Some(latex) if !settings.has_format("latex") => {
            let message = "[output.latex] requires the format `latex`";
            return Err(Blame::new(latex.span(), message, "add \"latex\" to `formats`"));
        }
        Some(latex) => read_paper(latex.into_inner(), &mut places),
    };
    if let Some(svg) = output.svg {
        let message = "[output.svg] applies only to pictures of a game";
        return Err(Blame::new(svg.span(), message, "remove it; pictures of a sweep show all its games"));
    }
    let play = play.map(|play| {
        let span = inside(text, &play.span(), play.get_ref());
        read_play(args::WrittenValue { text: play.into_inner(), span })
    });
    settings.play = play.transpose()?;
    let plan = Plan { code: code.into_inner(), condition, over, max, expect, paper, tally, row_patterns, settings };
    Ok((plan, checkpoint, places))
}

fn read_paper(latex: wire::LatexTable, places: &mut PartPlaces) -> PaperPlan {
    let wire::LatexTable { columns, sort, rows } = latex;
    let mut note = |key: PaperKey, span: Option<Range<usize>>| {
        places.extend(span.map(|span| (Part::Paper(key).to_string(), span)));
    };
    note(PaperKey::Columns, columns.as_ref().map(Spanned::span));
    note(PaperKey::Sort, sort.as_ref().map(Spanned::span));
    note(PaperKey::Rows, rows.as_ref().map(Spanned::span));
    PaperPlan {
        columns: columns.map(Spanned::into_inner),
        sort: sort.map(Spanned::into_inner),
        rows: rows.map(|rows| rows.into_inner().0),
    }
}

/// Reads the domain of a variable from a command line: a range without quotes, or a list or table as in a
/// config.
///
/// # Errors
/// [`Error::Usage`] if the list or table is not allowed in a config.
pub fn over(text: &str) -> Result<Over, Error> {
    #[derive(serde::Deserialize)]
    struct Typed {
        over: Spanned<Value>,
    }
    if !text.starts_with(['[', '{']) {
        return Ok(Over::Range(text.to_string()));
    }
    let wrong = |what: &str, help: &str| Error::Usage(format!("`{text}`: {what} ({help})"));
    let typed = toml::from_str::<Typed>(&format!("over = {text}"));
    let typed = typed.map_err(|error| wrong(error.message(), "write it as in a config: [1, 4] or [\"77\", \"07\"]"))?;
    read_over(&typed.over).map_err(|blame| wrong(&blame.message, &blame.help))
}

/// A range, a list, or a table that describes sets or digits.
fn read_over(value: &Spanned<Value>) -> Result<Over, Blame> {
    let help = "write a range \"1..=30\", a list [0, 4], { subsets-of = 24 }, { octal-digits = 3 }, { hex-digits = 2 }, { trees = \"1..=9\" } or { graphs = \"FILE.g6\" }";
    let wrong = |message: String| Err(Blame::new(value.span(), message, help));
    match value.get_ref() {
        Value::String(text) => Ok(Over::Range(text.clone())),
        Value::Integer(number) => wrong(format!("{number} is not a range; for a single value write [{number}]")),
        Value::Array(items) => {
            let item = |item: &Value| match item {
                Value::Integer(number) => Some(Item::Number(*number)),
                Value::String(text) => Some(Item::Text(text.clone())),
                _ => None,
            };
            match items.iter().map(item).collect() {
                Some(items) => Ok(Over::List(items)),
                None => wrong("the list contains something that is neither a number nor a text".to_string()),
            }
        }
        Value::Table(table) => read_sets(table).or_else(wrong),
        _ => wrong("a variable cannot run over this".to_string()),
    }
}

fn read_sets(table: &toml::Table) -> Result<Over, String> {
    let number = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(Value::Integer(number)) => match u64::try_from(*number) {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("`{key}` is negative")),
        },
        Some(_) => Err(format!("`{key}` is not a number")),
    };
    let numbers = |key: &str| match table.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(items)) => {
            let whole = |item: &Value| item.as_integer().and_then(|number| u64::try_from(number).ok());
            items.iter().map(whole).collect::<Option<Vec<u64>>>().ok_or(format!("`{key}` is not a list of numbers"))
        }
        Some(_) => Err(format!("`{key}` is not a list of numbers")),
    };
    let only = |allowed: &[&str]| match table.keys().find(|key| !allowed.contains(&key.as_str())) {
        Some(key) => Err(match nearest(key, allowed.iter().copied()) {
            Some(near) => format!("unknown key `{key}`: did you mean `{near}`?"),
            None => format!("unknown key `{key}`: the keys here are {}", list(allowed)),
        }),
        None => Ok(()),
    };
    if let Some(of) = number("subsets-of")? {
        only(&["subsets-of", "size", "containing", "avoiding", "gcd"])?;
        let size = match table.get("size") {
            None => None,
            Some(Value::String(text)) if text.contains("..") => Some(text.clone()),
            Some(Value::String(text)) => Some(format!("{text}..={text}")),
            Some(Value::Integer(number)) => Some(format!("{number}..={number}")),
            Some(_) => return Err("`size` is neither a range nor a number".to_string()),
        };
        return Ok(Over::Subsets {
            of,
            size,
            containing: numbers("containing")?,
            avoiding: numbers("avoiding")?,
            gcd: number("gcd")?,
        });
    }
    let text = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{key}` is not a text")),
    };
    if let Some(range) = text("trees")? {
        return only(&["trees"]).map(|()| Over::Trees(range));
    }
    if let Some(file) = text("graphs")? {
        return only(&["graphs"]).map(|()| Over::Graphs { file, graphs: Vec::new() });
    }
    for (key, base) in [("octal-digits", 8), ("hex-digits", 16)] {
        if let Some(places) = number(key)? {
            only(&[key])?;
            return Ok(Over::Digits { base, places: u32::try_from(places).unwrap_or(u32::MAX) });
        }
    }
    Err("the table describes neither sets nor digits nor graphs".to_string())
}

/// Reads entries such as `rows = 4060` and `at."a=2,b=5".period = 22`.
fn read_expect(keys: wire::Keys, places: &mut PartPlaces) -> Result<Expected, Blame> {
    let mut expected = Expected::default();
    for (key, value) in keys {
        let span = value.span();
        let place = key.span().start..span.end;
        if key.get_ref() != "at" {
            let Some(count) = value.get_ref().as_integer().and_then(|count| u64::try_from(count).ok()) else {
                return Err(Blame::new(
                    span,
                    format!("`{}` is not a number", key.get_ref()),
                    "give the number of games",
                ));
            };
            places.insert(Part::Expect(key.get_ref().clone()).to_string(), place);
            expected.counts.push((key.into_inner(), count));
            continue;
        }
        let help = "write it as in at.\"a=2,b=5\".period = 22";
        let Value::Table(rows) = value.get_ref() else { return Err(Blame::new(span, "`at` names no row", help)) };
        for (row, columns) in rows {
            let Value::Table(columns) = columns else {
                return Err(Blame::new(span, format!("`{row}` names no column"), help));
            };
            places.insert(Part::Expect(row.clone()).to_string(), place.clone());
            for (column, value) in columns {
                let value = match value {
                    Value::String(text) => text.clone(),
                    Value::Integer(number) => number.to_string(),
                    _ => return Err(Blame::new(span, format!("`{column}` is neither a number nor a text"), help)),
                };
                expected.at.push(At { row: row.clone(), column: column.clone(), value });
            }
        }
    }
    Ok(expected)
}

fn read_formats(
    formats: Option<Vec<Spanned<String>>>,
    analysis: &Analysis,
    ranged: bool,
) -> Result<Vec<String>, Blame> {
    let Some(formats) = formats else { return Ok(vec!["report".to_string()]) };
    let mut names = Vec::new();
    for format in formats {
        if !FORMATS.contains(&format.get_ref().as_str()) {
            let message = format!("sweeps have no format `{}`", format.get_ref());
            let help = "`csv` (the values of every game, sweep_values.csv), `report`, `html` (a page with all rows), `latex`, `oeis` (b-files of the columns that are sequences) or `svg` (pictures of the periods); [] for records and checks only";
            return Err(Blame::new(format.span(), message, help));
        }
        if format.get_ref() == "svg" && records_of(analysis).all(|record| record.pictures.is_empty()) {
            let message = "the pictures of a sweep show periods, but this sweep does not look for any";
            return Err(Blame::new(format.span(), message, "set `period = true` in [analysis], or remove `svg`"));
        }
        if format.get_ref() == "oeis" && ranged && records_of(analysis).next().is_none() {
            let message = "only columns about proved periods are sequences, but this sweep does not look for periods";
            return Err(Blame::new(format.span(), message, "set `period = true` in [analysis], or remove `oeis`"));
        }
        names.push(format.into_inner());
    }
    Ok(names)
}
