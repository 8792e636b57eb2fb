//! The JSON schema of configs. It is generated from the lists of questions, formats, kernels and families; a
//! test compares it with the keys that are actually read.

use super::frame::SCALES;
use crate::formats::FORMATS;
use crate::games::{FAMILIES, Family};
use crate::kernel::KERNELS;
use crate::misere::MisereStatus;
use crate::question::{Form, QUESTIONS};
use crate::ruleset::KIND_NAMES;
use serde_json::{Map, Value, json};

/// The schema of all configs, both of games and of sweeps.
pub fn schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A grundy config",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "title": text("the heading of the report"),
            "game": game(),
            "sweep": sweep(),
            "range": object(json!({
                "max": { "anyOf": [max(), { "type": "array", "items": max(), "minItems": 1 }], "description": "the largest coordinate, or a list with a bound for each coordinate" },
                "where": text("a condition that restricts the rows to the labels that satisfy it, as in \"h1 <= h2\""),
            })),
            "solve": solve(),
            "analysis": analysis(),
            "expect": expect(),
            "conjecture": { "type": "array", "items": conjecture() },
            "output": output(),
        },
    })
}

fn text(help: &str) -> Value {
    json!({ "type": "string", "description": help })
}

fn one_of(words: &[&str], help: &str) -> Value {
    json!({ "enum": words, "description": help })
}

fn object(properties: Value) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn whole(help: &str) -> Value {
    json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "number", "minimum": 0 }, { "type": "string" }], "description": help })
}

fn max() -> Value {
    whole(
        "the largest heap, stack, n, ...: 1000, 1_000, 1e6 or \"10^6\"; in a sweep also an expression in its variables",
    )
}

fn play() -> Value {
    one_of(&["normal", "misere", "misère"], "the player who cannot move loses (normal) or wins (misere)")
}

fn game() -> Value {
    let mut properties = Map::new();
    properties.insert("code".to_string(), text("a game code such as octal:0.77 or nim:3, or a name such as kayles"));
    properties.insert("play".to_string(), play());
    let names: Vec<&str> = FAMILIES.iter().map(|family| &*family.name).collect();
    properties.insert(
        "family".to_string(),
        one_of(&names, "the name of a family, instead of a code; its arguments are further keys of this section"),
    );
    for (key, help) in FAMILIES.iter().flat_map(|family| arguments(family)) {
        // Several families may have a key of the same name.
        let known = properties.entry(key).or_insert_with(|| json!({ "description": "" }));
        let described = known["description"].as_str().unwrap_or_default();
        let joined = if described.is_empty() { help } else { format!("{described}; {help}") };
        *known = json!({ "description": joined });
    }
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn arguments(family: &Family) -> Vec<(String, String)> {
    let keys = family.parameters.iter();
    keys.map(|parameter| (parameter.key.to_string(), format!("{}: {}", family.name, parameter.help))).collect()
}

fn sweep() -> Value {
    object(json!({
        "code": text("a game code with variables in braces, as in subtraction:{a},{b}"),
        "play": play(),
        "where": text("a condition that the variables must satisfy, as in a < b"),
        "row-patterns": { "type": ["string", "array"], "description": "the columns in which rules are looked for, as functions of the variables" },
        "tally": { "type": ["string", "array"], "description": "the columns by which graphs with the same value are counted" },
        "over": { "type": "object", "description": "the range of each variable, as in a = \"1..=30\"" },
    }))
}

fn solve() -> Value {
    let kernels: Vec<&str> = std::iter::once("auto").chain(KERNELS.iter().map(|kernel| kernel.name())).collect();
    object(json!({
        "value": one_of(&KIND_NAMES, "what to compute"),
        "kernel": one_of(&kernels, "the algorithm"),
        "memory": text("the memory limit, as in 8 GiB"),
        "checkpoint": text("the time between two checkpoints, as in 10min"),
    }))
}

fn analysis() -> Value {
    let keys = QUESTIONS.iter().flat_map(|question| question.keys);
    let one = |form: Form| match form {
        Form::Switch => json!({ "type": "boolean" }),
        Form::Number => json!({ "type": "integer", "minimum": 0 }),
        Form::Numbers => json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } }),
        Form::Words(words) => json!({ "type": "array", "items": { "enum": words } }),
        Form::SwitchOrWords(words) => {
            json!({ "anyOf": [{ "type": "boolean" }, { "type": "array", "items": { "enum": words() } }] })
        }
        Form::Word(words) => json!({ "enum": words }),
    };
    let described = keys.map(|key| {
        let mut value = one(key.form);
        value["description"] = json!(key.help);
        (key.name.to_string(), value)
    });
    object(Value::Object(described.collect()))
}

