//! Describes a game in an entry of the OEIS: its name and its rule in words, without the codes of this program.

use crate::games::names::{NAMES, in_papers};
use crate::games::nesting::split;
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
        // The moves of a user's own game are no name.
        (None, None) if family == "custom" && job.settings.title.is_some() => {
            job.settings.title.clone().unwrap_or_default()
        }
        (None, None) => format!("the game \"{}\"", described(code, &job.game.words)),
    };
    name + play
}

/// The rule of the game, as a sentence.
pub fn rule(job: &Job) -> String {
    let digits = job.game.code.strip_prefix("octal:");
    match digits.and_then(|digits| TakeAndBreak::parse(digits).ok()).and_then(|code| moves(&code)) {
        Some(rule) => rule,
        None => format!("{}.", described(&job.game.code, &job.game.words)),
    }
}

/// The words of a game without codes of this program, and with the parameters that the words do not mention. A game
/// that is made of others keeps the codes of its parts.
fn described(code: &str, words: &str) -> String {
    // The last full stop of a sentence, unless it is a cell of a rule.
    let is_rule = words.rsplit(' ').next().is_some_and(|last| last.contains("->"));
    let words = if is_rule { words } else { words.trim_end_matches('.') };
    let (_, arguments) = code.split_once(':').unwrap_or_default();
    if split(arguments, '+').len() > 1 || split(arguments, '*').len() > 1 {
        return words.to_string();
    }
    let text = without_codes(words);
    let missing: Vec<String> = parameters(arguments).into_iter().filter_map(|item| missing(&item, &text)).collect();
    if missing.is_empty() { text } else { format!("{text} ({})", missing.join(", ")) }
}

/// The arguments of a code, with those of the code of a graph among them.
fn parameters(arguments: &str) -> Vec<String> {
    let own = split(arguments, ',').into_iter().map(|(_, item)| item.trim());
    let each = own.flat_map(|item| {
        let inner = item.strip_prefix('(').and_then(|item| item.strip_suffix(')')).unwrap_or(item);
        let kind = inner.split([':', '=']).next().unwrap_or_default().len();
        match inner[kind..].strip_prefix(':') {
            Some(graph) => split(graph, ',').into_iter().map(|(_, item)| item.trim().to_string()).collect(),
            None => vec![inner.to_string()],
        }
    });
    each.collect()
}

/// A parameter that the words do not mention: `rows = 2`, or a number, such as the length of a ray of a spider.
fn missing(item: &str, text: &str) -> Option<String> {
    let Some((key, value)) = item.split_once('=') else {
        return Some(item.to_string()).filter(|item| !item.is_empty() && item.bytes().all(|b| b.is_ascii_digit()));
    };
    let bare = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')).unwrap_or(value);
    let is_long = bare.len() > 3 && text.contains(bare);
    let is_told = is_long || text.contains(&format!("{value} {key}")) || text.contains(&format!("{key} {value}"));
    (!is_told).then(|| format!("{key} = {value}"))
}

/// The words without codes. "`petersen:k=2` (the generalised Petersen graph)": the words in parentheses say it;
/// "a board (grid:rows=2)": the code adds nothing; and of `grid:rows=2` the first word is the kind.
fn without_codes(words: &str) -> String {
    let mut text = words.to_string();
    while let Some((begin, (after, rest))) =
        text.split_once('`').and_then(|(begin, rest)| Some((begin.to_string(), rest.split_once('`')?)))
    {
        text = match rest.strip_prefix(" (").and_then(|rest| Some((rest, closing(rest)?))) {
            Some((rest, end)) => format!("{begin}{}{}", &rest[..end], &rest[end + 1..]),
            None => format!("{begin}{after}{rest}"),
        };
    }
    let is_code = |word: &str| word.contains(':') && word.contains('=') && !word.contains(' ');
    let part = |(place, part): (usize, &str)| match part.split_once(')') {
        Some((inner, rest)) if place > 0 && is_code(inner) => rest.to_string(),
        _ => format!("{}{part}", if place > 0 { " (" } else { "" }),
    };
    let text = text.split(" (").enumerate().map(part).collect::<String>();
    let kind = |word: &str| match word.split_once(':') {
        Some((kind, rest)) if is_code(word) => {
            let end = rest.rfind(|letter: char| !matches!(letter, ';' | ':' | ',')).map_or(0, |last| last + 1);
            // A bracket that the code opens or closes goes with it.
            format!("{}{}", kind.trim_start_matches('('), rest.get(end..).unwrap_or_default())
        }
        _ => word.to_string(),
    };
    text.split(' ').map(kind).collect::<Vec<_>>().join(" ")
}

/// Where the parenthesis ends in which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(place, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(place)
    })
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
    fn words_have_no_codes_and_all_parameters() {
        for (code, words, expected) in [
            (
                "cram:rows=2",
                "Cram on a board (grid:rows=2): place a domino.",
                "Cram on a board: place a domino (rows = 2)",
            ),
            ("clobber:rows=3", "Clobber: capture a stone", "Clobber: capture a stone (rows = 3)"),
            (
                "geography:grid:rows=2",
                "Geography on grid:rows=2 from vertex 0",
                "Geography on grid from vertex 0 (rows = 2)",
            ),
            (
                "node-kayles:petersen:k=2",
                "Node-Kayles on `petersen:k=2` (the graph P(n,k), n > 2k): choose a vertex",
                "Node-Kayles on the graph P(n,k), n > 2k: choose a vertex (k = 2)",
            ),
            ("node-kayles:spider:2,2", "Node-Kayles on rays", "Node-Kayles on rays (2, 2)"),
            ("board:XO->.X,strip=(XO)^n", "A board with XO->.X", "A board with XO->.X (strip = (XO)^n)"),
            (
                "col:grid:rows=2",
                "Colour a vertex of grid:rows=2; neighbours differ",
                "Colour a vertex of grid; neighbours differ (rows = 2)",
            ),
            ("col:(grid:rows=2),colours=3", "Colour a vertex", "Colour a vertex (rows = 2, colours = 3)"),
            (
                "sum:cram:rows=3+nim:1",
                "The sum of: Cram (grid:rows=3); and: Nim",
                "The sum of: Cram (grid:rows=3); and: Nim",
            ),
            (
                "vertex-game:connected,(grid:rows=2),when=(size in {1, 2})",
                "A move if size in {1, 2}",
                "A move if size in {1, 2} (rows = 2)",
            ),
            ("board:##->..", "A board with the rules ##->..", "A board with the rules ##->.."),
            ("kayles:heaps=2", "2 heaps, each: One heap", "2 heaps, each: One heap"),
        ] {
            assert_eq!(described(code, words), expected);
        }
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
