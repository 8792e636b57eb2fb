//! Lengths of plays (`value = "remoteness"`, `value = "suspense"`): known values, the definition on random games, what
//! they say about compounds, and what is refused.

use crate::common::{MEMORY, assert_same, cases, expect_exit, oracle, others, project, ruleset, solve};
use grundy::bytes::Bytes;
use grundy::control::FREE;
use grundy::games::code;
use grundy::kernel::KERNELS;
use grundy::position::examine;
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use tempfile::TempDir;

const LENGTHS: [Value; 2] = [Value::REMOTENESS, Value::SUSPENSE];

/// The ruleset of a game whose sums are single positions.
fn whole(text: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup { whole_sums: true, ..Setup::new(MEMORY, &FREE, Play::Normal) };
    code::parse(text).unwrap().game.ruleset(max, setup).unwrap()
}

/// The values by each kernel that can compute them; the oracle and `strata` must be among these.
fn lengths(text: &str, max: u64, value: Value) -> Vec<u32> {
    let ruleset = whole(text, max);
    let truth = solve(oracle(), &*ruleset, Play::Normal, value).unwrap();
    let mut names = Vec::new();
    for kernel in others() {
        let Some(found) = solve(kernel, &*ruleset, Play::Normal, value) else { continue };
        assert_same(&format!("{text}, {value}, by {}", kernel.name()), &truth, &found);
        names.push(kernel.name());
    }
    let known = ["strata", "cropped", "line-lengths", "all-but-lengths"];
    assert!(names.contains(&"strata") && names.iter().all(|name| known.contains(name)), "{names:?}");
    let along_lines = names.contains(&"line-lengths");
    assert_eq!(along_lines, IN_LINES.iter().any(|family| text.starts_with(family)), "{text}");
    let all_but = text == "nim:1" || text.starts_with("all-but:");
    assert_eq!(names.contains(&"all-but-lengths"), all_but, "{text}");
    truth
}

/// The beginnings of codes of games whose moves are lines.
const IN_LINES: [&str; 7] = ["rays:", "wythoff", "nim:2", "nim:3", "equal-take-nim", "sum:", "lines:"];

/// The length by the words of the definition: the winner takes the least of the lengths that win, the loser the largest
/// of all; or the other way round.
fn length(options: &[u32], value: Value) -> u32 {
    let (even, odd): (Vec<u32>, Vec<u32>) = options.iter().partition(|&option| option % 2 == 0);
    let best = match (value == Value::REMOTENESS, even.is_empty()) {
        (true, false) => even.iter().min(),
        (true, true) => odd.iter().max(),
        (false, false) => even.iter().max(),
        (false, true) => odd.iter().min(),
    };
    best.map_or(0, |best| best + 1)
}

#[derive(Deserialize)]
struct Known {
    source: String,
    subtraction: Vec<KnownLengths>,
}

#[derive(Deserialize)]
struct KnownLengths {
    set: Vec<u64>,
    remoteness: Vec<u32>,
    suspense: Vec<u32>,
}

fn subtraction(set: &[u64]) -> String {
    format!("subtraction:{}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
}

#[test]
fn known_lengths() {
    let known: Known = serde_json::from_str(include_str!("../../data/known/remoteness.json")).unwrap();
    assert!(known.source.contains("Winning Ways") && known.subtraction.len() >= 4);
    for game in known.subtraction {
        let code = subtraction(&game.set);
        for (value, expected) in [(Value::REMOTENESS, game.remoteness), (Value::SUSPENSE, game.suspense)] {
            assert_eq!(lengths(&code, 39, value), expected, "{code} {value}");
        }
    }
}

/// Multisets of heaps of Kayles and of Nim, by the rules in words.
#[test]
fn positions_of_sums_are_whole_positions() {
    let kayles = |n: u64| -> Vec<Vec<u64>> {
        let left = (1..=2u64).filter(|&k| k <= n).flat_map(|k| (0..=(n - k) / 2).map(move |a| vec![a, n - k - a]));
        left.collect()
    };
    let nim = |n: u64| (0..n).map(|left| vec![left]).collect::<Vec<_>>();
    type Options<'o> = &'o dyn Fn(u64) -> Vec<Vec<u64>>;
    fn of(heaps: &[u64], options: Options<'_>, value: Value, known: &mut HashMap<Vec<u64>, u32>) -> u32 {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        if let Some(&length) = known.get(&heaps) {
            return length;
        }
        let mut after = Vec::new();
        for place in 0..heaps.len() {
            for option in options(heaps[place]) {
                let rest = [&heaps[..place], &heaps[place + 1..], &option].concat();
                after.push(of(&rest, options, value, known));
            }
        }
        let length = length(&after, value);
        known.insert(heaps, length);
        length
    }
    for value in LENGTHS {
        let mut known = HashMap::new();
        let expected: Vec<u32> = (0..=14).map(|n| of(&[n], &kayles, value, &mut known)).collect();
        assert_eq!(lengths("octal:0.77", 14, value), expected, "{value}");
        let pairs = |options: Options<'_>, max: u64| -> Vec<u32> {
            let mut known = HashMap::new();
            (0..=max)
                .flat_map(|a| (0..=max).map(move |b| [a, b]))
                .map(|pair| of(&pair, options, value, &mut known))
                .collect()
        };
        assert_eq!(lengths("sum:nim:1+nim:1", 6, value), pairs(&nim, 6), "{value}");
        assert_eq!(lengths("octal:0.77,heaps=2", 6, value), pairs(&kayles, 6), "{value}");
    }
}

