//! Puts rules in normal form into words, so that a user sees how a text was understood.

use grundy_core::structure::{Coordinate, Cut, Kind, KindRule, Kinds, Order, Part};

/// The names of the coordinates of a cut.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// The rules of a kind, each as a line: `star(2,a) & path(b) for a + b = n - 2 when n >= 2`.
pub fn rules_in_words(kinds: &Kinds, kind: usize) -> Vec<String> {
    let Kind { rules, .. } = &kinds.kinds[kind];
    rules.iter().map(|rule| in_words(kinds, rule, kinds.kinds[kind].first())).collect()
}

/// A rule of a kind whose sizes begin at `first`.
fn in_words(kinds: &Kinds, rule: &KindRule, first: i64) -> String {
    let label = |part: &Part| kinds.kinds[part.kind].label.as_str();
    let at = |part: &Part, size: &str| of_size(label(part), kinds.kinds[part.kind].least.is_some(), size);
    let mut parts: Vec<String> = rule.fixed.iter().map(|part| at(part, &part.offset.to_string())).collect();
    parts.extend(rule.joint.iter().map(|part| at(part, &plus("n", -part.offset))));
    let cut = rule.cut.as_ref().map(plain);
    let coordinates = cut.iter().flat_map(|cut| &cut.coordinates);
    for (name, coordinate) in (0..).map(name).zip(coordinates) {
        parts.extend(coordinate.parts.iter().map(|part| at(part, &plus(&name, part.offset))));
    }
    let target = if parts.is_empty() { "nothing".to_string() } else { parts.join(" & ") };
    let cut = cut.as_ref().map(cut_in_words).unwrap_or_default();
    let cancelled = if rule.is_cancelled { " (equal parts left out: their sum is 0)" } else { "" };
    format!("{target}{cut}{}{cancelled}", when(rule, first))
}

/// The same cut with parts of size a instead of a + o, as far as this is possible.
fn plain(cut: &Cut) -> Cut {
    let mut cut = cut.clone();
    // Residues would have to be shifted, too.
    if cut.allowed.is_some() {
        return cut;
    }
    let mut shifts = Vec::new();
    for coordinate in &mut cut.coordinates {
        let first = coordinate.parts.first().map_or(0, |part| part.offset);
        let shift = if coordinate.parts.iter().all(|part| part.offset == first) { first } else { 0 };
        coordinate.parts.iter_mut().for_each(|part| part.offset -= shift);
        coordinate.least += shift;
        cut.sum -= shift;
        shifts.push(shift);
    }
    if let [first, second] = shifts[..] {
        cut.order = cut.order.map(|order| match order {
            Order::NotIn(excluded) => Order::NotIn(excluded.iter().map(|e| e + first - second).collect()),
            Order::AtMost(most) => Order::AtMost(most + first - second),
        });
    }
    cut
}

fn name(index: usize) -> String {
    NAMES.get(index).map_or_else(|| format!("x{index}"), |name| (*name).to_string())
}

/// A position of a kind: its label with a size in place of the name of the size.
fn of_size(label: &str, has_size: bool, size: &str) -> String {
    if !has_size {
        return label.to_string();
    }
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let starts = label
        .char_indices()
        .filter(|&(at, symbol)| (symbol.is_alphabetic() || symbol == '_') && !label[..at].ends_with(is_word));
    // The name of the kind is followed by a bracket.
    for (start, _) in starts {
        let end = label[start..].find(|symbol| !is_word(symbol)).map_or(label.len(), |length| start + length);
        if !label[end..].starts_with('(') {
            return format!("{}{size}{}", &label[..start], &label[end..]);
        }
    }
    label.to_string()
}

fn plus(name: &str, number: i64) -> String {
    match number {
        0 => name.to_string(),
        1.. => format!("{name} + {number}"),
        _ => format!("{name} - {}", number.unsigned_abs()),
    }
}

