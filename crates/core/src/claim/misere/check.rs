//! The checker of misère quotients.

use super::certificate::MisereCertificate;
use super::elements::{Elements, products};
use super::heaps::{Heaps, Remains};
use super::refusal::{Ended, MisereRefusal, refuse, told};
use crate::control::Control;
use crate::error::Error;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The theorem on quotients of finitely many heaps.
pub const MISERE_QUOTIENT: &str = "misere-quotient";

/// The theorem on periods of pretending functions.
pub const MISERE_PERIOD: &str = "misere-period";

/// A misère quotient that is proved. Only [`MisereClaim::check`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereClaim {
    /// The number of elements of the quotient.
    pub elements: u32,
    /// The number of elements of the P-portion.
    pub p_portion: u32,
    /// The least preperiod and the least period of the pretending function, if the claim is about all heaps of a game
    /// with infinitely many.
    pub period: Option<(u64, u64)>,
    /// The largest heap whose moves were checked. Without a period the claim is about the heaps up to this one.
    pub checked_to: u64,
    /// Private, so that only this module can make a claim.
    made: MisereClaimMade,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct MisereClaimMade;

impl MisereClaim {
    /// Checks a certificate. No number that the search computed is used except those of the certificate.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn check(
        heaps: &dyn Heaps,
        certificate: &MisereCertificate,
        control: &Control<'_>,
    ) -> Result<Result<Self, MisereRefusal>, Error> {
        told(claim(heaps, certificate, control))
    }

    /// The name of the theorem.
    pub fn theorem(&self) -> &'static str {
        if self.period.is_some() { MISERE_PERIOD } else { MISERE_QUOTIENT }
    }
}

fn claim(heaps: &dyn Heaps, certificate: &MisereCertificate, control: &Control<'_>) -> Result<MisereClaim, Ended> {
    let monoid = Monoid::of(certificate)?;
    let (values, checked_to) = values(heaps, certificate, &monoid)?;
    let types = types(heaps, &monoid, &values, control)?;
    no_losing_sum(&monoid, types, control)?;
    Ok(MisereClaim {
        elements: certificate.elements,
        p_portion: monoid.is_p.iter().filter(|&&is_p| is_p).count() as u32,
        period: certificate.preperiod.zip(certificate.period),
        checked_to,
        made: MisereClaimMade,
    })
}

/// The monoid: its table of products, and the rows R(x), the set of all z for which xz is in P.
struct Monoid {
    count: usize,
    table: Vec<u16>,
    is_p: Vec<bool>,
    rows: Vec<Elements>,
}

impl Monoid {
    /// The monoid that commuting maps generate, if it is one whose rows differ, and whose identity is not in P.
    fn of(certificate: &MisereCertificate) -> Result<Self, Ended> {
        let count = certificate.elements as usize;
        let table = products(count, certificate.actions.values())?;
        let p: BTreeSet<u32> = certificate.p.iter().copied().collect();
        if p.last().is_some_and(|&last| last >= certificate.elements) || p.len() != certificate.p.len() {
            return refuse("the P-portion is not a list of different elements");
        }
        if p.contains(&0) {
            return refuse("the empty sum is in the P-portion");
        }
        let is_p: Vec<bool> = (0..certificate.elements).map(|x| p.contains(&x)).collect();
        let row = |x: usize| Elements::those(count, |z| is_p[table[x * count + z] as usize]);
        let rows: Vec<Elements> = (0..count).map(row).collect();
        if rows.iter().collect::<HashSet<_>>().len() != count {
            return refuse("two elements are not distinguished by any sum");
        }
        Ok(Self { count, table, is_p, rows })
    }

    fn product(&self, x: usize, y: usize) -> usize {
        self.table[x * self.count + y] as usize
    }

