"""Read by mypy only: what the calls give, as a user's program sees it."""

from typing import Any

import numpy
from typing_extensions import assert_type

import grundy

assert_type(grundy.period("kayles").period, "int | None")
assert_type(grundy.position("nim:3", (1, 2, 3)).winning_moves, "list[str]")
assert_type(grundy.check("kayles", "g(n) < 8", max=9).verdict, str)
assert_type(grundy.families()[0].examples, "list[str]")
array: "numpy.ndarray[Any, numpy.dtype[Any]]" = grundy.values("kayles", max=10**6, threads=2)
game: grundy.Game = "nim:1" + grundy.Game(lambda n: [n - 1], first=1) + "kayles"
graph = grundy.Graph([("a", "b"), ("b", "c")], vertices=["a", "z"])
assert_type(graph.graph6(), str)
on_graph: "numpy.ndarray[Any, numpy.dtype[Any]]" = grundy.values("node-kayles", graph=graph)
assert_type(grundy.Game("kayles").period(max="1e6").period, "int | None")
assert_type(grundy.Game("kayles").position(3).winning_moves, "list[str]")
one: "int | grundy.Infinity" = grundy.Infinity({0, 2}) ^ 3
again: grundy.Game = grundy.Game(lambda n: [grundy.reply(n - 1)] if n else [], entailing=True)
board: grundy.Game = grundy.Board(rules=["XO -> .X"], start="XO")
