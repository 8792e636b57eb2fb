//! The Python programs of drafts print the terms of their drafts: for every family, and for random games of a user's
//! own.

use super::terms;
use crate::common::{expect_exit, grundy, outline, project};
use grundy::games::FAMILIES;
use grundy::games::code::parse;
use grundy::random::Random;
use grundy::ruleset::{Convention, Ruleset};
use grundy::structure::{Generating, Hackenbush, Systems};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// More codes of families whose examples have too many coordinates, or do not show everything.
const MORE: &[(&str, &[&str])] = &[
    ("nim", &["nim:2", "nim:2,first=3"]),
    ("octal", &["octal:4.07", "octal:0.12(37)", "octal:0.77,heaps=1", "octal:0.77,heaps=2"]),
    ("circular-nim", &["circular-nim:n=1,k=1", "circular-nim:n=2,k=1", "circular-nim:n=2,k=2"]),
    ("divisor", &["divisor:all,heaps=2"]),
    ("building-nim", &["building-nim:1"]),
    ("rays", &["rays:2", "rays:0/1,1/0,1/1,1/2,2/1,1/3,3/1,2/3,3/2,1/4,4/1,3/4,4/3"]),
    ("steps", &["steps:1,first=900"]),
    ("wythoff", &["wythoff:first=1", "wythoff:t=3,first=2"]),
    ("equal-take-nim", &["equal-take-nim:2"]),
    ("moore-nim", &["moore-nim:heaps=2,k=1", "moore-nim:heaps=2,k=2,limit=3", "moore-nim:heaps=1,k=1"]),
    ("greedy-nim", &["greedy-nim:1", "greedy-nim:2"]),
    ("chomp", &["chomp:rows=1", "chomp:rows=5"]),
    ("poker-nim", &["poker-nim:heaps=1,bank=3"]),
    ("sum", &["sum:(pass:nim:1)+circle:1,2", "sum:circle:1,2+circle:1,2"]),
    ("selective", &["selective:octal:0.3+nim:1", "selective:(pass:nim:1)+subtraction:1,2"]),
    ("shortened", &["shortened:octal:0.1+nim:1", "shortened:(pass:nim:1)+subtraction:1,2"]),
    ("conjunctive", &["conjunctive:octal:0.1+nim:1", "conjunctive:(sum:nim:1+nim:1)+subtraction:1,2"]),
    ("continued", &["continued:octal:0.1+nim:1", "continued:(pass:nim:1)+subtraction:1,2"]),
    ("sequential", &["sequential:octal:0.1+nim:1", "sequential:nim:1+(conjunctive:nim:1+subtraction:1,2)"]),
    ("ordinal", &["ordinal:nim:1+octal:0.1", "ordinal:(pass:nim:1)+subtraction:1,2"]),
    ("arc-kayles", &["arc-kayles:path"]),
    ("graph-octal", &["graph-octal:0.33,path"]),
    ("cram", &["cram:rows=1"]),
    ("node-kayles", &["node-kayles:star", "node-kayles:complete", "node-kayles:ladder", "node-kayles:circulant:1,3"]),
    ("edge-game", &["edge-game:connected,(prism),when=(size <= 2)", "edge-game:path,wheel"]),
    ("vertex-game", &["vertex-game:path,(star),when=(size / (left - 3) < 2)", "vertex-game:neighbourhood,bishops"]),
    ("vertex-game", &["vertex-game:vertex,(linked-cycles:k=4),when=(edges > vertices)", "vertex-game:edge,queens"]),
    ("domination", &["domination:kings", "domination:(tree:binary),total=true"]),
    ("col", &["col:hypercube", "col:complete-bipartite:rows=2", "col:(torus:rows=3),colours=1"]),
    ("snort", &["snort:caterpillar:legs=1"]),
    ("geography", &["geography:(knights),kind=edge", "geography:(star),start=4", "geography:(path),kind=edge,start=2"]),
    ("hackenbush", &["hackenbush:rooks", "hackenbush:knights", "hackenbush:cylinder:rows=2"]),
    ("clobber", &["clobber:columns=2"]),
    ("board", &["board:_?_/?#?/_?_->_._/.../_._,start=full,rows=2", "board:XX->.Y,XY->Y.,strip=Y(XX)^nX"]),
    ("board", &["board:XO.->..X,strip=(XO.)^n,symmetries=mirror"]),
    ("pass", &["pass:(pass:nim:2)", "pass:(selective:nim:1+octal:0.33)", "pass:octal:0.3,heaps=2"]),
];

