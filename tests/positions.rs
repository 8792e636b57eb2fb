//! Single positions: what is found from a nim-sum, by components or by a kernel, against the definition on all positions that can be reached.

mod common;

use common::{MEMORY, expect_exit};
use grundy::control::Control;
use grundy::games::code;
use grundy::kernel::{Task, values_of};
use grundy::position::{Examined, Outcome, examine};
use grundy::ruleset::{Play, Rank, Setup, Value};
use std::collections::HashSet;
use tempfile::TempDir;

/// A position by all options of all positions that matter; none if the text is no position.
fn by_definition(code_text: &str, text: &str, play: Play) -> Option<Examined> {
    let (coded, control) = (code::parse(code_text).unwrap(), Control::free());
    let spot = coded.game.position(text, Setup { memory: MEMORY, control: &control, play }).unwrap()?;
    let value = if play == Play::Misere { Value::Outcome } else { Value::Grundy };
    let task = Task::new(&*spot.ruleset, play, value, MEMORY, &control);
    let mut options: Vec<Vec<Rank>> = Vec::new();
    spot.ruleset.each_option(spot.rank, &mut |entries| options.push(entries.to_vec()));
    let own = values_of(&task, [spot.rank]).unwrap()[0];
    let (mut winning, mut seen) = (Vec::new(), HashSet::new());
    for option in options {
        let values = values_of(&task, option.iter().copied()).unwrap();
        let empty = if option.is_empty() { task.empty_sum() } else { 0 };
        let shown: Vec<String> = option.iter().map(|&rank| spot.ruleset.show(rank)).collect();
        let shown = if shown.is_empty() { "nothing".to_string() } else { shown.join(" + ") };
        if values.iter().fold(empty, |sum, value| sum ^ value) == 0 && seen.insert(shown.clone()) {
            winning.push(shown);
        }
    }
    Some(Examined {
        position: text.to_string(),
        outcome: if own == 0 { Outcome::P } else { Outcome::N },
        grundy: (play == Play::Normal).then_some(own),
        winning,
        more: false,
    })
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
        ("octal:0.77", &["0", "9", "20"]),
        ("octal:0.77,heaps=3", &["5,6,7", "0,0,1", "4,4,0", "0,0,0"]),
        ("subtraction:1,3,heaps=2", &["4,7", "6,6"]),
        ("sum:queen+nim:1", &["3,4+4", "1,2+0", "0,0+3"]),
        ("sum:(octal:0.77,heaps=2)+nim:1", &["4,5+7"]),
        ("sum:(selective:nim:1+nim:1)+octal:0.7", &["(1+2)+3"]),
        ("sum:(pass:nim:2)+kayles", &["3,4+5", "3,4 without pass+5"]),
        ("sum:octal:0.7+octal:4.0+nim:1", &["3,6,2", "3,6,5"]),
        ("divisor:all,heaps=2", &["12,30", "1,7"]),
        ("coin-turning:ruler,heaps=2", &["12,13"]),
        ("poker-nim:heaps=2,bank=3", &["3,4:2"]),
        ("queen", &["3,4", "1,2", "9,2"]),
        ("all-but:2,3", &["30"]),
    ] {
        for play in [Play::Normal, Play::Misere] {
            for text in positions {
                // Two heads on one coin cancel, which whole positions do not know.
                if play == Play::Misere && code_text.starts_with("coin-turning") {
                    continue;
                }
                let control = Control::free();
                let setup = Setup { memory: MEMORY, control: &control, play };
                let fast = examine(&code::parse(code_text).unwrap(), text, usize::MAX, setup);
                let Some(expected) = by_definition(code_text, text, play) else {
                    panic!("{code_text} {text} is no position: {fast:?}")
                };
                assert_eq!(
                    fast.unwrap_or_else(|error| panic!("{code_text} {text}: {error}")),
                    expected,
                    "{code_text} {play}"
                );
                found[usize::from(expected.outcome == Outcome::P)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 15), "{found:?}");
}

#[test]
fn large_positions_are_answered() {
    let here = TempDir::new().unwrap();
    let say = |arguments: &[&str]| expect_exit(here.path(), &[&["position"], arguments].concat(), 0).0;
    let nim = say(&["nim:3", "1000000,2000000,3000000"]);
    assert!(nim.contains("grundy    3932160\n") && nim.contains("-> 1000000,2000000,1164992\n"), "{nim}");
    // G(n) = G(n mod 12) from 71 on (Guy and Smith 1956): 10^9 is 4 modulo 12, and 10^9 + 5 is 9.
    assert!(say(&["octal:0.77,heaps=2", "1000000000,1000000005"]).contains(&format!("grundy    {}\n", 1 ^ 8)));
    assert!(say(&["subtraction:1,5,7", "1e12"]).contains("outcome   P"));
    assert!(say(&["sum:queen+nim:1", "300,400+400"]).contains("winning moves: "));
    let few = say(&["octal:0.77", "100000", "--moves", "3"]);
    assert!(few.contains("winning moves: more than 3; the first are\n") && few.lines().count() == 8, "{few}");
    let json = say(&["octal:0.77", "1000", "--moves", "3", "--json"]);
    assert!(json.contains("\"more_winning_moves\": true"), "{json}");
    // What does not fit says at once what it would take.
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
    // 22 options, each of which leads to pairs of changes.
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
