//! Moves of one number that lead to a linear form in n and `floor_phi`, rounded down: as rules about which automata
//! know everything.

use super::conditions::Atom;
use super::positions::GameKinds;
use super::reading::{Form, LARGEST_DIVISOR, Reader, Refusal};
use super::solving::{Case, Solver};
use crate::fault::SourcePlace;
use crate::moves::{Move, Moves, Target};
use crate::node::Number;
use crate::tree::Arithmetic;
use grundy_core::structure::Linear;
use grundy_core::structure::{AutomaticRule, RoundedOption};

/// The maximum number of rules.
const MOST_RULES: usize = 1000;

/// The largest absolute value of a number in an option.
const LARGEST: i64 = 1 << 40;

/// The least position, and the rules.
pub(super) fn rules(moves: &Moves) -> Result<(u64, Vec<AutomaticRule>), Refusal> {
    let game = GameKinds::new(moves)?;
    let ([kind], 1) = (&game.kinds[..], moves.names().len()) else {
        return Err(Refusal("a position is not one number".to_string()));
    };
    let (Some(least), None) = (kind.least, moves.asked_numbers()) else {
        return Err(Refusal("a row is not the position n".to_string()));
    };
    let mut rules = Vec::new();
    for line in moves.lines() {
        let wrong = |Refusal(why): Refusal| Refusal(format!("the move `{}`: {why}", line.text));
        let mut known = game.known(0);
        known.resize(line.names.len(), Form::Linear(Linear::constant(0)));
        let reader = Reader { line, size: game.size, least, known };
        for case in Solver::cases(reader).map_err(wrong)? {
            let rule = rule(case, least).map_err(wrong)?;
            rules.extend(rule.filter(|rule| !rules.contains(rule)));
        }
        if rules.len() > MOST_RULES {
            return Err(Refusal(format!("the game has more than {MOST_RULES} rules")));
        }
    }
    Ok((natural(least)?, rules))
}

fn natural(number: i64) -> Result<u64, Refusal> {
    u64::try_from(number).map_err(|_| Refusal::large())
}

/// The rule of a case; `None` if it never applies.
fn rule(mut case: Case<'_>, least: i64) -> Result<Option<AutomaticRule>, Refusal> {
    if !case.free.is_empty() {
        return Err(Refusal("a range has no end that is a number".to_string()));
    }
    let residues: Vec<Atom> = case.residues.drain(..).collect();
    case.on_n.extend(residues);
    let when = case.when(least)?;
    if when.first().is_none() {
        return Ok(None);
    }
    let naturals = |numbers: Vec<i64>| numbers.into_iter().map(natural).collect::<Result<Vec<_>, _>>();
    Ok(Some(AutomaticRule {
        from: natural(when.from)?,
        modulus: natural(when.modulus)?,
        residues: naturals(when.residues())?,
        before: naturals(when.before())?,
        option: OptionReader { reader: &case.reader }.target(case.reader.line)?,
    }))
}

/// Reads an expression in n as an option.
struct OptionReader<'r, 'm> {
    reader: &'r Reader<'m>,
}

impl OptionReader<'_, '_> {
    fn target(&self, line: &Move) -> Result<RoundedOption, Refusal> {
        match (&line.targets[..], &line.places.targets[..]) {
            ([Target::Number(number)], [place]) => self.read(number.number(), *place),
            _ => Err(Refusal("it may leave several parts".to_string())),
        }
    }

    fn read(&self, number: &Number, place: SourcePlace) -> Result<RoundedOption, Refusal> {
        let linear = match self.reader.form(number, place) {
            Ok(form) => return self.of_form(&form),
            Err(refusal) => refusal,
        };
        match number {
            Number::Negative(inner) => negative(self.read(&inner.0, inner.1)?).ok_or_else(Refusal::large),
            Number::Call(function, call) => match (function.name, &call.0[..]) {
                ("floor_phi", [inner]) => self.golden(inner, call.1),
                ("floor_phi2", [inner]) => {
                    let (golden, own) = (self.golden(inner, call.1)?, self.read(inner, call.1)?);
                    sum(golden, own).ok_or_else(Refusal::large)
                }
                _ => Err(linear),
            },
            Number::Join(sign, pair) => {
                let (left, right, place) = &**pair;
                let (left, right) = (self.read(left, *place)?, self.read(right, *place)?);
                let joined = match sign {
                    Arithmetic::Add => sum(left, right),
                    Arithmetic::Subtract => negative(right).and_then(|right| sum(left, right)),
                    Arithmetic::Multiply => match (constant(left), constant(right)) {
                        (_, Some(factor)) => times(left, factor),
                        (Some(factor), None) => times(right, factor),
                        (None, None) => None,
                    },
                    Arithmetic::Divide => constant(right).and_then(|divisor| over(left, divisor)),
                    _ => None,
                };
                joined.ok_or(linear)
            }
            _ => Err(linear),
        }
    }

