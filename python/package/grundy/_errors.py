"""Errors: those of the command line, with the same words."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """The base of all errors of this package.

    >>> import grundy
    >>> issubclass(grundy.LimitError, grundy.Error)
    True
    """


class ConfigError(Error, ValueError):
    """A config, a game code or an argument that makes no sense. `picture` shows it underlined, where there is a text.

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
    """A limit (memory, rows) would be exceeded; the words name the figure and the key.

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
    """A file of grundy whose content is damaged or from another version."""


class ChecksFailed(Error):
    """A check of `[expect]` failed, or a conjecture is refuted; the results were written all the same, and are in `run`."""

    run: Optional[object] = None


class Unchecked(Error):
    """What was checked holds, but not everything was checked."""


class Fault(Error):
    """A fault of grundy itself; please report it."""


# They are called as users write them.
for _class in (Error, ConfigError, LimitError, FileError, CorruptError, ChecksFailed, Unchecked, Fault):
    _class.__module__ = "grundy"
