//! Games made of games (`sum`, `selective` and the other compounds, `pass`) and names: random compounds compared with a
//! simple evaluator that does not use ranks or strata; and what is refused.

use crate::common::{assert_same, cases, expect_exit, oracle, others, project, ruleset_in, solve};
use grundy::kernel::Kernel;
use grundy::ruleset::{Play, Ruleset, Value};
use proptest::prelude::*;
use std::collections::HashMap;

/// A game as a tree of games, with its own implementation of the rules.
#[derive(Debug, Clone)]
enum Game {
    /// One heap: remove s tokens, for some s in the set.
    Subtraction(Vec<u64>),
    /// One heap, with a code of digits 0 to 3: digit k says whether removing k tokens may leave nothing,
    /// something, or either.
    Octal(Vec<u64>),
    /// Two heaps, with the moves of a queen.
    Queen,
    /// Several games at the same time, with the name of the compound.
    Joint(&'static str, Vec<Game>),
    Pass(Box<Game>),
}

/// The compounds of several games.
const COMPOUNDS: [&str; 7] = ["sum", "selective", "shortened", "conjunctive", "continued", "sequential", "ordinal"];

/// A position: the numbers of all games, one game after the other. A game with a pass has an additional
/// number, which is 1 if the pass is available.
type Position = Vec<u64>;

impl Game {
    fn code(&self) -> String {
        let list =
            |numbers: &[u64], between: &str| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between);
        let join = |games: &[Game]| games.iter().map(|game| format!("({})", game.code())).collect::<Vec<_>>().join("+");
        match self {
            Game::Subtraction(set) => format!("subtraction:{}", list(set, ",")),
            Game::Octal(digits) => format!("octal:0.{}", list(digits, "")),
            Game::Queen => "queen".to_string(),
            Game::Joint(name, games) => format!("{name}:{}", join(games)),
            Game::Pass(game) => format!("pass:({})", game.code()),
        }
    }

    fn coordinates(&self) -> usize {
        match self {
            Game::Subtraction(_) | Game::Octal(_) => 1,
            Game::Queen => 2,
            Game::Joint(_, games) => games.iter().map(Game::coordinates).sum(),
            Game::Pass(game) => game.coordinates(),
        }
    }

    /// The position of a label, with every pass available.
    fn asked(&self, label: &mut impl Iterator<Item = u64>) -> Position {
        match self {
            Game::Subtraction(_) | Game::Octal(_) => label.by_ref().take(1).collect(),
            Game::Queen => label.by_ref().take(2).collect(),
            Game::Joint(_, games) => games.iter().flat_map(|game| game.asked(label)).collect(),
            Game::Pass(game) => {
                let mut position = game.asked(label);
                position.push(1);
                position
            }
        }
    }

    fn numbers(&self) -> usize {
        match self {
            Game::Subtraction(_) | Game::Octal(_) => 1,
            Game::Queen => 2,
            Game::Joint(_, games) => games.iter().map(Game::numbers).sum(),
            Game::Pass(game) => game.numbers() + 1,
        }
    }

    fn options(&self, at: &[u64]) -> Vec<Position> {
        match self {
            Game::Subtraction(set) => set.iter().filter(|&&s| s <= at[0]).map(|s| vec![at[0] - s]).collect(),
            Game::Octal(digits) => {
                let allowed = |&(k, digit): &(u64, &u64)| match at[0].checked_sub(k) {
                    Some(0) => digit & 1 != 0,
                    Some(_) => digit & 2 != 0,
                    None => false,
                };
                (1..).zip(digits).filter(allowed).map(|(k, _)| vec![at[0] - k]).collect()
            }
            Game::Queen => {
                let least = at[0].min(at[1]);
                let straight = (0..at[0]).map(|x| vec![x, at[1]]).chain((0..at[1]).map(|y| vec![at[0], y]));
                straight.chain((1..=least).map(|k| vec![at[0] - k, at[1] - k])).collect()
            }
            Game::Joint(name, games) => joint_options(name, games, at),
            Game::Pass(game) => {
                let (own, pass) = at.split_at(at.len() - 1);
                let mut options = game.options(own);
                options.iter_mut().for_each(|option| option.push(pass[0]));
                if pass[0] == 1 && !options.is_empty() {
                    options.push([own, &[0]].concat());
                }
                options
            }
        }
    }

