//! Games on graphs and boards: kernels against the oracle, and the oracle against the rules of each game, written here
//! once more without systems and components.

use super::judge::{judge, judge_with, kernel, threads_of};
use crate::common::{Stops, assert_same, in_halves, oracle, outline, ruleset, solve};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::graphs::write_graph6;
use grundy::kernel::Task;
use grundy::random::Random;
use grundy::ruleset::{Play, Value};
use grundy::system::Graph;
use std::collections::{BTreeMap, BTreeSet};

fn random_graph(vertices: usize, one_in: u64, random: &mut Random) -> Graph {
    let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    Graph::with(vertices, pairs.into_iter().filter(|_| random.below(one_in) == 0))
}

/// The families with what comes before the graph and after it.
const ON_GRAPHS: [(&str, &str); 23] = [
    ("node-kayles:", ""),
    ("arc-kayles:", ""),
    ("grim:", ""),
    ("domination:", ""),
    ("domination:", ",total=true"),
    ("col:", ""),
    ("snort:", ""),
    ("col:", ",colours=3"),
    ("graph-chomp:", ""),
    ("geography:", ""),
    ("geography:", ",kind=edge"),
    ("graph-octal:0.33,", ""),
    ("graph-octal:0.127,", ""),
    ("graph-octal:0.37,", ""),
    ("vertex-game:connected,", ",when=(size in {1, 3} and parts <= 1)"),
    ("vertex-game:vertex,", ",when=(degree % 2 == 0 or edges == 3)"),
    ("vertex-game:neighbourhood,", ",when=(degree >= 1 and left != 2)"),
    ("vertex-game:clique,", ""),
    ("vertex-game:path,", ",when=(size >= 2)"),
    ("edge-game:path,", ""),
    ("edge-game:star,", ""),
    ("edge-game:connected,", ",when=(size <= 2 and parts != 2)"),
    ("edge-game:edge,", ",when=(vertices != 3 and left + 1 == edges)"),
];

/// A position: what is there, or what was done, as the rules of the game want it.
type State = Vec<u8>;

/// The options of a position by the rules of the game in words.
fn by_rules(game: usize, graph: &Graph, state: &State) -> Vec<State> {
    let n = graph.vertices();
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let there = |v: &usize| state[*v] == 1;
    let without = |gone: &[usize]| {
        let mut left = state.clone();
        gone.iter().for_each(|&v| left[v] = 0);
        left
    };
    let near = |v: usize| graph.neighbours(v).iter().copied();
    match game {
        0 => (0..n).filter(there).map(|v| without(&near(v).chain([v]).collect::<Vec<_>>())).collect(),
        1 => edges.iter().filter(|(u, v)| there(u) && there(v)).map(|&(u, v)| without(&[u, v])).collect(),
        2 => (0..n).filter(there).filter(|&v| near(v).any(|u| there(&u))).map(|v| without(&[v])).collect(),
        // 1 is a vertex that is not dominated yet.
        3 | 4 => {
            let dominates = |v: usize| near(v).chain((game == 3).then_some(v)).collect::<Vec<_>>();
            (0..n).map(dominates).filter(|all| all.iter().any(there)).map(|all| without(&all)).collect()
        }
        // 0 is no colour.
        5..=7 => {
            let colours = if game == 7 { 3 } else { 2 };
            let all = (0..n).filter(|&v| state[v] == 0).flat_map(|v| (1..=colours).map(move |colour| (v, colour)));
            let barred = |u: usize, colour: u8| state[u] != 0 && (state[u] == colour) == (game != 6);
            let fits = all.filter(|&(v, colour)| !near(v).any(|u| barred(u, colour)));
            fits.map(|(v, colour)| {
                let mut coloured = state.clone();
                coloured[v] = colour;
                coloured
            })
            .collect()
        }
        8 => {
            let lines = edges.iter().enumerate().filter(|(number, _)| state[n + number] == 1);
            let points = (0..n).filter(there).map(|v| {
                let touching = edges.iter().enumerate().filter(|(_, edge)| edge.0 == v || edge.1 == v);
                without(&touching.map(|(number, _)| n + number).chain([v]).collect::<Vec<_>>())
            });
            points.chain(lines.map(|(number, _)| without(&[n + number]))).collect()
        }
        // The last entry is the place of the token; vertices, or edges, that were used are 0.
        9 | 10 => {
            let token = usize::from(*state.last().unwrap());
            let step = |used: usize, to: usize| {
                let mut left = without(&[used]);
                *left.last_mut().unwrap() = to as u8;
                left
            };
            let along = edges.iter().enumerate().flat_map(|(number, &(u, v))| [(number, u, v), (number, v, u)]);
            let along = along.filter(|&(_, from, _)| from == token);
            let used = |number: usize, to: usize| if game == 9 { to } else { number };
            along
                .filter(|&(number, _, to)| there(&used(number, to)))
                .map(|(number, _, to)| step(used(number, to), to))
                .collect()
        }
        14.. => taking(game, graph, state),
        _ => {
            let digits: &[u8] = [&[3u8, 3][..], &[1, 2, 7], &[3, 7]][game - 11];
            let mut options = Vec::new();
            for set in 1u32..1 << n {
                let taken: Vec<usize> = (0..n).filter(|v| set >> v & 1 == 1).collect();
                let Some(&digit) = digits.get(taken.len() - 1) else { continue };
                if taken.iter().all(there) && parts(graph, &taken) == 1 {
                    let left = without(&taken);
                    let own: Vec<usize> = reach(graph, taken[0], state).into_iter().filter(|&v| left[v] == 1).collect();
                    if digit >> parts(graph, &own).min(2) & 1 == 1 {
                        options.push(left);
                    }
                }
            }
            options
        }
    }
}

