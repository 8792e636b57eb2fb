//! Suggestions for an unknown word: names with a similar spelling, or names that contain the word or whose
//! descriptions do.

use grundy_core::diagnostic::nearest;

const MOST: usize = 4;

/// The names that contain all parts of a word, followed by those whose descriptions do.
pub fn speaking_of<'n>(word: &str, entries: &[(&'n str, String)]) -> Vec<&'n str> {
    let parts: Vec<String> = word
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|part| part.len() >= 3)
        .map(|part| part.to_lowercase())
        .collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let has = |text: &str| {
        let text = text.to_lowercase();
        parts.iter().all(|part| text.contains(part))
    };
    let (named, rest): (Vec<_>, Vec<_>) = entries.iter().partition(|(name, _)| has(name));
    let told = rest.into_iter().filter(|(name, summary)| has(&format!("{name} {summary}")));
    named.into_iter().chain(told).map(|(name, _)| *name).collect()
}

/// The suggestion for a word that is not a known name; `otherwise` if there is none.
pub fn suggest(word: &str, entries: &[(&str, String)], otherwise: &str) -> String {
    let near = nearest(word, entries.iter().map(|(name, _)| *name));
    let found = speaking_of(word, entries);
    let all: Vec<&str> = near.into_iter().chain(found.into_iter().filter(|name| near != Some(name))).collect();
    if all.is_empty() {
        return otherwise.to_string();
    }
    let quoted: Vec<String> = all.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if all.len() > MOST { ", or another entry of `grundy list`" } else { "" };
    format!("did you mean {}{more}?", quoted.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_first_then_names_then_summaries() {
        let entries = [
            ("octal", "take-and-break".to_string()),
            ("dawsons-kayles", "pins of a row".to_string()),
            ("dawsons-chess", "files".to_string()),
            ("circle", "objects in a circle".to_string()),
        ];
        assert_eq!(suggest("octel", &entries, "-"), "did you mean `octal`?");
        assert_eq!(suggest("Dawson", &entries, "-"), "did you mean `dawsons-kayles` or `dawsons-chess`?");
        assert_eq!(suggest("pins", &entries, "-"), "did you mean `dawsons-kayles`?");
        assert_eq!(suggest("zzz", &entries, "-"), "-");
        assert_eq!(suggest("a", &entries, "-"), "-");
        assert_eq!(suggest("", &entries, "-"), "-");
    }
}
