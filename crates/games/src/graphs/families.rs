//! The list of graph families. To add one, add an entry here.

use super::super::args::{Args, Arity, Parameter, WrittenValue};
use super::super::nesting;
use super::super::number::any;
use super::family::{GraphFamily, Made};
use super::files;
use super::places::{hub, rings, rows, two_rows};
use grundy_core::diagnostic::Blame;
use grundy_core::system::Graph;
use std::cmp::max;

const N: &[(&str, u64)] = &[("n", 1)];
const CYCLES: &[(&str, u64)] = &[("n", 3)];
const BOARD: &[(&str, u64)] = &[("rows", 1), ("columns", 1)];

const fn family(
    name: &'static str,
    help: &'static str,
    sizes: &'static [(&'static str, u64)],
    build: fn(&Args) -> Result<Made, Blame>,
) -> GraphFamily {
    GraphFamily { name, help, sizes, parameters: &[], build }
}

const fn one(key: &'static str, help: &'static str) -> Parameter {
    Parameter { key, form: Arity::One, required: true, help }
}

const fn many(key: &'static str, help: &'static str) -> Parameter {
    Parameter { key, form: Arity::Many, required: true, help }
}

/// All graph families, in the order of the documentation.
pub(crate) const FAMILIES: &[GraphFamily] = &[
    family("path", "a path with n vertices", N, |_| {
        let made = Made::of(|s| s[0], |s| path(s[0] as usize)).at(|s| rows(1, s[0]));
        Ok(made.in_python("n", "edges = [(v, v + 1) for v in range(n - 1)]"))
    }),
    family("cycle", "a cycle with n >= 3 vertices", CYCLES, |_| {
        let made = Made::of(|s| s[0], |s| circulant(s[0], &[1])).at(|s| rings(1, s[0]));
        Ok(made.in_python("n", "edges = [(v, (v + 1) % n) for v in vertices]"))
    }),
    family("star", "a vertex joined to n leaves", N, |_| {
        let made = Made::of(|s| s[0] + 1, |s| spider(&vec![1; s[0] as usize]));
        Ok(made.in_python("n + 1", "edges = [(0, v) for v in range(1, n + 1)]"))
    }),
    family("complete", "n vertices, each joined to every other", N, |_| {
        let made = Made::of(|s| s[0], |s| complete(s[0])).at(|s| rings(1, s[0]));
        Ok(made.in_python("n", "edges = [(u, v) for v in vertices for u in range(v)]"))
    }),
    family("wheel", "a cycle with n >= 3 vertices, all joined to a hub", CYCLES, |_| {
        let made = Made::of(|s| s[0] + 1, |s| wheel(s[0] as usize)).at(|s| hub(s[0]));
        Ok(made.in_python("n + 1", "edges = [edge for v in range(n) for edge in [(v, (v + 1) % n), (v, n)]]"))
    }),
    family("ladder", "two paths with n vertices, joined vertex by vertex", N, |_| {
        let made = Made::of(|s| 2 * s[0], |s| product(&path(2), &path(s[0] as usize))).at(|s| rows(2, s[0]));
        Ok(made.in_python("2*n", "edges = [(v, n + v) for v in range(n)] + [(v - 1, v) for v in vertices if v % n]"))
    }),
    family("prism", "two cycles with n >= 3 vertices, joined vertex by vertex", CYCLES, |_| {
        let made = Made::of(|s| 2 * s[0], |s| petersen(s[0] as usize, 1)).at(|s| rings(2, s[0]));
        Ok(made.in_python("2*n", petersen_in_python(1)))
    }),
    family("hypercube", "the 2^n subsets of n points; neighbours differ in one point", N, |_| {
        let made = Made::of(|s| 1u64.checked_shl(s[0] as u32).unwrap_or(u64::MAX), |s| hypercube(s[0] as u32));
        Ok(made.in_python("2**n", "edges = [(v, v ^ 1 << b) for v in vertices for b in range(n) if not v >> b & 1]"))
    }),
    family("queens", "the squares of an n x n board, joined by a queen's move", N, |_| {
        Ok(square(queens, "a == b or a == 0 or b == 0"))
    }),
    family("kings", "the squares of an n x n board, joined by a king's move", N, |_| {
        Ok(square(kings, "max(a, b) == 1"))
    }),
    family("knights", "the squares of an n x n board, joined by a knight's move", N, |_| {
        Ok(square(knights, "a*b == 2"))
    }),
    family("rooks", "the squares of an n x n board, joined by a rook's move", N, |_| {
        Ok(square(rooks, "a == 0 or b == 0"))
    }),
    family("bishops", "the squares of an n x n board, joined by a bishop's move", N, |_| Ok(square(bishops, "a == b"))),
    family("grid", "the cells of a board; neighbours have a side in common", BOARD, |_| {
        let made = Made::of(cells, |s| grid(s[0] as usize, s[1] as usize)).at(|s| rows(s[0], s[1]));
        let made = made.in_python("rows*columns", by_distance_in_python("columns", "a + b == 1"));
        Ok(Made { board: Some(grid), ..made })
    }),
    family(
        "cylinder",
        "a path of `rows` vertices times a cycle of `columns` >= 3",
        &[("rows", 1), ("columns", 3)],
        |_| {
            let made = Made::of(cells, |s| product(&path(s[0] as usize), &circulant(s[1], &[1])));
            let made = made
                .in_python("rows*columns", format!("{ROUND}\nedges += [(v - columns, v) for v in vertices[columns:]]"));
            Ok(made.at(|s| rings(s[0], s[1])))
        },
    ),
    family(
        "torus",
        "a cycle of `rows` >= 3 vertices times a cycle of `columns` >= 3",
        &[("rows", 3), ("columns", 3)],
        |_| {
            let made = Made::of(cells, |s| product(&circulant(s[0], &[1]), &circulant(s[1], &[1])));
            let more = "edges += [(v, (v + columns) % (rows*columns)) for v in vertices]";
            Ok(made.in_python("rows*columns", format!("{ROUND}\n{more}")))
        },
    ),
    family("complete-bipartite", "`rows` vertices, each joined to each of `columns` others", BOARD, |_| {
        let made = Made::of(|s| s[0].saturating_add(s[1]), |s| bipartite(s[0] as usize, s[1] as usize));
        let edges = "edges = [(u, v) for u in range(rows) for v in range(rows, rows + columns)]";
        Ok(made.in_python("rows + columns", edges).at(|s| two_rows(s[0], s[1])))
    }),
    GraphFamily {
        parameters: &[one("k", "the distance of neighbours on the inner cycles, from 1")],
        ..family("petersen", "the generalised Petersen graph P(n,k), n > 2k", N, |args| {
            let k = args.integer("k", 1..=1000)?;
            let made = Made::of(|s| 2 * s[0], move |s| petersen(s[0] as usize, k as usize)).at(|s| rings(2, s[0]));
            let made = made.in_python("2*n", petersen_in_python(k));
            Ok(Made { arguments: format!("k={k}"), firsts: Some(vec![2 * k + 1]), ..made })
        })
    },
    GraphFamily {
        parameters: &[many("steps", "the distances of neighbours, as in `1,3`")],
        ..family("circulant", "n vertices on a circle, joined to those at the listed distances; n > 2 max", N, |args| {
            let steps = args.integers("steps", 1..=1000)?;
            let first = 2 * steps.last().copied().unwrap_or(0) + 1;
            let arguments = numbers(&steps);
            let edges = format!("edges = [(v, (v + step) % n) for v in vertices for step in [{arguments}]]");
            let made = Made::of(|s| s[0], move |s| circulant(s[0], &steps)).at(|s| rings(1, s[0]));
            let made = made.in_python("n", edges);
            Ok(Made { arguments, firsts: Some(vec![first]), ..made })
        })
    },
    GraphFamily {
        parameters: &[many("rays", "the numbers of edges of the other rays, as in `1,2`")],
        ..family("spider", "a vertex from which rays start: those listed, and one of n edges", N, |args| {
            // Rays may have equal lengths.
            let mut rays = args.items("rays").iter().map(|item| number(item, 0)).collect::<Result<Vec<_>, _>>()?;
            rays.sort_unstable();
            let (all, arguments) = (rays.iter().sum::<u64>() + 1, numbers(&rays));
            let made = Made::of(move |s| all + s[0], move |s| spider(&[&rays[..], &[s[0]]].concat()));
            let made = made.in_python(&format!("{all} + n"), SPIDER.replace("RAYS", &format!("{arguments},n")));
            Ok(Made { arguments, ..made })
        })
    },
    GraphFamily {
        parameters: &[one(
            "legs",
            "the number of legs of each vertex of the spine, as in `legs=2`, or all of them, as in `(2,0,1)`",
        )],
        ..family(
            "caterpillar",
            "a path of n vertices with legs: the same number each, or a list in parentheses",
            N,
            caterpillars,
        )
    },
    GraphFamily {
        parameters: &[one("k", "the number of vertices of each cycle, from 3")],
        ..family(
            "linked-cycles",
            "n cycles of k vertices in a row, each with a vertex in common with the next",
            N,
            |args| {
                let k = args.integer("k", 3..=1000)?;
                let made =
                    Made::of(move |s| s[0].saturating_mul(k - 1) + 1, move |s| linked(s[0] as usize, k as usize));
                let made = made.in_python(&format!("{}*n + 1", k - 1), LINKED.replace("INNER", &(k - 2).to_string()));
                Ok(Made { arguments: format!("k={k}"), ..made })
            },
        )
    },
    GraphFamily {
        parameters: &[one("kind", "`binary`")],
        ..family("tree", "a complete binary tree with n levels", N, |args| {
            args.choice("kind", &["binary"])?;
            let vertices = |s: &[u64]| 1u64.checked_shl(s[0] as u32).unwrap_or(u64::MAX).saturating_sub(1);
            let made = Made::of(vertices, |s| tree(s[0] as u32));
            let made = made.in_python("2**n - 1", "edges = [((v - 1)//2, v) for v in vertices[1:]]");
            Ok(Made { arguments: "binary".to_string(), ..made })
        })
    },
    GraphFamily {
        parameters: &[one(
            "file",
            "a CSV file with the header `u,v` and one edge per line; nothing after the comma for an isolated vertex",
        )],
        ..family("file", "the graph of a file of edges", &[], files::of_edges)
    },
    GraphFamily {
        parameters: &[
            one("graph", "a file in the format graph6 or sparse6, or a graph in quotes, as in `graph6:\"D?{\"`"),
            Parameter {
                key: "line",
                form: Arity::Keyed,
                required: false,
                help: "the line of the file, if it has several graphs",
            },
        ],
        ..family("graph6", "a graph in the format graph6 or sparse6", &[], files::of_graph6)
    },
];

