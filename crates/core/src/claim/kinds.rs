//! The theorem on games of several kinds of heaps (`kinds`; `docs/theorems.md`, "Several kinds of heaps").
//!
//! Let P be a multiple of all moduli. If G_k(n + P) = G_k(n) for all n_k <= n < N_k and all kinds k, where N_k is the
//! bound below, then the same holds for all n >= n_k. The bound says from where on every option of k(n + P) has a part
//! that may be lowered by P, and every option of k(n) one that may be raised.

use super::candidate::Candidate;
use super::least::Least;
use super::statement::Claim;
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use crate::structure::{Cut, KindRule, Kinds, Order};

/// The values of a kind from its least size on.
pub type KindValues = Vec<u32>;

/// What is proved about all kinds that are reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointClaim {
    /// P.
    pub period: u64,
    /// The number of low bits of a value, with the theorem `arithmetic-kinds`.
    pub low_bits: Option<u32>,
    /// The claims, in the order of the kinds. Kinds without a size have none.
    pub claims: Vec<KindClaim>,
}

/// What is proved about a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindClaim {
    /// The number of the kind.
    pub kind: usize,
    /// The least preperiod n_k and the least period, for sizes.
    pub candidate: Candidate,
    /// N_k.
    pub bound: u64,
    /// The largest size whose value is used: N_k - 1 + P.
    pub checked_to: u64,
    /// The evidence that preperiod and period are least.
    pub least: Least,
}

/// Why nothing is proved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotYet {
    /// The proof would need these sizes, one for each kind.
    Needs(Vec<u64>),
    /// The values do not have these periods, or the joint period is too long.
    Refused,
}

/// The largest joint period.
const LONGEST: u64 = 1 << 40;

impl JointClaim {
    /// The claims that the theorem proves, if all values known of the kinds have the periods given (those of kinds that
    /// are not reached are ignored). `values[k]` are the values of kind k from its least size on.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn prove(
        kinds: &Kinds,
        periods: &[Option<u64>],
        values: &[KindValues],
        control: &Control<'_>,
    ) -> Result<Result<Self, NotYet>, Error> {
        let reached = kinds.reached();
        let sized: Vec<usize> = reached.iter().copied().filter(|&kind| kinds.kinds[kind].least.is_some()).collect();
        let joint = joint_period(kinds, &sized, periods);
        let Some(mut joint) = joint else { return Ok(Err(NotYet::Refused)) };
        let rules = || sized.iter().flat_map(|&kind| &kinds.kinds[kind].rules);
        if rules().any(|rule| clashes(rule, joint)) {
            joint *= 2;
            // Differences beyond 2P may clash again; then no theorem is applied.
            if rules().any(|rule| clashes(rule, joint)) {
                return Ok(Err(NotYet::Refused));
            }
        }
        let mut preperiods: Vec<i64> = kinds.kinds.iter().map(|kind| kind.first()).collect();
        for &kind in &sized {
            preperiods[kind] += preperiod(&values[kind], joint) as i64;
        }
        let bounds: Option<Vec<u64>> =
            sized.iter().map(|&kind| bound(kinds, kind, &preperiods, joint as i64)).collect();
        let Some(bounds) = bounds else { return Ok(Err(NotYet::Refused)) };
        let mut needs: Vec<u64> = kinds.kinds.iter().map(|kind| kind.first() as u64).collect();
        let mut is_known = true;
        for (&kind, bound) in sized.iter().zip(&bounds) {
            needs[kind] = bound - 1 + joint;
            is_known &= needs[kind] < kinds.kinds[kind].first() as u64 + values[kind].len() as u64;
        }
        if !is_known {
            return Ok(Err(NotYet::Needs(needs)));
        }
        let mut claims = Vec::new();
        for (&kind, bound) in sized.iter().zip(bounds) {
            let (first, preperiod) = (kinds.kinds[kind].first() as u64, preperiods[kind] as u64);
            let period = periods[kind].unwrap_or(1);
            let candidate = Candidate { preperiod, period, saltus: 0 };
            let known = &values[kind];
            let at = |n: u64| known[(n - first) as usize];
            // Whoever found the period is not trusted: it must divide P, and hold through a whole joint period.
            if joint % period != 0 || (preperiod..preperiod + joint - period).any(|n| at(n) != at(n + period)) {
                return Ok(Err(NotYet::Refused));
            }
            let Ok(least) = Least::of(candidate, None, first, &mut { at }, control)? else {
                return Ok(Err(NotYet::Refused));
            };
            claims.push(KindClaim { kind, candidate, bound, checked_to: bound - 1 + joint, least });
        }
        Ok(Ok(Self { period: joint, low_bits: None, claims }))
    }

    /// The name of the theorem.
    pub fn theorem_name(&self) -> &'static str {
        if self.low_bits.is_some() { "arithmetic-kinds" } else { "kinds" }
    }

    /// The claim about the rows, of which the first is `first`: row n is the asked kind at n + shift.
    pub fn of_rows(&self, kinds: &Kinds, first: u64) -> Option<Claim> {
        let own = self.claims.iter().find(|claim| claim.kind == kinds.asked)?;
        let row = |size: u64| u64::try_from(i64::try_from(size).ok()? - kinds.shift).ok();
        let preperiod = row(own.candidate.preperiod).unwrap_or(0).max(first);
        let theorem = Theorem::Kinds {
            joint: self.period,
            kinds: self.claims.len() as u64,
            bound: row(own.bound).unwrap_or(0).max(preperiod + 1),
        };
        Some(Claim::joint(theorem, Candidate { preperiod, ..own.candidate }, row(own.checked_to)?))
    }
}

