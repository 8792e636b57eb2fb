"""The native part: what `package/grundy` calls, and nobody else."""

from typing import Any, Callable, Dict, List, Optional, Sequence

__version__: str

class Source:
    @staticmethod
    def of_code(text: str) -> Source: ...
    @staticmethod
    def of_function(
        options: Callable[..., Any],
        asked: Optional[Callable[..., Any]],
        name: str,
        words: str,
        firsts: Sequence[int],
        coordinates: int,
        spread: bool,
    ) -> Source: ...
    @staticmethod
    def of_sum(games: List[Source]) -> Source: ...
    def code(self) -> str: ...
    def words(self) -> str: ...

def values(game: Source, asked: Dict[str, Any]) -> Dict[str, Any]: ...
def period(game: Source, asked: Dict[str, Any]) -> str: ...
def position(game: Source, text: str, moves: int, asked: Dict[str, Any]) -> str: ...
def draw(game: Source, text: str, levels: Optional[int], asked: Dict[str, Any]) -> str: ...
def compare(
    first: Source, second: Source, names: List[str], shift: Optional[int], asked: Dict[str, Any]
) -> str: ...
def check(
    game: Source,
    holds: str,
    condition: Optional[str],
    over: Optional[str],
    largest: Optional[str],
    smallest: Optional[str],
    asked: Dict[str, Any],
) -> str: ...
def count(
    game: Source,
    condition: str,
    sum: Optional[str],
    largest: Optional[str],
    orbits: bool,
    over: Optional[str],
    asked: Dict[str, Any],
) -> str: ...
def sweep(with_periods: str, without: str, asked: Dict[str, Any]) -> str: ...
def run(config: Any, out: Optional[Any], fresh: bool, asked: Dict[str, Any]) -> str: ...
def catalogue(word: Optional[str]) -> str: ...
