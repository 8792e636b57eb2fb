//! Any game on elements that are present or absent, read from a file of moves.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, ITS_AUTHOR, text};
use super::game::Game;
use super::systems::{MOST_ELEMENTS, Named};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::picture::{Base, Mark, Scene};
use grundy_core::ruleset::{Shape, Value};
use grundy_core::structure::{Host, Hosts, Keys};
use grundy_core::system::{Graph, Move, NeverEnds, Set, System, Wide};
use grundy_core::words::counted;
use indexmap::IndexSet;
use std::sync::Arc;

const FORM: &str = "a CSV file with the header `delete` or `need,absent,delete,add` and one move per line; names of elements are \
                    separated by spaces";

pub(super) const FAMILY: Family = Family {
    name: text("deletion"),
    in_papers: None,
    rules: text(
        "Elements are present or absent. A move of the file may be made if the elements that it needs are present and those \
            that it excludes absent; it deletes some elements and adds others. No move may leave a forbidden set.",
    ),
    source: text(ITS_AUTHOR),
    max: text("-"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "moves", form: Arity::One, required: true, help: FORM },
        Parameter {
            key: "forbidden",
            form: Arity::Keyed,
            required: false,
            help: "a file with a forbidden set of elements per line",
        },
        Parameter {
            key: "start",
            form: Arity::Keyed,
            required: false,
            help: "the elements that are present at the start, separated by spaces; by default all that no move adds",
        },
    ],
    examples: &[
        "deletion:configs/deletion/triangles.csv",
        "deletion:configs/deletion/three-in-line.csv,forbidden=configs/deletion/lines.csv",
    ],
    position: text("all"),
    build,
};

/// A single system.
struct OneSystem {
    host: Host,
    names: Arc<[String]>,
}

impl Hosts for OneSystem {
    fn has_checker(&self) -> bool {
        true
    }

    fn is_single(&self) -> bool {
        true
    }

    fn elements(&self, _: &[u64]) -> u64 {
        self.host.system.elements() as u64
    }

    /// A graph that joins elements of which one move speaks.
    fn scene(&self, _: &[u64]) -> Scene {
        let mut graph = Graph::new(self.names.len());
        for one in self.host.system.moves() {
            let all: Vec<usize> = one.support().members().collect();
            all.iter().for_each(|&u| all.iter().for_each(|&v| graph.join(u, v)));
        }
        let marks = (0..self.names.len()).map(|element| Mark::State(element, '#')).collect();
        Scene { base: Base::Graph { graph, places: None }, marks, names: self.names.to_vec(), are_targets: false }
    }

    fn host(&self, _: &[u64]) -> Result<Host, Error> {
        Ok(self.host.clone())
    }
}

/// The columns of a move.
const COLUMNS: [&str; 4] = ["need", "absent", "delete", "add"];

/// A move as lists of elements, in the order of the columns.
type Listed = [Vec<usize>; 4];

/// The elements in a text, each of which gets a number when it is met first.
fn elements(names: &mut IndexSet<String>, text: &str) -> Vec<usize> {
    text.split_whitespace().map(|name| names.insert_full(name.to_string()).0).collect()
}

/// The moves of a file. If it has no column `need`, a move needs what it deletes.
fn moves(args: &Args, text: &str, names: &mut IndexSet<String>) -> Result<Vec<Listed>, Blame> {
    let wrong = |line: usize, what: String| Err(args.blame("moves", format!("line {line} of the file {what}"), FORM));
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).trim(csv::Trim::All).flexible(true).from_reader(text.as_bytes());
    let (mut head, mut moves): (Vec<usize>, Vec<Listed>) = (Vec::new(), Vec::new());
    for (line, record) in (1..).zip(reader.records()) {
        let Ok(record) = record else { return wrong(line, "cannot be read".to_string()) };
        if line == 1 {
            for name in &record {
                match COLUMNS.iter().position(|column| *column == name) {
                    Some(column) => head.push(column),
                    None => return wrong(1, format!("has the column `{name}`")),
                }
            }
            if !head.contains(&2) {
                return wrong(1, "has no column `delete`".to_string());
            }
            continue;
        }
        if record.len() > head.len() {
            return wrong(line, format!("has {} fields", record.len()));
        }
        let mut one = Listed::default();
        head.iter().zip(&record).for_each(|(&column, field)| one[column] = elements(names, field));
        if !head.contains(&0) {
            one[0] = one[2].clone();
        }
        moves.push(one);
    }
    if moves.is_empty() { wrong(1, "is the only line".to_string()) } else { Ok(moves) }
}