fn expect() -> Value {
    // A sweep expects counts and cells of its own, so other keys are allowed.
    json!({ "type": "object", "properties": {
        "prefix": { "type": "array", "description": "the values of the first rows" },
        "preperiod": whole("the least preperiod"),
        "period": whole("the least period"),
        "saltus": whole("the saltus, which is 0 if the values do not grow"),
        "status": one_of(&["proved", "observed", "none"], "the status of the claim"),
        "pattern": { "type": "string", "description": "the kind of the best pattern that the search finds; a period that `period` proves does not count" },
        "q": whole("the number of elements of the misère quotient"),
        "p-portion": whole("the number of elements of its P-portion"),
        "misere-preperiod": whole("the least preperiod of its pretending function"),
        "misere-period": whole("the least period of its pretending function"),
        "misere-status": one_of(&MisereStatus::NAMES, "what is known about the misère quotient"),
        "max-value": { "type": "integer", "minimum": 0, "description": "the largest Grundy value" },
        "zeros": { "type": ["integer", "array"], "description": "the number of P-positions, or a list of the first ones" },
        "at": { "type": "object", "description": "values of rows, as in at.\"3,4,5\" = 2" },
    } })
}

fn conjecture() -> Value {
    object(json!({
        "name": text("the name, which is also used for a file"),
        "where": text("a condition that restricts the claim"),
        "holds": text("the claim"),
        "over": text("terms or positions; in a sweep also rows"),
        "largest": text("an expression; the counterexamples with its largest values are kept instead of the first ones"),
        "smallest": text("an expression; the counterexamples with its smallest values are kept instead of the first ones"),
        "observed": { "type": "boolean", "description": "whether observed periods are counted, too" },
        "expect": object(json!({ "verdict": text("the expected verdict"), "first": text("the expected first counterexample") })),
    }))
}

fn output() -> Value {
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    object(json!({
        "formats": { "type": "array", "items": { "enum": formats }, "description": "the formats of the results" },
        "latex": object(json!({
            "columns": { "type": "array", "items": { "type": "string" }, "description": "columns of sweep.csv, in the order of the table" },
            "sort": text("an expression in the columns: rows are sorted by it, in ascending order"),
            "rows": whole("the maximum number of rows"),
        })),
        "svg": object(json!({
            "x": text("the numbers on the horizontal axis, as in 0..=1000"),
            "y": text("the numbers on the vertical axis: the second coordinate, or the value"),
            "axes": one_of(&SCALES, "the scale of both axes of a sequence"),
            "colours": one_of(&SCALES, "the scale of the colours of a table"),
            "p-positions": { "type": "boolean", "description": "whether P-positions have a colour of their own in a table" },
        })),
        "max-rows": whole("the maximum number of rows of a file that lists values; in a sweep, of all games together"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::wire;
    use serde::de::DeserializeOwned;

    /// The keys that a section reads, taken from the error message about an unknown key.
    fn keys<T: DeserializeOwned>() -> Vec<String> {
        let error = toml::from_str::<T>("no-such-key = 1").err().map(|error| error.message().to_string());
        let message = error.unwrap_or_default();
        let names = message.split("expected").nth(1).unwrap_or_default();
        names.split('`').skip(1).step_by(2).map(String::from).collect()
    }

    #[test]
    fn every_key_that_is_read_is_in_the_schema() {
        let schema = schema();
        let all = [
            ("", keys::<wire::Config>()),
            ("", keys::<wire::SweepConfig>()),
            ("/properties/sweep", keys::<wire::SweepTable>()),
            ("/properties/range", keys::<wire::Range>()),
            ("/properties/range", keys::<wire::SweepRange>()),
            ("/properties/solve", keys::<wire::Solve>()),
            ("/properties/expect", keys::<wire::ExpectTable>()),
            ("/properties/output", keys::<wire::Output>()),
            ("/properties/conjecture/items", keys::<wire::ConjectureTable>()),
            ("/properties/conjecture/items/properties/expect", keys::<wire::ExpectedVerdict>()),
        ];
        let mut seen = 0;
        for (place, keys) in all {
            let known = schema.pointer(&format!("{place}/properties")).and_then(Value::as_object);
            let known: Vec<&String> = known.map(|map| map.keys().collect()).unwrap_or_default();
            assert!(!keys.is_empty(), "{place}");
            seen += keys.len();
            for key in keys {
                assert!(known.contains(&&key), "{place}: {key} is missing in {known:?}");
            }
        }
        assert!(seen > 40, "{seen}");
    }
}
