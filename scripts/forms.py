"""What all kinds of certificates share: the forms that their parts must have, and hashes. It has no dependencies beyond
the standard library."""

import re
from hashlib import sha256
from struct import pack

HASHED = 1 << 30  # so many values at most are hashed
WHOLE, POSITIVE, VALUE, HASH = range(1 << 48), range(1, 1 << 48), range(1 << 32), re.compile("[0-9a-f]{64}")
WITNESS = {"period": POSITIVE, "saltus": WHOLE, "n": WHOLE, "values": (VALUE, VALUE)}


def need(condition, message):
    if not condition:
        raise ValueError(message)


def fits(x, form):
    """Whether x is of a form: a type, range, pattern, [form of all], (forms), (None, form), {key: form}."""
    if isinstance(form, tuple) and form[0] is None:
        return x is None or fits(x, form[1])
    if isinstance(form, dict):
        return type(x) is dict and x.keys() == form.keys() and all(fits(x[key], form[key]) for key in form)
    if isinstance(form, list):
        return type(x) is list and all(fits(y, form[0]) for y in x)
    if isinstance(form, tuple):
        return type(x) is list and len(x) == len(form) and all(map(fits, x, form))
    if isinstance(form, range):
        return type(x) is int and x in form
    return type(x) is form if isinstance(form, type) else type(x) is str and form.fullmatch(x)


def digest_of(values):
    return sha256(pack(f"<{len(values)}I", *values)).hexdigest()


def primes_of(x):
    """The primes that divide x, in order."""
    found, q = [], 2
    while q * q <= x:
        if x % q == 0:
            found.append(q)
            while x % q == 0:
                x //= q
        q += 1
    return found + [x] * (x > 1)
