"""Checks certificates of periods. See check_certificate.py."""

import re
from array import array
from base64 import b64decode
from bisect import bisect
from functools import cache
from itertools import filterfalse
from math import gcd, isqrt
from operator import sub, xor

from forms import HASH, HASHED, POSITIVE, VALUE, WHOLE, WITNESS, digest_of, fits, need, primes_of

COMMON_LIMIT = 1 << 17  # where the table of common values ends
COMPLETE_COST, NO_SPLIT_LIMIT, FIRST_VALUES = 2 * 10**8, 2 * 10**7, 2000
STEPS = 10  # of a value in a segment
FORM = {  # see fits
    "certificate": range(3, 4), "game": str, "theorem": str, "preperiod": WHOLE, "period": POSITIVE,
    "saltus": WHOLE, "checked_to": WHOLE, "agreement": POSITIVE,
    "least": {"preperiod": (None, WITNESS), "period": [WITNESS]}, "window": (None, [VALUE]),
    "prefix": (None, {"length": WHOLE, "sha256": HASH}), "cycle": (None, {"from": WHOLE, "length": WHOLE, "sha256": HASH}),
    "sparse": (None, {"mask": VALUE, "position": bool, "common": range(2), "rares": [(POSITIVE, VALUE)],
                      "witnesses": [POSITIVE], "parts": WHOLE}),
    "segments": (None, {"window": WHOLE, "bits": range(1, 17), "states": [(POSITIVE, str)]})}


@cache
def even_bits(i, size):
    """The numbers below 2 ** size in which bit i is 0, as bits."""
    return ((1 << (1 << size)) - 1) // ((1 << (1 << i)) + 1)


def moved(bits, y):
    """{x ^ y for x in a set}, both as bits of a number."""
    size = max(bits.bit_length(), y + 1).bit_length()
    for i in range(y.bit_length()):
        if y >> i & 1:
            even = even_bits(i, size)
            bits = (bits & even) << (1 << i) | bits >> (1 << i) & even
    return bits


