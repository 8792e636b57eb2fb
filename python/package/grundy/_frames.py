"""Tables as frames of pandas or polars, whichever is installed, or as columns."""

from __future__ import annotations

import csv
import importlib
import io
from typing import AbstractSet, Any, Dict, List, Optional, Tuple, Union

from ._errors import ConfigError

Cell = Union[int, str, Tuple[int, ...], None]
Columns = Dict[str, List[Cell]]


def columns_of(text: str, sets: AbstractSet[str] = frozenset(), texts: AbstractSet[str] = frozenset()) -> Columns:
    """The columns of a CSV file: one of whole numbers alone becomes numbers, and an empty field nothing.

    The columns `sets` become tuples of numbers, and the columns `texts` remain texts.
    """
    head, *rows = list(csv.reader(io.StringIO(text)))
    columns: Columns = {}
    for place, name in enumerate(head):
        fields = [row[place] for row in rows]
        if name in sets:
            columns[name] = [tuple(map(int, field.split())) for field in fields]
        else:
            columns[name] = list(fields) if name in texts else column(fields)
    return columns


def column(fields: List[str]) -> List[Cell]:
    """A column as numbers, if it has nothing else."""
    if all(field == "" or field.isdecimal() and field.isascii() or is_negative(field) for field in fields):
        return [int(field) if field else None for field in fields]
    return [field if field else None for field in fields]


def is_negative(field: str) -> bool:
    """Whether a field is a negative number."""
    return field[:1] == "-" and field[1:].isascii() and field[1:].isdecimal()


def to_frame(columns: Columns, kind: Optional[str], about: Dict[str, Any]) -> Any:
    """A frame of the kind asked for: `pandas`, `polars` or `dict`; by default of the first of these that is installed."""
    if kind not in (None, "pandas", "polars", "dict"):
        raise ConfigError(f"`frame` cannot be `{kind}`: expected pandas, polars or dict")
    for name in ("pandas", "polars") if kind is None else (kind,):
        if name == "dict":
            break
        try:
            library = importlib.import_module(name)
        except ImportError:
            if kind is not None:
                raise
            continue
        return in_pandas(library, columns, about) if name == "pandas" else library.DataFrame(columns)
    return columns


def in_pandas(pandas: Any, columns: Columns, about: Dict[str, Any]) -> Any:
    """A frame of pandas, in which numbers stay whole where some are missing; `attrs` says where it comes from."""
    made = pandas.DataFrame(
        {name: pandas.array(cells, dtype="Int64" if whole(cells) else object) for name, cells in columns.items()}
    )
    made.attrs["grundy"] = about
    return made


def whole(cells: List[Cell]) -> bool:
    """Whether a column has whole numbers, some perhaps missing, and nothing else."""
    given = [cell for cell in cells if cell is not None]
    return bool(given) and all(isinstance(cell, int) for cell in given)
