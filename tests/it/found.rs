//! Ready-made games of several kinds against brute force on graphs and boards, and the results of docs/results.md.

use crate::common::{expect_exit, fastest, project, ruleset_in, solve};
use grundy::kernel::KERNELS;
use grundy::ruleset::{Play, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A graph with the vertices 0, 1, ....
#[derive(Default)]
struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    fn vertex(&mut self) -> usize {
        self.vertices += 1;
        self.vertices - 1
    }

    /// Adds a path of new vertices at a vertex; returns its last vertex.
    fn ray(&mut self, from: usize, length: usize) -> usize {
        (0..length).fold(from, |last, _| {
            let next = self.vertex();
            self.edges.push((last, next));
            next
        })
    }

    fn rays(&mut self, from: usize, lengths: &[usize]) {
        for &length in lengths {
            self.ray(from, length);
        }
    }

    fn path(n: usize) -> Self {
        let mut graph = Self::default();
        if n > 0 {
            let first = graph.vertex();
            graph.ray(first, n - 1);
        }
        graph
    }

    fn star(rays: &[usize]) -> Self {
        let mut graph = Self::default();
        let centre = graph.vertex();
        graph.rays(centre, rays);
        graph
    }

    fn bistar(a: usize, b: usize, c: usize, m: usize, n: usize) -> Self {
        let mut graph = Self::star(&[a, b]);
        let centre = graph.ray(0, m + 1);
        graph.rays(centre, &[c, n]);
        graph
    }

    fn tadpole(k: usize, n: usize) -> Self {
        let mut graph = Self::path(k);
        graph.edges.push((0, k - 1));
        graph.ray(0, n);
        graph
    }

    /// A spine with a vertex for each number of leaves.
    fn caterpillar(leaves: &[usize]) -> Self {
        let mut graph = Self::path(leaves.len());
        for (vertex, &count) in leaves.iter().enumerate() {
            graph.rays(vertex, &vec![1; count]);
        }
        graph
    }

    /// The value of a game on it, by a search that knows only the graph.
    fn value(&self, game: &str, folder: &Path) -> u32 {
        let alone = (0..self.vertices).filter(|v| self.edges.iter().all(|(a, b)| a != v && b != v));
        let alone: Vec<usize> = alone.collect();
        let of_edges = game.starts_with("edge-game");
        if self.vertices == 0 || (of_edges && self.edges.is_empty()) {
            return 0;
        }
        let mut text = "u,v\n".to_string();
        self.edges.iter().for_each(|(a, b)| text.push_str(&format!("{a},{b}\n")));
        alone.iter().filter(|_| !of_edges).for_each(|v| text.push_str(&format!("{v},\n")));
        let file = folder.join("edges.csv");
        fs::write(&file, text).unwrap();
        let separator = if game.contains(':') { ',' } else { ':' };
        fastest(&format!("{game}{separator}file:{}", file.display()), 0, Value::GRUNDY)[0]
    }
}

/// The graph of a position such as `star(2,3,4)`.
fn graph_of(position: &str) -> Graph {
    let (name, inner) = position.strip_suffix(')').unwrap().split_once('(').unwrap();
    let numbers: Vec<usize> = inner.split(',').map(|number| number.parse().unwrap()).collect();
    match (name, &numbers[..]) {
        ("path", &[n]) => Graph::path(n),
        ("star", &[n]) => Graph::caterpillar(&[n]),
        ("star", rays) => Graph::star(rays),
        ("bistar", &[a, b, c, m, n]) => Graph::bistar(a, b, c, m, n),
        ("tadpole", &[k, n]) => Graph::tadpole(k, n),
        ("two" | "three" | "four", leaves) => Graph::caterpillar(leaves),
        _ => panic!("{position}"),
    }
}

