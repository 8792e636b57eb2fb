//! Games on a board by rules of the user's own.

pub(crate) mod pattern;

use super::args::{Args, Arity, Parameter};
use super::family::{Family, ITS_AUTHOR, text};
use super::game::{About, Game};
use super::python::list;
use super::system_python::{Moves, Written, on_elements};
use super::systems::Cells;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::picture::{Base, Mark, Scene};
use grundy_core::ruleset::{Python, Shape, Value};
use grundy_core::structure::{BoardSymmetries, Boards, Host, Hosts, Keys};
use grundy_core::system::{Set, System, Wide};
use pattern::{BoardRules, Images, is_state};
use std::sync::Arc;

pub(crate) const ROWS: Parameter =
    Parameter { key: "rows", form: Arity::Keyed, required: false, help: "the number of rows; free by default" };
pub(crate) const COLUMNS: Parameter =
    Parameter { key: "columns", form: Arity::Keyed, required: false, help: "the number of columns; free by default" };

const STARTS: &str = "`full`, `checkered`, or rows of states as in `XO/OX`";

pub(super) const FAMILY: Family = Family {
    name: text("board"),
    in_papers: None,
    rules: text(
        "A game on a board, by rules that replace a pattern, as in `XO -> .X`. Rows are separated by `/`; `?` is any state, \
            `.` a dead cell, `_` no part of the pattern (docs/boards.md).",
    ),
    source: text(ITS_AUTHOR),
    max: text("rows and columns, or the number of repetitions"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "rules", form: Arity::Many, required: true, help: "the rules, as in `XO -> .X`" },
        Parameter {
            key: "start",
            form: Arity::Keyed,
            required: false,
            help: "`full`, `checkered`, or rows of states as in `XO/OX`",
        },
        Parameter {
            key: "strip",
            form: Arity::Keyed,
            required: false,
            help: "a row with a repeated part, as in `(XO)^n`",
        },
        Parameter {
            key: "symmetries",
            form: Arity::Keyed,
            required: false,
            help: "`all`, the default, `mirror` or `none`",
        },
        ROWS,
        COLUMNS,
    ],
    examples: &[
        "board:XO->.X,OX->.O,strip=(XO)^n",
        "board:##->..,start=full,rows=2",
        "board:XX.->..X,start=XX.XX,symmetries=mirror",
    ],
    position: text("XOXO"),
    build,
};

/// How a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Start {
    /// All cells have the state `#`.
    Full,
    /// The states `X` and `O`, like the colours of a chessboard.
    Checkered,
    /// The states of cells, row by row.
    Cells(Vec<Vec<char>>),
    /// A row: what comes before, the part that is repeated n times, and what comes after.
    Strip([Vec<char>; 3]),
}

impl Start {
    /// The states with which a board of cells or a strip begins.
    fn states(&self) -> Vec<char> {
        match self {
            Start::Full | Start::Checkered => Vec::new(),
            Start::Cells(rows) => rows.concat(),
            Start::Strip(parts) => parts.concat(),
        }
    }

    fn state(&self, row: usize, column: usize, n: usize) -> char {
        match self {
            Start::Full => '#',
            Start::Checkered => ['X', 'O'][(row + column) % 2],
            Start::Cells(rows) => rows[row][column],
            Start::Strip([before, part, after]) => {
                let repeated = n * part.len();
                match column.checked_sub(before.len()) {
                    None => before[column],
                    Some(place) if place < repeated => part[place % part.len()],
                    Some(place) => after[place - repeated],
                }
            }
        }
    }
}

/// Rules, a start, and the sizes of boards.
pub(crate) struct BoardGame {
    pub rules: BoardRules,
    pub start: Start,
    /// The numbers of rows and columns, where they are fixed.
    pub sizes: [Option<usize>; 2],
}

impl BoardGame {
    fn dimensions(&self, label: &[u64]) -> (usize, usize) {
        if let Start::Strip([before, part, after]) = &self.start {
            return (1, before.len() + part.len() * label.first().map_or(0, |&n| n as usize) + after.len());
        }
        let mut open = label.iter().map(|&side| side as usize);
        let [rows, columns] = self.sizes.map(|fixed| fixed.or_else(|| open.next()).unwrap_or(1));
        (rows, columns)
    }

    fn label_of(&self, rows: usize, columns: usize) -> Option<Vec<u64>> {
        if let Start::Strip([before, part, after]) = &self.start {
            let rest = columns.checked_sub(before.len() + after.len())?;
            return (rows == 1 && rest.is_multiple_of(part.len())).then(|| vec![(rest / part.len()) as u64]);
        }
        let sides = [rows, columns];
        let fits = self.sizes.iter().zip(sides).all(|(fixed, side)| fixed.is_none_or(|fixed| fixed == side));
        let open = self.sizes.iter().zip(sides).filter(|(fixed, _)| fixed.is_none()).map(|(_, side)| side as u64);
        fits.then(|| open.collect())
    }

    fn shape(&self) -> Shape {
        let open = match self.start {
            Start::Strip(_) => 1,
            _ => self.sizes.iter().filter(|fixed| fixed.is_none()).count(),
        };
        if open == 0 { Shape::Named(vec!["all".to_string()].into()) } else { Shape::Box(vec![1; open]) }
    }

