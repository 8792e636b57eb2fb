//! Expressions over the coordinates of a position: what they are worth, what they cost, and how they are written.

use crate::bits::Bits;
use num_integer::gcd;

/// The largest absolute value that an expression may have. Beyond it, it has none.
pub const LIMIT: i64 = 1 << 40;

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// The coordinate with this index.
    Variable(usize),
    /// A number.
    Number(i64),
    /// A function of all coordinates.
    All(Fold),
    /// A function of one expression.
    One(One, Box<Tree>),
    /// A function of two expressions.
    Two(Two, Box<Tree>, Box<Tree>),
}

/// A function of all coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fold {
    /// The largest coordinate.
    Max,
    /// The least coordinate.
    Min,
    /// Their sum.
    Sum,
    /// Their nim-sum.
    NimSum,
    /// The nim-sum of the coordinates plus 1.
    NimSumPlus,
    /// Their binary digits added modulo k + 1 without carry, read in base k + 1.
    Moore(i64),
}

/// A function of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum One {
    /// The number of binary digits that are 1.
    PopCount,
    /// The exponent of 2.
    Valuation2,
    /// The number of binary digits.
    BitLength,
    /// The whole part of the square root.
    Root,
    /// A power of 2.
    Power2,
    /// The lower Wythoff sequence, floor(n phi).
    FloorPhi,
    /// One less.
    Less,
    /// One more.
    More,
    /// Half, rounded down.
    Half,
    /// The remainder modulo 2.
    Parity,
}

/// A function of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Two {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The nim-sum.
    Xor,
    /// The binary digits that both have.
    And,
    /// The binary digits that one of them has.
    Or,
    /// The product.
    Times,
    /// The quotient, rounded down.
    Over,
    /// The remainder.
    Modulo,
    /// The less of two.
    Min,
    /// The larger of two.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// The absolute value of the difference.
    Distance,
}

impl Fold {
    /// The value at a point; `None` where it has none.
    pub fn value(self, point: &[i64]) -> Option<i64> {
        match self {
            Fold::Max => point.iter().copied().max(),
            Fold::Min => point.iter().copied().min(),
            Fold::Sum => point.iter().try_fold(0i64, |sum, &x| sum.checked_add(x)),
            Fold::NimSum => point.iter().try_fold(0, |sum, &x| (x >= 0).then_some(sum ^ x)),
            Fold::NimSumPlus => point.iter().try_fold(0, |sum, &x| (x >= 0).then_some(sum ^ x.checked_add(1)?)),
            Fold::Moore(k) => moore(point, k),
        }
    }
}

/// Binary digits added modulo k + 1 without carry, read in base k + 1.
fn moore(point: &[i64], k: i64) -> Option<i64> {
    let (mut sum, mut place) = (0i64, 1i64);
    let top = point.iter().copied().max()?.checked_ilog2().map_or(0, |digits| digits + 1);
    for digit in 0..top {
        let ones = point.iter().filter(|&&x| x >> digit & 1 == 1).count() as i64;
        sum = sum.checked_add((ones % (k + 1)).checked_mul(place)?)?;
        place = place.checked_mul(k + 1)?;
    }
    point.iter().all(|&x| x >= 0).then_some(sum)
}

impl One {
    /// All functions of one number.
    pub const ALL: [One; 10] = [
        One::PopCount,
        One::Valuation2,
        One::BitLength,
        One::Root,
        One::Power2,
        One::FloorPhi,
        One::Less,
        One::More,
        One::Half,
        One::Parity,
    ];

    /// The value at a number; `None` where it has none.
    pub fn value(self, n: i64) -> Option<i64> {
        let natural = u64::try_from(n);
        match self {
            One::PopCount => natural.ok().map(|n| i64::from(n.count_ones())),
            One::Valuation2 => (n > 0).then(|| i64::from(n.trailing_zeros())),
            One::BitLength => natural.ok().map(|n| i64::from(64 - n.leading_zeros())),
            One::Root => natural.ok().map(|n| n.isqrt() as i64),
            One::Power2 => (0..=40).contains(&n).then(|| 1 << n),
            One::FloorPhi => natural.ok().filter(|&n| n < 1 << 30).map(|n| ((n + (5 * n * n).isqrt()) / 2) as i64),
            One::Less => Some(n - 1),
            One::More => Some(n + 1),
            One::Half => Some(n.div_euclid(2)),
            One::Parity => Some(n.rem_euclid(2)),
        }
    }

    const fn bits(self) -> i64 {
        match self {
            One::PopCount | One::Root | One::FloorPhi => 7,
            One::Valuation2 | One::BitLength | One::Power2 => 5,
            One::Less | One::More | One::Half => 3,
            One::Parity => 4,
        }
    }
}

impl Two {
    /// All functions of two numbers that searches combine freely.
    pub const ALL: [Two; 11] = [
        Two::Plus,
        Two::Minus,
        Two::Xor,
        Two::And,
        Two::Or,
        Two::Times,
        Two::Over,
        Two::Modulo,
        Two::Min,
        Two::Max,
        Two::Gcd,
    ];

