//! Typed expressions: what the checker makes of trees, and the evaluator runs.

use super::fault::SourcePlace;
use super::functions::Function;
use super::tree::{Arithmetic, Comparison};
use std::sync::Arc;

/// Lists in a list.
pub type Lists = Arc<[Arc<[i64]>]>;

/// An expression that is a whole number, or an outcome: 0 is P, 1 is N.
#[derive(Debug, Clone)]
pub enum Number {
    /// Itself.
    Constant(i64),
    /// A variable, by its number in the scope.
    Variable(u32),
    /// The variable of a loop, the outermost loop first.
    Local(u32),
    /// With the other sign.
    Negative(Box<(Number, SourcePlace)>),
    /// Two numbers joined.
    Join(Arithmetic, Box<(Number, Number, SourcePlace)>),
    /// A function of numbers.
    Call(&'static Function, Box<(Vec<Number>, SourcePlace)>),
    /// A function of a set or list.
    OfSet(&'static Function, Box<(Set, SourcePlace)>),
    /// An element of a set or list.
    Element(Box<(Set, Number, SourcePlace)>),
    /// A digit of a text.
    Digit(Box<(Text, Number, SourcePlace)>),
    /// A value of the game.
    Value(Box<(Vec<Number>, SourcePlace)>),
    /// How many turns satisfy a condition.
    Count(Box<Turns<Truth>>),
    /// The sum over all turns.
    Sum(Box<Turns<Number>>),
}

/// An expression that is true or false.
#[derive(Debug, Clone)]
pub enum Truth {
    /// Itself.
    Constant(bool),
    /// The other.
    Not(Box<Truth>),
    /// Both; the second is looked at only if the first is true.
    And(Box<(Truth, Truth)>),
    /// One of them; the second is looked at only if the first is false.
    Or(Box<(Truth, Truth)>),
    /// The second, if the first; it is looked at only then.
    Implies(Box<(Truth, Truth)>),
    /// Both or none.
    Iff(Box<(Truth, Truth)>),
    /// Two numbers, or two outcomes, compared.
    Compare(Comparison, Box<(Number, Number)>),
    /// A chain of comparisons of numbers, each part of which is evaluated once.
    Chain(Box<(Number, Vec<Link>)>),
    /// Whether a number is in a set or list, which ascends if it is a constant.
    In(Box<(Number, Set)>),
    /// Whether two sets, or two lists, are equal.
    SameSet(Box<(Set, Set)>),
    /// Whether a text is one of some.
    OneOf(Box<(Text, Vec<Text>)>),
    /// A condition of numbers.
    Call(&'static Function, Box<(Vec<Number>, SourcePlace)>),
    /// Whether every turn satisfies a condition.
    All(Box<Turns<Truth>>),
    /// Whether some turn does.
    Any(Box<Turns<Truth>>),
}

/// What follows a number in a chain.
#[derive(Debug, Clone)]
pub enum Link {
    /// A comparison with the next number.
    Compare(Comparison, Number),
    /// Whether it is in a set or list, or is not; a constant ascends.
    In(Set, bool),
}

/// An expression that is a set of numbers, or a list: what differs is whether they ascend.
#[derive(Debug, Clone)]
pub enum Set {
    /// Itself.
    Constant(Arc<[i64]>),
    /// A variable.
    Variable(u32),
    /// The set of some numbers.
    Made(Vec<Number>),
    /// The list of some numbers.
    Listed(Vec<Number>),
    /// A list of a list of lists.
    Row(Box<(Lists, Number, SourcePlace)>),
}

/// An expression that is a text.
#[derive(Debug, Clone)]
pub enum Text {
    /// Itself.
    Constant(Arc<str>),
    /// A variable.
    Variable(u32),
}

/// What loops run over, and what is done in every turn.
#[derive(Debug, Clone)]
pub struct Turns<B> {
    /// The loops, the outermost first.
    pub(super) domains: Vec<Domain>,
    /// Which turns count.
    pub(super) condition: Option<Truth>,
    /// What is done.
    pub(super) body: B,
    /// Where it stands.
    pub(super) place: SourcePlace,
}

/// What a loop runs over.
#[derive(Debug, Clone)]
pub(super) enum Domain {
    /// From the first to the last, which is left out unless the flag says so.
    Range(Number, Number, bool),
    Set(Set),
}

/// A range of whole numbers.
#[derive(Debug, Clone)]
pub struct Interval {
    pub(super) first: Number,
    pub(super) last: Number,
    /// Whether the last one belongs to it.
    pub(super) inclusive: bool,
}
