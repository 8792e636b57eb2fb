//! Parses tokens into trees. Operators, from the loosest to the tightest: `implies`, `iff`; `or`; `and`; `not`;
//! comparisons; `bitor`; `xor`; `bitand`; `+ -`; `* / %`; unary `-`; `**` (right associative); `f(x)`, `S[i]`.

use super::lexer::{Placed, Token, tokens};
use super::tree::{Arithmetic, Comparison, Domain, Logic, Loop, Loops, Named, Over, Tree, TreeKind};
use grundy_core::diagnostic::Blame;
use std::ops::Range;

const DEEPEST: usize = 48;

/// Parses the tokens of one text.
pub(super) struct Parser {
    pub(super) tokens: Vec<Placed>,
    pub(super) at: usize,
    depth: usize,
}

/// Parses a text that is one expression. It starts at byte `start` of its source.
pub(super) fn parse(text: &str, start: usize) -> Result<Tree, Blame> {
    let mut parser = Parser::new(text, start)?;
    let tree = parser.expression()?;
    match parser.peek() {
        Token::End => Ok(tree),
        _ if parser.is("if") => Err(parser.misplaced_if("a condition in front of `implies`, as in `A implies B`")),
        _ => Err(parser.unexpected("an operator, or the end")),
    }
}

/// Parses a text that is a range or a set.
pub(super) fn parse_domain(text: &str, start: usize) -> Result<Domain, Blame> {
    let mut parser = Parser::new(text, start)?;
    let domain = parser.domain()?;
    match parser.peek() {
        Token::End => Ok(domain),
        _ => Err(parser.unexpected("an operator, `..`, or the end")),
    }
}

impl Parser {
    pub fn new(text: &str, start: usize) -> Result<Self, Blame> {
        Ok(Self { tokens: tokens(text, start)?, at: 0, depth: 0 })
    }

    /// Expressions separated by commas, up to the end of the text.
    pub fn all_numbers(&mut self) -> Result<Vec<Tree>, Blame> {
        let numbers = self.some_numbers()?;
        match self.peek() {
            Token::End => Ok(numbers),
            _ => Err(self.unexpected("an operator, `,`, or the end")),
        }
    }

