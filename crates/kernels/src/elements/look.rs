//! Checks a proof (`proof.rs`): each fact by one look at the options of its component. There is no search; the rules, the
//! components and the keys are those of the program. A script that shares nothing with it is `scripts/check_facts.py`.

use super::boards::{Frame, frame_of};
use super::codes::{Codes, OnCodes};
use super::facts::{Facts, MOST};
use super::ground::Ground;
use super::rows::{labels, systems_of};
use crate::Task;
use grundy_core::error::Error;
use grundy_core::structure::{Boards, Hosts, Keys, Systems};
use grundy_core::system::{Bits, Graph, Set, System, read_graph6};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

/// What was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    /// The number of facts that were checked.
    pub checked: u64,
    /// The number of components with facts.
    pub all: u64,
}

/// A line of the text, with the text of its component.
struct Line<'t> {
    text: &'t str,
    said: Said,
}

#[derive(Debug, Clone, Copy)]
struct Said {
    value: Option<u32>,
    not: Facts,
}

/// A text that is no proof, with what is wrong.
type OrWrong<T> = Result<T, String>;

/// Checks up to `most` facts, spread over all of them, and that the values of the rows follow from facts. `value` is the
/// stored value of a row.
///
/// # Errors
/// A sentence for what is wrong; [`Error::Interrupted`] and errors of the rules.
pub fn look_at(
    task: &Task<'_>,
    text: &str,
    most: u64,
    value: &dyn Fn(u64) -> Option<u32>,
) -> Result<OrWrong<Looked>, Error> {
    let Some(systems) = systems_of(task).filter(|systems| systems.0.has_checker()) else {
        return Ok(Err("no checker knows the rules of this game".to_string()));
    };
    let labels = labels(task);
    let Some(boards) = systems.0.boards() else {
        return match labels.iter().map(|label| systems.0.elements(label)).max().unwrap_or(0).div_ceil(64) {
            0 | 1 => on_graphs::<1>(task, systems, text, most, value),
            2 => on_graphs::<2>(task, systems, text, most, value),
            _ => on_graphs::<4>(task, systems, text, most, value),
        };
    };
    let sides = frame_of(labels.iter().map(|label| boards.size(label)), boards.symmetries());
    match (sides.0 * sides.1 * boards.planes()).div_ceil(64) {
        0 | 1 => on_boards::<1>(task, boards, sides, text, most, value),
        2 => on_boards::<2>(task, boards, sides, text, most, value),
        3 | 4 => on_boards::<4>(task, boards, sides, text, most, value),
        _ => Ok(Err("the boards are too different for one proof".to_string())),
    }
}

/// What a row claims: its value, and how it begins.
type Claimed<'t> = (u32, &'t str);

/// Reads the lines: what each row claims, and the facts.
fn lines(text: &str) -> OrWrong<(Vec<Claimed<'_>>, Vec<Line<'_>>)> {
    let (mut rows, mut facts, mut end) = (Vec::new(), Vec::new(), None);
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is not a number"));
    for line in text.lines().skip(2) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["row", _, value, start] => rows.push((number(value)?, start)),
            ["end", count] => end = Some(number(count)?),
            [text, "=", value] => {
                let said = Said { value: Some(number(value)?), not: Facts::NONE };
                facts.push(Line { text, said });
            }
            [text, "!", values] => {
                let mut not = Facts::NONE;
                for value in values.split(',') {
                    let value = number(value).ok().filter(|&value| value <= MOST);
                    let value = value.ok_or_else(|| format!("`{line}` excludes no value up to {MOST}"))?;
                    not = Facts(not.0 | Facts::not(value).0);
                }
                facts.push(Line { text, said: Said { value: None, not } });
            }
            _ => return Err(format!("`{line}` is no fact")),
        }
    }
    match end == Some(facts.len() as u32) {
        true => Ok((rows, facts)),
        false => Err("it does not end with the number of its facts".to_string()),
    }
}

/// The facts by keys.
struct Known<K>(HashMap<K, Said>);

impl<K: Copy + Eq + Hash> Known<K> {
    fn add(&mut self, key: K, said: Said) -> OrWrong<()> {
        let own = self.0.entry(key).or_insert(said);
        if own.value.is_some() && said.value.is_some() && own.value != said.value {
            return Err("a component has two values".to_string());
        }
        *own = Said { value: own.value.or(said.value), not: Facts(own.not.0 | said.not.0) };
        Ok(())
    }

