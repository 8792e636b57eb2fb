"""A function as the rules of a game."""

from __future__ import annotations

import inspect
import re
from typing import Any, Callable, Iterable, Optional, SupportsIndex

from ._asked import whole
from ._errors import ConfigError
from ._native import Source

#: The most coordinates of a position.
MOST = 32


def source_of_function(
    rules: Callable[..., Iterable[Any]],
    coordinates: Optional[SupportsIndex],
    first: Optional[SupportsIndex],
    asked: Optional[Callable[[int], Any]],
    name: Optional[str],
    words: Optional[str],
    loops: Optional[str],
    entailing: bool,
) -> Source:
    """What the native part knows of a function."""
    spread = parameters_of(rules)
    count = max(spread, 1) if coordinates is None else whole("coordinates", coordinates) or 0
    if not 1 <= count <= MOST:
        raise ConfigError(f"`coordinates` cannot be {count}: expected a whole number from 1 to {MOST}")
    if spread not in (0, 1, count):
        raise ConfigError(f"the function takes {spread} coordinates, but a position has {count}")
    name = name_of(rules) if name is None else name
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
        raise ConfigError(f"`{name}` cannot be the name of a game: use only letters, digits, `_`, `-` and `.`")
    words = words or inspect.getdoc(rules) or f"the Python function `{name}`"
    firsts = [whole("first", first) or 0] * (1 if asked is not None else count)
    return Source.of_function(rules, asked, name, words, firsts, count, spread > 1, law_of(loops, entailing))


def law_of(loops: Optional[str], entailing: bool) -> str:
    """Which values are defined, as the native part calls it."""
    if loops not in (None, "draw"):
        raise ConfigError(f"`loops` cannot be {loops!r}: expected \"draw\", or nothing where play always ends")
    if loops and entailing:
        raise ConfigError("`loops` and `entailing` are both given: moves of a game with loops cannot decide who moves next")
    return "loopy" if loops else "entailing" if entailing else "usual"


def parameters_of(function: Callable[..., Any]) -> int:
    """How many coordinates a function takes one by one; 0 where it does not say."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(1 for one in parameters if one.kind in plain and one.default is inspect.Parameter.empty)


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function, if it has one that may stand in a code."""
    name = getattr(function, "__name__", "game")
    return name if name.isidentifier() and name.isascii() else "game"
