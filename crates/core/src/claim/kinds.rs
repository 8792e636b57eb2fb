//! The theorems on games of several kinds of heaps (`kinds` and `arithmetic-kinds`; `docs/theorems.md`, "Several kinds
//! of heaps").
//!
//! Let P be a multiple of all moduli. If G_k(n + P) = G_k(n) for all n_k <= n < N_k and all kinds k, where N_k is the
//! bound below, then the same holds for all n >= n_k. The bound says from where on every option of k(n + P) has a part
//! that may be lowered by P, and every option of k(n) one that may be raised.

use super::candidate::Candidate;
use super::equality::common_period;
use super::least::Least;
use super::rising::Rising;
use super::statement::Claim;
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use crate::structure::{AskedKinds, Coordinate, Cut, Kind, KindRule, Kinds, Order};
use std::collections::BTreeSet;

/// The values of a kind from its least size on.
pub type KindValues = Vec<u32>;

/// What is proved about some kinds that lead to no others.
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
    /// The claims that a theorem proves about a set of kinds that lead to no others, if all values known of them have
    /// the periods given, each with its saltus. `values[k]` are the values of kind k from its least size on.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn prove(
        kinds: &Kinds,
        set: &BTreeSet<usize>,
        periods: &[Option<(u64, u64)>],
        values: &[KindValues],
        control: &Control<'_>,
    ) -> Result<Result<Self, NotYet>, Error> {
        if kinds.closed_part(set, &BTreeSet::new()) != *set {
            return Ok(Err(NotYet::Refused));
        }
        let sized: Vec<usize> = set.iter().copied().filter(|&kind| kinds.kinds[kind].least.is_some()).collect();
        let Some(joint) = joint_period(kinds, &sized, periods) else { return Ok(Err(NotYet::Refused)) };
        let attempt = ProofAttempt { kinds, sized, periods, values, control };
        if !attempt.rises() {
            return attempt.periodic(joint);
        }
        for low_bits in 0..=MOST_LOW_BITS {
            match attempt.rising(joint, low_bits)? {
                Err(NotYet::Refused) => {}
                done => return Ok(done),
            }
        }
        Ok(Err(NotYet::Refused))
    }

    /// The name of the theorem.
    pub fn theorem_name(&self) -> &'static str {
        self.theorem(0).name()
    }

    /// The theorem, with the bound of one kind.
    fn theorem(&self, bound: u64) -> Theorem {
        let (joint, kinds) = (self.period, self.claims.len() as u64);
        match self.low_bits {
            None => Theorem::Kinds { joint, kinds, bound },
            Some(low_bits) => Theorem::ArithmeticKinds { joint, kinds, bound, low_bits },
        }
    }

    /// The claim about a kind, for sizes, with the evidence that its numbers are least.
    pub fn of_kind(&self, kind: usize) -> Option<(Claim, &Least)> {
        let own = self.claims.iter().find(|claim| claim.kind == kind)?;
        Some((Claim::joint(self.theorem(own.bound), own.candidate, own.checked_to), &own.least))
    }

    /// The claim about the rows, of which the first is `first`: row n is the asked kind at n + shift. It uses the rows
    /// up to its `checked_to`, at least to the end of the first period. (All values of the proof may lie before the
    /// first row.) None if all kinds are asked, or the asked one has no size.
    pub fn of_rows(&self, kinds: &Kinds, first: u64) -> Option<Claim> {
        let AskedKinds::One { kind, shift } = kinds.asked else { return None };
        let own = self.claims.iter().find(|claim| claim.kind == kind)?;
        let row = |size: u64| u64::try_from(i64::try_from(size).ok()? - shift).ok();
        let preperiod = row(own.candidate.preperiod).unwrap_or(0).max(first);
        let theorem = self.theorem(row(own.bound).unwrap_or(0).max(preperiod + 1));
        let checked_to = row(own.checked_to).unwrap_or(0).max(preperiod + own.candidate.period - 1);
        Some(Claim::joint(theorem, Candidate { preperiod, ..own.candidate }, checked_to))
    }
}

