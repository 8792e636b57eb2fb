//! The values of all components that can be reached: the mex of the values of the options, each found once.
//!
//! Cost: every component and every option of it. In the store, a number above 0 is a value plus 1.

use super::facts::Facts;
use super::ground::{Component, Ground};
use super::halt::{Halt, Watch};
use grundy_core::system::{Bits, System};
use std::ops::ControlFlow;

/// The work of one thread.
pub struct Outright<'a, const W: usize, G: Ground<W>> {
    pub system: &'a System<Bits<W>>,
    pub ground: G,
    pub watch: Watch<'a>,
}

impl<const W: usize, G: Ground<W>> Outright<'_, W, G> {
    /// The value of a whole position.
    pub fn position(&mut self, start: &Bits<W>) -> Result<u32, Halt> {
        let (mut parts, mut components) = (Vec::new(), Vec::new());
        self.system.components(start, &mut parts);
        self.ground.sum(&parts, &mut components);
        components.iter().try_fold(0, |sum, one| Ok(sum ^ self.value(one)?))
    }

    fn value(&mut self, one: &Component<W, G::Key>) -> Result<u32, Halt> {
        if let Some(value) = self.ground.facts(one).number() {
            return Ok(value);
        }
        self.watch.enter()?;
        let before = self.watch.nodes;
        let (mut components, mut ends, ground) = (Vec::new(), Vec::new(), &mut self.ground);
        let _ = self.system.options(&one.left, &mut Vec::new(), |parts| {
            ground.sum(parts, &mut components);
            ends.push(components.len());
            ControlFlow::Continue(())
        });
        let (mut values, mut begin) = (Vec::new(), 0);
        for end in ends {
            let mut sum = 0;
            for other in &components[begin..end] {
                sum ^= self.value(other)?;
            }
            (begin, _) = (end, values.push(sum));
        }
        values.sort_unstable();
        values.dedup();
        let value = (0..).zip(&values).take_while(|(expected, value)| expected == *value).count() as u32;
        let effort = (self.watch.nodes - before + 1).ilog2() as u8;
        self.ground.tell(one, Facts::numbered(value), effort)?;
        Ok(value)
    }
}
