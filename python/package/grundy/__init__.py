"""Grundy values, outcomes and proved periods of impartial combinatorial games.

>>> import grundy
>>> grundy.values("octal:0.77", max=11)
Values([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
>>> grundy.period("octal:0.77").period
12

A game is a code, as on the command line (`octal:0.77`, `nim:3`, `kayles`), the name of a family with its arguments as keywords
(`values("node-kayles", graph=Graph(edges))`), or a `Game`. Long computations run without the interpreter's
lock and stop at Ctrl-C. If tqdm is installed, they show its progress bar after one second, unless `progress=False`.
"""

from ._errors import ChecksFailed, ConfigError, CorruptError, Error, Fault, FileError, LimitError, Unchecked
from ._game import Board, Game
from ._graph import Graph
from ._native import __version__, again, reply
from ._results import Checked, Comparison, Count, Drawing, Families, Family, Misere, Pattern, Patterns, Period, Position, Run
from ._special import MOON, Infinity
from ._values import Values
from ._verbs import check, compare, count, draw, families, guess, misere, period, position, run, sweep, values

__all__ = [
    "Board",
    "ChecksFailed",
    "Checked",
    "Comparison",
    "ConfigError",
    "CorruptError",
    "Count",
    "Drawing",
    "Error",
    "Families",
    "Family",
    "Fault",
    "FileError",
    "Game",
    "Graph",
    "Infinity",
    "LimitError",
    "MOON",
    "Misere",
    "Pattern",
    "Patterns",
    "Period",
    "Position",
    "Run",
    "Unchecked",
    "Values",
    "__version__",
    "again",
    "check",
    "compare",
    "count",
    "draw",
    "families",
    "guess",
    "misere",
    "period",
    "position",
    "reply",
    "run",
    "sweep",
    "values",
]
