//! `grundy compare`: whether two games have equal values: proved, observed up to some n, or not.

use super::growing::grow;
use super::notes::note_digits;
use super::{ValueArgument, say, say_json, silent_session};
use crate::analysis::cousins::proved_shift;
use crate::analysis::equivalence::form;
use crate::answer::{Answer, answer_in};
use crate::bytes::Bytes;
use crate::claim::{Claim, Status};
use crate::config::{Request, from_code};
use crate::error::Error;
use crate::games::code;
use crate::job::Analysis;
use crate::number::{signed, whole};
use crate::ruleset::TakeAndBreak;
use clap::Args;
use serde_json::json;

/// Compare the values of two one-coordinate games, up to a shift: equal for all n (proved), equal so far, or different
#[derive(Args)]
pub(super) struct Arguments {
    /// The first game
    first: String,

    /// The second game
    second: String,

    /// How far to compare [default: 10000, or as far as a proof by periods needs]
    #[arg(long, value_name = "N", value_parser = whole)]
    max: Option<u64>,

    /// Compare the first game's value at n + SHIFT with the second's at n [default: the shift
    /// of a proved equality, else 0]
    #[arg(long, value_name = "SHIFT", allow_negative_numbers = true, value_parser = signed)]
    shift: Option<i64>,

    /// Grundy values or outcomes; the family decides if this is left out
    #[arg(long, value_name = "KIND")]
    value: Option<ValueArgument>,

    /// The most memory to use
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,

    /// Print an object in JSON
    #[arg(long)]
    json: bool,
}

/// How far two games are compared unless something else is said or needed.
const FAR: u64 = 10_000;

/// The farthest that a proof by periods may take the comparison by itself.
const FARTHEST: u64 = 100_000_000;

/// What a comparison comes to.
enum Verdict {
    /// Equal for all n, and why.
    Proved(String),
    /// Equal up to some n; what would prove it, if something would.
    Observed(u64, Option<u64>),
    /// Different first at some n of the second game, with both values.
    Different(u64, [u32; 2]),
    /// The ranges do not meet.
    Nothing,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let codes = [canonical(&arguments.first)?, canonical(&arguments.second)?];
    let octal = codes.each_ref().map(|code| TakeAndBreak::parse(code.strip_prefix("octal:")?).ok());
    let equal = match &octal {
        [Some(a), Some(b)] => by_codes(a, b),
        _ => None,
    };
    let shift = arguments.shift.or(equal.map(|(shift, _)| shift)).unwrap_or(0);
    let verdict = decide(arguments, shift, equal.filter(|&(proved, _)| proved == shift).map(|(_, why)| why))?;
    if arguments.json {
        return say_json(&object(&codes, shift, &verdict));
    }
    say(&sentence([&arguments.first, &arguments.second], shift, &verdict))
}

fn canonical(text: &str) -> Result<String, Error> {
    let coded = code::parse(text)?;
    note_digits(&coded.game.code);
    Ok(coded.game.code)
}

/// The shift by which two codes are proved equal, and the reason.
fn by_codes(a: &TakeAndBreak, b: &TakeAndBreak) -> Option<(i64, &'static str)> {
    if let Some(shift) = proved_shift(a, b) {
        return Some((shift, "first cousins, docs/theorems.md"));
    }
    let (a, b) = (form(a), form(b));
    let reason = "first cousins and redundant bits, docs/theorems.md";
    (a.code == b.code).then(|| (a.shift as i64 - b.shift as i64, reason))
}

fn decide(arguments: &Arguments, shift: i64, equal: Option<&str>) -> Result<Verdict, Error> {
    let first = Side::new(&arguments.first, arguments)?;
    let second = Side::new(&arguments.second, arguments)?;
    let needed = needed([&first, &second], shift);
    let max = match (arguments.max, needed) {
        (Some(max), _) => max,
        (None, Some(needed)) if needed <= FARTHEST => needed.max(FAR),
        (None, _) => FAR,
    };
    let (first, second) = (first.to(max, arguments)?, second.to(max, arguments)?);
    let mut compared = None;
    for n in 0..second.rows.len() {
        let Some(other) = n.checked_add_signed(shift).and_then(|n| first.value(n)) else { continue };
        let value = second.value(n).unwrap_or_default();
        if value != other {
            return Ok(Verdict::Different(n, [other, value]));
        }
        compared = Some(n);
    }
    Ok(match (compared, equal, needed) {
        (_, Some(reason), _) => Verdict::Proved(reason.to_string()),
        (None, ..) => Verdict::Nothing,
        // The last place that is compared is the last one needed, or lies behind it.
        (Some(last), _, Some(needed)) if last.saturating_add(shift.unsigned_abs()) >= needed => {
            Verdict::Proved(format!("both are periodic, and agree up to n = {last}, docs/theorems.md"))
        }
        (Some(last), _, needed) => Verdict::Observed(last, needed),
    })
}

