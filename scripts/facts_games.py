"""Games on graphs, and games given by their moves: what check_facts.py knows of them. It shares nothing with the program."""

from collections import defaultdict


class Wrong(Exception):
    """Something in the file does not hold."""


class Unread(Exception):
    """The file cannot be read, or its game is not known."""


# Graphs: a position is a tuple of sets of neighbours.


def colours(graph, kinds=None):
    """The kind of each vertex, and what is around it as a number: isomorphisms respect both."""
    kinds = kinds or [0] * len(graph)
    colour = [hash((len(near), kind)) for near, kind in zip(graph, kinds)]
    for _ in range(4):
        colour = [hash((colour[v], tuple(sorted(colour[u] for u in graph[v])))) for v in range(len(graph))]
    return list(zip(kinds, colour))


def is_isomorphic(one, other):
    (g, own), (h, new) = one, other
    if sorted(own) != sorted(new):
        return False
    order, seen = [], set()
    for start in sorted(range(len(g)), key=lambda v: own.count(own[v])):
        todo = [start]
        while todo:
            v = todo.pop()
            if v not in seen:
                seen.add(v)
                order.append(v)
                todo.extend(g[v])
    image, used = {}, set()

    def extend(place):
        if place == len(order):
            return True
        v = order[place]
        for w in range(len(h)):
            fits = w not in used and new[w] == own[v] and all((image[u] in h[w]) == (u in g[v]) for u in image)
            if fits:
                image[v] = w
                used.add(w)
                if extend(place + 1):
                    return True
                del image[v]
                used.discard(w)
        return False

    return extend(0)


def graph6(text):
    sixes = [ord(letter) - 63 for letter in text]
    n, sixes = (sixes[0], sixes[1:]) if sixes[0] < 63 else (sixes[1] << 12 | sixes[2] << 6 | sixes[3], sixes[4:])
    bits = [six >> bit & 1 for six in sixes for bit in (5, 4, 3, 2, 1, 0)]
    near = [set() for _ in range(n)]
    for (v, u), bit in zip(((v, u) for v in range(n) for u in range(v)), bits):
        if bit:
            near[u].add(v)
            near[v].add(u)
    return tuple(map(frozenset, near))


class Classes:
    """Numbers of graphs whose vertices have kinds: isomorphic ones have the same number."""

    def __init__(self):
        self.classes = defaultdict(list)
        self.count = 0

    def number(self, graph, kinds=None):
        coloured = (graph, colours(graph, kinds))
        same = self.classes[tuple(sorted(coloured[1]))]
        found = next((number for number, other in same if is_isomorphic(other, coloured)), None)
        if found is None:
            found, self.count = self.count, self.count + 1
            same.append((found, coloured))
        return found


def components(graph, gone):
    """The components of what is left of a graph."""
    left = set(range(len(graph))) - gone
    while left:
        first = left.pop()
        part, todo = [first], [first]
        while todo:
            for near in graph[todo.pop()] & left:
                left.discard(near)
                part.append(near)
                todo.append(near)
        place = {v: number for number, v in enumerate(part)}
        yield tuple(frozenset(place[u] for u in graph[v] if u in place) for v in part)


class GraphGame:
    """A game on a connected graph: `taken` lists what a move may remove."""

    def __init__(self, taken):
        self.taken = taken
        self.known = {}
        self.classes = Classes()

    def read(self, text):
        return graph6(text)

    def key(self, graph):
        if graph not in self.known:
            self.known[graph] = self.classes.number(graph)
        return self.known[graph]

    def parts(self, graph):
        return components(graph, set())

    def options(self, graph):
        for gone in self.taken(graph):
            yield list(components(graph, gone))


def node_kayles(graph):
    return [{v} | graph[v] for v in range(len(graph))]


def arc_kayles(graph):
    return [{u, v} for v in range(len(graph)) for u in graph[v] if u < v]


def grim(graph):
    return [{v} for v in range(len(graph)) if graph[v]]


def connected(graph, most=None):
    """The connected sets of at most so many vertices."""
    found, new = set(), {frozenset({v}) for v in range(len(graph))}
    while new:
        found |= new
        grows = (one for one in new if most is None or len(one) < most)
        new = {one | {u} for one in grows for v in one for u in graph[v]} - found
    return found


def paths(graph):
    """The vertices of paths."""
    found, new = set(), {(frozenset({v}), v) for v in range(len(graph))}
    while new:
        found |= new
        new = {(one | {u}, u) for one, end in new for u in graph[end] - one} - found
    return {one for one, _ in found}


def cliques(graph):
    return [one for one in connected(graph) if all(one - {v} <= graph[v] for v in one)]


