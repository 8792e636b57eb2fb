//! The kernel of several kinds of heaps against the oracle, on random texts.

use super::judge::kernel;
use crate::common::{MEMORY, oracle, outline, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::{Scale, Task};
use grundy::random::Random;
use grundy::ruleset::{Play, Value};
use std::fs;
use tempfile::TempDir;

/// Writes random games of which every move leads to positions, and every play ends.
struct Writer(Random);

impl Writer {
    fn below(&mut self, end: u64) -> i64 {
        self.0.below(end) as i64
    }

    fn kind(&mut self, kinds: usize) -> char {
        (b'A' + self.below(kinds as u64) as u8) as char
    }

    /// A condition on a split into i and m.
    fn condition(&mut self, m: &str) -> String {
        let (modulus, residue, number) = (2 + self.below(2), self.below(2), self.below(4));
        match self.below(8) {
            0 => format!(" when i % {modulus} == {residue}"),
            1 => format!(" when (n + i) % {modulus} != {residue}"),
            2 => format!(" when i != {m}"),
            3 => format!(" when i <= {m} + {number}"),
            4 => format!(" when i != {number}"),
            5 => format!(" when n % {modulus} == {residue} or n < {number}"),
            _ => String::new(),
        }
    }

    fn line(&mut self, kinds: usize) -> String {
        let [own, q, r, s] = [0; 4].map(|_| self.kind(kinds));
        let (c, d, b) = (1 + self.below(3), 1 + self.below(4), self.below(3));
        let fixed = if self.below(4) == 0 { " & dot(1)" } else { "" };
        let m = format!("n - {c} - i");
        match self.below(8) {
            0 => format!("{own}(n) -> {q}(n - {d}){fixed} when n >= {d}"),
            1 => format!("{own}(n) -> {q}(i) for i in {b}..=n-{d}{}", self.condition(&m)),
            2 => format!("{own}(n) -> {q}(n - {d}) & {r}(i) & {s}({m}) for i in 0..=n-{c} when n >= {d}"),
            3 => format!("{own}(n) -> {q}(i) & {q}(j) & {q}({m} - j) for i in 0..=n-{c} for j in 0..={m}"),
            4 => format!("{own}(n) -> {q}(i) & {r}(i + {}) & {s}({m}) for i in 0..=n-{c}", c - 1),
            _ => {
                let q = if self.below(2) == 0 { r } else { q };
                format!("{own}(n) -> {q}(i) & {r}({m}){fixed} for i in {b}..=n-{c}{}", self.condition(&m))
            }
        }
    }

    fn game(&mut self) -> String {
        let kinds = 1 + self.below(3) as usize;
        let names: String = (0..kinds).map(|kind| format!("\"{}(n)\", ", (b'A' + kind as u8) as char)).collect();
        let lines: String =
            (0..1 + kinds + self.below(3) as usize).map(|_| format!("\"{}\", ", self.line(kinds))).collect();
        // Rows may start beyond all sizes that a proof uses.
        let asked = ["n", "n + 1", "n + 40"][self.below(3) as usize];
        format!(
            "[game]\nfamily = \"custom\"\nkinds = [{names}\"dot(k in 0..=1)\"]\n\
             moves = [{lines}\"dot(k) -> nothing when k == 1\"]\nasked = \"A({asked})\"\n"
        )
    }
}

/// Compares the rows to n = 30, with those that follow from a proof. Returns how many games have a normal form, how
/// many have none, and how many a proof.
fn compare(seed: u64, games: u64) -> [u32; 3] {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.toml");
    let code = format!("custom:{}", path.display());
    let (mut writer, mut counts, control) = (Writer(Random(seed)), [0; 3], Control::free());
    for _ in 0..games {
        let text = writer.game();
        fs::write(&path, &text).unwrap();
        let outlined = outline(&code, 30);
        let scale = Scale { kinds_look: 12, many_parts_look: 12, marked: 1, ..Scale::default() };
        let task = Task { scale, ..Task::new(&*outlined, Play::Normal, Value::GRUNDY, MEMORY, &control) };
        let chosen = kernel("kinds");
        if !chosen.can(&task) {
            counts[1] += 1;
            continue;
        }
        let mut values: Vec<u32> = Vec::new();
        if let Some(mut proof) = chosen.solve(&task, &mut values).unwrap().proof {
            proof.give_rest(outlined.rows(), &mut values, &control).unwrap();
            counts[2] += 1;
        }
        let truth = solve(oracle(), &*ruleset(&code, 30), Play::Normal, Value::GRUNDY).unwrap();
        assert_eq!(values, truth, "{text}");
        counts[0] += 1;
    }
    counts
}

#[test]
fn random_texts_have_the_values_of_the_oracle() {
    let [known, unknown, proved] = compare(3, 120);
    assert!(known > 60 && proved > 20, "{known} known, {unknown} not, {proved} proved");
}

#[test]
#[ignore = "a slow check"]
fn thousands_of_texts_have_the_values_of_the_oracle() {
    let known: u32 = (10..30).map(|seed| compare(seed, 500)[0]).sum();
    assert!(known > 5000, "{known}");
}
