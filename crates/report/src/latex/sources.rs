//! The bibliography: the sources of families and theorems. The file `works.bib` contains the entries, each with
//! the words by which sources mention the work. Only cited entries are copied to `sources.bib`.

use super::text::markdown;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The key of this program. Its page of theorems contains the proofs.
pub(super) const PROGRAM: &str = "grundy";

/// The key for a source that is not in the list.
const OTHER: &str = "source";

/// Complete entries, separated by empty lines.
const ENTRIES: &str = include_str!("works.bib");

/// A work in the list.
struct CitedWork {
    /// Its BibTeX key.
    key: &'static str,
    /// The words by which sources mention it: the lines before its entry, each after a `%`.
    names: Vec<&'static str>,
    entry: &'static str,
}

/// All works, in the order of the list.
fn works() -> impl Iterator<Item = CitedWork> {
    ENTRIES.split("\n\n").filter_map(|text| {
        let at = text.find('@')?;
        let names = text[..at].lines().map(|line| line.trim_start_matches("% ")).collect();
        Some(CitedWork { key: key_of(&text[at..])?, names, entry: &text[at..] })
    })
}

/// The keys of a source, each with a chapter if the source names one. A source that mentions no known work gets
/// an entry of its own.
fn keys(source: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for part in source.split("; ") {
        let named = works().filter(|work| work.names.iter().any(|name| part.contains(name)));
        found.extend(named.map(|work| (work.key.to_string(), chapter(part))));
        found.extend(
            part.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| is_entry(word)).map(of_oeis),
        );
    }
    if found.is_empty() && !source.is_empty() {
        found.push((OTHER.to_string(), None));
    }
    found
}

/// The chapter in `ch. 14`.
fn chapter(part: &str) -> Option<String> {
    let (_, rest) = part.split_once("ch. ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| format!("ch.~{digits}"))
}

/// Whether a word is an A-number of the OEIS.
fn is_entry(word: &str) -> bool {
    word.len() == 7 && word.strip_prefix('A').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn of_oeis(number: &str) -> (String, Option<String>) {
    (format!("oeis-{number}"), None)
}

/// The citations of a source, as LaTeX.
pub fn cite(source: &str) -> String {
    let one = |(key, place): (String, Option<String>)| match place {
        Some(place) => format!(r"\cite[{place}]{{{key}}}"),
        None => format!(r"\cite{{{key}}}"),
    };
    keys(source).into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The entries of everything that the texts cite. A work that is not in the list gets an entry that quotes
/// `source`.
pub fn bibliography<'t>(texts: impl Iterator<Item = &'t str>, source: &str) -> String {
    let cited: BTreeSet<&str> = texts.flat_map(cited).collect();
    let mut entries: Vec<String> =
        works().filter(|work| cited.contains(work.key)).map(|work| complete(work.entry)).collect();
    for number in cited.iter().filter_map(|key| key.strip_prefix("oeis-")) {
        let mut entry = format!("@misc{{oeis-{number},\n  author = {{{{OEIS Foundation}}}},\n");
        // Writing to a string cannot fail.
        let _ =
            writeln!(entry, "  title = {{Sequence {{{number}}}, {{The On-Line Encyclopedia of Integer Sequences}}}},");
        let _ = write!(entry, "  howpublished = {{\\texttt{{https://oeis.org/{number}}}}},\n}}");
        entries.push(entry);
    }
    if cited.contains(OTHER) {
        // BibTeX counts braces, even after a backslash.
        let text = markdown(source).replace(r"\{", r"\textbraceleft{}").replace(r"\}", r"\textbraceright{}");
        entries.push(format!("@misc{{{OTHER},\n  key = {{{OTHER}}},\n  note = {{{text}}},\n}}"));
    }
    entries.join("\n\n") + "\n"
}

fn complete(entry: &str) -> String {
    entry.trim_end().replace("VERSION", env!("CARGO_PKG_VERSION"))
}

/// The key of an entry.
fn key_of(entry: &str) -> Option<&str> {
    Some(entry.split_once('{')?.1.split_once(',')?.0)
}

/// The keys that a LaTeX text cites.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.split(r"\cite").skip(1).filter_map(|rest| {
        let rest = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.1,
            None => rest,
        };
        Some(rest.strip_prefix('{')?.split_once('}')?.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::FAMILIES;
    use crate::games::code::parse;
    use crate::games::names::NAMES;

    #[test]
    fn every_entry_is_complete_and_has_a_name() {
        for CitedWork { key, names, entry } in works() {
            assert!(key == PROGRAM || !names.is_empty(), "nothing names {key}");
            assert!(entry.is_ascii() && entry.contains("  title = {") && entry.trim_end().ends_with(",\n}"), "{entry}");
            assert_eq!(entry.matches('{').count(), entry.matches('}').count(), "{entry}");
        }
        assert_eq!(works().count(), ENTRIES.matches("\n@").count() + usize::from(ENTRIES.starts_with('@')));
    }

    /// All sources of families and names are in the list, and the list has no others.
    #[test]
    fn every_source_is_known() {
        // Remarks, and people without a work in the list.
        let others = [
            "its author",
            "folklore",
            "N. Sheppard",
            "Welter's game",
            "R. A. Epstein",
            "R. P. Isaacs",
            "S. Loyd's daisy",
            "for an odd number of heaps",
        ];
        // Variants of a family have sources of their own.
        let examples = FAMILIES.iter().flat_map(|family| family.examples).filter_map(|code| parse(code).ok());
        let variants: Vec<String> = examples.map(|coded| coded.family.source.to_string()).collect();
        let sources = FAMILIES.iter().map(|family| family.source.to_string()).chain(variants);
        let sources: Vec<String> = sources.chain(NAMES.iter().map(|name| name.source.to_string())).collect();
        let mut used = BTreeSet::new();
        for part in sources.iter().flat_map(|source| source.split("; ")) {
            let keys = keys(part);
            let known = keys.iter().all(|(key, _)| key != OTHER);
            assert!(known || others.iter().any(|other| part.starts_with(other)), "{part}");
            used.extend(keys.into_iter().map(|(key, _)| key));
        }
        for work in works().filter(|work| work.key != PROGRAM) {
            assert!(used.contains(work.key), "nothing cites {}", work.key);
        }
    }

    #[test]
    fn only_what_is_cited_is_listed() {
        let source = "R. K. Guy and C. A. B. Smith, The G-values; Winning Ways ch. 4; OEIS A002186";
        let text = cite(source);
        assert_eq!(text, r"\cite{guy-smith-1956}, \cite[ch.~4]{winning-ways}, \cite{oeis-A002186}");
        let list = bibliography([text.as_str()].into_iter(), source);
        assert_eq!(list.matches('@').count(), 3, "{list}");
        assert!(list.contains("pages = {514--526},") && list.contains("https://oeis.org/A002186"), "{list}");
        let own = "game {a_b}.toml";
        assert_eq!(cite(own), r"\cite{source}");
        assert_eq!(
            bibliography([r"\cite[theorem \texttt{guy-smith}]{source}"].into_iter(), own),
            "@misc{source,\n  key = {source},\n  note = {game \\textbraceleft{}a\\_b\\textbraceright{}.toml},\n}\n"
        );
        assert_eq!(bibliography(["\\textbackslash{}cite\\{gale-1974\\}"].into_iter(), own), "\n");
    }
}