def graph_octal(code):
    """A move takes k connected vertices, if digit k allows the number of components that are left."""
    digits = [int(digit) for digit in code.replace("0.", "0", 1)]

    def taken(graph):
        for gone in connected(graph, len(digits) - 1):
            left = min(2, sum(1 for _ in components(graph, gone)))
            if digits[len(gone)] >> left & 1:
                yield gone

    return taken


VERTEX_GAMES = {
    "vertex": lambda graph: [{v} for v in range(len(graph))],
    "neighbourhood": node_kayles,
    "edge": arc_kayles,
    "connected": connected,
    "path": paths,
    "clique": cliques,
}


class OnBoard(GraphGame):
    """The same on the cells of a board whose neighbours a function tells."""

    def __init__(self, taken, joined):
        super().__init__(taken)
        self.joined = joined

    def read(self, text):
        return self.graph([(r, c) for r, line in enumerate(text.split("/")) for c, s in enumerate(line) if s == "#"])

    def graph(self, cells):
        near = lambda a, b: a != b and self.joined(abs(a[0] - b[0]), abs(a[1] - b[1]))
        return tuple(frozenset(u for u, other in enumerate(cells) if near(cell, other)) for cell in cells)


JOINED = {
    "grid": lambda a, b: a + b == 1,
    "kings": lambda a, b: max(a, b) == 1,
    "knights": lambda a, b: a * b == 2,
    "queens": lambda a, b: a == b or a * b == 0,
    "rooks": lambda a, b: a * b == 0,
    "bishops": lambda a, b: a == b,
}
TAKEN = {"node-kayles": node_kayles, "arc-kayles": arc_kayles, "grim": grim}


# Systems: a position is (row, set of elements), where each row has a system of its own.

# Kinds of vertices, beside the roles of an element in a move, from 1 to 15.
PRESENT, ABSENT, MOVE, FORBIDDEN = 16, 17, 18, 19


class System:
    """Moves, each a tuple of what it needs, excludes, deletes and adds; sets that no move may leave."""

    def __init__(self, moves, start, forbidden=()):
        self.moves = [tuple(map(frozenset, move)) for move in moves]
        self.start = frozenset(start)
        self.forbidden = [frozenset(one) for one in forbidden]
        if not self.ends():
            raise Unread("this script cannot see that play ends")
        if self.is_forbidden(self.start):
            raise Wrong("a row begins with a forbidden set")

    def ends(self):
        """Each move loses more elements than it adds; or elements have levels, and what it adds lies below what it loses."""
        lost = [need & delete - add for need, _, delete, add in self.moves]
        if all(len(gone) > len(move[3]) for gone, move in zip(lost, self.moves)):
            return True
        left = set().union(*(move[0] | move[3] for move in self.moves))
        open_ = [(gone, move[3]) for gone, move in zip(lost, self.moves) if move[3]]
        while top := left.difference(*(added for _, added in open_)):
            left -= top
            open_ = [(gone, added) for gone, added in open_ if not gone & top]
        return all(lost) and not open_

    def is_forbidden(self, x):
        return any(one <= x for one in self.forbidden)

    def reach(self, x):
        """The moves that may come some day, and the elements that may be present."""
        may = self.moves
        while True:
            present = x.union(*(add for _, _, _, add in may))
            kept = x.difference(*(delete for _, _, delete, _ in may))
            left = [move for move in may if move[0] <= present and not move[1] & kept]
            if len(left) == len(may):
                return may, present
            may = left

    def relevant(self, x):
        """What decides all play in x, without elements that are never present."""
        may, present = self.reach(x)
        moves = [tuple(one & present for one in move) for move in self.moves if move[0] <= present]
        return may, moves, [one for one in self.forbidden if one <= present]

    def parts(self, x):
        may, moves, forbidden = self.relevant(x)
        classes = []
        for joined in [frozenset().union(*move) for move in moves] + forbidden:
            met = [other for other in classes if other & joined]
            classes = [other for other in classes if not other & joined] + [joined.union(*met)]
        return [part & x for part in classes if any(move[0] & part for move in may)]

    def options(self, x):
        for need, absent, delete, add in self.moves:
            if need <= x and not absent & x and not self.is_forbidden(x - delete | add):
                yield x - delete | add

    def graph(self, x):
        """What decides all play in x as a graph whose vertices have kinds: elements, moves, and their roles for elements."""
        _, moves, forbidden = self.relevant(x)
        elements = sorted(set().union(*(one for move in moves for one in move), *forbidden))
        place = {element: number for number, element in enumerate(elements)}
        near = [set() for _ in elements]
        kinds = [PRESENT if element in x else ABSENT for element in elements]

        def vertex(kind, neighbours):
            kinds.append(kind)
            near.append(set(neighbours))
            for other in neighbours:
                near[other].add(len(near) - 1)
            return len(near) - 1

        for move in set(moves):
            roles = defaultdict(list)
            for element in frozenset().union(*move):
                roles[sum(1 << bit for bit, one in enumerate(move) if element in one)].append(place[element])
            vertex(MOVE, [vertex(role, roles[role]) for role in roles])
        for one in set(forbidden):
            vertex(FORBIDDEN, [place[element] for element in one])
        return tuple(map(frozenset, near)), kinds


