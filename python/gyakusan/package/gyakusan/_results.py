"""What is said of a problem. The fields are those of the program's JSON; `None` is what was not decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _native
from ._native import Board


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found out."""

    sfen: str
    """The problem, in the canonical form of SFEN."""
    status: str
    """`mate`, `no_mate` (不詰), or `unknown` where a limit was reached first."""
    plies: int | None
    """The length, futile interpositions (無駄合) left out."""
    plies_exact: bool
    """Whether no shorter mate exists."""
    raw_plies: int | None
    """The length with every interposition counted; `None` where not proved."""
    main_line: tuple[str, ...] | None
    """Best play of both sides (作意), in USI; `None` where it is not known."""
    nodes: int
    seconds: float
    reached: str | None
    """The limit that stopped the search: `time`, `nodes`, `plies`, `memory`, `solver` (its own)."""
    short_set: bool
    """Whether the set lacks pieces (駒不足)."""

    @classmethod
    def _of(cls, answer: dict[str, Any]) -> Solution:
        return cls(**answer | {"main_line": _line(answer["main_line"])})

    @property
    def japanese(self) -> str | None:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return None if self.main_line is None else _native.japanese(self.sfen, self.main_line)

    @property
    def kif(self) -> str | None:
        """Problem and main line as the text of a KIF file."""
        return None if self.main_line is None else _native.kif(self.sfen, self.main_line)

    @property
    def board(self) -> Board:
        """The problem as a board."""
        return Board(self.sfen)

    def _repr_svg_(self) -> str:
        return self.board.svg()


@dataclass(frozen=True, slots=True)
class Rules:
    """The verdicts by the rules of soundness A to F, of which E is 完全作."""

    a: bool | None
    b: bool | None
    c: bool | None
    d: bool | None
    e: bool | None
    f: bool | None


@dataclass(frozen=True, slots=True)
class Flaws:
    """The flaws, each counted apart. Where something is left open a count is the least there is."""

    cooks: int | None
    """余詰: further steps that mate, in any number of plies, before the last move of the main line."""
    exchange_duals: int | None
    """非限定: of the cooks, those after which the very same continuation mates."""
    move_order_duals: int | None
    """手順前後: of the cooks, those that play the moves in another order."""
    detours: int | None
    """迂回手順: of the cooks, longer ways that come back to the main line."""
    equal_before_last: int | None
    """Other moves before the last, in the whole tree, that mate in as many plies."""
    longer_before_last: int | None
    """Other moves before the last, in the whole tree, that mate in more plies."""
    equal_at_last: int | None
    """最終手余詰: other last moves that mate."""
    longer_at_last: int | None
    """最終手余詰: other moves in place of the last that mate in more plies."""
    promotion_duals: int | None
    """成不成非限定: moves before the last that mate with and without promotion."""
    final_promotion_choice: bool | None
    """Whether the last move mates with and without promotion."""
    final_drop_choice: bool | None
    """Whether several drops mate at the last move."""
    equal_variations: int | None
    """変同: replies off the main line that last as long and leave nothing in hand."""
    leftover: int | None
    """駒余り: pieces in the attacker's hand at the end of the main line."""
    superfluous: int | None
    """余剰駒: pieces that can go to the defender's hand and leave a sound problem of the same length."""
    final_superfluous: bool | None
    """Whether the final position has a piece that the mate does not need: no flaw."""
    unmeasured_before_last: int | None
    """余詰: other moves before the last that mate, whether in more plies is undecided."""
    shorter_than_given: int | None
    """早詰: moves by which the attacker mates sooner than the given line."""
    drop_duals: int | None
    """打点非限定: of the second solutions, those that drop the same kind on another square."""
    interposition_choices: int | None
    """合駒非限定: kinds that could have been interposed as well, on the main line."""
    longer_variations: int | None
    """変長: replies that last longer than the given line."""
    variation_duals: int | None
    """変別: second solutions inside variations of the main line."""
    superfluous_same_line: int | None
    """Of the superfluous pieces, those without which the main line stays best play."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a problem."""

    color: str
    """`black` or `white`."""
    kind: str
    """Its letter in SFEN, a capital."""
    promoted: bool
    square: str | None
    """Where it stands; `None` in the attacker's hand."""


@dataclass(frozen=True, slots=True)
class Superfluous(Spot):
    """A superfluous piece (余剰駒)."""

    same_line: bool | None
    """Whether the main line stays best play without it."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """How many questions a limit left open."""

    length: bool
    """Whether the exact length is open; then nothing else was asked."""
    leftover: bool
    """Whether it is open how many pieces are left over."""
    cooks: int
    """Checks before the last move of the main line that may mate (余詰)."""
    cook_kinds: int
    """Cooks of which it is open what rule F says of them."""
    equal_before_last: int
    """Checks before the last move that may mate as fast as the main line."""
    before_last: int
    """Checks before the last move that may mate, if so in more plies."""
    at_last: int
    """Checks in place of the last move that may mate."""
    replies: int
    """Replies that may belong to the tree."""
    variations: int
    """Checks inside variations."""
    given_line: int
    """Moves along the given line."""
    superfluous: tuple[Spot, ...]
    """Pieces that may be superfluous."""

    def __bool__(self) -> bool:
        """Whether anything was left open."""
        return any(getattr(self, name) for name in self.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that shows something."""

    sfen: str
    """The problem."""
    kind: str
    """What it shows, such as `second solution` (余詰)."""
    also: tuple[str, ...]
    """What else it is an instance of."""
    ply: int
    """At which ply, counted from 1, it leaves the line."""
    relation: str | None
    """`shorter` (早詰), `equal` or `longer` than the line it leaves."""
    plies: int | None
    """Its length from the start."""
    moves: tuple[str, ...]
    """Its moves from the start; where its length is `None`, up to the move that is meant."""

    @property
    def japanese(self) -> str:
        """The moves in Japanese notation."""
        return _native.japanese(self.sfen, self.moves)


