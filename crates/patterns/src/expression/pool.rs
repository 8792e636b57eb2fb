//! All expressions up to a size, one for each behaviour on a sample of points.
//!
//! An expression is represented by its values on the sample. Size s applies every function to expressions of smaller
//! sizes; an expression whose values are known already is dropped, so there is one of least size for each behaviour
//! (*observational equivalence*: A. Albarghouthi, S. Gulwani, Z. Kincaid, *Recursive program synthesis*, CAV 2013).
//! [`Pool::search`] then looks up t - e, t + e and t xor e for a target t and every expression e of the pool: so it
//! finds sums of two expressions of the pool at the price of one.

use super::tree::{LIMIT, One, Tree, Two};
use crate::budget::{Budget, Stop};
use foldhash::fast::FixedState;
use grundy_core::random::Random;
use std::collections::HashMap;

/// Which expressions a pool contains.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// The number of coordinates.
    pub variables: usize,
    /// The numbers that may occur.
    pub numbers: &'static [i64],
    /// Further expressions that count as size 1.
    pub leaves: Vec<Tree>,
    /// The functions of one number.
    pub one: &'static [One],
    /// The functions of two numbers.
    pub two: &'static [Two],
    /// The largest size.
    pub size: usize,
    /// The largest number of expressions.
    pub cap: usize,
    /// Whether expressions that are nowhere positive are kept (the zero is kept in any case).
    pub negative: bool,
}

impl Grammar {
    /// The expressions in one number, with all functions.
    pub fn of_number(size: usize, cap: usize) -> Grammar {
        Grammar {
            variables: 1,
            numbers: &[0, 1, 2, 3, 4],
            leaves: Vec::new(),
            one: &One::ALL,
            two: &Two::ALL,
            size,
            cap,
            negative: true,
        }
    }
}

/// Expressions, one for each behaviour on a sample.
#[derive(Debug)]
pub struct Pool {
    grammar: Grammar,
    /// The number of points of the sample.
    width: usize,
    /// The values of each expression on the sample, one expression after the other.
    rows: Vec<i64>,
    nodes: Vec<Node>,
    /// The cost of each expression, in bits.
    bits: Vec<u16>,
    /// Of each size, the first expression that is larger.
    ends: Vec<usize>,
    /// For each row its expression, by a 64-bit hash.
    known: HashMap<u64, u32, FixedState>,
    factors: Vec<u64>,
}

/// What a search found: an expression of the pool, or two that are joined.
enum Hit {
    Plain(usize),
    Pair(Two, usize, usize),
}

#[derive(Debug, Clone)]
enum Node {
    Leaf(Tree),
    One(One, u32),
    Two(Two, u32, u32),
}

impl Pool {
    /// Makes all expressions of a grammar.
    ///
    /// # Errors
    /// As [`Budget::spend`]: each expression that is tried costs one step for each point of the sample.
    pub fn grow(sample: &[&[i64]], grammar: Grammar, budget: &mut Budget) -> Result<Pool, Stop> {
        let mut random = Random(12345);
        let mut pool = Pool {
            width: sample.len(),
            rows: Vec::new(),
            nodes: Vec::new(),
            bits: Vec::new(),
            ends: vec![0],
            known: HashMap::default(),
            factors: sample.iter().map(|_| random.step() | 1).collect(),
            grammar,
        };
        pool.plant(sample, budget)?;
        for size in 2..=pool.grammar.size {
            pool.add_size(size, budget)?;
        }
        Ok(pool)
    }

    fn plant(&mut self, sample: &[&[i64]], budget: &mut Budget) -> Result<(), Stop> {
        let variables = (0..self.grammar.variables).map(Tree::Variable);
        let numbers = self.grammar.numbers.iter().map(|&number| Tree::Number(number));
        let leaves: Vec<Tree> = variables.chain(numbers).chain(self.grammar.leaves.clone()).collect();
        for leaf in leaves {
            budget.spend(self.width)?;
            let row: Option<Vec<i64>> = sample.iter().map(|point| leaf.value(point)).collect();
            let bits = match &leaf {
                Tree::Variable(_) | Tree::Number(_) => leaf.bits().rounded(),
                _ => 4,
            };
            if let Some(row) = row {
                self.add(&row, Node::Leaf(leaf), bits as u16);
            }
        }
        self.ends.push(self.nodes.len());
        Ok(())
    }

