"""A game as a value: made from a code, from a function, or as a sum."""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, Optional, Sequence, SupportsIndex, Tuple, Type, Union

from ._asked import whole
from ._asking import Asking
from ._errors import ConfigError
from ._function import MOST, source_of_function
from ._native import Source
from ._playable import Argument, source_of
from ._recipe import Recipe


class Game(Asking):
    """A game, given by a code, by a family with its arguments, or by a function that returns the options of a position.

    The arguments of a family have the names that they have in a config, and a `Graph` stands for a graph code.

    A position is a whole number or, with `coordinates`, a tuple of whole numbers, each from 0 to 2^32 - 2. The function returns the options
    in any iterable: a whole number or a tuple is a position, and a list of positions is their disjunctive sum (`[]` is the empty sum). A
    function of several parameters gets the coordinates one by one. It is called once for each position, from another thread, before
    anything is computed, and its options must depend on the position alone. An exception that it raises is passed on to the caller.

    `first` is the first label (0 by default), and `name` appears in results (`python:name`). `asked(n)` gives the position with the label n,
    if that is not n itself. Adding games, or games and codes, gives their disjunctive sum.

    With `loops="draw"` play may go on for ever, which is a draw. With `entailing=True` the function may mark options: `grundy.reply(option)`
    (the opponent must move in the position that is left) and `grundy.again(option)` (the same player moves again, anywhere).

    A game can be pickled if its functions can: they are functions of a module, not lambdas.

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
    >>> grundy.Game(lambda n: [1 - n] if n < 2 else [0, n - 2], loops="draw").values(max=3).tolist()
    [inf(), inf(), inf(), inf()]
    >>> grundy.Game(lambda n: [grundy.reply(n - 1)] if n else [], entailing=True).values(max=3).tolist()
    [0, moon, 0, moon]
    """

    _recipe: Recipe

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
        loops: Optional[str] = None,
        entailing: bool = False,
        **arguments: Argument,
    ) -> None:
        own = {"coordinates": coordinates, "first": first, "name": name, "words": words, "loops": loops}
        if isinstance(rules, str):
            for keyword, given in (("asked", asked is not None), ("entailing", entailing)):
                if given:
                    raise ConfigError(f"unknown keyword `{keyword}`: it belongs to a function")
            self._source = source_of(rules, {**own, **arguments})
            self._recipe = Recipe(rules, {**own, **arguments})
        elif callable(rules):
            if arguments:
                raise ConfigError(f"unknown keyword `{next(iter(arguments))}`: a function takes no arguments of a family")
            self._source = source_of_function(rules, coordinates, first, asked, name, words, loops, entailing)
            self._recipe = Recipe(rules, {**own, "asked": asked, "entailing": entailing})
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
        3
        """
        number = whole("heaps", count) or 0
        if not 2 <= number <= MOST:
            raise ConfigError(f"`heaps` cannot be {number}: expected a whole number from 2 to {MOST}")
        return sum_of([self] * number)

    def __reduce__(self) -> Tuple[Any, ...]:
        self._recipe.check(self.code)
        return made_again, (type(self), self._recipe)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: Any) -> "Game":
        return self


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
    made._recipe = Recipe(games, {})
    return made


def made_again(kind: Type[Game], recipe: Recipe) -> Game:
    """The game of a recipe that was pickled."""
    if isinstance(recipe.rules, list):
        return sum_of(recipe.rules)
    made = kind.__new__(kind)
    Game.__init__(made, recipe.rules, **recipe.keywords)
    return made