    /// The value of a position: the Grundy value; in misère play, 1 if the player to move wins.
    fn value(&self, at: &Position, play: Play, known: &mut HashMap<Position, u32>) -> u32 {
        if let Some(&value) = known.get(at) {
            return value;
        }
        let values: Vec<u32> = self.options(at).iter().map(|option| self.value(option, play, known)).collect();
        let value = match play {
            Play::Normal => (0..).find(|value| !values.contains(value)).unwrap(),
            Play::Misere => u32::from(values.is_empty() || values.contains(&0)),
        };
        known.insert(at.clone(), value);
        value
    }
}

/// The options of several games at the same time. All combinations of staying or moving in each game are made; the
/// compound says which of them are moves.
fn joint_options(name: &str, games: &[Game], at: &[u64]) -> Vec<Position> {
    // For each combination, which games have moved, and their positions.
    let mut choices: Vec<(Vec<bool>, Vec<Position>)> = vec![(Vec::new(), Vec::new())];
    let (mut rest, mut live) = (at, Vec::new());
    for game in games {
        let (own, others) = rest.split_at(game.numbers());
        rest = others;
        let options = game.options(own);
        live.push(!options.is_empty());
        let one = |moved: bool, position: &[u64], (so_far, positions): &(Vec<bool>, Vec<Position>)| {
            ([&so_far[..], &[moved]].concat(), [&positions[..], &[position.to_vec()]].concat())
        };
        let extended = choices.iter().flat_map(|choice| {
            let moved = options.iter().map(|option| one(true, option, choice)).collect::<Vec<_>>();
            std::iter::once(one(false, own, choice)).chain(moved)
        });
        choices = extended.collect();
    }
    let first_live = live.iter().position(|&live| live);
    let allowed = |moved: &[bool]| {
        let count = moved.iter().filter(|&&moved| moved).count();
        count > 0
            && match name {
                "sum" | "ordinal" => count == 1,
                "selective" => true,
                "shortened" => live.iter().all(|&live| live),
                "conjunctive" => count == games.len(),
                "continued" => moved == live,
                "sequential" => count == 1 && moved.iter().position(|&moved| moved) == first_live,
                other => panic!("{other}"),
            }
    };
    let allowed = choices.into_iter().filter(|(moved, _)| allowed(moved));
    let option = |(moved, mut positions): (Vec<bool>, Vec<Position>)| {
        if name == "ordinal" {
            // In all games of these tests, zeros are a position without moves.
            let turn = moved.iter().position(|&moved| moved).unwrap();
            positions[turn + 1..].iter_mut().for_each(|position| position.fill(0));
        }
        positions.concat()
    };
    allowed.map(option).collect()
}

fn leaf() -> impl Strategy<Value = Game> {
    prop_oneof![
        4 => prop::collection::btree_set(1u64..6, 1..4).prop_map(|set| Game::Subtraction(set.into_iter().collect())),
        3 => (prop::collection::vec(0u64..4, 0..3), 1u64..4)
            .prop_map(|(digits, last)| Game::Octal([digits, vec![last]].concat())),
        1 => Just(Game::Queen),
    ]
}

fn game() -> impl Strategy<Value = Game> {
    leaf().prop_recursive(3, 6, 3, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|game| Game::Pass(Box::new(game))),
            3 => (prop::sample::select(&COMPOUNDS[..]), prop::collection::vec(inner, 2..4))
                .prop_map(|(name, games)| Game::Joint(name, games)),
        ]
    })
}

/// Checks what rulesets promise: strata partition the positions, options consist of positions of lower
/// strata, and `settled` is correct.
fn strata_are_sound(what: &str, ruleset: &dyn Ruleset) {
    let mut stratum_of = vec![None; ruleset.positions() as usize];
    for stratum in 0..ruleset.strata() {
        for rank in (0..ruleset.slots(stratum)).filter_map(|slot| ruleset.slot(stratum, slot)) {
            assert_eq!(stratum_of[rank as usize].replace(stratum), None, "{what}: {rank} twice");
        }
    }
    let stratum_of: Vec<u64> = stratum_of.into_iter().map(|stratum| stratum.expect(what)).collect();
    for (rank, &stratum) in (0..).zip(&stratum_of) {
        ruleset.each_option(rank, &mut |entries| {
            assert!(entries.iter().all(|&entry| stratum_of[entry as usize] < stratum), "{what}: {rank}");
        });
    }
    for stratum in 0..ruleset.strata() {
        let settled = ruleset.settled(stratum) as usize;
        assert!(stratum_of[..settled].iter().all(|&other| other <= stratum), "{what}: settled({stratum})");
    }
    assert_eq!(ruleset.settled(ruleset.strata() - 1), ruleset.positions(), "{what}");
}