fn cut_in_words(cut: &Cut) -> String {
    let names: Vec<String> = (0..cut.coordinates.len()).map(name).collect();
    let mut words = format!(" for {} = {}", names.join(" + "), plus("n", -cut.sum));
    let least = |(name, coordinate): (&String, &Coordinate)| match coordinate.least {
        0 => None,
        least => Some(format!(", {name} >= {least}")),
    };
    words.extend(names.iter().zip(&cut.coordinates).filter_map(least));
    match &cut.order {
        Some(Order::NotIn(excluded)) if excluded[..] == [0] => words.push_str(", a != b"),
        Some(Order::NotIn(excluded)) => words.push_str(&format!(", a - b not in {}", set(excluded))),
        Some(Order::AtMost(most)) => words.push_str(&format!(", a <= {}", plus("b", *most))),
        None => {}
    }
    if let Some(allowed) = &cut.allowed {
        let own = names[..names.len() - 1].join(", ");
        let tuples: Vec<String> = allowed.iter().map(|tuple| format!("({})", list(tuple))).collect();
        words.push_str(&format!(", (n, {own}) mod {} in {{{}}}", cut.modulus, tuples.join(", ")));
    }
    words
}

/// For which n, from `first` on, a rule applies. That a cut has room is not said.
fn when(rule: &KindRule, first: i64) -> String {
    let first = rule.cut.as_ref().map_or(first, |cut| cut.least().max(first));
    let is_always = rule.residues.len() as i64 == rule.modulus;
    let mut cases = Vec::new();
    if !rule.before.is_empty() {
        cases.push(format!("n in {}", set(&rule.before)));
    }
    match (rule.residues.is_empty(), is_always) {
        (true, _) => {}
        (false, true) if rule.from <= first => return String::new(),
        (false, true) => cases.push(format!("n >= {}", rule.from)),
        (false, false) if rule.from <= first => {
            cases.push(format!("n % {} in {}", rule.modulus, set(&rule.residues)));
        }
        (false, false) => {
            cases.push(format!("n >= {} and n % {} in {}", rule.from, rule.modulus, set(&rule.residues)));
        }
    }
    if cases.is_empty() { " never".to_string() } else { format!(" when {}", cases.join(", or ")) }
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn set(numbers: &[i64]) -> String {
    format!("{{{}}}", list(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Moves, Scope};

    /// The rules of the last kind.
    fn of(kinds: &[&str], moves: &[&str]) -> Vec<String> {
        let placed = |texts: &[&'static str]| texts.iter().map(|&text| (text, 0)).collect::<Vec<_>>();
        let (kinds, moves) = (leaked(kinds), leaked(moves));
        let read = Moves::read_kinds(&placed(&kinds), &placed(&moves), Scope::default()).unwrap();
        let kinds = read.kinds().unwrap();
        rules_in_words(&kinds, kinds.kinds.len() - 1)
    }

    fn leaked(texts: &[&str]) -> Vec<&'static str> {
        texts.iter().map(|text| &*text.to_string().leak()).collect()
    }

    #[test]
    fn rules_say_what_they_leave_and_when() {
        let kinds = ["path(n)", "star(a in 1..=2, n)"];
        let moves = [
            "path(n) -> path(n - 1) when n > 0",
            "star(a, n) -> star(a, i) & path(n - 2 - i) for i in 0..=n-2",
            "star(a, n) -> path(a - 1) & path(n)",
            "star(a, n) -> path(n - 3) when n > 2 and n % 3 != 1",
            "star(a, n) -> path(i) for i in 0..n when i != n - i - 5",
            "star(a, n) -> nothing when n in {1, 4}",
        ];
        assert_eq!(
            of(&kinds, &moves),
            [
                "star(2,a) & path(b) for a + b = n - 2",
                "path(1) & path(n)",
                "path(n - 3) when n >= 3 and n % 3 in {0, 2}",
                "path(a) for a + b = n, b >= 1, a - b not in {-5}",
                "nothing when n in {1, 4}",
            ]
        );
        assert_eq!(
            of(&[], &["n -> i & n - i for i in 1..=n when i < n - i"]),
            ["a & b for a + b = n, a >= 1, b >= 1, a != b"]
        );
    }
}
