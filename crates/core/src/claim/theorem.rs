//! The theorems that turn a finite agreement into a proved period. Their proofs stand in
//! `docs/theorems.md`; each is implemented here once.

use super::sparse::Sparse;
use crate::ruleset::{Value, View};

/// A theorem of the form: if G(n + p) = G(n) + s for all n of a finite range that begins at
/// n0, then for all n >= n0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theorem {
    /// Finite take-and-break codes that split (Guy and Smith 1956 for two heaps): the range
    /// is n0 <= n < h n0 + (h - 1) p + k, one more from n0 = 0; s = 0.
    GuySmith {
        /// h: the most heaps a move can leave.
        heaps: u64,
        /// k: the place of the last non-zero digit.
        last: u64,
    },
    /// Finite take-and-break codes without splits: k consecutive n, one more from n0 = 0;
    /// s = 0.
    NoSplit {
        /// k: the place of the last non-zero digit.
        last: u64,
    },
    /// Take-and-break codes with a sparse space, by one window past the last rare value and
    /// a verified period: `window` consecutive n; s = 0. Only the kernel that verified the
    /// rare values can claim it.
    SparseSpace {
        /// W: as far back as a value depends on others.
        window: u64,
        /// M: the last rare position.
        last_rare: u64,
        /// The least n0 it speaks of.
        from: u64,
        /// Whether p must be even: the parity of n takes part in the classes.
        even: bool,
    },
    /// Finite subtraction sets: max S consecutive n; s = 0.
    SubtractionWindow {
        /// The largest member of S.
        largest: u64,
    },
    /// All-but games: 2 max F consecutive n; any s.
    AllButWindow {
        /// The largest member of F; 0 if F is empty.
        largest: u64,
    },
}

impl Theorem {
    /// The theorem that speaks of values of a game, if there is one.
    ///
    /// Where a heap's value follows from a fixed window of values before it, the theorem
    /// holds for outcomes in either play too; Guy and Smith's needs the Grundy values of the
    /// parts of a split, and the all-but theorem the mex.
    pub fn of(view: View<'_>, value: Value) -> Option<Self> {
        let grundy = value == Value::Grundy;
        match view {
            View::TakeAndBreak(code) => match (code.most_heaps(), code.last_place()?) {
                (0 | 1, last) => Some(Theorem::NoSplit { last }),
                (heaps, last) => grundy.then_some(Theorem::GuySmith { heaps, last }),
            },
            View::Subtraction(set) => Some(Theorem::SubtractionWindow { largest: set.last().copied()? }),
            View::AllBut(set) => grundy.then(|| Theorem::AllButWindow { largest: set.last().copied().unwrap_or(0) }),
            View::UnequalSplit
            | View::PrimePowers
            | View::SquarefreePowers
            | View::Rays(_)
            | View::Steps(_)
            | View::Opaque => None,
            View::Faces(_) | View::Heaps { .. } | View::Largest => None,
            View::BuildingNim { .. } | View::Chomp { .. } => None,
        }
    }

    /// The theorem of a sparse space of Grundy values, where a move looks back at most `last` beside
    /// the smaller part of a split, and splits into equal parts are no moves if `unequal`. Whoever
    /// names it has excluded every rare value of a whole period by the witnesses.
    pub fn of_sparse(sparse: &Sparse, last: u64, unequal: bool) -> Self {
        let (last_rare, last_witness) = (sparse.last_rare(), sparse.last_witness());
        let farthest = last_rare.max(last_witness);
        // A witness behind n0 could become one half, which is no move there.
        let from = 1 + if unequal { farthest } else { last_rare };
        Theorem::SparseSpace { window: last + farthest, last_rare, from, even: sparse.position }
    }

    /// The name, as it stands in `periods.csv`.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith { .. } => "guy-smith",
            Theorem::NoSplit { .. } => "no-split-window",
            Theorem::SparseSpace { .. } => "sparse-space",
            Theorem::SubtractionWindow { .. } => "subtraction-window",
            Theorem::AllButWindow { .. } => "all-but-window",
        }
    }

    /// The theorem with its numbers filled in, for reports.
    pub fn statement(self) -> String {
        match self {
            Theorem::GuySmith { heaps, last } => format!(
                "Guy and Smith 1956: a move leaves at most h = {heaps} heaps, the last non-zero digit has place k = {last}; \
                 agreement for all n with n0 <= n < h n0 + (h - 1) p + k (one more from n0 = 0) proves the period"
            ),
            Theorem::NoSplit { last: k } => format!(
                "take-and-break code without splits (the last non-zero digit has place k = {k}): \
                 {k} consecutive agreeing values (at least 1) from n0 >= 1, {} from n0 = 0, prove the period",
                k + 1
            ),
            Theorem::SparseSpace { window, last_rare, .. } => format!(
                "sparse space: no rare value after n = {last_rare}, each value depends on the {window} before it, and \
                 {window} consecutive agreeing values, with one verified period behind them, prove the period"
            ),
            Theorem::SubtractionWindow { largest } => {
                format!(
                    "finite subtraction set (max S = {largest}): {largest} consecutive agreeing values prove the period"
                )
            }
            Theorem::AllButWindow { largest: m } => {
                format!(
                    "all-but game (max F = {m}): {} consecutive agreeing values (at least 1) prove the period and the saltus",
                    2 * m
                )
            }
        }
    }

    /// The end (exclusive) of the range of n over which G(n + p) = G(n) + s must have been
    /// checked, from n0; none if the theorem does not speak of such a claim.
    pub fn checked_below(self, n0: u64, p: u64, s: u64) -> Option<u64> {
        let extra = u64::from(n0 == 0);
        let end = match self {
            Theorem::GuySmith { heaps, last } if s == 0 => {
                heaps.checked_mul(n0)?.checked_add((heaps - 1).checked_mul(p)?)?.checked_add(last + extra)?
            }
            Theorem::NoSplit { last } if s == 0 => n0.checked_add(last + extra)?,
            Theorem::SparseSpace { window, from, even, .. } if s == 0 && n0 >= from && !(even && p % 2 == 1) => {
                n0.checked_add(window)?
            }
            Theorem::SubtractionWindow { largest } if s == 0 => n0.checked_add(largest)?,
            Theorem::AllButWindow { largest } => n0.checked_add(largest.checked_mul(2)?)?,
            _ => return None,
        };
        // A claim about no value at all is none: at least one agreement is asked for.
        Some(end.max(n0 + 1))
    }
}
