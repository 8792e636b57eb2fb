//! Enumerates all combinations of the variables, the last one varying fastest.

use super::domain::Domain;
use crate::language::{Datum, Fault};

/// Enumerates combinations. Its state lies between two combinations and is saved by [`Odometer::positions`].
#[derive(Debug, Clone)]
pub struct Odometer<'o> {
    domains: &'o [Domain],
    /// The position of each variable in the next combination, and the upper bound of its positions. None at the
    /// end.
    wheels: Option<Vec<(i64, i64)>>,
    data: Vec<Datum>,
}

impl<'o> Odometer<'o> {
    /// An odometer before the first combination.
    ///
    /// # Errors
    /// The [`Fault`] of a range whose bounds cannot be computed.
    pub fn new(domains: &'o [Domain]) -> Result<Self, Fault> {
        let mut odometer = Self { domains, wheels: Some(Vec::new()), data: Vec::new() };
        odometer.descend()?;
        Ok(odometer)
    }

    /// The positions of the variables in the next combination, with their upper bounds; none at the end.
    pub fn positions(&self) -> Option<&[(i64, i64)]> {
        self.wheels.as_deref()
    }

    /// An odometer before the combination at these positions. None if their number is wrong.
    pub fn at(domains: &'o [Domain], wheels: Option<Vec<(i64, i64)>>) -> Option<Self> {
        let fits = |wheels: &Vec<(i64, i64)>| wheels.len() == domains.len();
        if !wheels.as_ref().is_none_or(fits) {
            return None;
        }
        let values = wheels.iter().flatten().zip(domains).map(|(&(position, _), domain)| domain.value(position));
        let data = values.collect();
        Some(Self { domains, wheels, data })
    }

    /// Skips all remaining combinations.
    pub fn end(&mut self) {
        self.wheels = None;
    }

    /// The next combination; none at the end.
    ///
    /// # Errors
    /// The [`Fault`] of a range whose bounds cannot be computed.
    pub fn advance(&mut self) -> Result<Option<Vec<Datum>>, Fault> {
        if self.wheels.is_none() {
            return Ok(None);
        }
        let data = self.data.clone();
        self.turn();
        self.descend()?;
        Ok(Some(data))
    }

    /// Advances the last wheel that can advance, and removes the wheels after it.
    fn turn(&mut self) {
        let Some(wheels) = &mut self.wheels else { return };
        while let Some((position, last)) = wheels.pop() {
            self.data.pop();
            let domain = &self.domains[wheels.len()];
            if let Some(next) = domain.next(position, last) {
                wheels.push((next, last));
                self.data.push(domain.value(next));
                return;
            }
        }
        self.wheels = None;
    }

    /// Adds the missing wheels, each at its first position.
    fn descend(&mut self) -> Result<(), Fault> {
        while let Some(wheels) = &mut self.wheels {
            let Some(domain) = self.domains.get(wheels.len()) else { return Ok(()) };
            match domain.first(&self.data)? {
                Some((first, last)) => {
                    wheels.push((first, last));
                    self.data.push(domain.value(first));
                }
                None => self.turn(),
            }
        }
        Ok(())
    }
}

/// A random combination; none if a range is empty.
///
/// # Errors
/// The [`Fault`] of a range whose bounds cannot be computed.
pub(super) fn somewhere(domains: &[Domain], random: &mut dyn FnMut() -> u64) -> Result<Option<Vec<Datum>>, Fault> {
    let mut data = Vec::with_capacity(domains.len());
    for domain in domains {
        let Some(datum) = domain.somewhere(&data, random())? else { return Ok(None) };
        data.push(datum);
    }
    Ok(Some(data))
}

/// The number of combinations. The error means that there are more than `most`, and contains the number if it is
/// known.
///
/// # Errors
/// The [`Fault`] of a range whose bounds cannot be computed.
pub(super) fn count(domains: &[Domain], most: u128) -> Result<Result<u128, Option<u128>>, Fault> {
    count_with(domains, most, LOOKS)
}

fn count_with(domains: &[Domain], most: u128, mut looks: u128) -> Result<Result<u128, Option<u128>>, Fault> {
    // The trailing variables that do not depend on others contribute a factor.
    let fixed = domains.iter().rposition(Domain::is_dependent).map_or(0, |last| last + 1);
    let (front, back) = domains.split_at(fixed);
    let factor = back.iter().try_fold(1u128, |product, domain| Ok(product.saturating_mul(domain.count(&[])?)))?;
    if front.is_empty() {
        return Ok(if factor <= most { Ok(factor) } else { Err(Some(factor)) });
    }
    match dependent(front, &mut Vec::new(), most / factor.max(1), &mut looks)? {
        Some(count) => Ok(Ok(count * factor)),
        None => Ok(Err(None)),
    }
}

/// The maximum number of partial combinations that are counted through.
const LOOKS: u128 = 100_000_000;

/// The number of ways to complete a partial combination. None if there are more than `most`, or if counting
/// takes too many looks.
fn dependent(domains: &[Domain], data: &mut Vec<Datum>, most: u128, looks: &mut u128) -> Result<Option<u128>, Fault> {
    let Some((domain, others)) = domains.split_first() else { return Ok(Some(1)) };
    if others.is_empty() {
        return domain.count(data).map(|count| Some(count).filter(|&count| count <= most));
    }
    let Some((mut position, last)) = domain.first(data)? else { return Ok(Some(0)) };
    let mut total = 0;
    loop {
        let Some(left) = looks.checked_sub(1) else { return Ok(None) };
        *looks = left;
        data.push(domain.value(position));
        let count = dependent(others, data, most - total, looks);
        data.pop();
        match count? {
            Some(count) => total += count,
            None => return Ok(None),
        }
        match domain.next(position, last) {
            Some(next) => position = next,
            None => return Ok(Some(total)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Scope, Type, interval};

    /// The triples a, b, c with a up to 10^12, none of which exists, if there is no b.
    #[test]
    fn counting_ends_where_the_ranges_have_no_end() {
        let mut scope = Scope::default();
        let domains = [("a", "1..=10**12"), ("b", "a..=0"), ("c", "1..=b")].map(|(name, range)| {
            let domain = Domain::Range(interval(range, 0, &scope).unwrap());
            scope = std::mem::take(&mut scope).with(name, Type::Number);
            domain
        });
        assert_eq!(count_with(&domains, 1 << 30, 1000).unwrap(), Err(None));
        assert_eq!(count_with(&domains[..1], 1 << 30, 1000).unwrap(), Err(Some(10u128.pow(12))));
        assert_eq!(count_with(&domains[..1], 1 << 40, 1000).unwrap(), Ok(10u128.pow(12)));
    }
}
