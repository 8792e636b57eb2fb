"""Checks certificates of format 5, kind misere-quotient, for check_certificate.py: docs/certificates.md.

The actions must define a commutative monoid whose elements are told apart by the P-portion. Then for each heap: no move leads from P to P,
and no sum outside of P lacks a move into P. The second asks for pairs of elements that can be reached (docs/theorems.md, "Misère play").
A set of elements is a whole number, one bit for each element.
"""

import re

from forms import POSITIVE, fits, need

ELEMENT, HEAP = range(1 << 14), re.compile("[1-9][0-9]{0,8}")
FORM = {  # see fits; without `options`, `game` is a code
    "certificate": range(5, 6), "kind": re.compile("misere-quotient"), "game": str, "options": (None, [[[POSITIVE]]]),
    "elements": range(1, 1 + (1 << 14)), "preperiod": (None, POSITIVE), "period": (None, POSITIVE),
    "p": [ELEMENT], "phi": [ELEMENT], "actions": dict}


class Code:
    """A take-and-break code: finite digits, and those that repeat after them."""

    def __init__(self, code):
        kind, _, text = code.partition(":")
        self.tail = []
        if match := re.fullmatch(r"octal:([048Cc]\.[0-9A-Fa-f]*)(?:\(([0-9A-Fa-f]+)\))?", code):
            self.head = [int(digit, 16) for digit in match[1].replace(".", "")]
            self.tail = [int(digit, 16) for digit in match[2] or ""]
        else:
            need(re.fullmatch("(subtraction|all-but):[1-9][0-9]{0,5}(,[1-9][0-9]{0,5})*|all-but:?", code), "game: not a code with heaps")
            numbers = {int(number) for number in text.split(",") if number}
            inside, outside, self.tail = (3, 0, []) if kind == "subtraction" else (0, 3, [3])
            self.head = [0] + [inside if n in numbers else outside for n in range(1, max(numbers, default=0) + 1)]
        while not self.tail and self.head[-1] == 0 and len(self.head) > 1:
            self.head.pop()
        self.parts = max(1, max(self.head + self.tail).bit_length() - 1)

    def digit(self, place):
        if place < len(self.head):
            return self.head[place]
        return self.tail[(place - len(self.head)) % len(self.tail)] if self.tail else 0

    def options(self, n):
        for place in range(n + 1 if self.tail else min(n + 1, len(self.head))):
            digit, rest = self.digit(place), n - place
            if digit & 1 and rest == 0:
                yield ()
            if digit & 2 and rest and place:
                yield (rest,)
            if digit & 4:
                yield from ((a, rest - a) for a in range(1, rest // 2 + 1))
            if digit & 8:
                yield from ((a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1))

    def enough(self, preperiod, period):
        """M: right up to here, the values are right for all heaps."""
        known = self.parts * (preperiod + period - 1)
        if not self.tail:
            return known + len(self.head) - 1
        need(period % len(self.tail) == 0, "period: no multiple of the period of the digits")
        return known + len(self.head) + period - 1


class Monoid:
    """Commuting maps that lead from 0 to every element. `times[x][y]` is the product, `wins[x]` all z for which xz is in P."""

    def __init__(self, count, actions, p):
        maps = list(actions.values())
        need(all(fits(a, [range(count)]) and len(a) == count for a in maps), "actions: not maps of the elements")
        need(all(f[g[x]] == g[f[x]] for f in maps for g in maps for x in range(count)), "actions: they do not commute")
        self.count, self.times, waiting = count, {0: list(range(count))}, [0]
        while waiting:
            x = waiting.pop()
            for action in maps:
                if action[x] not in self.times:
                    self.times[action[x]] = [action[y] for y in self.times[x]]
                    waiting.append(action[x])
        need(len(self.times) == count, "actions: they do not lead to every element")
        need(0 not in p and len(set(p)) == len(p) and max(p, default=0) < count, "p: not different elements without the identity")
        inside = sum(1 << x for x in p)
        self.wins = [self.pull(x, inside) for x in range(count)]
        need(len(set(self.wins)) == count, "p: it does not tell all elements apart")

    def pull(self, x, target):
        """All z for which xz is in a set."""
        row = self.times[x]
        return sum(1 << z for z in range(self.count) if target >> row[z] & 1)


class Certificate:
    count = 0  # segments

    def __init__(self, data):
        data = {"options": None, "preperiod": None, "period": None} | data
        need(fits(data, FORM), "not a certificate of this form")
        self.data, options = data, data["options"]
        self.code = Code(data["game"]) if options is None else None
        self.options = self.code.options if self.code else lambda heap: options[heap - 1] if heap else ()
        need(options is None or all(max(o, default=0) <= n for n, os in enumerate(options) for o in os), "options: not of smaller heaps")

    def check(self, most, asked):
        need(not asked, "it has no segments")
        data = self.data
        monoid = Monoid(data["elements"], data["actions"], data["p"])
        last = self.read_values(monoid.count)
        kinds = self.kinds_of_heaps(monoid, last)
        no_lost_sum(monoid, kinds)
        start, period = data["preperiod"], data["period"]
        about = f"period {period} from {start} on, theorem misere-period" if period else "theorem misere-quotient"
        return True, f"complete: misère quotient of {monoid.count} elements, {len(data['p'])} in P, heaps to {last}, {about}"

    def read_values(self, count):
        """Notes the values of all heaps that are checked, and returns the last of them."""
        data, start, period = self.data, self.data["preperiod"], self.data["period"]
        self.phi = phi = [0] + data["phi"]
        need(max(phi) < count, "phi: not an element")
        need((start is None) == (period is None), "preperiod: it needs a period, and a period needs it")
        last = len(phi) - 1
        if period:
            need(self.code and len(phi) == start + period, "phi: not the values below n0 + p")
            need(start == 1 or phi[start - 1] != phi[-1], "preperiod: not the least")
            cycle = phi[start:]
            need(not any(period % q == 0 and cycle == cycle[:q] * (period // q) for q in range(1, period)), "period: not the least")
            last = self.code.enough(start, period)
            while len(phi) <= last:
                phi.append(phi[-period])
        need(self.code or last <= len(data["options"]), "phi: values of heaps without options")
        for heap, action in data["actions"].items():
            need(HEAP.fullmatch(heap) and int(heap) <= last and phi[int(heap)] == action[0], f"actions: not that of heap {heap}")
        return last

    def kinds_of_heaps(self, monoid, last):
        """For each different heap its value, and the rests beside which it is no winning move that the sum is outside of P."""
        kinds, times, phi = {}, monoid.times, self.phi
        for heap in range(1, last + 1):
            targets = set()
            for option in self.options(heap):
                value = 0
                for part in option:
                    value = times[value][phi[part]]
                targets.add(value)
            if not targets:
                need(phi[heap] == 0, f"phi: heap {heap} has no option, but not the value of the empty sum")
                continue
            wins = 0
            for target in targets:
                wins |= monoid.wins[target]
            need(not wins & monoid.wins[phi[heap]], f"phi: a move of heap {heap} leads from P to P")
            lacks = ~(wins | monoid.wins[phi[heap]]) & ((1 << monoid.count) - 1)
            if lacks:
                kinds.setdefault((phi[heap], lacks), heap)
        return kinds


def no_lost_sum(monoid, kinds):
    """`lost[x]`: all z such that some sum of value x, not empty, has no winning move beside a rest of value z."""
    lost = {}
    for (value, lacks), heap in kinds.items():
        layer = [(0, ~monoid.wins[0] & ((1 << monoid.count) - 1)), *lost.items()]  # the empty sum is never in `lost`
        while layer:
            more = {}
            for x, rests in layer:
                product = monoid.times[x][value]
                found = monoid.pull(value, rests) & monoid.pull(x, lacks) & ~lost.get(product, 0)
                need(not found & 1, f"phi: a sum with heap {heap} as its largest is outside of P, but has no move into P")
                if found:
                    more[product] = more.get(product, 0) | found
            for x, found in more.items():
                lost[x] = lost.get(x, 0) | found
            layer = list(more.items())
