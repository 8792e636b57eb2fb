"""Checks certificates of format 5, of sets of P-positions, for check_certificate.py: docs/certificates.md.

A form c + sum of a_v v is a pair (c, {v: a_v}) without zeros. All facts are made from the rules; those of a code are made again from the
code, those of texts are compared with the texts (read_moves.py) at small positions.
"""

import re
import sys
from itertools import combinations, product
from math import gcd

from forms import fits, need
from read_moves import Game, TooLong, Work

WHOLE, SMALL, INTEGER = range(1 << 20), range(64), range(-(1 << 40), (1 << 40) + 1)
MOST_FACTS, DEEPEST, BOX, MARGIN = 1 << 20, 400, 2000, 8
TEXTS = {"kinds": (None, [str]), "moves": [str], "positions": (None, str), "asked": (None, str), "parameters": [str]}
KEYS = {"certificate", "kind", "game", "rules", "pieces", "measure", "witnesses", "trees"}
sys.setrecursionlimit(10_000)


def form(data):
    need(fits(data, [INTEGER]) and data and (len(data) == 1 or data[-1] != 0), "a form is not a list of numbers, or ends with 0")
    return data[0], {v: a for v, a in enumerate(data[1:]) if a}


def condition(data):
    """(kind, divisor, form)"""
    need(type(data) is dict and len(data) == 1, "not a condition")
    (kind, inner), = data.items()
    if kind == "at_least_zero":
        return kind, 0, form(inner)
    need(kind in ("divides", "divides_not") and type(inner) is list and len(inner) == 2, "not a condition")
    need(type(inner[0]) is int and inner[0] >= 1, "a divisor is not at least 1")
    return kind, inner[0], form(inner[1])


def listed(data, read):
    need(type(data) is list, "not a list")
    return [read(item) for item in data]


def plus(f, g, times=1):
    terms = dict(f[1])
    for v, a in g[1].items():
        terms[v] = terms.get(v, 0) + times * a
    return f[0] + times * g[0], {v: a for v, a in terms.items() if a}


def number(c):
    return c, {}


def var(v):
    return 0, {v: 1}


def put(f, values):
    """The form with forms in place of its variables, where `values` has some."""
    out = number(f[0])
    for v, a in f[1].items():
        out = plus(out, values.get(v, var(v)), a)
    return out


def put_all(conditions, values):
    return [(kind, m, put(f, values)) for kind, m, f in conditions]


def at_least(f, least=0):
    return "at_least_zero", 0, plus(f, number(-least))


def opposite(c):
    kind, m, f = c
    if kind == "at_least_zero":
        return kind, 0, plus(number(-1), f, -1)
    return "divides_not" if kind == "divides" else "divides", m, f


