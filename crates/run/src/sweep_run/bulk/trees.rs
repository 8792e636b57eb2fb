//! Sweeps over trees: `node-kayles:{t}` and its like. All games share one collection of rooted trees.

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
    /// The trees met so far; none once they did not fit into memory, or a job needed it.
    values: Mutex<Option<TreeValues>>,
    /// The graph that was read last, for the other games on it.
    last: Mutex<(String, Graph)>,
}

impl<'s> OnTrees<'s> {
    /// None unless the games are those of a single graph each, of which only the value is asked. Half of the memory is for
    /// jobs: not every graph of a file is a tree.
    pub fn of(sweep: &'s Sweep, asked: &'s Asked) -> Option<Self> {
        let only_value = sweep.columns.has_value() && sweep.plan.settings.analysis == Analysis::default();
        let values = Mutex::new(Some(TreeValues::new(Bytes(sweep.memory_of_games().0 / 2))));
        let (rules, last) = (Mutex::default(), Mutex::default());
        (is_plain(sweep) && only_value).then(|| Self { sweep, asked, rules, values, last })
    }

    fn values(&self) -> MutexGuard<'_, Option<TreeValues>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it may answer for the game of a combination.
    pub fn knows(&self, data: &[Datum]) -> bool {
        let code = self.sweep.code(data);
        parts(&code).is_some_and(|(prefix, _)| self.rule(prefix, &code, data).is_some())
    }

    /// The rule of the games whose codes begin like this one.
    fn rule(&self, prefix: &str, code: &str, data: &[Datum]) -> Option<TreeRule> {
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rule) = rules.get(prefix) {
            return *rule;
        }
        let rule = self.asked.tree_rule(self.sweep, data, code);
        rules.insert(prefix.to_string(), rule);
        rule
    }
}

/// What stands before the graph of a code, and the graph, which ends the code.
fn parts(code: &str) -> Option<(&str, &str)> {
    code.strip_suffix('"')?.split_once("graph6:\"").filter(|(_, graph)| !graph.contains('"'))
}

impl Bulk for OnTrees<'_> {
    fn held(&self) -> Bytes {
        self.values().as_ref().map_or(Bytes(0), TreeValues::held)
    }

    fn release(&self) {
        *self.values() = None;
    }

    fn known(&self, data: &[Datum]) -> Option<Known> {
        let code = self.sweep.code(data);
        let (prefix, graph) = parts(&code)?;
        let rule = self.rule(prefix, &code, data)?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0 != graph {
            *last = (graph.to_string(), read_graph6(graph).ok()?);
        }
        let mut values = self.values();
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