/// The options of `vertex-game` and `edge-game`: every set of what is there is tried. For edges the graph is that on
/// the edges, in which those with a common end are neighbours.
fn taking(game: usize, graph: &Graph, state: &State) -> Vec<State> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let meet = |u: usize, v: usize| {
        let (one, other) = (edges[u], edges[v]);
        one.0 == other.0 || one.0 == other.1 || one.1 == other.0 || one.1 == other.1
    };
    let pairs = || (0..edges.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
    let lines = Graph::with(edges.len(), pairs().filter(|&(u, v)| meet(u, v)));
    let space = if game < 19 { graph } else { &lines };
    let joined = |u: usize, v: usize| space.neighbours(u).contains(&v);
    // Whether vertices are those of a path, in some order.
    fn is_path(graph: &Graph, end: Option<usize>, rest: &[usize]) -> bool {
        rest.is_empty()
            || rest.iter().any(|&next| {
                let left: Vec<usize> = rest.iter().copied().filter(|&other| other != next).collect();
                end.is_none_or(|end| graph.neighbours(end).contains(&next)) && is_path(graph, Some(next), &left)
            })
    }
    let degrees = |set: &[usize]| {
        let mut all = vec![0; graph.vertices()];
        set.iter().for_each(|&edge| [edges[edge].0, edges[edge].1].iter().for_each(|&end| all[end] += 1));
        all
    };
    let mut options = Vec::new();
    for set in 1u32..1 << state.len() {
        let taken: Vec<usize> = (0..state.len()).filter(|v| set >> v & 1 == 1).collect();
        if !taken.iter().all(|&v| state[v] == 1) {
            continue;
        }
        let own = reach(space, taken[0], state);
        let degree = |v: usize| own.iter().filter(|&&u| joined(u, v)).count();
        let mut left = state.clone();
        taken.iter().for_each(|&v| left[v] = 0);
        let rest: Vec<usize> = own.iter().copied().filter(|&v| left[v] == 1).collect();
        let (connected, falls) = (parts(space, &taken) == 1, parts(space, &rest));
        let clique = taken.iter().all(|&u| taken.iter().all(|&v| u == v || joined(u, v)));
        let near = |v: usize| own.iter().copied().filter(|&u| u == v || joined(u, v)).collect::<BTreeSet<_>>();
        let own_edges = own.iter().map(|&v| degree(v)).sum::<usize>() / 2;
        let allowed = match game {
            14 => connected && [1, 3].contains(&taken.len()) && falls <= 1,
            15 => taken.len() == 1 && (degree(taken[0]) % 2 == 0 || own_edges == 3),
            16 => own.iter().any(|&v| near(v) == taken.iter().copied().collect() && degree(v) >= 1) && rest.len() != 2,
            17 => clique,
            18 => taken.len() >= 2 && is_path(graph, None, &taken),
            // The edges of a path: a connected set without a cycle, in which no vertex has three edges.
            19 => {
                let degrees = degrees(&taken);
                connected && degrees.iter().all(|&degree| degree <= 2) && degrees.contains(&1)
            }
            20 => (0..graph.vertices()).any(|v| taken.iter().all(|&e| edges[e].0 == v || edges[e].1 == v)),
            21 => connected && taken.len() <= 2 && falls != 2,
            _ => taken.len() == 1 && degrees(&own).iter().filter(|&&degree| degree > 0).count() != 3,
        };
        if allowed {
            options.push(left);
        }
    }
    options
}