/// Compares every kernel with the simple evaluator.
fn judge(game: &Game, max: u64) {
    let code = game.code();
    for play in [Play::Normal, Play::Misere] {
        let ruleset = ruleset_in(&code, max, play);
        let (mut known, mut label) = (HashMap::new(), Vec::new());
        let expected: Vec<u32> = (0..ruleset.rows().len())
            .map(|row| {
                ruleset.rows().label(row, &mut label);
                let at = game.asked(&mut label.iter().copied());
                game.value(&at, play, &mut known)
            })
            .collect();
        let outcomes = expected.iter().map(|&value| value.min(1)).collect();
        let kinds = match play {
            Play::Normal => vec![(Value::GRUNDY, expected), (Value::OUTCOME, outcomes)],
            Play::Misere => vec![(Value::OUTCOME, expected)],
        };
        for (value, plain) in kinds {
            for kernel in others().chain([oracle()]) {
                let Some(found) = solve(kernel as &dyn Kernel, &*ruleset, play, value) else { continue };
                assert_same(&format!("{code}, {play} {value}, by {}", kernel.name()), &plain, &found);
            }
        }
        strata_are_sound(&code, &*ruleset);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 256)))]

    #[test]
    fn random_games_made_of_games(game in game()) {
        let max = match game.coordinates() {
            1 => 12,
            2 => 5,
            3 => 3,
            4 => 2,
            _ => 1,
        };
        judge(&game, max);
    }
}

/// Pieces of codes, to be joined in any order.
const PIECES: [&str; 22] = [
    "pass:",
    "selective:",
    "conjunctive:",
    "ordinal:",
    "sum:",
    "nim:1",
    "nim:2",
    "kayles",
    "subtraction:1,3",
    "subtraction:squares",
    "octal:0.33",
    "queen",
    "(",
    ")",
    "+",
    ",",
    "heaps=2",
    ":",
    "{",
    "}",
    " ",
    "=",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_code_makes_a_panic_and_canonical_codes_stay(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..9)) {
        let code = pieces.concat();
        if let Ok(coded) = grundy::games::code::parse(&code) {
            let canonical = coded.game.code;
            let again = grundy::games::code::parse(&canonical).unwrap_or_else(|error| panic!("{code}: {error}"));
            prop_assert_eq!(again.game.code, canonical);
        }
    }
}

#[test]
fn deep_nesting_is_read_or_refused() {
    for (depth, code) in [(255, "nim:1"), (255, "kayles"), (1000, "nim:1")] {
        let code = "pass:".repeat(depth) + code;
        let read = grundy::games::code::parse(&code);
        assert_eq!(read.is_ok(), depth == 255 && code.ends_with("nim:1"), "{depth}");
    }
}

#[test]
fn a_component_without_a_position_that_has_no_moves() {
    // In 0.1 a heap of 1 is taken as a whole, so what is left is not a heap.
    let heap = || Game::Octal(vec![1]);
    for name in COMPOUNDS {
        judge(&Game::Joint(name, vec![heap(), heap()]), 3);
        judge(&Game::Joint(name, vec![Game::Pass(Box::new(heap())), Game::Octal(vec![3, 3])]), 5);
        judge(&Game::Joint(name, vec![Game::Octal(vec![3, 3]), heap(), heap()]), 3);
        judge(&Game::Pass(Box::new(Game::Joint(name, vec![heap(), Game::Queen]))), 3);
    }
}

