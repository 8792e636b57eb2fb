//! Moves and conditions as linear conditions: they say the same as the text.

use grundy_core::structure::{Condition, LinearGame};
use grundy_language::{Datum, Moves, Room, Scope, linear_pieces};

fn moves(texts: &[&str], positions: Option<&str>) -> Moves {
    let scope = Scope::default().with_constant("T", Datum::List(vec![1, 4].into()));
    let texts: Vec<(&str, usize)> = texts.iter().map(|text| (*text, 0)).collect();
    let moves = Moves::read(&texts, scope).unwrap();
    positions.map_or(Ok(moves.clone()), |text| moves.with_positions(text, 0)).unwrap()
}

/// The options of a position in the linear game, if the chosen numbers are at most `most` in absolute value.
fn options(game: &LinearGame, at: &[i64], most: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for line in &game.moves {
        let mut chosen = vec![-most; line.chosen];
        loop {
            let value = |variable: usize| at.get(variable).copied().unwrap_or_else(|| chosen[variable - at.len()]);
            if line.conditions.iter().all(|condition| condition.at(value) == Some(true)) {
                all.push(line.target.iter().map(|form| form.at(value).unwrap()).collect());
            }
            let Some(place) = chosen.iter().position(|&number| number < most) else { break };
            chosen[place] += 1;
            chosen[..place].fill(-most);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn options_are_those_of_the_text() {
    let games: [(&[&str], Option<&str>); 8] = [
        (&["a, b -> a - k, b - k for k in 1..=a when b >= k"], None),
        (&["a, b -> min(a, b) - 1, max(a, b) when a != b and min(a, b) > 0"], None),
        (&["a, b -> a / 2, b when a > 0", "a, b -> a, b - k for k in T when k <= b"], None),
        (&["a, b -> a - b % 3, b when b % 3 != 0 and a >= 2"], None),
        (&["a, b -> abs(a - b), b for k in {1, a - b} when a > b > 0 and not (k == 2 or a in {5, 7})"], None),
        (&["a, b -> a - k, b + j for k in 1..=a for j in 0..k when divides(2, j) implies j < 2"], Some("a + b <= 12")),
        (&["a, b -> a - 1, b when a > 0 and (all(a != 2 * k + b for k in 1..3) iff b < 3)"], None),
        (&["a, b -> max({a, b, 3}) - 1, 0 when a >= 3 and a > b"], None),
    ];
    for (texts, positions) in games {
        let moves = moves(texts, positions);
        let game = moves.linear().unwrap();
        for at in (0..49).map(|index| [index % 7, index / 7]) {
            let mut wanted = Vec::new();
            let visited = moves.options(&at, &mut Room::default(), &mut |_, option| {
                wanted.push(option.to_vec());
                true
            });
            wanted.sort_unstable();
            wanted.dedup();
            assert_eq!(visited, Ok(true));
            assert_eq!(options(&game, &at, 7), wanted, "{texts:?} at {at:?}");
            assert_eq!(moves.exists(&at, &mut Room::default()), Ok(game.is_position(&at)));
        }
    }
}

#[test]
fn what_is_not_linear_is_refused() {
    let refused = |texts: &[&str], positions: Option<&str>| moves(texts, positions).linear().unwrap_err();
    assert_eq!(
        refused(&["a, b -> a - k*b, b for k in 1..=a when b > 0"], None),
        "the move `a, b -> a - k*b, b for k in 1..=a when b > 0`: a product in it is not linear"
    );
    for (text, why) in [
        ("a, b -> a - 1, b & 0, 0 when a > 0", "it does not lead to a single position"),
        ("a, b -> a xor b, 0 when a > 0", "an expression in it is not linear"),
        ("a, b -> a - 1, b when is_square(a)", "it calls `is_square`"),
        ("a, b -> gcd(a, b), 0 when a > b > 0", "it calls `gcd`"),
        ("a, b -> a % b, b when b > 0", "it has a divisor that is not one of 1 to 64"),
    ] {
        assert!(refused(&[text], None).ends_with(&format!(": {why}")), "{}", refused(&[text], None));
    }
    let why = refused(&["a, b -> a - 1, b when a > 0"], Some("a == b or a == 0"));
    assert!(why.ends_with("is not a conjunction of linear conditions"), "{why}");
}

#[test]
fn pieces_of_a_condition() {
    let names = ["h1", "h2"];
    let text = "h1 == 2*h2 or (min(h1, h2) % 3 == 1 and not h1 < h2) or any(h1 + k == h2 for k in {3, 5})";
    let pieces = linear_pieces(text, &names).unwrap();
    for (a, b) in (0..100).map(|index| (index % 10, index / 10)) {
        let wanted = a == 2 * b || a.min(b) % 3 == 1 && a >= b || a + 3 == b || a + 5 == b;
        let holds = |one: &Condition| one.at(|variable| [a, b][variable]) == Some(true);
        assert_eq!(pieces.iter().any(|piece| piece.iter().all(holds)), wanted, "{a},{b}");
    }
    assert!(linear_pieces("h1 / 2 == h2", &names).unwrap_err().message.contains("quotient"));
    assert!(linear_pieces("h1 * h2 == 4", &names).unwrap_err().message.contains("product"));
    assert!(linear_pieces("h1 == h3", &names).unwrap_err().message.contains("h3"));
}