/// The vertices that are there and can be reached from one.
fn reach(graph: &Graph, from: usize, state: &State) -> Vec<usize> {
    let mut all = vec![from];
    let mut at = 0;
    while at < all.len() {
        let new: Vec<usize> =
            graph.neighbours(all[at]).iter().copied().filter(|v| state[*v] == 1 && !all.contains(v)).collect();
        all.extend(new);
        at += 1;
    }
    all
}

/// The number of components of the graph on some vertices.
fn parts(graph: &Graph, vertices: &[usize]) -> usize {
    let mut state = vec![0; graph.vertices()];
    vertices.iter().for_each(|&v| state[v] = 1);
    let mut met = BTreeSet::new();
    vertices
        .iter()
        .filter(|&&v| {
            !met.contains(&v) && {
                met.extend(reach(graph, v, &state));
                true
            }
        })
        .count()
}

fn start(game: usize, graph: &Graph) -> State {
    let (n, edges) = (graph.vertices(), graph.edges().count());
    match game {
        5..=7 => vec![0; n],
        8 => vec![1; n + edges],
        // The token is at vertex 0, which is used.
        9 => [vec![0], vec![1; n - 1], vec![0]].concat(),
        10 => [vec![1; edges], vec![0]].concat(),
        19.. => vec![1; edges],
        _ => vec![1; n],
    }
}

