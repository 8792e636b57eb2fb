//! Keys of components of any system: a graph, relabelled in an order that its structure gives, as a string of bytes.
//!
//! The bytes *are* the graph, so that equal keys are isomorphic, whatever the hashes did. Isomorphic graphs mostly, but
//! not always, get the same code; then facts are found twice. Idea: vertices are coloured by hashes of what is around
//! them (five rounds). Up to two vertices of the rarest colour are roots: each is marked, colours are refined by three
//! more rounds, and the vertices are listed breadth first, neighbours by colour. The code lists for each vertex its
//! kind and its earlier neighbours; the least code is the key. A first byte says how wide numbers are. Cost: a pass
//! over all edges in each round, and a sort.

use super::facts::Facts;
use super::ground::{Component, Ground};
use super::halt::Halt;
use foldhash::fast::FixedState;
use grundy_core::structure::Keys;
use grundy_core::system::{Bits, Set, System};
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

const ROUNDS: usize = 5;
const ROUNDS_OF_ROOT: usize = 3;
const ROOTS: usize = 2;

/// A graph whose vertices have kinds and whose edges have roles, and room to find its code.
#[derive(Default)]
pub struct Coder {
    kinds: Vec<u8>,
    /// For each vertex, its neighbours with the roles of the edges.
    near: Vec<Vec<(u16, u8)>>,
    colours: Vec<u64>,
    next: Vec<u64>,
    rooted: Vec<u64>,
    order: Vec<u16>,
    places: Vec<u16>,
    code: Vec<u8>,
    trial: Vec<u8>,
}

fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 31).wrapping_mul(0x9fb2_1c65_1e98_df25);
    x ^ x >> 29
}

impl Coder {
    fn clear(&mut self) {
        self.kinds.clear();
    }

    fn vertex(&mut self, kind: u8) -> u16 {
        let vertex = self.kinds.len();
        match self.near.get_mut(vertex) {
            Some(near) => near.clear(),
            None => self.near.push(Vec::new()),
        }
        self.kinds.push(kind);
        vertex as u16
    }

    fn edge(&mut self, u: u16, v: u16, role: u8) {
        self.near[usize::from(u)].push((v, role));
        self.near[usize::from(v)].push((u, role));
    }

    fn refine(&self, colours: &mut Vec<u64>, next: &mut Vec<u64>) {
        next.clear();
        next.extend((0..self.kinds.len()).map(|v| {
            let near = self.near[v].iter();
            let sum = near.fold(0u64, |sum, &(u, role)| {
                sum.wrapping_add(mix(
                    colours[usize::from(u)].wrapping_add(u64::from(role).wrapping_mul(0x632b_e59b_d9b4_e019))
                ))
            });
            colours[v].wrapping_mul(0xd6e8_feb8_6659_fd93).wrapping_add(sum)
        }));
        std::mem::swap(colours, next);
    }

    /// The code of the graph.
    fn code(&mut self) -> &[u8] {
        let n = self.kinds.len();
        let (mut colours, mut next) = (std::mem::take(&mut self.colours), std::mem::take(&mut self.next));
        let mut rooted = std::mem::take(&mut self.rooted);
        colours.clear();
        let colour = |v: usize| {
            (self.near[v].len() as u64 * 31 + u64::from(self.kinds[v])).wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1
        };
        colours.extend((0..n).map(colour));
        (0..ROUNDS).for_each(|_| self.refine(&mut colours, &mut next));
        let rarest = rarest(&mut rooted, &colours);
        self.code.clear();
        for root in (0..n).filter(|&v| Some(colours[v]) == rarest).take(ROOTS) {
            rooted.clone_from(&colours);
            rooted[root] ^= 0x5851_f42d_4c95_7f2d;
            (0..ROUNDS_OF_ROOT).for_each(|_| self.refine(&mut rooted, &mut next));
            self.list(root, &rooted);
            if self.code.is_empty() || (self.trial.len(), &self.trial) < (self.code.len(), &self.code) {
                std::mem::swap(&mut self.code, &mut self.trial);
            }
        }
        (self.colours, self.next, self.rooted) = (colours, next, rooted);
        &self.code
    }

