//! What a move changes on a graph: the elements that are gone, and those that are new.

use crate::games::Game;
use crate::games::reading::Reading;
use crate::picture::Picture;
use crate::system::Set;

/// What a position looks like. Boards of a sum that was typed are not joined, since they could touch.
pub(super) fn picture(game: &Game, text: &str) -> Option<Picture> {
    let reading = Reading::of(game, text).ok()?;
    let picture = joined(&reading, None)?;
    (reading.leaves.len() == 1 || !picture.scene.names.is_empty()).then_some(picture)
}

/// The change from a position to one of its options, in words; none if positions are not lists of elements.
pub fn change(game: &Game, before: &Picture, option: &str) -> Option<String> {
    if before.scene.names.is_empty() {
        return None;
    }
    let after = joined(&Reading::of(game, option).ok()?, Some(before.emptied()))?;
    let (mut gone, mut new) = (before.left.clone(), after.left.clone());
    gone.take_away(&after.left);
    new.take_away(&before.left);
    let words = |word: &str, picture: &Picture, set| format!("{word} {}", picture.names(set));
    let new = (!new.is_empty()).then(|| words("new", &after, &new));
    let all: Vec<String> = [words("gone", before, &gone)].into_iter().chain(new).collect();
    Some(all.join("; "))
}

/// The leaves in one picture, which is `empty` if there are none.
fn joined(reading: &Reading<'_>, empty: Option<Picture>) -> Option<Picture> {
    let mut pictures = reading.leaves.iter().map(|(game, text)| game.picture(text).ok().flatten());
    let Some(first) = pictures.next() else { return empty };
    pictures.try_fold(first?, |all, next| all.joined(&next?))
}