    /// The nim-sum of components with known values, and the one without, if there is one. None if there are several.
    fn sum(&self, keys: &[K]) -> Option<(u32, Option<Facts>)> {
        let mut unknown = None;
        let mut sum = 0;
        for key in keys {
            match self.0.get(key) {
                Some(Said { value: Some(value), .. }) => sum ^= value,
                other if unknown.is_none() => unknown = Some(other.map_or(Facts::NONE, |said| said.not)),
                _ => return None,
            }
        }
        Some((sum, unknown))
    }

    /// Whether what is said of a component follows from its options.
    fn follows(&self, said: Said, options: &[Vec<K>]) -> bool {
        let sums: Vec<Option<(u32, Option<Facts>)>> = options.iter().map(|option| self.sum(option)).collect();
        let reaches = |n: u32| sums.contains(&Some((n, None)));
        let cannot = |n: u32| {
            sums.iter().all(|sum| match sum {
                Some((value, None)) => *value != n,
                Some((value, Some(not))) => not.excludes(n ^ value) && (n ^ value) <= MOST,
                None => false,
            })
        };
        match said.value {
            Some(value) => cannot(value) && (0..value).all(reaches),
            None => (0..=MOST).filter(|&n| said.not.excludes(n)).all(reaches),
        }
    }
}

/// The options of a component as keys, without pairs of equal ones.
fn options<const W: usize, K: Copy + Eq>(
    system: &System<Bits<W>>,
    left: &Bits<W>,
    key: &mut dyn FnMut(&Bits<W>) -> K,
) -> Vec<Vec<K>> {
    let mut options = Vec::new();
    let _ = system.options(left, &mut Vec::new(), |parts| {
        options.push(without_pairs(parts.iter().map(&mut *key)));
        ControlFlow::Continue(())
    });
    options
}

fn without_pairs<K: Copy + Eq>(keys: impl Iterator<Item = K>) -> Vec<K> {
    let mut sum: Vec<K> = Vec::new();
    for key in keys {
        match sum.iter().position(|other| *other == key) {
            Some(place) => drop(sum.swap_remove(place)),
            None => sum.push(key),
        }
    }
    sum
}

/// The places of samples among so many lines.
fn samples(all: usize, most: u64) -> impl Iterator<Item = usize> {
    let count = (all as u64).min(most);
    (0..count).map(move |sample| (u128::from(sample) * all as u128 / u128::from(count)) as usize)
}

/// The value that follows for a row, if its text says how it begins.
type Start<'s> = dyn FnMut(&[u64], &str) -> Result<Option<u32>, Error> + 's;

