//! The system itself: its moves, and the options of a component.

use super::ends::{self, NeverEnds};
use super::graph::Graph;
use super::moves::Move;
use super::set::{Bits, Set};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// What a condition may know of a move in a component of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken<'t> {
    /// The number of elements that the move takes.
    pub size: usize,
    /// The number of elements of the component that it leaves.
    pub left: usize,
    /// The number of parts into which the rest of the component falls.
    pub parts: usize,
    /// The elements that the move needs, by their numbers in the system as it was made, ascending. Empty unless the
    /// condition looks at the component, like the next list.
    pub needed: &'t [usize],
    /// The elements of the component before the move.
    pub component: &'t [usize],
}

/// A condition on moves. It must depend on nothing but the component, as the components of a position are games of
/// their own.
#[derive(Clone)]
pub struct Condition {
    /// Whether a move may be made.
    pub allows: Arc<dyn Fn(&Taken<'_>) -> bool + Send + Sync>,
    /// Whether it looks at the elements themselves.
    pub sees_component: bool,
}

/// A system whose sets are of type `S`.
#[derive(Clone)]
pub struct System<S> {
    pub(super) elements: usize,
    /// Sorted by the first element that they need.
    pub(super) moves: Vec<Move<S>>,
    /// For each element, the moves of which it is the first needed element.
    led: Vec<Range<usize>>,
    pub(super) forbidden: Vec<S>,
    /// For each element, those to which it is linked whenever both are present; none if links depend on the position.
    pub(super) links: Option<Vec<S>>,
    /// The elements that alone allow a move.
    pub(super) alone: S,
    pub(super) condition: Option<Condition>,
    /// The vertices that each element joins, if the elements are the edges of a graph.
    edges: Option<Vec<(usize, usize)>>,
    /// For each element, its number in the system as it was made.
    made_as: Vec<usize>,
    only_deletes: bool,
}

impl<S: Set> System<S> {
    /// A system with these moves. No position with a forbidden set can be reached.
    ///
    /// # Errors
    /// [`NeverEnds`], with the number of a move, if play may go on for ever.
    pub fn new(elements: usize, moves: Vec<Move<S>>, forbidden: Vec<S>) -> Result<Self, NeverEnds> {
        ends::check(elements, &moves)?;
        let mut system = Self::assembled(elements, moves, forbidden);
        system.links = system.fixed_links();
        Ok(system)
    }

    fn assembled(elements: usize, mut moves: Vec<Move<S>>, forbidden: Vec<S>) -> Self {
        moves.sort_by_key(|one| one.need.first());
        let led = (0..elements).map(|element| {
            let begin = moves.partition_point(|one| one.need.first() < Some(element));
            begin..moves.partition_point(|one| one.need.first() <= Some(element))
        });
        let led = led.collect();
        let one_needed = moves.iter().filter(|one| one.need.len() == 1);
        let alone = S::of(elements, one_needed.filter_map(|one| one.need.first()));
        let deletes = |one: &Move<S>| one.add.is_empty() && one.absent.is_empty();
        let only_deletes = forbidden.is_empty() && moves.iter().all(deletes);
        let made_as = (0..elements).collect();
        let (links, condition, edges) = (None, None, None);
        Self { elements, moves, led, forbidden, links, alone, condition, edges, made_as, only_deletes }
    }

    /// The same system, in which components are those of a graph on the elements, and a move may be made only if the
    /// condition allows it.
    pub fn on_graph(mut self, graph: &Graph, condition: Option<Condition>) -> Self {
        let near = |element| S::of(self.elements, graph.neighbours(element).iter().copied());
        self.links = Some((0..self.elements).map(near).collect());
        self.condition = condition;
        self
    }

    /// The same system, whose elements are the edges of a graph in lexicographic order. Components are those of the
    /// graph of the edges that are left.
    pub fn on_edges(mut self, graph: &Graph, condition: Option<Condition>) -> Self {
        self.edges = Some(graph.edges().collect());
        self.on_graph(&graph.line_graph(), condition)
    }

    /// The same system, in which elements of one site, like the states of a cell, exclude each other. A move adds
    /// elements only at sites of which it needs one, so that a site without elements stays so. Sites are linked if a
    /// move concerns both. If moves exclude something, or do not fit the sites, nothing changes.
    pub fn on_sites(mut self, site: impl Fn(usize) -> usize) -> Self {
        let stays = |one: &Move<S>| {
            let needed: Vec<usize> = one.need.members().map(&site).collect();
            one.absent.is_empty() && one.add.members().all(|element| needed.contains(&site(element)))
        };
        if !self.forbidden.is_empty() || !self.moves.iter().all(stays) {
            return self;
        }
        let mut at: HashMap<usize, S> = HashMap::new();
        for element in 0..self.elements {
            at.entry(site(element)).or_insert_with(|| S::none(self.elements)).insert(element);
        }
        let mut near = at.clone();
        for one in &self.moves {
            let met: BTreeSet<usize> = one.support().members().map(&site).collect();
            let mut all = S::none(self.elements);
            met.iter().for_each(|site| all.join(&at[site]));
            for site in &met {
                near.get_mut(site).into_iter().for_each(|near| near.join(&all));
            }
        }
        self.links = Some((0..self.elements).map(|element| near[&site(element)].clone()).collect());
        self
    }

