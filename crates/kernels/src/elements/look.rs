//! Checks a proof (`proof.rs`): each fact by one look at the options of its component. There is no search; the rules,
//! the components and the keys are those of the program. A script that shares nothing with it is
//! `scripts/check_facts.py`.

use super::boards::{Frame, frame_of};
use super::claims::{Known, Looked, OrWrong, WORDS, lines, options, rows_agree, samples, without_pairs};
use super::codes::{Codes, OnCodes};
use super::ground::Ground;
use super::listed;
use super::rows::{labels, systems_of};
use crate::Task;
use grundy_core::error::Error;
use grundy_core::structure::{Boards, Hosts, Keys, Systems};
use grundy_core::system::{Bits, Graph, Set, System, read_graph6};
use std::collections::HashMap;

/// Checks up to `most` facts, spread over all of them, and that the values of the rows follow from facts. `value` is
/// the stored value of a row.
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
    let keys = labels.first().map(|label| systems.0.host(label)).transpose()?.map(|host| host.keys);
    let Some(boards) = systems.0.boards() else {
        let look = if keys == Some(Keys::Incidence) { listed::look::<WORDS> } else { on_graphs::<WORDS> };
        return look(task, systems, text, most, value);
    };
    let (rows, columns) = frame_of(labels.iter().map(|label| boards.size(label)), boards.symmetries());
    if rows * columns * boards.planes() > 64 * WORDS {
        return Ok(Err("the boards are too different for one proof".to_string()));
    }
    on_boards::<WORDS>(task, boards, rows, columns, text, most, value)
}

fn on_boards<const W: usize>(
    task: &Task<'_>,
    boards: &dyn Boards,
    rows: usize,
    columns: usize,
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
