//! The syntax tree of an expression.

use std::ops::Range;

/// A node of the tree, with its place in the source.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub kind: TreeKind,
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) enum TreeKind {
    Number(i64),
    Truth(bool),
    /// An outcome; true for N.
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
    /// `row(NAME = EXPR, ...).COLUMN`.
    Row(Vec<(Named, Tree)>, Named),
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

/// How the values of all turns are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    All,
    Any,
    Count,
    Sum,
}

/// A name, with its place.
pub(super) type Named = (String, Range<usize>);

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

/// The values that a loop runs over.
#[derive(Debug, Clone)]
pub(super) enum Domain {
    /// From the first to the last number. The flag says whether the last one is included.
    Range(Tree, Tree, bool),
    Set(Tree),
}

impl Domain {
    /// The place in the source.
    pub fn span(&self) -> Range<usize> {
        match self {
            Domain::Range(first, last, _) => first.span.start..last.span.end,
            Domain::Set(set) => set.span.clone(),
        }
    }
}