/// The families without a program, and why.
const NONE: &[(&str, &str)] = &[
    ("deletion", "its only position asked for has a name, so there is no draft"),
    ("blocking", "options may be forbidden: there are only outcomes, and a program counts P-options"),
    ("fair-shares", "its values may be infinite, and these are no terms of a sequence"),
    ("annihilation", "its values may be infinite, and these are no terms of a sequence"),
    ("nimstring", "its values may be moons, which are no terms of a sequence"),
    ("generate", "a program would have to find the maximal subgroups first; nobody has written it"),
];

/// A draft, if the game has one with this range and play.
fn draft(folder: &Path, code: &str, rest: &[&str]) -> Option<String> {
    let output = grundy(folder, &[&["values", code, "--format", "oeis"], rest].concat());
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = ["`oeis` cannot be written", "cannot be used with whole positions", "positions have names"];
    match output.status.code() {
        Some(0) => Some(String::from_utf8(output.stdout).unwrap()),
        _ => {
            assert!(refused.iter().any(|why| err.contains(why)), "{code} {rest:?}: {err}");
            None
        }
    }
}

/// Runs the programs that it reads, one after the other, each with names of its own, and gives what they print: one
/// interpreter, because its start takes longer than most programs.
const ALL_PROGRAMS: &str = "
import contextlib, io, json, sys
for program in json.load(sys.stdin):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {'__name__': '__main__'})
    print(json.dumps(out.getvalue()), flush=True)
";

/// The program of a draft, if it has one.
fn program(draft: &str) -> Option<String> {
    let lines: Vec<&str> = draft.lines().filter_map(|line| line.strip_prefix("%o ")).collect();
    let (first, program) = lines.split_first()?;
    assert_eq!(*first, "(Python)", "{draft}");
    Some(program.join("\n"))
}