/// The maximum number of low bits that is tried.
const MOST_LOW_BITS: u32 = 6;

/// The maximum number of values of a kind with which the conditions on options are tested.
const MOST_TESTED: u64 = 1 << 13;

/// What a proof starts from.
struct ProofAttempt<'p> {
    kinds: &'p Kinds,
    /// The kinds with a size.
    sized: Vec<usize>,
    /// Their periods, each with its saltus.
    periods: &'p [Option<(u64, u64)>],
    values: &'p [KindValues],
    control: &'p Control<'p>,
}

impl ProofAttempt<'_> {
    fn period(&self, kind: usize) -> (u64, u64) {
        self.periods[kind].unwrap_or((1, 0))
    }

    fn rises(&self) -> bool {
        self.sized.iter().any(|&kind| self.period(kind).1 > 0)
    }

    fn first(&self, kind: usize) -> u64 {
        self.kinds.kinds[kind].first() as u64
    }

    /// The size after the last one whose value is known.
    fn known(&self, kind: usize) -> u64 {
        self.first(kind) + self.values[kind].len() as u64
    }

    fn rules(&self) -> impl Iterator<Item = &KindRule> {
        self.sized.iter().flat_map(|&kind| &self.kinds.kinds[kind].rules)
    }

    /// Twice the joint period, if excluded differences ask for it; `None` if they clash even so.
    fn without_clash(&self, joint: u64) -> Option<u64> {
        let clashes = |joint: u64| self.rules().any(|rule| clashes(rule, joint));
        if !clashes(joint) { Some(joint) } else { Some(2 * joint).filter(|&joint| !clashes(joint)) }
    }

    /// n_k for all kinds, as the values known show it.
    fn preperiods(&self, joint: u64, saltus: &[u64]) -> Vec<i64> {
        let mut preperiods: Vec<i64> = self.kinds.kinds.iter().map(Kind::first).collect();
        for &kind in &self.sized {
            preperiods[kind] += preperiod(&self.values[kind], joint, saltus[kind]) as i64;
        }
        preperiods
    }

    fn bounds(&self, preperiods: &[i64], joint: u64) -> Option<Vec<u64>> {
        self.sized.iter().map(|&kind| bound(self.kinds, kind, preperiods, joint as i64)).collect()
    }

    /// What is missing, if values up to these sizes, one for each kind with a size, are needed.
    fn missing(&self, needed: &[u64]) -> Option<NotYet> {
        let mut sizes: Vec<u64> = (0..self.kinds.kinds.len()).map(|kind| self.first(kind)).collect();
        self.sized.iter().zip(needed).for_each(|(&kind, &size)| sizes[kind] = size);
        let is_missing = self.sized.iter().any(|&kind| sizes[kind] >= self.known(kind));
        is_missing.then_some(NotYet::Needs(sizes))
    }

    /// The claims by the theorem `kinds`.
    fn periodic(&self, joint: u64) -> Result<Result<JointClaim, NotYet>, Error> {
        let Some(joint) = self.without_clash(joint) else { return Ok(Err(NotYet::Refused)) };
        let preperiods = self.preperiods(joint, &vec![0; self.kinds.kinds.len()]);
        let Some(bounds) = self.bounds(&preperiods, joint) else { return Ok(Err(NotYet::Refused)) };
        let needed: Vec<u64> = bounds.iter().map(|bound| bound + joint - 1).collect();
        match self.missing(&needed) {
            Some(missing) => Ok(Err(missing)),
            None => self.claims(joint, None, &preperiods, &bounds, &needed),
        }
    }

    /// The claims by the theorem `arithmetic-kinds`.
    fn rising(&self, joint: u64, low_bits: u32) -> Result<Result<JointClaim, NotYet>, Error> {
        let refused = Ok(Err(NotYet::Refused));
        let saltus = |joint: u64| {
            let mut all = vec![0; self.kinds.kinds.len()];
            for &kind in &self.sized {
                let (period, saltus) = self.period(kind);
                all[kind] = saltus.saturating_mul(joint / period);
            }
            all
        };
        // A multiple of the joint period for which no saltus changes the low bits.
        let short = saltus(joint).into_iter().filter(|&saltus| saltus > 0).map(u64::trailing_zeros).min();
        let joint = joint.checked_mul(1 << low_bits.saturating_sub(short.unwrap_or(0)));
        let Some(joint) = joint.and_then(|joint| self.without_clash(joint)).filter(|&joint| joint <= MOST_TESTED)
        else {
            return refused;
        };
        let saltus = saltus(joint);
        let preperiods = self.preperiods(joint, &saltus);
        let Some(bounds) = self.bounds(&preperiods, joint) else { return refused };
        let needed: Vec<u64> = bounds.iter().map(|bound| bound + 2 * joint - 1).collect();
        if let Some(missing) = self.missing(&needed) {
            return Ok(Err(missing));
        }
        let rising = Rising {
            kinds: self.kinds,
            values: self.values,
            preperiods: &preperiods,
            saltus: &saltus,
            joint: joint as i64,
            low_bits,
        };
        let mut from = Vec::new();
        for (&kind, bound) in self.sized.iter().zip(bounds) {
            self.control.check()?;
            let start = rising.is_allowed(kind).then(|| rising.from(kind, bound as i64)).flatten();
            let Some(start) = start.and_then(|start| u64::try_from(start).ok()) else { return refused };
            from.push(start);
        }
        let last = from.iter().max().copied().unwrap_or(0) + 2 * joint - 1;
        // The conditions were tested with the values of all parts, of which some may be larger than n.
        let used: Vec<u64> = self.sized.iter().map(|&kind| last.max(self.largest_part(kind, last))).collect();
        match self.missing(&used) {
            Some(missing) => Ok(Err(missing)),
            None => self.claims(joint, Some(low_bits), &preperiods, &from, &vec![last; from.len()]),
        }
    }

    /// The largest size of a part of this kind, in the options of positions with sizes up to `last`.
    fn largest_part(&self, kind: usize, last: u64) -> u64 {
        let fixed = self.rules().flat_map(|rule| &rule.fixed).filter(|part| part.kind == kind).map(|part| part.offset);
        let parts = self.rules().flat_map(KindRule::reaches).filter(|part| part.kind == kind);
        let largest = fixed.chain(parts.map(|part| last as i64 + part.offset)).max().unwrap_or(0);
        u64::try_from(largest).unwrap_or(0)
    }

    /// The claims, after a last test that all values used agree, and that everything is least.
    fn claims(
        &self,
        joint: u64,
        low_bits: Option<u32>,
        preperiods: &[i64],
        bounds: &[u64],
        needed: &[u64],
    ) -> Result<Result<JointClaim, NotYet>, Error> {
        let mut claims = Vec::new();
        for ((&kind, &bound), &checked_to) in self.sized.iter().zip(bounds).zip(needed) {
            let (first, preperiod) = (self.first(kind), preperiods[kind] as u64);
            let (period, saltus) = self.period(kind);
            let candidate = Candidate { preperiod, period, saltus };
            let known = &self.values[kind];
            let at = |n: u64| known[(n - first) as usize];
            let agrees = |n: u64| u64::from(at(n)) + saltus == u64::from(at(n + period));
            // Whoever found the period is not trusted: it must divide P, and hold through a whole joint period.
            if !joint.is_multiple_of(period) || !(preperiod..preperiod + joint - period).all(agrees) {
                return Ok(Err(NotYet::Refused));
            }
            let Ok(least) = Least::of(candidate, None, first, &mut { at }, self.control)? else {
                return Ok(Err(NotYet::Refused));
            };
            claims.push(KindClaim { kind, candidate, bound, checked_to, least });
        }
        Ok(Ok(JointClaim { period: joint, low_bits, claims }))
    }
}