    /// The game, with its code and words.
    pub fn game(self, code: String, words: String, about: About) -> Game {
        let (shape, states, own) = (self.shape(), self.rules.states.clone(), Arc::new(self));
        let (sizes, labels) = (own.clone(), own.clone());
        let size = move |label: &[u64]| sizes.dimensions(label);
        let label_of = Box::new(move |rows, columns| labels.label_of(rows, columns));
        Game::of_systems(code, words, shape, own, Arc::new(Cells { states, size, label_of })).with_about(about)
    }
}

/// The elements and moves in Python. An element is a cell with its state; the last number of `cells` is a cell that no
/// board has.
const IN_PYTHON: &str = "\
rows, columns = len(board), len(board[0])
states, rules = STATES, [RULES]
def of(state, cell):
    return states.index(state)*(rows*columns + 1) + cell
def moves_at(old, new, row, column):
    need, absent, delete, add = set(), set(), set(), set()
    for i, line in enumerate(old):
        for j, state in enumerate(line):
            to, r, c = new[i][j], row + i, column + j
            inside = 0 <= r < rows and 0 <= c < columns
            if state == '_' or state == '?' and not inside:
                continue
            cell = r*columns + c if inside else rows*columns
            here = {of(s, cell) for s in states}
            if state == '.':
                absent |= here
                need |= set() if inside else here
            if state in states:
                here = {of(state, cell)}
                need |= here
            if to not in ('?', state):
                delete |= set() if state == '.' else here
                add |= {of(to, cell)} if to in states else set()
    return need, absent, delete, add
start = {of(s, r*columns + c) for r, line in enumerate(board) for c, s in enumerate(line) if s in states}
moves = [moves_at(*rule, r, c) for rule in rules
    for r in range(-len(rule[0]), rows) for c in range(-len(rule[0][0]), columns)]";

impl Hosts for BoardGame {
    fn python(&self) -> Option<Python> {
        let (mut names, mut lines) = (Vec::new(), Vec::new());
        for (name, fixed) in ["rows", "columns"].into_iter().zip(self.sizes) {
            match fixed {
                Some(side) if !matches!(self.start, Start::Strip(_)) => lines.push(format!("{name} = {side}")),
                Some(_) => {}
                None => names.push(name),
            }
        }
        let text = |cells: &[char]| format!("{:?}", cells.iter().collect::<String>());
        let board = match &self.start {
            Start::Full => "board = [\"#\"*columns]*rows".to_string(),
            Start::Checkered => "board = [(\"XO\"*columns)[r % 2:][:columns] for r in range(rows)]".to_string(),
            Start::Cells(rows) => format!("board = {}", list(rows.iter().map(|row| text(row)))),
            Start::Strip([before, part, after]) => {
                names = vec!["n"];
                format!("board = [{} + {}*n + {}]", text(before), text(part), text(after))
            }
        };
        let body = IN_PYTHON.replace("STATES", &text(&self.rules.states)).replace("RULES", &self.rules.in_python());
        lines.extend([board, body]);
        Some(on_elements(&names, Written { body: lines.join("\n"), moves: Moves::Changing }))
    }

    fn is_single(&self) -> bool {
        !self.shape().has_range()
    }

    fn elements(&self, label: &[u64]) -> u64 {
        let (rows, columns) = self.dimensions(label);
        (rows as u64).saturating_mul(columns as u64).saturating_mul(self.rules.states.len() as u64)
    }

    fn host(&self, label: &[u64]) -> Result<Host, Error> {
        let (rows, columns) = self.dimensions(label);
        let system = self.on_board(rows, columns)?;
        let n = label.first().map_or(0, |&n| n as usize);
        let mut start = Wide::none(system.elements());
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let state = self.start.state(row, column, n);
            if let Some(plane) = self.rules.states.iter().position(|&known| known == state) {
                start.insert((plane * rows + row) * columns + column);
            }
        }
        Ok(Host { system: Arc::new(system), start, keys: Keys::Incidence })
    }

    fn scene(&self, label: &[u64]) -> Scene {
        let (rows, columns) = self.dimensions(label);
        let plane = |&state: &char| (0..rows * columns).map(move |cell| Mark::State(cell, state));
        let marks = self.rules.states.iter().flat_map(plane).collect();
        Scene { base: Base::Board { rows, columns }, marks, names: Vec::new(), are_targets: false }
    }

    fn has_checker(&self) -> bool {
        !self.rules.sees_dead
    }

    fn boards(&self) -> Option<&dyn Boards> {
        (!self.rules.sees_dead).then_some(self)
    }
}

impl Boards for BoardGame {
    fn size(&self, label: &[u64]) -> (usize, usize) {
        self.dimensions(label)
    }

    fn planes(&self) -> usize {
        self.rules.states.len()
    }

    fn states(&self) -> Vec<char> {
        self.rules.states.clone()
    }

    fn on_board(&self, rows: usize, columns: usize) -> Result<System<Wide>, Error> {
        Ok(self.rules.system(rows, columns)?)
    }