/// The least common multiple of the periods and of all moduli.
fn joint_period(kinds: &Kinds, sized: &[usize], periods: &[Option<u64>]) -> Option<u64> {
    let mut joint = 1u64;
    for &kind in sized {
        joint = lcm(joint, periods.get(kind).copied().flatten()?)?;
        for rule in &kinds.kinds[kind].rules {
            joint = lcm(joint, rule.modulus.unsigned_abs())?;
            joint = lcm(joint, rule.cut.as_ref().map_or(1, |cut| cut.modulus.unsigned_abs()))?;
        }
    }
    Some(joint)
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b).filter(|&multiple| (1..=LONGEST).contains(&multiple))
}

/// Whether two excluded differences are 2P apart.
fn clashes(rule: &KindRule, joint: u64) -> bool {
    let Some(Order::NotIn(excluded)) = rule.cut.as_ref().and_then(|cut| cut.order.as_ref()) else { return false };
    excluded.iter().any(|difference| excluded.binary_search(&(difference + 2 * joint as i64)).is_ok())
}

/// The least place from which all known values agree with those one joint period later.
fn preperiod(values: &[u32], joint: u64) -> usize {
    let joint = usize::try_from(joint).unwrap_or(usize::MAX);
    let Some(end) = values.len().checked_sub(joint) else { return values.len() };
    let pairs = values[..end].iter().zip(&values[joint..]);
    pairs.rev().position(|(early, late)| early != late).map_or(0, |back| end - back)
}

/// N_k.
fn bound(kinds: &Kinds, kind: usize, preperiods: &[i64], joint: i64) -> Option<u64> {
    let rules = kinds.kinds[kind].rules.iter().map(|rule| bound_of_rule(rule, preperiods, joint));
    let largest = rules.flatten().max().unwrap_or(0).max(preperiods[kind]);
    u64::try_from(largest).ok()
}

