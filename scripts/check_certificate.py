#!/usr/bin/env python3
"""Checks period certificates of one-heap impartial games: python3 check_certificate.py FILE...

The form and what is checked are described in docs/certificates.md, the theorems in docs/theorems.md. This program
shares no code with the engine and needs the standard library alone. It prints one line for each file and exits
with 0 if all certificates hold as far as they are checked, else with 1.
"""

import json
import re
import sys
from array import array
from functools import lru_cache
from hashlib import sha256
from itertools import filterfalse
from math import isqrt
from operator import itemgetter, xor

FILE_LIMIT = 1 << 28  # bytes
COMMON_LIMIT = 1 << 17  # where the table of common values ends
COMPLETE_COST, NO_SPLIT_LIMIT = 2 * 10**8, 2 * 10**7
FIRST_VALUES = 2000  # recomputed even where not everything is

# The form: a range of numbers, a pattern of a text, a list, a list of fixed length, an object with its keys in order
WHOLE, POSITIVE, VALUE, TEXT = range(1 << 63), range(1, 1 << 63), range(1 << 32), re.compile(".*", re.DOTALL)
HASH = re.compile("[0-9a-f]{64}")
FORM = {
    "certificate": range(1, 2), "game": TEXT, "theorem": TEXT, "preperiod": WHOLE, "period": POSITIVE,
    "saltus": WHOLE, "checked_to": WHOLE, "agreement": POSITIVE, "window": [VALUE],
    "prefix": {"length": WHOLE, "sha256": HASH}, "cycle": {"from": WHOLE, "length": WHOLE, "sha256": HASH},
    "sparse": {"mask": VALUE, "position": bool, "common": range(2), "rares": [(POSITIVE, VALUE)],
               "witnesses": [POSITIVE]},
    "samples": [{"n": WHOLE, "values": [VALUE]}]}


class CertificateError(Exception):
    """What is wrong with a certificate, in one line."""


def need(condition, message):
    if not condition:
        raise CertificateError(message)


def check_form(x, form, name):
    if isinstance(form, dict):
        need(type(x) is dict and list(x) == list(form), f"{name}: not an object with the keys {', '.join(form)}")
        for key in form:
            if key != "sparse" or x[key] is not None:
                check_form(x[key], form[key], f"{name}: {key}")
    elif isinstance(form, (list, tuple)):
        need(type(x) is list and (len(x) == len(form) or type(form) is list), f"{name}: not a list as it should be")
        for y, part in zip(x, form if type(form) is tuple else form * len(x)):
            check_form(y, part, name)
    elif isinstance(form, range):
        need(type(x) is int and x in form, f"{name}: not a whole number from {form[0]} to {form[-1]}")
    elif form is bool:
        need(type(x) is bool, f"{name}: not true or false")
    else:
        need(type(x) is str and form.fullmatch(x), f"{name}: not a text of the right form")


def load(path):
    def distinct_keys(pairs):
        need(len(dict(pairs)) == len(pairs), "a key occurs twice")
        return dict(pairs)

    with open(path, "rb") as file:
        data = file.read(FILE_LIMIT + 1)
    need(len(data) <= FILE_LIMIT, "the file is too large")
    try:
        cert = json.loads(data.decode("utf-8"), object_pairs_hook=distinct_keys)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"not JSON that can be read ({type(error).__name__})") from None
    check_form(cert, FORM, "certificate")
    return cert


