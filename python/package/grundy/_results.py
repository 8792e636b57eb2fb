"""The results of the commands: they print well and can be converted to dictionaries."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._errors import ConfigError
from ._frames import columns_of, to_frame
from ._show import paragraph, table
from ._special import AnyValue, value_of


class Result:
    """A result. Its data are attributes; `to_dict()` returns all of them, as `--json` prints them on the command line."""

    def __init__(self, figures: Dict[str, Any]) -> None:
        self._figures = figures

    def to_dict(self) -> Dict[str, Any]:
        """All data as a dictionary."""
        return dict(self._figures)

    def _title(self) -> str:
        """What it says in one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self._title()}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Result) and self._figures == other._figures

    __hash__ = None  # type: ignore[assignment]

    def _repr_html_(self) -> str:
        return paragraph(self._title()) + table(["", ""], [(key, value) for key, value in self._figures.items()])


class Period(Result):
    """The period that was found, if any; `status` is `proved` (then `theorem` is the name of the theorem), `observed` or `none`.

    `G(n + period) = G(n) + saltus` for all n >= preperiod, with the least period and the least preperiod.

    >>> import grundy
    >>> kayles = grundy.period("kayles")
    >>> kayles.preperiod, kayles.period, kayles.saltus, kayles.status, kayles.theorem
    (71, 12, 0, 'proved', 'guy-smith')
    >>> print(kayles)
    G(n + 12) = G(n) for all n >= 71: proved (guy-smith, with the values up to n = 166)
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__(told["object"])
        figures = self._figures
        self.game: str = figures["game"]
        self.play: str = figures["play"]
        self.value: str = figures["value"]
        self.max: int = figures["max"]
        self.preperiod: Optional[int] = figures["preperiod"]
        self.period: Optional[int] = figures["period"]
        self.saltus: Optional[int] = figures["saltus"]
        self.status: str = figures["status"]
        self.theorem: Optional[str] = figures["theorem"]
        self.checked_to: int = figures["checked_to"]
        self.max_value: Optional[int] = figures["max_value"]
        #: The claim in words, with its status and theorem.
        self.sentence: str = told["sentence"]
        #: What the theorem asks for, if the claim is proved.
        self.statement: Optional[str] = told["statement"]
        #: What one should know beside it, as how far one would have to look for a proof.
        self.notes: List[str] = told["notes"] + told["told"]
        #: The content of `certificate.json`, if the claim is proved.
        self.certificate: Optional[str] = told["certificate"]
        self._latex: str = told["latex"]
        self._sequence: str = told["sequence"]
        self._claim: str = told["claim"]

    def _title(self) -> str:
        return f"{self.game}: {self.sentence}"

    def __str__(self) -> str:
        return self.sentence

    def to_latex(self) -> str:
        """The claim for a paper: as a sentence with its sources, and as a row of a table (package `booktabs`)."""
        return self._latex

    def _repr_latex_(self) -> str:
        return f"{self._sequence}\n\n{self._claim}"

    def _repr_html_(self) -> str:
        proof = [] if self.statement is None else [f"Theorem ({self.theorem}): {self.statement}"]
        lines = [f"{self.game}, {self.play} play: {self._claim}", self._sequence, *proof, *self.notes]
        return "".join(map(paragraph, lines))


class Misere(Result):
    """The theory of misère play of a game (docs/misere.md). `status` is `proved`, `exact`, `stable`, `partial` or `none`.

    >>> import grundy
    >>> kayles = grundy.misere("kayles")
    >>> kayles.q, kayles.p_portion, kayles.preperiod, kayles.period, kayles.status
    (40, 9, 71, 12, 'proved')
    >>> kayles.phi[8], kayles.genus[4]
    ('9', '4^146')
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__(told["object"])
        figures = self._figures
        self.game: str = figures["game"]
        #: The number of elements of the quotient, and of its P-portion.
        self.q: Optional[int] = figures["q"]
        self.p_portion: Optional[int] = figures["p_portion"]
        self.preperiod: Optional[int] = figures["misere_preperiod"]
        self.period: Optional[int] = figures["misere_period"]
        self.status: str = figures["misere_status"]
        self.theorem: Optional[str] = figures["misere_theorem"]
        self.tame: Optional[bool] = None if figures["tame"] is None else figures["tame"] == "yes"
        #: The generators with the heaps that they are, the rules, and the P-portion in words.
        self.generators: Dict[str, str] = figures["generators"]
        self.rules: str = figures["rules"]
        self.p: str = figures["p"]
        #: The values of the heaps 1, 2, ... as sums of heaps, and their genera.
        self.phi: List[str] = figures["phi"]
        self.genus: List[str] = figures["genus"]
        self.statement: str = figures["statement"]
        #: What others need to check the quotient, as the text of a JSON file.
        self.certificate: str = told["certificate"]
        self._report: str = told["report"]

    def _title(self) -> str:
        return f"{self.game}: {self.status}: {self.statement}"

    def __str__(self) -> str:
        return self._report.strip()


