//! Sweeps over trees: `node-kayles:{t}` and its like. All games share one collection of rooted trees.

use super::super::game::{Asked, Found};
use super::contract::{Bulk, Known, is_plain};
use crate::games::graphs::read_graph6;
use crate::job::Analysis;
use crate::kernel::TreeValues;
use crate::language::Datum;
use crate::structure::TreeRule;
use crate::sweep::Sweep;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The games of a sweep on trees.
pub(super) struct OnTrees<'s> {
    sweep: &'s Sweep,
    asked: &'s Asked,
    /// The variable that is a tree.
    tree: usize,
    /// What stands before the tree in a code, with its rule.
    rules: Mutex<HashMap<String, Option<TreeRule>>>,
    values: Mutex<TreeValues>,
}

impl<'s> OnTrees<'s> {
    /// None if the games are not on graphs.
    pub fn of(sweep: &'s Sweep, asked: &'s Asked) -> Option<Self> {
        let tree = sweep.plan.over.iter().find(|(_, over)| over.is_graph()).map(|(name, _)| name)?;
        let tree = sweep.variables.iter().position(|name| name == tree).filter(|_| Self::is_for(sweep))?;
        let values = Mutex::new(TreeValues::new(sweep.plan.settings.memory));
        Some(Self { sweep, asked, tree, rules: Mutex::default(), values })
    }

    /// Whether the games are those of a single graph each, of which only the value is asked.
    pub fn is_for(sweep: &Sweep) -> bool {
        is_plain(sweep) && sweep.columns.has_value() && sweep.plan.settings.analysis == Analysis::default()
    }

    /// The rule of the games whose codes begin like this one.
    fn rule(&self, code: &str, data: &[Datum]) -> Option<TreeRule> {
        let prefix = code.split_once("graph6:").map(|(prefix, _)| prefix)?;
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rule) = rules.get(prefix) {
            return *rule;
        }
        let rule = self.asked.tree_rule(self.sweep, data, code);
        rules.insert(prefix.to_string(), rule);
        rule
    }
}

impl Bulk for OnTrees<'_> {
    fn known(&self, data: &[Datum]) -> Option<Known> {
        let code = self.sweep.code(data);
        let rule = self.rule(&code, data)?;
        let Datum::Text(text) = &data[self.tree] else { return None };
        let graph = read_graph6(text).ok()?;
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let value = values.value(rule, &graph).ok().flatten()?;
        let found = Found { max_value: Some(value), zeros: u64::from(value == 0), ..Found::default() };
        Some(Known { code, max: None, found })
    }
}
