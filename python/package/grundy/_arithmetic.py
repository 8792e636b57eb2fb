"""Arithmetic of arrays of small numbers, which never wraps round: results have at least 64 bits, or the error is told."""

from __future__ import annotations

from typing import Any, Dict, Tuple

import numpy

#: Numbers that are not smaller than this in size do not fit into 64 bits.
BEYOND = 2.0**63

#: Ufuncs that do not compute with the numbers: their results are truth values.
JUDGING = frozenset(
    (
        numpy.equal,
        numpy.not_equal,
        numpy.less,
        numpy.less_equal,
        numpy.greater,
        numpy.greater_equal,
        numpy.logical_and,
        numpy.logical_or,
        numpy.logical_xor,
        numpy.logical_not,
        numpy.isfinite,
        numpy.isnan,
        numpy.isinf,
    )
)

#: Ufuncs whose results may have more digits than the numbers, so that reductions need 64 bits.
GROWING = frozenset((numpy.add, numpy.subtract, numpy.multiply))

#: Ufuncs that may go beyond 64 bits, with the same for floating-point numbers.
STEEP = {
    numpy.multiply: numpy.multiply,
    numpy.square: numpy.square,
    numpy.power: numpy.power,
    numpy.left_shift: numpy.ldexp,
}

#: Functions that compute with the bare numbers, by no ufunc that could see what they belong to.
BARE = frozenset(
    (
        numpy.dot,
        numpy.vdot,
        numpy.inner,
        numpy.outer,
        numpy.kron,
        numpy.cross,
        numpy.tensordot,
        numpy.einsum,
        numpy.convolve,
        numpy.correlate,
        numpy.ediff1d,
        numpy.where,
        numpy.select,
        numpy.pad,
        numpy.insert,
    )
)


def is_small(array: Any) -> bool:
    """Whether an array has whole numbers of less than 64 bits."""
    return isinstance(array, numpy.ndarray) and array.dtype.kind in "bui" and array.dtype.itemsize < 8


def bare(one: Any) -> Any:
    """The same array, without what it knows."""
    return one.view(numpy.ndarray) if isinstance(one, numpy.ndarray) else one


def wide(one: Any) -> Any:
    """The same numbers, with at least 64 bits."""
    return bare(one).astype(numpy.int64) if is_small(one) else bare(one)


def wide_within(argument: Any, kind: type) -> Any:
    """An argument in which the arrays of a kind are wide."""
    if isinstance(argument, (list, tuple)):
        parts = [wide_within(one, kind) for one in argument]
        return parts if isinstance(argument, list) else tuple(parts)
    return wide(argument) if isinstance(argument, kind) else argument


def number(result: Any) -> Any:
    """A whole number as a number of Python; anything else unchanged."""
    if isinstance(result, tuple):
        return tuple(map(number, result))
    return int(result) if isinstance(result, numpy.integer) else result


def call(ufunc: Any, method: str, inputs: Tuple[Any, ...], keywords: Dict[str, Any], kind: type) -> Any:
    """Calls a method of a ufunc, some of whose arguments are arrays of a kind. Results are plain arrays and numbers."""
    if method == "at":
        return call_at(ufunc, inputs)
    targets = keywords.pop("out", None)
    widen = wide if ufunc not in JUDGING and method in ("__call__", "outer") else bare
    plain = tuple(widen(one) if isinstance(one, kind) else one for one in inputs)
    if widen is bare and ufunc in GROWING and keywords.get("dtype") is None and is_small(plain[0]):
        keywords["dtype"] = numpy.int64
    if targets is None:
        result = getattr(ufunc, method)(*plain, **keywords)
        refuse_steep(ufunc, method, plain, keywords, result)
        return number(result)
    places = tuple(wide(one) if isinstance(one, kind) else one for one in targets)
    result = getattr(ufunc, method)(*plain, out=places if len(places) > 1 else places[0], **keywords)
    refuse_steep(ufunc, method, plain, keywords, result)
    for target, place in zip(targets, places):
        if isinstance(target, kind):
            write(target, place)
    return targets[0] if len(targets) == 1 else targets


def call_at(ufunc: Any, inputs: Tuple[Any, ...]) -> None:
    """Changes an array at some places."""
    changed = wide(inputs[0])
    ufunc.at(changed, *map(bare, inputs[1:]))
    write(inputs[0], changed)


def write(target: Any, numbers: Any) -> None:
    """Writes numbers into an array, if they fit."""
    bare(target)[...] = fitting(numbers, target.dtype)


def fitting(value: Any, kind: Any) -> Any:
    """What is to be written into an array of some type, if it fits.

    Raises OverflowError for a number that would wrap round.
    """
    if kind.kind not in "ui":
        return value
    numbers = bare(numpy.asarray(value))
    if numbers.size and numbers.dtype.kind in "uif":
        limits = numpy.iinfo(kind)
        for extreme in (numbers.min(), numbers.max()):
            if not limits.min <= extreme <= limits.max:
                raise OverflowError(
                    f"{extreme} does not fit into an array of {kind}; `astype(int)` makes one of 64 bits, "
                    "and `values = values * 40` needs no room in the old one"
                )
    return value


def refuse_steep(ufunc: Any, method: str, inputs: Tuple[Any, ...], keywords: Dict[str, Any], result: Any) -> None:
    """Refuses whole numbers beyond 64 bits, by a look at floating-point numbers."""
    kind = getattr(result, "dtype", None)
    if ufunc not in STEEP or kind is None or kind.kind not in "ui":
        return
    if method in ("__call__", "outer"):
        # What is not computed may be anything.
        if keywords.get("where", True) is not True:
            return
        numbers = [numpy.asarray(one) for one in inputs]
        # Where all numbers are small, the largest ones tell it.
        if all(one.size for one in numbers) and fits(ufunc, "__call__", [largest(one) for one in numbers], {}):
            return
        fine = fits(ufunc, method, numbers, {})
    else:
        given = {key: value for key, value in keywords.items() if key not in ("dtype", "initial")}
        fine = fits(ufunc, method, [inputs[0]], given, inputs[1:])
    if not fine:
        raise OverflowError("a result does not fit into 64 bits; `astype(object)` makes an array of numbers of any size")


def largest(numbers: Any) -> int:
    """The largest absolute value, without another array."""
    return max(abs(int(numbers.min())), abs(int(numbers.max())))


def fits(ufunc: Any, method: str, numbers: Any, keywords: Dict[str, Any], places: Tuple[Any, ...] = ()) -> bool:
    """Whether the results are within 64 bits."""
    first, *others = numbers
    exponents = others if ufunc is numpy.left_shift else [numpy.asarray(one, float) for one in others]
    with numpy.errstate(all="ignore"):
        sizes = getattr(STEEP[ufunc], method)(numpy.asarray(first, float), *exponents, *places, **keywords)
    return bool((numpy.abs(sizes) < BEYOND).all())
