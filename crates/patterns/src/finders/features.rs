//! Numbers that describe a position: what the value of a position may depend on.

use super::writing::new_name;
use num_integer::gcd;

/// Numbers that are packed into one must be less than this.
const PACK: i64 = 4096;

/// A number that describes a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    Max,
    Min,
    Sum,
    NimSum,
    /// How often the largest coordinate occurs.
    Leaders,
    /// Which coordinates are 0.
    Zeros,
    Or,
    And,
    Gcd,
    MaxAndMin,
    /// Of two coordinates: the absolute value of the difference.
    Distance,
    /// Of two coordinates: how often the lesser one fits into the larger one; -1 if it is 0.
    Ratio,
    /// Of two coordinates: one of them plus twice the one with this index.
    Weighted(usize),
    /// The remainders of the coordinates.
    Residues(i64),
    /// The remainder of the sum.
    SumResidue(i64),
    /// The quotients of the coordinates.
    Quotients(i64),
    /// All coordinates but one.
    AllBut(usize),
    /// The differences of the coordinates in order.
    Gaps,
    TwoLargest,
    TwoLeast,
}

impl Feature {
    /// All features of positions with so many coordinates.
    pub(super) fn all(dimensions: usize) -> Vec<Feature> {
        use Feature::*;
        let mut all = vec![Max, Min, Sum, NimSum, Leaders, Zeros, Or, And, Gcd, MaxAndMin];
        if dimensions == 2 {
            all.extend([Distance, Ratio, Weighted(1), Weighted(0)]);
        }
        all.extend([2, 3, 4, 5, 6, 8].map(Residues));
        all.extend([2, 3, 4].map(SumResidue));
        all.extend([2, 3, 4].map(Quotients));
        all.extend((0..dimensions).map(AllBut));
        if dimensions > 2 {
            all.extend([Gaps, TwoLargest, TwoLeast]);
        }
        all
    }

    /// Whether a function of it may be an expression: it is no list of several numbers.
    pub(super) const fn is_number(self) -> bool {
        use Feature::*;
        matches!(self, Max | Min | Sum | NimSum | Leaders | Or | And | Gcd | Distance | Ratio | Weighted(_))
    }

