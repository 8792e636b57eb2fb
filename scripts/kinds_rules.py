"""The rules of a certificate of format 4 (docs/certificates.md), for check_kinds.py: their options, values and bounds.

A kind is a place in `rules`, a position (kind, size); a kind without a size has one position, of size 0.
"""

from functools import reduce
from itertools import chain
from math import comb
from operator import xor

from forms import POSITIVE, WHOLE, fits, need

INTEGER = range(-(1 << 48), 1 << 48)
CUT = {"sum": INTEGER, "coordinates": [{"least": INTEGER, "parts": [(WHOLE, INTEGER)]}], "modulus": POSITIVE,
       "allowed": (None, [[WHOLE]]), "order": (None, dict)}
RULE = {"from": INTEGER, "modulus": POSITIVE, "residues": [WHOLE], "before": [INTEGER], "fixed": [(WHOLE, WHOLE)],
        "joint": [(WHOLE, INTEGER)], "cut": (None, CUT)}
BEYOND, LEAST_BEYOND = 40, 60


class Rule:
    """A rule; without a cut it has no coordinates."""

    def __init__(self, data):
        self.start, self.modulus, self.fixed, self.joint = data["from"], data["modulus"], data["fixed"], data["joint"]
        self.residues, self.before = set(data["residues"]), set(data["before"])
        need(all(r < self.modulus for r in self.residues), "rules: a residue is not below its modulus")
        need(all(n < self.start for n in self.before), "rules: `before` has a number that is not below `from`")
        cut = data["cut"] or {"sum": 0, "coordinates": [], "modulus": 1, "allowed": None, "order": None}
        need(data["cut"] is None or cut["coordinates"], "rules: a cut without coordinates")
        self.sum, self.step, self.order, self.not_in, self.at_most = cut["sum"], cut["modulus"], cut["order"], [], None
        self.lows = [x["least"] for x in cut["coordinates"]]
        self.parts = [x["parts"] for x in cut["coordinates"]]
        self.least_sum = self.sum + sum(self.lows)
        self.columns = [[] for _ in self.lows]  # for each coordinate the values of its parts, from its least value on
        self.allowed = cut["allowed"] and set(map(tuple, cut["allowed"]))
        if cut["allowed"] is not None:
            right = all(len(row) == len(self.lows) and max(row) < self.step for row in cut["allowed"])
            need(right and self.allowed, "rules: `allowed` does not fit its cut")
        if self.order is not None:
            need(len(self.lows) == 2, "rules: an order without two coordinates")
            if fits(self.order, {"not_in": [INTEGER]}) and self.order["not_in"]:
                self.not_in = self.order["not_in"]
            else:
                need(fits(self.order, {"at_most": INTEGER}), "rules: an order of neither form")
                self.at_most = self.order["at_most"]

    def applies(self, n):
        return n % self.modulus in self.residues if n >= self.start else n in self.before

    def first(self, least):
        """The first n from which the rule may have options; None if there is none."""
        least = max(least, self.least_sum) if self.lows else least
        later = max(least, self.start)
        found = [n for n in self.before if n >= least] + [later + (r - later) % self.modulus for r in self.residues]
        return min(found, default=None)

    def divided(self, left, j=0):
        """All (a_j, ..., a_r) with a sum, but for residues and the order."""
        if j >= len(self.lows) - 1:
            yield from [(left,)[:len(self.lows)]] if not self.lows or left >= self.lows[j] else ()
        else:
            for a in range(self.lows[j], left - sum(self.lows[j + 1:]) + 1):
                for others in self.divided(left - a, j + 1):
                    yield a, *others

    def allows(self, n, a):
        difference = a[0] - a[1] if self.order else 0
        orderly = difference not in self.not_in and (self.at_most is None or difference <= self.at_most)
        return orderly and (not self.allowed or tuple(x % self.step for x in (n, *a[:-1])) in self.allowed)

    def choices(self, n, work):
        """All (a_1, ..., a_r)."""
        for a in self.divided(n - self.sum) if self.applies(n) else ():
            work.turn()
            if self.allows(n, a):
                yield a

    def options(self, n, work):
        """All options of n, each a list of positions."""
        for a in self.choices(n, work):
            cut = [(q, x + o) for x, parts in zip(a, self.parts) for q, o in parts]
            yield [*map(tuple, self.fixed), *[(q, n - d) for q, d in self.joint], *cut]

    def highest(self, j, n):
        """A bound of a_j."""
        most = n - self.least_sum + self.lows[j]
        return most if self.at_most is None or j == 1 else min(most, (n - self.sum + self.at_most) // 2)

    def edges(self, least):
        """For each part that is not fixed its kind, and the largest difference of its size and n."""
        n = self.first(least)
        if n is not None:  # the differences do not grow with n
            yield from ((q, -d) for q, d in self.joint)
            yield from ((q, self.highest(j, n) + o - n) for j, parts in enumerate(self.parts) for q, o in parts)

    def least_parts(self, least):
        """All parts, where they are smallest."""
        n = self.first(least)
        if n is not None:
            yield from map(tuple, self.fixed)
            yield from ((q, n - d) for q, d in self.joint)
            yield from ((q, low + o) for low, parts in zip(self.lows, self.parts) for q, o in parts)

    def bound(self, n0, period):
        """The bound of theorem `kinds` for the kind of the rule, from the preperiods of all kinds."""
        bounds, c = [self.start] + [n0[q] + d for q, d in self.joint], self.sum
        t = [max([low] + [n0[q] - o for q, o in parts]) for low, parts in zip(self.lows, self.parts)]
        if t:
            bounds.append(c + sum(t) + (len(t) - 1) * (period - 1))
        if self.not_in:
            apart = {e + 2 * period for e in self.not_in}.isdisjoint(self.not_in)
            need(apart, "joint: an order excludes two differences that are twice this number apart")
            bounds.append(c + 2 * t[1] + 2 * period - 1 + max(self.not_in))
            bounds.append(c + 2 * t[0] + 2 * period - 1 - min(self.not_in))
        if self.at_most is not None:
            bounds += [c + 2 * t[0] + 2 * period - 2 - self.at_most, c + 2 * t[1] + self.at_most - 1]
        return max(bounds)

    def count(self, top):
        """About how many options there are, for all n up to a largest one."""
        size, r = max(top - self.least_sum + 1, 0), len(self.lows)
        number = comb(size + r - 1, r) if r else max(top, 0)
        share = len(self.allowed) * self.step ** -r if self.allowed else 1
        return int(number * share * len(self.residues) / self.modulus)

    def values(self, n, at):
        """The values of all options of n, many at once; `at` gives that of a part."""
        found, rows = set(), self.allowed and {row[1:] for row in self.allowed if row[0] == n % self.step}
        if self.lows and n < self.least_sum or rows == set():
            return found
        base = reduce(xor, [at(q, x) for q, x in self.fixed] + [at(q, n - d) for q, d in self.joint], 0)
        if not self.lows:
            return {base}
        for j, (column, low, parts) in enumerate(zip(self.columns, self.lows, self.parts)):
            for a in range(low + len(column), self.highest(j, n) + 1):
                column.append(reduce(xor, [at(q, a + o) for q, o in parts], 0))
        self.gather(0, n - self.sum, base, rows, found)
        return found

    def gather(self, j, left, base, rows, found):
        """Adds the values of all ways to divide `left` among the coordinates from j on."""
        low, column, rest = self.lows[j], self.columns[j], sum(self.lows[j + 1:])
        if j == len(self.lows) - 1:
            found.add(base ^ column[left - low])
        elif j == len(self.lows) - 2:
            other, most = self.columns[j + 1], self.highest(0, left + self.sum) if j == 0 else left - rest
            gaps = sorted((left + e) // 2 for e in set(self.not_in) if (left + e) % 2 == 0)
            gaps = [a for a in gaps if low <= a <= most]
            for start, end in zip([low] + [gap + 1 for gap in gaps], gaps + [most + 1]):
                for residue, step in [(0, 1)] if rows is None else [(row[0], self.step) for row in rows]:
                    a = start + (residue - start) % step
                    if a < end:
                        values = set(map(xor, column[a - low:end - low:step], other[left - a - rest::-step]))
                        found.update([base ^ x for x in values] if base else values)
        else:
            for a in range(low, left - rest + 1):
                inner = rows and {row[1:] for row in rows if row[0] == a % self.step}
                if inner != set():
                    self.gather(j + 1, left - a, base ^ column[a - low], inner, found)


class Kind:
    """A kind with its rules. `known` are its values from the least size on."""

    def __init__(self, data):
        self.label, self.sized, self.least = data["kind"], data["least"] is not None, data["least"] or 0
        self.rules, self.known, self.potential = [Rule(rule) for rule in data["rules"]], [], 0
        plain = self.sized or not any(rule.joint or rule.lows for rule in self.rules)
        need(plain, f"rules: {self.label} has no size, but parts that depend on it")

    def parts(self):
        """The kind of each part, and whether the part needs a size."""
        for rule in self.rules:
            yield from ((q, False) for q, _ in rule.fixed)
            yield from ((q, True) for q, _ in chain(rule.joint, *rule.parts))

    def expanded_to(self):
        """The largest n at which the options of the rules are compared with those of the texts."""
        ends = [max(rule.start + rule.modulus, rule.least_sum + rule.step + max(map(abs, rule.not_in), default=0))
                for rule in self.rules]
        return max([end + BEYOND for end in ends] + [LEAST_BEYOND]) if self.sized else 0
