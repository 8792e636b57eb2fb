//! A Python program that prints the terms of a draft, so that readers can check them without grundy.
//!
//! The game writes its options ([`Python`]); what is here is the same for all games: values by the definition, and
//! which of them are printed.

use super::triangle::sides;
use crate::job::Job;
use crate::results::{Results, Series};
use crate::ruleset::{Play, Python, RowRange, ValueClass};

/// The maximum number of terms of a sequence, and of lines of a table.
const MOST_TERMS: u64 = 100;
const MOST_LINES: u64 = 12;

/// The maximum number of options, and of turns of loops in conditions, for which Python needs at most a few seconds.
/// In misère play an option may be a sum of many positions.
const MOST_OPTIONS: u64 = 1_500_000;
const MOST_SUMS: u64 = 1_000_000;
const MOST_TURNS: u128 = 20_000_000;

/// The maximum number of characters. A game with long lists has no program.
const LONGEST: usize = 4000;

/// The terms of a draft: which label a term belongs to.
struct Terms {
    /// The least label.
    firsts: Vec<u64>,
    /// The coordinates of a label, as Python expressions.
    label: Vec<String>,
    /// The loops over the first `size` labels, or over those of the first `size` lines of a table.
    loops: fn(first: u64, size: u64) -> String,
    /// The maximum of `size`.
    most: u64,
}

impl Terms {
    fn of(results: &Results<'_>, series: &Series<'_>) -> Option<Self> {
        let firsts = results.rows.firsts().to_vec();
        let [lines, _] = sides(results.rows);
        let table = |label: [&str; 2], loops| {
            let label = firsts.iter().zip(label).map(|(&first, name)| from(name, first)).collect();
            Terms { firsts: firsts.clone(), label, loops, most: lines.min(MOST_LINES) }
        };
        Some(match series.key {
            "values" => Terms {
                label: vec!["n".to_string()],
                loops: |first, size| format!("for n in range({}{})", start(first), first + size),
                most: (series.terms.len() as u64).min(MOST_TERMS),
                firsts,
            },
            "antidiagonals" => table(["x", "s - x"], |_, size| format!("for s in range({size}) for x in range(s + 1)")),
            "triangle" => table(["n", "k"], |_, size| format!("for n in range({size}) for k in range(n + 1)")),
            _ => return None,
        })
    }

    /// The maxima of the first labels.
    fn range(&self, size: u64) -> RowRange {
        let bounds: Vec<u64> = self.firsts.iter().map(|first| first + size - 1).collect();
        let max = bounds.iter().copied().max().unwrap_or(0);
        if bounds.iter().all(|&bound| bound == max) { RowRange::from(max) } else { RowRange { bounds, ..max.into() } }
    }

    /// The largest size for which the program does not take long.
    fn size(&self, job: &Job, rules: &Python) -> Option<u64> {
        let most_options = if job.play == Play::Misere { MOST_SUMS } else { MOST_OPTIONS } / rules.cost;
        let short = |size: u64| {
            let range = self.range(size);
            let labels = if self.firsts.len() > 1 { size * (size + 1) / 2 } else { size };
            // Loops inside conditions run about as far as the largest coordinate.
            let turns = u128::from(range.max).saturating_pow(u32::try_from(rules.loops).unwrap_or(u32::MAX));
            turns.saturating_mul(labels.into()) <= MOST_TURNS
                && job.game.effort(&range, job.play, most_options).is_some()
        };
        if self.most > 0 && short(self.most) {
            return Some(self.most);
        }
        // More labels need more options, so the first size that is too large can be searched by halves.
        let (mut known, mut too_large) = (0, self.most);
        while known + 1 < too_large {
            let middle = known.midpoint(too_large);
            if short(middle) { known = middle } else { too_large = middle }
        }
        (known > 0).then_some(known)
    }
}

/// A coordinate that starts at `first`.
fn from(name: &str, first: u64) -> String {
    if first == 0 { name.to_string() } else { format!("{name} + {first}") }
}

/// The beginning of the arguments of `range`.
fn start(first: u64) -> String {
    if first == 0 { String::new() } else { format!("{first}, ") }
}

