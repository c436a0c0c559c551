"""The answers of the program as data. `None` is what was not decided.

Made by `cargo run -p gyakusan-answers --features schema --example types`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


Status = Literal["mate", "no_mate", "unknown", "error"]
"""Whether there is a mate."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move in a position, and what follows it."""

    move: str
    """In USI."""
    japanese: str
    """In Japanese."""
    status: Status
    """Whether there is a mate after it."""
    plies: int | None
    """From the position before the move to the mate, in plies."""
    best: bool
    """Whether it is best play, futile interpositions aside."""
    futile: bool
    """Whether it is a futile interposition (無駄合)."""
    line: tuple[str, ...]
    """Best play after it, in USI."""


@dataclass(frozen=True, slots=True)
class Flaws:
    """The flaws, each counted apart. A count is a lower bound if something is left open, and `None` where none
    was found and a limit left open whether there is one."""

    cooks: int | None
    """余詰: further steps that mate, in any number of plies, before the last move of the main line."""
    exchange_duals: int | None
    """非限定: of the cooks, those after which the very same continuation mates."""
    move_order_duals: int | None
    """手順前後: of the cooks, those that come back to the main line as soon, or play its moves in another order."""
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
    """Whether the final position has a piece that the mate does not need: a measure, not a flaw."""
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


Fault = Literal["illegal", "no_check"]
"""Why a move of a given line cannot be played."""


@dataclass(frozen=True, slots=True)
class FaultRemark:
    """A move of a given line, and what is wrong with it."""

    ply: int
    """The ply, counted from 1."""
    move: str
    """The move."""
    what: Fault
    """What is wrong."""


Departure = Literal["loses_mate", "longer", "shorter", "futile"]
"""How a move leaves best play."""


@dataclass(frozen=True, slots=True)
class DepartureRemark:
    """A move of a given line, and what is wrong with it."""

    ply: int
    """The ply, counted from 1."""
    move: str
    """The move."""
    what: Departure
    """What is wrong."""


@dataclass(frozen=True, slots=True)
class GivenLine:
    """How a given line compares with best play."""

    moves: tuple[str, ...]
    """Its moves."""
    fault: FaultRemark | None
    """The first move that cannot be played; the moves after it were not examined."""
    mates: bool
    """Whether it ends in mate."""
    exact_length: bool | None
    """Whether it mates and is of the exact length; `None` where that is unknown, or where there is a fault."""
    leaves: DepartureRemark | None
    """The first move that leaves best play."""


Limit = Literal["share", "stage", "nodes", "afterwards", "time", "memory", "depth", "solver", "stop"]
"""A limit that kept the judge from an answer."""


LineKind = Literal[
    "equal variation",
    "second solution",
    "promotion dual",
    "final dual",
    "exchange",
    "drop dual",
    "move-order dual",
    "detour",
    "interposition choice",
    "longer variation",
    "dual in variation",
    "undecided",
]


Relation = Literal["shorter", "equal", "longer"]
"""The length of a line compared with the line it leaves."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that shows something."""

    kind: LineKind
    """What it shows."""
    also: tuple[LineKind, ...]
    """What else it is an instance of."""
    ply: int
    """At which ply, counted from 1, it leaves the line."""
    relation: Relation | None
    """Its length compared with the line it leaves; `None` if undecided or not asked for."""
    plies: int | None
    """Its length in plies from the start, by the policy; `None` if undecided or not asked for."""
    moves: tuple[str, ...]
    """Its moves from the start; where its length is `None`, up to the move in question."""


Policy = Literal["literal", "traditional"]
"""Whether futile interpositions (無駄合) count."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The verdict by each rule; `None` where an open question could change it. Rules A to D apply to minimal
    problems only."""

    a: bool | None
    """A minimal problem (極小) without leftover, and no second solution as short before the last move of any
    longest line."""
    b: bool | None
    """A, and no longer mate by another check in place of the last move."""
    c: bool | None
    """D, no longer mate in place of the last move, and no promotion dual."""
    d: bool | None
    """A, and no second solution of any length before the last move."""
    e: bool | None
    """完全作: some longest line that leaves nothing over has no second solution before its last move."""
    f: bool | None
    """E, where exchanges, changes of order and detours are no second solutions."""


Status2 = Literal["mate", "no_mate", "unknown"]
"""Whether there is a mate."""


@dataclass(frozen=True, slots=True)
class Superfluous:
    """A superfluous piece (余剰駒)."""

    color: Literal["black", "white"]
    """Whose it is."""
    kind: str
    """Its kind."""
    promoted: bool
    """Whether its promoted side is up."""
    square: str | None
    """Where it stands; `None` in the attacker's hand."""
    same_line: bool | None
    """Whether the main line stays best play without it; `None` where a limit was reached."""


