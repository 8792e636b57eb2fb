"""What may be asked about a game, as methods: each is the function of the same name."""

from __future__ import annotations

from typing import Any, Optional, Sequence, SupportsIndex, Union

from . import _verbs
from ._asked import Amount, Bound
from ._playable import Playable
from ._results import Checked, Comparison, Count, Drawing, Misere, Patterns, Period, Position
from ._values import Values
from ._verbs import Progress


class Asking(Playable):
    """A game of which values, periods and other things may be asked."""

    def values(
        self,
        *,
        max: Bound = None,
        play: Optional[str] = None,
        value: Optional[str] = None,
        period: bool = False,
        kernel: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Values:
        """As `grundy.values(game, ...)`, whose arguments it has.

        >>> import grundy
        >>> grundy.Game("kayles").values(max=11).tolist()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        """
        return _verbs.values(
            self,
            max=max,
            play=play,
            value=value,
            period=period,
            kernel=kernel,
            memory=memory,
            threads=threads,
            progress=progress,
        )

    def period(
        self,
        *,
        max: Bound = None,
        play: Optional[str] = None,
        value: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Period:
        """As `grundy.period(game, ...)`."""
        return _verbs.period(
            self, max=max, play=play, value=value, memory=memory, threads=threads, progress=progress
        )

    def guess(
        self,
        *,
        max: Bound = None,
        kinds: Sequence[str] = (),
        play: Optional[str] = None,
        value: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Patterns:
        """As `grundy.guess(game, ...)`."""
        return _verbs.guess(
            self, max=max, kinds=kinds, play=play, value=value, memory=memory, threads=threads, progress=progress
        )

    def misere(
        self,
        *,
        max: Bound = None,
        elements: SupportsIndex = 4000,
        steps: SupportsIndex = 1_000_000_000,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Misere:
        """As `grundy.misere(game, ...)`."""
        return _verbs.misere(
            self, max=max, elements=elements, steps=steps, memory=memory, threads=threads, progress=progress
        )

    def position(
        self,
        position: Any,
        *,
        play: Optional[str] = None,
        moves: SupportsIndex = 1000,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Position:
        """As `grundy.position(game, position, ...)`."""
        return _verbs.position(
            self, position, play=play, moves=moves, memory=memory, threads=threads, progress=progress
        )

    def compare(
        self,
        other: Union[str, Playable],
        *,
        max: Bound = None,
        shift: Optional[int] = None,
        value: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Comparison:
        """As `grundy.compare(game, other, ...)`."""
        return _verbs.compare(
            self, other, max=max, shift=shift, value=value, memory=memory, threads=threads, progress=progress
        )

    def draw(
        self,
        position: Any = None,
        *,
        levels: Optional[SupportsIndex] = None,
        board: bool = False,
        play: Optional[str] = None,
        memory: Amount = "256 MiB",
        progress: Progress = True,
    ) -> Drawing:
        """As `grundy.draw(game, position, ...)`."""
        return _verbs.draw(
            self, position, levels=levels, board=board, play=play, memory=memory, progress=progress
        )

    def count(
        self,
        condition: str,
        *,
        max: Bound = None,
        sum: Optional[str] = None,
        largest: Optional[str] = None,
        orbits: bool = False,
        over: Optional[str] = None,
        play: Optional[str] = None,
        value: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Count:
        """As `grundy.count(game, condition, ...)`."""
        return _verbs.count(
            self,
            condition,
            max=max,
            sum=sum,
            largest=largest,
            orbits=orbits,
            over=over,
            play=play,
            value=value,
            memory=memory,
            threads=threads,
            progress=progress,
        )

    def check(
        self,
        holds: str,
        *,
        max: Bound = None,
        where: Optional[str] = None,
        over: Optional[str] = None,
        largest: Optional[str] = None,
        smallest: Optional[str] = None,
        play: Optional[str] = None,
        value: Optional[str] = None,
        memory: Amount = None,
        threads: Optional[SupportsIndex] = None,
        progress: Progress = True,
    ) -> Checked:
        """As `grundy.check(game, holds, ...)`."""
        return _verbs.check(
            self,
            holds,
            max=max,
            where=where,
            over=over,
            largest=largest,
            smallest=smallest,
            play=play,
            value=value,
            memory=memory,
            threads=threads,
            progress=progress,
        )