    fn add_size(&mut self, size: usize, budget: &mut Budget) -> Result<(), Stop> {
        let mut row = vec![0; self.width];
        for &function in self.grammar.one {
            for of in self.of_size(size - 1) {
                budget.spend(self.width)?;
                let values = self.row(of).iter().map(|&x| function.value(x));
                if fill(&mut row, values) {
                    let bits = self.bits[of] + Tree::one(function, Tree::Variable(0)).bits().rounded() as u16 - 2;
                    self.add(&row, Node::One(function, of as u32), bits);
                }
            }
        }
        for left_size in 1..size - 1 {
            let right_size = size - 1 - left_size;
            for &function in self.grammar.two {
                if !(function.commutes() && left_size < right_size) {
                    self.add_pairs(function, left_size, right_size, budget)?;
                }
            }
        }
        self.ends.push(self.nodes.len());
        Ok(())
    }

    fn add_pairs(
        &mut self,
        function: Two,
        left_size: usize,
        right_size: usize,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let mut row = vec![0; self.width];
        for left in self.of_size(left_size) {
            for right in self.of_size(right_size) {
                if self.nodes.len() >= self.grammar.cap {
                    return Ok(());
                }
                if function.commutes() && left_size == right_size && right > left {
                    break;
                }
                budget.spend(self.width)?;
                let values = self.row(left).iter().zip(self.row(right)).map(|(&a, &b)| function.value(a, b));
                if fill(&mut row, values) {
                    let bits = self.bits[left] + self.bits[right] + function.bits() as u16;
                    self.add(&row, Node::Two(function, left as u32, right as u32), bits);
                }
            }
        }
        Ok(())
    }

    const fn of_size(&self, size: usize) -> std::ops::Range<usize> {
        let ends = self.ends.as_slice();
        ends[size - 1]..ends[size]
    }

    fn add(&mut self, row: &[i64], node: Node, bits: u16) {
        let useful = self.grammar.negative || row.iter().any(|&x| x > 0) || row.iter().all(|&x| x == 0);
        if self.nodes.len() >= self.grammar.cap || !useful {
            return;
        }
        let key = self.key(row.iter().copied());
        match self.known.get(&key) {
            None => {
                self.known.insert(key, self.nodes.len() as u32);
                self.rows.extend_from_slice(row);
                self.nodes.push(node);
                self.bits.push(bits);
            }
            // A cheaper expression for the same values. It cannot contain the one that it replaces, which costs more.
            Some(&index) if bits < self.bits[index as usize] && self.row(index as usize) == row => {
                self.nodes[index as usize] = node;
                self.bits[index as usize] = bits;
            }
            Some(_) => {}
        }
    }

    /// A 64-bit hash of values.
    fn key(&self, row: impl Iterator<Item = i64>) -> u64 {
        row.zip(&self.factors).fold(0, |key, (x, factor)| key.wrapping_add(mixed(x as u64).wrapping_mul(*factor)))
    }

    /// The number of expressions.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no expression.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The values of an expression on the sample.
    pub fn row(&self, index: usize) -> &[i64] {
        &self.rows[index * self.width..(index + 1) * self.width]
    }

    /// The cost of an expression, in whole bits.
    pub fn bits(&self, index: usize) -> i64 {
        i64::from(self.bits[index])
    }

    /// An expression of the pool.
    pub fn tree(&self, index: usize) -> Tree {
        match &self.nodes[index] {
            Node::Leaf(tree) => tree.clone(),
            Node::One(function, of) => Tree::one(*function, self.tree(*of as usize)).folded(),
            Node::Two(function, left, right) => self.pair(*function, *left as usize, *right as usize),
        }
    }

    /// The expression with these values.
    fn find(&self, row: impl Iterator<Item = i64> + Clone) -> Option<usize> {
        let index = *self.known.get(&self.key(row.clone()))? as usize;
        // Different rows may have one hash.
        self.row(index).iter().copied().eq(row).then_some(index)
    }