    /// The set of all z that are not in `old`, for which vz is in `set` and xz in `deficiency`.
    fn lost_after(
        &self,
        v: usize,
        set: &Elements,
        x: usize,
        deficiency: &Elements,
        old: Option<&Elements>,
    ) -> Elements {
        let (times_v, times_x) =
            (&self.table[v * self.count..][..self.count], &self.table[x * self.count..][..self.count]);
        let mut lost = Elements::none(self.count);
        for (place, word) in lost.0.iter_mut().enumerate() {
            let mut open = old.map_or(u64::MAX, |old| !old.0[place]);
            while open != 0 {
                let z = 64 * place + open.trailing_zeros() as usize;
                if z >= self.count {
                    break;
                }
                if set.has(times_v[z] as usize) && deficiency.has(times_x[z] as usize) {
                    *word |= open & open.wrapping_neg();
                }
                open &= open - 1;
            }
        }
        lost
    }
}

/// The values of heap 0 and all heaps whose moves must be checked, and the number of the last one.
fn values(heaps: &dyn Heaps, certificate: &MisereCertificate, monoid: &Monoid) -> Result<(Vec<usize>, u64), Ended> {
    let mut values = vec![0];
    values.extend(certificate.phi.iter().map(|&value| value as usize));
    if values.iter().any(|&value| value >= monoid.count) {
        return refuse("the value of a heap is no element");
    }
    let listed = values.len() as u64 - 1;
    let last = match (certificate.preperiod, certificate.period) {
        (None, None) => listed,
        (Some(start), Some(period)) => {
            let enough = heaps.extent().and_then(|extent| extent.enough(start, period));
            let Some(enough) = enough.filter(|_| start >= 1 && period >= 1) else {
                return refuse("the theorem on periods does not apply to this game and this period");
            };
            if listed.checked_add(1) != start.checked_add(period) {
                return refuse("the values are not those of the heaps below n0 + p");
            }
            least_period(&values, start as usize, period as usize)?;
            enough
        }
        _ => return refuse("a preperiod needs a period, and a period needs a preperiod"),
    };
    if heaps.count().is_some_and(|count| last >= count) {
        return refuse("there are values of heaps that the game does not have");
    }
    let period = certificate.period.unwrap_or(0) as usize;
    while (values.len() as u64) <= last {
        values.push(values[values.len() - period]);
    }
    for (&heap, action) in &certificate.actions {
        let value = usize::try_from(heap).ok().filter(|_| heap >= 1).and_then(|heap| values.get(heap));
        if value != Some(&(action[0] as usize)) {
            return refuse(format!("the action of heap {heap} is not that of its value"));
        }
    }
    Ok((values, last))
}

/// Refuses a preperiod or a period that is not the least one.
fn least_period(values: &[usize], start: usize, period: usize) -> Result<(), Ended> {
    if start > 1 && values[start - 1] == values[start + period - 1] {
        return refuse("the preperiod is not the least one");
    }
    let repeats =
        |q: &usize| period.is_multiple_of(*q) && (q + start..values.len()).all(|n| values[n] == values[n - q]);
    match (1..period).find(repeats) {
        None => Ok(()),
        Some(_) => refuse("the period is not the least one"),
    }
}

/// What (N) needs to know about a heap with options: its value, and the set of all z for which a sum with the heap,
/// whose rest has the value z, is claimed to be an N-position without having a winning move in the heap.
type Types = BTreeMap<u64, (usize, Elements)>;

/// Checks (P), and that heaps without options have the value 1. Returns the different types of heaps, by their first
/// heap.
fn types(heaps: &dyn Heaps, monoid: &Monoid, values: &[usize], control: &Control<'_>) -> Result<Types, Ended> {
    let mut known: HashSet<(usize, Vec<usize>)> = HashSet::new();
    let mut types = Types::new();
    let mut sums = Sums::default();
    for (heap, &value) in values.iter().enumerate() {
        control.check()?;
        let targets = match heaps.remains(heap as u64) {
            Some(remains) => sums.targets(monoid, values, &remains),
            None => listed_targets(heaps, heap, monoid, values),
        };
        if targets.is_empty() {
            if value != 0 {
                return refuse(format!("heap {heap} has no option, but its value is not 1"));
            }
            continue;
        }
        let targets: Vec<usize> = (0..monoid.count).filter(|&target| targets.has(target)).collect();
        if known.contains(&(value, targets.clone())) {
            continue;
        }
        let mut wins = Elements::none(monoid.count);
        targets.iter().for_each(|&target| wins.add(&monoid.rows[target]));
        if wins.meets(&monoid.rows[value]) {
            return refuse(format!("a move of heap {heap} leads from the P-portion to the P-portion"));
        }
        wins.add(&monoid.rows[value]);
        let deficiency = Elements::those(monoid.count, |z| !wins.has(z));
        if !deficiency.is_empty() {
            types.insert(heap as u64, (value, deficiency));
        }
        known.insert((value, targets));
    }
    Ok(types)
}