    /// Lists the graph from a root on, into `trial`.
    fn list(&mut self, root: usize, colours: &[u64]) {
        const UNSEEN: u16 = u16::MAX;
        let Self { kinds, near, order, places, trial, .. } = self;
        order.clear();
        places.clear();
        trial.clear();
        let wide = kinds.len() > 255;
        trial.push(u8::from(wide));
        places.resize(kinds.len(), UNSEEN);
        let mut starts = std::iter::once(root).chain(0..kinds.len());
        let mut at = 0;
        while order.len() < kinds.len() {
            // A system may fall apart into several graphs that only a frozen element held together.
            let Some(start) = starts.find(|&v| places[v] == UNSEEN) else { break };
            places[start] = order.len() as u16;
            order.push(start as u16);
            while at < order.len() {
                let v = usize::from(order[at]);
                let begin = order.len();
                order.extend(near[v].iter().map(|&(u, _)| u).filter(|&u| places[usize::from(u)] == UNSEEN));
                order[begin..].sort_by_key(|&u| colours[usize::from(u)]);
                let mut end = begin;
                for place in begin..order.len() {
                    let u = order[place];
                    if places[usize::from(u)] == UNSEEN {
                        places[usize::from(u)] = end as u16;
                        order[end] = u;
                        end += 1;
                    }
                }
                order.truncate(end);
                let mut earlier: smallvec::SmallVec<[(u16, u8); 16]> = near[v]
                    .iter()
                    .map(|&(u, role)| (places[usize::from(u)], role))
                    .filter(|&(u, _)| usize::from(u) < at)
                    .collect();
                earlier.sort_unstable();
                write(trial, kinds[v], &earlier, wide);
                at += 1;
            }
        }
    }
}

/// A vertex of a code: its kind, and its earlier neighbours with their roles. Role 0 is not written.
fn write(code: &mut Vec<u8>, kind: u8, earlier: &[(u16, u8)], wide: bool) {
    code.extend([kind, earlier.len() as u8]);
    if wide {
        code.push((earlier.len() >> 8) as u8);
    }
    for &(place, role) in earlier {
        code.push(place as u8);
        if wide {
            code.push((place >> 8) as u8);
        }
        if role > 0 {
            code.push(role);
        }
    }
}

/// A colour that the fewest vertices have.
fn rarest(sorted: &mut Vec<u64>, colours: &[u64]) -> Option<u64> {
    sorted.clear();
    sorted.extend(colours);
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).min_by_key(|same| same.len()).and_then(|same| same.first().copied())
}

const SHARDS: usize = 16;
/// The number of facts in the first segment, as a binary logarithm. Each later segment is twice as large.
const SEGMENT: u32 = 8;
const SEGMENTS: usize = (31 - SEGMENT) as usize;

/// The numbers of some codes.
type Numbers = HashMap<Box<[u8]>, u32, FixedState>;

/// Codes with their facts. It does not forget, and is full at a limit.
pub struct Codes {
    shards: Vec<Mutex<Numbers>>,
    facts: Vec<OnceLock<Box<[AtomicU32]>>>,
    count: AtomicU32,
    bytes: AtomicU64,
    limit: u64,
}

impl Codes {
    /// An empty store that takes at most `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            facts: (0..SEGMENTS).map(|_| OnceLock::new()).collect(),
            count: AtomicU32::new(0),
            bytes: AtomicU64::new(0),
            limit,
        }
    }

    /// The number of codes.
    pub fn entries(&self) -> u64 {
        u64::from(self.count.load(Relaxed))
    }

    fn number(&self, code: &[u8]) -> u32 {
        let shard = FixedState::default().hash_one(code) as usize % SHARDS;
        let mut shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = shard.get(code) {
            return number;
        }
        let number = self.count.fetch_add(1, Relaxed);
        // The code itself, its place in a table that may just have doubled, and its facts.
        self.bytes.fetch_add(code.len() as u64 + 72, Relaxed);
        shard.insert(code.into(), number);
        number
    }

    fn place(&self, number: u32) -> &AtomicU32 {
        // Segment k begins at 2^SEGMENT (2^k - 1).
        let shifted = u64::from(number) + (1 << SEGMENT);
        let segment = shifted.ilog2() - SEGMENT;
        let facts = || (0..1u64 << (SEGMENT + segment)).map(|_| AtomicU32::new(0)).collect();
        &self.facts[segment as usize].get_or_init(facts)[(shifted - (1 << (SEGMENT + segment))) as usize]
    }

    /// All codes with their facts, in no order.
    pub fn all(&self) -> Vec<(Vec<u8>, Facts)> {
        let mut all = Vec::new();
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(shard.iter().map(|(code, &number)| (code.to_vec(), Facts(self.place(number).load(Relaxed)))));
        }
        all
    }

    /// Adds facts about a code.
    pub fn add(&self, code: &[u8], facts: Facts) {
        self.place(self.number(code)).fetch_or(facts.0, Relaxed);
    }

    fn is_full(&self) -> bool {
        self.bytes.load(Relaxed) > self.limit || self.entries() > 1 << 30
    }
}

/// Components of one system with their codes.
pub struct OnCodes<'a, const W: usize> {
    system: &'a System<Bits<W>>,
    keys: Keys,
    codes: &'a Codes,
    coder: Coder,
    /// The numbers of components met in this system.
    met: HashMap<Bits<W>, u32, FixedState>,
    /// For each element, its vertex in the graph that is being coded.
    vertices: Vec<u16>,
}