/// Whether the rows are those of the task, with their stored values. `start` says how a row begins, `sum` what follows.
fn rows_agree(
    task: &Task<'_>,
    rows: &[Claimed<'_>],
    value: &dyn Fn(u64) -> Option<u32>,
    start: &mut Start<'_>,
) -> Result<OrWrong<()>, Error> {
    let labels = labels(task);
    if rows.len() != labels.len() {
        return Ok(Err("it does not have the rows of this job".to_string()));
    }
    for ((row, label), &(claimed, text)) in (0..).zip(&labels).zip(rows) {
        let stored = value(row).is_none_or(|stored| stored == claimed);
        if !stored || start(label, text)? != Some(claimed) {
            return Ok(Err(format!("the value of row {} does not follow", task.ruleset.rows().show_row(row))));
        }
    }
    Ok(Ok(()))
}

fn on_boards<const W: usize>(
    task: &Task<'_>,
    boards: &dyn Boards,
    (rows, columns): (usize, usize),
    text: &str,
    most: u64,
    value: &dyn Fn(u64) -> Option<u32>,
) -> Result<OrWrong<Looked>, Error> {
    let frame = Frame::<W>::new(rows, columns, boards.planes(), boards.symmetries());
    let (system, states) = (frame.system(boards)?, boards.states());
    let (claimed, facts) = match lines(text) {
        Ok(lines) => lines,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let mut known = Known(HashMap::with_capacity(facts.len()));
    for line in &facts {
        let read = frame.read(line.text, &states).ok_or_else(|| format!("`{}` is no board", line.text));
        if let Err(wrong) = read.and_then(|left| known.add(frame.key(&left), line.said)) {
            return Ok(Err(wrong));
        }
    }
    let mut checked = 0;
    for place in samples(facts.len(), most) {
        task.control.check()?;
        let left = frame.read(facts[place].text, &states).unwrap_or_else(|| Bits::none(0));
        let options = options(&system, &left, &mut |part| frame.key(part));
        if !known.follows(facts[place].said, &options) {
            return Ok(Err(format!("what it says of {} does not follow", facts[place].text)));
        }
        checked += 1;
    }
    let systems = systems_of(task);
    let mut start = |label: &[u64], text: &str| {
        let (rows, columns) = boards.size(label);
        let Some(systems) = systems else { return Ok(None) };
        let own = frame.position(rows, columns, &systems.0.host(label)?.start);
        if frame.read(text, &states) != Some(own) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        system.components(&own, &mut parts);
        Ok(known
            .sum(&without_pairs(parts.iter().map(|part| frame.key(part))))
            .filter(|sum| sum.1.is_none())
            .map(|sum| sum.0))
    };
    let agree = rows_agree(task, &claimed, value, &mut start)?;
    Ok(agree.map(|()| Looked { checked, all: facts.len() as u64 }))
}

/// The system of a graph that is a component.
fn system_of<const W: usize>(hosts: &dyn Hosts, graph: &Graph) -> Result<Option<System<Bits<W>>>, Error> {
    if graph.vertices() > 64 * W {
        return Ok(None);
    }
    Ok(hosts.on_graph(graph)?.map(|host| host.system.narrow()))
}

fn on_graphs<const W: usize>(
    task: &Task<'_>,
    Systems(hosts): &Systems,
    text: &str,
    most: u64,
    value: &dyn Fn(u64) -> Option<u32>,
) -> Result<OrWrong<Looked>, Error> {
    let (claimed, facts) = match lines(text) {
        Ok(lines) => lines,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let codes = Codes::new(u64::try_from(task.memory.0 / 2).unwrap_or(u64::MAX));
    let mut known = Known(HashMap::with_capacity(facts.len()));
    let read = |text: &str| read_graph6(text).map_err(|what| format!("`{text}` is no graph: {what}"));
    for line in &facts {
        task.control.check()?;
        let graph = match read(line.text) {
            Ok(graph) => graph,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let Some(system) = system_of::<W>(&**hosts, &graph)? else {
            return Ok(Err("a graph is too large".to_string()));
        };
        let all = Bits::of(64 * W, 0..graph.vertices());
        let key = OnCodes::new(&system, Keys::Induced, &codes).component(&all).key;
        if let Err(wrong) = known.add(key, line.said) {
            return Ok(Err(wrong));
        }
    }
    let mut checked = 0;
    for place in samples(facts.len(), most) {
        task.control.check()?;
        let Ok(graph) = read(facts[place].text) else { continue };
        let Some(system) = system_of::<W>(&**hosts, &graph)? else { continue };
        let mut ground = OnCodes::new(&system, Keys::Induced, &codes);
        let options = options(&system, &Bits::of(64 * W, 0..graph.vertices()), &mut |part| ground.component(part).key);
        if !known.follows(facts[place].said, &options) {
            return Ok(Err(format!("what it says of {} does not follow", facts[place].text)));
        }
        checked += 1;
    }
    let mut start = |label: &[u64], text: &str| {
        let host = hosts.host(label)?;
        let system: System<Bits<W>> = host.system.narrow();
        let graph = |vertices: usize| {
            let links = system.links().unwrap_or_default();
            let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
            Graph::with(vertices, pairs.filter(|&(u, v)| links[u].has(v)))
        };
        if read_graph6(text).ok() != Some(graph(system.elements())) {
            return Ok(None);
        }
        let (mut parts, mut ground) = (Vec::new(), OnCodes::new(&system, Keys::Induced, &codes));
        system.components(&host.start.narrow(), &mut parts);
        let keys = without_pairs(parts.iter().map(|part| ground.component(part).key));
        Ok(known.sum(&keys).filter(|sum| sum.1.is_none()).map(|sum| sum.0))
    };
    let agree = rows_agree(task, &claimed, value, &mut start)?;
    Ok(agree.map(|()| Looked { checked, all: facts.len() as u64 }))
}