class Game:
    """The rules. `reach` is k, max S or max F; the lists are places, the numbers of tokens a move removes."""

    def __init__(self, code):
        self.code, (self.kind, _, text), self.unequal = code, code.partition(":"), code == "grundys-game"
        digits, numbers = [(0, 4)], []
        if re.fullmatch(r"octal:[048Cc]\.(0|[0-9A-Fa-f]*[1-9A-Fa-f])", code):
            digits = [(place, int(digit, 16)) for place, digit in enumerate(text.replace(".", ""))]
        elif re.fullmatch("(subtraction|all-but):[1-9][0-9]{0,17}(,[1-9][0-9]{0,17})*|all-but:?", code):
            numbers = [int(number) for number in text.split(",") if number]
            need(numbers == sorted(set(numbers)), "game: the numbers do not increase")
            digits = [(number, 3) for number in numbers if self.kind == "subtraction"]
        else:
            need(self.unequal, "game: not a code that can be certified")
        self.forbidden = numbers if self.kind == "all-but" else []
        self.ends, self.singles, self.pairs, self.triples = (
            [place for place, digit in digits if digit & bit] for bit in (1, 2, 4, 8))
        self.reach = max(numbers + [place for place, digit in digits if digit], default=0)
        self.heaps = 3 if self.triples else 2 if self.pairs else 1

    def removals(self, n, before):
        """The values of the options with at most one heap; `before` ends with G(n - 1)."""
        found = {before[-j] for j in self.singles if j < n}
        return found | {0} if n <= self.reach and n in self.ends else found

    def splits(self, n, parts, g):
        """For the splits of n into a and n - j - a, a in `parts`: how far n - j - a is below n, and G(a)."""
        return [(j + a, g[a]) for j in self.pairs for a in parts if j + a < n and 2 * a != n * self.unequal]

    def plain_values(self, limit):
        """G(0), ..., G(limit) of a code or a subtraction game by the rules alone."""
        values, sums, shared = array("I", [0]), [frozenset()], {}
        for n in range(1, limit + 1 if self.heaps < 3 else 1):
            found = self.removals(n, values)
            if self.heaps > 1:
                pairs = frozenset(map(xor, values[1:n // 2 + 1], values[:0:-1]))
                sums.append(shared.setdefault(pairs, pairs))  # of the splits of n
                found.update(*(sums[n - j] for j in self.pairs if j < n))
            values.append(next(filterfalse(found.__contains__, range(len(found) + 1))))
        return values if self.heaps < 3 else self.triple_values(limit)

    def triple_values(self, limit):
        """The same if a move may leave three heaps: a third one, at most as large as the others, beside a pair. Sets are bits of a number."""
        values, sums = array("I", [0]), [0]
        for n in range(1, limit + 1):
            sums.append(sum(1 << x for x in set(map(xor, values[1:n // 2 + 1], values[:0:-1]))))  # of the splits of n
            found = sum(1 << x for x in self.removals(n, values))
            for m in (n - j for j in self.pairs if j < n):
                found |= sums[m]
            for m in (n - j for j in self.triples if j + 2 < n):
                for third, pairs in set(zip(values[1:m // 3 + 1], sums[m - 1:m - m // 3 - 1:-1])):
                    found |= moved(pairs, third)
            values.append((~found & found + 1).bit_length() - 1)
        return values

    def all_but_values(self, limit):
        """G(0), ..., G(limit): x is an option of n if not all heaps below n with this value are forbidden."""
        values, heaps, first, low = array("I"), [0] * (limit + 2), [limit] * (limit + 2), 0
        for n in range(limit + 1):
            while first[low] + self.reach < n:
                low += 1  # from here on always an option
            blocked = [values[n - j] for j in self.forbidden if j <= n]
            x = low
            while heaps[x] > blocked.count(x):
                x += 1
            heaps[x], first[x] = heaps[x] + 1, min(first[x], n)
            values.append(x)
        return values

    def sparse_values(self, space, limit):
        """G(0), ..., G(limit) by the rares found on the way, which must be those listed."""
        values, rares, settled, listed = array("I", [0]), [], 1, iter(space.rares)
        for n in range(1, limit + 1):
            if n <= settled or self.unequal:
                rare_splits = self.splits(n, rares, values)
            value, missing = space.step(self, n, values, rare_splits)
            missing = self.not_split(n, values, missing)
            if missing:
                value = min(missing)
                need(next(listed, None) == [n, value], f"sparse: [{n}, {value}] is rare, rares differs")
                rares.append(n)
                settled = n + self.reach + 1  # from here on all parts are possible
            values.append(value)
        need(next(listed, [limit + 1])[0] > limit, "sparse: rares holds a position that is not rare")
        return values

    def not_split(self, n, values, missing):
        """Those of the values `missing` that no split of n into two heaps has."""
        start = 1
        while missing and 2 * start <= n:
            for m in (n - j for j in self.pairs):
                end = max(min(2 * start + 63, (m - self.unequal) // 2 + 1), 0)
                missing = missing.difference(map(xor, values[start:end], values[m - start:m - end:-1]))
            start = 2 * start + 63
        return missing


class Space:
    """A sparse space: which values are common at which n, the rares and the witnesses."""

    def __init__(self, sparse):
        vars(self).update(sparse)
        need(sorted(map(list, dict(self.rares).items())) == self.rares, "sparse: rares are not in order")
        need(len(set(self.witnesses)) == len(self.witnesses), "sparse: a witness stands there twice")
        need(not any(self.is_common(x, n) for n, x in self.rares), "sparse: a value of rares is common")
        self.last_rare, self.deepest = max(dict(self.rares), default=0), max([self.parts] + self.witnesses)
        self.commons = [[x for x in range(COMMON_LIMIT) if self.is_common(x, n)] for n in (0, 1)]

    def is_common(self, x, n):
        return ((x & self.mask).bit_count() + (n if self.position else 0)) % 2 == self.common

    def rares_of(self, start, values):
        return [[n, x] for n, x in enumerate(values, start) if n and not self.is_common(x, n)]

    def step(self, game, n, before, rare_splits):
        """The least common value that is no option of n, and the rare values below it that may be none."""
        found = game.removals(n, before)  # a split has a common value only if just one part is rare
        found.update([before[-back] ^ g for back, g in rare_splits])
        commons = self.commons[n % 2]
        value = next(filterfalse(found.__contains__, commons), None)
        need(value is not None, f"sparse: no common value below {COMMON_LIMIT} is left at n = {n}")
        return value, set(range(value)).difference(found, commons[:bisect(commons, value)])


class Narrow(ValueError):
    """A value needs more bits."""


class Chain:
    """The values of a game behind its last rare position, from those before some position on, in blocks of many at once.

    A value stands in a lane of a long number, as the bit with its number; an option G(a) ^ G(n - j - a) stands in the lanes of the values
    XOR G(a), j + a further on. So the options of a block are the OR of slices, for pairs (shift, XOR) of a part and a place.
    """

    BLOCK, KEPT = 64, 1 << 15

    def __init__(self, game, space, head, n, window, bits):
        self.space, self.n, self.bits, self.width = space, n, bits, max(1 << bits >> 3, 1)  # bytes of a lane
        self.pairs, self.parts = game.pairs, head[:space.parts + 1]
        options = [(j, 0) for j in game.singles] + [(j + e, head[e]) for j in game.pairs for e, _ in space.rares]
        self.options = sorted(set(options))
        self.plain = [(j, 0) for j in game.singles]
        self.proofs = [(j + a, head[a]) for a in space.witnesses for j in game.pairs]
        self.back = game.reach + max(space.deepest, space.last_rare)
        size, sides = 1 << bits, (0, 1)
        if any(x >= size for x in window) or any(v >= size for _, v in self.options + self.proofs):
            raise Narrow(f"segments: a value of more than {bits} bits")
        is_common = [[space.is_common(x, side) for x in range(size)] for side in sides]
        self.commons = [sum(1 << x for x in range(size) if is_common[side][x]) for side in sides]
        # by parity of n and value: the lane of the rare values below it; by XOR and value: the lane of the value
        self.needs = [[self.lane((1 << x) - 1 & ~self.commons[side]) for x in range(size)] for side in sides]
        self.lanes = {v: [self.lane(1 << (x ^ v)) for x in range(size)] for v in {v for _, v in self.options + self.proofs} | {0}}
        near = [(d, v) for d, v in self.options if d < self.BLOCK]
        self.push = [sum({1 << (x ^ v) + 8 * self.width * (d - 1) for d, v in near}) for x in range(size)]
        self.values, self.kept = array("H"), {v: bytearray() for v in self.lanes}
        self.take(window)

    def lane(self, x):
        return x.to_bytes(self.width, "little")

    def take(self, values):
        """Takes values up behind those that are kept; n is the position behind them, `begin` the first one kept."""
        self.values.extend(values)
        for v, kept in self.kept.items():
            kept += b"".join(map(self.lanes[v].__getitem__, values))
        if len(self.values) > 2 * (self.back + self.KEPT):
            gone = len(self.values) - self.back - self.KEPT
            del self.values[:gone]
            for kept in self.kept.values():
                del kept[:gone * self.width]
        self.begin = self.n - len(self.values)

    def slice(self, v, start, count):
        """The lanes of the values XOR v from a position on, as far as they are known; 0 beyond."""
        at = (start - self.begin) * self.width
        return int.from_bytes(self.kept[v][at:at + count * self.width], "little")

    def advance(self, count):
        """Adds the next values, at most so many: the least common ones that no option has."""
        found, count, bits = 0, min(count, self.BLOCK), 8 * self.width
        for d, v in self.options:
            found |= self.slice(v, self.n - d, count)
        values, commons = [], (self.commons * 2)[self.n % 2:]
        for i in range(count):
            free = commons[i % 2] & ~(found & (1 << bits) - 1)
            if not free:
                raise Narrow(f"segments: no common value of {self.bits} bits is left at n = {self.n + i}")
            x = (free & -free).bit_length() - 1
            values.append(x)
            found = found >> bits | self.push[x]
        self.n += count
        self.take(values)

    def prove(self, start, end):
        """That each rare value below those of a range is excluded by a plain move or a witness."""
        values = self.values[start - self.begin:end - self.begin]
        left = int.from_bytes(b"".join([self.needs[n % 2][x] for n, x in enumerate(values, start)]), "little")
        for d, v in self.plain + self.proofs:
            left &= ~self.slice(v, start - d, end - start)
            if not left:
                return
        lanes = left.to_bytes((end - start) * self.width, "little")
        for i in range(end - start):
            lane = int.from_bytes(lanes[i * self.width:(i + 1) * self.width], "little")
            missing = {x for x in range(lane.bit_length()) if lane >> x & 1}
            for a, g in enumerate(self.parts[1:] if missing else [], 1):
                missing.difference_update(g ^ self.values[start + i - j - a - self.begin] for j in self.pairs)
                if not missing:
                    break
            need(not missing, f"sparse: no witness excludes a rare value at n = {start + i}")


class Certificate:
    """What is claimed, under the names of the file. Each check raises a ValueError if something is wrong."""

    def __init__(self, data):
        need(type(data) is dict and data.keys() == FORM.keys(), f"not an object of {', '.join(FORM)}")
        for key, form in FORM.items():
            need(fits(data[key], form), f"{key}: not of the right form")
        vars(self).update(data)
        self.game, self.space = Game(data["game"]), self.sparse and Space(self.sparse)
        self.check_numbers(self.preperiod, self.period, self.agreement)
        self.check_least(self.preperiod, self.period, self.saltus)
        if self.space:
            self.check_space(self.space)
        self.count = len(self.segments["states"]) - 1 if self.segments else 1

    def check_numbers(self, n0, p, agreement):
        """That the theorem is one for the game, and that the numbers agree with each other and its bound."""
        theorem, h, k, kind, extra = self.theorem, self.game.heaps, self.game.reach, self.game.kind, n0 == 0
        longest = max(self.space.last_rare, self.space.deepest) if self.space else 0
        # What is needed, and what Guy and Smith ask for, as older certificates have it.
        of_guy_smith = ((h - 1) * (n0 + extra + p - 1) + k + extra, (h - 1) * (n0 + p) + k + extra)
        bounds = {  # the theorem: (whether it is one for the game, the agreement it asks for)
            "guy-smith": (kind == "octal" and h > 1, agreement if agreement in of_guy_smith else of_guy_smith[0]),
            "no-split-window": (kind == "octal" and h == 1, k + extra if k else min(agreement, 1 + extra)),
            "subtraction-window": (kind == "subtraction", k),
            "all-but-window": (kind == "all-but", max(2 * k, 1)),
            "arithmetic-splits": (kind == "octal" and h > 1 and self.saltus > 0 and self.low_bits(), agreement),
            "sparse-space": (h == 2 and n0 > 0 and self.space, max(k + longest, 1))}
        applies, bound = bounds.get(theorem, (False, 0))
        need(applies, "theorem: none that can be applied to what the certificate holds")
        need(agreement == bound, f"agreement: {theorem} asks for {bound}")
        need(self.saltus == 0 or kind == "all-but" or theorem == "arithmetic-splits", f"saltus: {theorem} speaks of 0 only")
        need(n0 + p + agreement - 1 == self.checked_to, "checked_to: not preperiod + period + agreement - 1")
        whole = (self.window, self.prefix, self.cycle)
        if theorem == "sparse-space":
            return need(self.segments and whole == (None, None, None), "sparse-space: a proof in segments, and nothing else")
        need(self.segments is None and None not in whole, f"{theorem}: window, prefix and cycle, no segments")
        need(self.prefix["length"] == min(self.checked_to + 1, HASHED), "prefix: not the length there must be")
        need((self.cycle["from"], self.cycle["length"]) == (n0, min(p, HASHED)), "cycle: not one from the preperiod on")
        need(len(self.window) == min(agreement, 1 << 16), "window: not the right number of values")

    def rise(self, g):
        """P, S and N of the theorem arithmetic-splits for g low bits."""
        h, t = self.game.heaps, (1 << g) // gcd(1 << g, self.saltus)
        return t * self.period, t * self.saltus, h * max(self.preperiod, 1) + (h - 1) * t * self.period + self.game.reach

    def low_bits(self):
        """The numbers of low bits for which arithmetic-splits asks for as many values as the certificate says."""
        return [g for g in range(9) for p, _, n in [self.rise(g)] if n + 2 * p == self.checked_to + 1]

    def check_least(self, n0, p, s):
        """That there is a witness that n0 is the least preperiod, and for each prime q of p one against p/q."""
        before, periods = self.least["preperiod"], self.least["period"]
        need((before is None) == (n0 == 0), "least: a preperiod above 0, and no other, needs a witness")
        wanted = [(p // q, s // q) for q in primes_of(p) if s % q == 0]
        need([(w["period"], w["saltus"]) for w in periods] == wanted, "least: not a witness for each prime of the period")
        need(all(n0 <= w["n"] <= self.checked_to - w["period"] for w in periods), "least: a witness is out of range")
        if before:
            place = (before["period"], before["saltus"], before["n"])
            need(place == (p, s, n0 - 1), "least: the witness of the preperiod is not one for the place before it")
            periods = periods + [before]
        self.witnesses = [(w["n"], w["period"], w["saltus"], *w["values"]) for w in periods]
        need(all(y != x + rise for _, _, rise, x, y in self.witnesses), "least: a witness agrees")

    def check_space(self, space):
        """The conditions on a sparse space that need no values but those of the certificate."""
        n0, parities = self.preperiod, {j % 2 for j in self.game.pairs}
        need(self.game.heaps == 2, "sparse: only for games in which the most heaps a move can leave are two")
        need(len(parities) == 1 or not space.position, "sparse: position needs places of one parity")
        need(space.common == (not space.position or parities == {0}), "sparse: common is wrong")
        need(space.last_rare <= self.checked_to, "sparse: a rare is above checked_to")
        if self.theorem == "guy-smith":
            listed = [pair for pair in space.rares if n0 <= pair[0] < n0 + len(self.window)]
            need(space.rares_of(n0, self.window) == listed, "window: its rare values are not those of rares")
            return need(not space.deepest, "sparse: guy-smith has no witnesses")
        need(space.last_rare < n0, "sparse: the last rare is not below the preperiod")
        need(self.period % 2 == 0 or not space.position, "sparse: position needs an even period")

    def read_states(self, w):
        """The states, n: the w values before n, in order from w + 1 to n0 + p + w; the last one is that of a period before."""
        n0, p, bits, states = self.preperiod, self.period, self.segments["bits"], {}
        need(self.segments["window"] == w, "segments: window is not the last place and the last rare")
        for n, text in self.segments["states"]:
            data = b64decode(text, validate=True)
            number = int.from_bytes(data, "little")
            need(len(data) == -(-w * bits // 8) and number >> w * bits == 0, f"segments: the state at {n} is not one of {w} values")
            states[n] = array("H", (number >> i * bits & (1 << bits) - 1 for i in range(w)))
        places = [n for n, _ in self.segments["states"]]
        need(places == sorted(states), "segments: the states are not in order")
        need(places[:1] == [w + 1] and places[-1:] == [n0 + p + w], "segments: not from the first state to the end of the period")
        need(states.get(n0 + w) == states[n0 + p + w], "period: the states do not agree")
        return list(states.items())

    def check_segments(self, asked):
        """The first values, and of the segments those that are asked for."""
        game, space, n0, p = self.game, self.space, self.preperiod, self.period
        w, v = game.reach + space.last_rare, max(space.deepest - space.last_rare, 0)
        need((w + v) * max(len(space.rares), 100) <= 10 * COMPLETE_COST, "sparse: too much to recompute")
        states, head = self.read_states(w), game.sparse_values(space, w + v)
        need(list(states[0][1]) == head[1:w + 1].tolist(), "segments: the first state is not one of the game")
        pairs = [pair for n, q, _, x, y in self.witnesses for pair in ((n, x), (n + q, y))]
        stated = dict(pairs)
        need(all(stated[n] == x for n, x in pairs), "least: two values of one position")
        need(all(n < n0 + p + w for n in stated), "least: a witness is behind the period")
        need(all(head[n] == x for n, x in stated.items() if n < len(head)), "least: a wrong value")
        for i in range(asked[0] - 1, asked[1]):
            least = self.segments["bits"]
            for bits in range(least, most := max(least + 2, 10)):
                try:
                    self.check_segment(*states[i], *states[i + 1], bits, v, head, stated)
                    break
                except Narrow:
                    if bits == most - 1:
                        raise

    def check_segment(self, start, window, end, later, bits, v, head, stated):
        """That the values from one state on are common, proved from v values behind it on, and those of the next state."""
        chain, proved = Chain(self.game, self.space, head, start, window, bits), start + v
        while chain.n < end + v:
            before = chain.n
            chain.advance((end if before < end else end + v) - before)
            for n in range(before, min(chain.n, end)) if any(before <= n < chain.n for n in stated) else ():
                need(chain.values[n - chain.begin] == stated.get(n, chain.values[n - chain.begin]), f"least: a wrong value at {n}")
            if chain.n == end:
                known = chain.values[len(chain.values) - len(window):]
                need(known == later, f"segments: the state at {end} is not the one that follows from that at {start}")
            if chain.n - proved >= 1024 or chain.n == end + v > proved:
                chain.prove(proved, chain.n)
                proved = chain.n

    def check_consistent(self, small):
        """That the first values and the window do not contradict each other or the period."""
        known, runs = {}, [run for n, q, _, x, y in self.witnesses for run in ((n, [x]), (n + q, [y]))]
        for start, values in [(0, small), (self.preperiod, self.window)] + runs:
            for n, x in enumerate(values, start):
                turns = max(n - self.preperiod, 0) // self.period
                n, x = n - turns * self.period, x - turns * self.saltus
                need(known.setdefault(n, x) == x, f"the value at n = {n} is contradicted by another one")

    def check_values(self, n0, p, values):
        """All that is claimed against all values G(0), ..., G(checked_to)."""
        need(digest_of(values) == self.prefix["sha256"], "prefix: the hash is wrong")
        need(values[n0:n0 + len(self.window)].tolist() == self.window, "window: not the values of the game")
        need(set(map(sub, values[n0 + p:], values[n0:])) == {self.saltus}, "period: not one of the values")
        need(all((values[n], values[n + q]) == (x, y) for n, q, _, x, y in self.witnesses), "least: a wrong value")
        if self.theorem == "arithmetic-splits":
            rises = any(self.options_rise(g, values) for g in self.low_bits())
            need(rises, "theorem: the options are not as arithmetic-splits asks for")

    def options_rise(self, g, values):
        """Conditions 2 and 3 of arithmetic-splits for g low bits, on all values of the certificate."""
        game, least, (p, s, start) = self.game, max(self.preperiod, 1), self.rise(g)
        low, high = [x % (1 << g) for x in values], [x >> g for x in values]
        best, equal, rising = [{} for _ in values], [set() for _ in values], [set() for _ in values]
        for m in range(2, len(values)):  # pairs with the sum m, by the nim-sum of their low parts
            for a in range(1, m // 2 + 1):
                x = low[a] ^ low[m - a]
                best[m][x] = max(best[m].get(x, 0), high[a] + high[m - a])
                if high[a] == high[m - a]:
                    equal[m].add(x)
                    rising[m].update([x] * (a >= least))

        def excluded(n):
            sums = [high[m] for m in (n - j for j in game.singles) if low[m] == low[n]]
            sums += [best[m].get(low[n], -1) for m in (n - j for j in game.pairs)]
            sums += [high[a] + best[m - a][x] for m in (n - j for j in game.triples) for a in range(1, m - 1)
                     for x in [low[n] ^ low[a]] if x in best[m - a]]
            return max(sums, default=-1) < high[n]

        def covered(n):
            one, two, both = {values[n - j] for j in game.singles if n - j >= least}, set(), set()
            for m in (n - j for j in game.pairs):
                one.update(values[a] ^ values[m - a] for a in range(least, m) if high[m - a] == 0)
                two |= rising[m]
            for m, a in ((n - j, a) for j in game.triples for a in range(1, n - j - 1)):
                two.update(x ^ values[a] for x in rising[m - a])
                if a >= least:
                    one.update(x ^ values[a] for x in equal[m - a])
                    both.update(x ^ values[a] for x in rising[m - a])
            most = next(filterfalse(two.__contains__, range(values[n] + 1)), values[n])
            from_above = next(filterfalse(one.__contains__, range(values[n] - 1, -1, -1)), -1) + 1
            return any(both.issuperset(range(u, u + 2 * s)) for u in range(from_above, min(most, values[n] - 2 * s) + 1))

        return all(map(excluded, range(start, start + p))) and all(map(covered, range(start, start + 2 * p)))

    def check_cycle(self, p, cycle, before):
        """The hash, that p is the least period and n0 the least preperiod; before = [G(n0 - 1)] if known."""
        need(digest_of(cycle) == self.cycle["sha256"], "cycle: the hash is wrong")
        need(not before or before[0] + self.saltus != cycle[-1], "preperiod: not the least")
        for q in {q for r in range(1, isqrt(p) + 1) if p % r == 0 for q in (r, p // r)} - {p}:
            step, rest = divmod(self.saltus * q, p)
            need(rest or any(y != x + step for x, y in zip(cycle, cycle[q:])), f"period: {q} is one too")

    def check_whole(self, most):
        """Checks what needs values, all of them if that takes at most so many steps; whether it did."""
        n0, p, game, space, limit = self.preperiod, self.period, self.game, self.space, self.checked_to
        cost = (limit + 1) * max(len(space.rares), 1) if space else limit * limit // 2
        if self.theorem == "arithmetic-splits":
            cost *= 1 + limit // 200  # values are as large as n
        complete = limit <= NO_SPLIT_LIMIT * most // COMPLETE_COST if game.heaps == 1 else cost <= most
        limit = limit if complete else min(limit, FIRST_VALUES)
        values = (game.sparse_values(space, limit) if space else
                  game.all_but_values(limit) if game.kind == "all-but" else game.plain_values(limit))
        self.check_consistent(values[:1 << 16])
        if complete:
            self.check_values(n0, p, values)
        cycle = values[n0:n0 + p] if complete else array("I", self.window[:p])
        if len(cycle) == p:
            self.check_cycle(p, cycle, values[max(n0 - 1, 0):n0])
        return complete

    def check(self, most, asked):
        """Checks all, or the segments (from, to) that are asked for; whether the claim is proved, and what was checked."""
        claim = f"{self.game.code}, preperiod {self.preperiod}, period {self.period}, saltus {self.saltus}"
        if not self.segments:
            if self.check_whole(most):
                return True, f"complete: {claim}"
            return False, f"NOT COMPLETE: {claim}: window holds; not checked: the other values up to {self.checked_to}, so that this is no proof"
        if self.game.unequal:
            return False, f"NOT COMPLETE: {claim}: not checked: the segments of a game with unequal heaps"
        first, last = asked or (1, self.count if STEPS * self.checked_to <= most else 0)
        self.check_segments((first, last))
        if (first, last) == (1, self.count):
            return True, f"complete: {claim}: all {self.count} segments hold"
        rest = [f"{a} to {b}" for a, b in ((1, first - 1), (last + 1, self.count)) if a <= b]
        held = f"segments {first} to {last} hold" if asked else "the first values and the numbers hold"
        return False, f"NOT COMPLETE: {claim}: {held}; not checked: segments {' and '.join(rest)} of {self.count} (--segments)"
