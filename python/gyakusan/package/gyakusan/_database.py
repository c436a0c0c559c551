"""Databases of the program."""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from threading import Lock
from types import TracebackType
from typing import TypeAlias

from . import _arguments, _native
from ._problems import Problem, Problems, Rows, _Once
from ._words import Word, names, words

#: So many problems are read at once where all are.
_PAGE = 1000

Value: TypeAlias = str | int | float | bytes | None
"""What a parameter of SQL can be."""


class Database:
    r"""A file of the program, for reading.

    `db[12]` is the problem with the number 12, `len(db)` says how many there are, and iterating over the database
    brings one after the other without loading all. No file stays open between two calls; `close()` and the end of a
    `with` block let no further call through.

    A file of an earlier version stays as it is: opening it copies it into the folder for temporary files and brings the
    copy up to date, which all calls read. The copy is deleted with the `Database`.

    >>> import gyakusan as gy
    >>> with gy.enumerate("G2P1").database as db:
    ...     [found.japanese for found in db.search(plies=3, sacrifices=(1, None), limit=1)]
    ['☗２一歩成 ☖同\u3000玉 ☗２二金打']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # The folder that a relative path begins in may change.
        self.path: str = os.path.abspath(_arguments.file("path", path))
        """The file, by its whole path."""
        self._closed = False
        self._folder: weakref.finalize[[str], Database] | None = None
        self._opened = _native.Opened(self.path)
        # At the end of the interpreter, too, which may leave objects as they are.
        weakref.finalize(self, self._opened.close)
        # What is no database is told here, not at the first question.
        self.query("SELECT 1 FROM problems LIMIT 1", time=None)

    @classmethod
    def _passing(cls, folder: str, name: str) -> Database:
        """The database of this name in a folder that goes when nobody uses it any more."""
        database = cls(os.path.join(folder, name))
        database._folder = weakref.finalize(database, shutil.rmtree, folder, ignore_errors=True)
        return database

    def close(self) -> None:
        """Ends the use of the database; one that an enumeration made without a name is deleted."""
        self._closed = True
        self._opened.close()
        if self._folder is not None:
            self._folder()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def __enter__(self) -> Database:
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[Database], tuple[str]]:
        self._open()
        # One that goes with this object is not to be had elsewhere.
        if self._folder is not None:
            why = "it is deleted with this object; give the enumeration or sweep a database to keep"
            raise TypeError(f"a temporary Database cannot be copied or pickled: {why}")
        return type(self), (self.path,)

    def _open(self) -> None:
        if self._closed:
            raise ValueError(f"the database {self.path} is closed")

    def _file(self) -> _native.Opened:
        """What is asked, if it is still there."""
        self._open()
        _arguments.file("path", self.path)
        return self._opened

    def __getitem__(self, id: int) -> Problem:
        """The problem with this number; `KeyError` if there is none."""
        found = self.get(id)
        if found is None:
            raise KeyError(id)
        return found

    def get(self, id: int) -> Problem | None:
        """The problem with this number, `None` if there is none."""
        file = self._file()
        if isinstance(id, bool) or not isinstance(id, Integral):
            raise TypeError(f"id: expected a whole number, found {id!r}")
        number = int(id)
        values = _native.problem(file, number) if -(2**63) <= number < 2**63 else None
        return None if values is None else Problem(values)

    def __contains__(self, id: object) -> bool:
        return isinstance(id, Integral) and not isinstance(id, bool) and self.get(int(id)) is not None

    def search(
        self,
        *,
        preset: str | None = None,
        family: str | Iterable[str] | None = None,
        line: str | Iterable[str] | None = None,
        motif: str | Iterable[str] | None = None,
        tries: Word = None,
        variation: str | Iterable[str] | None = None,
        every_variation: str | Iterable[str] | None = None,
        nodes: int = 100_000,
        where: str | None = None,
        contains: str | None = None,
        box: str | None = None,
        sort: str = "beauty",
        ascending: bool = False,
        limit: int | None = None,
        all: bool = False,
        ideas: bool = False,
        time: float | None = 60.0,
        **columns: Word,
    ) -> Problems:
        """Problems by what makes them worth looking at, as the program's `search` finds them.

        Every column is a keyword: `plies=7`, `plies="7..11"`, `sacrifices=(2, None)`, `complete=True`,
        `king="1a-3c"`. `family` is the code of a family that was enumerated into the database, or some of them.
        `where` is a condition in SQL, `contains` says what stands where (`"1a:l 2a:n"`), `box` into what all pieces
        fit (`"4x4"`). `preset` asks for what its name stands for where nothing else is said.

        `line` says what happens on the main line: `"drop R far=2.. ; K ; .. ; sacrifice"`; the page "Asking the
        solution" of the book explains the language. `motif` is the name of a motif (手筋) in either language:
        `"打換え"`. Of either some can be given in a list, and all must hold.

        `variation` asks the same of one of the variations (変化), `every_variation` of all of them, and `tries` which
        checks mate: `"promote fails, unpromote mates"`; a number or two bounds count the tries (紛れ), as for every
        column. A solver takes `nodes` for each question; how many problems that leaves undecided is `undecided` of the
        answer.

        The most beautiful come first; `sort` names another column, `ascending` turns the order around. Of problems
        that share their line the first is shown, and `line_group` says how many there are; `all` shows each, `ideas`
        one of each idea (筋). After `time` seconds the search gives up and raises `TimeoutError`.

        Raises `ValueError` that names what is wrong.
        """
        if _arguments.flag("all", all) and _arguments.flag("ideas", ideas):
            raise ValueError("ideas: all problems are asked for")
        which, how_many = _tries(tries)
        return self._search(
            columns | {"contains": contains, "box": box, "tries": how_many},
            preset=preset,
            line=_each_of("line", line),
            motif=_each_of("motif", motif),
            tries=which,
            variation=_each_of("variation", variation),
            every_variation=_each_of("every_variation", every_variation),
            nodes=_arguments.amount("nodes", nodes, least=1),
            family=names("family", family),
            condition=None if where is None else _arguments.sql("where", where),
            sort=_arguments.text("sort", sort),
            ascending=_arguments.flag("ascending", ascending),
            limit=_arguments.limit("limit", limit, least=0),
            all=all,
            ideas=_arguments.flag("ideas", ideas),
            time=_arguments.seconds("time", time),
        )

    def problems(self, family: str | Iterable[str] | None = None) -> Iterator[Problem]:
        """Every problem, or those of some families, in the order in which they were added, read as they are wanted."""
        self._file()
        return _Each(self, family=names("family", family))

    def __iter__(self) -> Iterator[Problem]:
        return self.problems()

    def __len__(self) -> int:
        return int(self.query("SELECT count(*) AS count FROM problems", time=None)[0]["count"])

    def query(
        self,
        sql: str,
        parameters: Sequence[Value] | Mapping[str, Value] | None = None,
        *,
        time: float | None = 60.0,
    ) -> Rows:
        """The answer to a statement of SQL, which may read and nothing else; `TimeoutError` after `time` seconds.

        `parameters` are the values of what stands as `?` in it, in their order, or a dict of those that stand as
        `:name`.

        Raises `ValueError` that tells what is wrong with it.
        """
        given: list[Value] | dict[str, Value] | None = None
        if isinstance(parameters, Mapping):
            given = {
                _arguments.text("parameters", name): _arguments.parameter(f"parameters: {name}", value)
                for name, value in parameters.items()
            }
        elif isinstance(parameters, Sequence) and not isinstance(parameters, (str, bytes, bytearray)):
            values = enumerate(parameters, 1)
            given = [_arguments.parameter(f"parameters: number {place}", value) for place, value in values]
        elif parameters is not None:
            raise TypeError(f"parameters: expected a list or a dict, found {_arguments.kind(parameters)}")
        limit = _arguments.seconds("time", time)
        return Rows(_native.query(self._file(), _arguments.sql("sql", sql), given, time=limit))

    def _search(
        self,
        conditions: dict[str, Word],
        *,
        line: Sequence[str] = (),
        motif: Sequence[str] = (),
        tries: Sequence[str] = (),
        variation: Sequence[str] = (),
        every_variation: Sequence[str] = (),
        nodes: int = 100_000,
        family: list[str] | None = None,
        sweep: int | None = None,
        preset: str | None = None,
        condition: str | None = None,
        sort: str | None = None,
        ascending: bool = False,
        after: int | None = None,
        limit: int | None = None,
        all: bool = False,
        ideas: bool = False,
        time: float | None = None,
    ) -> Problems:
        found, undecided = _native.search(
            self._file(),
            words(conditions),
            preset=None if preset is None else _arguments.text("preset", preset),
            line=line,
            motif=motif,
            tries=tries,
            variation=variation,
            every_variation=every_variation,
            nodes=nodes,
            family=family,
            sweep=sweep,
            condition=condition,
            sort=sort,
            ascending=ascending,
            after=after,
            limit=limit,
            all=all,
            ideas=ideas,
            time=time,
        )
        problems = Problems(found)
        problems.undecided = undecided
        return problems

    def __repr__(self) -> str:
        return f"Database({self.path!r})"


class _Each(_Once):
    """The problems of a database one after the other, read as they are wanted. Several threads may share it."""

    def __init__(self, database: Database, *, family: list[str] | None = None, sweep: int | None = None) -> None:
        self._database = database
        self._family = family
        self._sweep = sweep
        self._page: Iterator[Problem] = iter(())
        self._after: int | None = -1
        self._lock = Lock()

    def __next__(self) -> Problem:
        with self._lock:
            self._database._open()
            problem = next(self._page, None)
            if problem is None and self._after is not None:
                problem = next(self._read(self._after), None)
            if problem is None:
                raise StopIteration
            return problem

    def _read(self, after: int) -> Iterator[Problem]:
        """The next page."""
        page = self._database._search(
            {}, family=self._family, sweep=self._sweep, after=after, limit=_PAGE, all=True
        )
        self._after = page[-1]["id"] if len(page) == _PAGE else None
        self._page = iter(page)
        return self._page


def _each_of(name: str, value: str | Iterable[str] | None) -> list[str]:
    """A text, or each of some."""
    if value is None:
        return []
    return [_arguments.text(name, value)] if isinstance(value, str) else _arguments.texts(name, value)


def _tries(value: Word) -> tuple[list[str], Word]:
    """What is asked of tries: queries, which have letters, or how many there are."""
    if isinstance(value, str) and value != "any" and any(sign.isalpha() for sign in value):
        return [value], None
    if isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        return _arguments.texts("tries", value), None
    return [], value
