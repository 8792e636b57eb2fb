//! The `[analysis]` section. Its keys are those of the questions; their settings are checked against the form of
//! each key.

use super::wire::{AnalysisTable, GivenItem as Item, GivenSetting as Given};
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::games::suggest::suggest;
use crate::job::{Analysis, Setting};
use crate::question::{Form, Problem, QUESTIONS, find_key};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// The places in the config of the items of each key. A switch or a single word counts as one item.
#[derive(Debug, Default)]
pub(super) struct QuestionPlaces(BTreeMap<String, Vec<Range<usize>>>);

impl QuestionPlaces {
    /// The error of a question, placed at the item that it concerns.
    pub fn blame(&self, problem: Problem) -> Blame {
        let Problem { key, item, message, help } = problem;
        let place = self.0.get(key).and_then(|places| places.get(item)).cloned();
        Blame::new(place.unwrap_or(0..0), message, help)
    }
}

/// Reads the section. Switches that are off and empty lists request nothing. Repeated items count once.
pub(super) fn read(section: AnalysisTable) -> Result<(Analysis, QuestionPlaces), Blame> {
    let (mut analysis, mut places) = (Analysis::default(), QuestionPlaces::default());
    for (name, given) in section {
        let Some(key) = find_key(name.get_ref()) else { return Err(unknown(&name)) };
        let (setting, at) = setting(key.form, name.get_ref(), given)?;
        let asked = match &setting {
            Setting::Switch(on) => *on,
            Setting::Numbers(numbers) => !numbers.is_empty(),
            Setting::Words(words) => !words.is_empty(),
            Setting::Number(_) | Setting::Word(_) => true,
        };
        if asked {
            analysis = analysis.with(key.name, setting);
            places.0.insert(key.name.to_string(), at);
        }
    }
    Ok((analysis, places))
}

fn unknown(name: &Spanned<String>) -> Blame {
    let keys = || QUESTIONS.iter().flat_map(|question| question.keys);
    let entries: Vec<(&str, String)> = keys().map(|key| (key.name, key.help.to_string())).collect();
    let help = suggest(name.get_ref(), &entries, &list(&keys().map(|key| key.name).collect::<Vec<_>>()));
    Blame::new(name.span(), format!("unknown key `{}` in [analysis]", name.get_ref()), help)
}

fn setting(form: Form, name: &str, given: Spanned<Given>) -> Result<(Setting, Vec<Range<usize>>), Blame> {
    let place = given.span();
    let wrong =
        |place: Range<usize>, what: &str, help: String| Err(Blame::new(place, format!("`{name}` {what}"), help));
    let form = match (form, given.get_ref()) {
        (Form::SwitchOrWords(words), Given::List(_)) => Form::Words(words()),
        _ => form,
    };
    match (form, given.into_inner()) {
        (Form::Switch | Form::SwitchOrWords(_), Given::Switch(on)) => Ok((Setting::Switch(on), vec![place])),
        (Form::Switch, _) => wrong(place, "is neither `true` nor `false`", "`true` or `false`".to_string()),
        (Form::Word(words), Given::Single(Item::Word(word))) if words.contains(&word.as_str()) => {
            Ok((Setting::Word(word), vec![place]))
        }
        (Form::Word(words), Given::Single(Item::Word(word))) => {
            let message = format!("there is no {name} `{word}`");
            Err(Blame::new(place, message, format!("one of {}", list(words))))
        }
        (Form::Word(words), _) => wrong(place, "is not a word", format!("one of {}", list(words))),
        (Form::Number, Given::Single(Item::Number(number))) => Ok((Setting::Number(number), vec![place])),
        (Form::Number, _) => wrong(place, "is not a whole number", "a whole number, as in 1000".to_string()),
        (Form::Numbers, Given::List(items)) => {
            let (mut numbers, mut places) = (Vec::new(), Vec::new());
            for item in items {
                match item.get_ref() {
                    Item::Number(number) if numbers.contains(number) => {}
                    Item::Number(number) => {
                        numbers.push(*number);
                        places.push(item.span());
                    }
                    Item::Word(_) => return wrong(item.span(), "has a word in its list of numbers", numbers_help()),
                }
            }
            Ok((Setting::Numbers(numbers), places))
        }
        (Form::Numbers, _) => wrong(place, "is not a list", numbers_help()),
        (Form::SwitchOrWords(allowed), _) => {
            let help = format!("`true`, `false`, or a list of {}", either(allowed()));
            wrong(place, "is neither `true` nor `false` nor a list", help)
        }
        (Form::Words(allowed), Given::List(items)) => {
            let (mut words, mut places) = (Vec::new(), Vec::new());
            for item in items {
                match item.get_ref() {
                    Item::Word(word) if words.contains(word) => {}
                    Item::Word(word) if allowed.contains(&word.as_str()) => {
                        words.push(word.clone());
                        places.push(item.span());
                    }
                    Item::Word(word) => return wrong(item.span(), &format!("cannot be `{word}`"), either(allowed)),
                    Item::Number(number) => {
                        return wrong(item.span(), &format!("cannot be {number}"), either(allowed));
                    }
                }
            }
            Ok((Setting::Words(words), places))
        }
        (Form::Words(allowed), _) => wrong(place, "is not a list", format!("a list of {}", either(allowed))),
    }
}

fn numbers_help() -> String {
    "a list of whole numbers, as in [0, 1, 5]".to_string()
}

fn either(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(" or ")
}