/// The terms that programs print.
fn printed(programs: &[String]) -> Vec<Vec<u64>> {
    let mut python = Command::new("python3");
    python.args(["-c", ALL_PROGRAMS]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = python.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&serde_json::to_vec(programs).unwrap()).unwrap();
    let ran = child.wait_with_output().unwrap();
    let texts: Vec<String> =
        String::from_utf8(ran.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failed = || format!("{}\n{}", programs[texts.len()], String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}", failed());
    let terms = |text: &String| -> Vec<u64> {
        text.trim().trim_matches(['[', ']']).split(", ").map(|term| term.parse().unwrap()).collect()
    };
    texts.iter().map(terms).collect()
}

/// Drafts whose programs must print their terms.
#[derive(Default)]
struct Drafts {
    programs: Vec<String>,
    /// The drafts, what they are of, and how many terms are enough.
    expected: Vec<(String, String, usize)>,
}

impl Drafts {
    /// Whether the draft has a program. If so, it will run.
    fn add(&mut self, draft: String, what: &str, least: usize) -> bool {
        let Some(program) = program(&draft) else { return false };
        self.programs.push(program);
        self.expected.push((draft, what.to_string(), least));
        true
    }

    fn check(self) {
        for (printed, (draft, what, least)) in printed(&self.programs).iter().zip(&self.expected) {
            let terms = terms(draft);
            let both = printed.len().min(terms.len());
            assert!(both >= terms.len().min(*least), "{what}: {printed:?}");
            assert_eq!(printed[..both], terms[..both], "{what}:\n{draft}");
        }
    }
}

fn is_on_elements(game: &dyn Ruleset) -> bool {
    game.structures().has::<Systems>() || game.structures().has::<Hackenbush>()
}

/// A bound of labels with few elements; the first two labels in any case.
fn small(code: &str) -> u64 {
    let (game, parsed) = (outline(code, 1), parse(code).unwrap().game);
    let (structures, firsts) = (game.structures(), parsed.shape.firsts());
    let label = |n: u64| vec![n; firsts.len()];
    let first = firsts.iter().copied().max().unwrap_or(0);
    let has_few = |n: u64| {
        structures.get::<Systems>().is_none_or(|systems| systems.0.elements(&label(n)) <= 10)
            && structures.get::<Hackenbush>().is_none_or(|drawings| drawings.0.vertices(&label(n)) <= 6)
    };
    (first + 1..=first + 8).take_while(|&n| has_few(n)).last().unwrap_or(first + 1)
}

#[test]
fn every_family_has_programs() {
    let (root, folder) = (project(), TempDir::new().unwrap());
    let graph = folder.path().join("graph.csv");
    fs::write(&graph, "from,to\n1,3\n1,2\n3,2\n4,1\n4,2\n5,4\n5,3\n6,\n").unwrap();
    let graph = format!("graph:{}", graph.display());
    let (mut without, mut drafts) = (BTreeSet::new(), Drafts::default());
    for family in FAMILIES {
        let more = MORE.iter().filter(|(name, _)| *name == family.name).flat_map(|(_, codes)| *codes);
        let graphs = (family.name == "graph").then_some(graph.as_str());
        let codes: Vec<&str> = family.examples.iter().chain(more).copied().chain(graphs).collect();
        let mut found = false;
        for code in codes {
            let game = outline(code, 1);
            let small = small(code).to_string();
            let range: &[&str] = match family.max.as_ref() {
                "-" => &[],
                _ if is_on_elements(&*game) => &["--max", &small],
                _ if code.starts_with("nogo") => &["--max", "3"],
                _ if code.contains("start=all") => &[],
                _ if code.starts_with("partition") => &["--max", "5"],
                _ if code == "chomp:rows=5" => &["--max", "12"],
                _ if code.contains("first=900") => &["--max", "1000"],
                _ => &["--max", "30"],
            };
            let is_plain = matches!(game.convention(), Convention::Plain);
            let is_single = is_on_elements(&*game) && !parse(code).unwrap().game.shape.has_range();
            if game.structures().has::<Generating>() || is_single || !is_plain {
                continue;
            }
            let Some(plain) = draft(&root, code, range) else { continue };
            // Graphs soon have too many positions for Python.
            let least = if is_on_elements(&*game) { 2 } else { 6 };
            assert!(drafts.add(plain, code, least), "{code} has no program");
            // Outcomes and misère play are the same for all games of a family.
            let others = if found { &[][..] } else { &[["--value", "outcome"], ["--play", "misere"]] };
            for more in others {
                // Boards soon have too many positions.
                let keeps = range.is_empty() || is_on_elements(&*game) || code.starts_with("nogo");
                let range = if keeps { range } else { &["--max", "12"] };
                let other = draft(&root, code, &[range, more].concat());
                let has = other.is_none_or(|draft| drafts.add(draft, &format!("{code} {more:?}"), least));
                assert!(has, "{code} {more:?} has no program");
            }
            found = true;
        }
        if !found {
            without.insert(family.name.to_string());
        }
    }
    drafts.check();
    assert_eq!(without, NONE.iter().map(|(name, _)| name.to_string()).collect::<BTreeSet<_>>());
}

/// A program ends with the hundredth term or the twelfth line, or where it would take long; and a table is also
/// printed as a triangle.
#[test]
fn programs_print_as_many_terms_as_are_quick() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let count = |code: &str, max: &str| {
        let program = program(&draft(root, code, &["--max", max]).unwrap());
        program.map(|program| printed(&[program])[0].len())
    };
    assert_eq!(count("octal:0.77", "150"), Some(100));
    assert_eq!(count("octal:0.77", "50"), Some(51));
    assert_eq!(count("wythoff", "40"), Some(78));
    assert_eq!(count("wythoff", "5"), Some(21));
    assert!(count("chomp:rows=3", "60").is_some_and(|terms| (30..100).contains(&terms)));
    // Without a value, a condition allows nothing; in Python a function may have one there.
    assert_eq!(count("vertex-game:vertex,(star),when=(isqrt(left - 1) < 2)", "3"), None);
    assert!(count("vertex-game:vertex,(star),when=(left - 1 < 2)", "3").is_some());
    // So many different games that the names of their generators could be confused.
    let games: Vec<String> = (1..=11).map(|k| format!("subtraction:{k}")).collect();
    let code = |count: usize| format!("selective:{}", games[..count].join("+"));
    assert!(grundy::games::code::parse(&code(9)).unwrap().game.python().is_some());
    assert!(grundy::games::code::parse(&code(10)).unwrap().game.python().is_none());
    // A list that is too long for an entry.
    let long: Vec<String> = (0..2000).map(|n| (3 * n + 1).to_string()).collect();
    assert_eq!(count(&format!("subtraction:{}", long.join(",")), "50"), None);
    let config = "[game]\ncode = \"wythoff\"\n[range]\nmax = 20\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("wythoff.toml"), config).unwrap();
    expect_exit(root, &["run", "wythoff.toml", "--out", "out"], 0);
    let triangle = fs::read_to_string(root.join("out/oeis/triangle.txt")).unwrap();
    assert!(triangle.contains("for n in range(12) for k in range(n + 1)"), "{triangle}");
    let mut drafts = Drafts::default();
    assert!(drafts.add(triangle, "triangle", 6));
    drafts.check();
}