class Pattern(Result):
    """A rule behind the values of a game. It is `observed`, unless a theorem proves it.

    `rule` states it in words, `conjecture` in the language of docs/conjectures.md (None if the language cannot express it), and `check`
    is the command that checks it on a larger range.

    >>> import grundy
    >>> pattern = grundy.guess("coin-turning:ruler", max=500)[0]
    >>> pattern.kind, pattern.status, pattern.rule
    ('depends', 'observed', 'G(n) = 2 ** k for n >= 2, where k is the exponent of 2 in n')
    >>> pattern.predict(96)
    32
    """

    def __init__(self, figures: Dict[str, Any], command: Optional[str], native: Any) -> None:
        super().__init__(figures)
        self.rank: int = figures["rank"]
        self.kind: str = figures["kind"]
        self.status: str = figures["status"]
        self.rule: str = figures["rule"]
        self.conjecture: Optional[str] = figures["conjecture"]
        #: The largest n, or coordinate, of the part that it was fitted to; None if a theorem proves it.
        self.fit_to: Optional[int] = figures["fit_to"]
        self.checked_to: int = figures["checked_to"]
        self.exceptions: List[str] = figures["exceptions"]
        #: What the values cost without a rule, and with this one, in bits.
        self.null_bits: Optional[int] = figures["null_bits"]
        self.cost_bits: Optional[int] = figures["cost_bits"]
        self.theorem: Optional[str] = figures["theorem"]
        self.check: Optional[str] = command
        self._native = native

    def predict(self, *position: int) -> Optional[int]:
        """The value at n, or at some coordinates, by this rule: a number (0 for P and 1 for N if the rule is about outcomes). None where it says nothing."""
        return self._native.predict(self.rank - 1, [int(x) for x in position])  # type: ignore[no-any-return]

    def _title(self) -> str:
        return f"{self.status} [{self.kind}]: {self.rule}"

    def __str__(self) -> str:
        return self.rule


class Patterns(Tuple[Pattern, ...]):
    """The rules that were found for a game, best first. `str()` gives them with their evidence; `tried` says why other kinds are missing."""

    game: str
    tried: List[str]
    conjectures: str
    notes: List[str]
    _sentences: List[str]

    @staticmethod
    def _of(told: Dict[str, Any], native: Any) -> "Patterns":
        found = told["object"]
        patterns = Patterns(Pattern(*pair, native) for pair in zip(found["patterns"], told["commands"]))
        patterns.game = found["game"]
        patterns.tried = told["tried"]
        #: The patterns as `[[conjecture]]` tables for a config.
        patterns.conjectures = told["conjectures"]
        patterns.notes = told["told"]
        patterns._sentences = told["sentences"]
        return patterns

    def to_dict(self) -> Dict[str, Any]:
        """All data as a dictionary."""
        return {"game": self.game, "patterns": [pattern.to_dict() for pattern in self]}

    def __str__(self) -> str:
        return "\n".join(self._sentences)

    def _repr_html_(self) -> str:
        rows = [(pattern.kind, pattern.status, pattern.rule, pattern.conjecture or "") for pattern in self]
        head = paragraph(self._sentences[0]) if self else "".join(map(paragraph, self._sentences))
        return head + (table(["kind", "status", "rule", "conjecture"], rows) if rows else "")


