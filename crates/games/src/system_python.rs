//! Games on elements in Python: a family writes its elements and moves, and the functions here make options of them.
//!
//! A position is its label and a number, whose bit e is 1 if element e is present.

use super::graphs::GraphCode;
use grundy_core::ruleset::Python;
use grundy_core::ruleset::python::tuple;

/// How many times as long an option takes as in games of numbers.
const COST: u64 = 16;

/// A game on elements in Python: lines that define `start` and `moves`.
pub(crate) struct Written {
    pub body: String,
    pub moves: Moves,
}

/// What its moves are.
pub(crate) enum Moves {
    /// Pairs of sets: what a move needs and what it deletes.
    Deleting,
    /// Four sets each: what a move needs, excludes, deletes and adds.
    Changing,
    /// Pairs, as above, that a condition must allow. `near` are the neighbours of each element: components are those of
    /// this graph. The condition is a [`condition`], and `counts` are the last three numbers of which it speaks.
    Allowed { condition: Python, counts: [&'static str; 3] },
}

/// A condition on moves: the body of a function of the number of elements taken, of those left of the component, of the
/// parts into which these fall, of the component's vertices and edges, and of the degree of the chosen vertex.
pub(crate) fn condition(body: &str, used: &Python) -> Python {
    let lines = body.lines().map(|line| format!("\n    {line}"));
    let head = "def options_allowed(size, left, parts, vertices, edges, degree):".to_string();
    let mut python = Python::heap("").using(used);
    python.functions = vec![lines.fold(head, |text, line| text + &line)];
    python
}

/// The last three of these numbers, for conditions that do not speak of them.
pub(crate) const UNCOUNTED: [&str; 3] = ["0", "0", "0"];

/// The rules of a game with these moves, whose labels have these coordinates.
pub(crate) fn on_elements(label: &[&str], written: Written) -> Python {
    let two = "(bits(need), bits(delete)) for need, delete in moves";
    let four = "tuple(map(bits, move)) for move in moves";
    let near = ", [bits(near[e]) for e in start], edges";
    let (options, helper, made, more) = match &written.moves {
        Moves::Deleting => (DELETING.to_string(), PARTS, two, ""),
        Moves::Changing => (CHANGING.to_string(), PARTS_LATER, four, ""),
        Moves::Allowed { counts: [vertices, edges, degree], .. } => {
            let counted = ALLOWED.replace("VERTICES", vertices).replace("EDGES", edges).replace("DEGREE", degree);
            (counted, PIECES, two, near)
        }
    };
    let body = written.body.replace('\n', "\n    ");
    let head = format!("@cache\ndef options_start({}):", label.join(", "));
    let start_and_moves = format!("{head}\n    {body}\n    return bits(start), [{made}]{more}");
    let start = |label: &[String]| vec![format!("({}, options_start({})[0])", tuple(label), label.join(", "))];
    let mut python = Python::new("p", &options, start).importing("functools", "cache").costing(COST);
    python = python.with_helper(BITS).with_helper(helper);
    python.functions.insert(0, start_and_moves);
    match written.moves {
        Moves::Deleting => python.importing("functools", "reduce").importing("operator", "or_"),
        Moves::Changing => python,
        Moves::Allowed { condition, .. } => {
            python = python.using(&condition);
            python.functions.splice(0..0, condition.functions);
            python
        }
    }
}

/// The rules of a game on the graphs of a code. What a family writes may use `vertices`, `edges`, and for each vertex
/// the set `near` of its neighbours.
pub(crate) fn on_graphs(graph: &GraphCode, written: Written) -> Option<Python> {
    let (label, edges) = graph.python()?;
    Some(on_elements(&label, Written { body: format!("{edges}\n{NEAR}\n{}", written.body), ..written }))
}

const NEAR: &str = "near = [{u for edge in edges if v in edge for u in edge if u != v} for v in vertices]";

const BITS: &str = "\
def bits(elements):
    return sum(1 << e for e in set(elements))";

const DELETING: &str = "\
label, x = p
moves = [move for move in options_start(*label)[1] if move[0] & ~x == 0]
for need, delete in moves:
    yield [(label, part) for part in parts(moves, x & ~delete)]";

const PARTS: &str = "\
def parts(moves, x): # no move concerns two of them
    found = []
    for need, delete in moves:
        if need & ~x == 0:
            part = (need | delete) & x
            part = reduce(or_, (other for other in found if other & part), part)
            found = [other for other in found if not other & part] + [part]
    return found";

const CHANGING: &str = "\
label, x = p
moves = options_start(*label)[1]
for need, absent, delete, add in moves:
    if need & ~x == 0 and absent & x == 0:
        yield [(label, part) for part in parts_later(moves, x & ~delete | add)]";

const PARTS_LATER: &str = "\
def parts_later(moves, x): # no move, now or later, concerns two of them
    may, count = moves, -1
    while len(may) != count: # the moves that may still happen
        count, present, frozen = len(may), x, x
        for need, absent, delete, add in may:
            present, frozen = present | add, frozen & ~delete
        may = [move for move in may if move[0] & ~present == 0 and move[1] & frozen == 0]
    found = []
    for need, absent, delete, add in moves:
        if need & ~present == 0:
            part = (need | absent | delete | add) & present
            for other in [other for other in found if other & part]:
                found.remove(other)
                part |= other
            found.append(part)
    return [part & x for part in found if any(move[0] & part for move in may)]";

const ALLOWED: &str = "\
label, x = p
_, moves, near, edges = options_start(*label)
wholes = pieces(near, x)
for whole in wholes:
    others = [other for other in wholes if other != whole]
    for need, delete in moves:
        if need & ~whole == 0:
            left = pieces(near, whole & ~delete)
            size, rest = bin(whole & delete).count(\"1\"), bin(whole & ~delete).count(\"1\")
            if options_allowed(size, rest, len(left), VERTICES, EDGES, DEGREE):
                yield [(label, part) for part in left + others]";

const PIECES: &str = "\
def pieces(near, x): # the components of a graph
    found = []
    while x:
        piece, new = 0, x & -x
        while new:
            piece |= new
            around = 0
            for v in range(new.bit_length()):
                if new >> v & 1:
                    around |= near[v]
            new = around & x & ~piece
        found.append(piece)
        x &= ~piece
    return found";