fn of_columns([need, absent, delete, add]: [Wide; 4]) -> Move<Wide> {
    Move { need, absent, delete, add }
}

/// A file: its name, and the SHA-256 of its content.
type NamedFile = (String, String);

/// The forbidden sets of a file, a set per line; the first line may be the header `set`.
fn forbidden(args: &Args, names: &mut IndexSet<String>) -> Result<(Vec<Vec<usize>>, Option<NamedFile>), Blame> {
    if !args.has("forbidden") {
        return Ok((Vec::new(), None));
    }
    let (text, file) = args.file("forbidden")?;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let sets = lines.filter(|line| !line.is_empty() && *line != "set").map(|line| elements(names, line)).collect();
    Ok((sets, Some(file)))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("moves")?;
    let mut names = IndexSet::new();
    let listed = moves(args, &text, &mut names)?;
    let (forbidden, other) = forbidden(args, &mut names)?;
    let known = names.len();
    let start = args.items("start").first().map(|item| elements(&mut names, &item.text));
    if names.len() > known {
        let what = format!("no move has the element `{}`", names[known]);
        return Err(args.blame("start", what, "elements of the file, separated by spaces"));
    }
    if known as u64 > MOST_ELEMENTS {
        let what = format!("{} has {known} elements", file.0);
        return Err(args.blame("moves", what, format!("at most {MOST_ELEMENTS} elements")));
    }
    let added: Vec<usize> = listed.iter().flat_map(|one| one[3].iter().copied()).collect();
    let start = start.unwrap_or_else(|| (0..known).filter(|element| !added.contains(element)).collect());
    let set = |members: &Vec<usize>| Wide::of(known, members.iter().copied());
    let (start, forbidden): (Wide, Vec<Wide>) = (set(&start), forbidden.iter().map(set).collect());
    if forbidden.iter().any(|forbidden| forbidden.within(&start)) {
        return Err(args.blame("forbidden", "the start contains a forbidden set", "no position may contain one"));
    }
    let moves: Vec<Move<Wide>> = listed.iter().map(|one| one.each_ref().map(set)).map(of_columns).collect();
    let count = moves.len();
    let system = System::new(known, moves, forbidden).map_err(|NeverEnds(number)| {
        let help = "each move must delete elements that it needs: more than it adds, or such that what it adds cannot bring \
                    them back";
        args.blame("moves", format!("play may not end: the move in line {} may be repeated", number + 2), help)
    })?;
    let forbidding = other.as_ref().map(|(name, _)| format!(",forbidden={name}")).unwrap_or_default();
    let starting = args.items("start").first().map(|item| format!(",start={}", item.text.trim())).unwrap_or_default();
    let code = format!("deletion:{}{forbidding}{starting}", file.0);
    let words = format!("A game on {} with {}", counted(known, "element", "elements"), counted(count, "move", "moves"));
    let names: Arc<[String]> = names.into_iter().collect();
    let host = Host { system: Arc::new(system), start, keys: Keys::Incidence };
    let hosts = OneSystem { host, names: names.clone() };
    let shape = Shape::Named(vec!["all".to_string()].into());
    let notation = Named(Some(names));
    let game = Game::of_systems(code, words, shape, Arc::new(hosts), Arc::new(notation)).with_file(file.0, file.1);
    Ok(match other {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    })
}