/// A game on one heap whose moves do not split: a subtraction set, or the digits of an octal code, of which digit k
/// says whether removing k tokens may leave nothing, something, or either.
#[derive(Debug, Clone)]
enum Heap {
    Subtraction(Vec<u64>),
    Octal(Vec<u64>),
}

impl Heap {
    fn code(&self) -> String {
        match self {
            Heap::Subtraction(set) => subtraction(set),
            Heap::Octal(digits) => format!("octal:0.{}", digits.iter().map(u64::to_string).collect::<String>()),
        }
    }

    fn options(&self, n: u64) -> Vec<u64> {
        match self {
            Heap::Subtraction(set) => set.iter().filter_map(|s| n.checked_sub(*s)).collect(),
            Heap::Octal(digits) => {
                let allowed = |&(k, digit): &(u64, &u64)| match n.checked_sub(k) {
                    Some(left) => digit & (if left == 0 { 1 } else { 2 }) != 0,
                    None => false,
                };
                (1..).zip(digits).filter(allowed).map(|(k, _)| n - k).collect()
            }
        }
    }

    fn lengths(&self, max: u64, value: Value) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::new();
        for n in 0..=max {
            let after: Vec<u32> = self.options(n).iter().map(|&m| lengths[m as usize]).collect();
            lengths.push(length(&after, value));
        }
        lengths
    }
}

fn heap() -> impl Strategy<Value = Heap> {
    prop_oneof![
        prop::collection::btree_set(1u64..8, 1..5).prop_map(|set| Heap::Subtraction(set.into_iter().collect())),
        (prop::collection::vec(0u64..4, 0..4), 1u64..4)
            .prop_map(|(digits, last)| Heap::Octal([digits, vec![last]].concat())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(80, 200)))]

    /// The definition; the theorems of Smith on conjunctive compounds; and those on the other compounds.
    #[test]
    fn random_lengths_and_compounds((a, b) in (heap(), heap())) {
        const MAX: u64 = 15;
        let [ra, rb] = [&a, &b].map(|game| game.lengths(MAX, Value::REMOTENESS));
        let [sa, sb] = [&a, &b].map(|game| game.lengths(MAX, Value::SUSPENSE));
        prop_assert_eq!(&lengths(&a.code(), MAX, Value::REMOTENESS), &ra);
        prop_assert_eq!(&lengths(&a.code(), MAX, Value::SUSPENSE), &sa);
        let outcomes = |name: &str, play: Play| {
            let code = format!("{name}:{}+{}", a.code(), b.code());
            let ruleset = ruleset(&code, MAX);
            let truth = solve(oracle(), &*ruleset, play, Value::OUTCOME).unwrap();
            // The kernel `joint` is among these.
            for kernel in others() {
                let found = solve(kernel, &*ruleset, play, Value::OUTCOME);
                found.into_iter().for_each(|found| assert_same(&format!("{code} by {}", kernel.name()), &truth, &found));
            }
            truth
        };
        let by = |rule: &dyn Fn(usize, usize) -> bool| -> Vec<u32> {
            let sizes = 0..=MAX as usize;
            sizes.clone().flat_map(|x| sizes.clone().map(move |y| (x, y))).map(|(x, y)| u32::from(rule(x, y))).collect()
        };
        let normal = |name: &str| outcomes(name, Play::Normal);
        prop_assert_eq!(normal("conjunctive"), by(&|x, y| ra[x].min(rb[y]) % 2 == 1));
        prop_assert_eq!(normal("continued"), by(&|x, y| sa[x].max(sb[y]) % 2 == 1));
        let some_n = |x: usize, y: usize| ra[x] % 2 == 1 || rb[y] % 2 == 1;
        prop_assert_eq!(normal("selective"), by(&some_n));
        prop_assert_eq!(normal("ordinal"), by(&some_n));
        prop_assert_eq!(normal("shortened"), by(&|x, y| ra[x] > 0 && rb[y] > 0 && some_n(x, y)));
        // The first game is played in normal play if the second is P, otherwise in misère play.
        let misere = solve(oracle(), &*ruleset(&a.code(), MAX), Play::Misere, Value::OUTCOME).unwrap();
        prop_assert_eq!(normal("sequential"), by(&|x, y| if rb[y] % 2 == 0 { ra[x] % 2 == 1 } else { misere[x] == 1 }));
    }
}

