"""What is said of a problem: the answers of the program, and what can be made of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from . import _answers, _native
# All of them, and `Literal`, are wanted where types are asked for: fields of the classes below have them.
from ._answers import (
    DepartureRemark,
    FaultRemark,
    Flaws,
    GivenLine,
    Limit,
    LineKind,
    PawnDrop,
    Policy,
    Reached,
    Relation,
    Rules,
    Spot,
    Status,
    Status2,
    Superfluous,
    Try,
)
from ._native import Board
from ._records import Record

__all__ = [
    "Finding",
    "Flaws",
    "GivenLine",
    "PawnDrop",
    "Remark",
    "Report",
    "Rules",
    "Solution",
    "Spot",
    "Superfluous",
    "Try",
    "Undecided",
]

Remark = FaultRemark | DepartureRemark
"""A move of a given line, and what is the matter with it."""

_Answer = TypeVar("_Answer")


class _Shown:
    """A problem with a main line: shown as a board, written as text."""

    __slots__ = ()
    sfen: str
    main_line: tuple[str, ...] | None
    main_line_japanese: str | None

    @property
    def japanese(self) -> str | None:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return self.main_line_japanese

    @property
    def kif(self) -> str | None:
        """Problem and main line as the text of a KIF file."""
        return None if self.main_line is None else _native.kif(self.sfen, self.main_line)

    @property
    def record(self) -> Record:
        """Problem and main line as a record, which files of all formats hold; without moves if there is no main line."""
        return Record(self.sfen, self.main_line or ())

    @property
    def board(self) -> Board:
        """The problem as a board."""
        return Board(self.sfen)

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON can hold them."""
        fields: dict[str, Any] = _plain(asdict(cast(Any, self)))
        return fields

    def _repr_svg_(self) -> str:
        return self.board.svg()


@dataclass(frozen=True, slots=True)
class Solution(_answers.Solved, _Shown):
    """What a solver found out. Solutions that differ only in the time they took are equal."""

    status: Status2
    """Whether there is a mate: `mate`, `no_mate`, or `unknown` where a limit was reached first."""
    seconds: float = field(compare=False)
    """The time it took."""
    error: None = None
    """Always `None`: what is no problem raises `ValueError`."""

    @classmethod
    def _of(cls, answer: dict[str, Any]) -> Solution:
        return _read(cls, answer)


@dataclass(frozen=True, slots=True)
class Undecided(_answers.Undecided):
    """How many questions a limit left open."""

    def __bool__(self) -> bool:
        """Whether anything was left open."""
        return any(getattr(self, name) for name in self.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Finding(_answers.Finding):
    """A line that shows something."""

    sfen: str
    """The problem."""

    @property
    def japanese(self) -> str:
        """The moves in Japanese notation."""
        return _native.japanese(self.sfen, self.moves)


@dataclass(frozen=True, slots=True)
class Report(_answers.Checked, _Shown):
    """All there is to say of a problem. Reports that differ only in the time they took are equal."""

    seconds: float = field(compare=False)
    """The time it took."""
    undecided: Undecided
    """What limits left open."""
    lines: tuple[Finding, ...]
    """The lines that show the flaws."""

    @classmethod
    def _of(cls, answer: dict[str, Any]) -> Report:
        lines = [line | {"sfen": answer["sfen"]} for line in answer["lines"]]
        return _read(cls, answer | {"lines": lines})


def _read(kind: type[_Answer], answer: dict[str, Any]) -> _Answer:
    """An answer as data of this type."""
    hints = _hints(cast(Hashable, kind))
    return kind(**{name: _value(hints[name], value) for name, value in answer.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], part) for part in value)
    return _read(hint, value) if is_dataclass(hint) and isinstance(hint, type) else value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