class Rules:
    """A game. `reach` is k, max S or max F; the other lists are places, numbers of tokens a move removes."""

    def __init__(self, code):
        self.kind, _, text = code.partition(":")
        self.code, self.forbidden, self.unequal = code, [], code == "grundys-game"
        self.ends, self.singles, self.pairs, self.triples = [], [], [0] if self.unequal else [], []
        if re.fullmatch(r"octal:[048Cc]\.(0|[0-9A-Fa-f]*[1-9A-Fa-f])", code):
            digits = [(place, int(digit, 16)) for place, digit in enumerate(text.replace(".", ""))]
            self.ends, self.singles, self.pairs, self.triples = (
                [place for place, digit in digits if digit & bit] for bit in (1, 2, 4, 8))
        elif re.fullmatch(r"(subtraction|all-but):[1-9][0-9]{0,17}(,[1-9][0-9]{0,17})*|all-but:?", code):
            numbers = [int(number) for number in text.split(",") if number]
            need(numbers == sorted(set(numbers)), "game: the numbers do not increase")
            if self.kind == "subtraction":
                self.ends = self.singles = numbers
            else:
                self.forbidden = numbers
        else:
            need(self.unequal, "game: not a code that can be certified")
        self.reach = max(self.ends + self.singles + self.pairs + self.triples + self.forbidden, default=0)
        self.heaps = 3 if self.triples else 2 if self.pairs else 1
        self.read_singles = gather(self.singles)

    def removals(self, n, before):
        """The values of the options with at most one heap; `before` ends with G(n - 1)."""
        if n > self.reach:
            return set(self.read_singles(before))
        return {before[-j] for j in self.singles if j < n} | ({0} if n in self.ends else set())


def gather(offsets):
    """A function from a list to its entries so many places before the end."""
    if len(offsets) > 1:
        return itemgetter(*(-offset for offset in offsets))
    return lambda values: [values[-offset] for offset in offsets]


def split_reader(rules, n, parts, small):
    """A function from the values before n to those of the splits into a and n - j - a, a in `parts`."""
    pairs = [(j + a, small[a]) for j in rules.pairs for a in parts
             if j + a < n and not (rules.unequal and 2 * a == n)]
    read, values = gather([offset for offset, _ in pairs]), [value for _, value in pairs]
    return lambda before: map(xor, read(before), values)


class Space:
    """A sparse space: which values are common at which n, the rares and the witnesses."""

    def __init__(self, mask, position, common, rares, witnesses):
        self.mask, self.position, self.common, self.rares, self.witnesses = mask, position, common, rares, witnesses
        self.rare_positions = [n for n, _ in rares]
        self.last_rare = max(self.rare_positions, default=0)
        self.commons = [[x for x in range(COMMON_LIMIT) if self.is_common(x, n)] for n in (0, 1)]
        for name, xs in (("rares", self.rare_positions), ("witnesses", witnesses)):
            need(xs == sorted(set(xs)), f"sparse: {name} are not in order")

    def is_common(self, x, n):
        return ((x & self.mask).bit_count() + (n if self.position else 0)) % 2 == self.common

    @lru_cache(512)
    def rares_below(self, value, parity):
        return frozenset(x for x in range(value) if not self.is_common(x, parity))

    def step(self, rules, n, before, read_rares):
        """The least common value that is no option of n, and the rare values below it not yet known as options."""
        found = rules.removals(n, before)
        found.update(read_rares(before))
        value = next(filterfalse(found.__contains__, self.commons[n % 2]), None)
        need(value is not None, f"sparse: no common value below {COMMON_LIMIT} is left at n = {n}")
        return value, self.rares_below(value, n % 2) - found


