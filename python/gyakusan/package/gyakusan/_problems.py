"""Problems with all that is known of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _frames, _native
from ._columns import columns
from ._native import Board

if TYPE_CHECKING:
    import pandas
    import polars


class Problem(dict[str, Any]):
    """A problem: a dict of its columns. `None` is what is not known.

    In a notebook it is shown as a picture.
    """

    __slots__ = ()

    @property
    def sfen(self) -> str:
        """The position, in the canonical form of SFEN."""
        return str(self["sfen"])

    @property
    def plies(self) -> int | None:
        """The length; `None` where it is not known."""
        plies: int | None = self["plies"]
        return plies

    @property
    def main_line(self) -> tuple[str, ...]:
        """The main line (作意), in USI; empty where there is none."""
        return tuple(self["main_line"].split())

    @property
    def japanese(self) -> str:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return _native.japanese(self.sfen, self.main_line)

    @property
    def kif(self) -> str:
        """Problem and main line as the text of a KIF file."""
        return _native.kif(self.sfen, self.main_line)

    @property
    def board(self) -> Board:
        """The problem as a board."""
        return Board(self.sfen)

    def _repr_svg_(self) -> str:
        return self.board.svg()

    def __repr__(self) -> str:
        return f"<Problem {self['sfen']!r}, plies {self['plies']}>"


class Rows(list[dict[str, Any]]):
    """Rows of an answer, each a dict."""

    def __init__(self, names: Iterable[str], rows: Iterable[dict[str, Any]]) -> None:
        super().__init__(rows)
        self.names: tuple[str, ...] = tuple(names)
        """The names of the columns."""

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas, which has to be installed."""
        return _frames.to_pandas(self.names, self)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a table of Polars, which has to be installed."""
        return _frames.to_polars(self.names, self)


class Problems(list[Problem]):
    """Problems in a row."""

    def __init__(self, problems: Iterable[Problem] = (), more: Iterable[str] = ()) -> None:
        super().__init__(problems)
        self.names: tuple[str, ...] = (*(column.name for column in columns()), *more)
        """The names of what each holds."""

    def to_pandas(self) -> pandas.DataFrame:
        """The problems as a table of pandas, which has to be installed."""
        return _frames.to_pandas(self.names, self)

    def to_polars(self) -> polars.DataFrame:
        """The problems as a table of Polars, which has to be installed."""
        return _frames.to_polars(self.names, self)


def problem(values: Iterable[Any], **more: Any) -> Problem:
    """A problem with the values of all columns, and more."""
    return Problem(zip((column.name for column in columns()), values), **more)