#[test]
fn lengths_along_lines() {
    for value in LENGTHS {
        for (code, max) in [
            ("wythoff", 20),
            ("wythoff:t=2", 12),
            ("nim:2", 12),
            ("nim:3", 6),
            ("equal-take-nim:3", 6),
            ("rays:1/0/0,0/1/0,0/0/1,0/1/1,1/0/1,1/1/0,1/1/1", 6),
            ("sum:wythoff+nim:1", 5),
            ("sum:nim:2+wythoff", 3),
        ] {
            lengths(code, max, value);
        }
    }
}

/// Jobs do not enumerate the positions of sums before they are used.
#[test]
fn lengths_of_sums_by_every_command() {
    for (code, max, expected) in [
        ("sum:nim:1+nim:1", "1", "h1,h2,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n"),
        ("subtraction:1,heaps=2", "0", "h1,h2,value\n0,0,0\n"),
        ("sum:wythoff+subtraction:7", "0", "h1,h2,h3,value\n0,0,0,0\n"),
    ] {
        for value in ["remoteness", "suspense"] {
            let (out, _) = expect_exit(&project(), &["values", code, "--max", max, "--value", value], 0);
            assert_eq!(out, expected, "{code} {value}");
        }
    }
    let count = ["count", "sum:nim:1+nim:1", "value == 1", "--max", "2", "--value", "remoteness"];
    assert!(expect_exit(&project(), &count, 0).0.contains("The condition holds for 4."));
    let check = ["check", "sum:wythoff+nim:1", "value <= h1 + h2 + h3", "--max", "4", "--value", "suspense"];
    expect_exit(&project(), &check, 0);
    let sweep = ["sweep", "subtraction:{a},heaps=2", "--over", "a=4..=5", "--max", "3", "--value", "remoteness"];
    expect_exit(&project(), &sweep, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_rays((dimensions, vectors) in (2usize..4).prop_flat_map(|dimensions| {
        let vector = prop::collection::vec(0u32..4, dimensions);
        (Just(dimensions), prop::collection::btree_set(vector.prop_filter("zero", |vector| vector.iter().any(|&x| x > 0)), 1..5))
    })) {
        let text = |vector: &Vec<u32>| vector.iter().map(u32::to_string).collect::<Vec<_>>().join("/");
        let code = format!("rays:{}", vectors.iter().map(text).collect::<Vec<_>>().join(","));
        for value in LENGTHS {
            lengths(&code, if dimensions == 2 { 13 } else { 6 }, value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_all_but_games(forbidden in prop::collection::btree_set(1u64..9, 0..6)) {
        let code = match forbidden.is_empty() {
            true => "nim:1".to_string(),
            false => subtraction(&forbidden.into_iter().collect::<Vec<_>>()).replace("subtraction", "all-but"),
        };
        for value in LENGTHS {
            lengths(&code, 40, value);
        }
    }
}

const COMPOUNDS: [&str; 6] = ["conjunctive", "continued", "selective", "shortened", "sequential", "ordinal"];

/// Counted from the components, and by visiting all rows.
#[test]
fn compounds_are_counted_without_their_rows() {
    for name in COMPOUNDS {
        for (games, max) in [("subtraction:1,2+nim:1+subtraction:2,3,7", 20), ("wythoff+all-but:1,3", 12)] {
            let folder = TempDir::new().unwrap();
            let files = ["auto", "oracle"].map(|kernel| {
                let config = format!(
                    "[game]\ncode = \"{name}:{games}\"\n[range]\nmax = {max}\n[solve]\nvalue = \"outcome\"\n\
                     kernel = \"{kernel}\"\n[analysis]\ncounts = [\"max\"]\nhistogram = true\n\
                     [output]\nformats = [\"report\"]\n"
                );
                fs::write(folder.path().join("c.toml"), config).unwrap();
                expect_exit(folder.path(), &["run", "c.toml", "--out", kernel], 0);
                ["counts.csv", "histogram.csv"]
                    .map(|file| fs::read_to_string(folder.path().join(kernel).join(file)).unwrap())
            });
            assert_eq!(files[0], files[1], "{name}:{games}");
        }
    }
}

/// The outcome from the components, and the value and winning moves from all positions.
#[test]
fn positions_of_large_compounds_have_outcomes() {
    let examined = |coded: &code::Coded, text: &str, memory: Bytes| {
        examine(coded, text, 10_000, Setup::new(memory, &FREE, Play::Normal)).unwrap()
    };
    // A kernel that looks at all options of a component needs a buffer of 1 MiB. The rest is too little for the
    // compound.
    let small = Bytes((1 << 20) + 200);
    for name in COMPOUNDS {
        let coded = code::parse(&format!("{name}:subtraction:1,2+nim:1+subtraction:2,3,7")).unwrap();
        for (x, y, z) in [(12, 9, 12), (11, 12, 10), (12, 12, 12), (10, 11, 9), (9, 10, 11)] {
            let text = format!("{x},{y},{z}");
            let (all, few) = (examined(&coded, &text, MEMORY), examined(&coded, &text, small));
            assert!(all.grundy.is_some() && few.grundy.is_none(), "{name}, {text}");
            assert_eq!((all.outcome, all.winning), (few.outcome, few.winning), "{name}, {text}");
        }
    }
    let large = "conjunctive:nim:1+subtraction:1,2+subtraction:1,3,4";
    let (out, _) = expect_exit(&project(), &["position", large, "1000000,1000000,999999"], 0);
    assert!(out.contains("outcome   N") && !out.contains("grundy"), "{out}");
    let many = ["position", "selective:nim:1+nim:1+nim:1", "1000000,1000000,999999"];
    assert!(expect_exit(&project(), &many, 0).0.ends_with("(none among the options that were looked at)\n"));
}

#[test]
fn other_kernels_do_not_compute_lengths() {
    let special: Vec<&str> =
        KERNELS.iter().filter(|kernel| kernel.knows(Value::REMOTENESS)).map(|kernel| kernel.name()).collect();
    assert_eq!(special, ["line-lengths", "all-but-lengths", "cropped", "strata", "oracle"]);
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"subtraction:1,2\"\n[range]\nmax = 9\n[solve]\nvalue = \"suspense\"\n\
                  kernel = \"subtraction-automaton\"\n[output]\nformats = []\n";
    fs::write(folder.path().join("k.toml"), config).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "k.toml", "--out", "k"], 2);
    assert!(err.contains("does not support this job; these do: `auto`, `strata`, `oracle`"), "{err}");
}

#[test]
fn lengths_have_files_periods_and_conjectures() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"subtraction:2,3,7\"\n[range]\nmax = 1000\n[solve]\nvalue = \"remoteness\"\n[analysis]\n\
                  period = true\nrecords = true\nhistogram = true\n[expect]\nprefix = [0, 0, 1, 1, 1, 2]\nmax-value = 399\n\
                  [[conjecture]]\nname = \"c\"\nholds = \"g(n) <= n\"\n[output]\nformats = [\"csv\", \"report\", \"table\", \"svg\", \"latex\"]\n";
    fs::write(folder.path().join("r.toml"), config).unwrap();
    let (_, err) = expect_exit(folder.path(), &["run", "r.toml", "--out", "r"], 0);
    assert!(err.contains("observed"), "{err}");
    let report = fs::read_to_string(folder.path().join("r/report.md")).unwrap();
    assert!(report.contains("emoteness") && !report.contains("P-positions"), "{report}");
    let (out, _) = expect_exit(folder.path(), &["verify", "r"], 0);
    assert!(out.contains("samples agree") || out.contains("sample agrees"), "{out}");
    let (out, _) =
        expect_exit(&project(), &["period", "subtraction:1,2,3", "--max", "100", "--value", "remoteness"], 0);
    assert!(out.contains(",remoteness,100,0,4,2,observed,"), "{out}");
    let sweep = ["sweep", "subtraction:1,{a}", "--over", "a=2..=4", "--max", "50", "--value", "suspense"];
    let (out, _) = expect_exit(&project(), &sweep, 0);
    assert_eq!(out.lines().count(), 4, "{out}");
    let check = ["check", "subtraction:1,2,3", "value == 2 * (n / 4) + min(n % 4, 1)", "--value", "remoteness"];
    let (out, _) = expect_exit(&project(), &[&check[..], &["--max", "100"]].concat(), 0);
    assert!(out.contains("101"), "{out}");
}

#[test]
fn lengths_besides_the_values() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let write = |name: &str, game: &str, more: &str| {
        let config = format!("{game}[analysis]\nremoteness = true\n[output]\nformats = [\"report\", \"oeis\"]\n{more}");
        fs::write(root.join(name), config).unwrap();
    };
    for (code, max) in [("subtraction:2,3,7", 39), ("wythoff", 9), ("octal:0.77", 9), ("kayles:heaps=2", 4)] {
        write("one.toml", &format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n"), "");
        expect_exit(root, &["run", "one.toml", "--out", "one", "--fresh"], 0);
        let csv = fs::read_to_string(root.join("one/remoteness.csv")).unwrap();
        let column = |place: usize| -> Vec<u32> {
            csv.lines().skip(1).map(|line| line.rsplit(',').nth(place).unwrap().parse().unwrap()).collect()
        };
        assert_eq!(
            (column(1), column(0)),
            (lengths(code, max, Value::REMOTENESS), lengths(code, max, Value::SUSPENSE))
        );
        let report = fs::read_to_string(root.join("one/report.md")).unwrap();
        assert!(report.contains("The remoteness: 0,") && report.contains("The suspense: 0,"), "{report}");
        assert!(expect_exit(root, &["verify", "one"], 0).0.contains("agree"));
        let has_draft = root.join("one/oeis/remoteness.txt").exists();
        assert_eq!(has_draft, !code.contains("heaps") && code != "wythoff", "{code}");
    }
    write(
        "sweep.toml",
        "[sweep]\ncode = \"subtraction:1,{a}\"\n[sweep.over]\na = \"2..=4\"\n[range]\nmax = 50\n",
        "[[conjecture]]\nname = \"c\"\nholds = \"max_remoteness <= max_suspense\"\n",
    );
    expect_exit(root, &["run", "sweep.toml", "--out", "sweep"], 0);
    let largest = |code: &str, value| lengths(code, 50, value).into_iter().max().unwrap();
    let maxima = fs::read_to_string(root.join("sweep/sweep_maxima.csv")).unwrap();
    let most = (2..=4).map(|a| largest(&format!("subtraction:1,{a}"), Value::REMOTENESS)).max().unwrap();
    assert!(maxima.contains(&format!(",3,max_remoteness,{most},")), "{maxima}");
    for (game, why) in [
        ("[game]\ncode = \"nim:1\"\nplay = \"misere\"\n", "are defined for normal play"),
        ("[game]\ncode = \"blocking:(wythoff),k=2\"\n", "where all moves are ordinary ones"),
    ] {
        write("bad.toml", &format!("{game}[range]\nmax = 5\n"), "");
        let (_, err) = expect_exit(root, &["run", "bad.toml", "--out", "bad"], 2);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains("`remoteness` cannot be answered: ") && err.contains(why), "{game}: {err}");
    }
}

