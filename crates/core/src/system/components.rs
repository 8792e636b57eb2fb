//! The components of a position: sets of elements such that no move, now or later, concerns two of them.
//!
//! Where the links between elements are fixed, a component is what can be reached along them. This holds if a move
//! only deletes, and joins its elements to one of those that it needs whenever both are present. Otherwise the moves
//! that may still happen are found first, as a greatest fixed point: what may be present (P), what is never deleted
//! (F), and the moves that need nothing outside P and exclude nothing in F. Too many moves are harmless, since they can
//! only join components.

use super::model::System;
use super::moves::Move;
use super::set::Set;

impl<S: Set> System<S> {
    /// Appends the components of a position, without those in which there will never be a move. With a condition on
    /// moves they are all components of the graph.
    #[inline]
    pub fn components(&self, position: &S, parts: &mut Vec<S>) {
        match &self.links {
            Some(links) => self.linked(links, position, parts),
            None => self.joined(position, parts),
        }
    }

    #[inline]
    fn linked(&self, links: &[S], position: &S, parts: &mut Vec<S>) {
        let mut rest = position.clone();
        while let Some(first) = rest.first() {
            let (mut part, mut new) = (S::none(self.elements), links[first].common(&rest));
            part.insert(first);
            new.remove(first);
            if new.is_empty() && self.condition.is_none() && !self.alone.has(first) {
                rest.remove(first);
                continue;
            }
            part.join(&new);
            while let Some(element) = new.first() {
                new.remove(element);
                let mut near = links[element].common(&rest);
                near.take_away(&part);
                part.join(&near);
                new.join(&near);
            }
            rest.take_away(&part);
            parts.push(part);
        }
    }

    /// The fixed links, if there are any: u and v are linked if some move concerns both and needs nothing else.
    pub(super) fn fixed_links(&self) -> Option<Vec<S>> {
        if !self.only_deletes() {
            return None;
        }
        let mut links = vec![S::none(self.elements); self.elements];
        for one in &self.moves {
            let all = one.support();
            let needed: Vec<usize> = one.need.members().take(3).collect();
            let pairs: Vec<(usize, usize)> = match needed[..] {
                [u] => all
                    .members()
                    .flat_map(|v| all.members().map(move |w| (v, w)))
                    .filter(|&(v, w)| v == u || w == u)
                    .collect(),
                [u, v] => vec![(u, v), (v, u)],
                _ => Vec::new(),
            };
            pairs.into_iter().filter(|(u, v)| u != v).for_each(|(u, v)| links[u].insert(v));
        }
        // Each move must join all its elements to one that it needs.
        let spans = |one: &Move<S>| {
            let all = one.support();
            one.need.members().any(|hub| all.members().all(|other| other == hub || links[hub].has(other)))
        };
        self.moves.iter().all(spans).then_some(links)
    }

    /// The components if links depend on the position.
    fn joined(&self, position: &S, parts: &mut Vec<S>) {
        let (may, present) = self.what_may_happen(position);
        let blocks = !self.only_deletes();
        // A frozen element that excludes a move must stay with those that the move concerns.
        let joins = |number: usize| if blocks { self.moves[number].need.within(&present) } else { may[number] };
        let forbidden = self.forbidden.iter().filter(|set| set.within(&present)).cloned();
        let joined = (0..self.moves.len()).filter(|&number| joins(number)).map(|number| self.moves[number].support());
        let mut classes: Vec<S> = Vec::new();
        for mut class in joined.chain(forbidden) {
            class.keep(&present);
            classes.retain(|other| {
                let meets = other.meets(&class);
                if meets {
                    class.join(other);
                }
                !meets
            });
            classes.push(class);
        }
        let moves_in = |class: &S| may.iter().zip(&self.moves).any(|(may, one)| *may && one.need.meets(class));
        classes.retain(|class| moves_in(class));
        classes.iter_mut().for_each(|class| class.keep(position));
        classes.sort_by_key(S::first);
        parts.extend(classes);
    }

    /// The moves and the forbidden sets, by their numbers, that decide all play in a component.
    pub fn relevant(&self, component: &S) -> (Vec<usize>, Vec<usize>) {
        let present = match self.only_deletes() {
            true => component.clone(),
            false => self.what_may_happen(component).1,
        };
        let moves = (0..self.moves.len()).filter(|&number| self.moves[number].need.within(&present));
        let forbidden = (0..self.forbidden.len()).filter(|&number| self.forbidden[number].within(&present));
        (moves.collect(), forbidden.collect())
    }

