"""Checks certificates of format 4, of games of several kinds of heaps, for check_certificate.py: docs/certificates.md.

It reads the moves itself (read_moves.py), compares their options with those of the rules in the certificate
(kinds_rules.py), and computes all values from these rules.
"""

import re
import sys
from functools import reduce
from itertools import chain, count, filterfalse, product
from operator import xor

from forms import HASH, HASHED, POSITIVE, VALUE, WHOLE, WITNESS, digest_of, fits, need, primes_of
from kinds_rules import LEAST_BEYOND, RULE, Kind
from read_moves import Game, TooLong, Work

CLAIM = {"kind": WHOLE, "preperiod": WHOLE, "period": POSITIVE, "saltus": WHOLE, "bound": WHOLE, "checked_to": WHOLE,
         "least": {"preperiod": (None, WITNESS), "period": [WITNESS]}, "window": [VALUE],
         "prefix": {"length": WHOLE, "sha256": HASH}}
FORM = {  # see fits
    "certificate": range(4, 5),
    "game": {"kinds": (None, [str]), "moves": [str], "positions": (None, str), "asked": (None, str),
             "parameters": [str]},
    "theorem": re.compile("(arithmetic-)?kinds"), "low_bits": (None, range(7)), "joint": POSITIVE,
    "rules": [{"kind": str, "least": (None, WHOLE), "rules": [RULE]}], "claims": [CLAIM]}
STEPS = 50  # of an option that is looked at alone
sys.setrecursionlimit(10_000)  # for texts with many brackets, and fixed parts ahead of their time


def mex(found):
    return next(filterfalse(found.__contains__, count()))


def reduced(option):
    """An option up to order, without pairs of equal parts."""
    return tuple(sorted(reduce(lambda odd, part: odd ^ {part}, option, frozenset())))