#[test]
fn games_of_kinds_are_those_on_graphs() {
    let folder = TempDir::new().unwrap();
    for (config, max, game) in [
        ("octal-bistar", 4, "graph-octal:0.33"),
        ("octal-star-4-4", 6, "graph-octal:0.33"),
        ("subtraction-stars-124", 7, "graph-octal:0.3303"),
        ("subtraction-stars-23", 7, "graph-octal:0.033"),
        ("caterpillar-spine-2", 4, "edge-game:path"),
        ("caterpillar-spine-3", 2, "edge-game:path"),
        ("node-kayles-star-5-5", 4, "node-kayles"),
        ("node-kayles-tadpoles", 7, "node-kayles"),
        ("arc-kayles-star-2-12", 4, "arc-kayles"),
        ("arc-kayles-tadpoles", 7, "arc-kayles"),
    ] {
        let text = fs::read_to_string(project().join(format!("configs/kinds/{config}.toml"))).unwrap();
        let without: Vec<&str> = text.lines().filter(|line| !line.starts_with("asked =")).collect();
        fs::write(folder.path().join("game.toml"), without.join("\n")).unwrap();
        let code = format!("custom:{}", folder.path().join("game.toml").display());
        let ruleset = ruleset_in(&code, max, Play::Normal);
        let kernel = KERNELS.iter().find(|kernel| kernel.name() == "kinds").unwrap();
        let values = solve(*kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        assert!(values.len() > 50, "{config}");
        for (row, &value) in values.iter().enumerate() {
            let position = ruleset.rows().show_row(row as u64);
            assert_eq!(graph_of(&position).value(game, folder.path()), value, "{config}: {position}");
        }
    }
}

/// The periods of (word)^m in docs/results.md: the least period, and the least m from which it holds.
fn words() -> BTreeMap<String, (usize, usize)> {
    let text = fs::read_to_string(project().join("docs/results.md")).unwrap();
    let mut words = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| x") || line.starts_with("| |")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        for cell in cells.chunks(3).filter(|cell| cell[0].starts_with('x')) {
            let first = |text: &str| text.split(' ').next().unwrap().parse().unwrap();
            words.insert(cell[0].to_string(), (first(cell[1]), first(cell[2])));
        }
    }
    words
}

/// The least period and preperiod of a list whose period is known to begin before its middle.
fn least(values: &[u32]) -> (usize, usize) {
    let from = |p: usize| {
        let pairs = values.iter().zip(&values[p..]);
        values.len() - p - pairs.rev().take_while(|(a, b)| a == b).count()
    };
    let period = (1..values.len() / 4).find(|&p| from(p) < values.len() / 2).unwrap();
    (period, from(period))
}

#[test]
fn periods_of_clobber_on_words() {
    let (words, folder) = (words(), TempDir::new().unwrap());
    assert_eq!(words.len(), 13);
    let file = project().join("configs/kinds/clobber-words.toml");
    for (word, claimed) in &words {
        let letters: Vec<&str> = word.chars().map(|letter| if letter == 'x' { "0" } else { "1" }).collect();
        let length = word.len();
        let code = format!("custom:({},W=[{}],m={length})", file.display(), letters.join(","));
        let list = |code: &str, max: usize| -> Vec<u32> {
            let arguments = ["values", code, "--max", &max.to_string(), "--format", "list"];
            let (out, _) = expect_exit(folder.path(), &arguments, 0);
            out.trim().split(", ").map(|value| value.parse().unwrap()).collect()
        };
        // A period of xxo takes 18,146 values of 27 kinds: its certificate is checked instead.
        let values = list(&code, if word == "xxo" { 60 } else { 2800 });
        let copies: Vec<u32> = values.into_iter().step_by(length).collect();
        let board = format!("board:XO->.X,OX->.O,strip=({})^n", word.to_uppercase());
        let searched = list(&board, 22 / length);
        assert_eq!(copies[1..=searched.len()], searched, "{word}");
        if word != "xxo" {
            assert_eq!(least(&copies), *claimed, "{word}");
            let (out, _) = expect_exit(folder.path(), &["period", &code, "--max", "2800"], 0);
            assert!(out.contains(",proved,kinds,"), "{out}");
        }
    }
    let text = fs::read_to_string(project().join("data/certificates/kinds/clobber-xxo.json")).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
    let claim = &certificate["claims"][0];
    assert_eq!(certificate["rules"][0]["kind"], "w(0,0,0,n)");
    assert_eq!((&claim["kind"], &claim["preperiod"], &claim["period"]), (&0.into(), &5434.into(), &1200.into()));
    // The last exception is at a whole number of copies, and so is the preperiod of the copies.
    assert_eq!((words["xxo"], 5433 % 3, 5433 / 3 + 1), ((400, 1812), 0, 1812));
}

/// The script that checks the theorem on stars computes the values of the program.
#[test]
fn the_checker_of_stars_knows_the_game() {
    let config = format!("custom:{}", project().join("configs/kinds/arc-kayles-star-2-12.toml").display());
    let (own, _) = expect_exit(&project(), &["values", &config, "--max", "150", "--format", "list"], 0);
    let script = project().join("scripts/check_stars.py");
    let output = Command::new("python3").arg(script).args(["--row", "2,12", "--to", "150"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), own);
}