#[test]
fn compounds_know_what_they_are() {
    let code =
        |text: &str| grundy::games::code::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).game.code;
    for (spelled, canonical) in [
        ("pass:(nim:3)", "pass:nim:3"),
        ("pass:sum:nim:1+queen", "pass:(sum:nim:1+queen)"),
        ("sum:(pass:nim:1)+nim:2", "sum:(pass:nim:1)+nim:2"),
        ("sum:nim:1+pass:nim:2", "sum:nim:1+(pass:nim:2)"),
        ("sum:nim:1+sum:nim:2+nim:3", "sum:nim:1+nim:2+nim:3"),
        ("selective:(selective:nim:1+queen)+nim:2", "selective:nim:1+queen+nim:2"),
        ("selective:(sum:nim:1+queen)+nim:2", "selective:(sum:nim:1+queen)+nim:2"),
        ("sum:(selective:nim:1+queen)+nim:2", "sum:(selective:nim:1+queen)+nim:2"),
        ("continued:(continued:nim:1+queen)+nim:2", "continued:nim:1+queen+nim:2"),
        ("ordinal:nim:1+ordinal:queen+nim:2", "ordinal:nim:1+queen+nim:2"),
        ("conjunctive:(continued:nim:1+queen)+nim:2", "conjunctive:(continued:nim:1+queen)+nim:2"),
        ("sum:nim:1+shortened:nim:2+nim:3", "sum:nim:1+(shortened:nim:2+nim:3)"),
        ("pass:sequential:nim:1+queen", "pass:(sequential:nim:1+queen)"),
        ("pass:pass:nim:1", "pass:(pass:nim:1)"),
        ("pass:subtraction:1,2,heaps=2", "pass:subtraction:1,2,heaps=2"),
        ("tartan:ruler*(turning-turtles)", "tartan:coin-turning:ruler*coin-turning:turtles"),
        (
            "tartan:(tartan:ruler*mock-turtles)*coin-turning:twins",
            "tartan:coin-turning:ruler*coin-turning:mock-turtles*coin-turning:twins",
        ),
        ("sum:(tartan:ruler*ruler)+nim:1", "sum:(tartan:coin-turning:ruler*coin-turning:ruler)+nim:1"),
        ("pass:subtract-a-square", "pass:subtraction:squares"),
    ] {
        assert_eq!(code(spelled), canonical);
        assert_eq!(code(canonical), canonical);
    }
}

#[test]
fn what_is_refused_and_why() {
    for (code, fragments) in [
        ("pass:octal:0.77", &["code:1:6", "the moves of `octal:0.77` split", "belongs to one heap"][..]),
        ("pass:kayles", &["the moves of `octal:0.77` split"]),
        ("pass:(octal:0.77,heaps=2)", &["the moves of `octal:0.77,heaps=2` split"]),
        ("pass:(sum:nim:1+octal:0.77)", &["the moves of `sum:nim:1+octal:0.77` split"]),
        ("pass:coin-turning:ruler", &["the moves of `coin-turning:ruler` split"]),
        ("selective:nim:1+octal:4.3", &["the moves of `octal:4.3` split", "moves in several of the parts"]),
        ("selective:nim:1", &["a selective compound requires at least two games", "as in `selective:subtraction"]),
        ("shortened:nim:1+octal:4.3", &["the moves of `octal:4.3` split", "moves in several of the parts"]),
        ("conjunctive:nim:1+octal:4.3", &["the moves of `octal:4.3` split", "moves in several of the parts"]),
        ("continued:nim:1+kayles", &["the moves of `octal:0.77` split", "moves in several of the parts"]),
        ("sequential:kayles+nim:1", &["the moves of `octal:0.77` split", "would be several positions"]),
        ("ordinal:nim:1+grundys-game", &["the moves of `grundys-game` split", "would be several positions"]),
        (
            "conjunctive:nim:1",
            &["a conjunctive compound requires at least two games", "as in `conjunctive:subtraction"],
        ),
        ("continued:nim:1", &["a continued conjunctive compound requires at least two games"]),
        ("ordinal:", &["`games` is empty"]),
        ("sequential:nim:1+graph:configs/graph/diamond.csv", &["has names for rows and no range"]),
        ("selective:nim:1+graph:configs/graph/diamond.csv", &["has names for rows and no range"]),
        (
            "sum:queen+pass:nim:1+nim:2",
            &["code:1:16", "`nim:1+nim:2` is not one game", "`(pass:nim:1)+nim:2`", "`pass:(sum:nim:1+nim:2)`"],
        ),
        ("pass:sum:nim:1+nim:x", &["code:1:20", "cannot be x"]),
        ("pass:(nim:1),heaps=2", &["unexpected text after a code in parentheses"]),
        ("tartan:ruler*nim:1", &["code:1:14", "`nim:1` is no coin-turning game", "joined by `*`"]),
        ("tartan:ruler*(coin-turning:twins,heaps=2)", &["`coin-turning:twins,heaps=2` is no coin-turning game"]),
        ("tartan:ruler", &["a product has between 2 and 8 games, but there are 1"]),
        ("tartan:ruler*ruler*ruler*ruler*ruler*ruler*ruler*ruler*ruler", &["but there are 9"]),
        ("tartan:ruler**ruler", &["code:1:14", "a game of the product is missing"]),
        ("tartan:ruler*", &["a game of the product is missing"]),
        ("tartan:ruler*rulr", &["code:1:14", "did you mean `ruler`?"]),
        ("tartan", &["`games` is empty", "joined by `*`"]),
        (
            "sum:tartan:ruler*ruler+nim:1",
            &["code:1:18", "but `ruler+nim:1` is not one game", "write `(tartan:ruler*ruler)+nim:1`"],
        ),
        ("pass:tartan:ruler*ruler", &["split"]),
        ("pass", &["`game` is empty"]),
        ("pass:nym:1", &["code:1:6", "there is no family `nym`"]),
        ("kayles:heaps=0", &["`heaps` cannot be 0"]),
        ("kayls", &["did you mean `kayles`?"]),
    ] {
        let (_, err) = expect_exit(&project(), &["values", code, "--max", "3"], 2);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        for fragment in fragments {
            assert!(err.contains(fragment), "{code}: {fragment} is not in: {err}");
        }
    }
    // If there are too many positions, the game is refused before work starts.
    let passes = "pass:".repeat(100) + "nim:2";
    expect_exit(&project(), &["values", &passes, "--max", "9"], 3);
    expect_exit(&project(), &["values", "selective:nim:5+nim:5+nim:5", "--max", "99"], 3);
}