/// The lines of the program for a sequence or table of values; none if there is no program.
pub(super) fn program(results: &Results<'_>, series: &Series<'_>) -> Option<Vec<String>> {
    let (job, terms) = (results.job, Terms::of(results, series)?);
    if !job.value.class.zero_is_p() {
        return None;
    }
    let rules = job.game.python()?;
    let size = terms.size(job, &rules)?;
    // If all options come before a position, in the order of the labels, then recursion is never deep.
    let in_order = rules.descends && terms.firsts.iter().all(|&first| first <= 1);
    let skeleton = match job.play {
        Play::Misere => Skeleton::MISERE,
        Play::Normal if in_order => Skeleton::IN_ORDER,
        Play::Normal => Skeleton::NORMAL,
    };
    let mut lines = skeleton.lines(&rules);
    let value = (skeleton.value)(&rules.start(&terms.label));
    let shown = match job.value.class {
        ValueClass::Mex | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => value,
        ValueClass::Outcome => format!("int({value} > 0)"),
    };
    lines.push(format!("print([{shown} {}])", (terms.loops)(terms.firsts[0], size)));
    let length: usize = lines.iter().map(String::len).sum();
    (length <= LONGEST).then_some(lines)
}

/// What is the same for all games that are played in the same way.
struct Skeleton {
    imports: &'static [(&'static str, &'static str)],
    /// The functions after those of the game; the last one is `value`.
    functions: &'static [&'static str],
    /// The value of the sum of some positions.
    value: fn(&[String]) -> String,
}

impl Skeleton {
    /// The value of a position follows from those of its options, which are known or nearly known.
    const IN_ORDER: Self = Self {
        imports: &[("functools", "cache"), ("functools", "reduce"), ("operator", "xor")],
        functions: &[RECURSIVE],
        value: nim_sum,
    };

    /// The same for positions of which many may lie between the labels.
    const NORMAL: Self =
        Self { imports: &[("functools", "reduce"), ("operator", "xor")], functions: &[STEPWISE], value: nim_sum };

    /// In misère play the whole sum is one position.
    const MISERE: Self = Self {
        imports: &[("functools", "cache")],
        functions: &[SUMS, STEPWISE_MISERE],
        value: |positions| format!("value(total([{}]))", positions.join(", ")),
    };

    fn lines(&self, rules: &Python) -> Vec<String> {
        let mut imports = rules.imports.clone();
        imports.extend(self.imports);
        let mut lines: Vec<String> = Vec::new();
        let mut last = "";
        for (module, name) in imports {
            match lines.last_mut().filter(|_| module == last) {
                Some(line) => line.push_str(&format!(", {name}")),
                None => lines.push(format!("from {module} import {name}")),
            }
            last = module;
        }
        let mut helpers = rules.helpers.clone();
        helpers.sort_unstable();
        helpers.dedup();
        let own = rules.functions.iter().map(String::as_str);
        let functions = helpers.into_iter().chain(own).chain(self.functions.iter().copied());
        lines.extend(functions.flat_map(|function| function.lines().map(str::to_string)));
        lines
    }
}

fn nim_sum(positions: &[String]) -> String {
    positions.iter().map(|position| format!("value({position})")).collect::<Vec<_>>().join(" ^ ")
}

const RECURSIVE: &str = "\
@cache
def value(p): # mex of the nim-sums of the options
    seen = {reduce(xor, map(value, option), 0) for option in options(p)}
    return next(v for v in range(len(seen) + 1) if v not in seen)";

const STEPWISE: &str = "\
g, waiting = {}, {}
def value(start): # mex of the nim-sums of the options
    todo = [start]
    while todo: # instead of a recursion, which could be too deep
        p = todo[-1]
        if p in g:
            todo.pop()
        elif p in waiting: # now the values of its options are known
            seen = {reduce(xor, (g[q] for q in option), 0) for option in waiting.pop(p)}
            g[p] = next(v for v in range(len(seen) + 1) if v not in seen)
        else:
            waiting[p] = list(options(p))
            todo += [q for option in waiting[p] for q in option]
    return g[start]";

const SUMS: &str = "\
@cache
def has_moves(p):
    return any(True for option in options(p))
def total(parts): # a sum; components without a move make no difference
    return tuple(sorted(p for p in parts if has_moves(p)))
@cache
def moves(p):
    return [total(option) for option in options(p)]
def after(s): # the sums that a move leaves
    for p in set(s):
        i = s.index(p)
        for option in moves(p):
            yield tuple(sorted(s[:i] + s[i + 1:] + option))";

const STEPWISE_MISERE: &str = "\
g, waiting = {}, {}
def value(start): # 1 without a move, otherwise the mex of the options
    todo = [start]
    while todo: # instead of a recursion, which could be too deep
        s = todo[-1]
        if s in g:
            todo.pop()
        elif s in waiting: # now the values of its options are known
            seen = {g[t] for t in waiting.pop(s)}
            g[s] = next(v for v in range(len(seen) + 1) if v not in seen) if seen else 1
        else:
            waiting[s] = set(after(s))
            todo += waiting[s]
    return g[start]";
