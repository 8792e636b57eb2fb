//! What a search stands on: which components are the same, and what is known of each.

use super::facts::Facts;
use super::halt::Halt;
use grundy_core::system::Bits;

/// A component with its key.
#[derive(Debug, Clone, Copy)]
pub struct Component<const W: usize, K> {
    /// What is the same for equal components, and differs for others.
    pub key: K,
    /// The elements that are left, of the component itself or of one with the same key.
    pub left: Bits<W>,
}

/// Keys of components, and a store of facts shared by all threads.
pub trait Ground<const W: usize> {
    /// The type of keys. Components with equal keys have equal values: a key tells the component, whatever its hash.
    type Key: Copy + Ord;

    /// The component with its key.
    fn component(&mut self, part: &Bits<W>) -> Component<W, Self::Key>;

    /// What is known of a component.
    fn facts(&self, one: &Component<W, Self::Key>) -> Facts;

    /// Stores facts of a component. `effort` is the binary logarithm of the work that they took.
    ///
    /// # Errors
    /// [`Halt::Grow`] if the store may grow and should; [`Halt::Failed`] if it is full and cannot forget.
    fn tell(&mut self, one: &Component<W, Self::Key>, facts: Facts, effort: u8) -> Result<(), Halt>;

    /// Marks a component as one that a thread works on, or takes the mark away.
    fn busy(&mut self, one: &Component<W, Self::Key>, busy: bool);

    /// Appends the components of a sum, without pairs of equal ones.
    #[inline]
    fn sum(&mut self, parts: &[Bits<W>], sum: &mut Vec<Component<W, Self::Key>>) {
        let begin = sum.len();
        for part in parts {
            let one = self.component(part);
            match sum[begin..].iter().position(|other| other.key == one.key) {
                Some(place) => {
                    sum.swap_remove(begin + place);
                }
                None => sum.push(one),
            }
        }
    }
}
