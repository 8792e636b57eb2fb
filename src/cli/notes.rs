//! Remarks on results, and advice if a shell has mangled a command line.

use super::complain_of;
use crate::config::Work;

/// Prints a note if the digits of a code may have been meant as decimal. Digits from 8 on are hexadecimal.
pub(super) fn note_digits(code: &str) {
    for digits in octal_codes(code).filter(|digits| seems_decimal(digits)) {
        complain_of(&format!(
            "note: octal:{digits} is read as hexadecimal: the bit 8 of a digit allows leaving exactly three heaps (octal digits are 0 to 7)"
        ));
    }
}

/// Prints these notes for all games that are to be run.
pub(super) fn note_works(works: &[Work]) {
    for work in works {
        if let Work::Job(job) = work {
            note_digits(&job.game.code);
        }
    }
}

/// The octal codes in a game code, without the family name.
fn octal_codes(code: &str) -> impl Iterator<Item = &str> {
    code.split("octal:").skip(1).map(|rest| {
        let end = rest.find([',', '+']);
        rest[..end.unwrap_or(rest.len())].trim_end_matches(')')
    })
}

/// Whether digits may have been meant as decimal. Letters would show that hexadecimal was intended.
fn seems_decimal(digits: &str) -> bool {
    digits.contains(['8', '9']) && !digits[..].contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Advice if a shell has split a code at its spaces, or expanded its braces.
pub(super) fn remedy(words: &[String]) -> Option<&'static str> {
    let cut = |word: &String| word.contains(['{', '}']) || word.ends_with(',');
    let family = |word: &String| word.split_once(':').map(|(family, _)| family.to_string());
    let spread = words.windows(2).any(|pair| family(&pair[0]).is_some_and(|name| Some(name) == family(&pair[1])));
    (words.iter().any(cut) || spread)
        .then_some("put a code with spaces, braces or parentheses in quotes, as in 'subtraction:{1, 2, 3}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_seem_decimal() {
        let noted = |code: &str| octal_codes(code).filter(|digits| seems_decimal(digits)).count();
        assert_eq!(["octal:0.79", "octal:0.77", "octal:0.7F9", "nim:9"].map(noted), [1, 0, 0, 0]);
        assert_eq!(
            ["sum:octal:0.8+octal:0.9+nim:8", "pass:(octal:0.19)", "octal:0.1(8),heaps=9"].map(noted),
            [2, 1, 1]
        );
    }

    #[test]
    fn codes_that_a_shell_has_cut() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        assert!(remedy(&words("values subtraction:{1, 2, 3}")).is_some());
        assert!(remedy(&words("values subtraction:1, 2, 3")).is_some());
        assert!(remedy(&words("values subtraction:1 subtraction:2 subtraction:3")).is_some());
        assert!(remedy(&words("values octal:0.77 --mx 3")).is_none());
    }
}
