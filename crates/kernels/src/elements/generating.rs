//! Games of generating, by structure classes.
//!
//! Idea: let I be the intersection of the maximal non-generating sets that contain the chosen elements P. Then the
//! value of P depends only on I and on the parity of |P|. The sets P with the same I are a structure class.
//!
//! Recurrence: let d be the parity of |I|. Choosing an element outside I leads to the class J of the sets that contain
//! it as well, whatever P is; choosing one inside I stays in the class. So G(I, d) = mex { G(J, 1 - d) } and G(I, 1 -
//! d) = mex { G(J, d), G(I, d) }, over all such J. If no set is left, all is generated: the value is 0, or the choice
//! is not allowed. Cost: for each class, a look at each element (only once for elements in the same sets). Memory: for
//! each class a bit per maximal set, and some 40 bytes. A class is represented by the sets that contain I. Reference:
//! D. C. Ernst and N. Sieben, *Impartial achievement and avoidance games for generating finite groups*, Int. J. Game
//! Theory 47 (2018), for groups.
//!
//! Proof, for any sets, by induction on the number of elements that are left: the options outside I are the same for
//! all P of a class, but for the parity. If P is not I, any element of I that is left leads to a position of the same
//! class with the other parity. So a position with the parity 1 - d, which is not I, has just the options of the second
//! formula. One with the parity d has those of the first, and if it is not I also one with the value G(I, 1 - d). That
//! differs from G(I, d), since G(I, d) is among the options of the second formula; so it does not change the mex.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use foldhash::fast::FixedState;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nimber::NimberSet;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{Generating, MOST_ELEMENTS, NonGenerating};
use grundy_core::system::{Set, Wide};
use std::collections::{BTreeMap, HashMap};

/// Values of games of generating.
pub struct StructureClasses;

impl Kernel for StructureClasses {
    fn name(&self) -> &'static str {
        "structure-classes"
    }

    fn summary(&self) -> &'static str {
        "games of generating a group: classes of positions within the same maximal subgroups"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.structure::<Generating>().is_some()
    }

    /// It does not look at single positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    /// A mex is at most the number of options.
    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { MOST_ELEMENTS.ilog2() + 1 }
    }

    /// The number of classes is not known before; they are counted.
    fn needs(&self, _: &Task<'_>) -> Bytes {
        Bytes(1 << 20)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(generating) = task.structure::<Generating>() else { return Ok(Solution::default()) };
        let (rows, mut label, mut out) = (task.ruleset.rows(), Vec::new(), Emitter::new(task, sink));
        task.control.phase("computing", rows.len());
        for row in 0..rows.len() {
            rows.label(row, &mut label);
            let sets = generating.grounds.sets(&label, task.control)?;
            let value = Classes::new(&sets, generating.avoid, task).value(sets.containing([]))?[0];
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            task.control.progress(row);
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The classes of one game.
struct Classes<'t> {
    /// The sets that contain an element, and the number of elements that are in just these.
    elements: Vec<(Wide, usize)>,
    avoid: bool,
    /// For each class, its values with an even and with an odd number of chosen elements.
    values: HashMap<Wide, [u32; 2], FixedState>,
    task: &'t Task<'t>,
}

impl<'t> Classes<'t> {
    fn new(sets: &NonGenerating, avoid: bool, task: &'t Task<'t>) -> Self {
        let mut elements: BTreeMap<Wide, usize> = BTreeMap::new();
        sets.in_sets.iter().for_each(|within| *elements.entry(within.clone()).or_default() += 1);
        Self { elements: elements.into_iter().collect(), avoid, values: HashMap::default(), task }
    }

    /// The values of a class. Each step leaves fewer sets, and so fewer elements; the depth is at most their number.
    fn value(&mut self, class: Wide) -> Result<[u32; 2], Error> {
        if class.is_empty() {
            return Ok([0; 2]);
        }
        if let Some(&known) = self.values.get(&class) {
            return Ok(known);
        }
        self.task.control.check()?;
        let (mut inside, mut left) = (0, [NimberSet::new(), NimberSet::new()]);
        for index in 0..self.elements.len() {
            let (within, count) = &self.elements[index];
            let next = class.common(within);
            if next == class {
                inside += count;
            } else if !self.avoid || !next.is_empty() {
                let values = self.value(next)?;
                left.iter_mut().zip(values).for_each(|(set, value)| set.insert(value));
            }
        }
        let own = inside % 2;
        let mut values = [0; 2];
        values[own] = left[1 - own].mex();
        left[own].insert(values[own]);
        values[1 - own] = left[own].mex();
        self.keep(class, values)?;
        Ok(values)
    }

    fn keep(&mut self, class: Wide, values: [u32; 2]) -> Result<(), Error> {
        let each = (size_of::<(Wide, [u32; 2])>() + 1 + class.elsewhere()) as u128;
        self.values.insert(class, values);
        let held = Bytes(each * self.values.capacity() as u128);
        check_memory("the structure classes of a group", held, self.task.memory)
    }
}
