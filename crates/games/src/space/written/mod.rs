//! The space of moves written by the user. Nothing is known about them before they are tried.
//!
//! If every target lies in the box of the labels, positions are ranked by arithmetic (`scan`). If, in
//! addition, every move lowers the sum of the coordinates, this sum gives the stratum, and nothing is stored.
//! Otherwise a depth-first search finds the height of every position; it uses two arrays of four bytes per
//! position (`order`). Games that leave the box, or whose labels do not name all positions, are searched from
//! the positions asked for, with a hash table (`search`).
//!
//! Every move from every position is tried once before values are computed. If moves are wrong, the error is
//! reported for the smallest such position: the one with the smallest sum of coordinates, and
//! lexicographically first among these.

mod order;
mod places;
mod points;
mod scan;
mod search;
mod words;

use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, Rank, Rows, Ruleset, Setup, Turn, Visit};
use grundy_core::structure::{AskedKinds, AutomaticMoves, EntailingHeap, Kinds, LinearGame, Recognised, Structures};
use grundy_language::{Moves, Room};
use order::Order;
use places::Places;
pub use points::Place;
pub use search::AskedPositions;
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
pub(super) use words::show_way;

/// What theorems know about moves, made when it is first asked for.
#[derive(Default)]
pub struct NormalForm {
    kinds: OnceLock<Result<(Kinds, Option<Recognised>), String>>,
    /// The rules for automata.
    automatic: OnceLock<Option<AutomaticMoves>>,
    linear: OnceLock<Option<LinearGame>>,
    /// The moves of one heap that decide who moves next.
    entailing: OnceLock<Option<EntailingHeap>>,
}

impl NormalForm {
    fn get(&self, moves: &Moves) -> Result<&(Kinds, Option<Recognised>), &String> {
        let made = self.kinds.get_or_init(|| {
            let kinds = moves.kinds()?;
            let code = Recognised::of(&kinds);
            Ok((kinds, code))
        });
        made.as_ref()
    }

    fn automatic(&self, moves: &Moves) -> Option<&AutomaticMoves> {
        self.automatic.get_or_init(|| moves.automatic().ok()).as_ref()
    }

    fn linear(&self, moves: &Moves) -> Option<&LinearGame> {
        self.linear.get_or_init(|| moves.linear().ok()).as_ref()
    }

    fn entailing(&self, moves: &Moves) -> Option<&EntailingHeap> {
        self.entailing.get_or_init(|| moves.entailing_heap()).as_ref()
    }

    /// The normal form, if there is one.
    pub fn kinds(&self, moves: &Moves) -> Option<&Kinds> {
        self.get(moves).ok().map(|(kinds, _)| kinds)
    }

    /// Why there is none, in words that continue "no theorem: ".
    pub fn refusal(&self, moves: &Moves) -> Option<&str> {
        self.get(moves).err().map(String::as_str)
    }

    /// The code that has the same moves.
    pub fn code(&self, moves: &Moves) -> Option<&Recognised> {
        self.get(moves).ok()?.1.as_ref()
    }
}

/// The largest number by which the size of a position may exceed its n, if a kernel computes all smaller sizes.
const FARTHEST: i64 = 1 << 16;

/// The positions that can be reached by moves written by the user.
pub struct Written {
    moves: Arc<Moves>,
    form: Arc<NormalForm>,
    rows: Rows,
    asked: AskedPositions,
    found: OnceLock<FoundOrder>,
}

struct FoundOrder {
    places: Places,
    order: Order,
    /// The rank of each row, if it does not follow from the label.
    asked: Vec<u32>,
}

impl Written {
    /// The ruleset for some rows, before its positions are found.
    pub fn outline(moves: Arc<Moves>, form: Arc<NormalForm>, rows: Rows, asked: AskedPositions) -> Box<dyn Ruleset> {
        Box::new(Self { moves, form, rows, asked, found: OnceLock::new() })
    }

    /// The same with its positions found.
    ///
    /// # Errors
    /// As for [`Ruleset::enumerate`].
    pub fn ruleset(
        moves: Arc<Moves>,
        rows: Rows,
        asked: AskedPositions,
        setup: Setup<'_>,
    ) -> Result<Box<dyn Ruleset>, Error> {
        let ruleset = Self::outline(moves, Arc::default(), rows, asked);
        ruleset.enumerate(setup)?;
        Ok(ruleset)
    }

    fn find(&self, setup: Setup<'_>) -> Result<FoundOrder, Error> {
        if matches!(self.asked, AskedPositions::Labels)
            && let Some(found) = scan::scan(&self.moves, &self.rows, setup)?
        {
            let places = Places::Box(self.rows.clone());
            let order = match found.falls {
                true => Order::totals(self.rows.sides()),
                false => self.order(&places, setup)?,
            };
            return Ok(FoundOrder { places, order, asked: Vec::new() });
        }
        let (set, asked) = search::search(&self.moves, &self.rows, &self.asked, setup)?;
        let places = Places::Set(set);
        let order = self.order(&places, setup)?;
        Ok(FoundOrder { places, order, asked })
    }