    fn symmetries(&self) -> BoardSymmetries {
        self.rules.symmetries()
    }
}

/// The fixed number of rows or columns.
pub(crate) fn side(args: &Args, key: &str) -> Result<Option<usize>, Blame> {
    let fixed = args.has(key).then(|| args.integer(key, 1..=1000)).transpose()?;
    Ok(fixed.map(|side| side as usize))
}

/// What `max` limits on a board with these fixed numbers of rows and columns.
pub(crate) fn open_sides(fixed: [Option<usize>; 2]) -> &'static str {
    match fixed {
        [None, None] => "rows and columns",
        [None, Some(_)] => "rows",
        [Some(_), None] => "columns",
        [Some(_), Some(_)] => "-",
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let texts: Vec<&str> = args.items("rules").iter().map(|item| item.text.as_str()).collect();
    let images = [Images::All, Images::Mirror, Images::None][args.choice("symmetries", &["all", "mirror", "none"])?];
    let blame =
        |number: usize, what: String, help: &str| Blame::new(args.items("rules")[number].span.clone(), what, help);
    let rules = BoardRules::read(&texts, images)
        .map_err(|(number, what)| blame(number, what, "a rule is two patterns of the same size, as in `XO -> .X`"))?;
    let trial = rules.trial();
    if rules.system(trial, trial).is_err() {
        let help = "each rule must remove more states than it adds, or lead to cells from which there is no way back";
        return Err(args.blame("rules", "play may not end: a rule can be repeated for ever", help));
    }
    let start = start(args, &rules)?;
    let rules = rules.on_boards_with(start.states());
    let sizes = match &start {
        Start::Cells(rows) => [Some(rows.len()), Some(rows[0].len())],
        Start::Strip(_) => [Some(1), None],
        _ => [side(args, "rows")?, side(args, "columns")?],
    };
    if let (Start::Cells(_) | Start::Strip(_), Some(key)) =
        (&start, ["rows", "columns"].into_iter().find(|key| args.has(key)))
    {
        return Err(args.blame(key, format!("`{key}` is given, but the start says it"), "remove one of them"));
    }
    let spaceless = |text: &str| text.split_whitespace().collect::<String>();
    let mut code = format!("board:{}", texts.iter().map(|text| spaceless(text)).collect::<Vec<_>>().join(","));
    for key in ["start", "strip", "symmetries", "rows", "columns"] {
        let written = args.items(key).first().map(|item| spaceless(&item.text));
        let written = written.filter(|text| !(key == "symmetries" && text == "all"));
        written.into_iter().for_each(|text| code.push_str(&format!(",{key}={text}")));
    }
    let words = format!("A game on a board with the rules {}", texts.join(", "));
    let max = if matches!(start, Start::Strip(_)) { "n" } else { open_sides(sizes) };
    Ok(BoardGame { rules, start, sizes }.game(code, words, About::max(max)))
}

fn start(args: &Args, rules: &BoardRules) -> Result<Start, Blame> {
    let check = |key: &str, text: &str| match text.chars().find(|&letter| letter != '.' && !is_state(letter)) {
        Some(letter) => Err(args.blame(key, format!("`{letter}` cannot be a state"), STARTS)),
        None => Ok(text.chars().collect::<Vec<char>>()),
    };
    match (args.items("start"), args.items("strip")) {
        ([], []) => Err(Blame::new(args.whole(), "the game has no start", "give `start` or `strip`")),
        ([_, ..], [_, ..]) => Err(args.blame("strip", "`start` and `strip` are both given", "give only one of them")),
        ([item, ..], []) if item.text == "full" => match rules.states.contains(&'#') {
            true => Ok(Start::Full),
            false => Err(args.blame("start", "a full board consists of `#`, which no rule takes", STARTS)),
        },
        ([item, ..], []) if item.text == "checkered" => {
            match ['X', 'O'].iter().all(|state| rules.states.contains(state)) {
                true => Ok(Start::Checkered),
                false => {
                    Err(args.blame("start", "a checkered board consists of `X` and `O`, which rules must take", STARTS))
                }
            }
        }
        ([item, ..], []) => {
            let rows = item.text.split('/').map(|row| check("start", row.trim())).collect::<Result<Vec<_>, Blame>>()?;
            match rows[0].is_empty() || rows.iter().any(|row| row.len() != rows[0].len()) {
                true => Err(args.blame("start", "the rows of the start do not have the same length", STARTS)),
                false => Ok(Start::Cells(rows)),
            }
        }
        ([], [item, ..]) => {
            let wrong = || args.blame("strip", "this is no strip", "write it as `A(B)^nC`, for example `(XO)^n`");
            let (before, rest) = item.text.split_once('(').ok_or_else(wrong)?;
            let (part, after) = rest.split_once(")^n").ok_or_else(wrong)?;
            let [before, part, after] = [before, part, after].map(|text| check("strip", text.trim()));
            let part = part?;
            if part.is_empty() { Err(wrong()) } else { Ok(Start::Strip([before?, part, after?])) }
        }
    }
}
