//! Parses lines that define a game: moves, as in `n -> n - 1 when n > 0`, and declared kinds of positions.

use super::lexer::Token;
use super::parser::Parser;
use super::tree::{Domain, Loop, Named, Tree};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Turn;
use std::ops::Range;

/// The maximum number of components joined by `&`.
const MOST_PARTS: usize = 64;

/// A kind of positions as declared.
pub(super) struct WrittenKind {
    pub name: (String, Range<usize>),
    pub coordinates: Vec<WrittenCoordinate>,
}

/// A coordinate of a kind as declared.
pub(super) struct WrittenCoordinate {
    pub name: (String, Range<usize>),
    /// Its values, if they are given.
    pub range: Option<Domain>,
    /// Its least value, if it is given.
    pub from: Option<Tree>,
}

/// A move as written.
pub(super) struct WrittenMove {
    /// The kind of its positions, if one is named.
    pub kind: Option<(String, Range<usize>)>,
    /// The names of the coordinates, with their places.
    pub names: Vec<Named>,
    /// The components of the sum that the move leaves.
    pub parts: Vec<Part>,
    /// Who moves next, and where, with the place of the words that say so.
    pub turn: (Turn, Range<usize>),
    pub ranges: Vec<Loop>,
    pub condition: Option<Tree>,
}

/// A component of a sum as written: one position, or several.
pub(super) struct Part {
    /// Its coordinates.
    pub target: Vec<Tree>,
    /// The loops of `(TARGET for v in RANGE if C)`, which repeat the target; empty if there are none.
    pub loops: Vec<Loop>,
    pub condition: Option<Tree>,
    /// The number after `times`, if it is given.
    pub times: Option<Tree>,
    pub span: Range<usize>,
}

impl Parser {
    /// `COORDINATES -> PART [& PART]... [then reply|again] [for v in RANGE]... [when CONDITION]`, or `COORDINATES ->
    /// nothing ...`.
    pub fn line(&mut self) -> Result<WrittenMove, Blame> {
        const EXAMPLE: &str = "the name of a coordinate, as in `n -> n - 1 when n > 0`";
        let mut names = vec![self.name(EXAMPLE)?];
        let kind = if self.take("(") { names.pop() } else { None };
        if kind.is_some() {
            names.push(self.name(EXAMPLE)?);
        }
        while self.take(",") {
            names.push(self.name(EXAMPLE)?);
        }
        if kind.is_some() {
            self.expect(")")?;
        }
        self.expect("->")?;
        let parts = if self.take("nothing") { Vec::new() } else { self.parts()? };
        let turn = self.turn()?;
        let ranges = self.ranges()?;
        let condition = if self.take("when") { Some(self.expression()?) } else { None };
        match self.peek() {
            Token::End => Ok(WrittenMove { kind, names, parts, turn, ranges, condition }),
            _ if self.is("if") => Err(self.misplaced_if("`when` for the condition of a move")),
            _ if self.is("for") => Err(self.unexpected("the end, as ranges must come before `when`")),
            _ if condition.is_some() => Err(self.unexpected("an operator, or the end")),
            _ if ranges.is_empty() => Err(self.unexpected("an operator, `,`, `times`, `&`, `for`, `when`, or the end")),
            _ => Err(self.unexpected("an operator, `for`, `when`, or the end")),
        }
    }

    /// `then reply`, `then again`, or nothing.
    fn turn(&mut self) -> Result<(Turn, Range<usize>), Blame> {
        let begin = self.span().start;
        if !self.take("then") {
            return Ok((Turn::Other, begin..begin));
        }
        let end = self.span().end;
        match (self.take("reply"), self.take("again")) {
            (true, _) => Ok((Turn::Reply, begin..end)),
            (_, true) => Ok((Turn::Again, begin..end)),
            _ => {
                Err(self
                    .unexpected("`reply` (the opponent must answer there) or `again` (the same player moves again)"))
            }
        }
    }

    /// `NAME(COORDINATE, ...)`, where a coordinate is `v in RANGE`, `v` or `v from E`.
    pub fn kind(&mut self) -> Result<WrittenKind, Blame> {
        let name = self.name("the name of a kind, as in `star(a in 0..=3, n)`")?;
        self.expect("(")?;
        let mut coordinates = Vec::new();
        loop {
            let name = self.name("the name of a coordinate")?;
            let range = if self.take("in") { Some(self.domain()?) } else { None };
            let from = if range.is_none() && self.take("from") { Some(self.expression()?) } else { None };
            coordinates.push(WrittenCoordinate { name, range, from });
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        match self.peek() {
            Token::End => Ok(WrittenKind { name, coordinates }),
            _ => Err(self.unexpected("the end")),
        }
    }

    fn parts(&mut self) -> Result<Vec<Part>, Blame> {
        let mut parts = vec![self.part()?];
        while self.take("&") {
            if parts.len() == MOST_PARTS {
                let help = format!("at most {MOST_PARTS}");
                return Err(Blame::new(self.span(), "too many parts of a sum", help));
            }
            parts.push(self.part()?);
        }
        Ok(parts)
    }

    /// `TARGET` or `(TARGET [for v in RANGE]... [if C])`, optionally followed by `times E`.
    fn part(&mut self) -> Result<Part, Blame> {
        let (begin, in_brackets) = (self.span().start, self.is_in_brackets());
        if in_brackets {
            self.expect("(")?;
        }
        let target = self.some_numbers()?;
        let (mut loops, mut condition) = (Vec::new(), None);
        if in_brackets {
            loops = self.ranges()?;
            condition = if !loops.is_empty() && self.take("if") { Some(self.expression()?) } else { None };
            self.expect(")")?;
        }
        let times = if self.take("times") { Some(self.expression()?) } else { None };
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        Ok(Part { target, loops, condition, times, span: begin..end })
    }

    /// Whether the next bracket encloses a target rather than an expression: it contains a comma or a `for`
    /// at its top level.
    fn is_in_brackets(&self) -> bool {
        let mut depth = 0;
        for placed in &self.tokens[self.at..] {
            match &placed.token {
                Token::Symbol("(" | "[" | "{") => depth += 1,
                Token::Symbol(")" | "]" | "}") => depth -= 1,
                Token::Symbol(",") if depth == 1 => return self.is("("),
                Token::Word(word) if depth == 1 && word == "for" => return self.is("("),
                _ => {}
            }
            if depth <= 0 {
                return false;
            }
        }
        false
    }
}
