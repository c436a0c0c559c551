"""Databases of the program."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator

from . import _arguments, _native
from ._problems import Problem, Problems, Rows, problem
from ._words import Word, names, words

#: So many problems are read at once where all are.
_PAGE = 1000


class Database:
    r"""A file of the program, for reading.

    >>> import gyakusan as gy
    >>> db = gy.enumerate("G2P1").database
    >>> [found.japanese for found in db.search(plies=3, sacrifices=(1, None), limit=1)]
    ['☗２一歩成 ☖同\u3000玉 ☗２二金打']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        """The file."""
        if not os.path.exists(self.path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.path)
        # What is no database is told here, not at the first question.
        self.query("SELECT 1 FROM problems LIMIT 1")

    def search(
        self,
        *,
        preset: str | None = None,
        family: str | Iterable[str] | None = None,
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

        The most beautiful come first; `sort` names another column, `ascending` turns the order around. Of problems
        that share their line the first is shown, and `line_group` says how many there are; `all` shows each, `ideas`
        one of each idea (筋). After `time` seconds the search gives up and raises `TimeoutError`.

        Raises `ValueError` that names what is wrong.
        """
        if all and ideas:
            raise ValueError("ideas: all problems are asked for")
        return self._search(
            columns | {"contains": contains, "box": box},
            preset=preset,
            family=names(family),
            condition=where,
            sort=sort,
            ascending=ascending,
            limit=_arguments.amount("limit", limit, least=0),
            all=all,
            ideas=ideas,
            time=time,
        )

    def problems(self, family: str | Iterable[str] | None = None) -> Iterator[Problem]:
        """Every problem, or those of some families, in the order in which they were added."""
        codes = names(family)
        after = -1
        while True:
            page = self._search({}, family=codes, after=after, limit=_PAGE, all=True)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1]["id"]

    def __iter__(self) -> Iterator[Problem]:
        return self.problems()

    def __len__(self) -> int:
        return int(self.query("SELECT count(*) AS count FROM problems")[0]["count"])

    def query(self, sql: str, *, time: float | None = 60.0) -> Rows:
        """The answer to a statement of SQL, which may read and nothing else; `TimeoutError` after `time` seconds.

        Raises `ValueError` that tells what is wrong with it.
        """
        columns, rows = _native.query(self.path, sql, time=time)
        return Rows(columns, (dict(zip(columns, row)) for row in rows))

    def _search(
        self,
        conditions: dict[str, Word],
        *,
        family: list[str] | None,
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
        rows = _native.search(
            self.path,
            words(conditions),
            preset=preset,
            family=family,
            condition=condition,
            sort=sort,
            ascending=ascending,
            after=after,
            limit=limit,
            all=all,
            ideas=ideas,
            time=time,
        )
        return Problems((problem(values, line_group=group) for values, group in rows), more=["line_group"])

    def __repr__(self) -> str:
        return f"Database({self.path!r})"