    /// Whether the order of the two numbers does not matter.
    pub const fn commutes(self) -> bool {
        !matches!(self, Two::Minus | Two::Over | Two::Modulo)
    }

    /// The value at two numbers; `None` where it has none.
    pub fn value(self, a: i64, b: i64) -> Option<i64> {
        let natural = a >= 0 && b >= 0;
        match self {
            Two::Plus => Some(a + b),
            Two::Minus => Some(a - b),
            Two::Xor => natural.then_some(a ^ b),
            Two::And => natural.then_some(a & b),
            Two::Or => natural.then_some(a | b),
            Two::Times => (a.abs() < 1 << 20 && b.abs() < 1 << 20).then(|| a * b),
            Two::Over => (b > 0).then(|| a.div_euclid(b)),
            Two::Modulo => (b > 0).then(|| a.rem_euclid(b)),
            Two::Min => Some(a.min(b)),
            Two::Max => Some(a.max(b)),
            Two::Gcd => natural.then(|| gcd(a, b)),
            Two::Distance => Some((a - b).abs()),
        }
    }

    pub(super) const fn bits(self) -> i64 {
        match self {
            Two::Plus | Two::Minus => 3,
            Two::Xor | Two::Min | Two::Max | Two::Distance => 4,
            Two::Times | Two::Over | Two::Modulo => 5,
            Two::Gcd => 6,
            Two::And | Two::Or => 7,
        }
    }
}

/// How coordinates are written.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The coordinates as they are seen: in the order of their size, say.
    pub seen: &'a [String],
    /// The coordinates of the game, for functions of all of them, whose order does not matter.
    pub all: &'a [String],
    /// Their list.
    pub list: &'a str,
}

/// How tightly the outermost operator of a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Or,
    Xor,
    And,
    Sum,
    Product,
    Power,
    Atom,
}

impl Tree {
    /// A function of one expression.
    #[must_use]
    pub fn one(function: One, of: Tree) -> Tree {
        Tree::One(function, Box::new(of))
    }

    /// A function of two expressions.
    #[must_use]
    pub fn two(function: Two, left: Tree, right: Tree) -> Tree {
        Tree::Two(function, Box::new(left), Box::new(right))
    }

    /// The same expression; a function of numbers only is their value.
    pub(super) fn folded(self) -> Tree {
        let is_number = |tree: &Tree| matches!(tree, Tree::Number(_));
        let value = match &self {
            Tree::One(_, of) if is_number(of) => self.value(&[]),
            Tree::Two(_, left, right) if is_number(left) && is_number(right) => self.value(&[]),
            _ => None,
        };
        value.map_or(self, Tree::Number)
    }

    /// The value at a point; `None` where the expression has none or it exceeds [`LIMIT`].
    pub fn value(&self, point: &[i64]) -> Option<i64> {
        let value = match self {
            Tree::Variable(index) => point.get(*index).copied(),
            Tree::Number(number) => Some(*number),
            Tree::All(fold) => fold.value(point),
            Tree::One(function, of) => function.value(of.value(point)?),
            Tree::Two(function, left, right) => function.value(left.value(point)?, right.value(point)?),
        }?;
        (value.abs() < LIMIT).then_some(value)
    }

    /// The cost of the symbols.
    pub fn bits(&self) -> Bits {
        Bits::whole(self.symbol_bits())
    }

    fn symbol_bits(&self) -> i64 {
        match self {
            Tree::Variable(_) => 2,
            Tree::Number(number) => 3 + number / 2,
            Tree::All(_) => 4,
            Tree::One(function, of) => function.bits() + of.symbol_bits(),
            Tree::Two(function, left, right) => function.bits() + left.symbol_bits() + right.symbol_bits(),
        }
    }

    /// The expression in the language of conjectures. `names` are those of the coordinates; `list` is the name of their
    /// list, such as `h`.
    pub fn text(&self, names: &[String], list: &str) -> String {
        self.text_in(&Names { seen: names, all: names, list })
    }

    /// The same where the coordinates are seen in another order than they have in the game.
    pub fn text_in(&self, names: &Names) -> String {
        self.written(names).0
    }

