//! Evaluates conditions column by column: each operation handles all rows of a block before the next
//! operation starts. A row then costs only nanoseconds.
//!
//! Every operation gets the list of rows that still count. `and`, `or`, `implies` and chains shorten this list for the
//! parts that follow, which corresponds to stopping early in a single row. If an error occurs in a row that counts, or
//! the expression contains something that does not pay in columns (e.g. a loop, or a set that depends on the row), the
//! block is left to the evaluator of single rows, which reports errors properly.
//!
//! Cost: about a nanosecond per row and operation. A block of [`LANES`] rows stays in the first-level cache.

use super::arithmetic::join;
use super::automata::output;
use super::functions::Function;
use super::node::{Link, Number, Set, Truth};
use super::tree::{Arithmetic, Comparison};
use grundy_core::automaton::Automaton;

/// The maximum cost of a function of a single row, in turns. Whatever takes longer is left to the evaluator of rows,
/// which counts turns.
const MOST_TURNS: u64 = 10_000;

/// A suitable number of rows for a block.
pub const LANES: usize = 512;

/// A variable in the rows of a block.
#[derive(Debug, Clone, Copy)]
pub enum BatchColumn<'c> {
    /// The same number in all rows.
    Constant(i64),
    /// A number for each row.
    Numbers(&'c [i64]),
    /// The value of the game for each row: a number or an outcome.
    Values(&'c [u32]),
    /// Unknown, or not a number.
    Other,
}

/// The rows of a block.
#[derive(Clone, Copy)]
pub struct Block<'b> {
    /// The variables; the index is their number in the scope.
    pub columns: &'b [BatchColumn<'b>],
    /// A part of a sequence, as the first n and the values, which `g(n)` may use.
    pub sequence: (i64, &'b [u32]),
}

/// The rows, among the given ascending ones, in which a condition holds. `None` if the rows must be evaluated
/// one by one.
///
/// ```
/// use grundy_language::{BatchColumn, Block, Scope, Type, holds_in, truth};
///
/// let scope = Scope::default().with("n", Type::Number).with_values(1);
/// let condition = truth("n < 2 or g(n) == g(n - 2)", 0, &scope).unwrap();
/// let (n, values) = ([0, 1, 2, 3], [5, 1, 5, 2]);
/// let block = Block { columns: &[BatchColumn::Numbers(&n)], sequence: (0, &values) };
/// assert_eq!(holds_in(&condition, &block, &[0, 1, 2, 3]), Some(vec![0, 1, 2]));
/// ```
///
/// # Panics
/// If a row is beyond a column of the block.
pub fn holds_in(truth: &Truth, block: &Block<'_>, lanes: &[u16]) -> Option<Lanes> {
    BatchMachine { block }.truth(truth, lanes)
}

/// Rows of a block, in ascending order.
pub type Lanes = Vec<u16>;

/// The rows in `lanes` that are not in `gone`; both are ascending.
pub fn rows_without(lanes: &[u16], gone: &[u16]) -> Lanes {
    without(lanes, gone)
}

struct BatchMachine<'m> {
    block: &'m Block<'m>,
}

