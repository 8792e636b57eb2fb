//! Moves of a game, written by the user: `a, b -> a - k*b, b for k in 1..=a/b when b > 0`.
//!
//! A line is parsed into a tree, type-checked, and stored as typed nodes: the ranges, the targets, and for
//! each range the parts of the condition that can be tested before it. The coordinates of a position are the
//! first local variables of the evaluator, followed by the variables of the ranges. Visiting all options
//! therefore allocates no memory per option.

mod again;
mod checked;
mod declaring;
mod line;
mod python;
mod walk;

use crate::check::{Checker, place};
use crate::declared::DeclaredKinds;
use crate::eval::{Datum, MOST_TURNS, Machine, Quick, no_values};
use crate::fault::{Fault, What};
use crate::lexer::is_reserved;
use crate::node::{Number, Truth};
use crate::parser::{Parser, Part, WrittenMove, parse};
use crate::scope::Scope;
use crate::tree::{Comparison, Logic, Tree, TreeKind};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::RowKind;
use grundy_core::ruleset::Turn;
use grundy_core::words::counted;
use line::{Group, Places};
pub(crate) use line::{Move, Target, Targets};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use walk::Walk;

const MOST_MOVES: usize = 64;

/// The maximum number of components that a message shows.
const MOST_SHOWN: usize = 8;

/// The moves of a game; which positions exist; and which positions are asked for.
#[derive(Debug, Clone)]
pub struct Moves {
    scope: Scope,
    /// The declared kinds; empty if positions are lists of coordinates.
    kinds: Arc<DeclaredKinds>,
    names: Vec<String>,
    moves: Vec<Move>,
    positions: Option<Positions>,
    asked: Option<AskedPosition>,
    /// Whether play may go on for ever, which is a draw.
    loops: bool,
}

#[derive(Debug, Clone)]
struct Positions {
    text: String,
    start: usize,
    condition: Truth,
    /// The minimum of each coordinate, if a part of the condition states it directly.
    least: Vec<u64>,
    /// Whether the condition contains anything else.
    more: bool,
}

#[derive(Debug, Clone)]
struct AskedPosition {
    text: String,
    start: usize,
    coordinates: Vec<Number>,
}

/// Buffers for evaluations, which can be reused.
#[derive(Debug, Default)]
pub struct Room {
    locals: Vec<i64>,
    target: Vec<i64>,
}

/// An error in a rule at some position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The error, in words.
    pub what: String,
    /// Whether the error took long to detect, because ranges have too many turns.
    pub is_long: bool,
}

impl Wrong {
    fn new(what: String) -> Self {
        Self { what, is_long: false }
    }

