//! Tests of `automatic`, with the automata of `configs/conjectures`.

use grundy_language::*;
use std::path::Path;

fn automata() -> Automata {
    Automata::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/conjectures"))
}

fn scope() -> Scope {
    let scope = ["h1", "h2"].iter().fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
    scope.with_tuple("h", 0..2).with("L", Type::List).with("S", Type::Set).with_automata(&automata())
}

fn data(h1: i64, h2: i64) -> Vec<Datum> {
    vec![
        Datum::Number(h1),
        Datum::Number(h2),
        Datum::List([h1, h2].into()),
        Datum::List([h2, h1].into()),
        Datum::Set([3].into()),
    ]
}

#[test]
fn values_are_those_of_the_games() {
    // Mark, by its moves to n - 1 and n / 2.
    let number = number("automatic(\"mark.txt\", h1)", 0, &scope()).unwrap();
    let mut values: Vec<i64> = Vec::new();
    for n in 0..3000 {
        let options = if n > 0 { vec![values[n - 1], values[n / 2]] } else { Vec::new() };
        values.push((0..).find(|value| !options.contains(value)).unwrap());
        assert_eq!(evaluate(&number, &data(n as i64, 0), &|_| None), Ok(values[n]), "{n}");
    }
    let is_p = |text: &str| truth(text, 0, &scope()).unwrap();
    let all = [
        is_p("automatic(\"wythoff.txt\", h) == 0"),
        is_p("automatic(\"wythoff.txt\", L) == 0"),
        is_p("automatic(\"wythoff.txt\", [h2, h1]) == 0"),
        is_p("automatic(\"wythoff.txt\", sorted(h)) == 0"),
        is_p("min(h) == floor_phi(abs(h1 - h2))"),
        is_p("mex_pair(1, 1, 0, h)"),
    ];
    for at in (0..60).flat_map(|a| (0..60).map(move |b| data(a, b))) {
        let held: Vec<Result<bool, Fault>> = all.iter().map(|truth| holds(truth, &at, &|_| None)).collect();
        assert!(held.iter().all(|one| *one == held[0] && one.is_ok()), "{at:?}: {held:?}");
    }
}

#[test]
fn columns_agree_with_rows() {
    let texts = [
        "automatic(\"mark.txt\", h1) == h2 % 3",
        "automatic(\"mark.txt\", h1 / 3 + h2) > 0 and automatic(\"mark.txt\", 5) == 1",
        "automatic(\"wythoff.txt\", h) == 0 or automatic(\"wythoff.txt\", [h1 % 7, h2]) == 0",
        "automatic(\"mark.txt\", h1 - 3) == 1",
    ];
    for text in texts {
        let truth = truth(text, 0, &scope()).unwrap();
        for first in [0, 7, 1000] {
            // Consecutive numbers, and others.
            let (a, b): (Vec<i64>, Vec<i64>) = (0..500).map(|row| (first + row, row * row % 97)).unzip();
            let columns = [
                BatchColumn::Numbers(&a),
                BatchColumn::Numbers(&b),
                BatchColumn::Other,
                BatchColumn::Other,
                BatchColumn::Other,
            ];
            let lanes: Vec<u16> = (0..500).collect();
            let together = holds_in(&truth, &Block { columns: &columns, sequence: (0, &[]) }, &lanes);
            let alone: Result<Vec<bool>, Fault> =
                (0..500).map(|row| holds(&truth, &data(a[row], b[row]), &|_| None)).collect();
            let together = together.map(|held| lanes.iter().map(|lane| held.contains(lane)).collect());
            assert_eq!(together, alone.ok(), "{text} from {first}");
        }
    }
}

#[test]
fn mistakes_are_explained_at_their_place() {
    for (text, span, words) in [
        ("automatic(\"mark.txt\") == 0", 0..21, "`automatic` cannot take 1 argument"),
        ("automatic(h1, 3) == 0", 10..12, "not the name of a file in quotes"),
        ("automatic(\"none.txt\", 3) == 0", 10..20, "cannot read"),
        ("automatic(\"bouton.toml\", 3) == 0", 10..23, "bouton.toml: line 2: `title` is not a numeration"),
        ("automatic(\"mark.txt\", S) == 0", 22..23, "this is a set"),
        ("automatic(\"mark.txt\", h) == 0", 22..23, "reads 1 number at a time, not 2"),
        ("automatic(\"wythoff.txt\", h1) == 0", 25..27, "reads 2 numbers at a time, not 1"),
        ("automatic(\"wythoff.txt\", [1, 2, 3]) == 0", 25..34, "reads 2 numbers at a time, not 3"),
        ("automatic(\"wythoff.txt\", h1, h2) == 0", 0..32, "cannot take 3 arguments"),
        ("automatic == 0", 0..9, "is a function"),
        ("count(automatic > 0 for automatic in S) > 0", 24..33, "another name"),
    ] {
        let blame = truth(text, 0, &scope()).err().unwrap_or_else(|| panic!("{text} is right"));
        assert!(format!("{} {}", blame.message, blame.help).contains(words), "{text}: {blame:?}");
        assert_eq!(blame.span, span, "{text}: {blame:?}");
    }
    let nowhere = Scope::default().with("n", Type::Number);
    let blame = truth("automatic(\"mark.txt\", n) == 0", 0, &nowhere).unwrap_err();
    assert_eq!((blame.message.as_str(), blame.span), ("files cannot be named here", 10..20));
    for (text, what) in [
        ("automatic(\"mark.txt\", h1 - h2)", What::Negative),
        ("automatic(\"wythoff.txt\", [h1, h2][0] * [1])", What::Unread),
        ("automatic(\"wythoff.txt\", sorted([h1, h2, 3]))", What::Unread),
    ] {
        if let Ok(number) = number(text, 0, &scope()) {
            assert_eq!(evaluate(&number, &data(1, 2), &|_| None).map_err(|fault| fault.what), Err(what), "{text}");
        }
    }
}

#[test]
fn files_are_named_by_expressions() {
    let automata = automata();
    let texts =
        ["automatic(\"wythoff.txt\", h) == 0", "n in {automatic ( \"mark.txt\" , n)}", "\"automatic(\" == d", "none"];
    let named: Vec<String> = automata.named_in(texts).into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, ["mark.txt", "wythoff.txt"]);
    assert!(
        automata.named_in(["automatic(\"none.txt\", n)", "automatic(n, \"mark.txt\")", "automatic(\"mark"]).is_empty()
    );
    // Certificates contain no files, so theorems about periods are not applied.
    let scope = Scope::default().with_automata(&automata);
    let moves = |text: &str| Moves::read(&[(text, 0)], scope.clone()).unwrap();
    assert!(moves("n -> n - 1 when n > 0").kinds().is_ok());
    let why = moves("n -> n - 1 - automatic(\"mark.txt\", 2) when n > 0").kinds().unwrap_err();
    assert!(why.contains("mark.txt"), "{why}");
    let mut options = Vec::new();
    let nim = moves("n -> i for i in 0..n when automatic(\"mark.txt\", i) == 0");
    let visited = nim.options(&[9], &mut Room::default(), &mut |_, option| {
        options.push(option[0]);
        true
    });
    assert_eq!((visited, options), (Ok(true), vec![0, 2, 6, 8]));
}
