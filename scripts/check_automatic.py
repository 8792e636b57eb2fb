"""Checks certificates of format 5, kind automatic-values, for check_certificate.py: docs/certificates.md.

One search reads all positions at once, digit by digit. It keeps the state of the automaton, and for each rule all states that the options
of the position may lead to. Where a position may end, the output must be the mex of the outputs of the options.
"""

import re
from itertools import count, filterfalse, product
from math import gcd, isqrt

from forms import POSITIVE, VALUE, WHOLE, fits, need
from read_moves import Game, TooLong, Work

INTEGER, COMPARED, PAIRS = range(-(1 << 41), 1 << 41), 200, 30
OPTION = {"golden": INTEGER, "shift": INTEGER, "factor": INTEGER, "constant": INTEGER, "divisor": range(1, 10_001)}
RULE = {"from": WHOLE, "modulus": POSITIVE, "residues": [WHOLE], "before": [WHOLE], "option": OPTION}
TEXTS = {"kinds": (None, [str]), "moves": [str], "positions": (None, str), "asked": (None, str), "parameters": [str]}
NAME = re.compile("base ([2-9]|10)|zeckendorf|pell")
FORM = {  # see fits; `game` is a text or TEXTS
    "certificate": range(5, 6), "kind": re.compile("automatic-values"), "rules": (None, {"least": WHOLE, "rules": [RULE]}),
    "outputs": re.compile("values|outcomes"), "numeration": NAME, "digits": [[range(10)]], "table": [[(None, WHOLE)]],
    "output": [VALUE]}


def mex(found):
    return next(filterfalse(found.__contains__, count()))


def floor_phi(n):
    need(n >= 0, "rules: floor_phi of a negative number")
    return (n + isqrt(5 * n * n)) // 2


