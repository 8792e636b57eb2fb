//! The options of several games that are played at the same time.
//!
//! Except in a sequence and an ordinal sum, a move chooses for each component
//! whether to stay or to move, so the options are a product of choices.

use grundy_core::ruleset::{Joining, Rank};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The positions that moves of one component lead to.
pub(super) type Moves = SmallVec<[Rank; 16]>;

/// The options of a position: `own` are the positions of the components, `moves` where each can move to, and `gone`
/// what each is once it was ended.
pub(super) fn each_option(
    joining: Joining,
    own: &[Rank],
    moves: &[Moves],
    gone: &[Rank],
    visit: &mut dyn FnMut(&[Rank]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let has_ended = moves.iter().any(|moves| moves.is_empty());
    match joining {
        Joining::Shortened | Joining::Conjunctive if has_ended => ControlFlow::Continue(()),
        Joining::Selective | Joining::Shortened => each_choice(own, moves, true, visit),
        Joining::Conjunctive | Joining::Continued => each_choice(own, moves, false, visit),
        Joining::Disjunctive => (0..own.len()).try_for_each(|turn| each_move(own, turn, &moves[turn], own, visit)),
        Joining::Sequential => {
            let turn = moves.iter().position(|moves| !moves.is_empty());
            turn.map_or(ControlFlow::Continue(()), |turn| each_move(own, turn, &moves[turn], own, visit))
        }
        Joining::Ordinal => (0..own.len()).try_for_each(|turn| each_move(own, turn, &moves[turn], gone, visit)),
    }
}

/// The moves of component `turn`, after which the later components are those of `rest`.
fn each_move(
    own: &[Rank],
    turn: usize,
    moves: &[Rank],
    rest: &[Rank],
    visit: &mut dyn FnMut(&[Rank]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut to: SmallVec<[Rank; 8]> = own[..turn].iter().chain(&rest[turn..]).copied().collect();
    moves.iter().try_for_each(|&position| {
        to[turn] = position;
        visit(&to)
    })
}

/// All choices of a move in each component that has not ended, or of staying if the mover `may_stay` there; but not
/// that of staying everywhere.
fn each_choice(
    own: &[Rank],
    moves: &[Moves],
    may_stay: bool,
    visit: &mut dyn FnMut(&[Rank]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let choices_of = |(&own, moves): (&Rank, &Moves)| {
        let stay = (may_stay || moves.is_empty()).then_some(own);
        stay.into_iter().chain(moves.iter().copied()).collect::<SmallVec<[Rank; 17]>>()
    };
    let choices: SmallVec<[_; 4]> = own.iter().zip(moves).map(choices_of).collect();
    let mut to: SmallVec<[Rank; 8]> = choices.iter().map(|choices| choices[0]).collect();
    // An odometer over all combinations; no move leads back to its own position.
    let mut chosen: SmallVec<[usize; 8]> = SmallVec::from_elem(0, choices.len());
    loop {
        if to[..] != *own {
            visit(&to)?;
        }
        let Some(turn) = (0..chosen.len()).rev().find(|&turn| chosen[turn] + 1 < choices[turn].len()) else {
            return ControlFlow::Continue(());
        };
        chosen[turn] += 1;
        chosen[turn + 1..].fill(0);
        (turn..chosen.len()).for_each(|place| to[place] = choices[place][chosen[place]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options of (3, 5), where 3 has the options 0, 1 and 5 has those of `second`; what was ended is 0.
    fn options(joining: Joining, second: &[Rank]) -> Vec<[Rank; 2]> {
        let moves = [Moves::from_slice(&[0, 1]), Moves::from_slice(second)];
        let mut options = Vec::new();
        let _ = each_option(joining, &[3, 5], &moves, &[0, 0], &mut |to| {
            options.push([to[0], to[1]]);
            ControlFlow::Continue(())
        });
        options
    }

    #[test]
    fn where_a_player_may_move() {
        let all = [[0, 2], [1, 2]];
        let some = [[3, 2], [0, 5], [0, 2], [1, 5], [1, 2]];
        let first = [[0, 5], [1, 5]];
        for (joining, two, one) in [
            (Joining::Disjunctive, &[[0, 5], [1, 5], [3, 2]][..], &first[..]),
            (Joining::Selective, &some[..], &first[..]),
            (Joining::Shortened, &some, &[]),
            (Joining::Conjunctive, &all, &[]),
            (Joining::Continued, &all, &first),
            (Joining::Sequential, &first, &first),
            (Joining::Ordinal, &[[0, 0], [1, 0], [3, 2]], &[[0, 0], [1, 0]]),
        ] {
            assert_eq!(options(joining, &[2]), two, "{joining:?}");
            assert_eq!(options(joining, &[]), one, "{joining:?}: the second component has ended");
        }
    }
}