#[test]
fn what_is_refused_and_why() {
    let folder = TempDir::new().unwrap();
    let refuse = |more: &str, fragment: &str| {
        let config = format!(
            "[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n[solve]\nvalue = \"remoteness\"\n{more}[output]\nformats = []\n"
        );
        fs::write(folder.path().join("c.toml"), config).unwrap();
        let (_, err) = expect_exit(folder.path(), &["run", "c.toml", "--out", "r"], 2);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains(fragment), "{more}: {err}");
    };
    refuse("[analysis]\nzeros = true\n", "`zeros` cannot be answered: lengths of plays are computed");
    refuse("[analysis]\ncounts = [\"max\"]\n", "`counts` cannot be answered: lengths of plays are computed");
    refuse("[analysis]\npatterns = true\n", "`patterns` cannot be answered: lengths of plays are computed");
    refuse("[expect]\nzeros = 3\n", "`zeros` cannot be answered: lengths of plays are computed");
    refuse("[[conjecture]]\nname = \"c\"\nholds = \"outcome == P\"\n", "use `value % 2 == 0`");
    refuse("[[conjecture]]\nname = \"c\"\nholds = \"outcome(h1, h2) == P\"\n", "use `value % 2 == 0`");
    let misere = ["values", "nim:1", "--max", "9", "--value", "suspense", "--play", "misere"];
    let (_, err) = expect_exit(&project(), &misere, 2);
    assert!(err.contains("suspense is defined for normal play only"), "{err}");
    let (_, err) = expect_exit(&project(), &["values", "nim:1", "--max", "9", "--value", "length"], 2);
    assert!(err.contains("remoteness") && err.contains("suspense"), "{err}");
}