/// The range of both games with which two proved periods prove that they are equal: past both preperiods, as many values as the least common
/// multiple of the periods; none if that is not so, or too large.
fn needed(sides: [&Side; 2], shift: i64) -> Option<u64> {
    let [Some(a), Some(b)] = sides.map(|side| side.claim.as_ref()) else { return None };
    // Where one rises faster, they differ.
    if u128::from(a.saltus) * u128::from(b.period) != u128::from(b.saltus) * u128::from(a.period) {
        return None;
    }
    let begin = a.preperiod.saturating_add_signed(shift.checked_neg()?).max(b.preperiod);
    let multiple = (a.period / gcd(a.period, b.period)).checked_mul(b.period)?;
    begin.checked_add(multiple)?.checked_add(shift.unsigned_abs().checked_mul(2)?)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One of the games: its period, if it is proved, and values as far as they are known.
struct Side<'s> {
    text: &'s str,
    claim: Option<Claim>,
    answer: Answer,
    max: u64,
}

impl<'s> Side<'s> {
    fn new(text: &'s str, arguments: &Arguments) -> Result<Self, Error> {
        let shape = code::parse(text)?.game.shape;
        if !shape.has_range() {
            return Err(Error::Usage(format!("{text} has no range; compare one-heap games")));
        }
        let shape = shape.rows(1);
        if !shape.is_sequence() || shape.first() > 0 {
            return Err(Error::Usage(format!("{text} is not a sequence from n = 0 on; compare one-heap games")));
        }
        let request = request(arguments);
        let (job, answer) = match arguments.max {
            None => grow(text, &request, true)?,
            Some(max) => {
                let job = from_code(text, Some(max), request)?;
                let answer = answer_in(&job, true, silent_session())?;
                (job, answer)
            }
        };
        let claim = answer.claim.filter(|claim| claim.status() == Status::Proved);
        Ok(Self { text, claim, answer, max: job.max })
    }

    /// The values up to `max`, or farther where they are known.
    fn to(self, max: u64, arguments: &Arguments) -> Result<Answer, Error> {
        if self.max >= max {
            return Ok(self.answer);
        }
        answer_in(&from_code(self.text, Some(max), request(arguments))?, true, silent_session())
    }
}

fn request(arguments: &Arguments) -> Request {
    Request {
        value: arguments.value.map(Into::into),
        memory: Some(arguments.memory),
        analysis: Analysis::of("period"),
        ..Request::default()
    }
}

/// The comparison as an equation.
fn equation([a, b]: [&str; 2], shift: i64) -> String {
    match shift {
        0 => format!("G(n) of {a} = G(n) of {b}"),
        _ => format!("G(n{shift:+}) of {a} = G(n) of {b}"),
    }
}

fn sentence([a, b]: [&str; 2], shift: i64, verdict: &Verdict) -> String {
    let equation = equation([a, b], shift);
    match verdict {
        Verdict::Proved(reason) => format!("{equation} for all n: proved ({reason})"),
        Verdict::Observed(last, None) => format!("{equation} agrees to n = {last}: observed"),
        Verdict::Observed(last, Some(needed)) => {
            format!(
                "{equation} agrees to n = {last}: observed; both periods are proved, and --max {needed} would decide it"
            )
        }
        Verdict::Different(n, [x, y]) => {
            let at = *n as i64 + shift;
            format!("{equation} fails first at n = {n}: {a} has {x} at {at}, {b} has {y} at {n}")
        }
        Verdict::Nothing => "the ranges do not meet: nothing was compared".to_string(),
    }
}

fn object(codes: &[String; 2], shift: i64, verdict: &Verdict) -> serde_json::Value {
    let (word, reason, agrees_to, differs_at, values) = match verdict {
        Verdict::Proved(reason) => ("proved", Some(reason), None, None, None),
        Verdict::Observed(last, _) => ("observed", None, Some(last), None, None),
        Verdict::Different(n, values) => ("different", None, n.checked_sub(1).map(|_| n), Some(n), Some(values)),
        Verdict::Nothing => ("nothing compared", None, None, None, None),
    };
    let agrees_to = agrees_to.map(|&n| if differs_at.is_some() { n - 1 } else { n });
    json!({
        "first": codes[0],
        "second": codes[1],
        "shift": shift,
        "verdict": word,
        "reason": reason,
        "agrees_to": agrees_to,
        "differs_at": differs_at,
        "values": values,
    })
}