class Numeration:
    """The digit at place i counts U(i), with U(i + 1) = a U(i) + b U(i - 1) and U(0) = 1."""

    def __init__(self, name):
        self.name = name
        self.a, self.b, self.before = {"zeckendorf": (1, 1, 1), "pell": (2, 1, 0)}.get(name, (0, 0, 0))
        if not self.a:
            self.a = int(name[5:])
        self.digits = self.a + self.b  # how many there are

    def word(self, n):
        units = [1]
        while units[-1] <= n:
            units.append(self.a * units[-1] + self.b * (units[-2] if len(units) > 1 else self.before))
        word = []
        for unit in reversed(units):
            word.append(n // unit)
            n %= unit
        return word

    def valid(self, last, digit):
        """Whether a digit may follow another one."""
        return not (self.b and last == self.a and digit)

    def may_end(self, last):
        return not (self.name == "pell" and last == 2)


class Linear:
    """sum of a x + s x' + c for numbers x, where x' is x with a 0 behind its word; kept as (p, q), the value p U(m) + q U(m - 1) if m digits
    are left, which are 0. `far` is a number such that all values above it are accepted alike, and all below its negative."""

    def __init__(self, numeration, factors, constant, far, accepts):
        self.numeration, self.factors, self.constant, self.accepts = numeration, factors, constant, accepts
        plain, self.shifted = (sum(abs(f[i]) for f in factors) * (numeration.digits - 1) for i in (0, 1))
        self.edge = max(plain + numeration.a * self.shifted, far + abs(constant) + 1)
        self.ends = accepts(far + 1), accepts(-far - 1)
        self.start = 0, 0

    def step(self, state, digits):
        if state in self.ends:  # True or False: settled
            return state
        (p, q), n = state, self.numeration
        plain, shifted = (sum(f[i] * digit for f, digit in zip(self.factors, digits)) for i in (0, 1))
        p, q = n.a * p + q + plain + n.a * shifted, n.b * (p + shifted)
        far_p, far_q = self.edge + n.b * self.shifted, n.b * self.edge
        if p >= far_p and q >= far_q:
            return self.ends[0]
        return self.ends[1] if p <= -far_p and q <= -far_q else (p, q)

    def holds(self, state):
        return state if type(state) is bool else self.accepts(state[0] + self.numeration.before * state[1] + self.constant)


class Residue:
    """Whether n is in a class modulo m."""

    def __init__(self, numeration, modulus, residues):
        self.numeration, self.modulus, self.residues, self.start = numeration, modulus, residues, (0, 0)

    def step(self, state, digits):
        (p, q), n = state, self.numeration
        return (n.a * p + q + digits[0]) % self.modulus, n.b * p % self.modulus

    def holds(self, state):
        return (state[0] + self.numeration.before * state[1]) % self.modulus in self.residues


class Table:
    """The automaton of the certificate."""

    def __init__(self, letters, rows, output):
        self.places, self.rows, self.output, self.start = {letter: i for i, letter in enumerate(letters)}, rows, output, 0

    def step(self, state, digits):
        return self.rows[state][self.places[tuple(digits)]]


class Words:
    """The word of one number; the state is its last digit."""

    def __init__(self, numeration):
        self.numeration, self.start = numeration, 0

    def step(self, state, digits):
        return digits[0] if self.numeration.valid(state, digits[0]) else None

    def holds(self, state):
        return self.numeration.may_end(state)


class Joined:
    """The automaton that accepts what all parts do; each comes with the places of the numbers that it reads. Only states from which
    something is accepted are kept, and states that accept the same are one."""

    def __init__(self, numeration, numbers, parts, work):
        self.parts, self.letters = parts, list(product(range(numeration.digits), repeat=numbers))
        start = tuple(part.start for part, _ in parts)
        edges, todo = {}, [start]
        while todo:
            node = todo.pop()
            if node not in edges:
                edges[node] = out = [self.after(node, letter) for letter in self.letters]
                todo += [to for to in out if to is not None]
                for _ in out:
                    work.turn()
        alive = trimmed({node: set(out) - {None} for node, out in edges.items()}, self.accepts) | {start}
        classes, count = {node: self.accepts(node) for node in alive}, 0
        while count != (count := len(set(classes.values()))):
            keys = {node: (classes[node], *[classes.get(to) for to in edges[node]]) for node in alive}
            names = {key: i for i, key in enumerate(dict.fromkeys(keys.values()))}
            classes = {node: names[keys[node]] for node in alive}
        self.start, self.places = classes[start], {letter: i for i, letter in enumerate(self.letters)}
        self.rows = {classes[node]: [classes.get(to) for to in edges[node]] for node in alive}
        self.ends = {classes[node] for node in alive if self.accepts(node)}

    def after(self, node, letter):
        found = []
        for (part, places), state in zip(self.parts, node):
            state = part.step(state, [letter[place] for place in places])
            if state is None or state is False:
                return None
            found.append(state)
        return tuple(found)

    def accepts(self, node):
        return all(part.holds(state) for (part, _), state in zip(self.parts, node))

    def step(self, state, digits):
        return self.rows[state][self.places[tuple(digits)]]

    def holds(self, state):
        return state in self.ends


def trimmed(targets, accepts):
    """The nodes from which one that is accepted can be reached."""
    back = {}
    for node, out in targets.items():
        for to in out:
            back.setdefault(to, []).append(node)
    alive = {node for node in targets if accepts(node)}
    todo = list(alive)
    while todo:
        for node in back.get(todo.pop(), ()):
            if node not in alive:
                alive.add(node)
                todo.append(node)
    return alive


class Options:
    """All options of a rule at once. `joined` reads the numbers of the position, those of the option, and others that help; `table` those of
    the option."""

    def __init__(self, numeration, own, joined, table, work):
        self.joined, self.table, self.work, self.known = joined, table, work, {}
        first = joined.start, table.start
        self.edges, todo = {}, [first]  # of each node, by the letter of the position
        while todo:
            node = todo.pop()
            if node not in self.edges:
                self.edges[node] = out = {}
                for letter, to in zip(joined.letters, joined.rows[node[0]]):
                    work.turn()
                    state = None if to is None else table.step(node[1], letter[own:2 * own])
                    if state is not None:
                        out.setdefault(letter[:own], set()).add((to, state))
                todo += set().union(*out.values())
        self.alive = trimmed({node: set().union(*out.values()) for node, out in self.edges.items()}, self.ends)
        start = {first}
        while True:  # the other numbers may have more digits than the position
            more = start | {to for node in start for to in self.edges[node].get((0,) * own, ())}
            if more == start:
                break
            start = more
        self.start = frozenset(start & self.alive)

    def ends(self, node):
        return self.joined.holds(node[0])

    def step(self, nodes, digits):
        key = nodes, tuple(digits)
        if key not in self.known:
            self.work.turn()
            self.known[key] = frozenset().union(*[self.edges[node].get(key[1], ()) for node in nodes]) & self.alive
        return self.known[key]

    def outputs(self, nodes):
        return {self.table.output[state] for place, state in nodes if self.joined.holds(place)}


class Rule:
    """A rule of a game of one number: when it applies, and its option."""

    def __init__(self, data):
        vars(self).update({**data, "start": data["from"], **data["option"]})
        need(all(r < self.modulus for r in self.residues), "rules: a residue is not below its modulus")
        need(all(n < self.start for n in self.before), "rules: `before` has a number that is not below `from`")

    def applies(self, n):
        return n % self.modulus in self.residues if n >= self.start else n in self.before

    def option_of(self, n):
        golden = self.golden * floor_phi(n + self.shift) if self.golden else 0
        return (golden + self.factor * n + self.constant) // self.divisor

    def conditions(self, numeration):
        """Automata that read n, and the function of what they hold that says whether the rule applies."""
        late = Linear(numeration, [(1, 0)], -self.start, 0, lambda x: x >= 0)
        early = Linear(numeration, [(1, 0)], 0, max(self.before, default=0), set(self.before).__contains__)
        return [late, Residue(numeration, self.modulus, set(self.residues)), early], lambda a, b, c: a and b or c

    def options(self, numeration, least, table, work):
        """The option of n, if it is a position below n. With a shift there are two cases: n + shift = z + 1, and n + shift = 0."""
        smaller = [(Linear(numeration, [(1, 0), (-1, 0)], -1, 0, lambda x: x >= 0), (0, 1)),
                   (Linear(numeration, [(1, 0)], -least, 0, lambda x: x >= 0), (1,))]
        last, words = self.divisor - 1, Words(numeration)

        def rounded(factors, constant):
            return Linear(numeration, factors, constant, last, range(last + 1).__contains__)

        def case(numbers, parts):
            parts = parts + smaller + [(words, (i,)) for i in range(numbers)]
            return Options(numeration, 1, Joined(numeration, numbers, parts, work), table, work)
        plain = rounded([(self.factor, 0), (-self.divisor, 0)], self.constant), (0, 1)
        if not self.golden:
            return [case(2, [plain])]
        need(numeration.name == "zeckendorf", "numeration: floor_phi needs zeckendorf")
        # floor_phi(z + 1) is 1 more than z with a 0 behind its word
        golden = rounded([(self.factor, 0), (-self.divisor, 0), (0, self.golden)], self.constant + self.golden), (0, 1, 2)
        before = Linear(numeration, [(1, 0), (-1, 0)], self.shift - 1, 0, (0).__eq__), (0, 2)
        zero = Linear(numeration, [(1, 0)], self.shift, 0, (0).__eq__), (0,)
        return [case(3, [golden, before]), case(2, [plain, zero])]


def lines_of(code):
    """The moves of a game on two heaps: pairs (first, more); a move subtracts `first` and any multiple of `more`."""
    rays = [((0, 1),) * 2, ((1, 0),) * 2, ((1, 1),) * 2]
    if found := re.fullmatch("wythoff(?::t=([2-9]|[1-9][0-9]{1,2}))?", code):
        beside = range(2, int(found[1] or 1) + 1)
        return rays + [(first, (1, 1)) for more in beside for first in ((1, more), (more, 1))]
    name, _, text = code.partition(":")
    need(name in ("rays", "steps") and re.fullmatch(r"(\d{1,9}/\d{1,9})(,\d{1,9}/\d{1,9})*", text), "game: not a code that can be certified")
    vectors = [tuple(map(int, vector.split("/"))) for vector in text.split(",")]
    need(all(map(any, vectors)), "game: a vector is 0")
    return [(vector, vector if name == "rays" else (0, 0)) for vector in vectors]


def options_of_line(numeration, line, table, work):
    """The options on a line: (x, y) leads to (x', y') if what is subtracted, less `first`, is a multiple of `more`."""
    first, more = line
    words, parts, factor = Words(numeration), [], gcd(*more)
    for i in (0, 1):
        # how far the coordinate goes beyond `first`
        accepts = (lambda x: x >= 0) if more[i] else (0).__eq__
        own = [(words, (0,)), (words, (1,)), (Linear(numeration, [(1, 0), (-1, 0)], -first[i], 0, accepts), (0, 1))]
        if factor > 1 and more[i]:
            own.append((Difference(numeration, more[i], first[i]), (0, 1)))
        parts.append((Joined(numeration, 2, own, work), (i, i + 2)))
    if all(more):
        a, b = more[0] // factor, more[1] // factor
        along = Linear(numeration, [(b, 0), (-a, 0), (-b, 0), (a, 0)], a * first[1] - b * first[0], 0, (0).__eq__)
        parts.append((along, (0, 1, 2, 3)))
    return Options(numeration, 2, Joined(numeration, 4, parts, work), table, work)


class Difference(Residue):
    """Whether x - y is c modulo m."""

    def __init__(self, numeration, modulus, c):
        super().__init__(numeration, modulus, {c % modulus})

    def step(self, state, digits):
        return super().step(state, [digits[0] - digits[1]])


class Certificate:
    """What is claimed. Each check raises a ValueError if something is wrong."""

    count = 1  # of segments

    def __init__(self, data):
        keys = FORM.keys() | {"game"}
        need(type(data) is dict and data.keys() == keys, f"not an object of {', '.join(sorted(keys))}")
        for key, form in FORM.items():
            need(fits(data[key], form), f"{key}: not of the right form")
        game, self.outcomes, self.rules = data["game"], data["outputs"] == "outcomes", None
        self.numeration = Numeration(data["numeration"])
        rows, output, digits = data["table"], data["output"], data["digits"]
        self.own = 2 if type(game) is str else 1
        letters = list(product(range(self.numeration.digits), repeat=self.own))
        need([tuple(letter) for letter in digits] == letters, "digits: not all tuples of digits, in order")
        need(rows and len(rows) == len(output), "table: not a row for each output")
        need(all(len(row) == len(letters) for row in rows), "table: not an entry for each tuple of digits")
        need(all(to is None or to < len(rows) for row in rows for to in row), "table: a state that does not exist")
        need(rows[0][0] == 0, "table: the first state does not stay where it is when it reads zeros")
        self.letters, self.table, self.least = letters, Table(letters, rows, output), 0
        if type(game) is str:
            need(data["rules"] is None, "rules: for a game of one number only")
            self.lines = lines_of(game)
            self.words = game
        else:
            need(fits(game, TEXTS) and data["rules"] is not None, "game: not of the right form")
            need(game["kinds"] is None and game["asked"] is None, "game: kinds, or another position asked for")
            self.least, self.rules = data["rules"]["least"], [Rule(rule) for rule in data["rules"]["rules"]]
            self.text, self.words = game, "; ".join(game["moves"])

    def value(self, position):
        words = [self.numeration.word(n) for n in position]
        length, state = max(map(len, words)), 0
        for letter in zip(*[[0] * (length - len(word)) + word for word in words]):
            state = self.table.step(state, letter)
            need(state is not None, f"table: {position} has no output")
        return self.table.output[state]

    def agrees(self, value, found):
        """Whether an output is that of a position whose options have these outputs."""
        return (value != 0) == (0 in found) if self.outcomes else value == mex(found)

    def compare(self, work):
        """The first outputs with those of the options, and the options of the rules with those of the texts."""
        if self.rules is None:
            for x, y in product(range(PAIRS), repeat=2):
                found = set()
                for first, more in self.lines:
                    a, b = x - first[0], y - first[1]
                    while a >= 0 and b >= 0:
                        work.turn()
                        found.add(self.value((a, b)))
                        a, b = (a - more[0], b - more[1]) if any(more) else (-1, -1)
                need(self.agrees(self.value((x, y)), found), f"table: the output of {x},{y} is wrong")
            return
        text = Game(self.text, work)
        need(len(text.names) == 1, "game: a position is not one number")
        kind = text.kind_of(text.names[0])
        beyond = max([rule.start + 2 * rule.modulus for rule in self.rules], default=0)
        for n in range(COMPARED + beyond):
            work.turn()
            need(bool(text.exists(kind, n)) == (n >= self.least), f"rules: whether {n} is a position")
            if n >= self.least:
                parts = list(text.options(kind, n))
                need(all(len(option) == 1 for option in parts), f"game: an option of {n} has several parts")
                written = {option[0][1] for option in parts}
                ruled = {rule.option_of(n) for rule in self.rules if rule.applies(n)}
                need(written == ruled, f"rules: the options of {n} are not those of the texts")
                need(all(self.least <= m < n for m in ruled), f"rules: an option of {n} is not a smaller position")
                need(self.agrees(self.value((n,)), {self.value((m,)) for m in ruled}), f"table: the output of {n} is wrong")

    def prove(self, work):
        """That the outputs of all positions are right."""
        positions = [(Words(self.numeration), (i,)) for i in range(self.own)]
        if self.rules is None:
            moves = [([], None, [options_of_line(self.numeration, line, self.table, work)]) for line in self.lines]
        else:
            positions.append((Linear(self.numeration, [(1, 0)], -self.least, 0, lambda x: x >= 0), (0,)))
            moves = [(*rule.conditions(self.numeration), rule.options(self.numeration, self.least, self.table, work))
                     for rule in self.rules]
        machines = [(self.table, tuple(range(self.own)))] + positions
        for conditions, _, options in moves:
            machines += [(part, (0,)) for part in conditions] + [(part, tuple(range(self.own))) for part in options]
        start = tuple(part.start for part, _ in machines)
        seen, todo = {start: None}, [start]
        for states in todo:
            value = None if states[0] is None else self.table.output[states[0]]
            rest = iter(states[1:])
            if all([part.holds(next(rest)) for part, _ in positions]):
                found, legal = set(), True
                for conditions, applies, options in moves:
                    held = [part.holds(next(rest)) for part in conditions]
                    outputs = set().union(*[part.outputs(next(rest)) for part in options])
                    if applies is None or applies(*held):
                        found |= outputs
                        legal = legal and (applies is None or outputs)
                where = self.shown(states, seen)
                need(value is not None, f"table: {where} has no output")
                need(legal, f"rules: an option of {where} is not a smaller position")
                need(self.agrees(value, found), f"table: the output of {where} is not that of its options")
            for letter in self.letters:
                work.turn()
                after = self.after(states, machines, letter)
                if after is not None and after not in seen:
                    seen[after] = states, letter
                    todo.append(after)

    def after(self, states, machines, letter):
        """The states after a letter; None if it belongs to no number. The table alone may have no state, which is wrong only at an end."""
        found = []
        for i, ((part, places), state) in enumerate(zip(machines, states)):
            state = None if state is None else part.step(state, [letter[place] for place in places])
            if state is None and i:
                return None
            found.append(state)
        return tuple(found)

    def shown(self, states, seen):
        """The position whose word led to some states."""
        word, n = [], self.numeration
        while seen[states] is not None:
            states, letter = seen[states]
            word.append(letter)
        units = [1, n.a + n.b * n.before]
        while len(units) < len(word):
            units.append(n.a * units[-1] + n.b * units[-2])
        return ",".join(str(sum(letter[i] * unit for letter, unit in zip(word, units))) for i in range(self.own))

    def check(self, most, _):
        """Checks all; whether the claim is proved, and what was checked."""
        what = "P-positions" if self.outcomes else "values"
        claim = f"{self.words}: {what} by an automaton with {len(self.table.rows)} states ({self.numeration.name})"
        work = Work(most // 10)
        try:
            self.compare(work)
            self.prove(work)
        except TooLong:
            return False, f"NOT COMPLETE: {claim}: not checked: all positions, so that this is no proof"
        return True, f"complete: {claim}"
