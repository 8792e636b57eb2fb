"""A game as a value: made from a code, from a function, or as a sum."""

from __future__ import annotations

import inspect
import re
from typing import Any, Callable, Iterable, List, Optional, Sequence, SupportsIndex, Union

from . import _verbs
from ._asked import whole
from ._errors import ConfigError
from ._native import Source
from ._playable import Argument, Playable, source_of
from ._results import Checked, Comparison, Count, Drawing, Misere, Patterns, Period, Position
from ._values import Values

#: The most coordinates of a position.
MOST = 32


class Game(Playable):
    """A game, given by a code, by a family with its arguments, or by a function that returns the options of a position.

    The arguments of a family have the names that they have in a config, and a `Graph` stands for a graph code.

    A position is a whole number or, with `coordinates`, a tuple of whole numbers, each from 0 to 2^32 - 2. The function returns the options
    in any iterable: a whole number or a tuple is a position, and a list of positions is their disjunctive sum (`[]` is the empty sum). A
    function of several parameters gets the coordinates one by one. It is called once for each position, from another thread, before
    anything is computed, and its options must depend on the position alone. An exception that it raises is passed on to the caller.

    `first` is the first label (0 by default), and `name` appears in results (`python:name`). `asked(n)` gives the position with the label n,
    if that is not n itself. Adding games, or games and codes, gives their disjunctive sum.

    Raises ConfigError for an invalid code; later calls raise it for an option that is not a position, and for infinite play, which is shown.

    >>> import grundy
    >>> halves = grundy.Game(lambda n: [n - 1, n // 2] if n else [], name="halves")
    >>> halves.values(max=9).tolist()
    [0, 1, 0, 2, 1, 2, 0, 1, 0, 2]
    >>> (halves + "nim:1").position((7, 3)).winning_moves
    ['7,1']
    >>> kayles = grundy.Game(lambda n: [[a, n - k - a] for k in (1, 2) for a in range(n - k + 1)])
    >>> kayles.values(max=11).tolist() == grundy.values("kayles", max=11).tolist()
    True
    >>> rook = grundy.Game(lambda a, b: [(i, b) for i in range(a)] + [(a, j) for j in range(b)])
    >>> int(rook.values(max=4)[1, 3])
    2
    >>> grundy.Game("node-kayles", graph=grundy.Graph(["ab", "bc", "cd"])).values().tolist()
    [0]
    >>> grundy.Game("domination", graph="grid:rows=2").code
    'domination:grid:rows=2'
    >>> grundy.Game(lambda n: [1 - n]).values(max=1)
    Traceback (most recent call last):
    ...
    grundy.ConfigError: the rules allow infinite play: 0 -> 1 -> 0
    """

    def __init__(
        self,
        rules: Union[str, Callable[..., Iterable[Any]]],
        /,
        *,
        coordinates: Optional[SupportsIndex] = None,
        first: Optional[SupportsIndex] = None,
        asked: Optional[Callable[[int], Any]] = None,
        name: Optional[str] = None,
        words: Optional[str] = None,
        **arguments: Argument,
    ) -> None:
        if isinstance(rules, str):
            own = {"coordinates": coordinates, "first": first, "name": name, "words": words}
            if asked is not None:
                raise ConfigError("unknown keyword `asked`: it belongs to a function")
            self._source = source_of(rules, {**own, **arguments})
        elif callable(rules):
            if arguments:
                raise ConfigError(f"unknown keyword `{next(iter(arguments))}`: a function takes no arguments of a family")
            self._source = source_of_function(rules, coordinates, first, asked, name, words)
        else:
            raise ConfigError("a game is a code such as `octal:0.77`, or a function that returns the options of a position")

    def __add__(self, other: Union[str, "Game"]) -> "Game":
        return sum_of([self, other])

    def __radd__(self, other: Union[str, "Game"]) -> "Game":
        return sum_of([other, self])

    def heaps(self, count: SupportsIndex) -> "Game":
        """The disjunctive sum of `count` copies of the game, from 2 to 32.

        >>> import grundy
        >>> grundy.Game("nim:1").heaps(2).values(max=3)[1, 2]
        np.uint8(3)
        """
        number = whole("heaps", count) or 0
        if not 2 <= number <= MOST:
            raise ConfigError(f"`heaps` cannot be {number}: expected a whole number from 2 to {MOST}")
        return sum_of([self] * number)

    def values(self, **asked: Any) -> Values:
        """As `grundy.values(game, ...)`."""
        return _verbs.values(self, **asked)

    def period(self, **asked: Any) -> Period:
        """As `grundy.period(game, ...)`."""
        return _verbs.period(self, **asked)

    def guess(self, **asked: Any) -> Patterns:
        """As `grundy.guess(game, ...)`."""
        return _verbs.guess(self, **asked)

    def misere(self, **asked: Any) -> Misere:
        """As `grundy.misere(game, ...)`."""
        return _verbs.misere(self, **asked)

    def position(self, position: Any, **asked: Any) -> Position:
        """As `grundy.position(game, position, ...)`."""
        return _verbs.position(self, position, **asked)

    def compare(self, other: Union[str, "Game"], **asked: Any) -> Comparison:
        """As `grundy.compare(game, other, ...)`."""
        return _verbs.compare(self, other, **asked)

    def draw(self, position: Any, **asked: Any) -> Drawing:
        """As `grundy.draw(game, position, ...)`."""
        return _verbs.draw(self, position, **asked)

    def count(self, condition: str, **asked: Any) -> Count:
        """As `grundy.count(game, condition, ...)`."""
        return _verbs.count(self, condition, **asked)

    def check(self, holds: str, **asked: Any) -> Checked:
        """As `grundy.check(game, holds, ...)`."""
        return _verbs.check(self, holds, **asked)