class Position(Result):
    """A position: its outcome (`P`: the player who just moved wins, `N`: the player about to move, `D`: a draw), Grundy value and winning moves.

    >>> import grundy
    >>> position = grundy.position("nim:3", (3, 4, 5))
    >>> position.outcome, position.grundy, position.winning_moves
    ('N', 2, ['1,4,5'])
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        told = {key: value for key, value in told.items() if key != "told"}
        super().__init__(told)
        self.game: str = told["game"]
        self.play: str = told["play"]
        self.position: str = told["position"]
        self.outcome: str = told["outcome"]
        #: A number, an `Infinity` or `MOON`; None in misère play.
        self.grundy: Optional[AnyValue] = None if told["grundy"] is None else value_of(told["grundy"])
        self.winning_moves: List[str] = told["winning_moves"]
        #: Whether there are other winning moves; None if not all options were looked at.
        self.more_winning_moves: Optional[bool] = told["more_winning_moves"]

    def _title(self) -> str:
        count = len(self.winning_moves)
        more = {True: "more than ", False: "", None: "at least "}[self.more_winning_moves]
        moves = f"{more}{count} winning move{'' if count == 1 else 's'}"
        kind = "Grundy value" if isinstance(self.grundy, int) else "value"
        value = f"{self.play} play" if self.grundy is None else f"{kind} {self.grundy}"
        return f"{self.game}, {self.position}: {self.outcome}, {value}, {moves}"

    def _repr_html_(self) -> str:
        return paragraph(self._title()) + table(["winning moves"], [(move,) for move in self.winning_moves[:100]])


class Comparison(Result):
    """Whether two sequences are equal: `verdict` is `proved` (with its `reason`), `observed`, `different` or `nothing compared`.

    >>> import grundy
    >>> print(grundy.compare("octal:0.07", "octal:0.137"))
    G(n+1) of octal:0.07 = G(n) of octal:0.137 for all n: proved (first cousins; see docs/theorems.md)
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__(told["object"])
        figures = self._figures
        self.first: str = figures["first"]
        self.second: str = figures["second"]
        self.shift: int = figures["shift"]
        self.verdict: str = figures["verdict"]
        self.reason: Optional[str] = figures["reason"]
        self.agrees_to: Optional[int] = figures["agrees_to"]
        self.differs_at: Optional[int] = figures["differs_at"]
        self.values: Optional[List[int]] = figures["values"]
        #: The result in words.
        self.sentence: str = told["sentence"]

    def _title(self) -> str:
        return self.sentence

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return paragraph(self.sentence)


class Checked(Result):
    """A conjecture that was checked: `verdict` is `no counterexample`, `never applied`,
    `refuted` or `error`. Checking alone never proves a conjecture.

    >>> import grundy
    >>> print(grundy.check("kayles", "g(n) < 8", max=1000))
    Checked for n = 0, ..., 1000: 1001 terms.
    It held for 840 and failed for 161: refuted.
    The first counterexample is n=27: g(n) = 8.
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__(told["object"])
        figures = self._figures
        self.game: str = figures["game"]
        self.holds: str = figures["holds"]
        self.where: Optional[str] = figures["where"]
        self.over: str = figures["over"]
        self.range: str = figures["range"]
        self.checked: int = figures["checked"]
        self.excluded: int = figures["excluded"]
        self.not_applicable: int = figures["not_applicable"]
        self.held: int = figures["held"]
        self.failed: int = figures["failed"]
        self.verdict: str = figures["verdict"]
        self.first_counterexample: Optional[str] = figures["first_counterexample"]
        self.error: Optional[str] = figures["error"]
        #: What was seen, in words.
        self.sentences: List[str] = told["sentences"]
        self._words: str = told["words"]
        self._columns: List[str] = told["columns"]
        self._examples: List[List[Any]] = told["counterexamples"]

    def counterexamples(self, frame: Optional[str] = None) -> Any:
        """The counterexamples that were kept, at most 1000, with every value used: a frame of pandas or polars, or columns.

        Numbers are numbers; both sides of a comparison have a column.
        """
        cells = {name: [row[place] for row in self._examples] for place, name in enumerate(self._columns)}
        return to_frame({name: list(column) for name, column in cells.items()}, frame, self.to_dict())

    def _title(self) -> str:
        return f"{self.game}: {self.holds}: {self._words} ({self.range})"

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        shown = table(self._columns, self._examples[:20]) if self._examples else ""
        return "".join(map(paragraph, self.sentences)) + shown


class Count(Result):
    """The number of terms or positions with a property, and the sum or the largest value of an expression over them if it was requested.

    >>> import grundy
    >>> print(grundy.count("nim:3", "outcome == P", max=20))
    Examined coordinates up to 20: 9261 positions.
    The condition holds for 331.
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__(told["object"])
        figures = self._figures
        self.game: str = figures["game"]
        self.condition: str = figures["condition"]
        self.over: str = figures["over"]
        self.range: str = figures["range"]
        self.orbits: bool = figures["orbits"]
        self.looked_at: int = figures["looked_at"]
        self.not_applicable: int = figures["not_applicable"]
        self.count: int = figures["count"]
        #: The sum of the expression, if one was asked for.
        self.sum: Optional[int] = int(figures["sum"]) if "sum" in figures else None
        #: The largest value of the expression, if it was asked for and there is one, and where it is first.
        self.largest: Optional[int] = figures.get("largest")
        self.first_at: Optional[str] = figures.get("first_at")
        #: The answer, in words.
        self.sentences: List[str] = told["sentences"]

    def _title(self) -> str:
        return f"{self.game}: {self.condition}: {self.count} ({self.range})"

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return "".join(map(paragraph, self.sentences))