    /// Its value at a point; `None` where numbers are too large or negative.
    pub(super) fn value(self, point: &[i64]) -> Option<i64> {
        use Feature::*;
        let (max, min) = (point.iter().copied().max()?, point.iter().copied().min()?);
        let sum = || point.iter().try_fold(0i64, |sum, &x| sum.checked_add(x));
        if min < 0 {
            return None;
        }
        match self {
            Max => Some(max),
            Min => Some(min),
            Sum => sum(),
            NimSum => Some(point.iter().fold(0, |sum, x| sum ^ x)),
            Leaders => Some(point.iter().filter(|&&x| x == max).count() as i64),
            Zeros => packed(point.iter().map(|&x| x.min(1)), 2),
            Or => Some(point.iter().fold(0, |sum, x| sum | x)),
            And => point.iter().copied().reduce(|a, b| a & b),
            Gcd => point.iter().copied().reduce(gcd),
            MaxAndMin => packed([min, max], PACK),
            Distance => Some(max - min),
            Ratio => Some(max.checked_div(min).unwrap_or(-1)),
            Weighted(twice) => sum()?.checked_add(point[twice]),
            Residues(m) => packed(point.iter().map(|x| x % m), m),
            SumResidue(m) => Some(sum()? % m),
            Quotients(k) => packed(point.iter().map(|x| x / k), PACK),
            AllBut(left_out) => packed(point.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, &x)| x), PACK),
            Gaps => {
                let sorted = sorted(point);
                packed(sorted.windows(2).map(|pair| pair[1] - pair[0]), PACK)
            }
            TwoLargest => packed(sorted(point).into_iter().skip(point.len() - 2), PACK),
            TwoLeast => packed(sorted(point).into_iter().take(2), PACK),
        }
    }

    /// Its value in the language of conjectures, as an expression that binds most tightly.
    pub(super) fn text(self, names: &[String]) -> String {
        use Feature::*;
        let call = |function: &str| format!("{function}({})", names.join(", "));
        let join = |sign: &str| format!("({})", names.join(sign));
        let each = |text: &dyn Fn(&String) -> String| names.iter().map(text).collect::<Vec<String>>();
        let in_order = |i: usize| format!("sorted(h)[{i}]");
        let count = names.len();
        match self {
            Max => call("max"),
            Min => call("min"),
            Sum => join(" + "),
            NimSum => join(" xor "),
            Leaders => {
                let i = new_name(names, "i");
                format!("count(h[{i}] == {} for {i} in 0..{count})", call("max"))
            }
            Zeros => packed_text(&each(&|name| format!("min({name}, 1)")), 2),
            Or => join(" bitor "),
            And => join(" bitand "),
            Gcd => call("gcd"),
            MaxAndMin => packed_text(&[call("min"), call("max")], PACK),
            Distance => format!("abs({})", names.join(" - ")),
            Ratio => {
                let (max, min) = (call("max"), call("min"));
                format!("(({max} / max({min}, 1) + 1) * min({min}, 1) - 1)")
            }
            Weighted(twice) => {
                let mut parts = names.to_vec();
                parts[twice] = format!("2 * {}", names[twice]);
                format!("({})", parts.join(" + "))
            }
            Residues(m) => packed_text(&each(&|name| format!("{name} % {m}")), m),
            SumResidue(m) => format!("({} % {m})", join(" + ")),
            Quotients(k) => packed_text(&each(&|name| format!("{name} / {k}")), PACK),
            AllBut(left_out) => {
                let rest: Vec<String> =
                    names.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, name)| name.clone()).collect();
                packed_text(&rest, PACK)
            }
            Gaps => {
                let gaps: Vec<String> =
                    (1..count).map(|i| format!("({} - {})", in_order(i), in_order(i - 1))).collect();
                packed_text(&gaps, PACK)
            }
            TwoLargest => packed_text(&[in_order(count - 2), in_order(count - 1)], PACK),
            TwoLeast => packed_text(&[in_order(0), in_order(1)], PACK),
        }
    }

    /// One of its values, as it is written in words: the numbers of which it is made.
    pub(super) fn shown(self, number: i64, names: &[String]) -> String {
        let all: Vec<String> = self.unpacked(number, names.len()).iter().map(i64::to_string).collect();
        if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
    }

    /// The numbers of which one of its values is made.
    fn unpacked(self, number: i64, count: usize) -> Vec<i64> {
        use Feature::*;
        let (base, digits) = match self {
            Zeros => (2, count),
            Residues(m) => (m, count),
            Quotients(_) => (PACK, count),
            AllBut(_) | Gaps => (PACK, count - 1),
            MaxAndMin | TwoLargest | TwoLeast => (PACK, 2),
            _ => return vec![number],
        };
        let digit = |i: usize| (0..i).fold(number, |rest, _| rest / base) % base;
        (0..digits).map(digit).collect()
    }

    /// How many values it has, if these are the same for all ranges: remainders of the coordinates, or which are 0.
    pub(super) fn count_of_values(self, dimensions: usize) -> Option<usize> {
        use Feature::*;
        let power = |base: i64| usize::try_from(base).ok()?.checked_pow(u32::try_from(dimensions).ok()?);
        match self {
            Zeros => power(2),
            Residues(m) => power(m),
            SumResidue(m) => usize::try_from(m).ok(),
            _ => None,
        }
    }

    /// Where it has this value, as a linear condition on the coordinates; `None` if there is none.
    pub(super) fn condition(self, number: i64, names: &[String]) -> Option<String> {
        use Feature::*;
        let all = names.iter().zip(self.unpacked(number, names.len()));
        let joined = |one: &dyn Fn(&String, i64) -> String| {
            all.map(|(name, digit)| one(name, digit)).collect::<Vec<_>>().join(" and ")
        };
        match self {
            Zeros => Some(joined(&|name, digit| format!("{name} {} 0", if digit == 0 { "==" } else { ">" }))),
            Residues(m) => Some(joined(&|name, digit| format!("{name} % {m} == {digit}"))),
            Max | Min | Sum | SumResidue(_) | Distance | Weighted(_) => {
                Some(format!("{} == {number}", self.text(names)))
            }
            _ => None,
        }
    }

    /// What it is, in words.
    pub(super) fn words(self, names: &[String]) -> String {
        use Feature::*;
        match self {
            Max => "the largest coordinate".to_owned(),
            Min => "the least coordinate".to_owned(),
            Sum => "the sum of the coordinates".to_owned(),
            NimSum => "the nim-sum of the coordinates".to_owned(),
            Leaders => "how often the largest coordinate occurs".to_owned(),
            Zeros => "which coordinates are 0 (0) and which are not (1)".to_owned(),
            Or => "the binary digits that occur in some coordinate".to_owned(),
            And => "the binary digits that occur in all coordinates".to_owned(),
            Gcd => "the greatest common divisor of the coordinates".to_owned(),
            MaxAndMin => "the least and the largest coordinate".to_owned(),
            Distance => format!("|{}|", names.join(" - ")),
            Ratio => "the whole part of the larger coordinate divided by the lesser one".to_owned(),
            Weighted(_) => self.text(names).trim_matches(['(', ')']).to_owned(),
            Residues(m) => format!("the coordinates modulo {m}"),
            SumResidue(m) => format!("the sum of the coordinates modulo {m}"),
            Quotients(k) => format!("the whole parts of the coordinates divided by {k}"),
            AllBut(left_out) => format!("the coordinates other than {}", names[left_out]),
            Gaps => "the differences of the coordinates in order".to_owned(),
            TwoLargest => "the two largest coordinates".to_owned(),
            TwoLeast => "the two least coordinates".to_owned(),
        }
    }
}