    /// The same system with sets of another type, in which element e has the number `places[e]`.
    pub fn renumbered<T: Set>(&self, places: &[usize], elements: usize) -> System<T> {
        let set = |set: &S| T::of(elements, set.members().map(|element| places[element]));
        let of = |one: &Move<S>| Move {
            need: set(&one.need),
            absent: set(&one.absent),
            delete: set(&one.delete),
            add: set(&one.add),
        };
        let moves = self.moves.iter().map(of).collect();
        let mut system = System::assembled(elements, moves, self.forbidden.iter().map(set).collect());
        system.links = self.links.as_ref().map(|links| {
            let mut new = vec![T::none(elements); elements];
            links.iter().zip(places).for_each(|(near, &place)| new[place] = set(near));
            new
        });
        system.condition = self.condition.clone();
        places.iter().zip(&self.made_as).for_each(|(&place, &number)| system.made_as[place] = number);
        system.edges = self.edges.as_ref().map(|edges| {
            let mut new = vec![(0, 0); elements];
            places.iter().zip(edges).for_each(|(&place, &edge)| new[place] = edge);
            new
        });
        system
    }

    /// The same system with sets of a fixed width.
    pub fn narrow<const W: usize>(&self) -> System<Bits<W>> {
        self.renumbered(&(0..self.elements).collect::<Vec<_>>(), self.elements)
    }

    /// The number of elements, present or not.
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// The moves.
    pub fn moves(&self) -> &[Move<S>] {
        &self.moves
    }

    /// The forbidden sets.
    pub fn forbidden(&self) -> &[S] {
        &self.forbidden
    }

    /// The elements to which an element is linked whenever both are present, if this does not depend on the position.
    pub fn links(&self) -> Option<&[S]> {
        self.links.as_deref()
    }

    /// The vertices that each element joins, if the elements are the edges of a graph.
    pub fn edges(&self) -> Option<&[(usize, usize)]> {
        self.edges.as_deref()
    }

    /// Whether moves only delete elements, and neither exclude nor forbid anything.
    pub fn only_deletes(&self) -> bool {
        self.only_deletes
    }

    /// Whether a position contains a forbidden set.
    pub fn is_forbidden(&self, position: &S) -> bool {
        self.forbidden.iter().any(|set| set.within(position))
    }

    /// The number of moves that may be made in a component, as far as conditions are not concerned.
    pub fn count_moves(&self, component: &S) -> usize {
        component.members().map(|lead| self.led_by(lead).iter().filter(|one| one.fits(component)).count()).sum()
    }

    #[inline]
    fn led_by(&self, lead: usize) -> &[Move<S>] {
        &self.moves[self.led[lead].clone()]
    }

    /// Calls `visit` for every option of a component, with its components, until `visit` returns `Break`. `parts` is
    /// room for them. The same option may be visited more than once.
    #[inline]
    pub fn options(
        &self,
        component: &S,
        parts: &mut Vec<S>,
        mut visit: impl FnMut(&[S]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for lead in component.members() {
            for one in self.led_by(lead).iter().filter(|one| one.fits(component)) {
                let left = one.made(component);
                if !self.forbidden.is_empty() && self.is_forbidden(&left) {
                    continue;
                }
                parts.clear();
                self.components(&left, parts);
                if let Some(condition) = &self.condition
                    && !self.allows(condition, one, component, left.len(), parts.len())
                {
                    continue;
                }
                visit(parts)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a condition allows a move that leaves some elements of a component, in some parts.
    fn allows(&self, condition: &Condition, one: &Move<S>, component: &S, left: usize, parts: usize) -> bool {
        let numbers = |set: &S| {
            let mut numbers: Vec<usize> = set.members().map(|element| self.made_as[element]).collect();
            numbers.sort_unstable();
            numbers
        };
        let (needed, all) = match condition.sees_component {
            true => (numbers(&one.need), numbers(component)),
            false => (Vec::new(), Vec::new()),
        };
        let size = component.len() - left;
        (condition.allows)(&Taken { size, left, parts, needed: &needed, component: &all })
    }
}

impl<S> fmt::Debug for System<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elements, moves) = (self.elements, self.moves.len());
        f.debug_struct("System").field("elements", &elements).field("moves", &moves).finish_non_exhaustive()
    }
}