impl BatchMachine<'_> {
    /// The rows among `lanes` in which a condition holds.
    fn truth(&self, truth: &Truth, lanes: &[u16]) -> Option<Lanes> {
        if lanes.is_empty() {
            return Some(Lanes::new());
        }
        Some(match truth {
            Truth::Constant(value) => {
                if *value {
                    lanes.to_vec()
                } else {
                    Lanes::new()
                }
            }
            Truth::Not(inner) => without(lanes, &self.truth(inner, lanes)?),
            Truth::And(pair) => self.truth(&pair.1, &self.truth(&pair.0, lanes)?)?,
            Truth::Or(pair) => {
                let left = self.truth(&pair.0, lanes)?;
                let right = self.truth(&pair.1, &without(lanes, &left))?;
                union(left, &right)
            }
            Truth::Implies(pair) => {
                let left = self.truth(&pair.0, lanes)?;
                let right = self.truth(&pair.1, &left)?;
                union(without(lanes, &left), &right)
            }
            Truth::Iff(pair) => {
                let (left, right) = (self.truth(&pair.0, lanes)?, self.truth(&pair.1, lanes)?);
                let one = union(without(&left, &right), &without(&right, &left));
                without(lanes, &one)
            }
            Truth::Compare(sign, pair) => {
                let (left, right) = (self.number(&pair.0, lanes)?, self.number(&pair.1, lanes)?);
                keep(lanes, *sign, &left, &right)
            }
            Truth::Chain(chain) => self.chain(&chain.0, &chain.1, lanes)?,
            Truth::In(pair) => {
                let Set::Constant(set) = &pair.1 else { return None };
                members(lanes, &self.number(&pair.0, lanes)?, set, false)
            }
            Truth::Call(function, call) => {
                let arguments = self.arguments(&call.0, lanes)?;
                let holds = called(function, &arguments, lanes.len())?;
                lanes.iter().zip(holds).filter(|(_, holds)| *holds != 0).map(|(&lane, _)| lane).collect()
            }
            Truth::SameSet(_) | Truth::OneOf(_) | Truth::All(_) | Truth::Any(_) => return None,
        })
    }

    fn chain(&self, first: &Number, links: &[Link], lanes: &[u16]) -> Option<Lanes> {
        let mut kept = lanes.to_vec();
        let mut left = self.number(first, lanes)?;
        for link in links {
            let before = kept.clone();
            match link {
                Link::Compare(sign, right) => {
                    let right = self.number(right, &before)?;
                    kept = keep(&before, *sign, &left, &right);
                    left = at(&before, &right, &kept);
                }
                Link::In(set, negated) => {
                    let Set::Constant(set) = set else { return None };
                    kept = members(&before, &left, set, *negated);
                    left = at(&before, &left, &kept);
                }
            }
        }
        Some(kept)
    }

    fn arguments(&self, numbers: &[Number], lanes: &[u16]) -> Option<Vec<Vec<i64>>> {
        numbers.iter().map(|number| self.number(number, lanes)).collect()
    }

    fn number(&self, number: &Number, lanes: &[u16]) -> Option<Vec<i64>> {
        if lanes.is_empty() {
            return Some(Vec::new());
        }
        let pick = |place: &u16| usize::from(*place);
        Some(match number {
            Number::Constant(value) => vec![*value; lanes.len()],
            Number::Variable(slot) => match self.block.columns[*slot as usize] {
                BatchColumn::Constant(value) => vec![value; lanes.len()],
                BatchColumn::Numbers(column) => lanes.iter().map(|lane| column[pick(lane)]).collect(),
                BatchColumn::Values(column) => lanes.iter().map(|lane| column[pick(lane)].into()).collect(),
                BatchColumn::Other => return None,
            },
            Number::Negative(inner) => {
                let mut values = self.number(&inner.0, lanes)?;
                values.iter_mut().try_for_each(|value| {
                    *value = value.checked_neg()?;
                    Some(())
                })?;
                values
            }
            Number::Join(sign, pair) => match &pair.1 {
                Number::Constant(right) => join_constant(*sign, self.number(&pair.0, lanes)?, *right)?,
                right => join_columns(*sign, self.number(&pair.0, lanes)?, &self.number(right, lanes)?)?,
            },
            Number::Call(function, call) => called(function, &self.arguments(&call.0, lanes)?, lanes.len())?,
            Number::Value(call) => {
                let [n] = &call.0[..] else { return None };
                let (first, sequence) = self.block.sequence;
                let mut values = self.number(n, lanes)?;
                let last = sequence.len() as i64 - 1;
                values.iter_mut().try_for_each(|value| {
                    let place = value.checked_sub(first).filter(|place| (0..=last).contains(place))?;
                    *value = sequence[place as usize].into();
                    Some(())
                })?;
                values
            }
            Number::Automatic(call) => {
                let (automaton, Set::Listed(numbers), _) = &**call else { return None };
                automatic(automaton, &self.arguments(numbers, lanes)?, lanes.len())?
            }
            Number::Local(_)
            | Number::OfSet(..)
            | Number::Element(_)
            | Number::Digit(_)
            | Number::Other(_)
            | Number::Count(_)
            | Number::Sum(_) => return None,
        })
    }
}

/// The results of a function in this many rows.
fn called(function: &Function, arguments: &[Vec<i64>], rows: usize) -> Option<Vec<i64>> {
    let mut row = vec![0; arguments.len()];
    let mut result = |place: usize| {
        row.iter_mut().zip(arguments).for_each(|(to, from)| *to = from[place]);
        if (function.turns)(&row) > MOST_TURNS { None } else { (function.apply)(&row).ok() }
    };
    (0..rows).map(&mut result).collect()
}

/// The outputs of an automaton in this many rows.
fn automatic(automaton: &Automaton, numbers: &[Vec<i64>], rows: usize) -> Option<Vec<i64>> {
    // Consecutive numbers are read faster together.
    if let [column] = numbers
        && let Some(&first) = column.first()
        && column.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    {
        return automaton.values(u64::try_from(first).ok()?)?.take(rows).collect();
    }
    let mut row = vec![0; numbers.len()];
    let mut result = |place: usize| {
        row.iter_mut().zip(numbers).for_each(|(to, from)| *to = from[place]);
        output(automaton, &row).ok()
    };
    (0..rows).map(&mut result).collect()
}

