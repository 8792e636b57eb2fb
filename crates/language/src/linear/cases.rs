//! Conjunctions, and disjunctions of them.

use grundy_core::structure::{Condition, Linear};

/// Conditions that hold together.
pub type Conjunction = Vec<Condition>;

/// Conjunctions, at least one of which holds.
pub type Disjunction = Vec<Conjunction>;

/// A value in each of several cases, one of which always holds.
pub type Cases<T> = Vec<(Conjunction, T)>;

/// Why something is not linear, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLinear(pub String);

impl NotLinear {
    /// Numbers that do not fit.
    pub fn large() -> Self {
        Self("its numbers are too large".to_string())
    }
}

/// The maximum number of cases.
pub const MOST_CASES: usize = 400;

/// The conditions that are not always true, without repetitions; `None` if one of them is never true.
pub fn simplified(conditions: Conjunction) -> Option<Conjunction> {
    let mut kept = Conjunction::new();
    for condition in conditions {
        let settled = condition.form().number().and_then(|_| condition.at(|_| 0));
        match settled {
            Some(true) => {}
            Some(false) => return None,
            None if kept.contains(&condition) => {}
            None => kept.push(condition),
        }
    }
    Some(kept)
}

/// Both hold.
pub fn product(left: Disjunction, right: Disjunction) -> Result<Disjunction, NotLinear> {
    let mut all = Disjunction::new();
    for one in &left {
        for other in &right {
            if let Some(both) = simplified([&one[..], other].concat())
                && !all.contains(&both)
            {
                all.push(both);
            }
            if all.len() > MOST_CASES {
                return Err(NotLinear("it has too many cases".to_string()));
            }
        }
    }
    Ok(all)
}

/// At least one holds.
pub fn union(mut left: Disjunction, right: Disjunction) -> Disjunction {
    for one in right {
        if !left.contains(&one) {
            left.push(one);
        }
    }
    left
}

/// `left` compared with `right`, as a disjunction.
pub fn compared(left: &Linear, right: &Linear, sign: Sign) -> Option<Disjunction> {
    let at_most = |low: &Linear, high: &Linear, more: i64| Some(vec![Condition::at_most(low, high, more)?]);
    Some(match sign {
        Sign::Less => vec![at_most(left, right, 1)?],
        Sign::AtMost => vec![at_most(left, right, 0)?],
        Sign::Equal => vec![Condition::equal(left, right)?.to_vec()],
        Sign::Unequal => vec![at_most(left, right, 1)?, at_most(right, left, 1)?],
    })
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The first one is less.
    Less,
    /// The first one is at most the second one.
    AtMost,
    /// They are equal.
    Equal,
    /// They are not.
    Unequal,
}