    fn written(&self, names: &Names) -> (String, Tightness) {
        let at_least = |tree: &Tree, needed: Tightness| {
            let (text, tightness) = tree.written(names);
            if tightness < needed { format!("({text})") } else { text }
        };
        let infix = |left: &Tree, sign: &str, right: &Tree, own: Tightness, right_needs: Tightness| {
            (format!("{} {sign} {}", at_least(left, own), at_least(right, right_needs)), own)
        };
        let call = |name: &str, arguments: &[&Tree]| {
            let texts: Vec<String> = arguments.iter().map(|tree| tree.written(names).0).collect();
            (format!("{name}({})", texts.join(", ")), Tightness::Atom)
        };
        match self {
            Tree::Variable(index) => (names.seen[*index].clone(), Tightness::Atom),
            Tree::Number(number) if *number < 0 => (number.to_string(), Tightness::Sum),
            Tree::Number(number) => (number.to_string(), Tightness::Atom),
            Tree::All(fold) => fold.written(names),
            Tree::One(function, of) => match function {
                One::PopCount => call("popcount", &[of]),
                One::Valuation2 => (format!("valuation(2, {})", of.text_in(names)), Tightness::Atom),
                One::BitLength => call("bit_length", &[of]),
                One::Root => call("isqrt", &[of]),
                One::FloorPhi => call("floor_phi", &[of]),
                One::Power2 => (format!("2 ** {}", at_least(of, Tightness::Atom)), Tightness::Power),
                One::Less => (format!("{} - 1", at_least(of, Tightness::Sum)), Tightness::Sum),
                One::More => (format!("{} + 1", at_least(of, Tightness::Sum)), Tightness::Sum),
                One::Half => (format!("{} / 2", at_least(of, Tightness::Product)), Tightness::Product),
                One::Parity => (format!("{} % 2", at_least(of, Tightness::Product)), Tightness::Product),
            },
            Tree::Two(function, left, right) => match function {
                Two::Plus if left == right => (format!("2 * {}", at_least(left, Tightness::Power)), Tightness::Product),
                Two::Plus => infix(left, "+", right, Tightness::Sum, Tightness::Sum),
                Two::Minus => infix(left, "-", right, Tightness::Sum, Tightness::Product),
                Two::Xor => infix(left, "xor", right, Tightness::Xor, Tightness::Xor),
                Two::And => infix(left, "bitand", right, Tightness::And, Tightness::And),
                Two::Or => infix(left, "bitor", right, Tightness::Or, Tightness::Or),
                Two::Times => infix(left, "*", right, Tightness::Product, Tightness::Power),
                Two::Over => infix(left, "/", right, Tightness::Product, Tightness::Power),
                Two::Modulo => infix(left, "%", right, Tightness::Product, Tightness::Power),
                Two::Min => call("min", &[left, right]),
                Two::Max => call("max", &[left, right]),
                Two::Gcd => call("gcd", &[left, right]),
                Two::Distance => (
                    format!("abs({} - {})", at_least(left, Tightness::Sum), at_least(right, Tightness::Product)),
                    Tightness::Atom,
                ),
            },
        }
    }
}

impl Fold {
    fn written(self, names: &Names) -> (String, Tightness) {
        let join = |sign: &str| names.all.join(sign);
        match self {
            Fold::Max => (format!("max({})", join(", ")), Tightness::Atom),
            Fold::Min => (format!("min({})", join(", ")), Tightness::Atom),
            Fold::Sum => (join(" + "), Tightness::Sum),
            Fold::NimSum => (join(" xor "), Tightness::Xor),
            Fold::NimSumPlus => {
                let more: Vec<String> = names.all.iter().map(|name| format!("({name} + 1)")).collect();
                (more.join(" xor "), Tightness::Xor)
            }
            Fold::Moore(k) => (format!("moore({}, {k})", names.list), Tightness::Atom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Tree {
        Tree::Variable(0)
    }

    #[test]
    fn values_and_texts() {
        let names = ["a".to_owned(), "b".to_owned()];
        let tree = Tree::two(Two::Minus, n(), Tree::two(Two::Minus, Tree::Variable(1), Tree::Number(2)));
        assert_eq!(tree.text(&names, "h"), "a - (b - 2)");
        assert_eq!((tree.value(&[9, 4]), tree.bits()), (Some(7), Bits::whole(2 + 3 + 2 + 3 + 4)));
        let tree = Tree::two(Two::Times, Tree::one(One::Power2, Tree::one(One::Valuation2, n())), Tree::All(Fold::Sum));
        assert_eq!(tree.text(&names, "h"), "2 ** valuation(2, a) * (a + b)");
        assert_eq!((tree.value(&[12, 1]), tree.value(&[0, 1])), (Some(52), None));
        let tree = Tree::two(Two::Xor, Tree::two(Two::Or, n(), Tree::Variable(1)), Tree::one(One::More, n()));
        assert_eq!(tree.text(&names, "h"), "(a bitor b) xor a + 1");
    }

    #[test]
    fn moore_adds_digits_without_carry() {
        // 3 = 11, 5 = 101, 7 = 111: two, two, three ones from the top; modulo 3: 2, 2, 0 in base 3.
        assert_eq!(Fold::Moore(2).value(&[3, 5, 7]), Some(2 * 9 + 2 * 3));
        assert_eq!(Fold::Moore(1).value(&[3, 5]), Some(6));
        assert_eq!((Fold::Moore(2).value(&[0, 0]), Fold::Moore(2).value(&[-1, 3])), (Some(0), None));
    }
}
