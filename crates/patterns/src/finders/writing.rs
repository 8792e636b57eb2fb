//! How rules write sums, and lists of numbers.

/// `" + 3"`, `" - 3"` or nothing.
pub(super) fn plus(number: i64) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" - {}", number.unsigned_abs()),
    }
}

/// A name for the variable of a loop that no coordinate has: this letter, or this letter with a number.
pub(super) fn new_name(names: &[String], letter: &str) -> String {
    let others = (0..).map(|number| format!("{letter}{number}"));
    std::iter::once(letter.to_owned()).chain(others).find(|name| !names.contains(name)).unwrap_or_default()
}

/// A sum of multiples: `4 * m + 2 - 8 * x` for (4, "m"), (2, "1"), (-8, "x"), where the text `1` is a plain number.
pub(super) fn sum(parts: &[(i64, &str)]) -> String {
    let mut text = String::new();
    for &(factor, what) in parts.iter().filter(|(factor, _)| *factor != 0) {
        let size = factor.unsigned_abs();
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let multiple = match (size, what) {
            (_, "1") => size.to_string(),
            (1, _) => what.to_owned(),
            _ => format!("{size} * {what}"),
        };
        text.push_str(&format!("{sign}{multiple}"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// `{1, 4, 9}`.
pub(super) fn set(numbers: impl IntoIterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// `1, 4, 9, ...`: the first numbers of a sequence.
pub(super) fn start(numbers: &[i64]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(i64::to_string).collect();
    format!("{}{}", shown.join(", "), if numbers.len() > SHOWN { ", ..." } else { "" })
}

/// A text without the parentheses that stand around all of it, if it has any.
pub(super) fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_loops_are_new() {
        let names = ["i", "s", "i0"].map(str::to_owned);
        assert_eq!((new_name(&names, "i"), new_name(&names, "j")), ("i1".to_owned(), "j".to_owned()));
    }

    #[test]
    fn sums_and_lists() {
        assert_eq!(sum(&[(4, "m"), (2, "1"), (-8, "x")]), "4 * m + 2 - 8 * x");
        assert_eq!((sum(&[(0, "m"), (-1, "n")]), sum(&[])), ("-n".to_owned(), "0".to_owned()));
        assert_eq!((plus(-2), set([1, 2]), start(&[7])), (" - 2".to_owned(), "{1, 2}".to_owned(), "7".to_owned()));
        assert!(start(&(0..20).collect::<Vec<_>>()).ends_with("11, ..."));
    }
}