    fn of(fault: Fault, text: &str, start: usize, place: &str) -> Self {
        Self { what: format!("{place}: {}", explain(text, start, fault)), is_long: fault.what == What::Long }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Moves {
    /// Reads moves, each as a text and the byte of the source where it starts. `scope` contains the parameters.
    ///
    /// ```
    /// use grundy_language::{Moves, Room, Scope};
    ///
    /// let moves = [("a, b -> a - k*b, b for k in 1..=a/b when b > 0", 0)];
    /// let euclid = Moves::read(&moves, Scope::default()).expect("a move");
    /// let mut options = Vec::new();
    /// let all = euclid.options(&[7, 3], &mut Room::default(), &mut |_, option| {
    ///     options.push(option.to_vec());
    ///     true
    /// });
    /// assert_eq!((all, options), (Ok(true), vec![vec![4, 3], vec![1, 3]]));
    /// ```
    ///
    /// # Errors
    /// The index of the move, and the [`Blame`] of the mistake in it.
    pub fn read(moves: &[(&str, usize)], scope: Scope) -> Result<Self, (usize, Blame)> {
        Self::of_kinds(DeclaredKinds::default(), moves, scope)
    }

    /// Reads moves of declared kinds, as in `star(a in 0..=2, n)` and `star(a, n) -> star(a, n - 1) when n > 0`.
    ///
    /// ```
    /// use grundy_language::{Moves, Scope};
    ///
    /// let kinds = [("path(n)", 0), ("star(a in 0..=2, n)", 0)];
    /// let moves = [("star(a, n) -> path(a) & path(n - 1) when n > 0", 0)];
    /// let moves = Moves::read_kinds(&kinds, &moves, Scope::default()).expect("kinds and a move");
    /// assert_eq!(moves.parse("star(2, 7)").map(|position| moves.show(&position)), Ok("star(2,7)".to_string()));
    /// ```
    ///
    /// # Errors
    /// Whether the mistake is in a kind, the index of the kind or the move, and the [`Blame`].
    pub fn read_kinds(
        kinds: &[(&str, usize)],
        moves: &[(&str, usize)],
        scope: Scope,
    ) -> Result<Self, (bool, usize, Blame)> {
        let kinds = declaring::read(kinds, &scope).map_err(|(index, blame)| (true, index, blame))?;
        Self::of_kinds(kinds, moves, scope).map_err(|(index, blame)| (false, index, blame))
    }

    fn of_kinds(kinds: DeclaredKinds, moves: &[(&str, usize)], scope: Scope) -> Result<Self, (usize, Blame)> {
        let kinds = Arc::new(kinds);
        let mut read =
            Self { scope, kinds, names: Vec::new(), moves: Vec::new(), positions: None, asked: None, loops: false };
        for (index, &(text, start)) in moves.iter().enumerate() {
            read.add(text, start).map_err(|blame| (index, blame))?;
        }
        Ok(read)
    }

    fn add(&mut self, text: &str, start: usize) -> Result<(), Blame> {
        let whole = start..start + text.len();
        if self.moves.len() == MOST_MOVES {
            let help = format!("at most {MOST_MOVES}; data can be put into lists in `parameters`, as in `T[n]`");
            return Err(Blame::new(whole, "too many moves", help));
        }
        let line: WrittenMove = Parser::new(text, start)?.line()?;
        let (kind, mut names) = self.coordinates(&line, whole)?;
        for turn in &line.ranges {
            let taken = names.contains(&turn.name) || self.scope.has(&turn.name);
            if is_reserved(&turn.name) || taken {
                let message = format!("`{}` already has another meaning", turn.name);
                return Err(Blame::new(
                    turn.span.clone(),
                    message,
                    "choose another name for the variable of the range",
                ));
            }
            names.push(turn.name.clone());
        }
        let (fixed, all) = (names.len() - line.ranges.len(), names.len());
        let (mut ranges, mut places) = (Vec::new(), Places::default());
        for (index, turn) in line.ranges.iter().enumerate() {
            // A range may use the variables before it; the places of the others are reserved.
            let mut known = names[..fixed + index].to_vec();
            known.resize(all, String::new());
            ranges.push(Checker::with_locals(&self.scope, known).domain(&turn.domain)?);
            places.ranges.push(place(&turn.domain.span()));
        }
        let mut conditions = vec![Vec::new(); ranges.len() + 1];
        places.conditions = vec![Vec::new(); ranges.len() + 1];
        let mut parts = Vec::new();
        line.condition.iter().for_each(|condition| conjuncts(condition, &mut parts));
        for part in parts {
            let mut checker = Checker::with_locals(&self.scope, names.clone());
            let truth = checker.truth(part)?;
            let level = checker.highest(all).map_or(0, |highest| (highest + 1).saturating_sub(fixed));
            conditions[level].push(truth);
            places.conditions[level].push(place(&part.span));
        }
        let mut targets = Vec::new();
        for part in &line.parts {
            let target = self.target(&part.target)?;
            self.read_part(part, &target, &names, &mut targets)?;
            let spans = target.iter().map(|tree| place(&tree.span));
            match targets.len() - places.targets.len() {
                1 if target.len() > 1 => places.targets.push(place(&part.span)),
                _ => places.targets.extend(spans),
            }
        }
        let splits = line.parts.len() > 1 || targets.iter().any(|target| matches!(target, Target::Group(_)));
        if line.turn.0 == Turn::Reply && splits {
            let message = "the opponent must answer in one position, but this move leaves a sum";
            return Err(Blame::new(line.turn.1, message, "remove `then reply`, or leave one position"));
        }
        self.moves.push(Move {
            kind,
            text: text.to_string(),
            start,
            names,
            ranges,
            conditions,
            targets,
            turn: line.turn.0,
            splits,
            places,
        });
        Ok(())
    }

    /// Reads a component of a sum; `names` are the variables it may use.
    fn read_part(
        &self,
        part: &Part,
        target: &[Tree],
        names: &[String],
        targets: &mut Vec<Target>,
    ) -> Result<(), Blame> {
        let mut checker = Checker::with_locals(&self.scope, names.to_vec());
        let target = |checker: &mut Checker<'_>| -> Result<Vec<Quick>, Blame> {
            target.iter().map(|tree| checker.number(tree).map(Quick::new)).collect()
        };
        if part.loops.is_empty() && part.times.is_none() {
            targets.extend(target(&mut checker)?.into_iter().map(Target::Number));
            return Ok(());
        }
        let times = match &part.times {
            Some(tree) => Some((checker.number(tree)?, place(&tree.span))),
            None => None,
        };
        let turns = checker.turns(&part.loops, part.condition.as_ref(), place(&part.span), target)?;
        targets.push(Target::Group(Box::new(Group { turns, times })));
        Ok(())
    }

    /// The kind of a move, if kinds are declared, and the names of the coordinates.
    fn coordinates(&mut self, line: &WrittenMove, whole: Range<usize>) -> Result<(Option<usize>, Vec<String>), Blame> {
        match (&line.kind, self.kinds.is_empty()) {
            (Some(kind), false) => {
                let (kind, names) = declaring::of_move(&self.kinds, kind, &line.names, &self.scope)?;
                if self.names.is_empty() {
                    self.names = vec![String::new(); self.kinds.dimensions()];
                }
                return Ok((Some(kind), names));
            }
            (None, false) => {
                let help = "write it as in `star(a, n) -> star(a, n - 1)`, with a kind that `kinds` declares";
                return Err(Blame::new(whole, "this move names no kind", help));
            }
            (Some((name, span)), true) => {
                let help = format!("declare it, as in kinds = [\"{name}(n)\"]");
                return Err(Blame::new(span.clone(), format!("the kind `{name}` is not declared"), help));
            }
            (None, true) if self.moves.is_empty() => {
                self.names = checked::coordinates(&line.names, &self.scope, true)?;
            }
            (None, true) => self.same_coordinates(&line.names)?,
        }
        Ok((None, self.names.clone()))
    }

    /// The coordinates of a position as it is stored.
    fn target(&self, written: &[Tree]) -> Result<Vec<Tree>, Blame> {
        if !self.kinds.is_empty() {
            return self.kinds.target(written);
        }
        self.check_arity(written)?;
        Ok(written.to_vec())
    }

    fn same_coordinates(&self, names: &[(String, Range<usize>)]) -> Result<(), Blame> {
        let differs = |(index, (name, _)): &(usize, &(String, Range<usize>))| self.names.get(*index) != Some(name);
        let other = names.iter().enumerate().find(differs).map(|(_, (_, span))| span.clone());
        let missing = (names.len() < self.names.len()).then(|| names.last().map_or(0..0, |(_, span)| span.clone()));
        match other.or(missing) {
            None => Ok(()),
            Some(span) => {
                let help = "all moves must name the same coordinates in the same order";
                let [here, first] =
                    [names.iter().map(|(name, _)| name).collect::<Vec<_>>(), self.names.iter().collect()]
                        .map(|names| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
                let message = format!("this move names its coordinates {here}; the first move names them {first}");
                Err(Blame::new(span, message, help))
            }
        }
    }

    fn check_arity(&self, part: &[Tree]) -> Result<(), Blame> {
        let (found, wanted) = (part.len(), self.names.len());
        if found == wanted {
            return Ok(());
        }
        let (first, last) =
            (part.first().map_or(0, |tree| tree.span.start), part.last().map_or(0, |tree| tree.span.end));
        let message =
            format!("this target has {}, but a position has {wanted}", counted(found, "coordinate", "coordinates"));
        let help = format!("give a number for each of {}; `&` joins the parts of a sum", self.names.join(", "));
        Err(Blame::new(first..last, message, help))
    }

    /// The same moves, with a condition on the coordinates that says which positions exist.
    ///
    /// # Errors
    /// The [`Blame`] of the mistake in the condition.
    pub fn with_positions(mut self, text: &str, start: usize) -> Result<Self, Blame> {
        let tree = parse(text, start)?;
        if !self.kinds.is_empty() {
            let help = "give their ranges in `kinds`, as in `star(a in 0..=3, n from 1)`";
            return Err(Blame::new(tree.span, "`positions` is not for games with `kinds`", help));
        }
        let mut parts = Vec::new();
        conjuncts(&tree, &mut parts);
        let mut checker = Checker::with_locals(&self.scope, self.names.clone());
        let condition = checker.truth(&tree)?;
        let (mut least, mut more) = (vec![0; self.names.len()], false);
        for part in parts {
            match lower_bound(&checker.truth(part)?) {
                Some((coordinate, bound)) => least[coordinate] = least[coordinate].max(bound),
                None => more = true,
            }
        }
        self.positions = Some(Positions { text: text.to_string(), start, condition, least, more });
        Ok(self)
    }

    /// The same moves, with one position asked for each n; its coordinates are expressions in n.
    ///
    /// # Errors
    /// The [`Blame`] of the mistake in them.
    pub fn with_asked(mut self, text: &str, start: usize) -> Result<Self, Blame> {
        let trees = Parser::new(text, start)?.all_numbers()?;
        if self.scope.has("n") {
            let help = "choose another name for the parameter";
            return Err(Blame::new(
                start..start + text.len(),
                "`n` is a parameter, so it cannot number positions",
                help,
            ));
        }
        let trees = self.target(&trees)?;
        let mut checker = Checker::with_locals(&self.scope, vec!["n".to_string()]);
        let coordinates = trees.iter().map(|tree| checker.number(tree)).collect::<Result<_, _>>()?;
        self.asked = Some(AskedPosition { text: text.to_string(), start, coordinates });
        Ok(self)
    }

    /// The texts of the declared kinds; empty if positions are lists of coordinates.
    pub fn declared(&self) -> &[String] {
        &self.kinds.texts
    }

    /// All declared kinds as rows show them, each with the coordinates of its positions, in which the size is 0 and
    /// comes last. None if there are too many.
    pub fn row_kinds(&self) -> Option<Vec<(RowKind, Vec<i64>)>> {
        let with_shown = |tuple: Vec<i64>| Some((self.kinds.row_kind(&tuple)?, tuple));
        self.kinds.tuples()?.into_iter().map(with_shown).collect()
    }

    /// The names of the declared kinds.
    pub fn declared_names(&self) -> Vec<&str> {
        self.kinds.kinds.iter().map(|kind| kind.name.as_str()).collect()
    }

    /// The names of the coordinates of all declared kinds, each once.
    pub fn coordinate_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.kinds.kinds.iter().flat_map(|kind| &kind.coordinates) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The coordinates of a position of a declared kind, by their names.
    pub fn named_coordinates(&self, position: &[i64]) -> Vec<(&str, i64)> {
        let Some((kind, numbers)) = self.kinds.kind_of(position) else { return Vec::new() };
        let names = self.kinds.kinds[kind].coordinates.iter().map(|(name, _)| name.as_str());
        names.zip(numbers).collect()
    }

    /// A scope in which positions of the declared kinds have values, as in `g(star(2, b, n))`.
    pub fn add_values(&self, scope: Scope) -> Scope {
        scope.with_kinds(self.kinds.clone())
    }

    pub(crate) fn declared_kinds(&self) -> &DeclaredKinds {
        &self.kinds
    }

    /// A position in words.
    pub fn show(&self, position: &[i64]) -> String {
        self.kinds.show(position).unwrap_or_else(|| show(position))
    }

    /// The coordinates of a position of a declared kind, written as in `star(2,12,40)`.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    pub fn parse(&self, text: &str) -> Result<Vec<i64>, String> {
        self.kinds.parse(text)
    }

    /// The names of the coordinates.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The moves, line by line.
    pub(crate) fn lines(&self) -> &[Move] {
        &self.moves
    }

    /// The condition for positions, with its text and where that starts.
    pub(crate) fn condition(&self) -> Option<(&Truth, &str, usize)> {
        self.positions.as_ref().map(|positions| (&positions.condition, positions.text.as_str(), positions.start))
    }

    /// The parameters with their values.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.scope.constants()
    }

