"""A game, whatever it is made of."""

from __future__ import annotations

import reprlib
from typing import AbstractSet, Any, Mapping, Sequence, SupportsIndex, Union

from ._asked import whole
from ._errors import ConfigError
from ._graph import Graph
from ._native import Source
from ._toml import toml_keys

#: An argument of a family. A graph stands for its code.
Argument = Union[str, SupportsIndex, Graph, Sequence[Any], AbstractSet[Any], Mapping[str, Any], None]


class Playable:
    """A game that the native part knows."""

    _source: Source

    @property
    def code(self) -> str:
        """The canonical code; for a function, it is `python:` and its name."""
        return self._source.code()

    @property
    def words(self) -> str:
        """The rules in words."""
        return self._source.words()

    def __repr__(self) -> str:
        return f"<game {self.code}>"


def source_of(game: Union[str, Playable], arguments: Mapping[str, Argument] = {}) -> Source:
    """What the native part knows of a game, of a code, or of a family with its arguments."""
    given = {name: argument(name, value) for name, value in arguments.items() if value is not None}
    if isinstance(game, Playable):
        if given:
            raise ConfigError(f"unknown keyword `{next(iter(given))}`: the game has all its arguments")
        return game._source
    return Source.of_keys(game, toml_keys(given)) if given else Source.of_code(game)


def argument(name: str, value: Any) -> Any:
    """An argument as it is written in a config."""
    if isinstance(value, AbstractSet):
        return sorted((single(name, one) for one in value), key=str)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [single(name, one) for one in value]
    return value if isinstance(value, Mapping) else single(name, value)


def single(name: str, value: Any) -> Union[str, int, None]:
    """An argument that is no list."""
    if isinstance(value, Graph):
        return value.code
    if isinstance(value, str):
        return value
    try:
        return whole(name, value)
    except ConfigError:
        allowed = "a text, a whole number from 0 to 2^63 - 1, a list or set of these, a mapping, or a `grundy.Graph`"
        raise ConfigError(f"`{name}` cannot be {reprlib.repr(value)}: expected {allowed}") from None