fn caterpillars(args: &Args) -> Result<Made, Blame> {
    let item = &args.items("legs")[0];
    let Some((at, inner)) = nesting::inside(&item.text, '(', ')') else {
        let legs = args.integer("legs", 0..=1000)?;
        let made = Made::of(move |s| s[0].saturating_mul(legs + 1), move |s| caterpillar(&vec![legs; s[0] as usize]));
        let made = made.in_python(&format!("{}*n", legs + 1), CATERPILLAR.replace("LEGS", &format!("[{legs}]*n")));
        return Ok(Made { arguments: format!("legs={legs}"), ..made });
    };
    let one = |(place, text): (usize, &str)| {
        let begin = item.span.start + at + place;
        number(&WrittenValue { text: text.trim().to_string(), span: begin..begin + text.len().max(1) }, 0)
    };
    let legs = nesting::split(inner, ',').into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
    let (all, arguments) = (legs.len() as u64 + legs.iter().sum::<u64>(), format!("({})", numbers(&legs)));
    let edges = CATERPILLAR.replace("LEGS", &format!("[{}]", numbers(&legs)));
    let made = Made::of(move |_| all, move |_| caterpillar(&legs)).in_python(&all.to_string(), edges);
    Ok(Made { arguments, is_fixed: true, ..made })
}

