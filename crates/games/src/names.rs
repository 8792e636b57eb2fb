//! The common names of games, each of which stands for a code. A name may be used wherever a code may.

use super::registry::FAMILIES;

/// A name and the code it stands for.
#[derive(Debug)]
pub struct Name {
    /// The name.
    pub name: &'static str,
    /// The name as a paper prints it.
    pub title: &'static str,
    /// The code, in its canonical form.
    pub code: &'static str,
    /// The rules. If necessary, how positions of the named game correspond to those of the code.
    pub rules: &'static str,
    /// The origin of the name.
    pub source: &'static str,
}

/// All names, in the order of `grundy list`.
pub const NAMES: &[Name] = &[
    Name {
        name: "kayles",
        title: "Kayles",
        code: "octal:0.77",
        rules: "knock down one pin of a row, or two adjacent ones",
        source: "H. E. Dudeney, The Canterbury Puzzles (1907); Winning Ways ch. 4; OEIS A002186",
    },
    Name {
        name: "dawsons-kayles",
        title: "Dawson's Kayles",
        code: "octal:0.07",
        rules: "knock down two adjacent pins of a row",
        source: "Winning Ways ch. 4; the zeros are OEIS A215721",
    },
    Name {
        name: "dawsons-chess",
        title: "Dawson's Chess",
        code: "octal:0.137",
        rules: "in a row of n files, remove one and its neighbours",
        source: "T. R. Dawson, Caissa's Wild Roses (1935); Winning Ways ch. 4; OEIS A002187",
    },
    Name {
        name: "double-kayles",
        title: "Double Kayles",
        code: "octal:0.7777",
        rules: "knock down one to four adjacent pins of a row",
        source: "OEIS A071074",
    },
    Name {
        name: "lasker-nim",
        title: "Lasker's Nim",
        code: "octal:4.(3)",
        rules: "remove any positive number of tokens from a heap, or split it into two",
        source: "E. Lasker, Brettspiele der Voelker (1931); Winning Ways ch. 4",
    },
    Name {
        name: "officers",
        title: "Officers",
        code: "octal:0.6",
        rules: "remove a token from a heap of two or more; the rest may be split into two heaps",
        source: "Winning Ways ch. 4; OEIS A046695",
    },
    Name {
        name: "guiles",
        title: "Guiles",
        code: "octal:0.15",
        rules: "remove a heap of one or two tokens, or remove two tokens from a heap and split the rest into two",
        source: "Winning Ways ch. 4; T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005) G05",
    },
    Name {
        name: "treblecross",
        title: "Treblecross",
        code: "octal:0.007",
        rules: "write a cross into an empty square of a strip; three in a row win. A strip of n squares is the heap n + 2",
        source: "Winning Ways ch. 4",
    },
    Name {
        name: "daisy",
        title: "Daisy",
        code: "circle:1,2",
        rules: "Kayles on a circle: pick one petal, or two adjacent ones",
        source: "S. Loyd, Cyclopedia of Puzzles (1914)",
    },
    Name {
        name: "subtract-a-square",
        title: "Subtract a Square",
        code: "subtraction:squares",
        rules: "remove a square number from a heap",
        source: "R. A. Epstein; S. W. Golomb, J. Combin. Theory 1 (1966); OEIS A014586",
    },
    Name {
        name: "ruler",
        title: "Ruler",
        code: "coin-turning:ruler",
        rules: "turn any number of consecutive coins, the rightmost to tails",
        source: "Winning Ways ch. 14",
    },
    Name {
        name: "turning-turtles",
        title: "Turning Turtles",
        code: "coin-turning:turtles",
        rules: "turn one or two coins, the rightmost to tails",
        source: "H. W. Lenstra 1978; Winning Ways ch. 14",
    },
    Name {
        name: "mock-turtles",
        title: "Mock Turtles",
        code: "coin-turning:mock-turtles",
        rules: "turn one, two or three coins, the rightmost to tails",
        source: "Winning Ways ch. 14; OEIS A000069",
    },
];

/// How a paper writes a game, as LaTeX: by its name, or by what its family makes of its code; none if by the code
/// itself.
///
/// ```
/// use grundy_games::names::in_papers;
///
/// assert_eq!(in_papers("octal:0.77").as_deref(), Some("Kayles"));
/// assert_eq!(in_papers("octal:0.12(37)").as_deref(), Some(r"$\mathbf{0.12\overline{37}}$"));
/// assert_eq!(in_papers("subtraction:1,4,9").as_deref(), Some(r"$S=\{1, 4, 9\}$"));
/// assert_eq!(in_papers("nim:3"), None);
/// ```
pub fn in_papers(code: &str) -> Option<String> {
    if let Some(name) = NAMES.iter().find(|name| name.code == code) {
        return Some(name.title.to_string());
    }
    let (family, arguments) = code.split_once(':').unwrap_or((code, ""));
    FAMILIES.iter().find(|known| known.name == family)?.in_papers?(arguments)
}

/// The entry of a name, if it is known.
pub fn find(name: &str) -> Option<&'static Name> {
    NAMES.iter().find(|known| known.name == name)
}

impl Name {
    /// The code with additional arguments, e.g. `heaps=2`.
    pub fn with(&self, arguments: &str) -> String {
        match (arguments, self.code.contains(':')) {
            ("", _) => self.code.to_string(),
            (_, true) => format!("{},{arguments}", self.code),
            (_, false) => format!("{}:{arguments}", self.code),
        }
    }
}