/// The values of the options of a heap, from its options.
fn listed_targets(heaps: &dyn Heaps, heap: usize, monoid: &Monoid, values: &[usize]) -> Elements {
    let mut targets = Elements::none(monoid.count);
    heaps.options(heap as u64, &mut |parts| {
        let target = parts.iter().fold(0, |sum, &part| monoid.product(sum, values[part as usize]));
        targets.0[target / 64] |= 1 << (target % 64);
    });
    targets
}

/// The values of all sums of two heaps with 0, 1, 2, ... tokens, which several heaps have as options.
#[derive(Default)]
struct Sums(Vec<Elements>);

impl Sums {
    fn targets(&mut self, monoid: &Monoid, values: &[usize], remains: &[Remains]) -> Elements {
        let mut targets = Elements::none(monoid.count);
        for &Remains { heaps, tokens } in remains {
            let tokens = tokens as usize;
            while self.0.len() <= tokens && heaps >= 2 {
                self.0.push(pairs(monoid, values, self.0.len()));
            }
            match heaps {
                0 => targets.add(&Elements::those(monoid.count, |x| x == 0)),
                1 => targets.add(&Elements::those(monoid.count, |x| x == values[tokens])),
                2 => targets.add(&self.0[tokens]),
                _ => (1..tokens - 1).for_each(|a| {
                    // The set of all xΦ(a) for x in a set.
                    let pairs = &self.0[tokens - a];
                    for x in (0..monoid.count).filter(|&x| pairs.has(x)) {
                        let value = monoid.product(x, values[a]);
                        targets.0[value / 64] |= 1 << (value % 64);
                    }
                }),
            }
        }
        targets
    }
}

/// The values of all sums of two heaps with so many tokens. Long checks spend their time here, so a byte for each
/// element is set without looking at it.
fn pairs(monoid: &Monoid, values: &[usize], total: usize) -> Elements {
    let mut seen = vec![false; monoid.count];
    for (&a, &b) in values[..=total / 2].iter().skip(1).zip(values[..total].iter().rev()) {
        seen[monoid.product(a, b)] = true;
    }
    Elements::those(monoid.count, |value| seen[value])
}

/// Checks (N). `lost[x]` is the set of all z such that some non-empty sum of value x, whose parts all come from the
/// heaps looked at so far, has no winning move in the presence of any sum of value z. The empty sum belongs to no such
/// set: a sum of several heaps may well have the value 1.
fn no_losing_sum(monoid: &Monoid, types: Types, control: &Control<'_>) -> Result<(), Ended> {
    let mut lost: BTreeMap<usize, Elements> = BTreeMap::new();
    for (heap, (value, deficiency)) in types {
        let empty = Elements::those(monoid.count, |z| !monoid.is_p[z]);
        let mut layer: Vec<(usize, Elements)> = vec![(0, empty)];
        layer.extend(lost.iter().map(|(&x, set)| (x, set.clone())));
        while !layer.is_empty() {
            let mut next: BTreeMap<usize, Elements> = BTreeMap::new();
            for (x, set) in layer {
                control.check()?;
                let product = monoid.product(x, value);
                let more = monoid.lost_after(value, &set, x, &deficiency, lost.get(&product));
                if more.has(0) {
                    return refuse(format!(
                        "a sum with heap {heap} as its largest is not in the P-portion, but has no move into it"
                    ));
                }
                if !more.is_empty() {
                    next.entry(product).or_insert_with(|| Elements::none(monoid.count)).add(&more);
                }
            }
            for (x, set) in &next {
                lost.entry(*x).or_insert_with(|| Elements::none(monoid.count)).add(set);
            }
            layer = next.into_iter().collect();
        }
    }
    Ok(())
}
