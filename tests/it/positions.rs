//! Single positions: the results from nim-sums, components or kernels, compared with the definition on all
//! positions that can be reached.

use crate::common::{MEMORY, expect_exit};
use grundy::control::Control;
use grundy::games::code;
use grundy::kernel::{Task, values_of};
use grundy::position::{Outcome, examine};
use grundy::ruleset::{Play, Setup, Value};
use std::collections::BTreeSet;
use tempfile::TempDir;

/// Outcome, Grundy value and winning moves by the definition, from all options of all relevant positions.
/// Winning moves are positions with sorted components, so that each has only one spelling.
fn by_definition(code_text: &str, text: &str, play: Play) -> (Outcome, Option<u32>, BTreeSet<String>) {
    let (coded, control) = (code::parse(code_text).unwrap(), Control::free());
    let setup = Setup::new(MEMORY, &control, play);
    let value = if play == Play::Misere { Value::OUTCOME } else { Value::GRUNDY };
    let spot = coded.game.position(text, setup).unwrap();
    let task = Task::new(&*spot.ruleset, play, value, MEMORY, &control);
    let own = values_of(&task, [spot.rank]).unwrap()[0];
    let whole = coded.game.whole_position(text, setup).unwrap();
    let task = Task::new(&*whole.ruleset, play, value, MEMORY, &control);
    let mut winning = BTreeSet::new();
    whole.ruleset.each_option(whole.rank, &mut |entries| {
        let value = entries.first().map_or(task.empty_sum(), |&entry| values_of(&task, [entry]).unwrap()[0]);
        let shown = entries.first().map_or("nothing".to_string(), |&entry| whole.ruleset.show(entry));
        if value == 0 {
            winning.insert(shown);
        }
    });
    let outcome = if own == 0 { Outcome::P } else { Outcome::N };
    (outcome, (play == Play::Normal).then_some(own), winning)
}

fn outcome_of(code_text: &str, text: &str) -> Outcome {
    let control = Control::free();
    let setup = Setup::new(MEMORY, &control, Play::Normal);
    examine(&code::parse(code_text).unwrap(), text, 0, setup).unwrap_or_else(|error| panic!("{text}: {error}")).outcome
}

/// Reads a position that was shown, and shows it again with sorted components. It must be a P-position, as
/// the target of a winning move.
fn sorted(code_text: &str, shown: &str, play: Play) -> String {
    let (coded, control) = (code::parse(code_text).unwrap(), Control::free());
    let setup = Setup::new(MEMORY, &control, play);
    let again = examine(&coded, shown, 0, setup).unwrap_or_else(|error| panic!("{code_text} {shown}: {error}"));
    assert_eq!(again.outcome, Outcome::P, "{code_text} {shown} {play}");
    let spot = coded.game.whole_position(shown, setup).unwrap();
    spot.ruleset.show(spot.rank)
}

