"""A game, whatever it is made of."""

from __future__ import annotations

from typing import Union

from ._native import Source


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


def source_of(game: Union[str, Playable]) -> Source:
    """What the native part knows of a game, or of a code."""
    return game._source if isinstance(game, Playable) else Source.of_code(game)