fn number(item: &WrittenValue, least: u64) -> Result<u64, Blame> {
    let known = any(&item.text).filter(|value| (least..=1000).contains(value));
    known.ok_or_else(|| {
        let help = format!("a whole number from {least} to 1000");
        Blame::new(item.span.clone(), format!("`{}` is not a size", item.text), help)
    })
}

fn numbers(all: &[u64]) -> String {
    all.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn cells(sizes: &[u64]) -> u64 {
    sizes[0].saturating_mul(sizes[1])
}

/// The graph of a square board, whose rule in Python speaks of the distances a and b of rows and columns.
fn square(rule: fn(usize, usize) -> Graph, joined: &str) -> Made {
    let side = |s: &[u64]| s[0] as usize;
    let made = Made::of(|s| s[0].saturating_mul(s[0]), move |s| rule(side(s), side(s)));
    Made { board: Some(rule), ..made.in_python("n*n", by_distance_in_python("n", joined)) }
}

fn by_distance_in_python(columns: &str, joined: &str) -> String {
    let distances = format!("[(abs(u//{columns} - v//{columns}), abs(u%{columns} - v%{columns}))]");
    format!("edges = [(u, v) for v in vertices for u in range(v) for a, b in {distances} if {joined}]")
}

fn petersen_in_python(k: u64) -> String {
    format!("edges = [edge for v in range(n) for edge in [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + {k}) % n)]]")
}

/// Cycles of `columns` vertices.
const ROUND: &str = "edges = [(v, v - v % columns + (v + 1) % columns) for v in vertices]";

const SPIDER: &str = "\
edges, last = [], 0
for ray in [RAYS]:
    edges += [(last + i if i else 0, last + i + 1) for i in range(ray)]
    last += ray";

const CATERPILLAR: &str = "\
legs = LEGS
feet = [v for v, count in enumerate(legs) for _ in range(count)]
edges = [(v, v + 1) for v in range(len(legs) - 1)] + [(v, len(legs) + i) for i, v in enumerate(feet)]";

const LINKED: &str = "\
edges = [(i, i + 1) for i in range(n)]
for i in range(n):
    way = [i] + [n + 1 + INNER*i + j for j in range(INNER)] + [i + 1]
    edges += zip(way, way[1:])";

fn path(n: usize) -> Graph {
    Graph::with(n, (1..n).map(|v| (v - 1, v)))
}

fn circulant(n: u64, steps: &[u64]) -> Graph {
    let edges = (0..n).flat_map(|v| steps.iter().map(move |step| (v as usize, ((v + step) % n) as usize)));
    Graph::with(n as usize, edges)
}

fn complete(n: u64) -> Graph {
    Graph::with(n as usize, (0..n as usize).flat_map(|v| (0..v).map(move |u| (u, v))))
}

fn wheel(n: usize) -> Graph {
    Graph::with(n + 1, (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n)]))
}

