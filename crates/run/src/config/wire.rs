//! The shape of a config file, as serde reads it. Only types and unknown keys are checked here; `job.rs` and
//! `check.rs` turn it into a [`Job`](crate::job::Job).

use crate::diagnostic::{Blame, nearest};
use crate::error::Error;
use crate::games::args::list;
use crate::number::{self, Whole, WholeVisitor};
use serde::de::{self, DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use toml::Spanned;
use toml::de::DeTable;

pub(super) use crate::games::keys::Keys;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    pub title: Option<String>,
    pub game: Option<Spanned<Keys>>,
    pub range: Option<Range>,
    #[serde(default)]
    pub solve: Solve,
    #[serde(default)]
    pub analysis: AnalysisTable,
    #[serde(default)]
    pub expect: ExpectTable,
    #[serde(default)]
    pub conjecture: Vec<ConjectureTable>,
    #[serde(default)]
    pub output: Output,
}

/// A config with a sweep instead of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepConfig {
    pub title: Option<String>,
    pub sweep: SweepTable,
    pub range: Option<SweepRange>,
    #[serde(default)]
    pub solve: Solve,
    #[serde(default)]
    pub analysis: AnalysisTable,
    #[serde(default)]
    pub expect: Keys,
    #[serde(default)]
    pub conjecture: Vec<ConjectureTable>,
    #[serde(default)]
    pub output: Output,
}

/// The tables that configs of games and of sweeps share.
pub(super) struct SharedTables {
    pub title: Option<String>,
    pub solve: Solve,
    pub analysis: AnalysisTable,
    pub conjecture: Vec<ConjectureTable>,
    pub max_rows: Option<Spanned<Whole>>,
}

