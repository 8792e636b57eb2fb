//! The `[expect]` section: published answers, checked against the job they belong to.

use super::wire;
use crate::analysis::expectation::{Expect, Zeros};
use crate::claim::Status;
use crate::diagnostic::Blame;
use crate::games::args::list;
use crate::misere::MisereStatus;
use crate::number::Whole;
use crate::question::pattern_kinds;
use crate::ruleset::{Rows, Value};
use crate::words::counted;
use std::ops::Range;
use toml::Spanned;

/// Reads the section. Labels must be rows of the job.
pub(super) fn read(wire: wire::ExpectTable, value: Value, rows: &Rows) -> Result<Expect, Blame> {
    let number = |field: Option<Spanned<Whole>>| field.map(|number| number.into_inner().0);
    let mut expect = Expect {
        preperiod: number(wire.preperiod),
        period: number(wire.period),
        saltus: number(wire.saltus),
        ..Expect::default()
    };
    if let Some(prefix) = wire.prefix {
        let span = prefix.span();
        let items = prefix.into_inner();
        if items.is_empty() || items.len() as u64 > rows.len() {
            let text = format!("`prefix` has {}", counted(items.len(), "value", "values"));
            return Err(Blame::new(span, text, format!("it may have from 1 to {}, the number of rows", rows.len())));
        }
        expect.prefix = items.iter().map(|item| read_value(item, value, &span)).collect::<Result<_, _>>()?;
    }
    if let Some(status) = wire.status {
        expect.status = Some(read_status(&status)?);
    }
    if let Some(max) = wire.max_value {
        if !value.is_number() {
            let help = "remove it, or compute value = \"grundy\" in normal play; `zeros` counts P-positions";
            return Err(Blame::new(max.span(), "`max-value` does not apply to outcomes, which are P and N", help));
        }
        expect.max_value = Some(read_value(max.get_ref(), value, &max.span())?);
    }
    if let Some(zeros) = wire.zeros {
        expect.zeros = Some(read_zeros(zeros, rows)?);
    }
    if let Some(kind) = wire.pattern {
        let kinds = pattern_kinds();
        if !kinds.contains(&kind.get_ref().as_str()) {
            let text = format!("`{}` is not a kind of patterns", kind.get_ref());
            return Err(Blame::new(kind.span(), text, format!("one of {}", list(kinds))));
        }
        expect.pattern = Some(kind.into_inner());
    }
    for (name, number) in [
        ("q", wire.q),
        ("p_portion", wire.p_portion),
        ("misere_preperiod", wire.misere_preperiod),
        ("misere_period", wire.misere_period),
    ] {
        expect.misere.extend(number.map(|number| (name.to_string(), number.into_inner().0.to_string())));
    }
    if let Some(status) = wire.misere_status {
        if !MisereStatus::NAMES.contains(&status.get_ref().as_str()) {
            let text = format!("`{}` is not a status of misère play", status.get_ref());
            return Err(Blame::new(status.span(), text, format!("one of {}", list(&MisereStatus::NAMES))));
        }
        expect.misere.push(("misere_status".to_string(), status.into_inner()));
    }
    for (key, found) in wire.at {
        let label = read_label(key.get_ref(), rows, &key.span())?;
        expect.at.push((label, read_value(found.get_ref(), value, &found.span())?));
    }
    Ok(expect)
}

fn read_status(status: &Spanned<String>) -> Result<Status, Blame> {
    let all = [Status::Proved, Status::Observed, Status::None];
    all.into_iter().find(|candidate| candidate.to_string() == *status.get_ref()).ok_or_else(|| {
        let text = format!("`{}` is not a status", status.get_ref());
        Blame::new(status.span(), text, "`proved`, `observed` or `none`")
    })
}

fn read_value(item: &toml::Value, value: Value, span: &Range<usize>) -> Result<u32, Blame> {
    let text = match item {
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    value.read(&text).ok_or_else(|| {
        let allowed = format!("this job computes {}: {}", value.called.values, value.called.look);
        Blame::new(span.clone(), format!("`{text}` is not a value"), allowed)
    })
}

fn read_zeros(zeros: Spanned<toml::Value>, rows: &Rows) -> Result<Zeros, Blame> {
    let span = zeros.span();
    let wrong = || {
        let help = "give the number of zeros, or a list of the first ones, as in [0, 1, 5] or [\"0,0\", \"1,1\"]";
        Blame::new(span.clone(), "`zeros` is neither a number nor a list of labels", help)
    };
    match zeros.get_ref() {
        toml::Value::Integer(count) => u64::try_from(*count).map(Zeros::Count).map_err(|_| wrong()),
        toml::Value::Array(items) => {
            let label = |item: &toml::Value| match item {
                toml::Value::Integer(n) => read_label(&n.to_string(), rows, &span),
                toml::Value::String(text) => read_label(text, rows, &span),
                _ => Err(wrong()),
            };
            let labels = items.iter().map(label).collect::<Result<Vec<_>, _>>()?;
            if labels.is_empty() { Err(wrong()) } else { Ok(Zeros::First(labels)) }
        }
        _ => Err(wrong()),
    }
}

fn read_label(text: &str, rows: &Rows, span: &Range<usize>) -> Result<Vec<u64>, Blame> {
    rows.read(text).ok_or_else(|| Blame::new(span.clone(), format!("there is no row \"{text}\""), rows.expected()))
}