def tight(c):
    """An inequality between whole numbers, divided by the common divisor of its coefficients."""
    kind, m, (constant, terms) = c
    common = gcd(*terms.values()) if kind == "at_least_zero" else 0
    return (kind, m, (constant // common, {v: a // common for v, a in terms.items()})) if common > 1 else c


def holds(c, values):
    kind, m, (constant, terms) = c
    x = constant + sum(a * values[v] for v, a in terms.items())
    return x >= 0 if kind == "at_least_zero" else (x % m == 0) == (kind == "divides")


def key(c):
    kind, m, (constant, terms) = c
    return kind, m, constant, tuple(sorted(terms.items()))


def move_key(move):
    chosen, conditions, target = move
    return chosen, tuple(sorted(set(map(key, conditions)))), tuple((c, tuple(sorted(t.items()))) for c, t in target)


# The rules of the families: (coordinates, moves), a move is (chosen, conditions, target).

def faces(d, sets):
    for heaps in sets:
        left = {h: d + i for i, h in enumerate(heaps)}
        taken = number(-1)
        for h, q in left.items():
            taken = plus(plus(taken, var(h)), var(q), -1)
        each = [c for h, q in left.items() for c in (at_least(var(q)), at_least(plus(var(h), var(q), -1)))]
        yield len(left), each + [at_least(taken)], [var(left.get(h, h)) for h in range(d)]


def vectors(d, lines, multiples):
    for line in lines:
        left = [plus(var(h), (0, {d: 1}) if multiples else number(1), -a) for h, a in enumerate(line)]
        conditions = [at_least(left[h]) for h, a in enumerate(line) if a]
        yield int(multiples), conditions + [at_least(var(d), 1)] * multiples, left


def greedy(d):
    for h in range(d):
        largest = [at_least(plus(var(h), var(other), -1)) for other in range(d) if other != h]
        conditions = [at_least(var(d)), at_least(plus(var(h), var(d), -1), 1)] + largest
        yield 1, conditions, [var(d) if other == h else var(other) for other in range(d)]


def units(d):
    return [[int(h == i) for h in range(d)] for i in range(d)]


def of_code(code):
    """(coordinates, moves) of a family."""
    n = r"([1-9][0-9]?)"
    if found := re.fullmatch(rf"(nim|greedy-nim|equal-take-nim):{n}", code):
        d = int(found[2])
        moves = {"nim": faces(d, [[h] for h in range(d)]), "greedy-nim": greedy(d),
                 "equal-take-nim": vectors(d, units(d) + [[1] * d], True)}
        return d, list(moves[found[1]])
    if found := re.fullmatch(rf"moore-nim:heaps={n},k={n}", code):
        d, k = map(int, found.groups())
        return d, list(faces(d, combinations(range(d), k)))
    if found := re.fullmatch(rf"circular-nim:n={n},k={n}", code):
        d, k = map(int, found.groups())
        return d, list(faces(d, {tuple(sorted((i + j) % d for j in range(k))) for i in range(d)}))
    if code in ("rook", "queen"):
        return 2, list(vectors(2, units(2) + [[1, 1]] * (code == "queen"), True))
    if found := re.fullmatch(r"(rays|steps):([0-9]+(?:[/,][0-9]+)*)", code):
        lines = [list(map(int, line.split("/"))) for line in found[2].split(",")]
        need(all(len(line) == len(lines[0]) and any(line) for line in lines), "game: not vectors of one length")
        return len(lines[0]), list(vectors(len(lines[0]), lines, found[1] == "rays"))
    raise ValueError("game: not a code of a game with linear moves")


class Certificate:
    """A set that is claimed to be the set of P-positions. Each check raises a ValueError if something is wrong."""

    count = 1  # of segments

    def __init__(self, data):
        need(data.keys() == KEYS, f"not an object of {', '.join(sorted(KEYS))}")
        need(data["kind"] == "linear-p-set", "kind: not linear-p-set")
        rules = data["rules"]
        need(type(rules) is dict and rules.keys() == {"coordinates", "positions", "moves"}, "rules: not of the right form")
        self.game, self.d = data["game"], rules["coordinates"]
        need(fits(self.d, SMALL), "rules: coordinates is no small number")
        self.extra = listed(rules["positions"], condition)
        self.moves = listed(rules["moves"], self.move)
        self.pieces = listed(data["pieces"], lambda piece: listed(piece, condition))
        self.measure = listed(data["measure"], lambda a: a if fits(a, WHOLE) else need(False, "measure: not small numbers"))
        self.witnesses = listed(data["witnesses"], self.witness)
        self.trees = data["trees"]
        self.positions = [at_least(var(v)) for v in range(self.d)] + self.extra
        need(len(self.measure) == self.d, "measure: not a number for each coordinate")
        own = [c for piece in self.pieces + [self.extra] for c in piece]
        need(all(v < self.d for _, _, f in own for v in f[1]), "a condition on positions uses another variable")

    def move(self, data):
        need(type(data) is dict and data.keys() == {"chosen", "conditions", "target"}, "rules: not a move")
        chosen, conditions, target = data["chosen"], listed(data["conditions"], condition), listed(data["target"], form)
        need(fits(chosen, SMALL) and len(target) == self.d, "rules: a move has a wrong target")
        used = [f for _, _, f in conditions] + target
        need(all(v < self.d + chosen for f in used for v in f[1]), "rules: a move uses a variable that it does not have")
        return chosen, conditions, target

    def witness(self, data):
        need(type(data) is dict and data.keys() == {"move", "piece", "chosen"}, "not a winning move")
        line, piece, chosen = data["move"], data["piece"], listed(data["chosen"], form)
        need(type(line) is int and 0 <= line < len(self.moves), "a winning move names no move")
        need(type(piece) is int and 0 <= piece < len(self.pieces), "a winning move names no piece")
        need(len(chosen) == self.moves[line][0], "a winning move chooses too many or too few numbers")
        need(all(v < self.d for f in chosen for v in f[1]), "a winning move uses another variable")
        return line, piece, chosen

    def facts(self):
        """For each fact its words, what is known, and the choices. No whole numbers satisfy all of it."""
        for i, (_, conditions, target) in enumerate(self.moves):
            values = dict(enumerate(target))
            here = self.positions + conditions
            for a, piece in enumerate(self.pieces):
                for b, other in enumerate(self.pieces):
                    yield f"closed, move {i + 1}, pieces {a + 1} and {b + 1}", here + piece + put_all(other, values), []
            rise = number(0)
            for v, a in enumerate(self.measure):
                rise = plus(rise, plus(target[v], var(v), -1), a)
            yield f"ends, move {i + 1}", here + [at_least(rise)], []
            for j, c in enumerate(self.positions):
                yield f"legal, move {i + 1}, condition {j + 1}", here + [opposite(put_all([c], values)[0])], []
        choices = [list(map(opposite, piece)) for piece in self.pieces]
        for line, piece, chosen in self.witnesses:
            _, conditions, target = self.moves[line]
            values = {self.d + i: f for i, f in enumerate(chosen)}
            there = conditions + put_all(self.pieces[piece], dict(enumerate(target)))
            choices.append(list(map(opposite, put_all(there, values))))
        yield "reach", self.positions, choices

    def check(self, most, asked):
        facts = len(self.moves) * (len(self.pieces) ** 2 + 1 + len(self.positions)) + 1
        need(facts <= MOST_FACTS, "there are too many moves and pieces")
        need(type(self.trees) is list and len(self.trees) == facts, f"trees: there are {facts} facts")
        complete = self.check_rules(most)
        leaves = 0
        for (name, known, choices), steps in zip(self.facts(), self.trees):
            need(type(steps) is list, "trees: not lists of steps")
            proof = Proof(steps)
            try:
                proof.walk(list(map(tight, known)), choices, 0)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
            need(proof.at == len(steps), f"{name}: there are steps after the end of the proof")
            leaves += proof.leaves
        name = self.game if type(self.game) is str else "; ".join(self.game["moves"])
        claim = f"{name}: the set of {len(self.pieces)} pieces is the set of P-positions"
        told = f"all {facts} facts hold, {leaves} cases"
        if not complete:
            return False, f"NOT COMPLETE: {claim}: {told}; not checked: whether the rules are those of the texts"
        return True, f"complete: {claim}: {told}"

    def check_rules(self, most):
        """Whether the rules are those of the game, as far as this can be seen."""
        if type(self.game) is str:
            d, moves = of_code(self.game)
            same = d == self.d and not self.extra
            need(same and sorted(map(move_key, moves)) == sorted(map(move_key, self.moves)), "rules: not those of the game")
            return True
        need(fits(self.game, TEXTS) and not self.game["kinds"] and not self.game["asked"], "game: not texts of one kind")
        work = Work(most)
        try:
            game = Game(self.game, work)
            need(len(game.names) == self.d, "game: another number of coordinates")
            side = next(n for n in range(BOX, 1, -1) if n ** self.d <= BOX)
            for at in product(range(side), repeat=self.d):
                self.compare(game, at, work)
        except TooLong:
            return False
        return True

    def compare(self, game, at, work):
        exists = not game.positions or game.positions({**game.constants, **dict(zip(game.names, at))})
        need(bool(exists) == all(holds(c, at) for c in self.positions), f"rules: other positions than the texts at {at}")
        if not exists:
            return
        wanted = set()
        for move in game.moves:
            for option in move.options(game.constants, at):
                need(len(option) == 1, f"`{move.text}`: not a single position")
                wanted.add(option[0][1])
        found = {option for move in self.moves for option in options(move, at, work)}
        need(wanted == found, f"rules: other options than the texts at {at}")


def options(move, at, work):
    """The options of a position, if no chosen number is far from its coordinates."""
    chosen, conditions, target = move
    most, d = max(at, default=0) + MARGIN, len(at)
    tests = [[c for c in conditions if max(c[2][1], default=-1) < d + i] for i in range(chosen + 1)]

    def choose(values):
        work.turn()
        if all(holds(c, values) for c in tests[len(values) - d]):
            if len(values) == d + chosen:
                yield tuple(c + sum(a * values[v] for v, a in terms.items()) for c, terms in target)
            else:
                for x in range(-most, most + 1):
                    yield from choose(values + [x])
    return choose(list(at))


class Proof:
    """Reads the steps of a proof that a case is impossible."""

    def __init__(self, steps):
        self.steps, self.at, self.leaves = steps, 0, 0

    def walk(self, known, choices, depth):
        need(self.at < len(self.steps) and depth <= DEEPEST, "a step is missing, or cases are divided too often")
        step = self.steps[self.at]
        self.at += 1
        need(type(step) is dict and len(step) == 1, "not a step")
        (kind, data), = step.items()
        if kind == "sum":
            self.leaves += 1
            return self.sum(known, data)
        if kind == "residue":
            self.leaves += 1
            return self.residue(known, data)
        if kind == "choice":
            need(type(data) is int and 0 <= data < len(choices), "a step names no choice")
            for i, c in enumerate(choices[data]):
                self.walk(known + [tight(opposite(b)) for b in choices[data][:i]] + [tight(c)], choices, depth + 1)
            return None
        need(kind in ("cut", "split") and fits(data, (WHOLE, INTEGER)), "not a step")
        v, n = data
        if kind == "cut":
            for c in (at_least(plus(number(n), var(v), -1)), at_least(var(v), n + 1)):
                self.walk(known + [c], choices, depth + 1)
            return None
        need(n >= 1, "a divisor is not at least 1")
        for rest in range(n):
            values = {v: (rest, {v: n})}
            self.walk(list(map(tight, put_all(known, values))), [put_all(c, values) for c in choices], depth + 1)

    def sum(self, known, rows):
        need(type(rows) is list, "not a sum")
        total = number(0)
        for row in rows:
            need(fits(row, (WHOLE, range(1, 1 << 41))) and row[0] < len(known), "a sum names no known condition")
            kind, _, f = known[row[0]]
            need(kind == "at_least_zero", "a sum names no inequality")
            total = plus(total, f, row[1])
        need(not total[1] and total[0] < 0, "a sum is no contradiction")

    def residue(self, known, row):
        need(fits(row, WHOLE) and row < len(known) and known[row][0] != "at_least_zero", "no condition on divisibility")
        kind, m, (constant, terms) = known[row]
        if kind == "divides":
            need(constant % gcd(m, *terms.values()) != 0, "a condition on divisibility is no contradiction")
        else:
            need(constant % m == 0 and all(a % m == 0 for a in terms.values()), "a condition is no contradiction")