/// Custom games as they are written: names that mean something in Python, parts, copies, positions asked for.
#[test]
fn programs_of_custom_games() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let games = [
        "moves = [\"lambda, p -> lambda - i, p for i in 1..=lambda\", \"lambda, p -> p, lambda - 1 when lambda > 0\"]",
        "moves = [\"n -> n / 2 times 3 & (i for i in n % 2..n / 3 if i != 2) when n > 0\", \"n -> nothing when n == 1\"]",
        "moves = [\"n -> (i for i in 0..n if i % k == 1) times n % 3 when n > 1\"]\nparameters = { k = 2 }",
        "moves = [\"n -> n - t for t in T[n % 3] when t <= n\"]\nparameters = { T = [[1, 2], [2], [1, 5]] }",
        "moves = [\"n -> n - i for i in 1..=n when 0 < i in {1, n / 2} and i < 7\"]",
        "moves = [\"n -> n - i for i in without(with(S, n % 4 + 1), k % 3) when i <= n\"]\nparameters = { S = \"{2, 3}\", k = 5 }",
        // Long plays between one position asked for and the next.
        "moves = [\"a -> a - 1 when a > 0\", \"a -> a / 2 when a > 5\"]\nasked = \"300 * n + max(n, 1)\"",
        // Automata that read the digits of one number, and of two.
        "moves = ['n -> n - i for i in 1..=n when automatic(\"mark.txt\", n + i) < 2']",
        "moves = ['n -> n - i for i in 1..=n when automatic(\"wythoff.txt\", [i, n]) == 1 or i < 3']",
        // A part of the condition protects the next one.
        "moves = [\"n -> n - k for k in 0..n when k > 0 and n / k != 3 and n % k == 0\"]",
    ];
    for name in ["mark.txt", "wythoff.txt"] {
        fs::copy(project().join("configs/conjectures").join(name), root.join(name)).unwrap();
    }
    let mut drafts = Drafts::default();
    for game in games {
        fs::write(root.join("game.toml"), format!("[game]\nfamily = \"custom\"\n{game}\n")).unwrap();
        for rest in [&["--max", "30"][..], &["--max", "9", "--play", "misere"]] {
            let draft = draft(root, "custom:game.toml", rest).unwrap_or_else(|| panic!("{game}"));
            assert!(drafts.add(draft, game, 6), "{game} has no program");
        }
    }
    // As parts of other games.
    let game = "[game]\nfamily = \"custom\"\nmoves = [\"a, b -> a - k, 2*k for k in 1..=min(a, b)\"]\nasked = \"n, 2*n / 3\"\n";
    fs::write(root.join("game.toml"), game).unwrap();
    let own = "custom:game.toml";
    for code in [format!("sum:nim:1+{own}"), format!("selective:{own}+nim:1"), format!("pass:{own}")] {
        for rest in [&["--max", "12"][..], &["--max", "7", "--play", "misere", "--value", "grundy"]] {
            assert!(drafts.add(draft(root, &code, rest).unwrap(), &code, 6), "{code} has no program");
        }
    }
    drafts.check();
}