fn sorted(point: &[i64]) -> Vec<i64> {
    let mut sorted = point.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Numbers below `base` as the digits of one number, the first one last.
fn packed(digits: impl IntoIterator<Item = i64>, base: i64) -> Option<i64> {
    let mut place = Some(1i64);
    let mut sum = 0i64;
    for digit in digits {
        if digit >= base {
            return None;
        }
        sum = sum.checked_add(digit.checked_mul(place?)?)?;
        place = place?.checked_mul(base);
    }
    Some(sum)
}

fn packed_text(digits: &[String], base: i64) -> String {
    let term = |(i, digit): (usize, &String)| match i {
        0 => digit.clone(),
        1 => format!("{base} * ({digit})"),
        _ => format!("{base} ** {i} * ({digit})"),
    };
    format!("({})", digits.iter().enumerate().map(term).collect::<Vec<_>>().join(" + "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_texts() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let point = [6, 9, 2];
        let value = |feature: Feature| feature.value(&point);
        assert_eq!(value(Feature::Residues(4)), Some(2 + 4 + 16 * 2));
        assert_eq!(Feature::Residues(4).text(&names), "(a % 4 + 4 * (b % 4) + 4 ** 2 * (c % 4))");
        assert_eq!(value(Feature::Gaps), Some(4 + 4096 * 3));
        assert_eq!(value(Feature::TwoLargest), Some(6 + 4096 * 9));
        assert_eq!(Feature::TwoLargest.text(&names), "(sorted(h)[1] + 4096 * (sorted(h)[2]))");
        assert_eq!((value(Feature::Gcd), value(Feature::Leaders), value(Feature::Or)), (Some(1), Some(1), Some(15)));
        assert_eq!(Feature::Leaders.text(&names), "count(h[i] == max(a, b, c) for i in 0..3)");
        assert_eq!((Feature::Ratio.value(&[0, 5]), Feature::Ratio.value(&[2, 5])), (Some(-1), Some(2)));
        assert_eq!(Feature::AllBut(1).value(&[1, 0, 5000]), None);
        assert_eq!(Feature::Weighted(1).text(&names[..2]), "(a + 2 * b)");
        let condition = |feature: Feature, number| feature.condition(number, &names);
        assert_eq!(
            condition(Feature::Residues(4), 2 + 4 + 32).as_deref(),
            Some("a % 4 == 2 and b % 4 == 1 and c % 4 == 2")
        );
        assert_eq!(condition(Feature::Zeros, 5).as_deref(), Some("a > 0 and b == 0 and c > 0"));
        assert_eq!(condition(Feature::SumResidue(3), 1).as_deref(), Some("((a + b + c) % 3) == 1"));
        assert_eq!(condition(Feature::NimSum, 0), None);
        assert_eq!(Feature::Residues(3).count_of_values(3), Some(27));
        assert!(Feature::all(5).iter().all(|feature| feature.value(&[-1, 0, 3, 2, 1]).is_none()));
    }
}