    /// The position asked for each n, as written.
    pub(crate) fn asked_text(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.text.as_str())
    }

    /// The coordinates of the position asked for n.
    pub(crate) fn asked_numbers(&self) -> Option<&[Number]> {
        self.asked.as_ref().map(|asked| &asked.coordinates[..])
    }

    /// Whether a move may leave a sum of two or more positions.
    pub fn splits(&self) -> bool {
        self.moves.iter().any(|line| line.splits)
    }

    /// The minimum of each coordinate, if a part of the condition for positions states it directly; and
    /// whether this condition contains anything else.
    pub fn least(&self) -> (Vec<u64>, bool) {
        match &self.positions {
            None => (vec![0; self.names.len()], false),
            Some(positions) => (positions.least.clone(), positions.more),
        }
    }

    /// Whether there is one position for each n; otherwise all positions are asked for.
    pub fn asks(&self) -> bool {
        self.asked.is_some()
    }

    /// The position asked for n.
    ///
    /// # Errors
    /// [`Wrong`] if its coordinates have no values, or it is not a position.
    pub fn asked(&self, n: u64) -> Result<Vec<i64>, Wrong> {
        let Some(asked) = &self.asked else { return Ok(Vec::new()) };
        let place = format!("`asked` at n = {n}");
        let label = i64::try_from(n).map_err(|_| Wrong::new(format!("{place}: the number does not fit in 64 bits")))?;
        let mut machine = Machine::new(&no_values, vec![label], MOST_TURNS);
        let mut point = Vec::new();
        for coordinate in &asked.coordinates {
            let value = machine.number(coordinate);
            point.push(value.map_err(|fault| Wrong::of(fault, &asked.text, asked.start, &place))?);
        }
        match fits(&point) && self.exists(&point, &mut Room::default())? {
            true => Ok(point),
            false => Err(Wrong::new(format!("{place}: {} is not a position", self.show(&point)))),
        }
    }

    /// Whether a position with these coordinates exists.
    ///
    /// # Errors
    /// [`Wrong`] if the condition has no value there.
    pub fn exists(&self, position: &[i64], room: &mut Room) -> Result<bool, Wrong> {
        if !self.kinds.is_empty() {
            return Ok(self.kinds.exists(position));
        }
        let Some(positions) = &self.positions else { return Ok(true) };
        let mut locals = std::mem::take(&mut room.locals);
        locals.clear();
        locals.extend_from_slice(position);
        let mut machine = Machine::new(&no_values, locals, MOST_TURNS);
        let truth = machine.truth(&positions.condition);
        room.locals = machine.into_locals();
        truth.map_err(|fault| {
            let place = format!("the condition for positions at {}", show(position));
            Wrong::of(fault, &positions.text, positions.start, &place)
        })
    }

    /// The same moves in a game whose play may go on for ever, which is a draw.
    pub fn with_loops(self) -> Self {
        Self { loops: true, ..self }
    }

    /// Whether play may go on for ever.
    pub fn loops(&self) -> bool {
        self.loops
    }

    /// Whether some move decides where the next move must be, or who makes it.
    pub fn entails(&self) -> bool {
        self.moves.iter().any(|line| line.turn != Turn::Other)
    }

    /// Who moves after the move with this index, and where.
    pub fn turn(&self, index: usize) -> Turn {
        self.moves.get(index).map_or(Turn::Other, |line| line.turn)
    }

    /// Visits the options of an existing position, each as the index of the move and the coordinates of all
    /// components, one after the other. The targets are what the rules say; they need not be positions. Stops
    /// when `visit` returns false; returns whether it never did.
    ///
    /// # Errors
    /// [`Wrong`] if a move has no value at the position.
    pub fn options(
        &self,
        position: &[i64],
        room: &mut Room,
        visit: &mut dyn FnMut(usize, &[i64]) -> bool,
    ) -> Result<bool, Wrong> {
        let mut target = std::mem::take(&mut room.target);
        let mut machine = Machine::new(&no_values, std::mem::take(&mut room.locals), MOST_TURNS);
        let mut done = Ok(true);
        for (index, line) in self.moves.iter().enumerate().filter(|(_, line)| line.is_of(position)) {
            machine.begin(position, line.ranges.len());
            let mut turns = Walk { line, fixed: position.len(), target: &mut target };
            let walked = turns.walk(&mut machine, 0, &mut |_, option| visit(index, option));
            done = walked.map_err(|fault| {
                let place = format!("the move `{}` at {}", line.text, self.show(position));
                Wrong::of(fault, &line.text, line.start, &place)
            });
            if done != Ok(true) {
                break;
            }
        }
        (room.target, room.locals) = (target, machine.into_locals());
        done
    }

    /// The error for a target that is not a position.
    pub fn no_position(&self, position: &[i64], index: usize, option: &[i64]) -> Wrong {
        let parts: Vec<&[i64]> = option.chunks(self.names.len().max(1)).collect();
        let bad = |part: &&&[i64]| {
            let room = &mut Room::default();
            !fits(part) || self.exists(part, room) != Ok(true)
        };
        let bad = parts.iter().find(bad);
        let target = match bad {
            Some(part) if parts.len() > MOST_SHOWN => format!("{}, one of {} parts", self.show(part), parts.len()),
            _ => parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" & "),
        };
        let why = match bad {
            Some(part) if part.iter().any(|&coordinate| coordinate < 0) => "a coordinate is negative",
            Some(part) if !fits(part) => "a coordinate is 2^62 or more",
            _ if self.kinds.is_empty() => "`positions` excludes it",
            _ => "`kinds` excludes it",
        };
        let text = self.moves.get(index).map_or("", |line| &line.text);
        Wrong::new(format!("the move `{text}` leads from {} to {target}: {why}", self.show(position)))
    }
}

