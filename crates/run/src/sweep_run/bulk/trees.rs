//! Sweeps over trees: `node-kayles:{t}` and its like. All games of a thread share one collection of rooted trees.
//! Threads do not share it: they would wait for each other, and nearly all of the time goes into looking for what is
//! known.

use super::super::game::{Asked, Found};
use super::contract::{Bulk, Known, is_plain};
use crate::bytes::Bytes;
use crate::games::graphs::read_graph6;
use crate::job::Analysis;
use crate::kernel::{NoRoom, TreeValues};
use crate::language::Datum;
use crate::structure::TreeRule;
use crate::sweep::Sweep;
use crate::system::Graph;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The games of a sweep on trees.
pub(super) struct OnTrees<'s> {
    sweep: &'s Sweep,
    asked: &'s Asked,
    /// What stands before the tree in a code, with its rule.
    rules: Mutex<HashMap<String, Option<TreeRule>>>,
    /// What each thread knows.
    threads: Vec<Mutex<Trees>>,
}

/// What a thread knows about trees.
struct Trees {
    /// The trees met so far; none once they did not fit into memory, or a job needed it.
    values: Option<TreeValues>,
    /// The graph that was read last, for the other games on it.
    last: (String, Graph),
}

impl<'s> OnTrees<'s> {
    /// None unless the games are those of a single graph each, of which only the value is asked. Half of the memory is
    /// for jobs: not every graph of a file is a tree.
    pub fn of(sweep: &'s Sweep, asked: &'s Asked) -> Option<Self> {
        let only_value = sweep.columns.has_value() && sweep.plan.settings.analysis == Analysis::default();
        (is_plain(sweep) && only_value).then(|| {
            let count = rayon::current_num_threads();
            let memory = Bytes(sweep.memory_of_games().0 / 2 / count as u128);
            let trees = || Trees { values: Some(TreeValues::new(memory)), last: Default::default() };
            Self { sweep, asked, rules: Mutex::default(), threads: (0..count).map(|_| Mutex::new(trees())).collect() }
        })
    }

    /// What the current thread knows.
    fn own(&self) -> MutexGuard<'_, Trees> {
        lock(&self.threads[rayon::current_thread_index().unwrap_or(0) % self.threads.len()])
    }

    /// Whether it may answer for the game of a combination.
    pub fn knows(&self, data: &[Datum]) -> bool {
        let code = self.sweep.code(data);
        parts(&code).is_some_and(|(prefix, _)| self.rule(prefix, &code, data).is_some())
    }

    /// The rule of the games whose codes begin like this one.
    fn rule(&self, prefix: &str, code: &str, data: &[Datum]) -> Option<TreeRule> {
        let mut rules = lock(&self.rules);
        if let Some(rule) = rules.get(prefix) {
            return *rule;
        }
        let rule = self.asked.tree_rule(self.sweep, data, code);
        rules.insert(prefix.to_string(), rule);
        rule
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stands before the graph of a code, and the graph, which ends the code.
fn parts(code: &str) -> Option<(&str, &str)> {
    code.strip_suffix('"')?.split_once("graph6:\"").filter(|(_, graph)| !graph.contains('"'))
}

impl Bulk for OnTrees<'_> {
    fn held(&self) -> Bytes {
        let held = |trees: &Mutex<Trees>| lock(trees).values.as_ref().map_or(Bytes(0), TreeValues::held);
        self.threads.iter().fold(Bytes(0), |all, trees| all.plus(held(trees)))
    }

    fn release(&self) {
        self.threads.iter().for_each(|trees| lock(trees).values = None);
    }

    fn known(&self, data: &[Datum]) -> Option<Known> {
        let code = self.sweep.code(data);
        let (prefix, graph) = parts(&code)?;
        let rule = self.rule(prefix, &code, data)?;
        let mut own = self.own();
        let Trees { values, last } = &mut *own;
        if last.0 != graph {
            *last = (graph.to_string(), read_graph6(graph).ok()?);
        }
        let value = match values.as_mut()?.value(rule, &last.1) {
            Ok(value) => value?,
            Err(NoRoom) => {
                *values = None;
                return None;
            }
        };
        let found = Found { max_value: Some(value), zeros: u64::from(value == 0), ..Found::default() };
        Some(Known { code, max: None, found })
    }
}