class ListedGame:
    """A game whose rows have systems; `system` makes one of the label and the text of a row."""

    def __init__(self, system):
        self.system, self.rows = system, []
        self.known, self.classes = {}, Classes()

    def start(self, label, text):
        self.rows.append(self.system(label, text))
        return len(self.rows) - 1, self.rows[-1].start

    def read(self, text):
        row, elements = text.split(":")
        return int(row), frozenset(map(int, elements.split(",")))

    def key(self, position):
        row, x = position
        if position not in self.known:
            self.known[position] = self.classes.number(*self.rows[row].graph(x))
        return self.known[position]

    def parts(self, position):
        row, x = position
        return [(row, part) for part in self.rows[row].parts(x)]

    def options(self, position):
        row, x = position
        return [(row, option) for option in self.rows[row].options(x)]


def deleting(need, delete):
    return need, (), delete, ()


def colouring(same, colours_):
    def system(graph):
        moves = []
        for v in range(len(graph)):
            for colour in range(colours_):
                barred = [other for other in range(colours_) if (other == colour) == same]
                own = {v * colours_ + other for other in range(colours_)}
                moves.append(deleting({v * colours_ + colour}, own | {u * colours_ + o for u in graph[v] for o in barred}))
        return System(moves, range(len(graph) * colours_))

    return system


def domination(total):
    def system(graph):
        reached = [near if total else near | {v} for v, near in enumerate(graph)]
        return System([deleting({new}, all_) for all_ in reached for new in all_], range(len(graph)))

    return system


def edges_of(graph):
    return [(u, v) for u in range(len(graph)) for v in sorted(graph[u]) if u < v]


def graph_chomp(graph):
    n, edges = len(graph), edges_of(graph)
    moves = [deleting({v}, {v} | {n + e for e, edge in enumerate(edges) if v in edge}) for v in range(n)]
    moves += [deleting({n + e}, {n + e}) for e in range(len(edges))]
    return System(moves, range(n + len(edges)))


def geography(start, kind):
    def system(graph):
        n, edges = len(graph), edges_of(graph)
        first = n if kind == "vertex" else len(edges)
        moves = []
        for number, (u, v) in enumerate(edges):
            for a, b in ((u, v), (v, u)):
                used = {b if kind == "vertex" else number, first + a}
                moves.append((used, (), used, {first + b}))
        left = set(range(first)) - ({start} if kind == "vertex" else set())
        return System(moves, left | {first + start} if start < n else left)

    return system


def listed(_, text):
    """A system that the row lists itself."""
    names = lambda part: {int(name) for name in part.split(",") if name}
    start, moves, forbidden = text.split("|")
    moves = [[names(one) for one in move.split(":")] for move in moves.split(";") if move]
    return System(moves, names(start), [names(one) for one in forbidden.split(";") if one])


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def cells(sides):
    return [()] if not sides else [(first, *rest) for first in range(sides[0]) for rest in cells(sides[1:])]


# Elements in their order, and whether one lies below another or is the same.
ORDERS = {
    "subsets": lambda n: (range(1, 2**n), lambda a, b: a & b == a),
    "divisors": lambda n: (divisors(n), lambda a, b: b % a == 0),
    "boxes": lambda *sides: (cells(sides), lambda a, b: all(x <= y for x, y in zip(a, b))),
}


def poset(name):
    def system(label, text):
        row = listed(label, text)
        above = {}
        for need, absent, delete, add in row.moves:
            (own,) = need
            if own in above or own not in delete or absent or add:
                raise Wrong(f"row {label}: these are not the moves on a partial order")
            above[own] = delete
        if row.start != set(above) or row.forbidden or any(
            not above[b] <= above[a] or (a != b and a in above[b]) for a in above for b in above[a]
        ):
            raise Wrong(f"row {label}: this is no partial order")
        if name in ORDERS:
            sides = [int(side) for side in label.split(",")]
            if name != "boxes" and len(sides) > 1:
                raise Wrong(f"row {label}: a partial order of this kind has one size")
            elements, below = ORDERS[name](*sides)
            orders = {a: {b for b, high in enumerate(elements) if below(low, high)} for a, low in enumerate(elements)}
            if above != orders:
                raise Wrong(f"row {label}: this is another partial order")
        return row

    return system


def on_graph(family, named):
    if family == "domination":
        return domination(named.get("total") == "true")
    if family == "graph-chomp":
        return graph_chomp
    if family == "geography":
        return geography(int(named.get("start", 0)), named.get("kind", "vertex"))
    return colouring(family == "col", int(named.get("colours", 2)))