/// Whether the player about to move wins in misère play, with two tokens on a graph.
fn misere_wins(edges: &[&[usize]], one: usize, other: usize) -> bool {
    let moves = edges[one].iter().map(|&to| (to, other)).chain(edges[other].iter().map(|&to| (one, to)));
    let after: Vec<bool> = moves.map(|(one, other)| misere_wins(edges, one, other)).collect();
    after.is_empty() || after.contains(&false)
}

/// Tokens on the graph of a file are summands; its vertices are numbered.
#[test]
fn tokens_on_graphs_are_summed() {
    let diamond = "graph:configs/graph/diamond.csv";
    // top, left, right, bottom, side
    let values = [0, 1, 2, 0, 1];
    let edges: [&[usize]; 5] = [&[1, 2], &[3], &[3, 4], &[], &[3]];
    let rows = |args: &[&str]| -> Vec<Vec<String>> {
        let (out, _) = expect_exit(&project(), args, 0);
        out.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
    };
    let numbers = |row: &[String]| -> Vec<usize> { row.iter().filter_map(|field| field.parse().ok()).collect() };
    // The range bounds the heap alone: there are five vertices.
    let all = rows(&["values", &format!("sum:{diamond}+nim:1"), "--max", "6", "--format", "csv"]);
    assert_eq!(all.len(), 35);
    assert!(all.iter().map(|row| numbers(row)).all(|row| row[2] == values[row[0]] ^ row[1]), "{all:?}");
    // Without a range all vertices are there.
    let two = format!("{diamond},heaps=2");
    let all = rows(&["values", &two, "--format", "csv"]);
    assert_eq!(all.len(), 25);
    assert!(all.iter().map(|row| numbers(row)).all(|row| row[2] == values[row[0]] ^ values[row[1]]), "{all:?}");
    assert_eq!(rows(&["values", &two, "--max", "2", "--format", "csv"]).len(), 9);
    let all = rows(&["values", &two, "--play", "misere", "--format", "csv"]);
    assert_eq!(all.len(), 25);
    for row in all {
        let label = numbers(&row);
        assert_eq!(row[2] == "N", misere_wins(&edges, label[0], label[1]), "{row:?}");
    }
    for (code, at, shown) in [
        (two.as_str(), "right + left", &["grundy    3", "right + left -> side + left"][..]),
        (two.as_str(), "right,right", &["outcome   P "]),
        (two.as_str(), "2,4", &["grundy    3", "2,4 -> side + 4"]),
        ("sum:graph:configs/graph/diamond.csv+nim:1", "top + 4", &["grundy    4", "top + 4 -> top + 0"]),
        ("sum:graph:configs/graph/diamond.csv+cram:rows=1,columns=2", "side + ##", &["outcome   P "]),
    ] {
        let (out, _) = expect_exit(&project(), &["position", code, at], 0);
        shown.iter().for_each(|shown| assert!(out.contains(shown), "{code} {at}: {out}"));
    }
    // One token and one position: a sequence that ends.
    let all = rows(&["values", "sum:graph:configs/graph/diamond.csv+cram:rows=1,columns=2", "--format", "csv"]);
    assert_eq!(all.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["1", "0", "3", "1", "0"]);
    for (code, at, words) in [
        (two.as_str(), "right", "it has 1 part"),
        (two.as_str(), "right + middle", "`right + middle` is not a position of"),
        (two.as_str(), "right + 5", "`right + 5` is not a position of"),
    ] {
        let (_, err) = expect_exit(&project(), &["position", code, at], 2);
        assert!(err.contains(words), "{code} {at}: {err}");
    }
}

