"""Values as NumPy arrays that know which game they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy

from ._show import paragraph, table

if TYPE_CHECKING:
    Array = numpy.ndarray[Any, numpy.dtype[Any]]
else:
    Array = numpy.ndarray

#: The most rows and columns of a table in a notebook.
SHOWN = 20

#: What an array knows of its game.
ABOUT = ("game", "play", "value", "first", "names", "labels", "kernel", "notes", "claim", "_math")


class Values(Array):
    """The values of a game: an array of `uint8`, `uint16` or `uint32`, whichever holds the largest value, in the shape of the box.

    Outcomes are 0 (P: the player who just moved wins) and 1 (N). `first` is the label of the first value of a sequence, and `names` are
    the names of named positions. If some cells of the box are not positions, the array has one axis, and `labels` has one row per value.
    A part of an array, or an array computed from one, does not know the game: these attributes are then None.

    >>> import grundy
    >>> values = grundy.values("nim:2", max=3)
    >>> values.shape, values.dtype, values.game
    ((4, 4), dtype('uint8'), 'nim:2')
    >>> int(values[3, 1])
    2
    """

    game: Optional[str]
    play: Optional[str]
    value: Optional[str]
    first: Optional[int]
    names: Optional[List[str]]
    labels: Optional[Array]
    kernel: Optional[str]
    notes: Optional[List[str]]
    claim: Optional[str]
    _math: Optional[str]

    def __array_finalize__(self, _: Any) -> None:
        for name in ABOUT:
            setattr(self, name, None)

    def to_dict(self) -> Dict[str, Any]:
        """The values as lists, with game, play and kind of value.

        >>> import grundy
        >>> grundy.values("subtraction:1,2", max=4).to_dict()["values"]
        [0, 1, 2, 0, 1]
        """
        kept = {name: getattr(self, name) for name in ("game", "play", "value", "first", "names")}
        kept["labels"] = None if self.labels is None else self.labels.tolist()
        return {**kept, "values": self.tolist()}

    def _repr_latex_(self) -> Optional[str]:
        # Of tables the first values tell nothing.
        if self._math is None or self.first is None:
            return None
        return self._math if self.claim is None else f"{self._math}\n\n{self.claim}"

    def _repr_html_(self) -> Optional[str]:
        if self.game is None or self.ndim > 2:
            return None
        head = f"{self.value} values of {self.game}, {self.play} play, shape {self.shape}, {self.dtype}"
        if self.ndim == 2:
            return paragraph(head) + self._html_table()
        if self.first is None:
            labels = self.names if self.names is not None else [tuple(row) for row in self._labels()]
            return paragraph(head) + table(["position", "value"], list(zip(labels, self.tolist()))[:SHOWN])
        return paragraph(head) + paragraph(f"from n = {self.first} on: {self._math}") + paragraph(self.claim or "")

    def _labels(self) -> List[List[int]]:
        return [] if self.labels is None else [list(map(int, row)) for row in self.labels[:SHOWN]]

    def _html_table(self) -> str:
        part = self[:SHOWN, :SHOWN].tolist()
        return table(["", *map(str, range(len(part[0])))], [[x, *row] for x, row in enumerate(part)])


def made(told: Dict[str, Any]) -> Values:
    """The array of what the native part told: it takes the bytes as they are."""
    kind = {1: numpy.uint8, 2: numpy.uint16, 4: numpy.uint32}[told["bytes"]]
    values: Values = numpy.frombuffer(told["array"], dtype=kind).reshape(told["shape"]).view(Values)
    for name in ("game", "play", "value", "names", "kernel", "notes"):
        setattr(values, name, told[name])
    values.first = told["firsts"][0] if told["is_sequence"] else None
    values.claim, values._math = told["sentence"], told["math"]
    if told["labels"] is not None:
        values.labels = numpy.frombuffer(told["labels"], dtype=numpy.int64).reshape(len(values), -1)
    return values