def plain_values(rules, limit):
    """G(0), ..., G(limit) of a code or a subtraction game by the rules alone."""
    values, sums, shared = array("I", [0]), [frozenset()], {}
    for n in range(1, limit + 1):
        found = rules.removals(n, values)
        if rules.heaps > 1:
            pairs = frozenset(map(xor, values[1:n // 2 + 1], values[:0:-1]))
            sums.append(shared.setdefault(pairs, pairs))  # of the splits of n
            found.update(*(sums[n - j] for j in rules.pairs if j < n))
            for m in (n - j for j in rules.triples if j + 2 < n):
                found.update(g ^ x for g, rest in set(zip(values[1:m - 1], sums[m - 1:1:-1])) for x in rest)
        values.append(next(filterfalse(found.__contains__, range(len(found) + 1))))
    return values


def all_but_values(rules, limit):
    """G(0), ..., G(limit): x is an option of n if more heaps below n have it than heaps that may not be left."""
    values, heaps, first, low = array("I"), array("I"), array("I"), 0
    for n in range(limit + 1):
        while low < len(first) and first[low] + rules.reach < n:
            low += 1  # from here on always an option
        blocked = [values[n - j] for j in rules.forbidden if j <= n]
        x = low
        while x < len(heaps) and heaps[x] > blocked.count(x):
            x += 1
        if x == len(heaps):
            heaps.append(0)
            first.append(n)
        heaps[x] += 1
        values.append(x)
    return values


def sparse_values(rules, space, limit, proof_from):
    """G(0), ..., G(limit) by the rares found on the way, which must be those listed.

    A split has a common value only if just one of its parts is rare. From `proof_from` on the witnesses and the
    moves that leave one heap must exclude the rare values below G(n); before that, all splits are tried.
    """
    values, rares, listed = array("I", [0]), [], iter(space.rares)
    settled, factor = 1, 2 if rules.unequal else 1  # after n = settled the splits are at the same offsets
    witnesses_settled = max([proof_from] + [factor * a + rules.reach + 1 for a in space.witnesses])
    for n in range(1, limit + 1):
        if n <= settled:
            read_rares = split_reader(rules, n, rares, values)
        value, missing = space.step(rules, n, values, read_rares)
        if n >= proof_from:
            if n <= witnesses_settled:
                read_witnesses = split_reader(rules, n, space.witnesses, values)
            missing = missing and missing.difference(read_witnesses(values))
            need(not missing, f"sparse: no witness excludes a rare value at n = {n}")
        missing = missing and not_split(rules, n, values, missing)
        if missing:
            value = min(missing)
            need(next(listed, None) == [n, value], f"sparse: n = {n} has the rare value {value}, not so in rares")
            rares.append(n)
            settled = factor * n + rules.reach + 1
        values.append(value)
    left = next(listed, None)
    need(left is None or left[0] > limit, f"sparse: {left} of rares is not rare")
    return values


def not_split(rules, n, values, missing):
    """Those of the values `missing` that no split of n into two heaps has."""
    start, size = 1, 64
    while missing and 2 * start <= n:
        for m in (n - j for j in rules.pairs if j < n):
            end = min(start + size, (m - rules.unequal) // 2 + 1)
            if start < end:
                missing = missing.difference(map(xor, values[start:end], values[m - start:m - end:-1]))
        start, size = start + size, 2 * size
    return missing


def check_numbers(cert, rules):
    """That the theorem is one for the game, and that the numbers agree with each other and with its bound."""
    theorem, n0, p, agreement = cert["theorem"], cert["preperiod"], cert["period"], cert["agreement"]
    h, k, extra = rules.heaps, rules.reach, 1 if n0 == 0 else 0
    bounds = {  # the theorem: (whether it is one for the game, the agreement it asks for)
        "guy-smith": (rules.kind == "octal" and h > 1, (h - 1) * (n0 + p) + k + extra),
        "no-split-window": (rules.kind == "octal" and h == 1, max(k, 1) + extra),
        "subtraction-window": (rules.kind == "subtraction", k),
        "all-but-window": (rules.kind == "all-but", max(2 * k, 1)),
        "sparse-space": (h == 2 and n0 > 0, agreement)}
    applies, bound = bounds.get(theorem, (False, 0))
    need(applies, "theorem: none that can be applied to this game from this preperiod on")
    no_moves = theorem == "no-split-window" and k == 0 and agreement == 1
    need(agreement == bound or no_moves, f"agreement: {theorem} asks for {bound}")
    need(cert["saltus"] == 0 or theorem == "all-but-window", f"saltus: {theorem} speaks of 0 only")
    need(n0 + p + agreement - 1 == cert["checked_to"], "checked_to: not preperiod + period + agreement - 1")
    need(cert["prefix"]["length"] == cert["checked_to"] + 1, "prefix: the length is not checked_to + 1")
    need((cert["cycle"]["from"], cert["cycle"]["length"]) == (n0, p), "cycle: not a period from the preperiod on")
    need(len(cert["window"]) == min(agreement, 1 << 16), "window: not as many values as there should be")
    possible = {"sparse-space": (False,), "guy-smith": (False, True)}.get(theorem, (True,))
    need((cert["sparse"] is None) in possible, f"sparse: missing, or not used by {theorem}")
    need(len(cert["samples"]) == (32 if theorem == "sparse-space" else 0), "samples: not as many as should be")


def check_space(cert, rules, space):
    """The conditions on a sparse space that need no values but those of the certificate."""
    n0, p, parities = cert["preperiod"], cert["period"], {j % 2 for j in rules.pairs}
    need(not space.position or len(parities) == 1, "sparse: position needs splitting places of one parity")
    need(space.common == (0 if space.position and parities == {1} else 1), "sparse: common is wrong")
    need(space.last_rare <= cert["checked_to"], "sparse: a rare is above checked_to")
    need(not any(space.is_common(x, n) for n, x in space.rares), "sparse: a value of rares is common")
    found = [[n, x] for n, x in enumerate(cert["window"], n0) if n and not space.is_common(x, n)]
    listed = [pair for pair in space.rares if n0 <= pair[0] < n0 + len(cert["window"])]
    need(found == listed, "window: its rare values are not those of rares")
    if cert["theorem"] == "guy-smith":
        need(not space.witnesses, "sparse: guy-smith has no witnesses")
        return
    need(space.last_rare < n0, "sparse: the last rare is not below the preperiod")
    need(p % 2 == 0 or not space.position, "sparse: position needs an even period")
    longest = max([space.last_rare] + space.witnesses)
    need(cert["agreement"] >= rules.reach + longest, "agreement: below k + the largest rare or witness")
    # else n = 2a could be no split of Grundy's game where n - tp is one
    need(not rules.unequal or longest < n0 + p, "sparse: a witness is not below preperiod + period")


def check_samples(cert, rules, space, small):
    """That the samples are at their places and common, and that G(n) follows from the values before it."""
    n0, p, width, last_rare = cert["preperiod"], cert["period"], cert["agreement"], space.last_rare
    for i, sample in enumerate(cert["samples"]):
        start = sha256(f"{rules.code}/{n0}/{p}/{i}".encode()).digest()[:8]
        n = last_rare + width + 1 + int.from_bytes(start, "little") % (n0 + p - last_rare)
        need(sample["n"] == n and len(sample["values"]) == width + 1,
             f"samples: {i} is not at n = {n} with {width + 1} values")
        need(all(space.is_common(x, m) for m, x in enumerate(sample["values"], n - width)),
             f"samples: a value of {i} is rare")
        *before, value = sample["values"]
        common, missing = space.step(rules, n, before, split_reader(rules, n, space.rare_positions, small))
        need(value == common, f"samples: G(n) of {i} is not {common}")
        # the theorem speaks of witnesses from n0 + W on; before that, any small part will do
        parts = space.witnesses if n >= n0 + width else range(1, min(len(small), width - rules.reach + 1))
        missing = missing.difference(split_reader(rules, n, parts, small)(before))
        need(not missing, f"samples: no witness excludes a rare value of {i}")


def check_consistent(cert, small):
    """That the first values, the window and the samples do not contradict each other or the period."""
    n0, p, saltus, known = cert["preperiod"], cert["period"], cert["saltus"], {}
    runs = [(sample["n"] - cert["agreement"], sample["values"]) for sample in cert["samples"]]
    for start, values in [(0, small), (n0, cert["window"])] + runs:
        for n, x in enumerate(values, start):
            turns = max(n - n0, 0) // p
            same = known.setdefault(n - turns * p, x - turns * saltus) == x - turns * saltus
            need(same, f"the value given for n = {n} contradicts the period, the game, or another value")


def digest_of(values):
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return sha256(values).hexdigest()


def check_cycle(cert, cycle, before):
    """The hash of the cycle, that p is the least period and n0 the least preperiod; before = G(n0 - 1) or None."""
    p, saltus = cert["period"], cert["saltus"]
    need(digest_of(cycle) == cert["cycle"]["sha256"], "cycle: the hash is wrong")
    need(before is None or before + saltus != cycle[-1], "preperiod: not the least")
    for q in {q for r in range(1, isqrt(p) + 1) if p % r == 0 for q in (r, p // r)} - {p}:
        step, rest = divmod(saltus * q, p)
        smaller = rest == 0 and all(y == x + step for x, y in zip(cycle, cycle[q:]))
        need(not smaller, f"period: {q} is one too")


def check_values(cert, space, values):
    """The certificate against all values G(0), ..., G(checked_to)."""
    n0, p, saltus, window = cert["preperiod"], cert["period"], cert["saltus"], cert["window"]
    need(digest_of(values) == cert["prefix"]["sha256"], "prefix: the hash is wrong")
    need(values[n0:n0 + len(window)].tolist() == window, "window: not the values of the game")
    need(all(y == x + saltus for x, y in zip(values[n0:], values[n0 + p:])), "the values do not have the period")
    check_cycle(cert, values[n0:n0 + p], values[n0 - 1] if n0 else None)
    rares = [[n, x] for n, x in enumerate(values) if n and not space.is_common(x, n)] if space else []
    need(space is None or rares == space.rares, "sparse: rares are not the rare positions")
    for sample in cert["samples"]:
        start, end = sample["n"] - cert["agreement"], sample["n"] + 1
        known = values[start:end].tolist() + ([values[-p]] if end > len(values) else [])
        need(sample["values"] == known, f"samples: not the values of the game at n = {end - 1}")


def is_small(rules, space, limit, cost=COMPLETE_COST):
    """Whether G(0), ..., G(limit) are computed again."""
    if rules.heaps == 1:
        return limit <= NO_SPLIT_LIMIT
    if space is None or rules.heaps > 2:
        return limit * limit // 2 <= cost
    return (limit + 1) * max(len(space.rares), 1) <= cost


def check(path):
    """What was checked of the certificate; a CertificateError if something is wrong."""
    cert = load(path)
    rules, space, limit = Rules(cert["game"]), None, cert["checked_to"]
    check_numbers(cert, rules)
    n0, p, proof_from = cert["preperiod"], cert["period"], WHOLE[-1]
    if cert["sparse"] is not None:
        space = Space(**cert["sparse"])
        check_space(cert, rules, space)
    complete = is_small(rules, space, limit)
    if not complete:
        limit = min(limit, FIRST_VALUES)
    if cert["theorem"] == "sparse-space":
        limit, proof_from = max([limit, space.last_rare] + space.witnesses), n0 + cert["agreement"]
        need(is_small(rules, space, limit, 10 * COMPLETE_COST), "sparse: too much to recompute the rares")
    if rules.kind == "all-but":
        values = all_but_values(rules, limit)
    elif space is None or rules.heaps > 2:
        values = plain_values(rules, limit)
    else:
        values = sparse_values(rules, space, limit, proof_from)
    if complete:
        check_values(cert, space, values)
    else:
        check_consistent(cert, values)
        if p <= len(cert["window"]):
            check_cycle(cert, array("I", cert["window"][:p]), values[n0 - 1] if 0 < n0 <= limit else None)
    if cert["samples"]:
        check_samples(cert, rules, space, values)
    what = "complete" if complete else "window and 32 samples" if cert["samples"] else "window"
    return f"{what}: {rules.code}, preperiod {n0}, period {p}, saltus {cert['saltus']}"


def main(paths):
    sys.stdout.reconfigure(errors="backslashreplace")
    if not paths:
        print("usage: python3 check_certificate.py FILE...")
    wrong = not paths
    for path in paths:
        try:
            print(f"{path}: {check(path)}")
        except (CertificateError, OSError, MemoryError, OverflowError, ValueError) as error:
            wrong = True
            print(f"{path}: WRONG: {error or type(error).__name__}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