#[test]
fn one_position_of_a_compound() {
    for (code, at, outcome, moves) in [
        ("pass:nim:2", "1,2", "P", &[][..]),
        ("pass:nim:2", "1,2 with pass", "P", &[]),
        ("pass:nim:2", "1,2 without pass", "N", &["1,2 without pass -> 1,1 without pass"]),
        ("pass:nim:1", "2", "N", &["2 -> 0 with pass"]),
        ("pass:graph:configs/graph/diamond.csv", "right", "N", &["right -> bottom with pass"]),
        ("sum:(selective:nim:1+nim:1)+nim:1", "(1+1)+2", "P", &[]),
        ("selective:(sum:nim:1+nim:1)+nim:1", "(1+1)+1", "N", &["(1+1)+1 -> 1,1 + 0"]),
        ("sequential:nim:1+nim:1", "2,3", "N", &["2,3 -> 1 + 3"]),
        ("ordinal:nim:1+octal:0.1", "2+1", "N", &["2+1 -> 0 + 0"]),
    ] {
        let (out, _) = expect_exit(&project(), &["position", code, at], 0);
        assert!(out.contains(&format!("outcome   {outcome} ")), "{code} {at}: {out}");
        moves.iter().for_each(|shown| assert!(out.contains(shown), "{code} {at}: {out}"));
    }
    for (code, at) in [("pass:nim:2", "1,2 without"), ("selective:nim:1+nim:1", "1+(1"), ("pass:nim:1", "")] {
        expect_exit(&project(), &["position", code, at], 2);
    }
}

#[test]
fn compounds_wherever_a_code_may_stand() {
    let (out, _) = expect_exit(&project(), &["period", "pass:subtraction:1,3,4", "--max", "500"], 0);
    assert!(out.contains(",500,9,7,0,observed,,500,"), "{out}");
    let (out, _) = expect_exit(&project(), &["compare", "kayles", "octal:0.77", "--max", "100"], 0);
    assert!(!out.is_empty());
    let sweep = ["sweep", "pass:(subtraction:{a},{b})", "--over", "a=1..=2", "--over", "b=3..=4", "--max", "200"];
    let (out, _) = expect_exit(&project(), &sweep, 0);
    assert_eq!(out.lines().count(), 5, "{out}");
    assert!(out.contains("\"pass:subtraction:1,4\""), "{out}");
    let (list, _) = expect_exit(&project(), &["list"], 0);
    let named = grundy::games::names::NAMES.iter().all(|name| list.contains(name.name) && list.contains(name.source));
    assert!(named, "{list}");
    let (out, _) = expect_exit(&project(), &["list", "treblecross"], 0);
    assert!(out.contains("octal:0.007") && out.contains("heap n + 2"), "{out}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (code, max, play) in [
        ("pass:nim:3", "12", "misere"),
        ("pass:subtraction:2,5,7", "3000", "normal"),
        ("selective:queen+subtraction:1,2", "14", "normal"),
        ("sum:(pass:nim:1)+(selective:nim:1+nim:1)", "9", "misere"),
    ] {
        let folder = tempfile::TempDir::new().unwrap();
        let config = format!(
            "[game]\ncode = \"{code}\"\nplay = \"{play}\"\n[range]\nmax = {max}\n[analysis]\nzeros = true\n[output]\nformats = [\"csv\"]\n"
        );
        std::fs::write(folder.path().join("c.toml"), config).unwrap();
        let run = |threads: &str| {
            expect_exit(folder.path(), &["run", "c.toml", "--out", threads, "--threads", threads], 0);
            ["values.csv", "zeros.csv"].map(|file| std::fs::read(folder.path().join(threads).join(file)).unwrap())
        };
        let one = run("1");
        assert!(one[0].len() > 100);
        assert_eq!((run("2"), run("7")), (one.clone(), one), "{code}");
    }
}
