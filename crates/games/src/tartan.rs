//! Products of coin-turning games.

use super::args::{Args, Arity, Parameter};
use super::coin_turning::{self, CoinTurning, WHY_NO_MULTISETS};
use super::family::{Family, text};
use super::game::Game;
use super::nesting;
use super::space::check_units;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Python, Rules, Shape, Symmetry, Value, Visit};
use grundy_core::structure::{CoinProduct, Coins, Structures};
use std::iter::once;
use std::ops::{ControlFlow, Range};

pub(super) const FAMILY: Family = Family {
    name: text("tartan"),
    in_papers: None,
    rules: text(
        "The product of coin-turning games A and B: a board of coins. A move turns all coins (a, b), where the coins a \
            could be turned by a move of A and the coins b by a move of B; the one with the largest a and b from heads to \
            tails. The value at (x, y) is that of a single head there; the other coins that a move turns become further \
            heads.",
    ),
    source: text("H. W. Lenstra, Nim multiplication (1978); Winning Ways ch. 14 (the tartan theorem)"),
    max: text("each coordinate (from 1 for ruler and turtles, the others from 0)"),
    value: Value::GRUNDY,
    parameters: &[Parameter { key: "games", form: Arity::Raw, required: true, help: HELP }],
    examples: &[
        "tartan:coin-turning:turtles*coin-turning:turtles",
        "tartan:coin-turning:ruler*coin-turning:mock-turtles",
        "tartan:coin-turning:twins*coin-turning:ruler",
    ],
    position: text("2,3"),
    build,
};

const HELP: &str = "coin-turning games joined by `*`, as in `tartan:coin-turning:turtles*coin-turning:ruler`";

/// The maximum number of games in a product, so that rows remain readable.
const MOST_GAMES: usize = 8;

/// The maximum number of coins that a move turns, if the options are looked at.
const MOST_COINS: u64 = 1 << 16;

#[derive(Clone)]
struct Tartan {
    games: Vec<CoinTurning>,
    product: CoinProduct,
}

impl Tartan {
    /// Visits the moves that begin with coins of the first `coins[0].len()` coordinates. The first coin is the head.
    fn turn(&self, head: &Point, coins: &[Point], visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        let place = coins[0].len();
        let Some(game) = self.games.get(place) else { return visit(&coins[1..]) };
        game.options(&head[place].into(), &mut |others| {
            let own = || once(head[place]).chain(others.iter().map(|&coin| coin as u32));
            let longer = |coin: &Point, next: u32| coin.iter().copied().chain([next]).collect::<Point>();
            let longer: Vec<Point> = coins.iter().flat_map(|coin| own().map(move |next| longer(coin, next))).collect();
            self.turn(head, &longer, visit)
        })
    }
}

impl Rules for Tartan {
    type Position = Point;

    fn options(&self, head: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        self.turn(head, &[Point::new()], visit)
    }

    fn splits(&self) -> bool {
        true
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        let most = |(game, &head): (&CoinTurning, &u64)| match game.turn {
            Coins::Run => head,
            Coins::Some { most, .. } => head.min(most as u64),
        };
        let coins = self.games.iter().zip(label).map(most).fold(1, u64::saturating_mul);
        check_units("a move of this game", coins, MOST_COINS, "coins")
    }

    /// A position is a label, so that `fits` is asked.
    fn read(&self, _: &str) -> Option<Point> {
        None
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.product)
    }

    fn python(&self) -> Option<Python> {
        let parts = self.games.iter().map(Rules::python).collect::<Option<Vec<_>>>()?;
        let sets = |game: usize| format!("[[p[{game}], *s] for s in options{}(p[{game}])]", game + 1);
        let sets: Vec<String> = (0..parts.len()).map(sets).collect();
        let body =
            format!("for turned in product({}):\n    yield [q for q in product(*turned) if q != p]", sets.join(", "));
        let start = |label: &[String]| vec![grundy_core::ruleset::python::tuple(label)];
        Some(Python::made_of(&parts, &body, start).importing("itertools", "product").descending(true))
    }
}

/// The games of a canonical code: a coin-turning game, or a product of such games. None for any other code.
fn games_of(code: &str) -> Option<Vec<(String, CoinTurning)>> {
    match code.strip_prefix("tartan:") {
        Some(codes) => codes.split('*').map(games_of).collect::<Option<Vec<_>>>().map(|games| games.concat()),
        None => Some(vec![(code.to_string(), coin_turning::of_code(code)?)]),
    }
}

/// The error for a code that cannot be read. If it contains a `+`, the user most likely wanted a sum.
fn about_plus(whole: &str, code: &str, span: Range<usize>, blame: Blame) -> Blame {
    let parts = nesting::split(code, '+');
    let [_, (second, _), ..] = parts[..] else { return blame };
    let rest = &code[second..];
    let product = whole.strip_suffix(rest).map_or(whole, |product| product.trim_end_matches('+'));
    let message = format!("`tartan:` takes all that follows, but `{code}` is not one game");
    Blame::new(span, message, format!("in a sum, write `(tartan:{product})+{rest}`"))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("games")[0];
    let mut games = Vec::new();
    for (at, code) in nesting::split(&item.text, '*') {
        let span = item.span.start + at..item.span.start + at + code.len().max(1);
        if code.trim().is_empty() {
            return Err(Blame::new(span, "a game of the product is missing", HELP));
        }
        let game = args.game(code, span.start).map_err(|blame| about_plus(&item.text, code, span.clone(), blame))?;
        let own = games_of(&game.code).ok_or_else(|| {
            let what = format!("`{}` is no coin-turning game with a single row of coins", game.code);
            Blame::new(span, what, HELP)
        })?;
        games.extend(own);
    }
    if games.len() < 2 || games.len() > MOST_GAMES {
        let what = format!("a product has between 2 and {MOST_GAMES} games, but there are {}", games.len());
        return Err(Blame::new(item.span.clone(), what, HELP));
    }
    let (codes, games): (Vec<String>, Vec<CoinTurning>) = games.into_iter().unzip();
    let words = format!(
        "Coin turning on a board, the product of {}: a move turns the coins whose coordinates are turned by moves of \
         these games, the farthest from heads to tails; the position is a single head",
        codes.join(" and ")
    );
    let shape = Shape::Box(games.iter().map(|game| game.first).collect());
    let is_alike = codes.iter().all(|code| *code == codes[0]);
    let product = CoinProduct(games.iter().map(|game| (game.turn, game.first)).collect());
    let code = format!("tartan:{}", codes.join("*"));
    let head = |_: &Tartan, label: &[u64]| label.iter().map(|&place| place as u32).collect();
    let mut game = Game::enumerated(code, words, shape, Tartan { games, product }, head);
    game.symmetry = if is_alike { Symmetry::Any } else { Symmetry::None };
    Ok(game.without_multisets(WHY_NO_MULTISETS))
}
