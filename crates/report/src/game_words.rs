//! Describes a game in an entry of the OEIS: its name and its rule in words, without the codes of this program.

use crate::games::names::{NAMES, in_papers};
use crate::job::Job;
use crate::ruleset::{Play, TakeAndBreak};

/// The game, as it follows the word "of": its name, its code in the literature, or its rule.
pub fn game_in_words(job: &Job) -> String {
    let code = job.game.code.as_str();
    let play = if job.play == Play::Misere { " in misere play" } else { "" };
    let family = code.split(':').next().unwrap_or_default();
    let name = match (NAMES.iter().find(|name| name.code == code), in_papers(code).map(|text| plain(&text))) {
        (Some(name), _) => name.title.to_string(),
        (None, Some(text)) => match family {
            "octal" if text.bytes().any(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'8' | b'9')) => {
                format!("the hexadecimal game {text}")
            }
            "octal" => format!("the octal game {text}"),
            "subtraction" | "all-but" => format!("the subtraction game with subtraction set {text}"),
            _ => text,
        },
        (None, None) => format!("the game \"{}\"", job.game.words.trim_end_matches('.')),
    };
    name + play
}

/// The rule of the game, as a sentence.
pub fn rule(job: &Job) -> String {
    let digits = job.game.code.strip_prefix("octal:");
    match digits.and_then(|digits| TakeAndBreak::parse(digits).ok()).and_then(|code| moves(&code)) {
        Some(rule) => rule,
        None => format!("{}.", job.game.words.trim_end_matches('.')),
    }
}

/// The moves of a take-and-break code with finitely many digits.
fn moves(code: &TakeAndBreak) -> Option<String> {
    let last = code.last_place()?;
    let one = |k: u64| {
        let counts: Vec<String> =
            (0..4).filter(|&heaps| code.digit(k) >> heaps & 1 == 1).map(|n| n.to_string()).collect();
        let (end, begin) = counts.split_last()?;
        let heaps = if begin.is_empty() { end.clone() } else { format!("{} or {end}", begin.join(", ")) };
        let plural = if heaps == "1" { "heap" } else { "heaps" };
        Some(match k {
            0 => format!("splits it into exactly {heaps} nonempty {plural}"),
            1 => format!("removes 1 token and leaves exactly {heaps} nonempty {plural}"),
            _ => format!("removes {k} tokens and leaves exactly {heaps} nonempty {plural}"),
        })
    };
    let all: Vec<String> = (0..=last).filter_map(one).collect();
    (!all.is_empty()).then(|| format!("A move in a heap {}.", all.join(", or ")))
}

/// Converts LaTeX to plain text: braces and commands are removed or replaced.
fn plain(tex: &str) -> String {
    let words = [
        (r"\overline{", "("),
        (r"\mathbf{", ""),
        (r"\allowbreak", ""),
        (r"\setminus", " \\ "),
        (r"\ldots", "..."),
        (r"\{", "<"),
        (r"\}", ">"),
        ("S=", ""),
        ("$", ""),
    ];
    let mut text = words.iter().fold(tex.to_string(), |text, (from, to)| text.replace(from, to));
    text = if text.contains('(') { text.replacen('}', ")", 1).replace('}', "") } else { text.replace('}', "") };
    text.replace('<', "{").replace('>', "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_of_latex_go() {
        assert_eq!(plain(r"$\mathbf{0.77}$"), "0.77");
        assert_eq!(plain(r"$\mathbf{0.12\overline{37}}$"), "0.12(37)");
        assert_eq!(plain(r"$S=\{1, 4, 9\}$"), "{1, 4, 9}");
        assert_eq!(plain(r"$S=\{1, 2, \ldots\}\setminus\{2, 3\}$"), "{1, 2, ...} \\ {2, 3}");
    }

    #[test]
    fn rules_are_those_of_the_code() {
        let of = |code: &str| moves(&TakeAndBreak::parse(code).unwrap());
        let kayles = "A move in a heap removes 1 token and leaves exactly 0, 1 or 2 nonempty heaps, or removes 2 tokens and leaves exactly 0, 1 or 2 nonempty heaps.";
        assert_eq!(of("0.77").as_deref(), Some(kayles));
        let lasker = "A move in a heap splits it into exactly 2 nonempty heaps, or removes 1 token and leaves exactly 1 nonempty heap.";
        assert_eq!(of("4.2").as_deref(), Some(lasker));
        assert_eq!((of("4.(3)"), of("0.0")), (None, None));
    }
}