class Drawing(Result):
    """A picture of all positions that can be reached from a given one, which a notebook shows. P-positions are orange, winning moves bold.
    Or a picture of one position on its board or graph, which has no `dot`.

    >>> import grundy
    >>> drawing = grundy.draw("nim:2", (1, 2))
    >>> drawing.positions, drawing.svg[:4]
    (6, '<svg')
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__({key: told[key] for key in ("game", "play", "position", "positions", "svg", "dot")})
        self.game: str = told["game"]
        self.position: str = told["position"]
        #: How many positions there are.
        self.positions: int = told["positions"]
        #: The picture as SVG, and in the language DOT.
        self.svg: str = told["svg"]
        self.dot: Optional[str] = told["dot"]

    def save(self, path: "os.PathLike[str] | str") -> None:
        """Writes the picture to a file whose name ends with `.svg` or `.dot`."""
        texts = {".svg": self.svg, ".dot": self.dot}
        text = texts.get(Path(path).suffix)
        if text is None:
            allowed = "expected a name that ends with .svg" + ("" if self.dot is None else " or .dot")
            raise ConfigError(f"`path` cannot be `{path}`: {allowed}")
        Path(path).write_text(text, encoding="utf-8")

    def _title(self) -> str:
        positions = f"{self.positions} position{'' if self.positions == 1 else 's'}"
        return f"picture of {self.game} from {self.position}: {positions}"

    def _repr_svg_(self) -> str:
        return self.svg

    _repr_html_ = None  # type: ignore[assignment]


class Run(Result):
    """A run of a config: its folder of results, and what was found. `run["values.csv"]` is one of its tables as a data frame.

    `findings` contains the findings in the manifest, `sentence` states them in words, and `files` lists the files.
    """

    def __init__(self, told: Dict[str, Any]) -> None:
        super().__init__({"name": told["name"], "folder": told["folder"], "files": told["files"], **told["findings"]})
        self.name: str = told["name"]
        self.folder = Path(told["folder"])
        self.files: List[str] = told["files"]
        self.findings: Dict[str, Any] = told["findings"]
        self.sentence: str = told["findings"]["sentence"]
        self.notes: List[str] = told["told"]

    def __getitem__(self, name: str) -> Any:
        """A file of the results: a table as a pandas or polars data frame or as columns, an array as a NumPy array, anything else as text."""
        path = self.folder / name
        if name.endswith(".npy"):
            import numpy

            return numpy.load(path)
        text = path.read_text(encoding="utf-8")
        return to_frame(columns_of(text), None, self.to_dict()) if name.endswith(".csv") else text

    def _title(self) -> str:
        return f"{self.name}: {self.sentence}; in {self.folder}"

    def _repr_html_(self) -> str:
        return paragraph(self._title()) + table(["files"], [(name,) for name in self.files])


class Family(Result):
    """A family of games: its rules, source, parameters and examples.

    >>> import grundy
    >>> grundy.families("octal")[0].examples[0]
    'octal:0.77'
    """

    def __init__(self, figures: Dict[str, Any]) -> None:
        super().__init__(figures)
        self.name: str = figures["name"]
        self.rules: str = figures["rules"]
        self.source: str = figures["source"]
        #: What `max` bounds.
        self.max: str = figures["max"]
        self.computes: str = figures["computes"]
        self.parameters: List[Dict[str, Any]] = figures["parameters"]
        self.examples: List[str] = figures["examples"]
        #: A position of the first example.
        self.position: str = figures["position"]

    def _title(self) -> str:
        return f"{self.name}: {self.examples[0]}"


class Families(Tuple[Family, ...]):
    """Families of games, which print as a table; `names` maps names of games to their codes."""

    names: Dict[str, str]

    def to_dict(self) -> Dict[str, Dict[str, Any]]:
        """The data of each family by its name."""
        return {family.name: family.to_dict() for family in self}

    def _rows(self) -> Iterator[Tuple[str, str, str]]:
        return ((family.name, family.examples[0], family.rules) for family in self)

    def __repr__(self) -> str:
        lines = [f"{name:<16} {example}" for name, example, _ in self._rows()]
        return "\n".join(lines + [f"{name:<16} = {code}" for name, code in self.names.items()])

    def _repr_html_(self) -> str:
        names = table(["name", "code"], list(self.names.items())) if self.names else ""
        return table(["family", "example", "rules"], self._rows()) + names
