//! Names of variables in Python.

/// Words of Python, and names that programs use for something else.
const TAKEN: &[&str] = &[
    "False", "None", "True", "_", "abs", "all", "and", "and_", "any", "as", "assert", "async", "await", "bin", "break",
    "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "gcd", "global", "if",
    "import", "in", "int", "is", "isqrt", "lambda", "lcm", "len", "max", "min", "nonlocal", "not", "options", "or",
    "or_", "pass", "prod", "raise", "range", "reduce", "return", "set", "sorted", "sum", "try", "tuple", "while",
    "with", "xor", "yield",
];

/// Names of a game in Python: the same, but for those that have a meaning there. `every` are all names of the game.
pub(crate) fn in_python(names: &[String], every: &[String]) -> Vec<String> {
    let helper = |name: &str| super::functions::HELPERS.iter().any(|(known, ..)| *known == name);
    let other = |name: &String| {
        let mut other = name.clone();
        while TAKEN.contains(&other.as_str()) || helper(&other) || (other != *name && every.contains(&other)) {
            other.push('_');
        }
        other
    };
    names.iter().map(other).collect()
}

/// The first of the letters i, j, ... that is no name yet; a number follows when they are used up.
pub(super) fn unused(names: &[String]) -> String {
    let letters = ('i'..='m').map(String::from);
    let mut all = letters.chain((1..).map(|number| format!("i{number}")));
    all.find(|name| !names.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_python_are_no_names() {
        let names = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            in_python(&names, &names)
        };
        assert_eq!(names(&["a", "lambda", "lambda_", "is_prime"]), ["a", "lambda__", "lambda_", "is_prime_"]);
        assert_eq!(unused(&names(&["i", "k", "j"])), "l");
    }
}
