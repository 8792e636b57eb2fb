//! All combinations of the variables, the last one fastest.

use super::domain::Domain;
use crate::language::{Datum, Fault};

/// Runs through combinations. It stands between two of them, and is kept by [`Odometer::positions`].
#[derive(Debug, Clone)]
pub struct Odometer<'o> {
    domains: &'o [Domain],
    /// The position of each variable and its last one, of the combination to come; none at the end.
    wheels: Option<Vec<(i64, i64)>>,
    data: Vec<Datum>,
}

impl<'o> Odometer<'o> {
    /// Before the first combination.
    ///
    /// # Errors
    /// The [`Fault`] of a range whose bounds cannot be computed.
    pub fn new(domains: &'o [Domain]) -> Result<Self, Fault> {
        let mut odometer = Self { domains, wheels: Some(Vec::new()), data: Vec::new() };
        odometer.descend()?;
        Ok(odometer)
    }

    /// The position of every variable, of the combination to come.
    pub fn positions(&self) -> Option<&[(i64, i64)]> {
        self.wheels.as_deref()
    }

    /// Before the combination at some positions.
    pub fn at(domains: &'o [Domain], wheels: Option<Vec<(i64, i64)>>) -> Option<Self> {
        let fits = |wheels: &Vec<(i64, i64)>| wheels.len() == domains.len();
        if !wheels.as_ref().is_none_or(fits) {
            return None;
        }
        let values = wheels.iter().flatten().zip(domains).map(|(&(position, _), domain)| domain.value(position));
        let data = values.collect();
        Some(Self { domains, wheels, data })
    }

    /// Leaves out all that is to come.
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

    /// Turns the last wheel that can be turned; those behind it are taken off.
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

    /// Puts on the wheels that are missing.
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

/// A combination by random numbers; none where a range is empty.
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

/// How many combinations there are, or that there are more than `most`.
///
/// # Errors
/// The [`Fault`] of a range whose bounds cannot be computed.
pub(super) fn count(domains: &[Domain], most: u128) -> Result<Result<u128, Option<u128>>, Fault> {
    // Variables at the end that depend on none are a factor.
    let fixed = domains.iter().rposition(Domain::is_dependent).map_or(0, |last| last + 1);
    let (front, back) = domains.split_at(fixed);
    let factor = back.iter().try_fold(1u128, |product, domain| Ok(product.saturating_mul(domain.count(&[])?)))?;
    if front.is_empty() {
        return Ok(if factor <= most { Ok(factor) } else { Err(Some(factor)) });
    }
    let mut looks = LOOKS;
    match dependent(front, &mut Vec::new(), most / factor.max(1), &mut looks)? {
        Some(count) => Ok(Ok(count * factor)),
        None => Ok(Err(None)),
    }
}

/// The most beginnings of combinations that are looked at for that.
const LOOKS: u128 = 100_000_000;

/// How many combinations of some variables there are behind those that have their values; none if there are more than
/// `most`, or it takes too many looks to see.
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
