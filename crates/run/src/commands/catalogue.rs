//! The catalogue of the program: families, names, kernels, questions, formats.

use crate::formats::FORMATS;
use crate::games::FAMILIES;
use crate::games::names::NAMES;
use crate::games::suggest::speaking_of;
use crate::kernel::KERNELS;
use crate::question::QUESTIONS;
use serde_json::{Value, json};

/// The catalogue as JSON. With a word, only the entries of that name or whose text mentions it.
pub fn catalogue(word: Option<&str>) -> Value {
    let wanted = |name: &str, text: &str| match word {
        None => true,
        Some(word) => name == word || !speaking_of(word, &[(name, text.to_string())]).is_empty(),
    };
    let families =
        FAMILIES.iter().filter(|family| wanted(&family.name, &format!("{} {}", family.rules, family.source)));
    let families = families.map(|family| {
        let parameters = family
            .parameters
            .iter()
            .map(|parameter| json!({ "key": parameter.key, "required": parameter.required, "help": parameter.help }));
        json!({
            "name": family.name,
            "rules": family.rules,
            "source": family.source,
            "max": family.max,
            "computes": family.value.to_string(),
            "parameters": parameters.collect::<Vec<_>>(),
            "examples": family.examples,
            "position": family.position,
        })
    });
    let names =
        NAMES.iter().filter(|known| wanted(known.name, &format!("{} {} {}", known.code, known.rules, known.source)));
    let names = names
        .map(|known| json!({ "name": known.name, "code": known.code, "rules": known.rules, "source": known.source }));
    let told = |name: &str, text: &str| wanted(name, text).then(|| json!({ "name": name, "summary": text }));
    let keys = QUESTIONS.iter().flat_map(|question| question.keys);
    json!({
        "families": families.collect::<Vec<_>>(),
        "names": names.collect::<Vec<_>>(),
        "kernels": KERNELS.iter().filter_map(|kernel| told(kernel.name(), kernel.summary())).collect::<Vec<_>>(),
        "questions": keys.filter_map(|key| told(key.name, key.help)).collect::<Vec<_>>(),
        "formats": FORMATS.iter().filter_map(|format| told(format.name, &format.summary())).collect::<Vec<_>>(),
    })
}