/// The least common multiple of the periods and of all moduli.
fn joint_period(kinds: &Kinds, sized: &[usize], periods: &[Option<(u64, u64)>]) -> Option<u64> {
    let mut joint = 1u64;
    for &kind in sized {
        joint = joined(joint, periods.get(kind).copied().flatten()?.0)?;
        for rule in &kinds.kinds[kind].rules {
            joint = joined(joint, rule.modulus.unsigned_abs())?;
            joint = joined(joint, rule.cut.as_ref().map_or(1, |cut| cut.modulus.unsigned_abs()))?;
        }
    }
    Some(joint)
}

/// A common period that is not too long. `None` also if `b` is 0.
fn joined(a: u64, b: u64) -> Option<u64> {
    common_period(a, b).filter(|&multiple| (1..=LONGEST).contains(&multiple))
}

/// Whether two excluded differences are 2P apart.
fn clashes(rule: &KindRule, joint: u64) -> bool {
    let Some(Order::NotIn(excluded)) = rule.cut.as_ref().and_then(|cut| cut.order.as_ref()) else { return false };
    excluded.iter().any(|difference| excluded.binary_search(&(difference + 2 * joint as i64)).is_ok())
}

/// The least place from which all known values agree with those one joint period later, less the saltus.
fn preperiod(values: &[u32], joint: u64, saltus: u64) -> usize {
    let joint = usize::try_from(joint).unwrap_or(usize::MAX);
    let Some(end) = values.len().checked_sub(joint) else { return values.len() };
    let pairs = values[..end].iter().zip(&values[joint..]);
    let differs = |(early, late): (&u32, &u32)| u64::from(*early) + saltus != u64::from(*late);
    pairs.rev().position(differs).map_or(0, |back| end - back)
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
    let from = |coordinate: &Coordinate| {
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
    use crate::structure::{KindTexts, Part};

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
        Kinds { kinds: vec![kind], asked: AskedKinds::One { kind: 0, shift: 0 }, texts: KindTexts::default() }
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

    /// A kind with a saltus, one of whose options is a fixed part far beyond the end of the proof.
    #[test]
    fn parts_beyond_the_end_of_a_proof_must_be_known() {
        let mut kinds = split(1, [0, 0], None, 0);
        let nim = &mut kinds.kinds[0].rules[0];
        nim.cut.as_mut().unwrap().coordinates[0].parts[0].kind = 1;
        nim.cut.as_mut().unwrap().coordinates[1].parts.clear();
        let plain = KindRule { cut: None, ..nim.clone() };
        let far = KindRule { fixed: vec![Part { kind: 0, offset: 100 }], ..plain.clone() };
        let step = KindRule { from: 1, joint: vec![Part { kind: 0, offset: 1 }], ..plain };
        let rules = vec![nim.clone(), far];
        kinds.kinds[0].rules = vec![step];
        kinds.kinds.push(Kind { label: "m".to_string(), least: Some(0), rules });
        kinds.asked = AskedKinds::All;
        // The values of the first kind are those of parity; the second has an option of value 0 in addition to Nim.
        let prove = |count: u32| {
            let values = [(0..count).map(|n| n % 2).collect(), (1..=count).collect()];
            let periods = [Some((2, 0)), Some((1, 1))];
            JointClaim::prove(&kinds, &[0, 1].into(), &periods, &values, &Control::free()).unwrap()
        };
        assert_eq!(prove(40), Err(NotYet::Needs(vec![100, prove(200).unwrap().claims[1].checked_to])));
        assert!(prove(200).unwrap().claims.iter().all(|claim| claim.checked_to < 40));
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
            let (set, periods) = (kayles.reached(), [Some((period, 0))]);
            JointClaim::prove(&kayles, &set, &periods, &[found[..count].to_vec()], &free).unwrap()
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
