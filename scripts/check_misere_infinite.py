"""Checks certificates of format 5, kind misere-infinite, for check_certificate.py: docs/certificates.md.

A sum has the value (q, i, j): an element of a finite monoid and two counters. The table says who wins. It is checked in a box of i and j that
stands for all of them (docs/theorems.md, "Infinite misère quotients"): no move leads from P to P, and no sum outside of P lacks a move into P.
A set of elements is a whole number, one bit for each element.
"""

import re
from math import gcd

from forms import POSITIVE, fits, need
from check_misere import HEAP, Code

ELEMENT, SMALL = range(1 << 14), range(1001)
FORM = {  # see fits; without `options`, `game` is a code
    "certificate": range(5, 6), "kind": re.compile("misere-infinite"), "game": str, "options": (None, [[[POSITIVE]]]),
    "heaps": POSITIVE, "elements": range(1, 1 + (1 << 14)), "counters": (POSITIVE, POSITIVE), "slopes": (SMALL, SMALL), "period": SMALL,
    "threshold": SMALL, "clamp": SMALL, "overflow": range(-1, 1 << 14), "phi": [(None, (ELEMENT, SMALL, SMALL))], "actions": dict,
    "table": re.compile("[PN?]*")}


class Certificate:
    count = 0  # segments

    def __init__(self, data):
        data = {"options": None} | data
        need(fits(data, FORM), "not a certificate of this form")
        self.data, options = data, data["options"]
        self.options = Code(data["game"]).options if options is None else lambda heap: options[heap - 1]
        need(options is None or all(max(o, default=0) <= n for n, os in enumerate(options) for o in os), "options: not of smaller heaps")
        need(options is None or data["heaps"] <= len(options), "heaps: some have no list of options")

    def check(self, most, asked):
        need(not asked, "it has no segments")
        data = self.data
        self.read_monoid(data["elements"], list(data["actions"].values()))
        self.read_rule()
        self.read_heaps()
        need("N" == data["table"][self.place(0, 0, 0)], "table: the empty sum")
        sides = self.box()
        for i in range(sides[0]):
            for j in range(sides[1]):
                self.no_lost_sum(i, j, self.lacks(i, j))
        need(self.depends(), "table: right, but it does not show that the quotient is infinite")
        return True, f"complete: the misère quotient of heaps to {data['heaps']} is infinite, counters {data['counters']}, " \
                     f"{self.size} elements, box {sides[0]} x {sides[1]}, theorem two-counters"

    def read_monoid(self, count, maps):
        need(all(fits(a, [range(count)]) and len(a) == count for a in maps), "actions: not maps of the elements")
        need(all(f[g[x]] == g[f[x]] for f in maps for g in maps for x in range(count)), "actions: they do not commute")
        self.size, self.times, waiting, over = count, {0: list(range(count))}, [0], self.data["overflow"]
        while waiting:
            x = waiting.pop()
            for action in maps:
                if action[x] not in self.times:
                    self.times[action[x]] = [action[y] for y in self.times[x]]
                    waiting.append(action[x])
        need(len(self.times) == count, "actions: they do not lead to every element")
        need(over == -1 or 0 < over < count and all(a[over] == over for a in maps), "overflow: it does not absorb")

    def read_rule(self):
        data = self.data
        (self.alpha, self.beta), self.p, self.c, self.w = data["slopes"], data["period"], data["threshold"], data["clamp"]
        need(min(self.alpha, self.beta, self.p, self.w) > 0, "slopes, period, clamp: not positive")
        self.classes = (self.c + self.p) ** 2 * (2 * self.w + 1)
        need(len(data["table"]) == self.size * self.classes, "table: the wrong length")
        self.sets = {}

    def place(self, q, i, j, difference=None):
        small = [n if n < self.c else self.c + (n - self.c) % self.p for n in (i, j)]
        d = self.alpha * i - self.beta * j if difference is None else difference
        return ((q * (self.c + self.p) + small[0]) * (self.c + self.p) + small[1]) * (2 * self.w + 1) + max(-self.w, min(self.w, d)) + self.w

    def outcomes(self, i, j):
        """All q for which (q, i, j) is P, and all for which it is unknown."""
        first = self.place(0, i, j)
        if first not in self.sets:
            cells = self.data["table"][first::self.classes]
            self.sets[first] = tuple(sum(1 << q for q, cell in enumerate(cells) if cell == wanted) for wanted in "P?")
        return self.sets[first]

    def pull(self, x, target):
        """All z for which xz is in a set."""
        return sum(1 << z for z, y in enumerate(self.times[x]) if target >> y & 1)

    def read_heaps(self):
        """Notes for all kinds of heaps: a heap, its value, those of its options, and the rests beside which it is in the universe."""
        data, self.kinds = self.data, {}
        phi = self.phi = [[0, 0, 0], *data["phi"]]
        a, b = data["counters"]
        need(len(phi) == data["heaps"] + 1 and all(v[0] < self.size for v in phi if v), "phi: not values of the heaps 1 to n")
        need(a < len(phi) and b < len(phi) and phi[a] == [0, 1, 0] and phi[b] == [0, 0, 1], "counters: their values")
        for heap, action in data["actions"].items():
            need(HEAP.fullmatch(heap) and int(heap) < len(phi) and phi[int(heap)] == [action[0], 0, 0], f"actions: not that of heap {heap}")
        outside = 0 if data["overflow"] < 0 else 1 << data["overflow"]
        for heap in (h for h in range(1, len(phi)) if phi[h]):
            targets = set()
            for option in self.options(heap):
                need(all(phi[part] for part in option), f"phi: a move of heap {heap} leaves a heap without a value")
                value = 0
                for part in option:
                    value = self.times[value][phi[part][0]]
                targets.add((value, sum(phi[part][1] for part in option), sum(phi[part][2] for part in option)))
            if not targets:
                need(phi[heap] == [0, 0, 0], f"phi: heap {heap} has no option, but not the value of the empty sum")
                continue
            inside = ~self.pull(phi[heap][0], outside) & ((1 << self.size) - 1)
            need(not any(inside & self.pull(q, outside) for q, _, _ in targets), f"overflow: a move of heap {heap} leads there")
            kind = (tuple(phi[heap]), tuple(sorted(targets)))
            self.kinds.setdefault(kind, (heap, inside))
            for counter in (a, b):
                if heap == counter:
                    self.kinds[counter] = kind
        need(a in self.kinds and b in self.kinds, "counters: one has no option")
        self.counters = [self.kinds.pop(a), self.kinds.pop(b)]

    def box(self):
        """How far i and j are checked. From self.near on, conditions depend on a counter modulo the period only."""
        drop = max(max(value[1:]) for value, _ in self.kinds)
        shift = max(abs(self.alpha * (t[1] - v[1]) - self.beta * (t[2] - v[2])) for v, targets in self.kinds for t in targets)
        near = self.near = self.c + drop

        def side(own, other):
            return max(near + other * self.p, -((other * (near + own * self.p) + self.w + shift) // -own) + self.p) + 1
        return side(self.alpha, self.beta), side(self.beta, self.alpha)

    def lacks(self, i, j):
        """For each kind the rests beside which the sum is claimed N, but no move in the heap wins. No move leads from P to P."""
        lacks = {}
        for kind, (heap, inside) in self.kinds.items():
            value, targets = kind
            if i < value[1] or j < value[2]:
                continue
            sets = []
            for q, u, v in (value, *targets):
                is_p, unknown = self.outcomes(i - value[1] + u, j - value[2] + v)
                need(not inside & self.pull(q, unknown), f"table: an unknown outcome is used at heap {heap}, counters {i}, {j}")
                sets.append(self.pull(q, is_p))
            wins = 0
            for won in sets[1:]:
                wins |= won
            need(not inside & sets[0] & wins, f"table: a move of heap {heap} leads from P to P, counters {i}, {j}")
            lacks[kind] = inside & ~sets[0] & ~wins
        return lacks

    def no_lost_sum(self, i, j, lacks):
        """Follows words of heaps beside copies of the counters: the product x so far, its part u of i and v of j, and all rests z."""
        exact = [i < self.near, j < self.near]  # then the parts are counted, else only whether there are any

        def is_lost(x, parts):
            needed = [part < whole if known else not part for part, whole, known in zip(parts, (i, j), exact)]
            has_move = any(need_it and not lacks.get(kind, 0) >> x & 1 for need_it, kind in zip(needed, self.counters))
            return x != self.data["overflow"] and not self.outcomes(i, j)[0] >> x & 1 and not has_move
        need((i, j) == (0, 0) or not is_lost(0, (0, 0)), f"table: copies of the counters, {i} and {j}, have no move into P")
        kinds = [kind for kind in lacks if lacks[kind] and kind not in self.counters]
        seen, before, waiting = {}, {}, [((0, 0, 0), (1 << self.size) - 1)]  # the empty sum is never in `seen`
        while waiting:
            (x, u, v), rests = waiting.pop()
            for kind in kinds:
                (q, more_u, more_v), _ = kind
                parts = (u + more_u, v + more_v)
                if any(known and part > whole for part, whole, known in zip(parts, (i, j), exact)):
                    continue
                parts = tuple(part if known else min(part, 1) for part, known in zip(parts, exact))
                if (x, kind) not in before:
                    before[x, kind] = self.pull(x, lacks[kind])
                state = (self.times[x][q], *parts)
                possible = before[x, kind] & ~seen.get(state, 0)
                found = possible and possible & self.pull(q, rests)
                if found:
                    need(not (found & 1 and is_lost(state[0], parts)), f"table: a sum with heap {self.kinds[kind][0]} has no move into P, counters {i}, {j}")
                    seen[state] = seen.get(state, 0) | found
                    waiting.append((state, found))

    def depends(self):
        """Whether an outcome depends on the difference, while both counters are large and keep their residues."""
        step, table, large = gcd(self.alpha, self.beta) * self.p, self.data["table"], range(self.c, self.c + self.p)
        for q in set(range(self.size)) - {self.data["overflow"]}:
            for i, j in ((i, j) for i in large for j in large):
                here = self.alpha * i - self.beta * j
                occur = [d for d in range(-self.w, self.w + 1) if abs(d) == self.w or (d - here) % step == 0]
                if {"P", "N"} <= {table[self.place(q, i, j, d)] for d in occur}:
                    return True
        return False