/// One `[[conjecture]]` table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConjectureTable {
    pub name: Spanned<String>,
    #[serde(rename = "where")]
    pub condition: Option<Spanned<String>>,
    pub holds: Spanned<String>,
    pub over: Option<Spanned<String>>,
    pub largest: Option<Spanned<String>>,
    pub smallest: Option<Spanned<String>>,
    #[serde(default)]
    pub observed: bool,
    pub expect: Option<Spanned<ExpectedVerdict>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectedVerdict {
    pub verdict: String,
    pub first: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepTable {
    pub code: Spanned<String>,
    pub play: Option<Spanned<String>>,
    #[serde(rename = "where")]
    pub condition: Option<Spanned<String>>,
    pub tally: Option<Spanned<OneOrMore>>,
    #[serde(rename = "row-patterns")]
    pub row_patterns: Option<Spanned<OneOrMore>>,
    #[serde(default)]
    pub over: Keys,
}

/// A text, or a list of texts.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "this is neither a text nor a list of texts")]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    /// The texts.
    pub fn list(self) -> Vec<String> {
        match self {
            OneOrMore::One(text) => vec![text],
            OneOrMore::More(texts) => texts,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepRange {
    pub max: Spanned<GivenItem>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    pub max: Spanned<Bounds>,
    #[serde(rename = "where")]
    pub condition: Option<Spanned<String>>,
}

/// The bounds of the coordinates.
#[derive(Debug, Clone)]
pub(super) enum Bounds {
    /// One bound for all coordinates.
    All(u64),
    /// One bound for each coordinate.
    Each(Vec<u64>),
}

impl Bounds {
    /// The largest bound.
    pub fn greatest(&self) -> u64 {
        match self {
            Bounds::All(max) => *max,
            Bounds::Each(bounds) => bounds.iter().copied().max().unwrap_or(0),
        }
    }

    /// The bounds of the single coordinates; empty if they have a common bound.
    pub fn bounds(self) -> Vec<u64> {
        match self {
            Bounds::All(_) => Vec::new(),
            Bounds::Each(bounds) => bounds,
        }
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(BoundsVisitor)
    }
}

struct BoundsVisitor;

impl<'de> Visitor<'de> for BoundsVisitor {
    type Value = Bounds;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        WholeVisitor.expecting(to)?;
        write!(to, ", or a list of them, one for each coordinate")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Bounds, E> {
        WholeVisitor.visit_i64(number).map(|max| Bounds::All(max.0))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Bounds, E> {
        WholeVisitor.visit_u64(number).map(|max| Bounds::All(max.0))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Bounds, E> {
        WholeVisitor.visit_f64(number).map(|max| Bounds::All(max.0))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bounds, E> {
        WholeVisitor.visit_str(text).map(|max| Bounds::All(max.0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Bounds, A::Error> {
        let mut bounds = Vec::new();
        while let Some(Whole(bound)) = items.next_element()? {
            bounds.push(bound);
        }
        match bounds.is_empty() {
            true => Err(de::Error::invalid_length(0, &"a number for each coordinate")),
            false => Ok(Bounds::Each(bounds)),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Solve {
    pub value: Option<Spanned<String>>,
    pub kernel: Option<Spanned<String>>,
    pub memory: Option<Spanned<String>>,
    pub checkpoint: Option<Spanned<String>>,
}

/// The table `[analysis]`. The questions define its keys.
pub(super) type AnalysisTable = BTreeMap<Spanned<String>, Spanned<GivenSetting>>;

/// The setting of a key of `[analysis]`.
#[derive(Debug)]
pub(super) enum GivenSetting {
    Switch(bool),
    Single(GivenItem),
    List(Vec<Spanned<GivenItem>>),
}

/// An item of a list.
#[derive(Debug)]
pub(super) enum GivenItem {
    Number(u64),
    Word(String),
}

impl<'de> Deserialize<'de> for GivenItem {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ItemVisitor)
    }
}

struct ItemVisitor;

impl Visitor<'_> for ItemVisitor {
    type Value = GivenItem;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "a non-negative whole number or a word in quotes")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<GivenItem, E> {
        let whole = u64::try_from(number);
        whole.map(GivenItem::Number).map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<GivenItem, E> {
        Ok(GivenItem::Number(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<GivenItem, E> {
        let whole = number::of_float(number);
        whole.map(GivenItem::Number).ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<GivenItem, E> {
        Ok(GivenItem::Word(word.to_string()))
    }
}

impl<'de> Deserialize<'de> for GivenSetting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(SettingVisitor)
    }
}

struct SettingVisitor;

impl<'de> Visitor<'de> for SettingVisitor {
    type Value = GivenSetting;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "true, false, a word in quotes, or a list of whole numbers or words")
    }

    fn visit_bool<E: de::Error>(self, on: bool) -> Result<GivenSetting, E> {
        Ok(GivenSetting::Switch(on))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<GivenSetting, E> {
        ItemVisitor.visit_i64(number).map(GivenSetting::Single)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<GivenSetting, E> {
        ItemVisitor.visit_u64(number).map(GivenSetting::Single)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<GivenSetting, E> {
        ItemVisitor.visit_f64(number).map(GivenSetting::Single)
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<GivenSetting, E> {
        ItemVisitor.visit_str(word).map(GivenSetting::Single)
    }

    // Implemented by hand, because a derived untagged enum would lose the places of the items.
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<GivenSetting, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(GivenSetting::List(list))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ExpectTable {
    pub prefix: Option<Spanned<Vec<toml::Value>>>,
    pub preperiod: Option<Spanned<Whole>>,
    pub period: Option<Spanned<Whole>>,
    pub saltus: Option<Spanned<Whole>>,
    pub status: Option<Spanned<String>>,
    pub max_value: Option<Spanned<toml::Value>>,
    pub zeros: Option<Spanned<toml::Value>>,
    pub pattern: Option<Spanned<String>>,
    pub q: Option<Spanned<Whole>>,
    pub p_portion: Option<Spanned<Whole>>,
    pub misere_preperiod: Option<Spanned<Whole>>,
    pub misere_period: Option<Spanned<Whole>>,
    pub misere_status: Option<Spanned<String>>,
    #[serde(default)]
    pub at: Keys,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Output {
    pub formats: Option<Formats>,
    pub max_rows: Option<Spanned<Whole>>,
    pub latex: Option<Spanned<LatexTable>>,
    pub svg: Option<Spanned<PictureFrame>>,
}

/// A list of formats.
#[derive(Debug)]
pub(super) struct Formats(pub Vec<Spanned<String>>);

impl<'de> Deserialize<'de> for Formats {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(FormatsVisitor)
    }
}

struct FormatsVisitor;

impl<'de> Visitor<'de> for FormatsVisitor {
    type Value = Formats;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "a list, as in [\"csv\", \"report\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Formats, A::Error> {
        let mut formats = Vec::new();
        while let Some(format) = items.next_element()? {
            formats.push(format);
        }
        Ok(Formats(formats))
    }
}

/// `[output.latex]`: the table of a sweep for papers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LatexTable {
    pub columns: Option<Spanned<Vec<String>>>,
    pub sort: Option<Spanned<String>>,
    pub rows: Option<Spanned<Whole>>,
}

/// `[output.svg]`: what pictures of a game show.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PictureFrame {
    pub x: Option<Spanned<String>>,
    pub y: Option<Spanned<String>>,
    pub axes: Option<Spanned<String>>,
    pub colours: Option<Spanned<String>>,
    pub p_positions: Option<Spanned<bool>>,
}

/// A config of a game or of a sweep.
pub(super) enum Any {
    Game(Box<Config>),
    Sweep(Box<SweepConfig>),
}

/// Parses a text once and reads it as the config of a game or a sweep.
pub(super) fn read_any(text: &str, path: &Path) -> Result<Any, Error> {
    let table = DeTable::parse(text).map_err(|error| wrong(error, text, path))?;
    let is_sweep = table.get_ref().contains_key("sweep");
    let table = toml::Deserializer::from(table);
    let read = match is_sweep {
        true => SweepConfig::deserialize(table).map(Box::new).map(Any::Sweep),
        false => Config::deserialize(table).map(Box::new).map(Any::Game),
    };
    read.map_err(|error| wrong(error, text, path))
}

/// Reads a text as the given shape.
pub(super) fn read<T: DeserializeOwned>(text: &str, path: &Path) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| wrong(error, text, path))
}

fn wrong(error: toml::de::Error, text: &str, path: &Path) -> Error {
    let (message, help) = in_words(error.message());
    let span = error.span().unwrap_or(0..0);
    let help = if help.is_empty() { remedy(&message, text.get(span.clone()).unwrap_or_default()) } else { help };
    Error::from(Blame::new(span, message, help).within(&path.display().to_string(), text))
}

/// What to write instead, where a type or a number is wrong.
fn remedy(message: &str, written: &str) -> String {
    let rest = written.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let is_power = rest.len() < written.len() && (rest.starts_with('^') || rest.starts_with("**"));
    match message {
        _ if message.contains("must be quoted") && is_power => {
            "write a number as 1000, 1_000 or 1e6, or in quotes as \"10^6\"".to_owned()
        }
        _ if message.contains("must be quoted") && !written.is_empty() => format!("put it in quotes: \"{written}\""),
        _ if message.contains("expected a list") && written.starts_with('[') => format!("write [{written}]"),
        _ if message.contains("expected a table") => "a table has keys, as in { verdict = \"refuted\" }".to_owned(),
        _ => String::new(),
    }
}

/// What serde says, in the words of a config; what helps where a key is unknown.
fn in_words(message: &str) -> (String, String) {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let ([key, known @ ..], true) = (&quoted[..], message.starts_with("unknown field")) {
        let help = match nearest(key, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are {}", list(known)),
        };
        return (format!("unknown key `{key}`"), help);
    }
    let words = message.replace("missing field", "missing key").replace("expected a sequence", "expected a list");
    let words = words.replace("expected a map", "expected a table");
    let words =
        words.split_once("expected struct ").map_or(words.clone(), |(begin, _)| format!("{begin}expected a table"));
    (words, String::new())
}
