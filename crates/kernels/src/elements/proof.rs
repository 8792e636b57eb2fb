//! Proofs of values: facts that follow from one another, as a text that others can check.
//!
//! A fact is "the value of this component is n", or "it is not n". Each follows from facts about smaller components by
//! one look at the options:
//!
//! - it is n: no option has the value n (all components of an option are known but the largest, of which the value that
//!   is missing is excluded), and for each k < n some option, whose components are all known, has the value k;
//! - it is not n: some option has the value n; or the value is another one.
//!
//! The facts that the rows need are collected from the rows downwards, by one thread that searches for itself. What is
//! chosen depends on values only, so the text depends neither on threads nor on what other searches know. Cost: about
//! that of the search. Memory: the facts that are needed.

use super::boards::{Frame, OnBoards, frame_of};
use super::claims::WORDS;
use super::codes::{Codes, OnCodes};
use super::facts::{Facts, MOST};
use super::ground::{Component, Ground};
use super::halt::{Halt, Watch};
use super::listed;
use super::rows::{labels, systems_of};
use super::search::Search;
use super::table::Table;
use crate::Task;
use grundy_core::error::Error;
use grundy_core::structure::{Boards, Keys, Systems};
use grundy_core::system::{Bits, Graph, Set, System, write_graph6};
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// What may be said of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Is(u32),
    IsNot(u32),
}

/// An option: the nim-sum of its components is that of all of them.
type OptionOf<const W: usize, K> = Vec<Component<W, K>>;

/// The facts that are needed, and those that are still to be shown.
struct Prover<'a, const W: usize, G: Ground<W>> {
    search: Search<'a, W, G>,
    todo: Vec<(Component<W, G::Key>, Fact)>,
}

/// What is said of a component: its text, and its value or those that it does not have.
struct Said {
    text: String,
    value: Option<u32>,
    not: Facts,
}

/// All facts, by the keys of components.
struct Needed<K> {
    all: HashMap<K, Said>,
    bytes: u128,
    limit: u128,
}

