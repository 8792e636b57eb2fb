//! Graphs from files: lists of edges, and graph6.

use super::super::args::Args;
use super::family::{MOST_VERTICES, Made};
use grundy_core::diagnostic::Blame;
use grundy_core::system::{Graph, read_graph6};
use indexmap::IndexSet;
use std::sync::Arc;

/// The names of vertices.
type Names = IndexSet<String>;

/// The vertices and the edges of a CSV file with the header `u,v`. In the line of an isolated vertex nothing follows
/// the comma.
fn edges(args: &Args, key: &str, text: &str) -> Result<(Names, Vec<(usize, usize)>), Blame> {
    let (mut names, mut edges) = (IndexSet::new(), Vec::new());
    for (u, v) in args.pairs(key, text.trim_start_matches('\u{feff}'), ["u", "v"])? {
        let u = names.insert_full(u).0;
        if !v.is_empty() {
            edges.push((u, names.insert_full(v).0));
        }
    }
    if names.len() as u64 > MOST_VERTICES {
        let text = format!("the graph has {} vertices", names.len());
        return Err(args.blame(key, text, format!("at most {MOST_VERTICES}")));
    }
    Ok((names, edges))
}

pub(super) fn of_edges(args: &Args) -> Result<Made, Blame> {
    let (text, file) = args.file("file")?;
    let (names, edges) = edges(args, "file", &text)?;
    let graph = Graph::with(names.len(), edges.iter().copied());
    // If the names are the numbers 0, 1, ..., they are the vertices.
    let count = names.len();
    let names = names.into_iter().collect::<Arc<[String]>>();
    let made = fixed(graph, file.0.clone());
    let numbered = (0..count).all(|number| names[number] == number.to_string());
    Ok(Made { names: (!numbered).then_some(names), file: Some(file), listed: Some(edges), ..made })
}

pub(super) fn of_graph6(args: &Args) -> Result<Made, Blame> {
    let text = &args.items("graph")[0].text;
    let wrong =
        |text: String| args.blame("graph", text, "one graph in the format graph6 or sparse6, a graph a line in files");
    if let Some(graph) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let read = read_graph6(graph).map_err(|what| wrong(format!("the graph cannot be read: {what}")))?;
        return Ok(fixed(read, format!("\"{graph}\"")));
    }
    let (content, file) = args.file("graph")?;
    let lines: Vec<&str> = content.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let lines = if lines.first().is_some_and(|first| *first == ">>graph6<<") { &lines[1..] } else { &lines[..] };
    let number = match args.has("line") {
        true => args.integer("line", 1..=lines.len().max(1) as u64)?,
        false if lines.len() == 1 => 1,
        false => {
            let help = format!("add `,line=1` to `,line={}`", lines.len());
            return Err(args.blame("graph", format!("{} has {} graphs", file.0, lines.len()), help));
        }
    };
    let line = lines.get(number as usize - 1).ok_or_else(|| wrong(format!("{} has no graph", file.0)))?;
    let graph =
        read_graph6(line).map_err(|what| wrong(format!("line {number} of {} cannot be read: {what}", file.0)))?;
    let chosen = if args.has("line") { format!(",line={number}") } else { String::new() };
    Ok(Made { file: Some(file.clone()), ..fixed(graph, format!("{}{chosen}", file.0)) })
}

/// A single graph.
fn fixed(graph: Graph, arguments: String) -> Made {
    let vertices = graph.vertices() as u64;
    Made { arguments, ..Made::of(move |_| vertices, move |_| graph.clone()) }
}
