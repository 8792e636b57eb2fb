//! Games made of games: sums, compounds, games with a pass, games with forbidden options.

use crate::game::{Find, Game, InPython, MadeOf, OpenRows, PictureOf};
use crate::law::Law;
use crate::python::{self, Parts};
use crate::shapes::sum_of_shapes;
use crate::space::{Blocking, Component, Joint, Pass, Sum, distinct};
use grundy_core::ruleset::{Joining, Setup, Spot, Symmetry};
use std::sync::Arc;

impl Game {
    /// The disjunctive sum of games with one or more coordinates each; `find` reads its positions.
    pub(crate) fn of_sum(code: String, words: String, games: Vec<Arc<Game>>, find: Find) -> Self {
        let made = MadeOf::Sum(games.clone());
        let parts = games.clone();
        let python: InPython = Box::new(move || Some(python::sum(parts_of(&parts)?)));
        let shape = sum_of_shapes(games.iter().map(|game| &game.shape));
        let symmetry = symmetry_of(&games);
        let files = games.iter().flat_map(|game| game.files.clone()).collect();
        let no_multisets = games.iter().find_map(|game| game.no_multisets);
        let play = games.iter().find_map(|game| game.play);
        let law = Law::of_sum(games.iter().map(|game| game.law));
        let open: OpenRows = Box::new(move |rows, setup| Sum::ruleset(&games, rows, setup));
        Self { symmetry, files, play, no_multisets, law, made, python, ..Self::new(code, words, shape, open, find) }
    }

    /// Games with one or more coordinates each, played at the same time; `joining` says in which of them a player may
    /// move. The moves of the games must not split ([`Game::splits`]).
    pub fn joint(code: String, words: String, joining: Joining, games: Vec<Arc<Game>>) -> Self {
        let (again, parts) = (games.clone(), games.clone());
        let python: InPython = Box::new(move || Some(python::joint(joining, parts_of(&parts)?)));
        let shape = sum_of_shapes(games.iter().map(|game| &game.shape));
        let symmetry = if joining.is_ordered() { Symmetry::None } else { symmetry_of(&games) };
        let files = games.iter().flat_map(|game| game.files.clone()).collect();
        let play = games.iter().find_map(|game| game.play);
        let made = MadeOf::Whole;
        let parts = games.clone();
        let open: OpenRows = Box::new(move |rows, setup| Joint::of_games(joining, &games, rows, whole(setup)));
        let find: Find = Box::new(move |text, setup| Joint::at(joining, &again, text, whole(setup)));
        Self { symmetry, files, play, parts, made, python, ..Self::new(code, words, shape, open, find) }
    }

    /// A game with one pass. The moves of the game must not split ([`Game::splits`]).
    pub fn pass(code: String, words: String, game: Game) -> Self {
        let game = Arc::new(game);
        let (again, inner) = (game.clone(), game.clone());
        let python: InPython = Box::new(move || Some(python::pass(inner.part()?)));
        let shape = game.shape.clone();
        let symmetry = game.symmetry;
        let files = game.files.clone();
        let play = game.play;
        let made = MadeOf::Whole;
        let open: OpenRows = Box::new(move |rows, setup| Pass::ruleset(game.over(rows, whole(setup))?, setup));
        let find: Find = Box::new(move |text, setup| Pass::spot(text, setup, |text| again.at(text, whole(setup))));
        Self { symmetry, files, play, made, python, ..Self::new(code, words, shape, open, find) }
    }

    /// A game in which up to `most` options may be forbidden before each move. The moves of the game must not split
    /// ([`Game::splits`]).
    pub fn blocking(code: String, words: String, game: Game, most: u32) -> Self {
        let game = Arc::new(game);
        let (again, drawn) = (game.clone(), game.clone());
        let (shape, symmetry, files) = (game.shape.clone(), game.symmetry, game.files.clone());
        let names = game.names.clone();
        let open: OpenRows = Box::new(move |rows, setup| Ok(Blocking::ruleset((game.open)(rows, whole(setup))?, most)));
        let find: Find = Box::new(move |text, setup| {
            let Spot { ruleset, rank } = again.at(text, whole(setup))?;
            Ok(Spot { ruleset: Blocking::ruleset(ruleset, most), rank })
        });
        let picture: PictureOf = Box::new(move |text| drawn.picture(text));
        Self { symmetry, files, names, picture, made: MadeOf::Whole, ..Self::new(code, words, shape, open, find) }
    }
}

/// The games in Python; equal games share one `Arc`.
fn parts_of(games: &[Arc<Game>]) -> Option<Parts> {
    let (kinds, different) = distinct(games);
    // With two digits, names of generators could be those of parts of parts.
    if different.len() > 9 {
        return None;
    }
    Some(Parts { kinds, different: different.into_iter().map(Game::part).collect::<Option<_>>()? })
}

/// The setup for games that need positions of sums as single positions, not as lists of components.
fn whole(setup: Setup<'_>) -> Setup<'_> {
    Setup { whole_sums: true, ..setup }
}

/// Components may be permuted if they are all the same game with one coordinate.
fn symmetry_of(games: &[Arc<Game>]) -> Symmetry {
    let Some((first, rest)) = games.split_first() else { return Symmetry::None };
    let equal = |game: &Arc<Game>| game.code == first.code && game.files == first.files && game.shape == first.shape;
    let alike = !rest.is_empty() && first.shape.firsts().len() == 1 && rest.iter().all(equal);
    if alike { Symmetry::Any } else { Symmetry::None }
}
