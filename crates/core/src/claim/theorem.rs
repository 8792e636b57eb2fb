//! The theorems that prove a period from finitely many values. Each is implemented once, here, and proved in
//! `docs/theorems.md`.

use super::arithmetic::Numbers;
use super::candidate::Candidate;
use super::sparse::Sparse;
use crate::ruleset::{TakeAndBreak, Value};
use crate::structure::{AllBut, Structures, Subtraction};
use serde::{Deserialize, Serialize};

/// A theorem of this form: if G(n + p) = G(n) + s for all n of a finite range that starts at n0 (the *range
/// of agreement*), then the same holds for all n >= n0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theorem {
    /// Finite take-and-break codes with splits (Guy and Smith 1956 for two heaps, with a bound larger by 1).
    /// Range: n0 <= n < h m + (h - 1) (p - 1) + k, where m = max(n0, 1). s = 0.
    GuySmith {
        /// h: the maximum number of heaps that a move leaves.
        heaps: u64,
        /// k: the place of the last non-zero digit.
        last: u64,
    },
    /// Finite take-and-break codes without splits. Range: k consecutive n, one more if n0 = 0. s = 0.
    NoSplit {
        /// k: the place of the last non-zero digit.
        last: u64,
    },
    /// Games with a sparse space, if a whole period after the last rare value was verified. Range: `window`
    /// consecutive n. s = 0. Only the kernel that excluded the rare values can use this theorem.
    SparseSpace {
        /// W: how far back the values lie on which a value depends.
        window: u64,
        /// M: the last rare position.
        last_rare: u64,
        /// The least n0 for which the theorem holds.
        from: u64,
        /// Whether p must be even, because the class of a value depends on the parity of n.
        even: bool,
    },
    /// Finite subtraction sets S. Range: max S consecutive n. s = 0.
    SubtractionWindow {
        /// The largest member of S.
        largest: u64,
    },
    /// All-but games, in which any number outside a finite set F may be taken. Range: 2 max F consecutive n. Any s.
    AllButWindow {
        /// The largest member of F; 0 if F is empty.
        largest: u64,
    },
    /// Games of several kinds of heaps. Range: n0 <= n < `bound`, for the period `joint`; and the same for all kinds to
    /// which moves lead, each with its own bound. s = 0. Only [`JointClaim`](super::JointClaim) uses this theorem.
    Kinds {
        /// P: the joint period of all kinds.
        joint: u64,
        /// The number of kinds.
        kinds: u64,
        /// N: the end of the range.
        bound: u64,
    },
    /// Games of several kinds of heaps, some of which rise, each with its own saltus. Range: n0 <= n < `bound` +
    /// `joint`. In addition, the options must satisfy conditions. Only [`JointClaim`](super::JointClaim) uses this
    /// theorem.
    ArithmeticKinds {
        /// P: the joint period of all kinds.
        joint: u64,
        /// The number of kinds.
        kinds: u64,
        /// N: from here on the options satisfy the conditions.
        bound: u64,
        /// The number of low bits of a value.
        low_bits: u32,
    },
    /// Finite take-and-break codes with splits, for s > 0. Range: n0 <= n < N + 2P - p. In addition, the options of
    /// N <= n < N + 2P must satisfy the conditions of the theorem; only [`Theorems`](super::Theorems) checks them.
    ArithmeticSplits {
        /// h: the maximum number of heaps that a move leaves.
        heaps: u64,
        /// k: the place of the last non-zero digit.
        last: u64,
        /// The number of low bits of a value.
        low_bits: u32,
    },
}

impl Theorem {
    /// The theorem that applies to the Grundy values or the outcomes of a game, if there is one.
    ///
    /// The theorems without splits only need that, for all large n, a value is the same function of the k
    /// values before it. So they hold for outcomes too, in normal and in misère play. Guy and Smith's theorem
    /// needs the Grundy values of the parts of a split, and the all-but theorem needs the mex.
    pub fn of(game: &Structures<'_>, value: Value) -> Option<Self> {
        let grundy = value == Value::GRUNDY;
        if let Some(code) = game.get::<TakeAndBreak>() {
            return match (code.most_heaps(), code.last_place()?) {
                (0 | 1, last) => Some(Theorem::NoSplit { last }),
                (heaps, last) => grundy.then_some(Theorem::GuySmith { heaps, last }),
            };
        }
        if let Some(Subtraction(set)) = game.get() {
            return Some(Theorem::SubtractionWindow { largest: set.last().copied()? });
        }
        let AllBut(set) = game.get().filter(|_| grundy)?;
        Some(Theorem::AllButWindow { largest: set.last().copied().unwrap_or(0) })
    }

    /// The theorem for the Grundy values of a game with a sparse space. `last` is the last place of the code.
    /// `unequal` means that splits into equal parts are not allowed. The caller must have excluded all rare
    /// values of a whole period by means of the witnesses.
    pub fn of_sparse(sparse: &Sparse, last: u64, unequal: bool) -> Self {
        let (last_rare, last_witness) = (sparse.last_rare(), sparse.last_witness());
        let farthest = last_rare.max(last_witness);
        // Without equal parts, a split into a witness >= n0 and an equal part would not be a move.
        let from = 1 + if unequal { farthest } else { last_rare };
        Theorem::SparseSpace { window: last + farthest, last_rare, from, even: sparse.position }
    }

