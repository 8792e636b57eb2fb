//! Codes inside codes. Separators inside `( )`, `{ }` or `[ ]` do not count outside.
//!
//! Text in double quotes is skipped: a graph in the format graph6 may contain brackets. `( )` contains a code, as in
//! `sum:(sum:nim:1+nim:2)+nim:3`; `{ }` contains a set, as in
//! `subtraction:{1, 2, 3}`; `[ ]` contains a list, as in `custom:(game.toml,T=[2,3,1])`.

use grundy_core::diagnostic::Blame;

/// The maximum depth of brackets, and the maximum number of codes inside one; they limit the recursion of the readers.
const DEEPEST: usize = 16;
const MOST_CODES: usize = 256;

/// The opening brackets, and the closing brackets in the same order.
const OPEN: [char; 3] = ['(', '{', '['];
const CLOSE: [char; 3] = [')', '}', ']'];

/// Checks that the brackets of a code match. The code starts at byte `start` of its source.
///
/// # Errors
/// The [`Blame`] of an unmatched bracket, or of too many brackets or codes.
pub fn check(code: &str, start: usize) -> Result<(), Blame> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let at = |place: usize| start + place..start + place + 1;
    for (place, symbol) in outside_quotes(code) {
        if OPEN.contains(&symbol) {
            if open.len() == DEEPEST {
                let help = format!("at most {DEEPEST} levels");
                return Err(Blame::new(at(place), "the brackets are nested too deeply", help));
            }
            open.push((place, symbol));
        } else if CLOSE.contains(&symbol) {
            let kind = |symbols: [char; 3], symbol| symbols.iter().position(|known| *known == symbol);
            if open.pop().is_none_or(|(_, opened)| kind(OPEN, opened) != kind(CLOSE, symbol)) {
                return Err(Blame::new(
                    at(place),
                    format!("unmatched `{symbol}`"),
                    "remove it, or add the opening bracket",
                ));
            }
        }
    }
    if let Some((place, symbol)) = open.pop() {
        return Err(Blame::new(
            at(place),
            format!("`{symbol}` is not closed"),
            "close it or remove it; if the code contains a space, put all of it in quotes",
        ));
    }
    if code.matches(':').count() > MOST_CODES {
        let help = format!("at most {MOST_CODES}");
        return Err(Blame::new(start..start + code.len(), "too many codes inside one code", help));
    }
    Ok(())
}

/// The characters that are not in quotes, with their byte offsets. A quote that is not closed is a character like
/// others.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut closing = None;
    text.char_indices().filter(move |&(place, symbol)| {
        if closing.is_some_and(|end| place <= end) {
            return false;
        }
        let rest = if symbol == '"' { &text[place + 1..] } else { "" };
        closing = rest.find('"').map(|length| place + 1 + length);
        closing.is_none()
    })
}

/// The pieces of a text between separators outside brackets, each with the byte offset where it starts.
pub fn split(text: &str, separator: char) -> Vec<(usize, &str)> {
    let (mut pieces, mut begin, mut depth) = (Vec::new(), 0, 0u32);
    for (place, symbol) in outside_quotes(text) {
        if OPEN.contains(&symbol) {
            depth += 1;
        } else if CLOSE.contains(&symbol) {
            depth = depth.saturating_sub(1);
        } else if symbol == separator && depth == 0 {
            pieces.push((begin, &text[begin..place]));
            begin = place + symbol.len_utf8();
        }
    }
    pieces.push((begin, &text[begin..]));
    pieces
}

/// The text inside a pair of brackets that encloses the whole text, with the byte offset where it starts.
pub fn inside(text: &str, open: char, close: char) -> Option<(usize, &str)> {
    let lead = text.len() - text.trim_start().len();
    let body = text.trim().strip_prefix(open)?.strip_suffix(close)?;
    // `(a)+(b)` starts and ends with a bracket, but these two do not match.
    let mut depth = 0i64;
    let stays_inside = outside_quotes(body).all(|(_, symbol)| {
        depth += i64::from(OPEN.contains(&symbol)) - i64::from(CLOSE.contains(&symbol));
        depth >= 0
    });
    stays_inside.then_some((lead + open.len_utf8(), body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_brackets_do_not_count() {
        assert_eq!(split("a+(b+c)+{d+e}", '+'), [(0, "a"), (2, "(b+c)"), (8, "{d+e}")]);
        assert_eq!(split("a=[1,[2,3]],b", ','), [(0, "a=[1,[2,3]]"), (12, "b")]);
        assert_eq!(split("a=\"D?{,+\",b", ','), [(0, "a=\"D?{,+\""), (10, "b")]);
        assert_eq!(split("", '+'), [(0, "")]);
        assert_eq!(split("a+", '+'), [(0, "a"), (2, "")]);
    }

    #[test]
    fn a_bracket_as_a_whole() {
        assert_eq!(inside(" (a+b) ", '(', ')'), Some((2, "a+b")));
        assert_eq!(inside("(a)+(b)", '(', ')'), None);
        assert_eq!(inside("((a)+(b))", '(', ')'), Some((1, "(a)+(b)")));
        assert_eq!(inside("(a}", '(', ')'), None);
        assert_eq!(inside("{1, 2}", '{', '}'), Some((1, "1, 2")));
        assert_eq!(inside("[1],[2]", '[', ']'), None);
    }

    #[test]
    fn brackets_that_do_not_fit_are_blamed_at_their_place() {
        for (code, place) in [("a(b", 1), ("a)b", 1), ("(a}", 2), ("{(a})", 3), ("[a}", 2), ("a]", 1), ("a[", 1)] {
            assert_eq!(check(code, 10).unwrap_err().span.start, 10 + place, "{code}");
        }
        assert!(check("sum:(pass:(nim:1))+{}+[[1],[2]]", 0).is_ok());
        assert!(check(&"(".repeat(100_000), 0).is_err());
        assert!(check(&"sum:".repeat(1000), 0).is_err());
    }
}