    fn of_form(&self, form: &Form) -> Result<RoundedOption, Refusal> {
        let (inner, size) = (form.inner(), self.reader.size);
        if !inner.variables().all(|variable| variable == size) {
            return Err(Refusal("its target depends on more than n".to_string()));
        }
        let divisor = if let Form::Quotient(_, divisor) = form { *divisor } else { 1 };
        Ok(RoundedOption { golden: 0, shift: 0, factor: inner.of(size), constant: inner.constant, divisor })
    }

    /// `floor_phi` of n + c.
    fn golden(&self, inner: &Number, place: SourcePlace) -> Result<RoundedOption, Refusal> {
        let form = self.read(inner, place)?;
        match form {
            RoundedOption { golden: 0, factor: 1, constant: shift, divisor: 1, .. } => {
                Ok(RoundedOption { golden: 1, shift, factor: 0, constant: 0, divisor: 1 })
            }
            _ => Err(Refusal(format!("{} is not floor_phi of n + c", self.reader.quote(place)))),
        }
    }
}

/// The number, if n does not matter.
fn constant(option: RoundedOption) -> Option<i64> {
    let is_constant = option.golden == 0 && option.factor == 0;
    is_constant.then(|| option.constant.div_euclid(option.divisor))
}

/// The option, if its numbers are small enough.
fn bounded(option: RoundedOption) -> Option<RoundedOption> {
    let RoundedOption { golden, shift, factor, constant, divisor } = option;
    let is_small = [golden, shift, factor, constant].into_iter().all(|number| (-LARGEST..=LARGEST).contains(&number));
    (is_small && (1..=LARGEST_DIVISOR).contains(&divisor)).then_some(option)
}

fn times(option: RoundedOption, times: i64) -> Option<RoundedOption> {
    let RoundedOption { golden, factor, constant, divisor, .. } = option;
    if divisor != 1 {
        return None;
    }
    let of = |number: i64| number.checked_mul(times);
    bounded(RoundedOption { golden: of(golden)?, factor: of(factor)?, constant: of(constant)?, ..option })
}

/// The sum, if at most one of them is a quotient, and the golden parts go together.
fn sum(left: RoundedOption, right: RoundedOption) -> Option<RoundedOption> {
    let (quotient, other) = if right.divisor == 1 { (left, right) } else { (right, left) };
    let other = match (other.divisor, quotient.divisor) {
        (1, divisor) => times(other, divisor)?,
        _ => return None,
    };
    let shift = match (quotient.golden, other.golden) {
        (_, 0) => quotient.shift,
        (0, _) => other.shift,
        _ if quotient.shift == other.shift => quotient.shift,
        _ => return None,
    };
    let golden = quotient.golden.checked_add(other.golden)?;
    bounded(RoundedOption {
        golden,
        shift: if golden == 0 { 0 } else { shift },
        factor: quotient.factor.checked_add(other.factor)?,
        constant: quotient.constant.checked_add(other.constant)?,
        divisor: quotient.divisor,
    })
}

fn negative(option: RoundedOption) -> Option<RoundedOption> {
    let RoundedOption { golden, factor, constant, divisor, .. } = option;
    // -floor(x / d) = floor((-x + d - 1) / d)
    let constant = constant.checked_neg()?.checked_add(divisor - 1)?;
    bounded(RoundedOption { golden: -golden, factor: -factor, constant, ..option })
}

fn over(option: RoundedOption, divisor: i64) -> Option<RoundedOption> {
    let positive = (1..=LARGEST_DIVISOR).contains(&divisor);
    bounded(RoundedOption { divisor: option.divisor.checked_mul(divisor).filter(|_| positive)?, ..option })
}
