"""How a game was made, so that it can be pickled and made again."""

from __future__ import annotations

import pickle
import sys
from typing import Any, Dict, NamedTuple

#: Modules that can pickle any function.
ABLE = ("cloudpickle", "dill")


class Recipe(NamedTuple):
    """A code, the name of a family, a function, or a list of games for their sum; and the keywords."""

    rules: Any
    keywords: Dict[str, Any]

    def check(self, code: str) -> None:
        """Refuses to be pickled if a function cannot be found again.

        Raises PicklingError.
        """
        for function in (self.rules, self.keywords.get("asked")):
            if not callable(function) or asked_by_able():
                continue
            try:
                pickle.dumps(function)
            except Exception as error:
                raise pickle.PicklingError(
                    f"the game `{code}` cannot be pickled, because its function cannot ({error}): a function is found again "
                    "only by its name in a module; so define it with `def` there, neither as a lambda nor within another function"
                ) from None


def asked_by_able() -> bool:
    """Whether the caller pickles functions by their content."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__", "").split(".")[0] in ABLE:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False