class Certificate:
    """What is claimed. Each check raises a ValueError if something is wrong."""

    count = 1  # of segments

    def __init__(self, data):
        need(type(data) is dict and data.keys() == FORM.keys(), f"not an object of {', '.join(FORM)}")
        for key, form in FORM.items():
            need(fits(data[key], form), f"{key}: not of the right form")
        self.theorem, self.low_bits, self.period = data["theorem"], data["low_bits"], data["joint"]
        need((self.theorem == "kinds") == (self.low_bits is None), "low_bits: for arithmetic-kinds, and only for it")
        self.kinds, self.text = [Kind(entry) for entry in data["rules"]], Game(data["game"], Work(1 << 20))
        self.names = [self.text.kind_of(kind.label) for kind in self.kinds]
        self.places = {name: k for k, name in enumerate(self.names)}
        need(len(self.places) == len(self.kinds), "rules: a kind stands there twice")
        for kind, (name, _) in zip(self.kinds, self.names):
            right = kind.sized == (self.text.long[name] is not None)
            need(right, f"rules: {kind.label} must {'have no' if kind.sized else 'have a'} `least`")
            known = all(q < len(self.kinds) and (self.kinds[q].sized or not sized) for q, sized in kind.parts())
            need(known, f"rules: a part of {kind.label} is of a kind that is none, or has no size")
        self.roots = self.find_roots()
        reached = frozenset().union(*map(self.reach_of, self.roots))
        self.reach = {k: self.reach_of(k) for k in sorted(reached)}  # what each of these kinds leads to
        self.take_claims(data["claims"])
        self.check_numbers()
        self.check_plays()
        self.ahead, self.open, self.work = {}, set(), self.text.work  # see at

    def find_roots(self):
        """The kinds that are asked for."""
        if self.text.asked:
            asked = {self.text.kind_asked(n) for n in range(LEAST_BEYOND)}
            need(asked <= self.places.keys(), "rules: the kind that is asked for is not there")
            return sorted(self.places[name] for name in asked)
        need(len(self.kinds) == len(self.text.labels) or not self.text.named, "rules: not all kinds are there")
        return range(len(self.kinds))

    def reach_of(self, k):
        found, todo = {k}, [k]
        while todo:
            new = {q for q, _ in self.kinds[todo.pop()].parts()} - found
            found |= new
            todo += new
        return frozenset(found)

    def take_claims(self, claims):
        """Makes the numbers of the claims those of the kinds."""
        sized = [k for k in self.reach if self.kinds[k].sized]
        given = [claim["kind"] for claim in claims]
        need(sized and given == sized, "claims: not those of all kinds that have a size and can be reached")
        self.sized = [self.kinds[k] for k in sized]
        for kind, claim in zip(self.sized, claims):
            vars(kind).update({**claim, "least": kind.least, "witnesses": claim["least"]})
            need(self.period % kind.period == 0, f"joint: not a multiple of the period of {kind.label}")
            kind.rise = kind.saltus * (self.period // kind.period)  # within the joint period

    def check_numbers(self):
        """That the numbers of the claims agree with each other and with the theorem."""
        rising, power = self.theorem == "arithmetic-kinds", 1 << (self.low_bits or 0)
        last = max(kind.bound for kind in self.sized) + 2 * self.period - 1
        n0 = {k: self.kinds[k].preperiod for k in self.reach if self.kinds[k].sized}
        for kind in self.sized:
            who, moduli = kind.label, [x for rule in kind.rules for x in (rule.modulus, rule.step)]
            need(all(self.period % x == 0 for x in moduli), f"joint: not a multiple of a modulus of {who}")
            need(rising or kind.saltus == 0, f"saltus: {self.theorem} speaks of 0 only")
            need(kind.rise % power == 0, f"low_bits: {power} does not divide what {who} rises in `joint`")
            need(kind.preperiod >= kind.least, f"preperiod: {who} begins later")
            bound = max([kind.preperiod] + [rule.bound(n0, self.period) for rule in kind.rules])
            need(kind.bound == bound or rising and kind.bound > bound, f"bound: {who} needs {bound}")
            need(kind.checked_to == (last if rising else bound - 1 + self.period), f"checked_to: not that of {who}")
            count = min(kind.bound - kind.preperiod, 1 << 16)
            need(len(kind.window) == count, f"window: not the right number of values of {who}")
            length = min(kind.checked_to - kind.least + 1, HASHED)
            need(kind.prefix["length"] == length, f"prefix: not the length there must be for {who}")
            self.check_least(kind, kind.preperiod, kind.period, kind.saltus)

    def check_least(self, kind, n0, p, s):
        """That there is a witness against the preperiod n0 - 1, and for each prime q of p one against p/q."""
        before, periods, who = kind.witnesses["preperiod"], kind.witnesses["period"], f"least: {kind.label}"
        right = (before is None) == (n0 == kind.least)
        need(right, f"{who}: a preperiod above the first n, and no other, needs a witness")
        wanted = [(p // q, s // q) for q in primes_of(p) if s % q == 0]
        given = [(w["period"], w["saltus"]) for w in periods]
        need(given == wanted, f"{who}: not a witness for each prime of the period")
        need(all(n0 <= w["n"] <= kind.checked_to - w["period"] for w in periods), f"{who}: a witness is out of range")
        if before:
            place = (before["period"], before["saltus"], before["n"])
            need(place == (p, s, n0 - 1), f"{who}: the witness of the preperiod is not one for the place before it")
        kind.witnesses = periods + ([before] if before else [])
        need(all(w["values"][1] != w["values"][0] + w["saltus"] for w in kind.witnesses), f"{who}: a witness agrees")

    def check_plays(self):
        """That all parts are positions, and that (K + 1) n + potential falls with each that is not fixed (K kinds)."""
        self.scale = len(self.sized) + 1
        edges = [(kind, self.kinds[q], self.scale * w + 1)
                 for kind in self.sized for rule in kind.rules for q, w in rule.edges(kind.least)]
        for _ in range(self.scale + 1):
            raised = [edge for edge in edges if edge[1].potential + edge[2] > edge[0].potential]
            if not raised:
                break
            for kind, part, weight in raised:
                kind.potential = max(kind.potential, part.potential + weight)
        need(not raised, "rules: plays may have no end, as n does not fall on a circle of kinds")
        for kind in map(self.kinds.__getitem__, self.reach):
            for q, x in chain(*[rule.least_parts(kind.least) for rule in kind.rules]):
                right = x >= self.kinds[q].least and (self.kinds[q].sized or x == 0)
                need(right, f"rules: {kind.label} may lead to {self.words((q, x))}, which is no position")

    def words(self, *option):
        shown = [f"{self.kinds[q].label} at {x}" if self.kinds[q].sized else self.kinds[q].label for q, x in option]
        return " & ".join(shown) or "nothing"

    def check_texts(self):
        """That the texts have the options of the rules, up to some n; returns the options of the texts."""
        compared = {}
        for k in self.reach:
            kind, name = self.kinds[k], self.names[k]
            for n in range(kind.expanded_to() + 1):
                self.work.turn()
                exists = self.text.exists(name, n)
                need(exists == (n >= kind.least), f"game: {self.words((k, n))} is {'' if exists else 'not '}a position")
                if exists:
                    compared[k, n] = written = {reduced(option) for option in self.written_options(k, n)}
                    ruled = {reduced(option) for rule in kind.rules for option in rule.options(n, self.work)}
                    for option in sorted(written ^ ruled)[:1]:
                        one, other = ("texts", "rules") if option in written else ("rules", "texts")
                        where, to = self.words((k, n)), self.words(*option)
                        raise ValueError(f"rules: the {one} lead from {where} to {to}, the {other} do not")
        if not self.text.named and not self.text.asked:
            self.check_all_there()
        return compared

    def written_options(self, k, n):
        for option in self.text.options(self.names[k], n):
            need(all(part in self.places for part, _ in option), f"rules: {self.words((k, n))} leads to other kinds")
            option = [(self.places[part], x) for part, x in option]
            wrong = [(q, x) for q, x in option if x < self.kinds[q].least]
            need(not wrong, f"game: {self.words((k, n))} leads to {self.words(*wrong)}, which is no position")
            yield option

    def check_all_there(self):
        """That bounded coordinates just beyond those of the kinds make no positions."""
        for bounded in product(*[range(max(values) + 2) for values in zip(*[values for _, values in self.names])]):
            for n in range(LEAST_BEYOND if ("", bounded) not in self.places else 0):
                self.work.turn()
                there = self.text.exists(("", bounded), n)
                need(not there, f"rules: the kind {','.join(map(str, bounded))} is not there, but has positions")

    def at(self, k, n):
        """The value of a position: a known one, or that of a fixed part ahead of its time."""
        kind = self.kinds[k]
        if n - kind.least < len(kind.known):
            return kind.known[n - kind.least]
        if (k, n) not in self.ahead:
            need((k, n) not in self.open, f"rules: a play may come back to {self.words((k, n))}")
            self.open.add((k, n))
            self.ahead[k, n] = self.value_of(chain(*[rule.options(n, self.work) for rule in kind.rules]))
            self.open.remove((k, n))
        return self.ahead[k, n]

    def value_of(self, options):
        return mex({reduce(xor, [self.at(*part) for part in option], 0) for option in options})

    def last(self, kind, end):
        """The largest size of a kind whose time, (K + 1) n + potential, is not after the end."""
        return (end - kind.potential) // self.scale if kind.sized else 0

    def cost(self, end):
        """About how many steps it takes to compute all values up to a time."""
        tops = [(kind, max(self.last(kind, end), 0)) for kind in self.sized]
        return sum(rule.count(top) + 10 * top for kind, top in tops for rule in kind.rules)

    def compute(self, most):
        """All values of the claims, if that takes at most so many steps, else the first ones; whether all."""
        fixed = [(self.kinds[q], x) for k in self.reach for rule in self.kinds[k].rules for q, x in rule.fixed]
        top = max(kind.checked_to for kind in self.sized)
        sizes = [(kind, top) for kind in self.sized] + [(kind, x) for kind, x in fixed if kind.sized]
        end = max(self.scale * n + kind.potential for kind, n in sizes)
        complete = self.cost(end) <= most
        while end > 0 and self.cost(end) > most:
            end //= 2
        # Sets of kinds that lead to each other; those that others lead to come first.
        for group in sorted(set(self.reach.values()), key=len):
            order = sorted((self.kinds[k] for k in self.reach if self.reach[k] == group),
                           key=lambda kind: kind.potential % self.scale)
            for time in range(min(kind.potential for kind in order) // self.scale, end // self.scale + 1):
                for kind in order:
                    n = time - kind.potential // self.scale
                    if kind.least <= n <= self.last(kind, end):
                        values = [rule.values(n, self.at) for rule in kind.rules if rule.applies(n)]
                        kind.known.append(mex(set().union(*values)))
        return complete

    def check_values(self, kind, complete):
        """What is claimed of a kind, against its values, as far as they are known."""
        who, least, p = kind.label, kind.least, kind.period
        values = kind.known[:kind.checked_to - least + 1]
        tail = values[kind.preperiod - least:]
        need(all(x == y for x, y in zip(tail, kind.window)), f"window: not the values of {who}")
        need(all(y == x + kind.saltus for x, y in zip(tail, tail[p:])), f"period: not one of the values of {who}")
        for w in kind.witnesses:
            known = [values[n - least] for n in (w["n"], w["n"] + w["period"]) if n - least < len(values)]
            need(known == w["values"][:len(known)], f"least: a wrong value of {who}")
        if complete:
            need(digest_of(values[:HASHED]) == kind.prefix["sha256"], f"prefix: the hash of {who} is wrong")

    def check(self, most, _):
        """Checks all; whether the claims are proved, and what was checked."""
        left, compared, complete, self.work.left = [], {}, False, most // STEPS
        try:
            compared = self.check_texts()
        except TooLong:
            left.append("whether the texts have the options of the rules")
        self.work.left = most // STEPS
        try:
            complete = self.compute(most)
        except TooLong:  # for fixed parts ahead of their time
            self.open.clear()
        for (k, n), options in compared.items():
            if n - self.kinds[k].least < len(self.kinds[k].known):
                need(self.value_of(options) == self.at(k, n), f"a wrong value of {self.words((k, n))} was computed")
        for kind in self.sized:
            self.check_values(kind, complete)
        if not complete:
            left.append("the other values")
        if self.theorem == "arithmetic-kinds" and not (complete and Rising(self).check(most)):
            left.append("conditions 2 and 3 of arithmetic-kinds")
        claims = [f"{kind.label}, preperiod {kind.preperiod}, period {kind.period}, saltus {kind.saltus}"
                  for kind in map(self.kinds.__getitem__, self.roots) if kind.sized]
        claim = "; ".join(claims[:3] + [f"{len(claims) - 3} more"] * (len(claims) > 3))
        if left:
            return False, f"NOT COMPLETE: {claim}: not checked: {', '.join(left)}, so that this is no proof"
        return True, f"complete: {claim}"


class Rising:
    """Conditions 0, 2 and 3 of arithmetic-kinds."""

    def __init__(self, certificate):
        self.at, self.kinds, self.sized = certificate.at, certificate.kinds, certificate.sized
        self.period, self.bits, self.work = certificate.period, certificate.low_bits, certificate.work

    def rise(self, part):
        return self.kinds[part[0]].rise

    def high(self, part):
        return self.at(*part) >> self.bits

    def check(self, most):
        """That they hold, if that takes at most so many steps; whether it was checked."""
        self.work.left = most // STEPS
        for kind in self.sized:
            for rule in kind.rules:
                self.prepare(kind, rule)
        try:
            for kind in self.sized:
                for n in range(kind.bound, kind.bound + 2 * self.period):
                    self.check_size(kind, n)
        except TooLong:
            return False
        return True

    def prepare(self, kind, rule):
        """A rule without a cut counts as one with the coordinate n. Condition 0."""
        if not rule.lows:
            rule.lows, rule.parts, rule.joint = [kind.least], [[(q, -d) for q, d in rule.joint]], []
            rule.least_sum = kind.least
        moving = [parts + rule.joint for parts in rule.parts]
        rule.single = len(rule.fixed) + len(rule.joint) + sum(map(len, rule.parts)) == 1 and rule.order is None
        rule.faster = any(sum(map(self.rise, parts)) > kind.rise for parts in moving)
        right = not rule.faster or rule.single and len(rule.lows) == 1
        need(right, f"theorem: parts of {kind.label} rise faster than it (condition 0)")

    def check_size(self, kind, n):
        """Conditions 2 and 3 for a position."""
        value, early, doing = kind.known[n - kind.least], n < kind.bound + self.period, (set(), set(), set())
        for rule in kind.rules:
            fixed, joint = [tuple(part) for part in rule.fixed], [(q, n - d) for q, d in rule.joint]
            for a in rule.choices(n, self.work):
                cut = [[(q, x + o) for q, o in parts] for x, parts in zip(a, rule.parts)]
                values = [self.at(*part) for part in chain(fixed, joint, *cut)]
                total = reduce(xor, values, 0)
                differs = not early or self.differs(kind, value, rule, cut, joint, values)
                need(differs, f"theorem: an option of {kind.label} at {n} may get its value (condition 2)")
                if total < value:
                    for found, does in zip(doing, self.does(kind, rule, a, cut, joint, total)):
                        found.update([total] * does)
        need(self.covered(value, kind.rise, *doing), f"theorem: values below {kind.label} at {n} may go (condition 3)")

    def differs(self, kind, value, rule, cut, joint, values):
        """Condition 2 for an option: (a), unless its part rises faster, or (b)."""
        total, low = reduce(xor, values, 0), (1 << self.bits) - 1
        if not rule.faster and (total & low != value & low or sum(x >> self.bits for x in values) < value >> self.bits):
            return True
        if not rule.single or total == value:
            return False
        if rule.fixed:
            return kind.rise == 0 or total < value
        part, j = next((part, j) for j, parts in enumerate(cut + [joint]) for part in parts)
        slacks = len(cut) - 1 if j < len(cut) else 0  # a joint part moves with every coordinate
        if slacks > 1 or self.rise(part) != kind.rise:
            return slacks < 2 and (total > value) == (self.rise(part) > kind.rise)
        least = max(rule.lows[j] + rule.parts[j][0][1], self.kinds[part[0]].preperiod) if slacks else 0
        return kind.rise == 0 or slacks == 0 or part[1] >= least + self.period or total < value

    def does(self, kind, rule, a, cut, joint, total):
        """Whether an option may stay, may rise, may do both with different coordinates."""
        moving = [[part for part in parts + joint if self.rise(part)] for parts in cut]
        large = [all(x >= self.kinds[q].preperiod for q, x in parts + joint) for parts in cut]
        raised = [j for j in range(len(cut)) if large[j] and (not rule.order or self.orderly(rule, j, a[0] - a[1]))]
        stays = any(not moving[j] for j in raised)
        alone = [j for j in range(len(cut)) if large[j] and len(moving[j]) == 1 and not any(map(self.rise, joint))]
        kept = [(self.rise(moving[j][0]), self.high(moving[j][0])) for j in alone]
        pairs = [(alone[x], alone[y]) for y in range(len(alone)) for x in range(y) if kept[x] == kept[y]]
        up = [j for j in raised if len(moving[j]) == 1 and self.rise(moving[j][0]) == kind.rise
              and self.high(moving[j][0]) == total >> self.bits]
        both = bool(up) and stays or any(j not in pair for j in up for pair in pairs)
        return stays or bool(pairs), bool(up), both

    def orderly(self, rule, j, difference):
        """Whether the order holds however often a coordinate is raised."""
        if rule.at_most is not None:
            return j == 1
        return difference > max(rule.not_in) - self.period if j == 0 else difference < min(rule.not_in) + self.period

    @staticmethod
    def covered(value, rise, stay, up, both):
        """Condition 3 for a position of this value."""
        if rise == 0:
            return stay.issuperset(range(value))
        most = min(mex(stay), value - 2 * rise)
        least = next(filterfalse(up.__contains__, range(value - 1, -1, -1)), -1) + 1
        return any(both.issuperset(range(u, u + 2 * rise)) for u in range(least, most + 1))
