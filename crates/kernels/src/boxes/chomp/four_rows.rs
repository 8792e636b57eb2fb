//! The P-positions of Chomp on four rows; first read `three_rows.rs`.
//!
//! A position has p >= q >= r >= s pieces in its rows, p >= 1, and (p, q, r, s) is P if s is the least for which no
//! bite leads to a P-position. A bite in a row shortens this row, and those above it that are longer. So it leads to
//!
//! | bite in the | to | what is stored |
//! |---|---|---|
//! | first row | (p', q, r, s), or (p', p', r, s) with r <= p' < q, or (p', p', p', s) with p' < r | for q, r the s of these |
//! | second row | (p, q', r, s) with q' >= r | for p, r the s of these |
//! | | (p, q', q', s) with s <= q' < r | for p, q the s with q' < r |
//! | | (p, q', q', q') with q' < s | for p the least q' |
//! | third row | (p, q, r', s) with r' >= s | for p, q the s of these |
//! | | (p, q, r', r') with r' < s | for p, q the least r' |
//!
//! where all these are P. (A bite in the first row to p' < s leads to a whole bar, which is N by strategy stealing.) In
//! misère play the poisoned corner alone counts as N, and the rest holds literally.
//!
//! Cost: for each p, q, r the words of four sets up to the first free s. Memory: one bit for each q, r, s.

use super::last_rows::{LastRows, Search, Visit};
use grundy_core::ruleset::Play;

/// The P-positions of all p so far.
pub(super) struct FourRows {
    /// The latest p.
    p: usize,
    /// For each q and each r <= q, the s that a shorter first row turns into a P-position.
    closed: Vec<Vec<LastRows>>,
    /// For each r, the s of the P-positions (p', p', r, s).
    twice: Vec<LastRows>,
    /// For each p', the s of the P-position (p', p', p', s).
    thrice: Vec<Option<usize>>,
    /// For each r, the s of the P-positions (p, q', r, s), where p is the latest one.
    second: Vec<LastRows>,
    /// For each q', the s of the P-position (p, q', q', s).
    clipped: Vec<Option<usize>>,
    /// The s of the P-positions (p, q, r', s), for p and q.
    third: LastRows,
    /// The empty set.
    empty: LastRows,
}

impl FourRows {
    pub fn new(columns: usize) -> Self {
        let empty = LastRows::new(columns);
        let mut search = Self {
            p: 0,
            closed: Vec::new(),
            twice: Vec::new(),
            thrice: Vec::new(),
            second: Vec::new(),
            clipped: Vec::new(),
            third: empty.clone(),
            empty,
        };
        search.grow();
        search
    }

    /// The memory, in bytes.
    pub fn needs(columns: usize) -> u128 {
        let sets = |most: usize| LastRows::needs(most) * (columns as u128 + 1 - most as u128 + 2);
        (0..=columns).map(sets).sum::<u128>() + 4 * LastRows::needs(columns)
    }

    /// Makes room for second and third rows up to the latest p.
    fn grow(&mut self) {
        let p = self.p;
        self.twice.push(self.empty.up_to(p));
        self.second.push(self.empty.up_to(p));
        self.thrice.push(None);
        self.clipped.push(None);
        let mut shorter = self.empty.clone();
        let closed = self.twice.iter().enumerate().map(|(r, twice)| {
            if let Some(s) = r.checked_sub(1).and_then(|before| self.thrice[before]) {
                shorter.insert(s);
            }
            twice.joined(&shorter)
        });
        self.closed.push(closed.collect());
    }
}

impl Search for FourRows {
    fn next(&mut self, play: Play, visit: &mut Visit<'_>) {
        self.p += 1;
        let p = self.p;
        self.grow();
        self.second.iter_mut().for_each(LastRows::clear);
        self.clipped.fill(None);
        let mut end_of_second = usize::MAX;
        for q in 0..=p {
            self.third.clear();
            let (mut end, mut shorter) = (end_of_second, self.empty.clone());
            for r in 0..=q {
                if let Some(s) = r.checked_sub(1).and_then(|before| self.clipped[before]) {
                    shorter.insert(s);
                }
                let (closed, second) = (&mut self.closed[q][r], &mut self.second[r]);
                let is_terminal = p == 1 && q == 0;
                let free = closed.first_free([second, &self.third, &shorter]).filter(|&s| s <= r && s < end);
                let found = free.filter(|_| !is_terminal || play == Play::Normal);
                if let Some(s) = found {
                    closed.insert(s);
                    second.insert(s);
                    self.third.insert(s);
                    if s == r {
                        end = r;
                    }
                    if p == q {
                        self.twice[r].insert(s);
                    }
                }
                if r == q {
                    self.clipped[q] = found;
                    if found == Some(q) {
                        end_of_second = q;
                    }
                    if p == q {
                        self.thrice[p] = found;
                    }
                }
                visit([p as u32, q as u32, r as u32, 0], found.map(|s| s as u32));
            }
        }
    }
}
