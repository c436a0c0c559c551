"""Problems with all that is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from . import _frames, _native
from ._columns import columns
from ._fields import Fields
from ._native import Board
from ._records import Record

if TYPE_CHECKING:
    import pandas
    import polars

_GROUP = "line_group"

_Row = TypeVar("_Row")


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    """Where the value of each column stands; that of the last is known of what was searched for."""
    names = [*(column.name for column in columns()), _GROUP]
    return {name: place for place, name in enumerate(names)}


class Problem(Fields):
    """A problem with the values of all columns, as attributes and as a mapping; `None` is what is not known.

    `problem.sacrifices` and `problem["sacrifices"]` are the same. A problem does not change. In a notebook it is shown
    as a picture.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = tuple(values)

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[_places()[name]]
        except (IndexError, TypeError):
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in zip(_places(), self._values))

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Problem):
            return self._values == other._values
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values)

    def __reduce__(self) -> tuple[type[Problem], tuple[tuple[Any, ...]]]:
        return Problem, (self._values,)

    @property
    def sfen(self) -> str:
        """The position, in the canonical form of SFEN."""
        return str(self["sfen"])

    @property
    def main_line(self) -> tuple[str, ...]:
        """The main line (作意), in USI; empty where there is none."""
        return tuple((self["main_line"] or "").split())

    @property
    def line_group(self) -> int | None:
        """How many problems of the database have its line, itself included; `None` where nobody has asked."""
        group: int | None = self.get(_GROUP)
        return group

    @property
    def japanese(self) -> str:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return _native.japanese(self.sfen, self.main_line)

    @property
    def kif(self) -> str:
        """Problem and main line as the text of a KIF file."""
        return _native.kif(self.sfen, self.main_line)

    @property
    def record(self) -> Record:
        """Problem and main line as a record, which files of all formats hold."""
        return Record(self.sfen, self.main_line)

    @property
    def board(self) -> Board:
        """The problem as a board."""
        return Board(self.sfen)

    def to_dict(self) -> dict[str, Any]:
        """The columns as JSON can hold them: what `gyakusan search --json` writes, but with flags as true and false.

        Bytes are hexadecimal digits, and the hashes texts: readers of JSON round numbers as large.
        """
        kinds = {column.name: column.kind for column in columns()}
        return {name: _plain(kinds.get(name), value) for name, value in self.items()}

    def _repr_svg_(self) -> str:
        return self.board.svg()

    def __repr__(self) -> str:
        return f"<Problem {self['sfen']!r}, plies {self['plies']}>"


def _plain(kind: str | None, value: Any) -> Any:
    if value is None:
        return None
    if kind == "bytes":
        return value.hex()
    return str(value) if kind == "hash" else value


class _Answer(Sequence[_Row], Generic[_Row]):
    """Rows in the order in which they were found."""

    def __init__(self, table: _frames.Columns) -> None:
        self._table = table

    def _row(self, row: int) -> _Row:
        raise NotImplementedError

    def _some(self, rows: range) -> Sequence[_Row]:
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what each row holds."""
        return tuple(self._table.names)

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, place: int) -> _Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[_Row]: ...
    def __getitem__(self, place: int | slice) -> _Row | Sequence[_Row]:
        rows = range(len(self))
        if isinstance(place, slice):
            return self._some(rows[place])
        try:
            return self._row(rows[place])
        except IndexError:
            raise IndexError(f"there are {len(rows)} rows, and none is number {place}") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (_Answer, list)):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other))

    __hash__ = None  # type: ignore[assignment]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas, which has to be installed."""
        return _frames.to_pandas(self._table)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a table of Polars, which has to be installed."""
        return _frames.to_polars(self._table)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)}>"


class Rows(_Answer[dict[str, Any]]):
    """The rows of an answer in SQL, each a dict."""

    def _row(self, row: int) -> dict[str, Any]:
        assert isinstance(self._table, _native.Table)
        return dict(zip(self._table.names, self._table.row(row)))

    def _some(self, rows: range) -> list[dict[str, Any]]:
        return [self._row(row) for row in rows]


class Problems(_Answer[Problem]):
    """Problems in a row: what a search has found, or `Problems([…])` of any."""

    def __init__(self, problems: Iterable[Problem] | _native.Table = ()) -> None:
        super().__init__(problems if isinstance(problems, _native.Table) else _Listed(problems))
        self.undecided: int = 0
        """How many problems more a search left undecided, as its limit was too low to solve them."""

    def _row(self, row: int) -> Problem:
        if isinstance(self._table, _Listed):
            return self._table.problems[row]
        assert isinstance(self._table, _native.Table)
        return Problem(self._table.row(row))

    def _some(self, rows: range) -> Problems:
        return Problems(self._row(row) for row in rows)

    @overload
    def __getitem__(self, place: int) -> Problem: ...
    @overload
    def __getitem__(self, place: slice) -> Problems: ...
    def __getitem__(self, place: int | slice) -> Problem | Problems:
        found = super().__getitem__(place)
        assert isinstance(found, (Problem, Problems))
        return found


class _Listed:
    """The columns of problems that are there one by one."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        for one in self.problems:
            if not isinstance(one, Problem):
                raise TypeError(f"problems: expected a Problem, found {type(one).__name__}")
        self.names = list(_places())

    def __len__(self) -> int:
        return len(self.problems)

    def values(self, column: int, /) -> list[Any]:
        name = self.names[column]
        return [problem.get(name) for problem in self.problems]

    def buffers(self, column: int, /) -> None:
        return None
