//! What a search found.

use super::budget::Why;
use crate::quotient::Quotient;
use crate::word::Word;
use grundy_core::claim::MisereCertificate;
use std::collections::BTreeMap;

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The values have this least preperiod and least period, as the heaps that were looked at show.
    Period {
        /// n0, at least 1.
        preperiod: u64,
        /// p.
        period: u64,
    },
    /// All heaps of a finite game were looked at.
    Whole,
    /// The last heap that was asked for was looked at.
    Last,
    /// No quotient was found for the next heap.
    GaveUp {
        /// Why.
        why: Why,
        /// The sums at which the candidates for this heap failed.
        fails: Vec<Word>,
    },
}

/// The quotient of the heaps 0, 1, ..., n.
#[derive(Debug, Clone)]
pub struct Found {
    /// The quotient.
    pub quotient: Quotient,
    /// The value of each heap, from heap 0 on.
    pub phi: Vec<u16>,
    /// The heaps with which the quotient grew, and its order from there on.
    pub growth: Vec<(u32, usize)>,
    /// How the search ended.
    pub end: End,
    /// After the search gave up at a heap: the last candidate for it, which is wrong, and its values of all heaps.
    pub(crate) candidate: Option<FailedCandidate>,
}

impl Found {
    /// The largest heap.
    pub fn last(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The heaps whose values generate the quotient and are not products of those of smaller heaps.
    pub fn generators(&self) -> Vec<u32> {
        let quotient = &self.quotient;
        let mut known = vec![false; quotient.order()];
        known[0] = true;
        let mut elements = vec![0];
        let mut generators = Vec::new();
        for (heap, &value) in self.phi.iter().enumerate() {
            if known[usize::from(value)] {
                continue;
            }
            generators.push(heap as u32);
            let mut next = 0;
            while next < elements.len() {
                let product = quotient.product(elements[next], value);
                if !std::mem::replace(&mut known[usize::from(product)], true) {
                    elements.push(product);
                }
                next += 1;
            }
        }
        generators
    }

    /// The certificate: of all heaps if there is a period, else of those that were looked at.
    pub fn certificate(&self) -> MisereCertificate {
        let (preperiod, period, listed) = match self.end {
            End::Period { preperiod, period } => (Some(preperiod), Some(period), (preperiod + period) as usize),
            _ => (None, None, self.phi.len()),
        };
        let action = |heap: u32| {
            let value = self.phi[heap as usize];
            (u64::from(heap), self.quotient.multiples(value).iter().map(|&x| x.into()).collect())
        };
        MisereCertificate {
            elements: self.quotient.order() as u32,
            preperiod,
            period,
            p: self.quotient.p_portion().into_iter().map(u32::from).collect(),
            phi: self.phi[1..listed].iter().map(|&value| value.into()).collect(),
            actions: self.generators().into_iter().map(action).collect::<BTreeMap<_, _>>(),
        }
    }
}

/// A quotient that is wrong, and its values of all heaps.
#[derive(Debug, Clone)]
pub(crate) struct FailedCandidate {
    pub quotient: Quotient,
    pub phi: Vec<u16>,
}