class Board(Game):
    """A game on a board, by rules that replace patterns (docs/boards.md). It is a `Game`.

    A rule is a text such as "XO -> .X", with rows separated by `/`; by default it counts in all turns and reflections (`symmetries` is
    "all", "mirror" or "none"). `start` is "full", "checkered", or rows of states, as "XO/OX"; "full" and "checkered" take `rows` and
    `columns`, and each of these that is not given is a coordinate of the game. Instead of `start`, `strip` is a row with a repeated part.

    Raises ConfigError, with the place of the mistake, for rules that cannot be read or under which play may not end.

    >>> import grundy
    >>> clobber = grundy.Board(rules=["XO -> .X", "OX -> .O"], strip="(XO)^n")
    >>> clobber.values(max=8).tolist()
    [1, 3, 0, 2, 0, 2, 0, 3]
    >>> cram = grundy.Board(["## -> .."], start="full", rows=3)
    >>> bool((cram.values(max=5) == grundy.values("cram:rows=3", max=5)).all())
    True
    """

    def __init__(
        self,
        rules: Union[str, Sequence[str]],
        *,
        start: Optional[str] = None,
        strip: Optional[str] = None,
        rows: Optional[SupportsIndex] = None,
        columns: Optional[SupportsIndex] = None,
        symmetries: Optional[str] = None,
    ) -> None:
        super().__init__(
            "board", rules=rules, start=start, strip=strip, rows=rows, columns=columns, symmetries=symmetries
        )


def sum_of(games: List[Union[str, Game]]) -> Game:
    """The disjunctive sum of games."""
    made = Game.__new__(Game)
    made._source = Source.of_sum([source_of(game) for game in games])
    made._source.code()  # Whatever is wrong is told at once.
    return made


def source_of_function(
    rules: Callable[..., Iterable[Any]],
    coordinates: Optional[SupportsIndex],
    first: Optional[SupportsIndex],
    asked: Optional[Callable[[int], Any]],
    name: Optional[str],
    words: Optional[str],
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
    return Source.of_function(rules, asked, name, words, firsts, count, spread > 1)


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
