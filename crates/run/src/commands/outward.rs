//! Guessed rules as questions to other programs: SMT-LIB for z3 and cvc5, automata and a sentence for Walnut. What
//! these programs answer is no proof here.

use crate::automaton::Automaton;
use crate::claim::LinearSet;
use crate::structure::{AutomaticMoves, Condition, Linear, LinearGame, RoundedOption};
use std::fmt::Write;

/// The questions whether a set is the set of P-positions. Every answer must be `unsat`.
pub(super) fn smt2(game: &LinearGame, set: &LinearSet) -> String {
    let coordinates = game.coordinates;
    let names = |letter: char, count: usize| -> Vec<String> { (0..count).map(|i| format!("{letter}{i}")).collect() };
    let declared = |names: &[String]| names.iter().map(|name| format!("({name} Int)")).collect::<Vec<_>>().join(" ");
    let h = names('h', coordinates);
    let pieces: Vec<String> = set.pieces.iter().map(|piece| all(piece, &h)).collect();
    let positions = all(&game.positions, &h);
    let natural: Vec<String> = h.iter().map(|name| format!("(>= {name} 0)")).collect();
    let mut text = String::from("; Every answer must be unsat.\n(set-logic LIA)\n");
    let _ = writeln!(text, "(define-fun in_set ({}) Bool (or {} false))", declared(&h), pieces.join(" "));
    let _ = writeln!(text, "(define-fun position ({}) Bool (and {} {positions}))", declared(&h), natural.join(" "));
    h.iter().for_each(|name| text.push_str(&format!("(declare-const {name} Int)\n")));
    let _ = writeln!(text, "(assert (position {}))", h.join(" "));
    let mut escapes = Vec::new();
    for (index, line) in game.moves.iter().enumerate() {
        let q = names('q', line.chosen);
        let variables: Vec<String> = h.iter().chain(&q).cloned().collect();
        let conditions = all(&line.conditions, &variables);
        let target: Vec<String> = line.target.iter().map(|form| sum(form, &variables)).collect();
        let lands = format!("(in_set {})", target.join(" "));
        let _ = writeln!(text, "; move {index} does not lead from the set to the set\n(push)");
        q.iter().for_each(|name| text.push_str(&format!("(declare-const {name} Int)\n")));
        let _ = writeln!(text, "(assert (and (in_set {}) {conditions} {lands}))\n(check-sat)\n(pop)", h.join(" "));
        let fails = format!("(not (and {conditions} {lands}))");
        escapes.push(if q.is_empty() { fails } else { format!("(forall ({}) {fails})", declared(&q)) });
    }
    let _ = writeln!(
        text,
        "; every other position has a move into the set\n(assert (and (not (in_set {})) {}))\n(check-sat)",
        h.join(" "),
        escapes.join(" ")
    );
    text
}

/// A conjunction.
fn all(conditions: &[Condition], names: &[String]) -> String {
    let parts: Vec<String> = conditions.iter().map(|condition| one(condition, names)).collect();
    format!("(and {} true)", parts.join(" "))
}

fn one(condition: &Condition, names: &[String]) -> String {
    match condition {
        Condition::AtLeastZero(form) => format!("(>= {} 0)", sum(form, names)),
        Condition::Divides(by, form) => format!("(= (mod {} {by}) 0)", sum(form, names)),
        Condition::DividesNot(by, form) => format!("(not (= (mod {} {by}) 0))", sum(form, names)),
    }
}

fn number(number: i64) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}

fn sum(form: &Linear, names: &[String]) -> String {
    let terms = form.terms().map(|(variable, factor)| format!(" (* {} {})", number(factor), names[variable]));
    format!("(+ {} 0{})", number(form.constant), terms.collect::<String>())
}

/// An automaton as a file of Walnut's Word Automata Library, and the sentence that its outputs are the values: no
/// option has the value of n, and every smaller value is that of an option. The sentence is missing if the moves are
/// not known.
pub(super) fn walnut(automaton: &Automaton, moves: Option<&AutomaticMoves>) -> String {
    let mut text = format!("# Word Automata Library/G.txt\n{}\n", automaton.write().trim_end());
    let Some(sentence) = moves.and_then(|moves| sentence(automaton, moves)) else {
        text.push_str("# These moves are not written as a sentence.\n");
        return text;
    };
    let _ = writeln!(text, "# Walnut must answer TRUE:\neval values \"{sentence}\";");
    text
}

fn sentence(automaton: &Automaton, moves: &AutomaticMoves) -> Option<String> {
    let options: Vec<String> = moves
        .rules
        .iter()
        .map(|rule| {
            let is_plain = rule.modulus == 1 && rule.residues == [0] && rule.before.is_empty();
            if is_plain { option(&rule.option).map(|option| format!("G[{option}]")) } else { None }
        })
        .collect::<Option<_>>()?;
    let start = moves.rules.iter().map(|rule| rule.from).max()?;
    let top = (0..64).filter(|&value| automaton.outputs().contains(&value)).max()?;
    let differs: Vec<String> = options.iter().map(|option| format!("G[n] != {option}")).collect();
    let smaller = (1..=top).map(|value| {
        let each = (0..value).map(|less| {
            let any: Vec<String> = options.iter().map(|option| format!("{option} = @{less}")).collect();
            format!("({})", any.join(" | "))
        });
        format!(" & (G[n] = @{value} => ({}))", each.collect::<Vec<_>>().join(" & "))
    });
    let first: Vec<String> = (moves.least..start)
        .filter_map(|n| automaton.value(&[n]).map(|value| format!(" & G[{n}] = @{value}")))
        .collect();
    let numeration = automaton.write().split_whitespace().next().unwrap_or_default().to_owned();
    Some(format!(
        "?{numeration} (An (n >= {start}) => ({}{})){}",
        differs.join(" & "),
        smaller.collect::<String>(),
        first.concat()
    ))
}

/// An option (n + c) / k as a term of Walnut.
fn option(option: &RoundedOption) -> Option<String> {
    let RoundedOption { golden: 0, factor: 1, constant, divisor, .. } = *option else { return None };
    let shifted = match constant {
        0 => "n".to_owned(),
        1.. => format!("n+{constant}"),
        _ => format!("n-{}", constant.unsigned_abs()),
    };
    Some(match (divisor, constant) {
        (1, _) => shifted,
        (_, 0) => format!("n/{divisor}"),
        _ => format!("({shifted})/{divisor}"),
    })
}
