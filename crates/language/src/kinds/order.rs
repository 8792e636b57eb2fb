//! Orders between the parts of a cut: unequal parts, a first part that is the smaller one, parts in order.
//!
//! With two coordinates every other inequality must be one for their difference D = a_1 - a_2. If both have parts of
//! the same kinds, exchanging them gives the same options; so an order of the two (`i <= n - i`) only excludes those
//! differences of which neither D nor its mirror image is allowed. With more coordinates of one kind, a full order is
//! left out.

use super::linear::{implied, least_of_form};
use super::reading::Refusal;
use super::solving::Case;
use grundy_core::structure::{Coordinate, Linear, Order, Part};
use std::collections::BTreeSet;

/// The coordinates of a cut with their order.
pub(super) struct Ordered {
    pub coordinates: Vec<Coordinate>,
    pub order: Option<Order>,
    /// Whether the two coordinates have been exchanged.
    pub is_swapped: bool,
}

/// The coordinates, with what the other inequalities and the inequations say about them.
pub(super) fn ordered(
    case: &Case<'_>,
    plain: Ordered,
    others: &[Linear],
    unequal: &[Linear],
    base: &[Linear],
) -> Result<Ordered, Refusal> {
    if others.is_empty() && unequal.is_empty() {
        return Ok(plain);
    }
    match case.free[..] {
        [variable] => Differences::read(case, variable, others, unequal)?.apply(case, plain),
        _ => chain(case, plain, others, unequal, base),
    }
}

/// What is allowed for D = a_1 - a_2.
#[derive(Default)]
struct Differences {
    excluded: BTreeSet<i64>,
    at_most: Option<i64>,
    at_least: Option<i64>,
}

/// The maximum size of a difference.
const LARGEST_DIFFERENCE: i64 = 10_000;

impl Differences {
    fn read(case: &Case<'_>, variable: usize, others: &[Linear], unequal: &[Linear]) -> Result<Self, Refusal> {
        let size = case.reader.size;
        let names = &case.reader.line.names;
        // The sign of a form that is +-(2v - n) + k.
        let sign = |form: &Linear| match (form.of(variable), form.of(size), form.variables().count()) {
            (2, -1, 2) => Ok(1),
            (-2, 1, 2) => Ok(-1),
            _ => Err(Refusal(format!(
                "a condition on `{}` that is neither a number nor half of {} as a bound",
                names[variable], names[size]
            ))),
        };
        let mut read = Self::default();
        for form in unequal {
            read.excluded.insert(-sign(form)? * form.constant);
        }
        for form in others {
            match sign(form)? {
                1 => read.at_least = Some(read.at_least.map_or(-form.constant, |least| least.max(-form.constant))),
                _ => read.at_most = Some(read.at_most.map_or(form.constant, |most| most.min(form.constant))),
            }
        }
        let mut all = read.excluded.iter().copied().chain(read.at_most).chain(read.at_least);
        if all.any(|difference| difference.abs() > LARGEST_DIFFERENCE) {
            return Err(Refusal("two parts with a difference that is too large".to_string()));
        }
        Ok(read)
    }

    fn apply(mut self, case: &Case<'_>, mut plain: Ordered) -> Result<Ordered, Refusal> {
        if self.at_most.is_some() && self.at_least.is_some() {
            return Err(Refusal("two parts whose sizes stay close to each other (both halves of n)".to_string()));
        }
        if let Some(least) = self.at_least {
            plain.coordinates.reverse();
            plain.is_swapped = true;
            self.excluded = self.excluded.iter().map(|difference| -difference).collect();
            self.at_most = Some(-least);
        }
        let Some(most) = self.at_most else {
            plain.order = (!self.excluded.is_empty()).then(|| Order::NotIn(self.excluded.into_iter().collect()));
            return Ok(plain);
        };
        if case.residues.is_empty()
            && let Some(offset) = mirror(&plain.coordinates)
            && let Some(ordered) = self.mirrored(&plain, most, offset)
        {
            return Ok(ordered);
        }
        if !self.excluded.is_empty() {
            return Err(Refusal("an order of two parts together with excluded differences".to_string()));
        }
        plain.order = Some(Order::AtMost(most));
        Ok(plain)
    }

