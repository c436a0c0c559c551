"""Problems with all that is known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from numbers import Integral
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

from . import _arguments, _frames, _native
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

    `problem.sacrifices` and `problem["sacrifices"]` are the same, but for the main line: `problem.main_line` is a tuple of
    moves, `problem["main_line"]` a text with spaces between them. A problem does not change. Problems with the same values
    are equal, whatever a search has counted in `line_group`. In a notebook a problem is shown as a picture.

    Problems come from databases, enumerations, sweeps and creations, and from `Problem.from_dict`.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Sequence[Any]) -> None:
        # The last one is known only of what was searched for.
        if not isinstance(values, (tuple, list)) or not 0 <= len(_places()) - len(values) <= 1:
            raise TypeError(f"values: expected one for each column, found {_arguments.kind(values)}; see Problem.from_dict")
        self._values = tuple(values)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Problem:
        """The problem of a dict that `to_dict()` has made. A column that is not in it is `None`.

        Raises `ValueError` for a name that is no column, or a value that `to_dict()` does not write.
        """
        if not isinstance(values, Mapping):
            raise TypeError(f"values: expected a dict, found {_arguments.kind(values)}")
        unknown = [name for name in values if name not in _places()]
        if unknown:
            raise ValueError(f"values: there is no column {unknown[0]!r}")
        _arguments.text("sfen", values.get("sfen", None))
        kinds = {column.name: column.kind for column in columns()}
        return cls([_read(name, kinds.get(name, "count"), values.get(name)) for name in _places()])

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
            return self._known() == other._known()
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._known())

    def _known(self) -> tuple[Any, ...]:
        """The values of the columns."""
        return self._values[: len(_places()) - 1]

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


def _read(name: str, kind: str, value: Any) -> Any:
    """A value as `_plain` makes it plain."""
    held = {"count": (int,), "flag": (bool,), "real": (float, int), "text": (str,), "bytes": (str, bytes), "hash": (str, int)}
    if value is None:
        return None
    if type(value) not in held[kind]:
        raise ValueError(f"{name}: {value!r} is none of its values")
    if kind == "bytes":
        return bytes.fromhex(value) if isinstance(value, str) else value
    if kind == "hash":
        return int(value)
    return float(value) if kind == "real" else value


class _Once(Iterator[Problem]):
    """Problems one after the other, each of which comes once."""

    def __reduce__(self) -> NoReturn:
        raise TypeError("an iterator of problems cannot be copied or pickled: each comes once; keep them in a list")


#: So many rows are shown in a notebook.
_SHOWN = 10


class _Answer(Sequence[_Row], Generic[_Row]):
    """Rows in the order in which they were found."""

    def __init__(self, table: _frames.Columns) -> None:
        self._table = table

    def _shown(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        """What a notebook shows: the names of columns, and the cells of the first rows in HTML."""
        raise NotImplementedError

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
        if not isinstance(place, Integral):
            raise TypeError(f"place: expected a whole number or a slice, found {place!r}")
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

    def _repr_html_(self) -> str:
        names, rows = self._shown()
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        more = f"<p>{len(rows)} of {len(self)}</p>" if len(rows) < len(self) else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


class Rows(_Answer[dict[str, Any]]):
    """The rows of an answer in SQL, each a dict. `Database.query` makes them.

    A dict has no place for two columns of one name: looking at a row of such an answer raises `ValueError`.
    """

    def __init__(self, table: _native.Table) -> None:
        _arguments.own(table, _native.Table, "Rows are what Database.query() returns")
        super().__init__(table)
        self._rows = table
        self._alike = sorted(name for name, count in Counter(table.names).items() if count > 1)

    def _row(self, row: int) -> dict[str, Any]:
        if self._alike:
            raise ValueError(f"two columns have the name {self._alike[0]}; give one of them another with AS")
        return dict(zip(self._rows.names, self._rows.row(row)))

    def _some(self, rows: range) -> Rows:
        return Rows(self._rows.some(rows))

    def _shown(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        def cell(value: Any) -> str:
            return "" if value is None else escape(str(value))

        rows = [self._rows.row(row) for row in range(min(len(self), _SHOWN))]
        return self.names, [[cell(value) for value in row] for row in rows]

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: int | slice) -> dict[str, Any] | Rows:
        found = super().__getitem__(place)
        assert isinstance(found, (dict, Rows))
        return found


class Problems(_Answer[Problem]):
    """Problems in a row: what a search has found, or `Problems([…])` of any. A notebook shows the first of them."""

    def __init__(self, problems: Iterable[Problem] | _native.Table = ()) -> None:
        if not isinstance(problems, Iterable) and not isinstance(problems, _native.Table):
            raise TypeError(f"problems: expected a list of problems, found {_arguments.kind(problems)}")
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

    def _shown(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        def cells(problem: Problem) -> Sequence[str]:
            plies = "" if problem.plies is None else str(problem.plies)
            return [problem.board.svg(size=160), plies, escape(problem.japanese)]

        return ("problem", "plies", "main line"), [cells(problem) for problem in self[:_SHOWN]]

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
                raise TypeError(f"problems: expected a Problem, found {_arguments.kind(one)}")
        self.names = list(_places())

    def __len__(self) -> int:
        return len(self.problems)

    def values(self, column: int, /) -> list[Any]:
        name = self.names[column]
        return [problem.get(name) for problem in self.problems]

    def buffers(self, column: int, /) -> None:
        return None
