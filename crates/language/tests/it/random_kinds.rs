//! Random texts: whatever has a normal form has the options of its text.

use crate::kinds::{of_kind, of_text};
use grundy_core::random::Random;
use grundy_language::{Moves, Scope};

/// Writes random moves.
struct Writer(Random);

impl Writer {
    fn below(&mut self, end: u64) -> i64 {
        self.0.below(end) as i64
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.0.below(texts.len() as u64) as usize]
    }

    fn size(&mut self, variables: &[&str]) -> String {
        let (c, choice) = (self.below(4), self.below(20));
        let Some(&variable) = variables.first() else {
            return match choice {
                0..14 => format!("n - {}", c + 1),
                14..16 => format!("n - {c}"),
                _ => c.to_string(),
            };
        };
        let variable = if variables.len() > 1 && self.below(2) == 0 { variables[1] } else { variable };
        match choice {
            0..3 => format!("{variable} - {c}"),
            3..6 => variable.to_string(),
            6 => format!("{variable} + {}", c % 3),
            7..14 => format!("n - {c} - {}", variables.join(" - ")),
            14..16 => format!("n - {c}"),
            16 => format!("n - {variable}"),
            17 => format!("2*{variable}"),
            18 => "n/2".to_string(),
            _ => (c % 3).to_string(),
        }
    }

    fn range(&mut self, before: Option<&str>) -> String {
        let plain = ["0", "1", "2"];
        let low = if self.below(2) == 0 {
            self.one(&plain)
        } else {
            self.one(&["0", "1", "n - 3", "n/2", "(n-1)/2", "max(0, n - 4)"])
        };
        let high =
            self.one(&["=n", "=n-1", "=n-2", "n", "=n-3", "=n/2", "=(n-1)/2", "=(n-2)/2", "=min(3, n-1)", "=n/3"]);
        match (before, self.below(3)) {
            (Some(before), 0) => format!("{before}..=(n-{before})/2"),
            (Some(before), 1) => format!("{low}..n-{before}"),
            _ => format!("{low}..{high}"),
        }
    }

    fn condition(&mut self, variables: &[&str]) -> String {
        let (c, r) = (self.below(6), self.below(3));
        let mut all: Vec<String> = [
            format!("n >= {c}"),
            format!("n % {} == {r}", 2 + c % 2),
            format!("n != {c}"),
            "n in {1, 3, 4}".to_string(),
            "(n > 2 or n == 1)".to_string(),
            "n / 2 % 2 == 0".to_string(),
            "not n % 3 == 1".to_string(),
            "gcd(n, 6) == 1".to_string(),
            "bit(n, 1) == 1".to_string(),
            "n < 7".to_string(),
            "(n > 4 iff n % 2 == 0)".to_string(),
            "max(n, 5) - n < 3".to_string(),
        ]
        .into();
        for i in variables {
            all.extend([
                format!("{i} % 2 == {}", r % 2),
                format!("{i} != n - {i}"),
                format!("{i} != n - {} - {i}", r),
                format!("{i} <= n - {i}"),
                format!("{i} < n - 1 - {i}"),
                format!("{i} != {c}"),
                format!("{i} >= 2"),
                format!("(n - {i}) % 3 != 0"),
                format!("{i} not in {{1, 2}}"),
                format!("2*{i} < n"),
                format!("({i} < 3 or {i} > n - 4)"),
                format!("n - {i} >= {c}"),
                format!("({i} == 1 or {i} % 2 == 0)"),
                format!("n == 2*{i}"),
                format!("1 <= {i} <= n - {r}"),
            ]);
        }
        if let [i, j] = variables {
            all.extend([
                format!("{i} + {j} == n - {r}"),
                format!("{i} <= {j}"),
                format!("{i} != {j}"),
                format!("{j} <= n - {i} - {j}"),
            ]);
        }
        let place = self.below(all.len() as u64) as usize;
        all.swap_remove(place)
    }

    fn line(&mut self) -> String {
        let variables: &[&str] = match self.below(6) {
            0 => &[],
            5 => &["i", "j"],
            _ => &["i"],
        };
        let parts: Vec<String> = (0..1 + self.below(3)).map(|_| self.size(variables)).collect();
        let mut line = format!("n -> {}", parts.join(" & "));
        for (place, variable) in variables.iter().enumerate() {
            line.push_str(&format!(
                " for {variable} in {}",
                self.range(place.checked_sub(1).map(|place| variables[place]))
            ));
        }
        let conditions: Vec<String> = (0..self.below(3)).map(|_| self.condition(variables)).collect();
        if !conditions.is_empty() {
            line.push_str(&format!(" when {}", conditions.join(" and ")));
        }
        line
    }
}

/// The number of texts with a normal form, of which some have cuts and some an order.
fn compare(seed: u64, texts: u64) -> [u64; 3] {
    let (mut writer, mut accepted) = (Writer(Random(seed)), [0; 3]);
    for _ in 0..texts {
        let lines: Vec<String> = (0..1 + writer.below(2)).map(|_| writer.line()).collect();
        let texts: Vec<(&str, usize)> = lines.iter().map(|line| (line.as_str(), 0)).collect();
        let Ok(moves) = Moves::read(&texts, Scope::default()) else { panic!("{lines:?} cannot be read") };
        let Ok(kinds) = moves.kinds() else { continue };
        for n in 0..=22 {
            let (text, form) = (of_text(&moves, &[n]), of_kind(&kinds, 0, n, &|_, n| vec![n]));
            assert_eq!(text, form, "seed {seed}: {lines:?} at {n}: {kinds:?}");
            let exists = |part: &Vec<i64>| part[0] >= 0 && part[0] < n;
            assert!(text.iter().flatten().all(exists), "seed {seed}: {lines:?} at {n}: a part is no position");
        }
        let cuts = || kinds.kinds[0].rules.iter().filter_map(|rule| rule.cut.as_ref());
        let is = [true, cuts().next().is_some(), cuts().any(|cut| cut.order.is_some())];
        accepted.iter_mut().zip(is).for_each(|(count, is)| *count += u64::from(is));
    }
    accepted
}

#[test]
fn random_texts_have_the_options_of_their_normal_forms() {
    let accepted = compare(1, 6000);
    assert!(accepted[0] > 800 && accepted[1] > 500 && accepted[2] > 200, "{accepted:?}");
}

#[test]
#[ignore = "a slow check"]
fn a_hundred_thousand_texts_have_the_options_of_their_normal_forms() {
    let accepted: u64 = (100..140).map(|seed| compare(seed, 20_000)[0]).sum();
    assert!(accepted > 100_000, "{accepted}");
}