    /// The cut without its order, if the parts can be exchanged: those of a_1 and of a_2 + `offset` are the same.
    /// `None` if the lower ends do not allow it.
    fn mirrored(&self, plain: &Ordered, most: i64, offset: i64) -> Option<Ordered> {
        let [first, second] = &plain.coordinates[..] else { return None };
        // s_1 = a_1 and s_2 = a_2 + offset can be exchanged; s_1 - s_2 is at most this.
        let (most_sizes, lows) = (most - offset, [first.least, second.least + offset]);
        if lows[0] != lows[1] && !(most_sizes <= 0 && lows[1] <= lows[0] - most_sizes) {
            return None;
        }
        let is_allowed = |difference: i64| difference <= most && !self.excluded.contains(&difference);
        let mut ends: Vec<i64> = vec![most, 2 * offset - most, offset];
        ends.extend(self.excluded.iter().flat_map(|difference| [*difference, 2 * offset - difference]));
        let (low, high) = (ends.iter().min()? - 2, ends.iter().max()? + 2);
        let excluded: Vec<i64> = (low..=high)
            .filter(|&difference| !is_allowed(difference) && !is_allowed(2 * offset - difference))
            .collect();
        let coordinates = vec![
            Coordinate { least: lows[0], parts: first.parts.clone() },
            Coordinate { least: lows[0] - offset, parts: second.parts.clone() },
        ];
        let order = (!excluded.is_empty()).then_some(Order::NotIn(excluded));
        Some(Ordered { coordinates, order, is_swapped: plain.is_swapped })
    }
}

/// By how much the offsets of the second coordinate exceed those of the first, if their parts are otherwise the same.
fn mirror(coordinates: &[Coordinate]) -> Option<i64> {
    let [first, second] = coordinates else { return None };
    let sorted = |parts: &[Part]| {
        let mut parts: Vec<(usize, i64)> = parts.iter().map(|part| (part.kind, part.offset)).collect();
        parts.sort_unstable();
        parts
    };
    let (first, second) = (sorted(&first.parts), sorted(&second.parts));
    if first.len() != second.len() || first.iter().zip(&second).any(|(a, b)| a.0 != b.0) {
        return None;
    }
    let mut offsets = first.iter().zip(&second).map(|(a, b)| b.1 - a.1);
    let offset = offsets.next().unwrap_or(0);
    offsets.all(|other| other == offset).then_some(offset)
}

/// The largest number of coordinates whose orders are tried.
const MOST_ORDERED: usize = 4;

/// Several parts of one kind in order: the order is left out, because every set of parts can be put into it.
fn chain(
    case: &Case<'_>,
    mut plain: Ordered,
    others: &[Linear],
    unequal: &[Linear],
    base: &[Linear],
) -> Result<Ordered, Refusal> {
    let refusal = || Refusal("bounds that are no order of equal parts".to_string());
    let single = |coordinate: &Coordinate| if let [part] = coordinate.parts[..] { Some(part) } else { None };
    let parts: Vec<Part> = plain.coordinates.iter().map(single).collect::<Option<_>>().ok_or_else(refusal)?;
    let is_one_kind = parts.iter().all(|part| part.kind == parts[0].kind);
    if !is_one_kind || !unequal.is_empty() || !case.residues.is_empty() || parts.len() > MOST_ORDERED {
        return Err(refusal());
    }
    let sizes = sizes(case, &parts).ok_or_else(Refusal::large)?;
    let all: Vec<Linear> = base.iter().chain(others).cloned().collect();
    for order in permutations(parts.len()) {
        let steps: Option<Vec<Linear>> = order.windows(2).map(|pair| sizes[pair[1]].minus(&sizes[pair[0]])).collect();
        let steps = steps.ok_or_else(Refusal::large)?;
        let smallest = &sizes[order[0]];
        let Some(least) = least_of_form(smallest, &all, case.reader.line.names.len()) else { continue };
        let above = smallest.add(-least).ok_or_else(Refusal::large)?;
        let wanted: Vec<Linear> = steps.iter().cloned().chain([above]).collect();
        if steps.iter().all(|step| implied(step, &all)) && all.iter().all(|form| is_settled(form, &wanted, base)) {
            for (coordinate, part) in plain.coordinates.iter_mut().zip(&parts) {
                coordinate.least = least - part.offset;
            }
            return Ok(plain);
        }
    }
    Err(refusal())
}

/// Whether an inequality follows from the order, or is about n alone (`base` ends with that one).
fn is_settled(form: &Linear, wanted: &[Linear], base: &[Linear]) -> bool {
    base.last() == Some(form) || implied(form, wanted)
}

/// The sizes of the parts as forms.
fn sizes(case: &Case<'_>, parts: &[Part]) -> Option<Vec<Linear>> {
    let mut rest = Linear::variable(case.reader.size);
    let mut sizes = Vec::new();
    for (&variable, part) in case.free.iter().zip(parts) {
        rest = rest.minus(&Linear::variable(variable))?;
        sizes.push(Linear::variable(variable).add(part.offset)?);
    }
    sizes.push(rest.add(parts.last()?.offset)?);
    Some(sizes)
}

/// All orders of the numbers below `count`.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 => vec![Vec::new()],
        _ => permutations(count - 1)
            .into_iter()
            .flat_map(|order| {
                (0..count).map(move |place| {
                    let mut order = order.clone();
                    order.insert(place, count - 1);
                    order
                })
            })
            .collect(),
    }
}
