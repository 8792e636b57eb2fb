//! Escapes text for Markdown, so that nothing is taken for markup and no cell of a table is broken.

/// Escapes a text, also for a cell of a table.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_markup = match letter {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '&' => true,
            // Within a word, as in `max_value`, an underscore is not markup.
            '_' => !before.is_alphanumeric() || !letters.peek().is_some_and(|next| next.is_alphanumeric()),
            _ => false,
        };
        out.extend(is_markup.then_some('\\'));
        out.push(if letter.is_control() { ' ' } else { letter });
        before = letter;
    }
    out
}

/// The same for a text of our own: what stands between backticks remains code.
pub fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // An odd number of backticks means that one of them is a letter like any other.
    if parts.len().is_multiple_of(2) {
        return plain(text);
    }
    let part = |(index, part): (usize, &&str)| match index % 2 {
        0 => plain(part),
        _ if part.trim().is_empty() => plain(&format!("`{part}`")),
        _ => code_in_table(part),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A game code for a cell of a table.
pub fn code_in_table(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    // Markdown splits cells before it recognises code, so the bar must be escaped here, too.
    let text = text.replace('|', "\\|");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(plain("c|d"), r"c\|d");
        assert_eq!(plain(r"a\|b"), r"a\\\|b");
        assert_eq!(plain("*x* `y` <b> [z](u) ~~ &lt;"), r"\*x\* \`y\` \<b> \[z\](u) \~\~ \&lt;");
        assert_eq!(plain("max_value _x_ a_\n"), r"max_value \_x\_ a\_ ");
        assert_eq!(prose("any row (`row`), *x* or `a|b`"), r"any row (`row`), \*x\* or `a\|b`");
        assert_eq!((prose("a ` b"), prose("``")), (r"a \` b".to_string(), r"\`\`".to_string()));
        assert_eq!(code_in_table("graph:a|b.csv"), r"`graph:a\|b.csv`");
        assert_eq!(code_in_table("graph:a`b.csv"), "`` graph:a`b.csv ``");
    }
}
