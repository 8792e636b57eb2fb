"""Values that are no numbers: infinite values of games whose play may go on for ever, and moons of games with entailing moves."""

from __future__ import annotations

import operator
from typing import Any, FrozenSet, Iterable, Sequence, SupportsIndex, Tuple, Union

import numpy

from ._errors import ConfigError


class Infinity:
    """The value of a position whose play may go on for ever: infinity of the set `nimbers` (docs/loopy.md), written `inf(0,2)`.

    `outcome` is N if 0 is one of the nimbers, otherwise D, a draw. The value of a sum is that of `^`, as for nimbers.

    >>> import grundy
    >>> grundy.Infinity({0, 2}), grundy.Infinity({0, 2}) ^ 3, grundy.Infinity({0}) ^ grundy.Infinity({1})
    (inf(0,2), inf(1,3), inf())
    >>> grundy.Infinity({0, 2}).outcome, grundy.Infinity().outcome
    ('N', 'D')
    """

    __slots__ = ("nimbers",)

    nimbers: FrozenSet[int]

    def __init__(self, nimbers: Iterable[SupportsIndex] = ()) -> None:
        numbers = frozenset(map(operator.index, nimbers))
        if any(number < 0 for number in numbers):
            raise ConfigError(f"`nimbers` cannot be {sorted(numbers)}: expected whole numbers from 0 on")
        object.__setattr__(self, "nimbers", numbers)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"`{name}` of a value cannot be changed")

    @property
    def outcome(self) -> str:
        """N or D."""
        return "N" if 0 in self.nimbers else "D"

    def __xor__(self, other: object) -> "Infinity":
        if isinstance(other, Infinity):
            return Infinity()
        try:
            number = operator.index(other)  # type: ignore[arg-type]
        except TypeError:
            return NotImplemented
        return Infinity(number ^ nimber for nimber in self.nimbers)

    __rxor__ = __xor__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinity) and self.nimbers == other.nimbers

    def __hash__(self) -> int:
        return hash((Infinity, self.nimbers))

    def __repr__(self) -> str:
        return f"inf({','.join(map(str, sorted(self.nimbers)))})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Infinity, (self.nimbers,)


class Moon:
    """The class of `grundy.MOON`, the value of a position in which the player to move wins every sum (docs/entailing.md).

    >>> import grundy
    >>> grundy.MOON, grundy.MOON ^ 3, grundy.MOON.outcome
    (moon, moon, 'N')
    """

    __slots__ = ()

    #: The player to move wins.
    outcome = "N"

    def __xor__(self, other: object) -> "Moon":
        return self if isinstance(other, (Moon, int, numpy.integer)) else NotImplemented

    __rxor__ = __xor__

    def __repr__(self) -> str:
        return "moon"

    def __reduce__(self) -> str:
        return "MOON"


# They are called as users write them; so a moon that is unpickled is the same.
Infinity.__module__ = Moon.__module__ = "grundy"

#: The value of a position in which the player to move wins every sum.
MOON = Moon()

#: A value of a game.
AnyValue = Union[int, Infinity, Moon]


def value_of(text: Union[str, int]) -> AnyValue:
    """The value that the library writes as `3`, `inf(0,2)` or `moon`."""
    if isinstance(text, int) or text.isdecimal():
        return int(text)
    return MOON if text == "moon" else Infinity(int(part) for part in text[4:-1].split(",") if part)


def with_objects(codes: Any, special: Sequence[Tuple[int, str]]) -> Any:
    """An array of numbers in which each of some codes, which are in increasing order, stands for another value."""
    objects = codes.astype(object)
    if special:
        keys = numpy.array([code for code, _ in special], dtype=numpy.uint32)
        places = numpy.searchsorted(keys, codes).clip(max=len(keys) - 1)
        found = keys[places] == codes
        meant = numpy.empty(len(keys), dtype=object)
        meant[:] = [value_of(text) for _, text in special]
        objects[found] = meant[places[found]]
    return objects
