"""Values as NumPy arrays that know which game they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

import numpy

from ._arithmetic import BARE, call, fitting, number, wide_within
from ._places import Places, whole_box
from ._show import paragraph, table
from ._special import with_objects

if TYPE_CHECKING:
    Array = numpy.ndarray[Any, numpy.dtype[Any]]
else:
    Array = numpy.ndarray

#: The most rows and columns of a table in a notebook.
SHOWN = 20

#: What an array knows of its game, and its parts, too.
GAME = ("game", "play", "value", "kernel", "notes")

#: All that an array knows.
ABOUT = (*GAME, "claim", "_math", "_places")


class Values(Array):
    """The values of a game: an array of `uint8`, `uint16` or `uint32`, whichever holds the largest value, in the shape of the box.

    Outcomes are 0 (P: the player who just moved wins), 1 (N) and 2 (D: a draw). In a game whose play may go on for ever, or whose moves
    decide who moves next, values are objects: numbers, `Infinity` and `MOON`.

    `first` is the label of the first value of a sequence, and `names` are the names of named positions. If the cells are not those of a box,
    or a sequence has gaps, `labels` has a row for each value. `label(place)` gives the label of any value. Parts of an array, copies and
    pickles keep all this. A single value is an `int`.

    Nothing wraps round: whatever is computed is a plain array of 64 bits (`values * 40`), sums are numbers of Python, and numbers that do not
    fit raise OverflowError.

    >>> import grundy
    >>> values = grundy.values("nim:2", max=3)
    >>> values.shape, values.dtype, values.game
    ((4, 4), dtype('uint8'), 'nim:2')
    >>> values[3, 1], int((values * 100).max()), values.sum()
    (2, 300, 24)
    >>> values[2:].label(1, 3)
    (3, 3)
    >>> values[values == 0].labels.tolist()
    [[0, 0], [1, 1], [2, 2], [3, 3]]
    """

    game: Optional[str]
    play: Optional[str]
    value: Optional[str]
    kernel: Optional[str]
    notes: Optional[List[str]]
    claim: Optional[str]
    _math: Optional[str]
    _places: Places

    def __array_finalize__(self, _: Any) -> None:
        for name in ABOUT:
            setattr(self, name, None)
        self._places = Places()

    @property
    def first(self) -> Optional[int]:
        """The label of the first value, if the labels are consecutive numbers."""
        return self._places.first

    @property
    def names(self) -> Optional[List[str]]:
        """The names of the positions, if they are named."""
        return self._places.names

    @property
    def labels(self) -> Optional[Array]:
        """The labels, a row for each value, if the array is neither a box nor a sequence without gaps."""
        return self._places.listed(len(self)) if self.ndim == 1 else None

    def label(self, *place: int) -> Union[int, str, Tuple[int, ...], None]:
        """The label of a value: a number, coordinates, or a name.

        >>> import grundy
        >>> grundy.values("kayles", max=30)[20::2].label(3)
        26
        """
        if len(place) != self.ndim:
            raise IndexError(f"{len(place)} numbers are given, but the array has {self.ndim} axes")
        return self._places.of(place)

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        if not isinstance(part, Values):
            return part.item() if isinstance(part, numpy.generic) else part
        self._tell(part, GAME)
        part._places = self._places.part(key, self.shape)
        return part

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, fitting(value, self.dtype))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        return call(ufunc, method, inputs, keywords, Values)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        if function not in BARE:
            return super().__array_function__(function, types, arguments, keywords)
        given = {key: wide_within(one, Values) for key, one in keywords.items()}
        return number(function(*wide_within(tuple(arguments), Values), **given))

    def dot(self, other: Any, *more: Any) -> Any:
        """As `numpy.dot(values, other)`."""
        return numpy.dot(self, other, *more)

    def copy(self, *order: Any, **more: Any) -> Any:
        """A copy, which knows the same."""
        return self._tell(super().copy(*order, **more), ABOUT)

    def astype(self, *kind: Any, **more: Any) -> Any:
        """A copy of another type, which knows the same."""
        return self._tell(super().astype(*kind, **more), ABOUT)

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self._tell(super().__deepcopy__(memo), ABOUT)

    def __reduce__(self) -> Any:
        reduced: Any = super().__reduce__()
        function, arguments, state = reduced
        return function, arguments, (state, {name: getattr(self, name) for name in ABOUT})

    def __setstate__(self, state: Any) -> None:
        of_array, about = state
        super().__setstate__(of_array)
        for name, one in about.items():
            setattr(self, name, one)

    def _tell(self, other: Any, names: Tuple[str, ...]) -> Any:
        if isinstance(other, Values):
            for name in names:
                setattr(other, name, getattr(self, name))
        return other

    def _plain(self) -> List[Any]:
        """The values as lists for JSON."""
        shown = numpy.frompyfunc(lambda one: one if isinstance(one, int) else str(one), 1, 1)
        listed: List[Any] = (shown(self) if self.dtype == object else self).tolist()
        return listed

    def to_dict(self) -> Dict[str, Any]:
        """The values as lists, with game, play and kind of value; infinite values and moons are texts.

        >>> import grundy
        >>> grundy.values("subtraction:1,2", max=4).to_dict()["values"]
        [0, 1, 2, 0, 1]
        """
        kept = {name: getattr(self, name) for name in ("game", "play", "value", "first", "names")}
        labels = self.labels
        kept["labels"] = None if labels is None else labels.tolist()
        return {**kept, "values": self._plain()}

    def _repr_latex_(self) -> Optional[str]:
        # Of tables the first values tell nothing.
        if self._math is None or self.first is None:
            return None
        return self._math if self.claim is None else f"{self._math}\n\n{self.claim}"

    def _repr_html_(self) -> Optional[str]:
        if self.game is None or not 1 <= self.ndim <= 2:
            return None
        head = f"{self.value} values of {self.game}, {self.play} play, shape {self.shape}, {self.dtype}"
        if self.ndim == 2:
            return paragraph(head) + self._html_table()
        shown = self[:SHOWN]
        if self.first is not None:
            numbers = ", ".join(map(str, shown._plain())) + (", ..." if len(shown) < len(self) else "")
            text = f"from n = {self.first} on: {self._math or numbers}"
            return paragraph(head) + paragraph(text) + paragraph(self.claim or "")
        rows = [(shown.label(place), one) for place, one in enumerate(shown._plain())]
        return paragraph(head) + table(["position", "value"], rows)

    def _html_table(self) -> str:
        part = self[:SHOWN, :SHOWN]
        axes = part._places.axes
        down, across = axes if len(axes) == 2 else map(range, part.shape)
        return table(["", *map(str, across)], [[x, *row] for x, row in zip(down, part._plain())])


def made(told: Dict[str, Any]) -> Values:
    """The array of what the native part told: it takes the bytes as they are."""
    kind = {1: numpy.uint8, 2: numpy.uint16, 4: numpy.uint32}[told["bytes"]]
    array: Any = numpy.frombuffer(told["array"], dtype=kind).reshape(told["shape"])
    values: Values = (array if told["special"] is None else with_objects(array, told["special"])).view(Values)
    for name in GAME:
        setattr(values, name, told[name])
    values.claim, values._math = told["sentence"], told["math"]
    if told["names"] is not None:
        values._places = Places(names=told["names"])
    elif told["labels"] is not None:
        values._places = Places(rows=numpy.frombuffer(told["labels"], dtype=numpy.int64).reshape(len(values), -1))
    elif len(told["firsts"]) == values.ndim and (told["is_sequence"] or values.ndim > 1):
        values._places = whole_box(told["firsts"], values.shape)
    return values
