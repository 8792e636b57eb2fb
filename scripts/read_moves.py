"""Reads games of your own (docs/custom.md) for check_kinds.py, and tells their options, without the engine.

An expression (docs/language.md) becomes a function of a dictionary of variables. What has no value raises an error.
"""

import operator
import re
from functools import reduce
from itertools import product
from math import gcd, isqrt, lcm, prod

from forms import need

SYMBOLS = r"\.\.=|\.\.|\*\*|->|==|!=|<=|>=|[-<>+*/%()\[\]{},&]"
TOKEN = re.compile(rf'\s*([0-9]\w*|[A-Za-z_]\w*|"[^"]*"|{SYMBOLS})', re.ASCII)
MOST_PARTS, PRIMES = 10_000, (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


class TooLong(ValueError):
    """The work that is allowed is used up."""


class Work:
    def __init__(self, most):
        self.left = most

    def turn(self):
        self.left -= 1
        if self.left < 0:
            raise TooLong("the texts take too long to read")


def fit(x):
    need(-1 << 63 <= x < 1 << 63, "a number does not fit in 64 bits")
    return x


def natural(x):
    need(x >= 0, "a negative number where a non-negative one is required")
    return x


def fitting(f):
    return lambda x, y: fit(f(x, y))


def binary(f):
    return lambda x, y: f(natural(x), natural(y))


def power(x, y):
    need(abs(x) < 2 or y < 64, "a number does not fit in 64 bits")
    return fit(x ** natural(y))


def item(x, i):
    need(0 <= i < len(x), "an index is out of range")
    return int(x[i], 16) if type(x) is str else x[i]


def is_prime(n):
    """The test of Miller and Rabin, with bases that suffice for 64 bits."""
    if n < 2 or any(n % p == 0 for p in PRIMES):
        return n in PRIMES
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    powers = ([pow(a, (n - 1 >> twos) << i, n) for i in range(twos)] for a in PRIMES)
    return all(x[0] == 1 or n - 1 in x for x in powers)


def factors(n):
    """The prime factors in ascending order, each as often as it divides n."""
    need(n != 0, "the factors of 0")
    found, p = [], 2
    while natural(n) > 1:
        p = next((d for d in range(p, isqrt(n) + 1) if n % d == 0), n)
        found.append(p)
        n //= p
    return found


def exponents(n):
    found = factors(n)
    return sorted(map(found.count, set(found)), reverse=True)


def moore(h, k):
    need(k > 0, "moore: k is less than 1")
    places = range(max(map(natural, h), default=0).bit_length())
    return fit(sum(sum(x >> i & 1 for x in h) % (k + 1) * (k + 1) ** i for i in places))


def mex_pair(r, s, t, h):
    need(h and min(h) >= 0, "mex_pair: a negative number, or none")
    taken, a, k = set(), 0, 0
    while a < min(h):
        taken.add(r * a + s * k + t)
        k += 1
        a = next(b for b in range(a + 1, min(h) + len(taken) + 2) if b not in taken)
    return a == min(h) and r * a + s * k + t == max(h)


def nimproduct(a, b):
    """The nim-product; below f = 2^s, where s is a power of two, numbers are a field, and f f = f + f/2."""
    if natural(a) < 2 or natural(b) < 2:
        return a * b
    s = 1 << (max(a, b).bit_length() - 1).bit_length() - 1
    (a1, a0), (b1, b0), half = divmod(a, 1 << s), divmod(b, 1 << s), 1 << s - 1
    high, low = nimproduct(a1, b1), nimproduct(a0, b0)
    return (nimproduct(a1 ^ a0, b1 ^ b0) ^ low) << s ^ low ^ nimproduct(high, half)


def nimpower(a, k):
    power = 1
    for digit in f"{natural(k):b}":
        power = nimproduct(power, power)
        power = nimproduct(power, a) if digit == "1" else power
    return power


def niminverse(a):
    need(natural(a) > 0, "niminverse: the number is 0")
    return nimpower(a, 2**64 - 2)


def valuation(p, n):
    need(p > 1 and n != 0, "valuation: p is less than 2, or n is 0")
    return next(k for k in range(64) if n % p ** (k + 1))


def fib(n):
    need(natural(n) <= 92, "a number does not fit in 64 bits")
    return reduce(lambda pair, _: (pair[1], sum(pair)), range(n), (0, 1))[0]


def phi(n):
    return fit((natural(n) + isqrt(5 * n * n)) // 2)


def of_some(f):
    """A function of several numbers, or of the elements of one set or list."""
    return lambda *x: f(*x[0]) if len(x) == 1 and type(x[0]) is list else f(*x)


OPERATORS = (  # from the loosest to the tightest
    {"bitor": binary(operator.or_)}, {"xor": binary(operator.xor)}, {"bitand": binary(operator.and_)},
    {"+": fitting(operator.add), "-": fitting(operator.sub)},
    {"*": fitting(operator.mul), "/": fitting(operator.floordiv), "%": operator.mod})
COMPARISONS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "in": lambda x, s: x in s, "not in": lambda x, s: x not in s}
OVER = {"all": all, "any": any, "count": lambda turns: sum(map(bool, turns)), "sum": lambda turns: fit(sum(turns))}
FUNCTIONS = {  # the number of arguments, None for any
    "gcd": (None, of_some(gcd)), "lcm": (None, of_some(lambda *x: fit(lcm(*x)))),
    "min": (None, of_some(lambda *x: min(x))), "max": (None, of_some(lambda *x: max(x))),
    "nimsum": (None, of_some(lambda *x: reduce(binary(operator.xor), x, 0))), "len": (1, len),
    "bitor": (None, of_some(lambda *x: reduce(binary(operator.or_), x, 0))),
    "bitand": (None, of_some(lambda *x: reduce(binary(operator.and_), map(natural, x)))),
    "nimproduct": (2, lambda a, b: fit(nimproduct(a, b))), "nimpower": (2, lambda a, k: fit(nimpower(natural(a), k))),
    "niminverse": (1, lambda a: fit(niminverse(a))),
    "bit_length": (1, lambda n: natural(n).bit_length()),
    "sorted": (1, sorted), "moore": (2, moore), "mex_pair": (4, mex_pair),
    "omega": (1, lambda n: len(exponents(n))), "big_omega": (1, lambda n: len(factors(n))),
    "num_divisors": (1, lambda n: prod(e + 1 for e in exponents(n))),
    "xor_exponents": (1, lambda n: reduce(operator.xor, exponents(n), 0)),
    "signature": (1, lambda n: prod(map(pow, (*PRIMES, 41, 43, 47), exponents(n)))),
    "least_prime": (1, lambda n: min(factors(n), default=0)),
    "greatest_prime": (1, lambda n: max(factors(n), default=0)),
    "prime_index": (1, lambda n: sum(map(is_prime, range(natural(n) + 1))) if is_prime(n) else 0),
    "abs": (1, lambda n: fit(abs(n))), "isqrt": (1, lambda n: isqrt(natural(n))), "is_prime": (1, is_prime),
    "is_square": (1, lambda n: n >= 0 and isqrt(n) ** 2 == n), "popcount": (1, lambda n: natural(n).bit_count()),
    "bit": (2, lambda n, i: natural(n) >> natural(i) & 1), "valuation": (2, valuation), "fib": (1, fib),
    "divides": (2, lambda d, n: n % d == 0 if d else n == 0), "floor_phi": (1, phi),
    "floor_phi2": (1, lambda n: fit(phi(n) + n))}
CONSTANTS = {"true": True, "false": False, "P": False, "N": True}
WORDS = {"implies", "iff", "or", "and", "not", "in", "for", "if", "when", "times", "nothing", *FUNCTIONS, *OVER}
RESERVED = WORDS.union(CONSTANTS, ("g", "h"), *OPERATORS)


def pair(f, left, right):
    return lambda e: f(left(e), right(e))


def all_of(parts):
    """The conjunction; `parts` lists what it joins."""
    parts = [inner for part in parts for inner in getattr(part, "parts", [part])]
    joined = parts[0] if len(parts) == 1 else lambda e: all(part(e) for part in parts)
    joined.parts = parts
    return joined


def chain(first, links):
    def holds(e):
        left = first(e)
        for compare, value in links:
            right = value(e)
            if not compare(left, right):
                return False
            left = right
        return True
    return holds


def runs(loops, tests, e, work, depth=0):
    """The environments of all turns; tests[i] are tested as soon as the first i variables are known."""
    if all(test(e) for test in tests[depth]):
        if depth == len(loops):
            yield e
        else:
            name, domain = loops[depth]
            for e[name] in domain(e):
                work.turn()
                yield from runs(loops, tests, e, work, depth + 1)


class Reader:
    """Parses one text. `used` collects the names in what was read."""

    def __init__(self, text, work):
        self.text, self.work, self.used, self.tokens, at = text, work, set(), [], 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            need(found and len(self.tokens) < 1000, f"`{text}`: unreadable at {text[at:at + 20]!r}, or too long")
            self.tokens.append(found[1])
            at = found.end()
        self.tokens.append("")
        self.at = 0

    @property
    def token(self):
        return self.tokens[self.at]

    def wrong(self):
        raise ValueError(f"`{self.text}`: unexpected `{self.token or 'end'}`")

    def next(self):
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return self.tokens[self.at - 1]

    def take(self, token):
        return self.token == token and bool(self.next())

    def expect(self, token):
        return self.take(token) or self.wrong()

    def word(self):
        return self.next() if self.token[:1].isidentifier() and self.token not in RESERVED else self.wrong()

    def list(self, read, close):
        """What is read, separated by commas, up to a closing symbol."""
        found = [] if self.token == close else [read()]
        while self.take(","):
            found.append(read())
        self.expect(close) if close else self.token and self.wrong()
        return found

    def expression(self):
        left = self.disjunction()
        if self.token not in ("implies", "iff"):
            return left
        word, right = self.next(), self.disjunction()
        return pair(operator.eq, left, right) if word == "iff" else lambda e: not left(e) or right(e)

    def disjunction(self):
        parts = [self.conjunction()]
        while self.take("or"):
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else lambda e: any(part(e) for part in parts)

    def conjunction(self):
        parts = [self.tracked(self.negation)]
        while self.take("and"):
            parts.append(self.tracked(self.negation))
        return all_of(parts)

    def tracked(self, read):
        """What is read; `names` are those in it."""
        before, self.used = self.used, set()
        found = read()
        found.names, self.used = self.used, before | self.used
        return found

    def negation(self):
        if not self.take("not"):
            return self.comparison()
        inner = self.negation()
        return lambda e: not inner(e)

    def comparison(self):
        first, links = self.binary(0), []
        while self.token in COMPARISONS or self.token == "not":
            need(not links or links[-1][0] not in (COMPARISONS["in"], COMPARISONS["not in"]),
                 f"`{self.text}`: a chain of comparisons cannot continue after a set")
            sign = self.next()
            if sign == "not":
                sign = f"not {'in' if self.expect('in') else ''}"
            links.append((COMPARISONS[sign], self.binary(0)))
        return chain(first, links) if len(links) > 1 else pair(links[0][0], first, links[0][1]) if links else first

    def binary(self, level):
        if level == len(OPERATORS):
            return self.sign()
        left = self.binary(level + 1)
        while self.token in OPERATORS[level]:
            left = pair(OPERATORS[level][self.next()], left, self.binary(level + 1))
        return left

    def sign(self):
        if self.take("-"):
            inner = self.sign()
            return lambda e: fit(-inner(e))
        base = self.atom()
        while self.take("["):
            base = pair(item, base, self.expression())
            self.expect("]")
        return pair(power, base, self.sign()) if self.take("**") else base

    def atom(self):
        token = self.token
        if token[:1].isdigit() or token[:1] == '"' or token in CONSTANTS:
            self.next()
            number = token[0].isdigit() and fit(int(token.replace("_", "")))
            value = CONSTANTS[token] if token in CONSTANTS else number if token[0] != '"' else token[1:-1]
            return lambda e: value
        if self.take("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if self.take("{") or self.take("["):
            items, make = self.list(self.expression, "}" if token == "{" else "]"), (lambda x: sorted(set(x)))
            return lambda e: (make if token == "{" else list)(x(e) for x in items)
        if token in OVER:
            return self.over(self.next())
        if token in FUNCTIONS:
            (count, f), arguments = FUNCTIONS[self.next()], self.expect("(") and self.list(self.expression, ")")
            need(len(arguments) == count or count is None and arguments, f"`{self.text}`: the arguments of {token}")
            return lambda e: f(*[x(e) for x in arguments])
        self.used.add(self.word())
        return lambda e: e[token]

    def over(self, word):
        self.expect("(")
        body = self.expression()
        turns = self.turns("if") if self.token == "for" else self.wrong()
        self.expect(")")
        return lambda e: OVER[word](body(turn) for turn in turns(e))

    def turns(self, word):
        """`[for v in RANGE]... [if CONDITION]`, as a function that gives the environments of all turns."""
        loops = []
        while self.take("for"):
            loops.append((self.word(), self.expect("in") and self.domain()))
        names = [name for name, _ in loops]
        need(len(set(names)) == len(names), f"`{self.text}`: a variable stands there twice")
        tests, condition = [[] for _ in range(len(loops) + 1)], self.take(word) and self.tracked(self.expression)
        for part in getattr(condition, "parts", [condition]) if condition else []:
            tests[max((i for i, name in enumerate(names, 1) if name in part.names), default=0)].append(part)

        def found(e):
            need(not any(name in e for name in names), f"`{self.text}`: a variable has another meaning already")
            return runs(loops, tests, dict(e), self.work)
        return found

    def domain(self):
        first = self.binary(0)
        if self.token not in ("..", "..="):
            return first
        more, last = self.next() == "..=", self.binary(0)
        return lambda e: range(first(e), last(e) + more)

    def place(self, named, read):
        """A kind ("" where kinds have no names) and what is read for each coordinate."""
        if named:
            return self.word_of_kind(), self.list(read, ")")
        found = [read()]
        while self.take(","):
            found.append(read())
        return "", found

    def word_of_kind(self):
        name = self.next()
        need(name.isidentifier() and name not in FUNCTIONS and name not in WORDS, f"`{self.text}`: `{name}` is no kind")
        self.expect("(")
        return name

    def part(self, named):
        """A part of an option: kind, coordinates, turns and number of times."""
        wrapped = self.token == "(" and (named or self.wraps()) and self.take("(")
        kind, target = self.place(named, self.expression)
        turns = self.turns("if") if wrapped else lambda e: [e]
        if wrapped:
            self.expect(")")
        return kind, target, turns, self.expression() if self.take("times") else lambda e: 1

    def wraps(self):
        """Whether the bracket that comes next encloses a target: a comma or `for` stands directly in it."""
        depth = 0
        for token in self.tokens[self.at:]:
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
            if depth == 0 or depth == 1 and token in (",", "for"):
                return depth == 1
        return False


class Move:
    def __init__(self, text, named, work):
        reader = Reader(text, work)
        self.text, (self.kind, self.names) = text, reader.place(named, reader.word)
        reader.expect("->")
        self.parts = []
        if not reader.take("nothing"):
            self.parts.append(reader.part(named))
            while reader.take("&"):
                self.parts.append(reader.part(named))
        self.turns = reader.turns("when")
        need(reader.token == "" and len(set(self.names)) == len(self.names), f"`{text}`: not a move")

    def options(self, constants, coordinates):
        """Each option as a list of parts (kind, coordinates)."""
        for e in self.turns({**constants, **dict(zip(self.names, coordinates))}):
            option = []
            for kind, target, turns, times in self.parts:
                count = natural(times(e))
                for turn in turns(e) if count else ():
                    need(len(option) + count <= MOST_PARTS, f"`{self.text}`: more than {MOST_PARTS} parts")
                    option += [(kind, tuple(x(turn) for x in target))] * count
            yield option


class Game:
    """A game as it was written. A kind is (name, its bounded coordinates), a position (name, all coordinates)."""

    def __init__(self, game, work):
        self.work, self.named = work, game["kinds"] is not None
        self.constants = dict(map(self.parameter, game["parameters"]))
        self.moves = [Move(text, self.named, work) for text in game["moves"]]
        need(self.moves, "game: it has no moves")
        self.names = self.moves[0].names
        self.kinds, self.labels, self.long = {}, {}, {}  # the coordinates; label: kind; which one has no bound
        for text in game["kinds"] or ():
            self.declare(text)
        for move in self.moves:
            known = self.kinds.get(move.kind) if self.named else self.names
            fits = known is not None and len(known) == len(move.names) and (self.named or move.names == self.names)
            fits = fits and not self.constants.keys() & set(move.names)
            need(fits, f"`{move.text}`: not the coordinates of its kind")
        need(not (self.named and game["positions"]), "game: positions beside kinds")
        self.positions = game["positions"] and self.read(game["positions"], Reader.expression)
        self.asked = game["asked"] and self.read(game["asked"], lambda r: r.place(self.named, r.expression))

    def read(self, text, how):
        reader = Reader(text, self.work)
        found = how(reader)
        return found if reader.token == "" else reader.wrong()

    def parameter(self, text):
        name, _, value = text.partition("=")
        need(name.strip().isidentifier() and name.strip() not in RESERVED, f"`{text}`: not a parameter")
        return name.strip(), self.read(value, Reader.expression)({})

    def declare(self, text):
        """Reads a line of `kinds`, and makes the labels of its kinds."""
        reader = Reader(text, self.work)

        def coordinate():
            name, domain, least = reader.word(), None, 0
            if reader.take("in"):
                domain = reader.domain()(self.constants)
                need(len(domain) <= MOST_PARTS, f"`{text}`: too many kinds")
            elif reader.take("from"):
                least = natural(reader.binary(0)(self.constants))
            return name, domain, least
        name, found = reader.place(True, coordinate)
        long = [i for i, (_, domain, _) in enumerate(found) if domain is None]
        need(reader.token == "" and name not in self.kinds and len(long) < 2, f"`{text}`: not a kind")
        self.kinds[name], self.long[name] = found, long[0] if long else None
        for values in product(*[[c] if domain is None else domain for c, domain, _ in found]):
            need(len(self.labels) < MOST_PARTS, f"`{text}`: too many kinds")
            self.labels[f"{name}({','.join(map(str, values))})"] = self.split((name, values))[0]

    def kind_of(self, label):
        """The kind with a label; without names the word in it is the coordinate that has no bound."""
        if self.named:
            need(label in self.labels, f"rules: `{label}` is not a kind that was declared")
            return self.labels[label]
        words = label.split(",")
        long = [self.names.index(word) for word in words if word in self.names]
        numbers = [int(word) for word in words if re.fullmatch("0|[1-9][0-9]{0,17}", word)]
        need(len(long) == 1 and len(numbers) + 1 == len(words) == len(self.names), f"rules: `{label}` is not a kind")
        need(self.long.setdefault("", long[0]) == long[0], f"rules: `{label}` has another coordinate without a bound")
        return "", tuple(numbers)

    def position(self, kind, n):
        (name, bounded), at = kind, self.long[kind[0]]
        return name, bounded if at is None else bounded[:at] + (n,) + bounded[at:]

    def split(self, position):
        """The kind of a position, and its size (0 if it has none)."""
        name, coordinates = position
        known = self.kinds.get(name) if self.named else self.names
        right = known is not None and len(coordinates) == len(known)
        need(right, f"`{name}({','.join(map(str, coordinates))})`: not a position")
        at = self.long[name]
        return (position, 0) if at is None else ((name, coordinates[:at] + coordinates[at + 1:]), coordinates[at])

    def exists(self, kind, n):
        """Whether a kind has a position of this size."""
        name, coordinates = self.position(kind, n)
        if self.named:
            return self.long[name] is None or n >= self.kinds[name][self.long[name]][2]
        return not self.positions or self.positions({**self.constants, **dict(zip(self.names, coordinates))})

    def options(self, kind, n):
        """The options of a position, each a list of (kind, size)."""
        name, coordinates = self.position(kind, n)
        for move in self.moves:
            if move.kind == name:
                for option in move.options(self.constants, coordinates):
                    yield [self.split(part) for part in option]

    def kind_asked(self, n):
        """The kind of the position that is asked for at n."""
        name, target = self.asked
        at = self.long.get(name)
        e = {**self.constants, "n": n, **({self.kinds[name][at][0]: n} if self.named and at is not None else {})}
        return self.split((name, tuple(x(e) for x in target)))[0]
