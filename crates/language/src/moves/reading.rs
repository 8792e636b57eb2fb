//! Reads the moves of a game, line by line.

use super::line::{Group, Move, Places, Target};
use super::rules::{AskedPosition, Moves, Positions};
use super::{checked, declaring};
use crate::check::{Checker, place};
use crate::declared::DeclaredKinds;
use crate::eval::Quick;
use crate::lexer::is_reserved;
use crate::lines::{Part, WrittenMove};
use crate::node::{Number, Truth};
use crate::parser::{Parser, parse};
use crate::scope::Scope;
use crate::tree::{Comparison, Logic, Tree, TreeKind};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Turn;
use grundy_core::words::counted;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of moves.
const MOST_MOVES: usize = 64;

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
