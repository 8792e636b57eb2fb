//! The shape of a config file, as serde reads it. Nothing is checked here but types and
//! unknown keys; `check.rs` turns it into a [`Job`](crate::job::Job).

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Keys with their places, values with theirs.
pub(super) type Keys = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    pub title: Option<String>,
    pub game: Option<Spanned<Keys>>,
    pub range: Option<Range>,
    #[serde(default)]
    pub solve: Solve,
    #[serde(default)]
    pub analysis: Analysis,
    #[serde(default)]
    pub expect: Expect,
    #[serde(default)]
    pub output: Output,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub max: Spanned<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Solve {
    pub value: Option<Spanned<String>>,
    pub kernel: Option<Spanned<String>>,
    pub memory: Option<Spanned<String>>,
    pub checkpoint: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Analysis {
    pub period: Option<Spanned<bool>>,
    #[serde(default)]
    pub zeros: bool,
    #[serde(default)]
    pub records: bool,
    #[serde(default)]
    pub first_occurrence: bool,
    #[serde(default)]
    pub histogram: bool,
    #[serde(default)]
    pub growth: bool,
    #[serde(default)]
    pub counts: Vec<Spanned<String>>,
    #[serde(default)]
    pub rows: Vec<Spanned<u64>>,
    #[serde(default)]
    pub columns: Vec<Spanned<u64>>,
    pub diagonal: Option<Spanned<bool>>,
    pub symmetry: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Expect {
    pub prefix: Option<Spanned<Vec<toml::Value>>>,
    pub preperiod: Option<Spanned<u64>>,
    pub period: Option<Spanned<u64>>,
    pub saltus: Option<Spanned<u64>>,
    pub status: Option<Spanned<String>>,
    pub max_value: Option<Spanned<toml::Value>>,
    pub zeros: Option<Spanned<toml::Value>>,
    #[serde(default)]
    pub at: Keys,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Output {
    pub formats: Option<Vec<Spanned<String>>>,
    pub max_rows: Option<Spanned<u64>>,
}
