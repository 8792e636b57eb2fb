//! The part of a report about misère play.

use super::theory::MisereTheory;
use super::words::{Style, names, p_portion, rules};
use crate::claim_words::capital;
use crate::results::Out;
use indexmap::IndexMap;
use std::io;

/// The part of a report about misère play.
pub fn write_report(theory: &MisereTheory, out: &mut Out) -> io::Result<()> {
    let (presentation, (thing, things)) = (theory.presentation(), theory.heaps.called());
    writeln!(out, "## Misère play\n")?;
    writeln!(out, "Status: **{}**; {}.\n", theory.status(), theory.statement())?;
    writeln!(out, "{}.\n", capital(&theory.tameness()))?;
    let generators: Vec<String> = names(&presentation)
        .iter()
        .zip(&presentation.heaps)
        .map(|(name, &heap)| format!("{name} = {}", theory.heaps.name(heap.into())))
        .collect();
    if !generators.is_empty() {
        writeln!(out, "Generators, as {things}: {}.\n", generators.join(", "))?;
        let redundant = if presentation.is_least { "" } else { " (some of them may follow from others)" };
        writeln!(out, "Rules{redundant}: {}.\n", rules(&presentation, Style::Plain))?;
        writeln!(out, "P-portion: {{{}}}.\n", p_portion(&presentation, Style::Plain))?;
    }
    let growth: Vec<String> = theory
        .found
        .growth
        .iter()
        .map(|&(heap, order)| format!("{order} from {thing} {} on", theory.heaps.name(heap.into())))
        .collect();
    if !growth.is_empty() {
        writeln!(out, "The number of elements is 1 at first, and {}.\n", growth.join(", "))?;
    }
    let values = theory.value_words(&presentation, Style::Plain);
    if !theory.heaps.are_numbers() {
        let genera = theory.genera_text(usize::MAX).into_iter().map(|(heap, genus, _)| (heap, genus)).collect();
        groups(out, "value", things, values)?;
        return groups(out, "genus", things, genera);
    }
    grid(out, &format!("The values of the {things}:"), values, columns_of(theory))?;
    let genera = theory.genera_text(GENERA_SHOWN).into_iter().map(|(heap, genus, _)| (heap, genus)).collect();
    if let Some(statement) = theory.genus_statement() {
        writeln!(out, "Genera: **proved**; {statement}.\n")?;
    }
    grid(out, &format!("The genera of the first {things}:"), genera, 12)
}

/// The number of positions that are named for each value.
const NAMED: usize = 12;

/// A table of the positions with the same value or genus.
fn groups(out: &mut Out, what: &str, things: &str, cells: Vec<(String, String)>) -> io::Result<()> {
    let mut groups: IndexMap<String, Vec<String>> = IndexMap::new();
    cells.into_iter().for_each(|(name, cell)| groups.entry(cell).or_default().push(name));
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "| {what} | {things} with it |\n|---|---|")?;
    for (cell, names) in groups {
        let more = names.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        writeln!(out, "| {cell} | {}{more} |", names[..names.len().min(NAMED)].join("; "))?;
    }
    writeln!(out)
}

/// The number of genera in a report.
const GENERA_SHOWN: usize = 60;

/// A row of the table of values has a period, if that is not too wide.
fn columns_of(theory: &MisereTheory) -> usize {
    theory
        .claim
        .period
        .map_or(10, |(_, period)| (1..).map(|times| times * period).find(|&wide| wide >= 6).unwrap_or(10))
        .min(20) as usize
}

/// A table with a cell for each heap; the first column names the first heap of a row.
fn grid(out: &mut Out, what: &str, cells: Vec<(String, String)>, columns: usize) -> io::Result<()> {
    if cells.is_empty() {
        return Ok(());
    }
    writeln!(out, "{what}\n")?;
    writeln!(out, "| from |{}", " |".repeat(columns))?;
    writeln!(out, "|---|{}", "---|".repeat(columns))?;
    for row in cells.chunks(columns) {
        let texts: Vec<&str> = row.iter().map(|(_, text)| text.as_str()).collect();
        let missing = " |".repeat(columns - row.len());
        writeln!(out, "| {} | {} |{missing}", row[0].0, texts.join(" | "))?;
    }
    writeln!(out)
}