@dataclass(frozen=True, slots=True)
class Remark:
    """A move of a given line, and what is the matter with it."""

    ply: int
    """The ply, counted from 1."""
    move: str
    what: str
    """`illegal`, `no_check`; `loses_mate`, `longer`, `shorter`, `futile` (無駄合)."""


@dataclass(frozen=True, slots=True)
class GivenLine:
    """What there is to say of a line that was given."""

    moves: tuple[str, ...]
    fault: Remark | None
    """The first move that cannot be played; nothing after it was looked at."""
    mates: bool
    """Whether it ends in mate."""
    exact_length: bool | None
    """Whether it mates and is of the exact length."""
    leaves: Remark | None
    """The first move that leaves best play."""


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to say of a problem."""

    sfen: str
    """The problem, in the canonical form of SFEN."""
    attacker: str
    """The attacker (攻方): `black` or `white`."""
    policy: str
    """Whether futile interpositions (無駄合) count: `traditional` (no) or `literal` (yes)."""
    status: str
    """`mate`, `no_mate` (不詰), or `unknown` where a limit was reached first."""
    length: int | None
    """The exact length by the policy."""
    plies: int | None
    """The exact length by the policy `traditional`."""
    raw_plies: int | None
    """The exact length by the policy `literal`, where proved."""
    main_line: tuple[str, ...] | None
    """The main line (作意), in USI; `None` where it is not known."""
    complete: bool | None
    """完全作 (rule E): a mate, nothing left over, no 余詰 on the main line."""
    complete_lenient: bool | None
    """The same where exchanges, changes of order and detours are no 余詰 but blemishes (rule F)."""
    minimal: bool | None
    """No piece can go to the defender's hand and leave a mate of the same length, sound or not."""
    irredundant: bool | None
    """Complete, and no piece is superfluous (余剰駒)."""
    irredundant_lenient: bool | None
    """The same by rule F."""
    rules: Rules
    flaws: Flaws | None
    """The flaws, counted; `None` where the length is not known."""
    undecided: Undecided
    """What limits left open."""
    limits_reached: tuple[str, ...]
    """The limits that were reached, where something is left open."""
    superfluous_pieces: tuple[Superfluous, ...]
    lines: tuple[Finding, ...]
    """The lines that show the flaws."""
    given_line: GivenLine | None
    nodes: int
    questions: int
    """Questions that the solver was asked."""
    seconds: float
    short_set: bool
    """Whether the set lacks pieces (駒不足)."""

    @classmethod
    def _of(cls, answer: dict[str, Any]) -> Report:
        sfen, given, flaws = answer["sfen"], answer["given_line"], answer["flaws"]
        undecided = answer["undecided"]
        spots = tuple(Spot(**spot) for spot in undecided["superfluous"])
        parts = {
            "main_line": _line(answer["main_line"]),
            "rules": Rules(**answer["rules"]),
            "flaws": None if flaws is None else Flaws(**flaws),
            "undecided": Undecided(**undecided | {"superfluous": spots}),
            "limits_reached": tuple(answer["limits_reached"]),
            "superfluous_pieces": tuple(Superfluous(**piece) for piece in answer["superfluous_pieces"]),
            "lines": tuple(_finding(sfen, line) for line in answer["lines"]),
            "given_line": None if given is None else _given(given),
        }
        return cls(**answer | parts)

    @property
    def japanese(self) -> str | None:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return None if self.main_line is None else _native.japanese(self.sfen, self.main_line)

    @property
    def kif(self) -> str | None:
        """Problem and main line as the text of a KIF file."""
        return None if self.main_line is None else _native.kif(self.sfen, self.main_line)

    @property
    def board(self) -> Board:
        """The problem as a board."""
        return Board(self.sfen)

    def _repr_svg_(self) -> str:
        return self.board.svg()


def _line(moves: list[str] | None) -> tuple[str, ...] | None:
    return None if moves is None else tuple(moves)


def _finding(sfen: str, line: dict[str, Any]) -> Finding:
    lists = {"also": tuple(line["also"]), "moves": tuple(line["moves"])}
    return Finding(sfen=sfen, **line | lists)


def _given(line: dict[str, Any]) -> GivenLine:
    def remark(about: dict[str, Any] | None) -> Remark | None:
        return None if about is None else Remark(**about)

    parts = {"moves": tuple(line["moves"]), "fault": remark(line["fault"]), "leaves": remark(line["leaves"])}
    return GivenLine(**line | parts)