/// The largest coordinate that a position may have.
pub const LARGEST: i64 = (1 << 62) - 1;

/// Whether these can be the coordinates of a position: whole numbers from 0 to [`LARGEST`].
pub fn fits(coordinates: &[i64]) -> bool {
    coordinates.iter().all(|coordinate| (0..=LARGEST).contains(coordinate))
}

fn show<T: fmt::Display>(coordinates: &[T]) -> String {
    coordinates.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The text of a fault, with the part of the source that it is about.
fn explain(text: &str, start: usize, fault: Fault) -> String {
    let span = fault.span();
    let inside = span.start.checked_sub(start).zip(span.end.checked_sub(start));
    match inside.and_then(|(from, to)| text.get(from..to)).filter(|part| !part.is_empty()) {
        Some(part) => format!("{fault}, in `{part}`"),
        None => fault.to_string(),
    }
}

fn conjuncts<'t>(tree: &'t Tree, parts: &mut Vec<&'t Tree>) {
    match &tree.kind {
        TreeKind::Logic(Logic::And, pair) => {
            conjuncts(&pair.0, parts);
            conjuncts(&pair.1, parts);
        }
        _ => parts.push(tree),
    }
}

/// The coordinate and its minimum, if the condition says nothing else.
fn lower_bound(truth: &Truth) -> Option<(usize, u64)> {
    let Truth::Compare(sign, pair) = truth else { return None };
    let (local, bound) = match (&pair.0, sign, &pair.1) {
        (Number::Local(local), Comparison::AtLeast, Number::Constant(bound)) => (local, *bound),
        (Number::Local(local), Comparison::Greater, Number::Constant(bound)) => (local, bound.checked_add(1)?),
        (Number::Constant(bound), Comparison::AtMost, Number::Local(local)) => (local, *bound),
        (Number::Constant(bound), Comparison::Less, Number::Local(local)) => (local, bound.checked_add(1)?),
        (Number::Local(local), Comparison::Unequal, Number::Constant(0)) => (local, 1),
        _ => return None,
    };
    Some((*local as usize, u64::try_from(bound.max(0)).ok()?))
}
