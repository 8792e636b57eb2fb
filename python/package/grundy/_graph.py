"""Graphs for games on graphs."""

from __future__ import annotations

from typing import Any, Dict, Hashable, Iterable, List, Protocol, Tuple, Union

from . import _native
from ._errors import ConfigError

Pair = Tuple[Hashable, Hashable]


class SupportsEdges(Protocol):
    """A graph of networkx, or one that looks like it."""

    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...


class Graph:
    """An undirected graph, which stands for a graph code: `grundy.values("node-kayles", graph=G)`.

    It is made from pairs of vertices, from a graph of networkx, from another `Graph`, or from a text in the format graph6 or sparse6. A
    vertex is anything that can be a key of a dictionary. `vertices` come first, in this order; they may include isolated vertices. The
    others follow in the order in which they occur. An edge that is given twice counts once. A graph never changes.

    In positions of a game, vertex i is the i-th of `vertices`, from 0 on. Graphs are equal if they have the same vertices in the same order
    and the same edges.

    Raises ConfigError for a loop, a directed graph, or more than 4096 vertices.

    >>> import grundy
    >>> G = grundy.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> G
    <graph with 4 vertices and 4 edges>
    >>> grundy.values("node-kayles", graph=G).tolist()
    [2]
    >>> grundy.Graph("Cx").edges
    ((0, 1), (0, 2), (1, 2), (2, 3))
    """

    def __init__(
        self, edges: Union[str, "Graph", SupportsEdges, Iterable[Iterable[Hashable]]], *, vertices: Iterable[Hashable] = ()
    ) -> None:
        listed, pairs = parts_of(edges)
        try:
            order = dict.fromkeys([*vertices, *listed, *(end for pair in pairs for end in pair)])
        except TypeError as error:
            raise ConfigError(f"a vertex must be a number, a text, or another value that is hashable: {error}") from None
        self._numbers: Dict[Hashable, int] = {vertex: number for number, vertex in enumerate(order)}
        self._joined = sorted({joined(self._numbers, pair) for pair in pairs})
        self._graph6 = _native.graph6(len(self._numbers), self._joined)

    @property
    def vertices(self) -> Tuple[Hashable, ...]:
        """The vertices. In positions of a game, vertex i is `vertices[i]`.

        >>> import grundy
        >>> grundy.Graph([("b", "c")], vertices=["a", "b"]).vertices
        ('a', 'b', 'c')
        """
        return tuple(self._numbers)

    @property
    def edges(self) -> Tuple[Pair, ...]:
        """The edges, each once.

        >>> import grundy
        >>> grundy.Graph([("a", "b"), ("b", "a"), ("b", "c")]).edges
        (('a', 'b'), ('b', 'c'))
        """
        names = self.vertices
        return tuple((names[u], names[v]) for u, v in self._joined)

    @property
    def code(self) -> str:
        """The graph code.

        >>> import grundy
        >>> grundy.Graph([(0, 1), (1, 2)]).code
        'graph6:"Bg"'
        """
        return f'graph6:"{self._graph6}"'

    def graph6(self) -> str:
        """The graph in the format graph6.

        >>> import grundy
        >>> grundy.Graph([(0, 1), (1, 2)]).graph6()
        'Bg'
        """
        return self._graph6

    def index(self, vertex: Hashable) -> int:
        """The number of a vertex, as it appears in positions of a game. Raises ConfigError if there is no such vertex.

        >>> import grundy
        >>> G = grundy.Graph([("a", "b"), ("b", "c"), ("c", "d")])
        >>> left = [G.index(vertex) for vertex in ("a", "b", "d")]
        >>> grundy.position("node-kayles", left, graph=G).grundy
        0
        """
        try:
            return self._numbers[vertex]
        except (KeyError, TypeError):
            raise ConfigError(f"{vertex!r} is not a vertex of the graph") from None

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"<graph with {counted(len(self), 'vertex', 'vertices')} and {counted(len(self._joined), 'edge', 'edges')}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and (self.vertices, self._joined) == (other.vertices, other._joined)

    def __hash__(self) -> int:
        return hash((self.vertices, tuple(self._joined)))


def parts_of(edges: Any) -> Tuple[List[Hashable], List[Pair]]:
    """The vertices that are listed, and the edges."""
    if isinstance(edges, str):
        count, pairs = _native.graph_of(edges)
        return list(range(count)), list(pairs)
    if isinstance(edges, Graph):
        return list(edges.vertices), list(edges.edges)
    if hasattr(edges, "nodes") and hasattr(edges, "edges"):
        if getattr(edges, "is_directed", bool)():
            raise ConfigError("the graph is directed: games are played on undirected graphs, such as G.to_undirected()")
        # In a multigraph the edges have keys as well.
        return list(edges.nodes), [pair_of(edge[:2]) for edge in edges.edges]
    if not hasattr(edges, "__iter__"):
        raise ConfigError("a graph is made from pairs of vertices, a graph of networkx, or a text in the format graph6")
    return [], [pair_of(edge) for edge in edges]


def pair_of(edge: Any) -> Pair:
    """The two ends of an edge."""
    try:
        u, v = edge
    except (TypeError, ValueError):
        raise ConfigError(f"{edge!r} is not an edge: an edge is a pair of vertices") from None
    return u, v


def joined(numbers: Dict[Hashable, int], pair: Pair) -> Tuple[int, int]:
    """The numbers of the ends of an edge, in ascending order."""
    u, v = sorted(numbers[end] for end in pair)
    if u == v:
        raise ConfigError(f"the edge {pair!r} is a loop: games are played on graphs without loops")
    return u, v


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else many}"
