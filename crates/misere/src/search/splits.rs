//! The values of what moves leave, when they leave all sums of some heaps with some number of tokens.

use crate::bits::Bits;
use crate::quotient::Quotient;
use grundy_core::claim::Remains;

/// For each number of tokens, the values of all sums of two heaps. Several heaps have them as options.
#[derive(Default)]
pub(super) struct Splits(Vec<Bits>);

impl Splits {
    /// Adds the values of some options to a set. Returns how many products were looked at.
    pub fn targets(&mut self, quotient: &Quotient, phi: &[u16], remains: &[Remains], targets: &mut Bits) -> usize {
        let mut looked = remains.len();
        for &Remains { heaps, tokens } in remains {
            let tokens = tokens as usize;
            while heaps >= 2 && self.0.len() <= tokens {
                looked += self.0.len() / 2;
                let pairs = pairs(quotient, phi, self.0.len());
                self.0.push(pairs);
            }
            match heaps {
                0 => targets.set(0),
                1 => targets.set(phi[tokens].into()),
                2 => targets.add(&self.0[tokens].0),
                _ => {
                    for (a, &value) in phi.iter().enumerate().take(tokens - 1).skip(1) {
                        let multiples = quotient.multiples(value);
                        for pair in self.0[tokens - a].iter() {
                            targets.set(multiples[pair].into());
                            looked += 1;
                        }
                    }
                }
            }
        }
        looked
    }
}

/// The values of all sums of two heaps. Most of a long search is spent here: a byte for each element is set without
/// looking at it.
fn pairs(quotient: &Quotient, phi: &[u16], tokens: usize) -> Bits {
    let mut seen = vec![0u8; quotient.order];
    let smaller = phi.iter().take(tokens / 2 + 1).skip(1);
    for (&a, &b) in smaller.zip(phi[..tokens].iter().rev()) {
        seen[usize::from(quotient.product(a, b))] = 1;
    }
    let mut pairs = Bits::none(quotient.order);
    seen.iter().enumerate().filter(|&(_, &seen)| seen != 0).for_each(|(value, _)| pairs.set(value));
    pairs
}