/// Applies an operator with the same right operand in all rows.
fn join_constant(sign: Arithmetic, mut left: Vec<i64>, right: i64) -> Option<Vec<i64>> {
    let power_of_two = right > 0 && right & (right - 1) == 0;
    match sign {
        // For a power of two, masks and shifts round down and yield a non-negative remainder, as required.
        Arithmetic::Remainder if power_of_two => left.iter_mut().for_each(|value| *value &= right - 1),
        Arithmetic::Divide if power_of_two => left.iter_mut().for_each(|value| *value >>= right.trailing_zeros()),
        Arithmetic::Remainder | Arithmetic::Divide if (1..=i64::from(u32::MAX)).contains(&right) => {
            let divisor = right as u32;
            let small = left.iter().fold(0, |all, value| all | value) >> 32 == 0;
            let remainder = sign == Arithmetic::Remainder;
            for value in &mut left {
                *value = match (small, remainder) {
                    (true, true) => (*value as u32 % divisor).into(),
                    (true, false) => (*value as u32 / divisor).into(),
                    (false, true) => value.rem_euclid(right),
                    (false, false) => value.div_euclid(right),
                };
            }
        }
        sign => {
            for value in &mut left {
                *value = join(sign, *value, right).ok()?;
            }
        }
    }
    Some(left)
}

fn join_columns(sign: Arithmetic, mut left: Vec<i64>, right: &[i64]) -> Option<Vec<i64>> {
    let pairs = left.iter_mut().zip(right);
    let mut wrong = false;
    match sign {
        Arithmetic::Add => {
            for (value, &right) in pairs {
                let (sum, over) = value.overflowing_add(right);
                (*value, wrong) = (sum, wrong | over);
            }
        }
        Arithmetic::Subtract => {
            for (value, &right) in pairs {
                let (difference, over) = value.overflowing_sub(right);
                (*value, wrong) = (difference, wrong | over);
            }
        }
        Arithmetic::Xor => {
            for (value, &right) in pairs {
                wrong |= *value | right < 0;
                *value ^= right;
            }
        }
        sign => {
            for (value, &right) in pairs {
                *value = join(sign, *value, right).ok()?;
            }
        }
    }
    (!wrong).then_some(left)
}

fn keep(lanes: &[u16], sign: Comparison, left: &[i64], right: &[i64]) -> Lanes {
    match sign {
        Comparison::Equal | Comparison::In => kept(lanes, left, right, |a, b| a == b),
        Comparison::Unequal | Comparison::NotIn => kept(lanes, left, right, |a, b| a != b),
        Comparison::Less => kept(lanes, left, right, |a, b| a < b),
        Comparison::AtMost => kept(lanes, left, right, |a, b| a <= b),
        Comparison::Greater => kept(lanes, left, right, |a, b| a > b),
        Comparison::AtLeast => kept(lanes, left, right, |a, b| a >= b),
    }
}

/// Branch-free: each row is written, and the next one overwrites it unless it is kept.
fn kept(lanes: &[u16], left: &[i64], right: &[i64], agree: impl Fn(i64, i64) -> bool) -> Lanes {
    let mut out = vec![0; lanes.len()];
    let mut count = 0;
    for ((&lane, &left), &right) in lanes.iter().zip(left).zip(right) {
        out[count] = lane;
        count += usize::from(agree(left, right));
    }
    out.truncate(count);
    out
}

fn members(lanes: &[u16], numbers: &[i64], set: &[i64], negated: bool) -> Lanes {
    let pairs = lanes.iter().zip(numbers);
    pairs.filter(|(_, number)| set.binary_search(number).is_ok() != negated).map(|(&lane, _)| lane).collect()
}

/// The numbers of the rows in `kept`.
fn at(before: &[u16], numbers: &[i64], kept: &[u16]) -> Vec<i64> {
    let mut kept = kept.iter().peekable();
    let pairs = before.iter().zip(numbers);
    pairs.filter(|(lane, _)| kept.next_if(|next| next == lane).is_some()).map(|(_, &number)| number).collect()
}

fn without(lanes: &[u16], gone: &[u16]) -> Lanes {
    let (mut out, mut count, mut next) = (vec![0; lanes.len()], 0, 0);
    for &lane in lanes {
        while gone.get(next).is_some_and(|&gone| gone < lane) {
            next += 1;
        }
        let is_gone = gone.get(next) == Some(&lane);
        out[count] = lane;
        count += usize::from(!is_gone);
    }
    out.truncate(count);
    out
}

/// The union of two disjoint sets of rows.
fn union(left: Lanes, right: &[u16]) -> Lanes {
    if right.is_empty() {
        return left;
    }
    let mut out = vec![0; left.len() + right.len()];
    let (mut a, mut b) = (0, 0);
    for place in &mut out {
        let (one, other) = (left.get(a).copied().unwrap_or(u16::MAX), right.get(b).copied().unwrap_or(u16::MAX));
        *place = one.min(other);
        (a, b) = (a + usize::from(one < other), b + usize::from(other < one));
    }
    out
}
