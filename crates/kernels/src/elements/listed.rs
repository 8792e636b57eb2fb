//! Proofs about games whose components are no graphs or boards of their own, like Col and posets.
//!
//! A position is told by the number of a row and the elements of its system that are left: `2:0,3`. A row tells its
//! graph in the format graph6, if it has one, from which a checker makes the system itself. Otherwise it lists what is
//! present, all moves (what they need, exclude, delete and add) and the forbidden sets: `0,1|0::0,1:;1::1:|0,1`.

use super::claims::{Claimed, Known, Line, Looked, OrWrong, lines, options, rows_agree, samples, without_pairs};
use super::codes::{Codes, OnCodes};
use super::ground::Ground;
use super::rows::labels;
use crate::Task;
use grundy_core::error::Error;
use grundy_core::structure::{Host, Keys, Systems};
use grundy_core::system::{Bits, Graph, Set, System, write_graph6};
use std::collections::HashMap;

/// Some elements of the system of a row.
pub fn position(row: usize, left: &impl Set) -> String {
    format!("{row}:{}", set(left))
}

fn set(set: &impl Set) -> String {
    set.members().map(|element| element.to_string()).collect::<Vec<_>>().join(",")
}

/// The system of a row, and how the row begins.
pub fn row(graph: Option<&Graph>, host: &Host) -> String {
    if let Some(graph) = graph {
        return write_graph6(graph);
    }
    let moves = host.system.moves().iter();
    let moves = moves.map(|one| [&one.need, &one.absent, &one.delete, &one.add].map(set).join(":"));
    let forbidden = host.system.forbidden().iter().map(set);
    let joined = [moves.collect::<Vec<_>>(), forbidden.collect()].map(|all| all.join(";"));
    format!("{}|{}|{}", set(&host.start), joined[0], joined[1])
}

/// The row and the elements that a text tells.
fn read<const W: usize>(text: &str, hosts: &[Hosted<W>]) -> OrWrong<(usize, Bits<W>)> {
    let wrong = || format!("`{text}` is no position");
    let (row, elements) = text.split_once(':').ok_or_else(wrong)?;
    let row = row.parse::<usize>().ok().filter(|&row| row < hosts.len()).ok_or_else(wrong)?;
    let mut left = Bits::none(64 * W);
    for element in elements.split(',') {
        let most = hosts[row].system.elements();
        left.insert(element.parse::<usize>().ok().filter(|&element| element < most).ok_or_else(wrong)?);
    }
    Ok((row, left))
}

/// A row: its system, its position, and how the row begins.
struct Hosted<const W: usize> {
    system: System<Bits<W>>,
    start: Bits<W>,
    text: String,
}

fn hosted<const W: usize>(systems: &Systems, label: &[u64]) -> Result<Hosted<W>, Error> {
    let host = systems.0.host(label)?;
    let text = row(systems.0.graph(label).as_ref(), &host);
    Ok(Hosted { system: host.system.narrow(), start: host.start.narrow(), text })
}

/// As [`look_at`](super::look::look_at), for these games.
pub fn look<const W: usize>(
    task: &Task<'_>,
    systems: &Systems,
    text: &str,
    most: u64,
    value: &dyn Fn(u64) -> Option<u32>,
) -> Result<OrWrong<Looked>, Error> {
    let labels = labels(task);
    let hosts: Vec<Hosted<W>> = labels.iter().map(|label| hosted(systems, label)).collect::<Result<_, _>>()?;
    let codes = Codes::new(u64::try_from(task.memory.0 / 2).unwrap_or(u64::MAX));
    let (claimed, facts): (Vec<Claimed<'_>>, Vec<Line<'_>>) = match lines(text) {
        Ok(lines) => lines,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let mut grounds: Vec<OnCodes<'_, W>> =
        hosts.iter().map(|host| OnCodes::new(&host.system, Keys::Incidence, &codes)).collect();
    let mut known = Known(HashMap::with_capacity(facts.len()));
    for line in &facts {
        task.control.check()?;
        let added = read(line.text, &hosts).and_then(|(row, left)| {
            let mut parts = Vec::new();
            hosts[row].system.components(&left, &mut parts);
            match parts[..] {
                [part] if part == left => known.add(grounds[row].component(&left).key, line.said),
                _ => Err(format!("`{}` is not one component", line.text)),
            }
        });
        if let Err(wrong) = added {
            return Ok(Err(wrong));
        }
    }
    let mut checked = 0;
    for place in samples(facts.len(), most) {
        task.control.check()?;
        let Ok((row, left)) = read(facts[place].text, &hosts) else { continue };
        let options = options(&hosts[row].system, &left, &mut |part| grounds[row].component(part).key);
        if !known.follows(facts[place].said, &options) {
            return Ok(Err(format!("what it says of {} does not follow", facts[place].text)));
        }
        checked += 1;
    }
    let mut rows = hosts.iter().zip(&mut grounds);
    let mut start = |_: &[u64], text: &str| {
        let Some((host, ground)) = rows.next().filter(|(host, _)| host.text == text) else { return Ok(None) };
        let mut parts = Vec::new();
        host.system.components(&host.start, &mut parts);
        let keys = without_pairs(parts.iter().map(|part| ground.component(part).key));
        Ok(known.sum(&keys).filter(|sum| sum.1.is_none()).map(|sum| sum.0))
    };
    let agree = rows_agree(task, &claimed, value, &mut start)?;
    Ok(agree.map(|()| Looked { checked, all: facts.len() as u64 }))
}
