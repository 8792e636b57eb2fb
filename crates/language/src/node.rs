//! Typed expressions. The checker makes them from trees, and the evaluator evaluates them.

use super::fault::SourcePlace;
use super::functions::{Function, SetFunction};
use super::tree::{Arithmetic, Comparison};
use grundy_core::automaton::Automaton;
use std::sync::Arc;

/// A list of lists.
pub type Lists = Arc<[Arc<[i64]>]>;

/// An expression whose value is a whole number, or an outcome: 0 is P, 1 is N.
#[derive(Debug, Clone)]
pub enum Number {
    /// A constant.
    Constant(i64),
    /// A variable; its number in the scope.
    Variable(u32),
    /// A variable of a loop; loops are numbered from the outermost one.
    Local(u32),
    /// The negative of a number.
    Negative(Box<(Number, SourcePlace)>),
    /// An operation on two numbers.
    Join(Arithmetic, Box<(Number, Number, SourcePlace)>),
    /// A function of numbers.
    Call(&'static Function, Box<(Vec<Number>, SourcePlace)>),
    /// A function of a set or list, and perhaps of numbers.
    OfSet(&'static Function, Box<(Set, Vec<Number>, SourcePlace)>),
    /// The output of an automaton for the numbers in a list.
    Automatic(Box<(Arc<Automaton>, Set, SourcePlace)>),
    /// An element of a set or list.
    Element(Box<(Set, Number, SourcePlace)>),
    /// A digit of a text.
    Digit(Box<(Text, Number, SourcePlace)>),
    /// A column of another row.
    Other(Box<Other>),
    /// A value of the game.
    Value(Box<(Vec<Number>, SourcePlace)>),
    /// The number of turns that satisfy a condition.
    Count(Box<Turns<Truth>>),
    /// The sum over all turns.
    Sum(Box<Turns<Number>>),
}

/// An expression whose value is true or false.
#[derive(Debug, Clone)]
pub enum Truth {
    /// A constant.
    Constant(bool),
    /// The negation.
    Not(Box<Truth>),
    /// Both. The second one is evaluated only if the first is true.
    And(Box<(Truth, Truth)>),
    /// At least one. The second one is evaluated only if the first is false.
    Or(Box<(Truth, Truth)>),
    /// The first implies the second. The second one is evaluated only if the first is true.
    Implies(Box<(Truth, Truth)>),
    /// Both or neither.
    Iff(Box<(Truth, Truth)>),
    /// A comparison of two numbers or outcomes.
    Compare(Comparison, Box<(Number, Number)>),
    /// A chain of comparisons of numbers. Each part is evaluated at most once.
    Chain(Box<(Number, Vec<Link>)>),
    /// Whether a number is in a set or list. A constant list is sorted.
    In(Box<(Number, Set)>),
    /// Whether two sets or two lists are equal.
    SameSet(Box<(Set, Set)>),
    /// Whether a text equals one of several texts.
    OneOf(Box<(Text, Vec<Text>)>),
    /// A function of numbers that yields a condition.
    Call(&'static Function, Box<(Vec<Number>, SourcePlace)>),
    /// Whether all turns satisfy a condition.
    All(Box<Turns<Truth>>),
    /// Whether at least one turn satisfies a condition.
    Any(Box<Turns<Truth>>),
}

/// A link of a chain, which follows a number.
#[derive(Debug, Clone)]
pub enum Link {
    /// A comparison with the next number.
    Compare(Comparison, Number),
    /// Membership in a set or list; the flag negates it. A constant list is sorted.
    In(Set, bool),
}

/// An expression whose value is a set or a list of numbers. The elements of a set are sorted.
#[derive(Debug, Clone)]
pub enum Set {
    /// A constant.
    Constant(Arc<[i64]>),
    /// A variable; its number in the scope.
    Variable(u32),
    /// The set with these elements.
    Made(Vec<Number>),
    /// The list with these elements.
    Listed(Vec<Number>),
    /// A function of a set or list, and perhaps of numbers, that yields a set or list.
    Call(&'static SetFunction, Box<(Set, Vec<Number>, SourcePlace)>),
    /// A column of another row.
    Other(Box<Other>),
    /// An element of a list of lists.
    Row(Box<(Lists, Number, SourcePlace)>),
}

/// An expression whose value is a text.
#[derive(Debug, Clone)]
pub enum Text {
    /// A constant.
    Constant(Arc<str>),
    /// A variable; its number in the scope.
    Variable(u32),
    /// A column of another row.
    Other(Box<Other>),
}

/// A column of another row: of the row whose variables are those of this row, except for the given ones.
#[derive(Debug, Clone)]
pub struct Other {
    /// The given variables, by their numbers in the scope, with their values.
    pub(super) given: Vec<(u32, Given)>,
    /// The column; its number in the scope.
    pub(super) column: u32,
    pub(super) place: SourcePlace,
}

/// The value of a variable of another row.
#[derive(Debug, Clone)]
pub(super) enum Given {
    Number(Number),
    Set(Set),
    Text(Text),
}

/// Nested loops, and what is evaluated in every turn.
#[derive(Debug, Clone)]
pub struct Turns<B> {
    /// The domains of the loops; the outermost loop comes first.
    pub(super) domains: Vec<Domain>,
    /// The condition that a turn must satisfy to count.
    pub(super) condition: Option<Truth>,
    /// The expression for each turn.
    pub(super) body: B,
    /// The place in the source.
    pub(super) place: SourcePlace,
}

/// The values that a loop runs over.
#[derive(Debug, Clone)]
pub(super) enum Domain {
    /// From the first to the last number. The flag says whether the last one is included.
    Range(Number, Number, bool),
    Set(Set),
}

/// A range of whole numbers.
#[derive(Debug, Clone)]
pub struct Interval {
    pub(super) first: Number,
    pub(super) last: Number,
    /// Whether the last number is included.
    pub(super) inclusive: bool,
}