#[test]
fn positions_follow_from_what_is_needed() {
    let mut found = [0, 0];
    for (code_text, positions) in [
        ("nim:1", &["0", "1", "7"][..]),
        ("nim:2", &["0,0", "1,1", "0,1", "5,7", "2,1"]),
        ("nim:3", &["1,1,1", "3,4,5", "1,2,3", "0,1,1", "2,1,1", "6,0,0"]),
        ("rook", &["4,4", "3,6"]),
        ("moore-nim:heaps=3,k=1", &["3,4,6", "1,0,1"]),
        ("moore-nim:heaps=3,k=2", &["3,4,6"]),
        ("chomp:rows=3", &["4,3,1", "1,0,0", "1,1,0", "4,4,4", "2,2,2"]),
        ("chomp:rows=2", &["5,4", "6,6"]),
        ("octal:0.77", &["0", "9", "20", "1 + 6", "3+4+9", "nothing"]),
        ("grundys-game", &["3", "8", "3 + 4"]),
        ("subtraction:2,heaps=2", &["3,0", "3,3", "nothing + 2"]),
        ("subtraction:2,5,heaps=3", &["2,2,3", "2 + 2 + 3", "7,1,0"]),
        ("octal:0.77,heaps=3", &["(1 + 3) + 4 + 0", "5,6,7", "0,0,1", "4,4,0", "0,0,0"]),
        ("subtraction:1,3,heaps=2", &["4,7", "6,6"]),
        ("sum:queen+nim:1", &["3,4+4", "1,2+0", "0,0+3"]),
        ("sum:(octal:0.77,heaps=2)+nim:1", &["4,5+7"]),
        ("sum:(selective:nim:1+nim:1)+octal:0.7", &["(1+2)+3"]),
        ("sum:(pass:nim:2)+kayles", &["3,4+5", "3,4 without pass+5"]),
        ("sum:octal:0.7+octal:4.0+nim:1", &["3,6,2", "3,6,5"]),
        ("divisor:all,heaps=2", &["12,30", "1,7"]),
        ("coin-turning:ruler,heaps=2", &["12,13"]),
        ("tartan:coin-turning:twins*coin-turning:ruler", &["3,4", "0,2"]),
        ("poker-nim:heaps=2,bank=3", &["3,4:2", "2,4"]),
        ("generate:cyclic", &["6: 0,2", "6"]),
        ("generate:sets=configs/generate/path.txt", &["all: 1,3", "all"]),
        ("circle:1,2", &["5", "9", "r5", "r2 + r3", "0"]),
        ("node-kayles:path", &["0", "9", "3 + 4"]),
        ("node-kayles:cycle", &["0", "1", "2", "3", "9", "r5", "r2 + r3"]),
        ("sum:circle:1,2+nim:1", &["7,3", "r5 + 2"]),
        ("building-nim:3", &["5", "3:1,1,0"]),
        ("custom:configs/custom/fibonacci-nim.toml", &["8", "7,3"]),
        ("queen", &["3,4", "1,2", "9,2"]),
        ("all-but:2,3", &["30"]),
    ] {
        for play in [Play::Normal, Play::Misere] {
            for text in positions {
                // Two heads on one coin cancel, but whole positions do not model this.
                if play == Play::Misere && code_text.contains("coin-turning") {
                    continue;
                }
                let control = Control::free();
                let setup = Setup::new(MEMORY, &control, play);
                let fast = examine(&code::parse(code_text).unwrap(), text, usize::MAX, setup);
                let fast = fast.unwrap_or_else(|error| panic!("{code_text} {text}: {error}"));
                if code_text.contains("coin-turning") {
                    // These positions have two heads on one coin, so they are not whole positions.
                    assert!(fast.winning.iter().all(|shown| outcome_of(code_text, shown) == Outcome::P), "{fast:?}");
                    continue;
                }
                let (outcome, grundy, winning) = by_definition(code_text, text, play);
                assert_eq!(
                    (fast.outcome, fast.grundy, fast.more),
                    (outcome, grundy, Some(false)),
                    "{code_text} {text} {play}"
                );
                let shown: BTreeSet<String> = fast.winning.iter().map(|shown| sorted(code_text, shown, play)).collect();
                assert_eq!(shown, winning, "{code_text} {text} {play}: {:?}", fast.winning);
                found[usize::from(outcome == Outcome::P)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 15), "{found:?}");
}

#[test]
fn numbers_by_themselves_are_labels() {
    let here = TempDir::new().unwrap();
    let game = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 1 when n > 0\"]\nasked = \"n + 1\"\n";
    std::fs::write(here.path().join("up.toml"), game).unwrap();
    let say = |arguments: &[&str]| expect_exit(here.path(), arguments, 0).0;
    assert_eq!(say(&["values", "custom:up.toml", "--max", "3", "--format", "list"]).trim(), "1, 0, 1, 0");
    let one = say(&["position", "custom:up.toml", "1"]);
    assert!(one.contains("grundy    0\n"), "{one}");
    let itself = say(&["position", "custom:up.toml", "=1"]);
    assert!(itself.contains("grundy    1\n") && itself.contains("=1 -> =0\n"), "{itself}");
    // The row 1,0 of the sum, and the same position in other spellings.
    assert!(say(&["values", "sum:custom:up.toml+nim:1", "--max", "1"]).contains("\n1,0,0\n"));
    for text in ["1,0", "1+0", "=2 + 0"] {
        assert!(say(&["position", "sum:custom:up.toml+nim:1", text]).contains("grundy    0\n"), "{text}");
    }
}

/// Few positions are needed for a large one: 10^18 / (2^a 3^b 5^c), where each division rounds down.
#[test]
fn coordinates_of_written_games_may_be_large() {
    let here = TempDir::new().unwrap();
    let game = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n / d for d in 2..=6 when n > 0\"]\n";
    std::fs::write(here.path().join("divide.toml"), game).unwrap();
    let say = |arguments: &[&str]| expect_exit(here.path(), arguments, 0).0;
    let far = say(&["position", "custom:divide.toml", "1e18", "--memory", "4 MiB"]);
    // Confirmed by a memoised function of five lines in Python.
    assert!(far.contains("grundy    3\n"), "{far}");
    assert!(say(&["position", "custom:divide.toml", "999999999999"]).contains("grundy    "));
    let (_, message) = expect_exit(here.path(), &["position", "custom:divide.toml", "5e18"], 2);
    assert!(message.contains("at most 2^62 - 1"), "{message}");
}

#[test]
fn what_is_no_position_says_why() {
    let here = TempDir::new().unwrap();
    let game = "[game]\nfamily = \"custom\"\nmoves = [\"v -> v - 1 when v > 0\"]\npositions = \"v <= 9\"\n";
    std::fs::write(here.path().join("low.toml"), game).unwrap();
    expect_exit(here.path(), &["position", "custom:(low.toml,heaps=2)", "1,2"], 0);
    for (code, text, why) in [
        ("custom:low.toml", "12", "it does not satisfy `positions` of the game; an example is `3`"),
        ("custom:(low.toml,heaps=2)", "1,12", "it does not satisfy `positions` of the game"),
        ("nim:1", "4294967296", "at most 2^32 - 2; an example is `3`"),
        ("nim:3", "1,2", "it has 2 numbers, but 3 are required; an example is `3,4,5`"),
        ("kayles:heaps=3", "3,4", "it has 2 parts, but it needs 3 components"),
        ("kayles:heaps=3", "3+4", "it has 2 components, but the game has 3"),
        ("chomp:rows=3", "3,4,1", "this game has no such position; an example is `4,4,2`"),
        ("divisor:all", "0", "n starts at 1"),
        ("tartan:ruler*coin-turning:twins", "0,3", "n starts at 1"),
        ("tartan:ruler*ruler", "3", "it has 1 number, but 2 are required"),
        ("kayles", "2x3", "copies, as in `2x3`, are for misère play"),
        ("kayles", "three", "it must be a whole number below 2^64 - 1"),
        ("circle:1,2", "x", "it cannot be read as one; an example is `10`"),
    ] {
        let (_, message) = expect_exit(here.path(), &["position", code, text], 2);
        assert!(message.contains(why), "{code} {text}: {message}");
    }
}

#[test]
fn moves_of_too_many_coins_are_refused() {
    let here = TempDir::new().unwrap();
    let (_, message) = expect_exit(here.path(), &["position", "tartan:ruler*ruler", "100000,1000000"], 3);
    assert!(message.contains("100000000000 coins") && message.contains("65536 coins"), "{message}");
}

#[test]
fn winning_moves_need_not_be_listed() {
    let here = TempDir::new().unwrap();
    let say =
        |arguments: &[&str]| expect_exit(here.path(), &[&["position"], arguments, &["--moves", "0"]].concat(), 0).0;
    let none = "winning moves exist (not listed because of --moves 0)\n";
    for arguments in [
        &["nim:1", "1"][..],
        &["kayles", "1e12"],
        &["nim:2", "3,1", "--play", "misere"],
        &["kayles", "3", "--play", "misere"],
    ] {
        let said = say(arguments);
        assert!(said.contains("outcome   N") && said.ends_with(none), "{said}");
    }
    assert!(
        say(&["nim:2", "0,0", "--play", "misere"])
            .contains("there are no moves; in misère play the player who cannot move wins")
    );
}

#[test]
fn large_positions_are_answered() {
    let here = TempDir::new().unwrap();
    let say = |arguments: &[&str]| expect_exit(here.path(), &[&["position"], arguments].concat(), 0).0;
    let nim = say(&["nim:3", "1000000,2000000,3000000"]);
    assert!(nim.contains("grundy    3932160\n") && nim.contains("-> 1000000,2000000,1164992\n"), "{nim}");
    // G(n) = G(n mod 12) for n >= 71 (Guy and Smith 1956): 10^7 and 10^9 are 4 modulo 12, and plus 5 they are 9.
    assert!(say(&["octal:0.77,heaps=2", "10000000,10000005"]).contains(&format!("grundy    {}\n", 1 ^ 8)));
    let far = say(&["octal:0.77,heaps=2", "1000000000,1000000005", "--moves", "0"]);
    assert!(far.contains(&format!("grundy    {}\n", 1 ^ 8)), "{far}");
    assert!(say(&["subtraction:1,5,7", "1e12"]).contains("outcome   P"));
    assert!(say(&["sum:queen+nim:1", "300,400+400"]).contains("winning moves: "));
    let few = say(&["octal:0.77", "100000", "--moves", "3"]);
    assert!(few.contains("winning moves: more than 3; the first 3:\n") && few.lines().count() == 8, "{few}");
    let json = say(&["octal:0.77", "1000", "--moves", "3", "--json"]);
    assert!(json.contains("\"more_winning_moves\": true"), "{json}");
    // If a position does not fit, the message states at once how much it needs.
    let (_, message) = expect_exit(here.path(), &["position", "moore-nim:heaps=4,k=2", "1000,2000,3000,4000"], 3);
    assert!(message.contains("allows 8.0 GiB"), "{message}");
    let (_, message) = expect_exit(here.path(), &["position", "chomp:rows=20", &["90"; 20].join(",")], 3);
    assert!(message.contains("all smaller positions of Chomp"), "{message}");
}

#[test]
fn pictures_of_the_first_moves() {
    let here = TempDir::new().unwrap();
    let (_, message) = expect_exit(here.path(), &["draw", "nim:3", "6,7,9", "--out", "x.svg"], 3);
    assert!(message.contains("--levels 2"), "{message}");
    let (told, _) = expect_exit(here.path(), &["draw", "nim:3", "6,7,9", "--levels", "2", "--out", "x.svg"], 0);
    // There are 22 options, and each leads to pairs of changes.
    assert!(told.starts_with("x.svg: "), "{told}");
    let picture = std::fs::read_to_string(here.path().join("x.svg")).unwrap();
    assert!(picture.contains("normal play, 2 moves") && picture.contains("Dashed: the moves"), "{picture}");
    expect_exit(here.path(), &["draw", "nim:2", "1,2", "--levels", "9", "--out", "all.dot"], 0);
    let all = std::fs::read_to_string(here.path().join("all.dot")).unwrap();
    assert!(!all.contains("dashed") && !all.contains("moves"), "{all}");
    let (_, message) = expect_exit(here.path(), &["draw", "nim:1", "500", "--out", "x.svg"], 3);
    assert!(message.contains("this one alone has more options"), "{message}");
    expect_exit(here.path(), &["draw", "nim:1", "5", "--levels", "0"], 2);
}

#[test]
fn boards_are_shown_in_lines_and_moves_say_what_is_gone() {
    let here = TempDir::new().unwrap();
    let told = |code: &str, position: &str, more: &[&str]| {
        expect_exit(here.path(), &[&["position", code, position], more].concat(), 0).0
    };
    let board = "position  XO/.X\nboard     X O\n          . X\noutcome";
    assert!(told("clobber", "XO/.X", &[]).contains(board));
    let sum = told("cram", "##/.. + ../##", &[]);
    assert!(!sum.contains("board") && sum.contains("grundy    0"), "{sum}");
    let moves = told("node-kayles:petersen:k=2", "5: 0..=3,5", &[]);
    assert!(moves.contains("  5: 0..=3,5 -> 5: 3 + 5: 5 (gone 0,1,2)\n"), "{moves}");
    assert!(told("geography:cycle", "4", &[]).contains("4: 2,3,5 (gone 1,4; new 5)"));
    assert!(told("node-kayles:wheel", "3", &[]).contains("nothing (gone 0,1,2,3)"));
    // Two positions of a game on one graph.
    let sum = told("node-kayles:wheel", "4: 0,1 + 4: 2", &["--play", "misere"]);
    assert!(sum.contains("-> 4: 2 (gone 0,1)\n") && sum.contains("-> 4: 0,1 (gone 2)\n"), "{sum}");
    let json = told("cram", "2,3", &["--json"]);
    assert!(!json.contains("board") && !json.contains("gone"), "{json}");
}