    /// Expressions with these values on the sample, at most `limit` of them, cheapest first: an expression of the pool,
    /// or the sum, difference or nim-sum of two.
    ///
    /// # Errors
    /// As [`Budget::spend`]: three steps for each expression of the pool and each point.
    pub fn search(&self, target: &[i64], limit: usize, budget: &mut Budget) -> Result<Vec<(i64, Tree)>, Stop> {
        if target.len() != self.width || target.iter().any(|x| x.abs() >= LIMIT) {
            return Ok(Vec::new());
        }
        let is_zero = |index: usize| self.row(index).iter().all(|&x| x == 0);
        let mut hits: Vec<(i64, Hit)> = Vec::new();
        if let Some(index) = self.find(target.iter().copied()) {
            hits.push((self.bits(index), Hit::Plain(index)));
        }
        let natural = target.iter().all(|&x| x >= 0);
        for right in 0..self.len() {
            budget.spend(3 * self.width)?;
            let pairs = target.iter().zip(self.row(right));
            let xor_allowed = natural && self.row(right).iter().all(|&x| x >= 0);
            let left = [
                (Two::Plus, self.find(pairs.clone().map(|(t, e)| t - e))),
                (Two::Minus, self.find(pairs.clone().map(|(t, e)| t + e))),
                (Two::Xor, if xor_allowed { self.find(pairs.map(|(t, e)| t ^ e)) } else { None }),
            ];
            for (function, left) in left {
                let Some(left) = left else { continue };
                // Of two that may be exchanged, the first one found is kept.
                let twice = function.commutes() && left > right;
                if !twice && !is_zero(left) && !is_zero(right) {
                    let bits = self.bits(left) + self.bits(right) + function.bits();
                    hits.push((bits, Hit::Pair(function, left, right)));
                }
            }
        }
        hits.sort_by_key(|(bits, _)| *bits);
        hits.truncate(limit);
        Ok(hits.into_iter().map(|(bits, hit)| (bits, self.of_hit(&hit))).collect())
    }

    fn of_hit(&self, hit: &Hit) -> Tree {
        match *hit {
            Hit::Plain(index) => self.tree(index),
            Hit::Pair(function, left, right) => self.pair(function, left, right),
        }
    }

    fn pair(&self, function: Two, left: usize, right: usize) -> Tree {
        // As people write it: h1 + h2, n + 1, but 2 * n.
        let is_factor = function == Two::Times && matches!(self.nodes[left], Node::Leaf(Tree::Number(_)));
        let (left, right) =
            if function.commutes() && left > right && !is_factor { (right, left) } else { (left, right) };
        Tree::two(function, self.tree(left), self.tree(right)).folded()
    }
}

/// Fills a row; `false` if a value is missing or too large.
fn fill(row: &mut [i64], values: impl Iterator<Item = Option<i64>>) -> bool {
    for (place, value) in row.iter_mut().zip(values) {
        match value {
            Some(value) if value.abs() < LIMIT => *place = value,
            _ => return false,
        }
    }
    true
}

/// Spreads the bits of a number (the first steps of D. Stafford's variant 13 of MurmurHash3's finaliser).
const fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    #[test]
    fn closed_forms_are_found() {
        let points: Vec<[i64; 1]> = (5..60).map(|n| [n]).collect();
        let sample: Vec<&[i64]> = points.iter().map(|point| point.as_slice()).collect();
        let mut budget = Budget::new(Budget::STEPS, &FREE);
        let pool = Pool::grow(&sample, Grammar::of_number(5, 25_000), &mut budget).expect("within the budget");
        assert!(pool.len() > 5_000, "{}", pool.len());
        let mut shortest = |value: &dyn Fn(i64) -> i64| {
            let target: Vec<i64> = points.iter().map(|point| value(point[0])).collect();
            let hits = pool.search(&target, 4, &mut budget).expect("within the budget");
            hits.first().map(|(_, tree)| tree.text(&["n".to_owned()], "h"))
        };
        assert_eq!(shortest(&|n| n % 4).as_deref(), Some("n % 4"));
        assert_eq!(shortest(&|n| 1 << n.trailing_zeros()).as_deref(), Some("2 ** valuation(2, n)"));
        assert_eq!(shortest(&|n| n % 7).as_deref(), Some("n % 7"));
        assert_eq!(shortest(&|n| n * n / 3).as_deref(), Some("n * n / 3"));
        let odious = shortest(&|n| 2 * n + i64::from((n.count_ones() + 1) % 2)).expect("a form");
        assert!(odious.contains("popcount"), "{odious}");
        assert_eq!(shortest(&|n| (n * 7919) % 1009), None);
    }
}
