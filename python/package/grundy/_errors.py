"""The errors of the command line, with the same messages."""

from __future__ import annotations

from typing import Any, Optional


class Error(Exception):
    """The base of all errors of this package.

    >>> import grundy
    >>> issubclass(grundy.LimitError, grundy.Error)
    True
    """


class ConfigError(Error, ValueError):
    """An invalid config, game code or argument. If the mistake is in a text, `picture` shows it underlined.

    >>> import grundy
    >>> try:
    ...     grundy.values("octel:0.77", max=9)
    ... except grundy.ConfigError as error:
    ...     print(error)
    game code:1:1: there is no family `octel` (did you mean `octal`?)
    """

    def __init__(self, words: str, picture: Optional[str] = None) -> None:
        super().__init__(words)
        self.picture = picture


class LimitError(Error):
    """A limit (memory, rows) would be exceeded; the message gives the amount needed and the key to change.

    >>> import grundy
    >>> try:
    ...     grundy.values("nim:3", max=10**5, memory="1 MiB")
    ... except grundy.LimitError as error:
    ...     print("allows 1.0 MiB" in str(error))
    True
    """


class FileError(Error, OSError):
    """A file or folder could not be read or written."""


class CorruptError(Error):
    """The content of a file written by grundy is damaged or from another version."""


class ChecksFailed(Error):
    """A check of `[expect]` failed, or a conjecture was refuted. The results are there nevertheless: those of `run` in the attribute
    `run`, the rows of `sweep` in `table`.
    """

    run: Optional[object] = None
    table: Any = None


class Unchecked(Error):
    """Everything that was checked holds, but not everything was checked."""


class Fault(Error):
    """An internal error in grundy; please report it."""


# They are called as users write them.
for _class in (Error, ConfigError, LimitError, FileError, CorruptError, ChecksFailed, Unchecked, Fault):
    _class.__module__ = "grundy"
