"""What is asked beside the game, as the native part reads it."""

from __future__ import annotations

import json
import operator
from typing import Any, Callable, Dict, List, Optional, Sequence, SupportsIndex, Union

from . import _native
from ._errors import ConfigError
from ._progress import Report, Watched

Amount = Union[str, SupportsIndex, None]
#: The end of a range: a number, also as a text such as "1e6", or a float such as 1e6.
Number = Union[SupportsIndex, str, float]
Bound = Union[Number, Sequence[Number], None]


def whole(name: str, number: Optional[SupportsIndex]) -> Optional[int]:
    """A whole number from 0 to 2^63 - 1, or nothing."""
    if number is None:
        return None
    try:
        value = operator.index(number)
    except TypeError:
        value = -1
    if not 0 <= value < 2**63:
        raise ConfigError(f"`{name}` cannot be {number!r}: expected a whole number from 0 to 2^63 - 1, as in 10**6")
    return value


def bound(name: str, number: Optional[Number]) -> Optional[int]:
    """The same, where texts and floats will do, as in a config: "1e6", "2**20", 1e6."""
    if isinstance(number, str):
        return _native.whole(name, number)
    if isinstance(number, float):
        return whole(name, int(number) if number.is_integer() and number <= 2**53 else number)  # type: ignore[arg-type]
    return whole(name, number)


def bounds(max: Bound) -> Union[int, List[int], None]:
    """The largest coordinate, or that of each."""
    if isinstance(max, Sequence) and not isinstance(max, str):
        if not max:
            raise ConfigError("`max` cannot be an empty list: expected a number for each coordinate")
        return [number for number in (bound("max", one) for one in max) if number is not None]
    return bound("max", max)


def amount(memory: Amount) -> Optional[str]:
    """An amount of memory as the library reads it: a number is one of bytes."""
    return memory if memory is None or isinstance(memory, str) else f"{whole('memory', memory)} B"


class Call:
    """A call of the native part: what is asked of a game, and how the work is watched."""

    def __init__(
        self,
        *,
        max: Bound = None,
        play: Optional[str] = None,
        value: Optional[str] = None,
        kernel: Optional[str] = None,
        memory: Amount = None,
        max_rows: Optional[SupportsIndex] = None,
        period: bool = False,
        threads: Optional[SupportsIndex] = None,
        progress: Union[bool, Report] = True,
    ) -> None:
        self.watched = Watched(progress)
        count = whole("threads", threads)
        if count is not None and not 1 <= count <= 1024:
            raise ConfigError(f"`threads` cannot be {count}: expected a whole number from 1 to 1024")
        self.asked: Dict[str, Any] = {
            "max": bounds(max),
            "play": play,
            "value": value,
            "kernel": kernel,
            "memory": amount(memory),
            "max_rows": whole("max_rows", max_rows),
            "period": period,
            "threads": count or 0,
        }

    def of(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a native function, whose last argument is all this."""
        with self.watched as report:
            return function(*arguments, {**self.asked, "progress": report})

    def read(self, function: Callable[..., str], *arguments: Any) -> Dict[str, Any]:
        """The same for a function whose answer is JSON."""
        answer: Dict[str, Any] = json.loads(self.of(function, *arguments))
        return answer