    /// The name of the theorem in `periods.csv`.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith { .. } => "guy-smith",
            Theorem::NoSplit { .. } => "no-split-window",
            Theorem::SparseSpace { .. } => "sparse-space",
            Theorem::SubtractionWindow { .. } => "subtraction-window",
            Theorem::AllButWindow { .. } => "all-but-window",
            Theorem::ArithmeticSplits { .. } => "arithmetic-splits",
            Theorem::Kinds { .. } => "kinds",
            Theorem::ArithmeticKinds { .. } => "arithmetic-kinds",
        }
    }

    /// The theorem with its numbers, for reports.
    pub fn statement(self) -> String {
        match self {
            Theorem::GuySmith { heaps, last } => format!(
                "Guy and Smith 1956, with a slightly smaller bound: a move leaves at most h = {heaps} heaps, the last non-zero digit is at place k = {last}; \
                 agreement for all n with n0 <= n < h max(n0, 1) + (h - 1) (p - 1) + k proves the period"
            ),
            Theorem::NoSplit { last: k } => format!(
                "take-and-break code without splits (the last non-zero digit is at place k = {k}): \
                 {k} consecutive agreeing values (at least 1) prove the period if n0 >= 1, and {} if n0 = 0",
                k + 1
            ),
            Theorem::SparseSpace { window, last_rare, .. } => format!(
                "sparse space: there is no rare value after n = {last_rare}, each value depends on the {window} values before it, and \
                 {window} consecutive agreeing values, together with one verified period after them, prove the period"
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
            Theorem::Kinds { joint, kinds: 1, bound } => format!(
                "kinds of heaps: every option of n >= N = {bound} has a part that can be changed by P = {joint}; agreement with \
                 the period P for all n with n0 <= n < N proves the period"
            ),
            Theorem::Kinds { joint, kinds, bound } => format!(
                "kinds of heaps: every option of n >= N = {bound} has a part that can be changed by P = {joint}; agreement with \
                 the period P for all n with n0 <= n < N, and the same for all {kinds} kinds of heaps, proves the period"
            ),
            Theorem::ArithmeticKinds { joint, kinds, bound, low_bits } => {
                let kinds = if kinds == 1 { "kinds of heaps".to_string() } else { format!("{kinds} kinds of heaps") };
                format!(
                    "arithmetic periods of {kinds}: the values rise by a fixed amount from n to n + P, P = {joint}, which does not \
                     show in the {low_bits} low bits; agreement of all values that are used proves the period, because the \
                     options of the n from N = {bound} on show that it continues"
                )
            }
            Theorem::ArithmeticSplits { heaps, last, low_bits } => {
                let joint = match low_bits {
                    0 => "P = p".to_string(),
                    bits => {
                        format!("P is the smallest multiple of p whose saltus does not show in the {bits} low bits")
                    }
                };
                format!(
                    "arithmetic periods: a move leaves at most h = {heaps} heaps, the last non-zero digit is at place k = {last}; if \
                     {joint}, and N = h max(n0, 1) + (h - 1) P + k, then agreement of all values below N + 2P proves the period, \
                     because the options of N <= n < N + 2P show that it continues"
                )
            }
        }
    }

    /// Whether agreement in the range alone proves the period, without a condition on the options.
    pub(super) fn asks_for_agreement_only(self) -> bool {
        !matches!(self, Theorem::ArithmeticSplits { .. })
    }

    /// The end (exclusive) of the range of agreement, which starts at n0. `None` if the theorem does not
    /// apply to these n0, p and s, or if the end exceeds 64 bits.
    pub fn checked_below(self, n0: u64, p: u64, s: u64) -> Option<u64> {
        let extra = u64::from(n0 == 0);
        let end = match self {
            Theorem::GuySmith { heaps, last } if s == 0 => {
                let lowered = (heaps - 1).checked_mul(p.checked_sub(1)?)?;
                heaps.checked_mul(n0.max(1))?.checked_add(lowered)?.checked_add(last)?
            }
            Theorem::NoSplit { last } if s == 0 => n0.checked_add(last + extra)?,
            Theorem::SparseSpace { window, from, even, .. } if s == 0 && n0 >= from && !(even && p % 2 == 1) => {
                n0.checked_add(window)?
            }
            Theorem::SubtractionWindow { largest } if s == 0 => n0.checked_add(largest)?,
            Theorem::AllButWindow { largest } => n0.checked_add(largest.checked_mul(2)?)?,
            Theorem::ArithmeticSplits { heaps, last, low_bits } if s > 0 => {
                let candidate = Candidate { preperiod: n0, period: p, saltus: s };
                Numbers::of(candidate, low_bits, heaps, last)?.end()? - p
            }
            _ => return None,
        };
        // At least one n must be checked.
        Some(end.max(n0 + 1))
    }
}