    /// Whether all rows are positions of a kind with this least size, and not much larger than their n.
    fn has_rows(&self, least: i64, shift: i64) -> bool {
        shift <= FARTHEST && least <= self.rows.first() as i64 + shift
    }

    fn order(&self, places: &Places, setup: Setup<'_>) -> Result<Order, Error> {
        if self.moves.loops() { Order::none(places.len()) } else { Order::heights(&self.moves, places, setup) }
    }

    /// Visits the options of a position, each with the index of its move.
    fn each_move(&self, rank: Rank, visit: &mut dyn FnMut(usize, &[Rank]) -> ControlFlow<()>) -> ControlFlow<()> {
        let places = &self.found().places;
        let Some(point) = places.point(rank) else { return ControlFlow::Continue(()) };
        let coordinates = point.len();
        let mut ranks: SmallVec<[Rank; 4]> = SmallVec::new();
        // Every move has been tried from every position, so none can be wrong here.
        let all = self.moves.options(&point, &mut Room::default(), &mut |index, option| {
            ranks.clear();
            ranks.extend(option.chunks_exact(coordinates).filter_map(|part| places.rank(part)));
            visit(index, &ranks).is_continue()
        });
        if all == Ok(false) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&self) -> &FoundOrder {
        self.found.get().expect("a ruleset must be enumerated before its positions are used")
    }
}

impl Ruleset for Written {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        if self.found.get().is_none() {
            // If two threads search at the same time, they find the same positions, and one result is kept.
            let _ = self.found.set(self.find(setup)?);
        }
        Ok(())
    }

    fn asked(&self, row: u64) -> Rank {
        match &self.found().places {
            Places::Box(rows) => rows.cell(row),
            Places::Set(_) => Rank::from(self.found().asked[row as usize]),
        }
    }

    fn positions(&self) -> u64 {
        self.found().places.len()
    }

    fn strata(&self) -> u64 {
        // Kernels of codes do not search: every move of a code without splits lowers n.
        self.found.get().map_or(self.rows.len(), |found| found.order.strata())
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.found().order.slots(stratum)
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        self.found().order.slot(stratum, slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.found().order.settled(stratum, self.positions())
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        self.each_move(rank, &mut |_, entries| visit(entries))
    }

    fn each_turn(&self, rank: Rank, visit: &mut dyn FnMut(Turn, &[Rank])) {
        let _ = self.each_move(rank, &mut |index, entries| {
            visit(self.moves.turn(index), entries);
            ControlFlow::Continue(())
        });
    }

    fn splits(&self) -> bool {
        self.moves.splits()
    }

    fn convention(&self) -> Convention<'_> {
        match (self.moves.loops(), self.moves.entails()) {
            (true, _) => Convention::Loopy,
            (false, true) => Convention::Entailing,
            (false, false) => Convention::Plain,
        }
    }

    fn structures(&self) -> Structures<'_> {
        if matches!(self.asked, AskedPositions::One(_)) || self.moves.loops() {
            return Structures::default();
        }
        if self.moves.entails() {
            let is_line = self.rows.dimensions() == 1 && self.rows.kinds().is_none();
            let entailing = if is_line { self.form.entailing(&self.moves) } else { None };
            return Structures::default().and_perhaps(entailing.filter(|heap| self.has_rows(heap.least, heap.shift)));
        }
        let is_whole = matches!(self.asked, AskedPositions::Labels);
        let other = Structures::default().and_perhaps(if is_whole { self.form.linear(&self.moves) } else { None });
        // The rows of games of several coordinates are no sequence.
        if self.rows.dimensions() != 1 && self.rows.kinds().is_none() {
            return other;
        }
        let other = other.and_perhaps(self.form.automatic(&self.moves).filter(|_| self.rows.kinds().is_none()));
        let Ok((kinds, code)) = self.form.get(&self.moves) else { return other };
        match (kinds.asked, code.as_ref().and_then(Recognised::structure)) {
            (AskedKinds::All, _) => other.and(kinds),
            (_, Some(structure)) => other.and(structure),
            (AskedKinds::One { kind, shift }, None) if self.has_rows(kinds.kinds[kind].first(), shift) => {
                other.and(kinds)
            }
            _ => other,
        }
    }

    fn ranks_are_rows(&self) -> bool {
        // Before the search this is unknown.
        self.found.get().is_some_and(|found| matches!(&found.places, Places::Box(rows) if rows.is_whole()))
    }

    fn held(&self) -> Bytes {
        self.found.get().map_or(Bytes(0), |found| found.places.held().plus(found.order.held()))
    }

    fn show(&self, rank: Rank) -> String {
        let shown = self.found().places.point(rank).map_or_else(String::new, |point| self.moves.show(&point));
        // A single number would be read as n, so the position is marked with `=`.
        if self.moves.asks() && self.moves.names().len() == 1 { format!("={shown}") } else { shown }
    }
}