    pub(super) fn some_numbers(&mut self) -> Result<Vec<Tree>, Blame> {
        let mut numbers = vec![self.expression()?];
        while self.take(",") {
            numbers.push(self.expression()?);
        }
        Ok(numbers)
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].token
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.tokens[self.at].span.clone()
    }

    /// Returns the next token and advances, but not past the end.
    fn next(&mut self) -> Placed {
        let placed = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        placed
    }

    pub(super) fn is(&self, text: &str) -> bool {
        match self.peek() {
            Token::Word(word) => word == text,
            Token::Symbol(symbol) => *symbol == text,
            _ => false,
        }
    }

    /// Whether a parenthesis follows the next token.
    fn is_called(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|placed| placed.token == Token::Symbol("("))
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Blame> {
        if self.take(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Blame {
        if self.is("=") {
            let is_turned = self.tokens.get(self.at + 1).is_some_and(|next| next.token == Token::Symbol(">"));
            let help = if is_turned { "write `>=` to compare, or `->` for a move" } else { "use `==` to compare" };
            return Blame::new(self.span(), "unexpected `=`", help);
        }
        let found = match self.peek() {
            Token::Number(number) => format!("`{number}`"),
            Token::Text(text) => format!("\"{text}\""),
            Token::Word(word) => format!("`{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "end".to_string(),
        };
        Blame::new(self.span(), format!("unexpected {found}"), format!("expected {wanted}"))
    }

    pub(super) fn misplaced_if(&self, instead: &str) -> Blame {
        let message = "`if` can only follow `for` in parentheses, as in all(g(i) > 0 for i in 1..n if i != 3)";
        Blame::new(self.span(), message, format!("write {instead}"))
    }

    /// Parses one level deeper, unless the nesting is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Blame>) -> Result<T, Blame> {
        if self.depth == DEEPEST {
            return Err(Blame::new(
                self.span(),
                "the expression is nested too deeply",
                format!("at most {DEEPEST} levels"),
            ));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub fn expression(&mut self) -> Result<Tree, Blame> {
        self.deeper(|parser| {
            let left = parser.or()?;
            let logic = match parser.peek() {
                Token::Word(word) if word == "implies" => Logic::Implies,
                Token::Word(word) if word == "iff" => Logic::Iff,
                _ => return Ok(left),
            };
            parser.next();
            let right = parser.or()?;
            if parser.is("implies") || parser.is("iff") {
                let help = "put one of them in parentheses";
                return Err(Blame::new(parser.span(), "`implies` and `iff` cannot be chained", help));
            }
            Ok(joined(TreeKind::Logic, logic, left, right))
        })
    }

    fn or(&mut self) -> Result<Tree, Blame> {
        let mut left = self.and()?;
        while self.take("or") {
            left = joined(TreeKind::Logic, Logic::Or, left, self.and()?);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Tree, Blame> {
        let mut left = self.not()?;
        while self.take("and") {
            left = joined(TreeKind::Logic, Logic::And, left, self.not()?);
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Tree, Blame> {
        if !self.is("not") {
            return self.comparison();
        }
        let start = self.next().span.start;
        let tree = self.deeper(Self::not)?;
        Ok(Tree { span: start..tree.span.end, kind: TreeKind::Not(Box::new(tree)) })
    }

    fn comparison(&mut self) -> Result<Tree, Blame> {
        let first = self.bitor()?;
        let mut chain = Vec::new();
        while let Some(comparison) = self.comparison_sign()? {
            chain.push((comparison, self.bitor()?));
        }
        match chain.last() {
            None => Ok(first),
            Some((_, last)) => {
                Ok(Tree { span: first.span.start..last.span.end, kind: TreeKind::Compare(Box::new(first), chain) })
            }
        }
    }

    fn comparison_sign(&mut self) -> Result<Option<Comparison>, Blame> {
        let sign = match self.peek() {
            Token::Symbol("==") => Comparison::Equal,
            Token::Symbol("!=") => Comparison::Unequal,
            Token::Symbol("<") => Comparison::Less,
            Token::Symbol("<=") => Comparison::AtMost,
            Token::Symbol(">") => Comparison::Greater,
            Token::Symbol(">=") => Comparison::AtLeast,
            Token::Word(word) if word == "in" => Comparison::In,
            Token::Word(word) if word == "not" => {
                self.next();
                if !self.is("in") {
                    return Err(self.unexpected("`in`"));
                }
                Comparison::NotIn
            }
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(sign))
    }

    fn bitor(&mut self) -> Result<Tree, Blame> {
        self.chained("bitor", Arithmetic::BitOr, Self::xor)
    }

    fn xor(&mut self) -> Result<Tree, Blame> {
        self.chained("xor", Arithmetic::Xor, Self::bitand)
    }

    fn bitand(&mut self) -> Result<Tree, Blame> {
        self.chained("bitand", Arithmetic::BitAnd, Self::sum)
    }

    /// A left-associative chain of one operator; `tighter` parses the operands.
    fn chained(
        &mut self,
        word: &str,
        sign: Arithmetic,
        tighter: fn(&mut Self) -> Result<Tree, Blame>,
    ) -> Result<Tree, Blame> {
        let mut left = tighter(self)?;
        while self.take(word) {
            left = joined(TreeKind::Arithmetic, sign, left, tighter(self)?);
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Tree, Blame> {
        let mut left = self.product()?;
        loop {
            let sign = match self.peek() {
                Token::Symbol("+") => Arithmetic::Add,
                Token::Symbol("-") => Arithmetic::Subtract,
                _ => return Ok(left),
            };
            self.next();
            left = joined(TreeKind::Arithmetic, sign, left, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Tree, Blame> {
        let mut left = self.signed()?;
        loop {
            let sign = match self.peek() {
                Token::Symbol("*") => Arithmetic::Multiply,
                Token::Symbol("/") => Arithmetic::Divide,
                Token::Symbol("%") => Arithmetic::Remainder,
                _ => return Ok(left),
            };
            self.next();
            left = joined(TreeKind::Arithmetic, sign, left, self.signed()?);
        }
    }

    fn signed(&mut self) -> Result<Tree, Blame> {
        if !self.is("-") {
            return self.power();
        }
        let start = self.next().span.start;
        let tree = self.deeper(Self::signed)?;
        Ok(Tree { span: start..tree.span.end, kind: TreeKind::Negative(Box::new(tree)) })
    }

    fn power(&mut self) -> Result<Tree, Blame> {
        let base = self.postfix()?;
        if !self.take("**") {
            return Ok(base);
        }
        // As in Python, 2 ** -1 can be parsed. It fails when it is evaluated.
        let exponent = self.deeper(Self::signed)?;
        Ok(joined(TreeKind::Arithmetic, Arithmetic::Power, base, exponent))
    }

    fn postfix(&mut self) -> Result<Tree, Blame> {
        let mut tree = self.atom()?;
        while self.take("[") {
            let index = self.expression()?;
            let end = self.span().end;
            self.expect("]")?;
            tree = Tree { span: tree.span.start..end, kind: TreeKind::Index(Box::new((tree, index))) };
        }
        Ok(tree)
    }

    fn atom(&mut self) -> Result<Tree, Blame> {
        let wanted = "a number, a name or `(`";
        let Placed { token, span } = self.tokens[self.at].clone();
        let kind = match token {
            Token::Number(number) => TreeKind::Number(number),
            Token::Text(text) => TreeKind::Text(text),
            Token::Word(word) => return self.word(&word),
            Token::Symbol("(") => {
                self.next();
                let inner = self.expression()?;
                let end = self.span().end;
                self.expect(")")?;
                return Ok(Tree { span: span.start..end, ..inner });
            }
            Token::Symbol("{") => {
                self.next();
                let items = self.list("}")?;
                return Ok(Tree { span: span.start..self.tokens[self.at - 1].span.end, kind: TreeKind::Set(items) });
            }
            Token::Symbol("[") => {
                self.next();
                let items = self.list("]")?;
                return Ok(Tree { span: span.start..self.tokens[self.at - 1].span.end, kind: TreeKind::List(items) });
            }
            _ => return Err(self.unexpected(wanted)),
        };
        self.next();
        Ok(Tree { kind, span })
    }

    fn word(&mut self, word: &str) -> Result<Tree, Blame> {
        let span = self.span();
        let over = match word {
            "all" => Some(Over::All),
            "any" => Some(Over::Any),
            "count" => Some(Over::Count),
            "sum" => Some(Over::Sum),
            // Where a number must stand, these are functions: `bitor(a, b)`.
            "bitor" | "bitand" if self.is_called() => None,
            "implies" | "iff" | "or" | "and" | "not" | "in" | "xor" | "bitor" | "bitand" | "for" | "if" | "when"
            | "times" | "nothing" => {
                return Err(self.unexpected("a number, a name or `(`"));
            }
            _ => None,
        };
        self.next();
        if let Some(over) = over {
            self.expect("(")?;
            let loops = self.loops()?;
            let end = self.span().end;
            self.expect(")")?;
            return Ok(Tree { span: span.start..end, kind: TreeKind::Over(over, Box::new(loops)) });
        }
        let kind = match word {
            "true" => TreeKind::Truth(true),
            "false" => TreeKind::Truth(false),
            "P" => TreeKind::Outcome(false),
            "N" => TreeKind::Outcome(true),
            "row" if self.take("(") => return self.row(span.start),
            _ if self.take("(") => {
                let items = self.list(")")?;
                let end = self.tokens[self.at - 1].span.end;
                return Ok(Tree { span: span.start..end, kind: TreeKind::Call(word.to_string(), items) });
            }
            _ => TreeKind::Name(word.to_string()),
        };
        Ok(Tree { kind, span })
    }

    /// `NAME = E, ...).COLUMN`, after `row(`.
    fn row(&mut self, start: usize) -> Result<Tree, Blame> {
        let mut given = Vec::new();
        loop {
            let name = self.name("the name of a variable, as in row(a = a + 1).period")?;
            self.expect("=")?;
            given.push((name, self.expression()?));
            if self.take(")") {
                break;
            }
            if !self.take(",") {
                return Err(self.unexpected("an operator, `,` or `)`"));
            }
        }
        if !self.take(".") {
            return Err(self.unexpected("`.` and a column, as in row(a = a + 1).period"));
        }
        let column = self.name("the name of a column, as in row(a = a + 1).period")?;
        Ok(Tree { span: start..column.1.end, kind: TreeKind::Row(given, column) })
    }

    pub(super) fn name(&mut self, wanted: &str) -> Result<Named, Blame> {
        let Token::Word(name) = self.peek().clone() else { return Err(self.unexpected(wanted)) };
        Ok((name, self.next().span))
    }

    /// Expressions separated by commas, up to a closing symbol.
    fn list(&mut self, close: &str) -> Result<Vec<Tree>, Blame> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            if self.take(close) {
                return Ok(items);
            }
            if !self.take(",") {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
    }

    /// `E for i in R [for ...] [if C]`.
    fn loops(&mut self) -> Result<Loops, Blame> {
        let body = self.expression()?;
        let loops = self.ranges()?;
        if loops.is_empty() {
            return Err(self.unexpected("`for`, as in all(g(i) > 0 for i in 1..n)"));
        }
        let condition = if self.take("if") { Some(self.expression()?) } else { None };
        Ok(Loops { body, loops, condition })
    }

    /// `for i in R for j in Q ...`, possibly empty.
    pub(super) fn ranges(&mut self) -> Result<Vec<Loop>, Blame> {
        let mut ranges = Vec::new();
        while self.take("for") {
            let (name, span) = self.name("the name of a variable")?;
            self.expect("in")?;
            ranges.push(Loop { name, span, domain: self.domain()? });
        }
        Ok(ranges)
    }

    /// `a..b`, `a..=b`, a set or a list.
    pub(super) fn domain(&mut self) -> Result<Domain, Blame> {
        let first = self.bitor()?;
        let inclusive = self.is("..=");
        if !inclusive && !self.is("..") {
            return Ok(Domain::Set(first));
        }
        let sign = self.next().span;
        let ends = ["for", "when", "if", "&", ",", ")"].iter().any(|word| self.is(word));
        if ends || *self.peek() == Token::End {
            let help = "a..b excludes b, a..=b includes it";
            return Err(Blame::new(first.span.start..sign.end, "the range has no end", help));
        }
        Ok(Domain::Range(first, self.bitor()?, inclusive))
    }
}

/// The tree of an operator with two operands.
fn joined<O>(kind: fn(O, Box<(Tree, Tree)>) -> TreeKind, operator: O, left: Tree, right: Tree) -> Tree {
    let span = left.span.start..right.span.end;
    Tree { span, kind: kind(operator, Box::new((left, right))) }
}
