//! The tree of an expression, as it was written.

use std::ops::Range;

/// A part of an expression, with its place in the source.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub kind: TreeKind,
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) enum TreeKind {
    Number(i64),
    Truth(bool),
    /// Whether it is N.
    Outcome(bool),
    Text(String),
    Name(String),
    Set(Vec<Tree>),
    List(Vec<Tree>),
    Negative(Box<Tree>),
    Not(Box<Tree>),
    Arithmetic(Arithmetic, Box<(Tree, Tree)>),
    Logic(Logic, Box<(Tree, Tree)>),
    /// A chain: a < b <= c.
    Compare(Box<Tree>, Vec<(Comparison, Tree)>),
    Call(String, Vec<Tree>),
    Index(Box<(Tree, Tree)>),
    Over(Over, Box<Loops>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    BitOr,
    Xor,
    BitAnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Logic {
    Implies,
    Iff,
    Or,
    And,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
}

/// What is made of the values over all turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    All,
    Any,
    Count,
    Sum,
}

/// `E for i in R for j in Q if C`.
#[derive(Debug, Clone)]
pub(super) struct Loops {
    pub body: Tree,
    pub loops: Vec<Loop>,
    pub condition: Option<Tree>,
}

#[derive(Debug, Clone)]
pub(super) struct Loop {
    pub name: String,
    pub span: Range<usize>,
    pub domain: Domain,
}

/// What a loop runs over.
#[derive(Debug, Clone)]
pub(super) enum Domain {
    /// From the first to the last, which is left out unless the flag says so.
    Range(Tree, Tree, bool),
    Set(Tree),
}