impl<'a, const W: usize> OnCodes<'a, W> {
    pub fn new(system: &'a System<Bits<W>>, keys: Keys, codes: &'a Codes) -> Self {
        let vertices = vec![u16::MAX; system.elements()];
        Self { system, keys, codes, coder: Coder::default(), met: HashMap::default(), vertices }
    }

    fn number(&mut self, part: &Bits<W>) -> u32 {
        self.coder.clear();
        match (self.keys, self.system.links()) {
            (Keys::Induced, Some(links)) => self.induced(part, links),
            (Keys::Edges, _) => self.edges(part),
            _ => self.incidence(part),
        }
        self.codes.number(self.coder.code())
    }

    fn induced(&mut self, part: &Bits<W>, links: &[Bits<W>]) {
        part.members().for_each(|element| self.vertices[element] = self.coder.vertex(0));
        for element in part.members() {
            for other in links[element].common(part).members().take_while(|&other| other < element) {
                self.coder.edge(self.vertices[element], self.vertices[other], 0);
            }
        }
    }

    /// The graph of the edges that are left.
    fn edges(&mut self, part: &Bits<W>) {
        let edges = self.system.edges().unwrap_or_default();
        let mut vertices: Vec<usize> =
            part.members().flat_map(|element| [edges[element].0, edges[element].1]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        for _ in &vertices {
            self.coder.vertex(0);
        }
        let place = |vertex: usize| vertices.binary_search(&vertex).unwrap_or(0) as u16;
        part.members().for_each(|element| self.coder.edge(place(edges[element].0), place(edges[element].1), 0));
    }

    /// The elements, the moves that may be made some day, and the forbidden sets, with roles.
    fn incidence(&mut self, part: &Bits<W>) {
        const PRESENT: u8 = 1;
        const ABSENT: u8 = 2;
        const MOVE: u8 = 3;
        const FORBIDDEN: u8 = 4;
        let (moves, forbidden) = self.system.relevant(part);
        self.vertices.fill(u16::MAX);
        for number in moves {
            let vertex = self.coder.vertex(MOVE);
            let one = &self.system.moves()[number];
            // What is deleted and absent now matters only if it may come.
            for element in one.support().members() {
                let roles = [&one.need, &one.absent, &one.delete, &one.add];
                let role = roles.iter().rev().fold(0, |role, set| 2 * role + u8::from(set.has(element)));
                self.incident(part, vertex, element, role, [ABSENT, PRESENT]);
            }
        }
        for number in forbidden {
            let vertex = self.coder.vertex(FORBIDDEN);
            for element in self.system.forbidden()[number].members() {
                self.incident(part, vertex, element, 0, [ABSENT, PRESENT]);
            }
        }
    }

    fn incident(&mut self, part: &Bits<W>, vertex: u16, element: usize, role: u8, kinds: [u8; 2]) {
        let present = part.has(element);
        // In a game that only deletes, what is gone is gone.
        if !present && self.system.only_deletes() {
            return;
        }
        if self.vertices[element] == u16::MAX {
            self.vertices[element] = self.coder.vertex(kinds[usize::from(present)]);
        }
        self.coder.edge(vertex, self.vertices[element], role);
    }
}

impl<const W: usize> Ground<W> for OnCodes<'_, W> {
    type Key = u32;

    fn component(&mut self, part: &Bits<W>) -> Component<W, u32> {
        let key = match self.met.get(part) {
            Some(&number) => number,
            None => {
                let number = self.number(part);
                let own = (self.met.capacity() * (size_of::<Bits<W>>() + 8)) as u64;
                if own > self.codes.limit / 8 && self.met.len() == self.met.capacity() {
                    // It only saves codes from being made again.
                    self.met.clear();
                }
                self.met.insert(*part, number);
                number
            }
        };
        Component { key, left: *part }
    }

    fn facts(&self, one: &Component<W, u32>) -> Facts {
        Facts(self.codes.place(one.key).load(Relaxed))
    }

    fn tell(&mut self, one: &Component<W, u32>, facts: Facts, _: u8) -> Result<(), Halt> {
        self.codes.place(one.key).fetch_or(facts.0, Relaxed);
        if self.codes.is_full() { Err(Halt::Full) } else { Ok(()) }
    }

    fn busy(&mut self, one: &Component<W, u32>, busy: bool) {
        let place = self.codes.place(one.key);
        match busy {
            true => place.fetch_or(Facts::BUSY.0, Relaxed),
            false => place.fetch_and(!Facts::BUSY.0, Relaxed),
        };
    }
}
