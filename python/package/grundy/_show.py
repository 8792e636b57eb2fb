"""How results are shown: text, HTML and LaTeX for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any, Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table in HTML; nothing is an empty cell."""
    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"


def line(tag: str, row: Sequence[Any]) -> str:
    """A row of cells."""
    texts = ("" if value is None else escape(str(value)) for value in row)
    return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"


def paragraph(text: str) -> str:
    """A paragraph in HTML; mathematics in dollars is typeset by the notebook."""
    return f"<p>{escape(text, quote=False)}</p>"


def position_text(position: Any) -> str:
    """A position as the command line reads it: (3, 4, 5) is `3,4,5`."""
    if isinstance(position, str):
        return position
    if isinstance(position, (tuple, list)):
        return ",".join(str(coordinate) for coordinate in position)
    return str(position)
