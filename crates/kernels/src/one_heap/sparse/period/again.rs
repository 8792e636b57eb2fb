//! Values recomputed from the ones before them by the generator of a form alone. What was verified once need not be
//! verified again.

use crate::one_heap::sparse::extras::Extras;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::narrow::generate::{Generated, NarrowGenerator};
use crate::one_heap::sparse::pipeline::Generate;
use crate::one_heap::sparse::wide::form;
use crate::one_heap::sparse::wide::planes::NONE;
use crate::shared::lanes::Lane;

/// Computes the common values of successive positions.
pub(crate) trait Again: Send {
    /// Replaces the content of `into` by at least `count` values from n on, which must be the next position. Returns
    /// false if one of the first `count` has no room.
    fn values(&mut self, n: u64, count: usize, into: &mut Vec<u32>) -> bool;
}

/// A generator of the positions from n on with this room. `value(i)` is the value i positions back, for as many
/// positions as the pairs look back. `None` if this room is impossible.
pub(crate) fn again(
    facts: &Facts,
    room: Capacity,
    n: u64,
    value: &dyn Fn(usize) -> Option<u32>,
) -> Option<Box<dyn Again>> {
    facts.has(room).then_some(())?;
    Some(match room {
        Capacity::Lanes(16) => Box::new(LanesAgain::<u16>::new(facts, n, value)),
        Capacity::Lanes(32) => Box::new(LanesAgain::<u32>::new(facts, n, value)),
        Capacity::Lanes(_) => Box::new(LanesAgain::<u64>::new(facts, n, value)),
        Capacity::Planes(planes) => {
            let short = |back: usize| {
                let position = n.checked_sub(back as u64).filter(|&position| position > 0);
                let value =
                    position.zip(value(back)).filter(|&(position, value)| !facts.classes.is_rare(position, value));
                value.map_or(NONE, |(_, value)| facts.classes.compress(value) as u16)
            };
            let generator = form::WideGenerator::behind(facts, n, planes, &short);
            Box::new(Wide { generator, chunk: Vec::new(), facts: facts.clone() })
        }
    })
}

/// With lanes.
struct LanesAgain<T> {
    generator: NarrowGenerator<T>,
    chunk: Generated<T>,
}

impl<T: Lane> LanesAgain<T> {
    fn new(facts: &Facts, n: u64, value: &dyn Fn(usize) -> Option<u32>) -> Self {
        let lane = |back: usize| facts.classes.lane(n.saturating_sub(back as u64), value(back));
        Self { generator: NarrowGenerator::new(facts, &lane), chunk: Generated::default() }
    }
}

impl<T: Lane> Again for LanesAgain<T> {
    fn values(&mut self, n: u64, count: usize, into: &mut Vec<u32>) -> bool {
        let Self { generator, chunk } = self;
        let whole = count.next_multiple_of(NarrowGenerator::<T>::BLOCK as usize);
        generator.chunk(n, whole, &Extras::default(), chunk);
        into.clear();
        into.extend(chunk.values.iter().map(|&value| u32::from(value)));
        chunk.lanes.iter().take(count).all(|&lane| lane != T::default())
    }
}

/// With planes.
struct Wide {
    generator: form::WideGenerator,
    chunk: Vec<u16>,
    facts: Facts,
}

impl Again for Wide {
    fn values(&mut self, n: u64, count: usize, into: &mut Vec<u32>) -> bool {
        let Self { generator, chunk, facts } = self;
        let whole = count.next_multiple_of(form::WideGenerator::BLOCK as usize);
        generator.chunk(n, whole, &Extras::default(), chunk);
        into.clear();
        into.extend((n..).zip(&*chunk).map(|(n, &short)| facts.classes.common_value(n, short.into())));
        chunk.iter().take(count).all(|&short| short != NONE)
    }
}