fn value(game: usize, graph: &Graph, state: &State, known: &mut BTreeMap<State, u32>) -> u32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let values: BTreeSet<u32> =
        by_rules(game, graph, state).iter().map(|option| value(game, graph, option, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(state.clone(), value);
    value
}

#[test]
fn games_on_graphs_are_those_of_their_rules() {
    let seed = 20_261_127;
    let mut random = Random(seed);
    for round in 0..12 {
        let graph = random_graph(1 + round % 7, 2 + random.below(2), &mut random);
        for (game, (before, after)) in ON_GRAPHS.iter().enumerate() {
            let code = format!("{before}(graph6:\"{}\"){after}", write_graph6(&graph));
            let truth = value(game, &graph, &start(game, &graph), &mut BTreeMap::new());
            let game = ruleset(&code, 1);
            for name in ["oracle", "nimber-search", "components"] {
                let values = solve(kernel(name), &*game, Play::Normal, Value::GRUNDY).unwrap();
                assert_eq!(values, [truth], "seed {seed}: {code} by {name}");
            }
        }
    }
}

#[test]
fn kernels_agree_with_the_oracle_on_random_graphs() {
    let mut random = Random(9);
    for (round, (before, after)) in ON_GRAPHS.iter().enumerate() {
        let graph = random_graph(6, 2, &mut random);
        judge_with(1 + round % 2, &format!("{before}(graph6:\"{}\"){after}", write_graph6(&graph)), 1);
    }
    for (code, max) in [
        ("node-kayles:grid", 3),
        ("node-kayles:kings", 3),
        ("arc-kayles:prism", 4),
        ("node-kayles:(grid:rows=2)", 5),
        ("graph-octal:0.33,spider:1,2", 5),
        ("cram", 3),
        ("clobber:rows=1", 8),
        ("clobber:rows=2", 4),
        ("board:##->..,start=full,rows=2", 4),
        ("board:_?_/?#?/_?_->_._/.../_._,start=full,rows=3", 3),
        ("board:XX.->..X,start=XX.XXX,symmetries=mirror", 1),
        ("board:XO->.X,OX->.O,strip=O(XXO)^nX", 3),
        ("sum:cram:rows=2+nim:1", 3),
        ("sum:cram:rows=2,columns=3+nim:1", 6),
        ("sum:nim:1+deletion:configs/deletion/triangles.csv+kayles", 3),
        ("sum:grim:complete+node-kayles:star", 3),
    ] {
        judge(code, max);
    }
}

/// On trees a third kernel knows the games; it is no help on other graphs.
#[test]
fn trees_have_the_values_of_all_kernels() {
    let seed = 20_261_128;
    let mut random = Random(seed);
    for round in 0..60 {
        let n = 1 + random.below(if round % 3 == 0 { 14 } else { 9 }) as usize;
        let tree = Graph::with(n, (1..n).map(|v| (random.below(v as u64) as usize, v)));
        for family in ["node-kayles", "arc-kayles", "grim"] {
            let game = ruleset(&format!("{family}:graph6:\"{}\"", write_graph6(&tree)), 1);
            let values = ["oracle", "trees", "components"]
                .map(|name| solve(kernel(name), &*game, Play::Normal, Value::GRUNDY).unwrap());
            assert!(values.iter().all(|other| *other == values[0]), "seed {seed}: {family} {tree:?}: {values:?}");
        }
    }
    let (spiders, control) = (outline("arc-kayles:spider:3,4,5", 40), Control::free());
    let task = |memory| Task::new(&*spiders, Play::Normal, Value::GRUNDY, Bytes(memory), &control);
    let (mut values, mut others) = (Vec::new(), Vec::new());
    kernel("trees").solve(&task(1 << 30), &mut values).unwrap();
    kernel("nimber-search").solve(&task(1 << 30), &mut others).unwrap();
    assert_eq!(values, others);
    assert!(matches!(kernel("trees").solve(&task(2000), &mut Vec::new()), Err(Error::Limit { .. })));
    assert!(!kernel("trees").supports(&Task::new(
        &*outline("node-kayles:cycle", 5),
        Play::Normal,
        Value::GRUNDY,
        Bytes(1 << 30),
        &control
    )));
}

/// Rules on a board are the family that they describe.
#[test]
fn board_rules_are_the_families_that_they_describe() {
    let values =
        |code: &str, max| solve(kernel("nimber-search"), &*outline(code, max), Play::Normal, Value::GRUNDY).unwrap();
    assert_eq!(values("board:##->..,start=full,rows=3", 6), values("cram:rows=3", 6));
    assert_eq!(values("board:_?_/?#?/_?_->_._/.../_._,start=full,rows=3", 8), values("node-kayles:grid:rows=3", 8));
    assert_eq!(values("board:XO->.X,OX->.O,start=checkered,rows=2", 5), values("clobber:rows=2", 5));
    assert_eq!(values("board:XO->.X,OX->.O,strip=(XO)^n", 12)[..4], [1, 3, 0, 2]);
}

/// Any memory will do: the table forgets. Any number of threads gives the same values.
#[test]
fn neither_memory_nor_threads_change_values() {
    for (code, max) in [("cram:rows=4", 6), ("node-kayles:grid:rows=3", 12), ("node-kayles:petersen:k=2", 12)] {
        let game = outline(code, max);
        let control = Control::free();
        let mut all: Vec<Vec<u32>> = Vec::new();
        for (threads, memory) in [(1, 1 << 30), (2, 1 << 30), (3, 1 << 30), (1, 2048), (2, 16_384), (2, 262_144)] {
            // The codes of graphs are not forgotten.
            let memory = if code.contains("petersen") { 1 << 30 } else { memory };
            let task = Task::new(&*game, Play::Normal, Value::GRUNDY, Bytes(memory), &control);
            let mut values = Vec::new();
            threads_of(threads).install(|| kernel("nimber-search").solve(&task, &mut values)).unwrap();
            all.push(values);
        }
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{code}: {all:?}");
    }
}

/// A search is stopped in the middle of a row, after a few or many pauses, and finds the same value.
#[test]
fn searches_go_on_within_a_row() {
    let (code, truth) = ("cram:rows=5,columns=6", [2]);
    let game = outline(code, 1);
    let control = Control::free();
    let task = Task::new(&*game, Play::Normal, Value::GRUNDY, Bytes(1 << 28), &control);
    for (threads, passed) in [(1, 0), (1, 3), (1, 40), (2, 0), (2, 9), (3, 60)] {
        let stops = Stops { passed, ..Stops::default() };
        let (found, before) = threads_of(threads).install(|| in_halves(kernel("nimber-search"), &task, stops));
        assert_eq!((&found[..], before), (&truth[..], 0), "{threads} threads, {passed} pauses");
    }
}

#[test]
fn searches_go_on_from_a_checkpoint() {
    for (code, max) in [("cram:rows=4", 6), ("node-kayles:petersen:k=2", 12)] {
        let game = outline(code, max);
        let control = Control::free();
        let task = Task::new(&*game, Play::Normal, Value::GRUNDY, Bytes(1 << 28), &control);
        let whole = solve(kernel("nimber-search"), &*game, Play::Normal, Value::GRUNDY).unwrap();
        for name in ["nimber-search", "components"] {
            let (halves, _) = threads_of(1).install(|| in_halves(kernel(name), &task, Stops::default()));
            assert_same(code, &whole, &halves);
        }
    }
}

/// Values above 30, which facts cannot tell, are found by solving all components.
#[test]
fn large_values_are_found() {
    let code = "graph-chomp:complete-bipartite:rows=1";
    let game = ruleset(code, 7);
    let truth = solve(oracle(), &*game, Play::Normal, Value::GRUNDY).unwrap();
    let found = solve(kernel("nimber-search"), &*game, Play::Normal, Value::GRUNDY).unwrap();
    assert_same(code, &truth, &found);
}
