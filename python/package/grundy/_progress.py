"""The progress of long work, as tqdm's bar where that is installed."""

from __future__ import annotations

import importlib
import time
from typing import Any, Callable, Optional, Union

Report = Callable[..., None]

#: Work that takes less time than this, in seconds, shows no bar.
PATIENCE = 1.0


class Bar:
    """A bar that appears when work takes longer than PATIENCE, and is taken away at the end."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.phase = ""
        self.bar: Any = None

    def __call__(self, *, phase: str, done: int, total: int) -> None:
        if not phase or time.monotonic() - self.begun < PATIENCE:
            return
        if phase != self.phase or self.bar is None:
            self.close()
            self.phase, self.bar = phase, new_bar(phase, total)
        if self.bar is not None:
            self.bar.total = total or None
            self.bar.update((min(done, total) if total else done) - self.bar.n)

    def close(self) -> None:
        """Takes the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def new_bar(phase: str, total: int) -> Any:
    """A bar of tqdm; None where it is not installed."""
    try:
        library = importlib.import_module("tqdm.auto")
    except ImportError:
        return None
    return library.tqdm(total=total or None, desc=phase, unit="", unit_scale=True, leave=False)


class Watched:
    """What is told of the progress during a call: nothing, a bar, or what the user gave."""

    def __init__(self, progress: Union[bool, Report]) -> None:
        self.bar = Bar() if progress is True else None
        self.report: Optional[Report] = self.bar if progress is True else progress or None

    def __enter__(self) -> Optional[Report]:
        return self.report

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
