//! Reading positions: a position of one game, or a sum of several positions.

use crate::game::Game;
use crate::nesting;
use crate::space::{Bag, Layout, NOTHING, NoSpot, Sought, components, dimensions};
use grundy_core::error::Error;
use grundy_core::ruleset::{Setup, Shape};
use std::sync::Arc;

/// A position as it was written: its leaves, which are positions of games that are not sums, and how they are
/// combined.
#[derive(Debug)]
pub struct Reading<'g> {
    /// The leaves: a game, and a text that should be a position of it.
    pub leaves: Vec<(&'g Game, String)>,
    /// How the leaves are combined.
    pub layout: Layout,
}

impl<'g> Reading<'g> {
    /// Splits the text of a position of a game into leaves.
    ///
    /// # Errors
    /// The reason why it is not a position. The leaves themselves are not checked.
    pub fn of(game: &'g Game, text: &str) -> Result<Self, NoSpot> {
        let mut leaves = Vec::new();
        let layout = read(game, text, &mut leaves)?;
        Ok(Self { leaves, layout })
    }

    /// Splits the text of a position of a sum of games into leaves.
    pub(crate) fn of_sum(games: &'g [Arc<Game>], text: &str) -> Result<Self, NoSpot> {
        let mut leaves = Vec::new();
        let layout = read_sum(games, text, &mut leaves)?;
        Ok(Self { leaves, layout })
    }

    /// The sum of all leaves. In misère play it is one position; in normal play it is the list of its
    /// components. Components without a move are kept only if the sum will be `shown`.
    ///
    /// # Errors
    /// Those of the leaves, and of the enumeration.
    pub fn sum(&self, shown: bool, setup: Setup<'_>) -> Sought {
        let spots = self.leaves.iter().map(|(game, text)| game.at(text, setup)).collect::<Result<Vec<_>, _>>()?;
        Ok(Bag::of_spots(spots, shown.then(|| self.layout.clone()), setup)?)
    }

    /// The position of the only leaf, if it can serve as such; otherwise the sum.
    ///
    /// # Errors
    /// As for [`Reading::sum`].
    pub fn spot(&self, shown: bool, setup: Setup<'_>) -> Sought {
        match (&self.leaves[..], &self.layout) {
            ([(game, text)], Layout::Leaf(0)) => {
                let spot = game.at(text, setup)?;
                let splits = setup.whole_sums && spot.ruleset.splits();
                if splits { self.sum(shown, setup) } else { Ok(spot) }
            }
            _ => self.sum(shown, setup),
        }
    }
}

fn read<'g>(game: &'g Game, text: &str, leaves: &mut Vec<(&'g Game, String)>) -> Result<Layout, NoSpot> {
    if let Some(games) = game.summands() {
        return read_sum(games, text, leaves);
    }
    let parts: Vec<&str> = match &game.shape {
        // A name may contain any characters.
        Shape::Named(names) if names.len() > 1 => Vec::new(),
        Shape::Named(_) if text.trim() != NOTHING => text.split(" + ").collect(),
        // The name of a vertex may be this one, but its game does not fall apart.
        Shape::Named(_) if !game.falls_apart().map_err(NoSpot::Failed)? => Vec::new(),
        _ if text.trim() == NOTHING => return Ok(Layout::Parts(Vec::new())),
        _ => nesting::split(text, '+').into_iter().map(|(_, part)| part).collect(),
    };
    if parts.len() > 1 && game.falls_apart().map_err(NoSpot::Failed)? {
        let parts = parts.into_iter().map(|part| read(game, part.trim(), leaves));
        return Ok(Layout::Parts(parts.collect::<Result<_, _>>()?));
    }
    leaves.push((game, text.trim().to_string()));
    Ok(Layout::Leaf(leaves.len() - 1))
}

fn read_sum<'g>(games: &'g [Arc<Game>], text: &str, leaves: &mut Vec<(&'g Game, String)>) -> Result<Layout, NoSpot> {
    let coordinates = dimensions(games.iter().map(|game| &game.shape));
    let texts = components(text, &coordinates).map_err(NoSpot::Unread)?;
    let parts = games.iter().zip(texts).map(|(game, text)| {
        read(game, text, leaves).map_err(|why| match why {
            NoSpot::Unread(why) => {
                NoSpot::Unread(format!("its component `{}` is not a position of `{}`: {why}", text.trim(), game.code))
            }
            failed => failed,
        })
    });
    Ok(Layout::Components(parts.collect::<Result<_, _>>()?))
}

impl Game {
    /// The disjunctive sum of games with one or more coordinates each.
    pub fn sum(code: String, words: String, games: Vec<Arc<Game>>) -> Self {
        let again = games.clone();
        Self::of_sum(code, words, games, Box::new(move |text, setup| Reading::of_sum(&again, text)?.sum(true, setup)))
    }

    /// A position, with all positions that can be reached from it.
    ///
    /// # Errors
    /// [`NoSpot::Unread`] if the text is not a position; those of [`Game::ruleset`].
    pub fn position(&self, text: &str, setup: Setup<'_>) -> Sought {
        self.multisets_allowed(setup)?;
        Reading::of(self, text)?.spot(false, setup)
    }

    /// The same for a picture. If moves split, a position is a multiset of components, also in normal play,
    /// and components without a move are kept.
    ///
    /// # Errors
    /// As for [`Game::position`].
    pub fn whole_position(&self, text: &str, setup: Setup<'_>) -> Sought {
        let setup = Setup { whole_sums: true, ..setup };
        self.multisets_allowed(setup)?;
        Reading::of(self, text)?.spot(true, setup)
    }

    /// Whether a position of the game may be written as a sum of its positions, because its moves split.
    fn falls_apart(&self) -> Result<bool, Error> {
        if self.is_whole() { Ok(false) } else { self.splits() }
    }
}