/// Random expressions, most of which have a value everywhere.
struct Expressions(Random);

impl Expressions {
    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.0.below(all.len() as u64) as usize]
    }

    /// A template in which A, B are replaced by numbers and C, D by conditions.
    fn filled(&mut self, template: &str, depth: u32) -> String {
        let mut text = String::new();
        for letter in template.chars() {
            match letter {
                'A' | 'B' => text.push_str(&self.number(depth)),
                'C' | 'D' => text.push_str(&format!("({})", self.truth(depth))),
                other => text.push(other),
            }
        }
        text
    }

    fn number(&mut self, depth: u32) -> String {
        let simple = ["x", "y", "k", "m", "0", "1", "2", "3", "7", "T[1]", "len(S)", "max(T)"];
        let joined = [
            "(A + B)",
            "(A - B)",
            "A - (B - A)",
            "A * (B % 5)",
            "A / (1 + abs(B))",
            "A / -2",
            "A % (2 + abs(B))",
            "A % -3",
            "(abs(A) xor abs(B) + 1)",
            "(abs(A) bitor abs(B))",
            "(abs(A) bitand abs(B) * 3)",
            "-A ** 2",
            "(-A) ** 3 % 10",
            "2 ** (A % 4) ** 2",
            "gcd(A, B, 12)",
            "lcm(A % 7, 6)",
            "min(A, B)",
            "max(A, B, 4)",
            "min(A)",
            "nimsum(abs(A), abs(B))",
            "nimsum(T)",
            "gcd(S)",
            "lcm({A % 5, B % 3})",
            "bitor(abs(A), B % 8, 4)",
            "bitand(A % 16, bitor({A % 7, 8}))",
            "bitand(T)",
            "popcount(abs(A))",
            "bit_length(abs(A))",
            "bit(abs(A), abs(B) % 70)",
            "omega(1 + abs(A)) * big_omega(B % 40 + 1)",
            "num_divisors(1 + A % 50)",
            "signature(1 + abs(A)) % 11",
            "xor_exponents(1 + abs(A))",
            "greatest_prime(1 + abs(A)) - least_prime(B % 30 + 1)",
            "prime_index(abs(A))",
            "sorted({A, B, 7})[1]",
            "sorted([A, 3, B, 3])[A % 4]",
            "moore([abs(A), abs(B), 5], 2)",
            "moore({3, A % 8}, 1 + B % 4)",
            "nimproduct(abs(A), 3 + B % 90)",
            "nimpower(abs(A), abs(B) % 20)",
            "niminverse(1 + A % 40)",
            "isqrt(abs(A))",
            "valuation(2, 1 + abs(A))",
            "fib(A % 12)",
            "T[A % 3]",
            "floor_phi(abs(A) % 50)",
            "floor_phi2(abs(A) % 50)",
            "M[A % 2][B % 2]",
            "len({A, B})",
            "{A, B, 5}[0]",
            "[A, B, 5][A % 3]",
            "count(i % 3 == A % 3 for i in 0..=A % 9)",
            "sum(i * j for i in S for j in {A, 2} if C)",
            "-(A - 1)",
            "max({A, B})",
            "\"1f0\"[A % 3]",
        ];
        if depth == 0 {
            return self.one_of(&simple).to_string();
        }
        let template = self.one_of(&joined).to_string();
        self.filled(&template, depth - 1)
    }

    fn truth(&mut self, depth: u32) -> String {
        let all = [
            "A < B",
            "A <= B + 3",
            "A % 3 != 1",
            "mex_pair(1 + B % 2, A % 3, 1, [A % 30, B % 50])",
            "A > B % 4",
            "A >= B",
            "A == B % 5",
            "0 < A % 7 <= 3 < B + 9",
            "1 <= A % 4 in S",
            "A % 9 in T",
            "A % 5 not in {B, 1}",
            "divides(A, B)",
            "divides(3, A)",
            "is_prime(A)",
            "is_square(abs(A))",
            "not C",
            "C and D",
            "C or D",
            "C and not D or D",
            "C implies D",
            "C iff D",
            "any(i * i > A for i in T)",
            "all(i != A for i in 1..4 if C)",
            "{A % 2, 1} == {B % 2, 0}",
            "T == [4, A % 5, 4]",
            "any(i + j == A % 9 for i in S for j in 0..i)",
        ];
        let template = if depth == 0 { "A != 3" } else { self.one_of(&all) }.to_string();
        self.filled(&template, depth.saturating_sub(1))
    }

    /// The moves of a game on one or two heaps x and y; without y, x stands in its place.
    fn game(&mut self) -> String {
        let (one, two) = (
            [
                "x -> x - k for k in 1..=x for m in S when C and D",
                "x -> k & x - k for k in 1..x for m in 0..=k % 3 when C",
                "x -> x / 2 times 1 + (A) % 3 for k in {A, 2} for m in T when x > 0 and C",
                "x -> (i for i in 0..x if (i + A) % 3 == 1) & x / 3 for k in 1..3 for m in T when x > 1 and C",
            ],
            [
                "x, y -> x - k, y for k in 1..=x for m in S when C",
                "x, y -> x, y - k for k in 1..=y for m in 0..2 when C and D",
                "x, y -> x - k, min(y, m) for k in 1..=x for m in 0..=y when C",
            ],
        );
        let templates: &[&str] = if self.0.below(2) == 0 { &one } else { &two };
        let mut moves = Vec::new();
        for _ in 0..1 + self.0.below(2) {
            let template = self.one_of(templates).to_string();
            let line = self.filled(&template, 3);
            moves.push(if template.starts_with("x ->") { line.replace('y', "x") } else { line });
        }
        let moves: Vec<String> = moves.iter().map(|line| format!("'{line}'")).collect();
        format!(
            "moves = [{}]\nparameters = {{ T = [4, 1, 4], S = \"{{1, 4, 6}}\", M = [[1, 2], [3, 5]] }}",
            moves.join(", ")
        )
    }
}

#[test]
fn programs_of_random_custom_games() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (mut random, mut seen, mut drafts) = (Expressions(Random(2024)), 0, Drafts::default());
    for _ in 0..200 {
        let game = random.game();
        fs::write(root.join("game.toml"), format!("[game]\nfamily = \"custom\"\n{game}\n")).unwrap();
        let arguments = ["values", "custom:game.toml", "--max", "16", "--format", "oeis"];
        let output = grundy(root, &arguments);
        // Some expressions have no value somewhere.
        if output.status.success() {
            let draft = String::from_utf8(output.stdout).unwrap();
            seen += usize::from(terms(&draft).iter().any(|&term| term > 1));
            assert!(drafts.add(draft, &game, 6), "{game} has no program");
        }
        if seen == 24 {
            return drafts.check();
        }
    }
    panic!("only {seen} games have values");
}
