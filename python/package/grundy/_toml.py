"""Configs as text."""

from __future__ import annotations

import json
from typing import Any, Mapping, Sequence, Union

from ._asked import whole


def toml(config: Mapping[str, Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]]) -> str:
    """A config as text; values that are None are omitted. A list of sections gives several of one name."""
    lines = []
    for section, keys in config.items():
        head = f"[{section}]" if isinstance(keys, Mapping) else f"[[{section}]]"
        for one in [keys] if isinstance(keys, Mapping) else keys:
            given = toml_keys(one)
            lines += [head, given] if given else []
    return "\n".join(lines) + "\n"


def toml_keys(keys: Mapping[str, Any]) -> str:
    """The keys of a section, one per line; those that are None are omitted."""
    return "\n".join(f"{key_of(key)} = {toml_value(value)}" for key, value in keys.items() if value is not None)


def key_of(key: str) -> str:
    """A key, in quotes."""
    return json.dumps(key, ensure_ascii=False)


def toml_value(value: Any) -> str:
    """A value: texts and numbers are written as in JSON, tables in one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_of(key)} = {toml_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    return str(whole("a number", value)) if not isinstance(value, int) else str(value)