/// From where on the options of a rule can be lowered and raised: the table of the theorem.
fn bound_of_rule(rule: &KindRule, preperiods: &[i64], joint: i64) -> Vec<i64> {
    let mut bounds = vec![rule.from];
    bounds.extend(rule.joint.iter().map(|part| preperiods[part.kind] + part.offset));
    let Some(Cut { sum, coordinates, order, .. }) = &rule.cut else { return bounds };
    let from = |coordinate: &crate::structure::Coordinate| {
        let parts = coordinate.parts.iter().map(|part| preperiods[part.kind] - part.offset);
        parts.fold(coordinate.least, i64::max)
    };
    let from: Vec<i64> = coordinates.iter().map(from).collect();
    bounds.push(sum + from.iter().sum::<i64>() + (from.len() as i64 - 1) * (joint - 1));
    match (order, &from[..]) {
        (Some(Order::NotIn(excluded)), &[first, second]) => {
            let (least, most) = (excluded.first().copied().unwrap_or(0), excluded.last().copied().unwrap_or(0));
            bounds.push(sum + 2 * second + 2 * joint - 1 + most);
            bounds.push(sum + 2 * first + 2 * joint - 1 - least);
        }
        (Some(Order::AtMost(most)), &[first, second]) => {
            bounds.push(sum + 2 * first + 2 * joint - 2 - most);
            bounds.push(sum + 2 * second + most - 1);
        }
        _ => {}
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::{Coordinate, Kind, KindTexts, Part};

    /// n -> i & n - c - i with lower ends.
    fn split(sum: i64, least: [i64; 2], order: Option<Order>, from: i64) -> Kinds {
        let part = |least: i64| Coordinate { least, parts: vec![Part { kind: 0, offset: 0 }] };
        let cut = Cut { sum, coordinates: least.map(part).into(), modulus: 1, allowed: None, order };
        let rule = KindRule {
            from,
            modulus: 1,
            residues: vec![0],
            before: Vec::new(),
            fixed: Vec::new(),
            joint: Vec::new(),
            cut: Some(cut),
            is_cancelled: false,
        };
        let kind = Kind { label: "n".to_string(), least: Some(0), rules: vec![rule] };
        Kinds { kinds: vec![kind], asked: 0, shift: 0, texts: KindTexts::default() }
    }

    fn values(kinds: &Kinds, to: i64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..=to {
            let mut seen = std::collections::BTreeSet::new();
            for rule in &kinds.kinds[0].rules {
                rule.options(n, &mut |option| {
                    seen.insert(option.iter().fold(0, |sum, &(_, n)| sum ^ values[n as usize]));
                });
            }
            values.push((0..).find(|value| !seen.contains(value)).unwrap());
        }
        values
    }

    /// The bounds of the theorem are sharp: these values agree below N - 1, and no further.
    #[test]
    fn one_value_less_is_not_enough() {
        let code_004 = split(2, [1, 1], None, 0);
        let unequal = split(1, [0, 2], Some(Order::NotIn(vec![0])), 4);
        for (kinds, period, preperiod, end) in [(code_004, 1, 0, 4), (unequal, 5, 4, 18)] {
            let found = values(&kinds, 60);
            assert_eq!(bound(&kinds, 0, &[preperiod], period), Some(end));
            let agrees = |n: &i64| found[*n as usize] == found[(n + period) as usize];
            assert_eq!((preperiod..60 - period).take_while(agrees).count() as i64, end as i64 - 1 - preperiod);
        }
    }

    #[test]
    fn kayles_needs_166_values_and_no_fewer() {
        let kayles = {
            let mut kinds = split(1, [0, 0], None, 0);
            kinds.kinds[0].rules.extend(split(2, [0, 0], None, 0).kinds.remove(0).rules);
            kinds
        };
        let (found, free) = (values(&kayles, 300), Control::free());
        let prove = |count: usize, period: u64| {
            JointClaim::prove(&kayles, &[Some(period)], &[found[..count].to_vec()], &free).unwrap()
        };
        let claim = prove(167, 12).unwrap();
        assert_eq!((claim.claims[0].bound, claim.claims[0].checked_to), (155, 166));
        assert_eq!(
            claim.of_rows(&kayles, 0).map(|claim| (claim.preperiod, claim.period, claim.checked_to)),
            Some((71, 12, 166))
        );
        assert_eq!(prove(166, 12), Err(NotYet::Needs(vec![166])));
        // Multiples and divisors are refused.
        assert_eq!(prove(300, 24), Err(NotYet::Refused));
        assert!(prove(300, 6).is_err() && prove(300, 5).is_err());
    }
}
