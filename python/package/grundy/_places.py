"""Where the values of an array stand: the labels of its cells, which the parts of an array keep."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Tuple, Union

import numpy

#: The labels along a coordinate: those of an axis of the array, or a single one.
Along = Union[int, range]


class Places(NamedTuple):
    """The labels of the cells of an array: those of a box, or a row for each value, or a name for each value."""

    along: Optional[Tuple[Along, ...]] = None
    rows: Optional[Any] = None
    names: Optional[List[str]] = None

    @property
    def first(self) -> Optional[int]:
        """The first label, if the labels are consecutive numbers."""
        if self.along is None or len(self.along) != 1:
            return None
        only = self.along[0]
        return only.start if isinstance(only, range) and only.step == 1 else None

    @property
    def axes(self) -> List[range]:
        """The labels along each axis of a box."""
        return [one for one in self.along or () if isinstance(one, range)]

    def of(self, place: Tuple[int, ...]) -> Union[int, str, Tuple[int, ...], None]:
        """The label of a cell."""
        if self.names is not None:
            return self.names[place[0]]
        if self.rows is not None:
            label = tuple(map(int, self.rows[place[0]]))
        elif self.along is not None:
            at = iter(place)
            label = tuple(one[next(at)] if isinstance(one, range) else one for one in self.along)
        else:
            return None
        return label[0] if len(label) == 1 else label

    def listed(self, size: int) -> Optional[Any]:
        """The labels of an array of one axis, a row for each value; none if they are consecutive, or unknown."""
        if self.rows is not None or self.along is None or self.first is not None or len(self.axes) != 1:
            return self.rows
        return self.all(size)

    def all(self, size: int) -> Any:
        """The same, also if they are consecutive."""
        if self.rows is not None or self.along is None:
            return self.rows
        columns = [numpy.arange(one.start, one.stop, one.step) if isinstance(one, range) else one for one in self.along]
        rows = numpy.empty((size, len(columns)), dtype=numpy.int64)
        for place, column in enumerate(columns):
            rows[:, place] = column
        return rows

    def part(self, key: Any, shape: Tuple[int, ...]) -> "Places":
        """The labels of a part of an array of this shape."""
        keys = key if isinstance(key, tuple) else (key,)
        if self.along is not None and all(map(is_plain, keys)):
            return Places(self.cut(list(keys)))
        is_mask = isinstance(key, numpy.ndarray) and key.dtype == bool and key.shape == shape
        if len(shape) == 1 and len(keys) == 1 and key is not None:
            names = None if self.names is None else [self.names[at] for at in chosen(key, shape[0])]
            rows = self.all(shape[0])
            return Places(None, None if rows is None else rows[key], names)
        if is_mask and self.along is not None and all(isinstance(one, range) for one in self.along):
            return Places(None, self.cells(numpy.argwhere(key)))
        return Places()

    def cut(self, keys: List[Any]) -> Tuple[Along, ...]:
        """The labels along the coordinates after indices and slices."""
        axes = len(self.axes)
        if Ellipsis in keys:
            at = keys.index(Ellipsis)
            keys[at : at + 1] = [slice(None)] * (axes - len(keys) + 1)
        at_axis = iter(keys + [slice(None)] * (axes - len(keys)))
        return tuple(one[next(at_axis)] if isinstance(one, range) else one for one in self.along or ())

    def cells(self, found: Any) -> Any:
        """The labels of some cells of a whole box."""
        steps = [(one.start, one.step) for one in self.axes]
        return numpy.column_stack([first + step * found[:, axis] for axis, (first, step) in enumerate(steps)])


def is_plain(key: Any) -> bool:
    """Whether a key is an index, a slice or `...`, which give parts of boxes."""
    if isinstance(key, slice) or key is Ellipsis:
        return True
    return not isinstance(key, (bool, numpy.bool_, numpy.ndarray, list)) and hasattr(key, "__index__")


def chosen(key: Any, size: int) -> List[int]:
    """The numbers of the values that a key chooses from an array of one axis."""
    numbers = numpy.arange(size)[key]
    return [int(at) for at in numpy.atleast_1d(numbers)]


def whole_box(firsts: List[int], shape: Tuple[int, ...]) -> Places:
    """The labels of a box."""
    return Places(tuple(range(first, first + side) for first, side in zip(firsts, shape)))
