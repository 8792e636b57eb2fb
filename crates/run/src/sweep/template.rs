//! Game codes with variables. `{x}` is a variable only if the sweep has a variable x, so literal sets keep their
//! braces.

use crate::language::Datum;

/// A code with variables.
#[derive(Debug, Clone)]
pub(super) struct Template(Vec<Piece>);

#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    Variable(usize),
}

impl Template {
    /// Finds the variables with these names in a code. A variable that is a graph stands for a graph code.
    pub fn new(code: &str, names: &[String], are_graphs: &[bool]) -> Self {
        let (mut pieces, mut text, mut rest) = (Vec::new(), String::new(), code);
        while let Some(at) = rest.find('{') {
            let inner = rest[at + 1..].split('}').next().unwrap_or("");
            let closed = rest[at + 1 + inner.len()..].starts_with('}');
            let variable = names.iter().position(|name| closed && name == inner.trim());
            match variable {
                Some(variable) => {
                    text.push_str(&rest[..at]);
                    rest = &rest[at + inner.len() + 2..];
                    let is_graph = are_graphs.get(variable) == Some(&true);
                    text.push_str(if is_graph { "graph6:\"" } else { "" });
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(Piece::Variable(variable));
                    text.push_str(if is_graph { "\"" } else { "" });
                }
                None => {
                    text.push_str(&rest[..=at]);
                    rest = &rest[at + 1..];
                }
            }
        }
        text.push_str(rest);
        pieces.push(Piece::Text(text));
        Self(pieces)
    }

    /// Whether the code uses a variable.
    pub fn uses(&self, variable: usize) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Variable(other) if *other == variable))
    }

    /// Whether a variable is among the digits of an octal code, as in `octal:0.{d}` or
    /// `sum:(octal:{a}.7{b})+(nim:1)`.
    pub fn is_among_digits(&self, variable: usize) -> bool {
        let mut before = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => before.push_str(text),
                Piece::Variable(other) if *other == variable && ends_in_digits(&before) => return true,
                // The value of another variable may be digits, too.
                Piece::Variable(_) => before.push('0'),
            }
        }
        false
    }

    /// The code for given values of the variables.
    pub fn code(&self, data: &[Datum]) -> String {
        let mut code = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => code.push_str(text),
                // After `key=` a set is put in braces, so that a set of one number is recognised as a set.
                Piece::Variable(variable) => match &data[*variable] {
                    set @ Datum::Set(_) if code.trim_end().ends_with('=') => {
                        code.push_str(&format!("{{{}}}", set.show(",")));
                    }
                    other => code.push_str(&other.show(",")),
                },
            }
        }
        code
    }

    /// Whether the code is a fixed prefix followed by one variable, as in `subtraction:{S}`.
    pub fn is_prefix_of(&self, prefix: &str) -> bool {
        match &self.0[..] {
            [Piece::Text(text), Piece::Variable(0), Piece::Text(end)] => text == prefix && end.is_empty(),
            _ => false,
        }
    }
}

/// Whether text that follows would belong to the digits of an octal code.
fn ends_in_digits(text: &str) -> bool {
    let of_code = |letter: char| letter.is_ascii_hexdigit() || matches!(letter, '.' | '(' | ')' | ' ');
    let (codes, key) = (text.trim_end_matches(of_code), "digits=");
    codes.ends_with("octal:") || codes.strip_suffix(key).is_some_and(|rest| rest.ends_with([':', ',', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_octal_codes_are_known() {
        let names = ["d".to_string(), "h".to_string()];
        for (code, expected) in [
            ("octal:0.{d},heaps={h}", [true, false]),
            ("octal:{h}.7{d}", [true, true]),
            ("sum:(octal:0.7({d}))+(subtraction:{h})", [true, false]),
            ("octal:heaps={h},digits=0.{d}", [true, false]),
            ("nim:{h}{d}", [false, false]),
            ("sum:(octal:0.7)+({d})", [false, false]),
            ("{d}:{h}", [false, false]),
        ] {
            let template = Template::new(code, &names, &[]);
            assert_eq!([0, 1].map(|variable| template.is_among_digits(variable)), expected, "{code}");
        }
    }

    #[test]
    fn graphs_are_graph_codes() {
        let template = Template::new("grim:{ t }", &["t".to_string()], &[true]);
        assert_eq!(template.code(&[Datum::Text("D?{".into())]), "grim:graph6:\"D?{\"");
    }

    #[test]
    fn only_variables_are_replaced() {
        let names = ["a".to_string(), "S".to_string()];
        let data = [Datum::Number(-3), Datum::Set([1, 5].into())];
        for (code, expected) in [
            ("x:{a},{S}", "x:-3,1,5"),
            ("x:{1, 2},{a}", "x:{1, 2},-3"),
            ("x:{{a}}", "x:{-3}"),
            ("x:{ a }{b}", "x:-3{b}"),
            ("x:{a", "x:{a"),
            ("{S}", "1,5"),
            ("x:(y,S={S},a={a})", "x:(y,S={1,5},a=-3)"),
            ("x:(y,S={{S}},T=[{S}])", "x:(y,S={1,5},T=[1,5])"),
            ("", ""),
        ] {
            assert_eq!(Template::new(code, &names, &[]).code(&data), expected, "{code}");
        }
        let template = Template::new("x:{S}", &names, &[]);
        assert!(template.uses(1) && !template.uses(0));
    }
}