    /// Which moves may still happen, and which elements may be present at some time.
    fn what_may_happen(&self, position: &S) -> (Vec<bool>, S) {
        let mut may = vec![true; self.moves.len()];
        loop {
            let (mut deleted, mut present) = (S::none(self.elements), position.clone());
            for (one, _) in self.moves.iter().zip(&may).filter(|(_, may)| **may) {
                deleted.join(&one.delete);
                present.join(&one.add);
            }
            let mut frozen = position.clone();
            frozen.take_away(&deleted);
            let mut changed = false;
            for (one, may) in self.moves.iter().zip(&mut may).filter(|(_, may)| **may) {
                *may = one.need.within(&present) && !one.absent.meets(&frozen);
                changed |= !*may;
            }
            if !changed {
                return (may, present);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bits, Condition, Graph, Move, Set, System, Taken};
    use crate::random::Random;
    use std::collections::HashMap;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    type Small = Bits<1>;

    fn mex(values: &[u32]) -> u32 {
        (0..).find(|value| !values.contains(value)).unwrap_or(0)
    }

    /// The value of a position by the definition, without components.
    fn plain(system: &System<Small>, position: Small, known: &mut HashMap<Small, u32>) -> u32 {
        if let Some(&value) = known.get(&position) {
            return value;
        }
        let fitting = system.moves().iter().filter(|one| one.fits(&position)).map(|one| one.made(&position));
        let left: Vec<Small> = fitting.filter(|left| !system.is_forbidden(left)).collect();
        let values: Vec<u32> = left.into_iter().map(|left| plain(system, left, known)).collect();
        known.insert(position, mex(&values));
        mex(&values)
    }

    /// The same as the nim-sum of the components.
    fn split(system: &System<Small>, position: Small, known: &mut HashMap<Small, u32>) -> u32 {
        let mut parts = Vec::new();
        system.components(&position, &mut parts);
        parts.iter().fold(0, |sum, &part| {
            let value = known.get(&part).copied().unwrap_or_else(|| {
                let mut options: Vec<Vec<Small>> = Vec::new();
                let _ = system.options(&part, &mut Vec::new(), |parts| {
                    options.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                let sums =
                    options.iter().map(|parts| parts.iter().fold(0, |sum, &part| sum ^ split(system, part, known)));
                let value = mex(&sums.collect::<Vec<_>>());
                known.insert(part, value);
                value
            });
            sum ^ value
        })
    }

    fn some(random: &mut Random, of: &[usize], one_in: u64) -> Small {
        Small::of(64, of.iter().copied().filter(|_| random.below(one_in) == 0))
    }

    fn random_system(random: &mut Random) -> (System<Small>, Small) {
        let n = 3 + random.below(8) as usize;
        loop {
            let (mut moves, deletes) = (Vec::new(), random.below(3) == 0);
            for _ in 0..2 + random.below(7) {
                let few: Vec<usize> = (0..1 + random.below(4)).map(|_| random.below(n as u64) as usize).collect();
                let rarely = 1 + random.below(2);
                let delete = some(random, &few, rarely);
                let inside: Vec<usize> = delete.members().collect();
                let rarely = 1 + random.below(2);
                let mut need = some(random, &inside, rarely);
                let mut outside: Vec<usize> = few.iter().copied().filter(|&element| !delete.has(element)).collect();
                need.join(&some(random, &outside, 3));
                outside.retain(|&element| !need.has(element));
                let empty = Small::none(64);
                let (add, absent) =
                    if deletes { (empty, empty) } else { (some(random, &outside, 3), some(random, &outside, 3)) };
                moves.push(Move { need, absent, delete, add });
            }
            let sets = if deletes { 0 } else { random.below(3) };
            let all: Vec<usize> = (0..n).collect();
            let forbidden: Vec<Small> = (0..sets).map(|_| some(random, &all, 3)).filter(|set| set.len() > 1).collect();
            let rarely = 1 + random.below(2);
            let position = some(random, &all, rarely);
            let allowed = forbidden.iter().all(|set| !set.within(&position));
            if let (Ok(system), true) = (System::new(n, moves, forbidden), allowed) {
                return (system, position);
            }
        }
    }

    #[test]
    fn a_position_is_the_sum_of_its_components() {
        let seed = 20_261_127;
        let mut random = Random(seed);
        let (mut several, mut linked) = (0, 0);
        for game in 0..20_000 {
            let (system, position) = random_system(&mut random);
            let mut parts = Vec::new();
            system.components(&position, &mut parts);
            several += usize::from(parts.len() > 1);
            linked += usize::from(system.links().is_some());
            let (one, other) =
                (plain(&system, position, &mut HashMap::new()), split(&system, position, &mut HashMap::new()));
            assert_eq!(
                one,
                other,
                "seed {seed}, game {game}: {:?} {:?} at {position:?}",
                system.moves(),
                system.forbidden()
            );
        }
        assert!(several > 1000 && linked > 1000, "{several} {linked}");
    }

    #[test]
    fn play_that_may_not_end_is_refused() {
        let step = |from: usize, to: usize| Move {
            add: Small::of(64, [to]),
            absent: Small::of(64, [to]),
            ..Move::<Small>::taking(64, [from])
        };
        assert!(System::new(3, vec![step(0, 1), step(1, 2)], Vec::new()).is_ok());
        assert!(System::new(3, vec![step(0, 1), step(1, 2), step(2, 0)], Vec::new()).is_err());
        let keeps = Move { delete: Small::none(64), ..Move::<Small>::taking(64, [1]) };
        assert_eq!(System::new(3, vec![step(0, 1), keeps], Vec::new()).err().map(|error| error.0), Some(1));
    }

    /// Kayles as a game on a path: one or two adjacent vertices are taken. With the condition that at most one part is
    /// left, it is the octal game 0.33.
    #[test]
    fn conditions_speak_of_what_is_left() {
        let n = 9;
        let path = Graph::with(n, (1..n).map(|v| (v - 1, v)));
        let mut moves = Vec::new();
        path.connected_sets(2, &mut |set| {
            moves.push(Move::<Small>::taking(64, set.iter().copied()));
            true
        });
        let system = System::new(n, moves, Vec::new()).unwrap();
        let at = |system: &System<Small>, heap: usize| split(system, Small::of(64, 0..heap), &mut HashMap::new());
        let kayles: Vec<u32> = (0..=n).map(|heap| at(&system.clone().on_graph(&path, None), heap)).collect();
        assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
        let one_part = system.on_graph(
            &path,
            Some(Condition { allows: Arc::new(|taken: &Taken<'_>| taken.parts <= 1), sees_component: false }),
        );
        let values: Vec<u32> = (0..=n).map(|heap| at(&one_part, heap)).collect();
        assert_eq!(values, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
    }
}