impl<const W: usize, G: Ground<W>> Prover<'_, W, G> {
    /// The options of a component, each without pairs of equal components and with the largest one last.
    fn options(&mut self, one: &Component<W, G::Key>) -> Vec<OptionOf<W, G::Key>> {
        let mut options: Vec<OptionOf<W, G::Key>> = Vec::new();
        let (system, ground) = (self.search.system, &mut self.search.ground);
        let _ = system.options(&one.left, &mut Vec::new(), |parts| {
            let mut sum = Vec::new();
            ground.sum(parts, &mut sum);
            sum.sort_by_key(|one| (system.count_moves(&one.left), one.left));
            options.push(sum);
            ControlFlow::Continue(())
        });
        let largest = |option: &OptionOf<W, G::Key>| option.last().map_or(0, |one| system.count_moves(&one.left));
        let lefts = |option: &OptionOf<W, G::Key>| option.iter().map(|one| one.left).collect::<Vec<_>>();
        options.sort_by_cached_key(|option| (largest(option), lefts(option)));
        options.dedup_by(|a, b| a.iter().map(|one| one.key).eq(b.iter().map(|one| one.key)));
        options
    }

    /// The nim-sum of the components but the last.
    fn others(&mut self, option: &OptionOf<W, G::Key>) -> Result<u32, Halt> {
        let others = &option[..option.len().saturating_sub(1)];
        others.iter().try_fold(0, |sum, one| Ok(sum ^ self.search.nimber(one)?))
    }

    /// Adds what shows that no option has the value n.
    fn none(&mut self, options: &[OptionOf<W, G::Key>], n: u32) -> Result<(), Halt> {
        for option in options {
            let sum = self.others(option)?;
            for other in &option[..option.len().saturating_sub(1)] {
                let value = self.search.nimber(other)?;
                self.todo.push((*other, Fact::Is(value)));
            }
            let Some(last) = option.last() else { continue };
            // Facts exclude no values above MOST.
            let fact = match n ^ sum {
                missing if missing <= MOST => Fact::IsNot(missing),
                _ => Fact::Is(self.search.nimber(last)?),
            };
            self.todo.push((*last, fact));
        }
        Ok(())
    }

    /// Adds what shows that some option has the value n. Returns whether one has.
    fn some(&mut self, options: &[OptionOf<W, G::Key>], n: u32) -> Result<bool, Halt> {
        for option in options {
            let sum = self.others(option)?;
            let Some(last) = option.last() else {
                if n == 0 {
                    return Ok(true);
                }
                continue;
            };
            if self.search.is(last, n ^ sum)? {
                for other in option {
                    let value = self.search.nimber(other)?;
                    self.todo.push((*other, Fact::Is(value)));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds what a fact needs.
    fn show(&mut self, one: &Component<W, G::Key>, fact: Fact) -> Result<(), Halt> {
        match fact {
            Fact::Is(n) => {
                let options = self.options(one);
                self.none(&options, n)?;
                for k in 0..n {
                    self.some(&options, k)?;
                }
            }
            Fact::IsNot(n) => {
                let options = self.options(one);
                if !self.some(&options, n)? {
                    let value = self.search.nimber(one)?;
                    self.todo.push((*one, Fact::Is(value)));
                }
            }
        }
        Ok(())
    }

    /// Shows that a position has its value, with all facts that this needs. `text` writes a component.
    fn row(
        &mut self,
        start: &Bits<W>,
        needed: &mut Needed<G::Key>,
        text: &dyn Fn(&Bits<W>) -> String,
    ) -> Result<u32, Halt>
    where
        G::Key: Hash,
    {
        let (mut parts, mut components, mut sum) = (Vec::new(), Vec::new(), 0);
        self.search.system.components(start, &mut parts);
        self.search.ground.sum(&parts, &mut components);
        for one in components {
            let value = self.search.nimber(&one)?;
            sum ^= value;
            self.todo.push((one, Fact::Is(value)));
        }
        while let Some((one, fact)) = self.todo.pop() {
            if needed.add(&one, fact, text)? {
                self.show(&one, fact)?;
            }
        }
        Ok(sum)
    }
}

impl<K: Copy + Eq + Hash> Needed<K> {
    /// Adds a fact. Returns whether it is new.
    fn add<const W: usize>(
        &mut self,
        one: &Component<W, K>,
        fact: Fact,
        text: &dyn Fn(&Bits<W>) -> String,
    ) -> Result<bool, Halt> {
        let bytes = &mut self.bytes;
        let said = self.all.entry(one.key).or_insert_with(|| {
            let text = text(&one.left);
            *bytes += text.len() as u128 + 100;
            Said { text, value: None, not: Facts::NONE }
        });
        if self.bytes > self.limit {
            return Err(Halt::Full);
        }
        if said.value.is_some() {
            return Ok(false);
        }
        match fact {
            Fact::Is(value) => said.value = Some(value),
            Fact::IsNot(value) if said.not.excludes(value) => return Ok(false),
            Fact::IsNot(value) => said.not = Facts(said.not.0 | Facts::not(value).0),
        }
        Ok(true)
    }

    /// Writes a line for each component, sorted by the length of the text and the text, and their number.
    fn write(self, out: &mut String) {
        let mut all: Vec<Said> = self.all.into_values().collect();
        all.sort_by(|a, b| (a.text.len(), &a.text).cmp(&(b.text.len(), &b.text)));
        let count = all.len();
        // Each text is freed when it is written. Writing to a string cannot fail.
        for Said { text, value, not } in all {
            let _ = match value {
                Some(value) => writeln!(out, "{text} = {value}"),
                None => {
                    let values = (0..=MOST).filter(|&v| not.excludes(v)).map(|v| v.to_string());
                    writeln!(out, "{text} ! {}", values.collect::<Vec<_>>().join(","))
                }
            };
        }
        let _ = writeln!(out, "end {count}");
    }
}

/// Whether the facts of a task can be written: a checker must know the rules.
pub fn has_facts(task: &Task<'_>) -> bool {
    systems_of(task).is_some_and(|systems| systems.0.has_checker())
}

/// The facts from which the values of all rows follow, as the text of `facts.txt` after its first lines.
///
/// # Errors
/// [`Error::Limit`] if they do not fit into memory, or if a value is above 29; [`Error::Interrupted`].
pub fn facts_of(task: &Task<'_>) -> Result<String, Error> {
    let Some(systems) = systems_of(task).filter(|systems| systems.0.has_checker()) else {
        return Err(Error::Usage("no checker knows the rules of this game".to_string()));
    };
    let labels = labels(task);
    task.control.phase("proving", labels.len() as u64);
    let Some(boards) = systems.0.boards() else { return of_graphs::<WORDS>(task, systems, &labels) };
    let (rows, columns) = frame_of(labels.iter().map(|label| boards.size(label)), boards.symmetries());
    if rows * columns * boards.planes() > 64 * WORDS {
        return Err(Error::Usage("the boards are too different for one proof: ask for fewer rows".to_string()));
    }
    of_boards::<WORDS>(task, systems, boards, rows, columns, &labels)
}

/// The table of the search takes at most this many bytes; it may forget.
const TABLE: u128 = 1 << 28;

fn of_boards<const W: usize>(
    task: &Task<'_>,
    systems: &Systems,
    boards: &dyn Boards,
    rows: usize,
    columns: usize,
    labels: &[Vec<u64>],
) -> Result<String, Error> {
    let frame = Frame::<W>::new(rows, columns, boards.planes(), boards.symmetries());
    let system = frame.system(boards)?;
    let bits = (1..48).take_while(|&bits| Table::<W>::bytes(bits) <= TABLE.min(task.memory.0 / 4)).last().unwrap_or(1);
    let table = Table::new(bits);
    let states = boards.states();
    let text = |left: &Bits<W>| frame.text(left, &states);
    let (mut needed, mut out) = (Needed::new(task), String::new());
    for (row, label) in (0..).zip(labels) {
        let (rows, columns) = boards.size(label);
        let start = frame.position(rows, columns, &systems.0.host(label)?.start);
        let ground = OnBoards { frame: &frame, table: &table, may_grow: false };
        let value = proved(task, &system, ground, 14, &start, &mut needed, &text)?;
        let _ = writeln!(out, "row {} {value} {}", task.ruleset.rows().show_row(row), text(&start));
        task.control.progress(row + 1);
    }
    needed.write(&mut out);
    Ok(out)
}

fn of_graphs<const W: usize>(task: &Task<'_>, systems: &Systems, labels: &[Vec<u64>]) -> Result<String, Error> {
    let codes = Codes::new(u64::try_from(task.memory.0 / 4).unwrap_or(u64::MAX));
    let (mut needed, mut out) = (Needed::new(task), String::new());
    for (row, label) in labels.iter().enumerate() {
        let host = systems.0.host(label)?;
        let (system, start) = (host.system.narrow::<W>(), host.start.narrow());
        let links = system.links().unwrap_or_default();
        let is_graph = host.keys == Keys::Induced;
        let text = |left: &Bits<W>| if is_graph { graph6(left, links) } else { listed::position(row, left) };
        let ground = OnCodes::new(&system, host.keys, &codes);
        let value = proved(task, &system, ground, 8, &start, &mut needed, &text)?;
        let begins = if is_graph { text(&start) } else { listed::row(systems.0.graph(label).as_ref(), &host) };
        let _ = writeln!(out, "row {} {value} {begins}", task.ruleset.rows().show_row(row as u64));
        task.control.progress(row as u64 + 1);
    }
    needed.write(&mut out);
    Ok(out)
}

impl<K> Needed<K> {
    fn new(task: &Task<'_>) -> Self {
        Self { all: HashMap::new(), bytes: 0, limit: task.memory.0 / 4 }
    }
}

/// Shows one row.
fn proved<const W: usize, G: Ground<W>>(
    task: &Task<'_>,
    system: &System<Bits<W>>,
    ground: G,
    small: usize,
    start: &Bits<W>,
    needed: &mut Needed<G::Key>,
    text: &dyn Fn(&Bits<W>) -> String,
) -> Result<u32, Error>
where
    G::Key: Hash,
{
    let stop = AtomicBool::new(false);
    let watch = Watch { control: task.control, stop: &stop, pause: &|| false, nodes: 0, limit: u64::MAX };
    let mut prover = Prover { search: Search::new(system, ground, watch, small, false), todo: Vec::new() };
    prover.row(start, needed, text).map_err(|halt| {
        let limit = |what: &str, needed: &str, remedy: &str| Error::Limit {
            what: what.to_string(),
            needed: needed.to_string(),
            allowed: task.memory.to_string(),
            key: "`memory`".to_string(),
            remedy: remedy.to_string(),
        };
        match halt {
            Halt::Failed(error) => error,
            Halt::TooLarge => Error::Usage("facts cannot tell values above 29; remove the format `facts`".to_string()),
            Halt::Full | Halt::Grow => {
                limit("the proof", "more memory", "raise it (--memory on the command line), or choose fewer rows")
            }
            Halt::Stopped => Error::Interrupted,
        }
    })
}

/// An induced graph in the format graph6; vertices in ascending order.
fn graph6<const W: usize>(left: &Bits<W>, links: &[Bits<W>]) -> String {
    let members: Vec<usize> = left.members().collect();
    let mut graph = Graph::new(members.len());
    for (v, &own) in members.iter().enumerate() {
        (0..v).filter(|&u| links[own].has(members[u])).for_each(|u| graph.join(u, v));
    }
    write_graph6(&graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::system::Move;

    type Small = Bits<1>;

    /// An element on its own leads to heaps of 0 to 13, and to the sum of a heap of 16 and twenty elements of which any
    /// takes all, whose value is 1. So its value is 14. Facts cannot exclude the value 14 xor 16 of the twenty.
    #[test]
    fn values_that_facts_cannot_exclude_are_shown_exactly() {
        const ALL: usize = 50;
        let (top, large, twenty, small) = (49, 0..16, 16..36, 36..49);
        let absent = || Small::of(ALL, [top]);
        let heap = |heap: std::ops::Range<usize>| {
            let end = heap.end;
            heap.map(move |at| Move { absent: absent(), ..Move::<Small>::deleting(ALL, [at], at..end) })
        };
        let any = twenty.clone().map(|at| Move { absent: absent(), ..Move::deleting(ALL, [at], twenty.clone()) });
        let cuts = (0..=13).map(|left| Move::deleting(ALL, [top], (0..36).chain(36 + left..50)));
        let both = Move::deleting(ALL, [top], small.clone().chain([top]));
        let moves = heap(large).chain(heap(small)).chain(any).chain(cuts).chain([both]).collect();
        let system = System::new(ALL, moves, Vec::new()).unwrap();
        let (codes, stop) = (Codes::new(1 << 30), AtomicBool::new(false));
        let watch = Watch { control: &FREE, stop: &stop, pause: &|| false, nodes: 0, limit: u64::MAX };
        let search = Search::new(&system, OnCodes::new(&system, Keys::Incidence, &codes), watch, 0, false);
        let mut needed = Needed { all: HashMap::new(), bytes: 0, limit: 1 << 30 };
        let text = |left: &Small| format!("{:x}", left.0[0]);
        let value = Prover { search, todo: Vec::new() }.row(&Small::of(ALL, 0..ALL), &mut needed, &text).unwrap();
        assert_eq!(value, 14);
        let mut out = String::new();
        needed.write(&mut out);
        assert!(out.contains("\nffff = 16\n") && out.contains("\nfffff0000 = 1\n"), "{out}");
        assert!(out.lines().all(|line| !line.ends_with(' ')), "{out}");
    }
}