fn petersen(n: usize, k: usize) -> Graph {
    Graph::with(2 * n, (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)]))
}

fn hypercube(n: u32) -> Graph {
    Graph::with(1 << n, (0..1usize << n).flat_map(|v| (0..n).map(move |bit| (v, v ^ 1 << bit))))
}

fn bipartite(a: usize, b: usize) -> Graph {
    Graph::with(a + b, (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))))
}

fn spider(rays: &[u64]) -> Graph {
    let mut edges = Vec::new();
    let mut next = 1;
    for ray in rays {
        (0..*ray as usize).for_each(|step| edges.push((if step == 0 { 0 } else { next + step - 1 }, next + step)));
        next += *ray as usize;
    }
    Graph::with(next, edges)
}

fn caterpillar(legs: &[u64]) -> Graph {
    let spine = legs.len();
    let mut edges: Vec<(usize, usize)> = (1..spine).map(|v| (v - 1, v)).collect();
    let feet = legs.iter().enumerate().flat_map(|(v, &count)| (0..count).map(move |_| v));
    edges.extend(feet.zip(spine..));
    Graph::with(spine + legs.iter().sum::<u64>() as usize, edges)
}

/// Vertices 0 to n are those in common; between two of them, the cycle has one vertex on one side and k - 3 on the
/// other if k > 3; a triangle has one vertex beside the edge.
fn linked(n: usize, k: usize) -> Graph {
    let mut edges = Vec::new();
    for (copy, from) in (0..n).map(|copy| (copy, n + 1 + copy * (k - 2))) {
        // The common vertices of a cycle of four are neighbours; so they are for every k.
        edges.push((copy, copy + 1));
        (0..k - 2).for_each(|step| edges.push((if step == 0 { copy } else { from + step - 1 }, from + step)));
        edges.push((from + k - 3, copy + 1));
    }
    Graph::with(n * (k - 1) + 1, edges)
}

fn tree(levels: u32) -> Graph {
    let n = (1usize << levels) - 1;
    Graph::with(n, (1..n).map(|v| ((v - 1) / 2, v)))
}

/// The Cartesian product; the vertex (u, v) is u times the number of vertices of the other graph, plus v.
fn product(one: &Graph, other: &Graph) -> Graph {
    let n = other.vertices();
    let along = (0..one.vertices()).flat_map(|u| other.edges().map(move |(v, w)| (u * n + v, u * n + w)));
    let across = one.edges().flat_map(|(u, w)| (0..n).map(move |v| (u * n + v, w * n + v)));
    Graph::with(one.vertices() * n, along.chain(across))
}

/// The graph on the cells of a board in which cells are joined if the distances of their rows and columns allow it.
fn by_distance(rows: usize, columns: usize, joined: impl Fn(usize, usize) -> bool) -> Graph {
    let cell = |v: usize| (v / columns, v % columns);
    let near = |u: usize, v: usize| joined(cell(u).0.abs_diff(cell(v).0), cell(u).1.abs_diff(cell(v).1));
    let n = rows * columns;
    Graph::with(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| near(u, v)).collect::<Vec<_>>())
}

pub(super) fn grid(rows: usize, columns: usize) -> Graph {
    product(&path(rows), &path(columns))
}

fn kings(rows: usize, columns: usize) -> Graph {
    by_distance(rows, columns, |a, b| max(a, b) == 1)
}

fn knights(rows: usize, columns: usize) -> Graph {
    by_distance(rows, columns, |a, b| a * b == 2)
}

fn queens(rows: usize, columns: usize) -> Graph {
    by_distance(rows, columns, |a, b| a == b || a == 0 || b == 0)
}

fn rooks(rows: usize, columns: usize) -> Graph {
    by_distance(rows, columns, |a, b| a == 0 || b == 0)
}

fn bishops(rows: usize, columns: usize) -> Graph {
    by_distance(rows, columns, |a, b| a == b)
}