End = Literal["no_check", "repetition", "further"]
"""How the line of a try ends."""


@dataclass(frozen=True, slots=True)
class PawnDrop:
    """A forbidden mate (打ち歩詰め)."""

    ply: int
    """The ply of the move in place of which it would be played, counted from 1."""
    square: str
    """The square of the drop."""


@dataclass(frozen=True, slots=True)
class Try:
    """A try (紛れ)."""

    moves: tuple[str, ...]
    """The check, a reply that saves the king, and the longest play after it, in USI."""
    japanese: str
    """The check, a reply that saves the king, and the longest play after it, in Japanese."""
    replies: tuple[str, ...] | None
    """Every reply that is proved to save the king; `None` where a limit left open which one does."""
    unsure_replies: int
    """How many other replies the limits left open."""
    pawn_drop_mate: PawnDrop | None
    """The first drop of a pawn that would mate in place of a move of the line (打ち歩詰め)."""
    end: End
    """How the line ends."""
    king: str | None
    """Where the king is at its end."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a position besides the kings."""

    color: Literal["black", "white"]
    """Whose it is."""
    kind: str
    """Its kind."""
    promoted: bool
    """Whether its promoted side is up."""
    square: str | None
    """Where it stands; `None` in the attacker's hand."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """How many questions a limit left open."""

    length: bool
    """Whether the exact length is open; then nothing else was asked."""
    leftover: bool
    """Whether the number of leftover pieces is open."""
    cooks: int
    """Checks before the last move of the main line that may mate (余詰)."""
    cook_kinds: int
    """Cooks for which the verdict of rule F is open."""
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


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a problem."""

    sfen: str
    """The position, the defender's hand written out."""
    attacker: Literal["black", "white"]
    """The attacker (攻方)."""
    policy: Policy
    """How lengths are counted."""
    status: Status2
    """Whether there is a mate."""
    length: int | None
    """The exact length in plies by the policy, where known."""
    plies: int | None
    """The exact length by the policy `traditional`, where known."""
    raw_plies: int | None
    """The exact length by the policy `literal`, where proved."""
    complete: bool | None
    """完全作 (rule E): a mate, nothing left over, no 余詰 on the main line."""
    complete_lenient: bool | None
    """完全作 by rule F: as by rule E, but exchanges, changes of order and detours are no 余詰 but blemishes."""
    minimal: bool | None
    """No piece can go to the defender's hand and leave a mate of the same length, sound or not."""
    irredundant: bool | None
    """Complete, and no piece is superfluous (余剰駒): without any of them it is no complete problem of the same
    length."""
    irredundant_lenient: bool | None
    """Complete by rule F, and no piece is superfluous by it (余剰駒)."""
    rules: Rules
    """The verdicts by all rules."""
    flaws: Flaws | None
    """The flaws, counted; `None` where the length is not known."""
    undecided: Undecided
    """What limits left open."""
    limits_reached: tuple[Limit, ...]
    """The limits that were reached, where something is left open."""
    superfluous_pieces: tuple[Superfluous, ...]
    """The superfluous pieces."""
    lines: tuple[Finding, ...]
    """The lines that show the flaws."""
    given_line: GivenLine | None
    """The given line."""
    nodes: int
    """Nodes that the solver expanded."""
    questions: int
    """Questions that the solver was asked."""
    main_line: tuple[str, ...] | None
    """The main line in USI; `None` where it is not known."""
    main_line_japanese: str | None
    """The main line in Japanese; `None` where it is not known."""
    short_set: bool
    """Whether the set lacks pieces (駒不足)."""
    seconds: float
    """The time it took."""
    tries: tuple[Try, ...] | None = None
    """Why there is no mate; only if asked for."""


Reached = Literal["time", "nodes", "solver", "plies", "memory", "depth", "stop"]
"""What stopped a solver before its end."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a search for a mate."""

    sfen: str
    """The problem in its canonical form, or the text that is not a problem."""
    status: Status
    """Whether there is a mate."""
    plies: int | None
    """The length in plies without futile interpositions (無駄合); `None` where it is not known."""
    plies_exact: bool
    """Whether it is proved that no shorter mate exists."""
    raw_plies: int | None
    """The length in plies with every interposition counted; `None` where it is not proved."""
    main_line: tuple[str, ...] | None
    """Best play of both sides in USI; `None` where it is not known."""
    main_line_japanese: str | None
    """Best play of both sides in Japanese; `None` where it is not known."""
    nodes: int
    """Nodes expanded."""
    seconds: float
    """The time it took."""
    reached: Reached | None
    """The limit that stopped the search; `None` if none did."""
    short_set: bool
    """Whether the set lacks pieces (駒不足)."""
    error: str | None = None
    """What is wrong; only with the status `error`."""
    tries: tuple[Try, ...] | None = None
    """Why there is no mate; only if asked for."""
