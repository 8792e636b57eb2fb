//! The search without its ways to save work, to be read first.
//!
//! A component has the value n if no option has it, and for each k < n some option has the value k. Of an option, all
//! components but one are solved; the value that is missing is asked of the last one. What was found is kept: the
//! values that a component does not have, one bit each. Once all smaller and all larger values are excluded, the value
//! is known.

use super::facts::{Facts, MOST};
use grundy_core::system::{Bits, System};
use std::collections::HashMap;
use std::ops::ControlFlow;

type Component = Bits<1>;

/// What is known of each component met.
#[derive(Default)]
struct Plain {
    known: HashMap<Component, Facts>,
}

impl Plain {
    fn tell(&mut self, component: Component, facts: Facts) {
        let all = self.known.entry(component).or_default();
        all.0 |= facts.0;
    }

    /// The value of a sum of components.
    fn sum(&mut self, system: &System<Component>, parts: &[Component]) -> u32 {
        parts.iter().fold(0, |sum, &part| sum ^ self.nimber(system, part))
    }

    fn nimber(&mut self, system: &System<Component>, component: Component) -> u32 {
        (0..=MOST).find(|&n| self.is(system, component, n)).expect("the tests have small values")
    }

    fn is(&mut self, system: &System<Component>, component: Component, n: u32) -> bool {
        let facts = self.known.get(&component).copied().unwrap_or_default();
        if facts.excludes(n) || facts.value().is_some() {
            return facts.value() == Some(n);
        }
        let mut options: Vec<Vec<Component>> = Vec::new();
        let _ = system.options(&component, &mut Vec::new(), |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        let reached = options.iter().any(|parts| match parts.split_last() {
            None => n == 0,
            Some((last, others)) => {
                let missing = n ^ self.sum(system, others);
                self.is(system, *last, missing)
            }
        });
        if reached {
            self.tell(component, Facts::not(n));
            return false;
        }
        self.tell(component, Facts::at_most(n));
        let is_n = (0..n).all(|k| !self.is(system, component, k));
        if is_n {
            self.tell(component, Facts::exactly(n));
        }
        is_n
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes::{Codes, OnCodes};
    use super::super::halt::Watch;
    use super::super::search::Search;
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;
    use grundy_core::structure::Keys;
    use grundy_core::system::{Graph, Move, Set};
    use std::sync::atomic::AtomicBool;

    /// Compares both searches, with one store for all positions.
    fn compare(system: &System<Component>, start: Component, keys: Keys, small: usize, codes: &Codes, what: &str) {
        let (mut parts, stop) = (Vec::new(), AtomicBool::new(false));
        system.components(&start, &mut parts);
        let plain = Plain::default().sum(system, &parts);
        let watch = Watch { control: &FREE, stop: &stop, pause: &|| false, nodes: 0, limit: u64::MAX };
        let found =
            Search::new(system, OnCodes::new(system, keys, codes), watch, small, false).position(&start).unwrap();
        assert_eq!(found, plain, "{what}, {keys:?}");
    }

    /// Codes of systems in which moves exclude and add elements and sets are forbidden. All systems have one store, so
    /// that two games with the same code must have the same value.
    #[test]
    fn codes_of_any_systems_are_exact() {
        let (mut random, codes, mut games) = (Random(12), Codes::new(1 << 26), 0);
        for round in 0..3000 {
            let n = 3 + random.below(6) as usize;
            let mut some = |most: u64| {
                Component::of(
                    n,
                    (0..random.below(most + 1)).map(|_| random.below(n as u64) as usize).collect::<Vec<_>>(),
                )
            };
            let mut moves = Vec::new();
            for _ in 0..4 {
                let mut one = Move { need: some(2), absent: some(1), delete: some(2), add: some(1) };
                one.need.join(&one.delete);
                [&one.need.clone(), &one.delete.clone()].into_iter().for_each(|set| one.absent.take_away(set));
                one.add.take_away(&one.need);
                moves.push(one);
            }
            let (forbidden, start) = (vec![some(3)], some(6));
            let forbidden: Vec<Component> =
                forbidden.into_iter().filter(|set| set.len() > 1 && !set.within(&start)).collect();
            let Ok(system) = System::new(n, moves, forbidden) else { continue };
            games += 1;
            compare(&system, start, Keys::Incidence, 0, &codes, &format!("round {round}"));
        }
        assert!(games > 500, "{games}");
    }

    #[test]
    fn the_search_finds_what_the_plain_one_finds() {
        let mut random = Random(11);
        for round in 0..60 {
            let n = 4 + random.below(9) as usize;
            let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
            let graph = Graph::with(n, pairs.filter(|_| random.below(4) == 0).collect::<Vec<_>>());
            let closed = |v: usize| graph.neighbours(v).iter().copied().chain([v]);
            let moves: Vec<Move<Component>> = match round % 2 {
                0 => (0..n).map(|v| Move::deleting(n, [v], closed(v))).collect(),
                _ => graph.edges().map(|(u, v)| Move::taking(n, [u, v])).collect(),
            };
            let (system, start) = (System::new(n, moves, Vec::new()).unwrap(), Component::of(n, 0..n));
            for keys in [Keys::Induced, Keys::Incidence] {
                let small = random.below(9) as usize;
                compare(&system, start, keys, small, &Codes::new(1 << 24), &format!("round {round}"));
            }
        }
    }
}
