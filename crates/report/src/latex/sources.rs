//! The bibliography: what families and theorems name as their sources. The entries are in `works.bib`, with the words by which sources
//! name them; only those that are cited come into `sources.bib`.

use super::text::markdown;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The key of this program, on whose page of theorems the proofs are.
pub(super) const PROGRAM: &str = "grundy";

/// The entry of a source that is no work of the list.
const OTHER: &str = "source";

/// Complete entries, one after another, with empty lines between them.
const ENTRIES: &str = include_str!("works.bib");

/// A work of the list.
struct CitedWork {
    /// What it is cited by.
    key: &'static str,
    /// The words by which sources name it: the lines before its entry, each behind a `%`.
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

/// What a source names: keys, each with a chapter if one is named. A source that names no work of the list is an entry of its own.
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

/// `ch. 14`.
fn chapter(part: &str) -> Option<String> {
    let (_, rest) = part.split_once("ch. ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| format!("ch.~{digits}"))
}

/// Whether a word is the number of an entry in the OEIS.
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

/// The entries of all that is cited in some LaTeX; `source` is what the entry of a source that is no work of the list says.
pub fn bibliography<'t>(texts: impl Iterator<Item = &'t str>, source: &str) -> String {
    let cited: BTreeSet<&str> = texts.flat_map(cited).collect();
    let mut entries: Vec<String> =
        works().filter(|work| cited.contains(work.key)).map(|work| complete(work.entry)).collect();
    for number in cited.iter().filter_map(|key| key.strip_prefix("oeis-")) {
        let mut entry = format!("@misc{{oeis-{number},\n  author = {{{{OEIS Foundation}}}},\n");
        // Writing into memory cannot fail.
        let _ =
            writeln!(entry, "  title = {{Sequence {{{number}}}, {{The On-Line Encyclopedia of Integer Sequences}}}},");
        let _ = write!(entry, "  howpublished = {{\\texttt{{https://oeis.org/{number}}}}},\n}}");
        entries.push(entry);
    }
    if cited.contains(OTHER) {
        // BibTeX counts braces, also those behind a backslash.
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

/// The keys that LaTeX cites.
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

    /// All that families and names cite is in the list, and nothing else is.
    #[test]
    fn every_source_is_known() {
        // Remarks, and people without a work.
        let others = ["its author", "R. A. Epstein", "R. P. Isaacs", "S. Loyd's daisy", "for an odd number of heaps"];
        let sources = FAMILIES.iter().map(|family| family.source.to_string());
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
