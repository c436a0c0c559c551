"""Enumerating families."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Sequence
from typing import Literal

from . import _arguments, _follow, _native
from ._database import Database
from ._follow import Event, Follower
from ._problems import Problem, _Once


#: The file of an enumeration without one.
_NAME = "problems.db"


class Enumeration(_Once):
    """The problems of an enumeration, one after the other, the shortest first."""

    def __init__(self, database: Database, families: Sequence[str]) -> None:
        _arguments.own(database, Database, "an Enumeration is what enumerate() returns")
        self.database = database
        """Where they stand."""
        self.families: tuple[str, ...] = tuple(families)
        """The codes of their families."""
        self._problems = database.problems(self.families)

    def __next__(self) -> Problem:
        return next(self._problems)

    def __repr__(self) -> str:
        return f"<Enumeration of {' '.join(self.families)} in {self.database.path!r}>"


def enumerate(
    catalogs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    database: str | os.PathLike[str] | None = None,
    *,
    longest: int | None = None,
    verify: int | Literal["all", "none"] = 1000,
    seed: int = 1,
    keep_table: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    progress: Follower | None = None,
    cancel: Event | None = None,
) -> Enumeration:
    """Lists the problems of families of pieces, found backwards from the mates (逆算法).

    `catalogs` are codes of families (`"N4"`: four knights), catalog files, or folders of them. The problems go into
    `database`, which is made if there is none; without a name, into one that is deleted when nobody uses it any more.
    No longer mates than `longest` plies are recorded. `verify` says how many are solved again on the full rules,
    `seed` which. `keep_table` keeps the table of all mates of families with rooks, bishops or lances. There are as
    many `threads` as processors, and nine tenths of the free `memory` (bytes), unless something else is said.

    `progress` is called a few times a second, and once at the end, with a `Progress`. The work ends early after `time`
    seconds (`TimeoutError`), when it would take more `memory` (`MemoryError`), when the event `cancel` is set
    (`Cancelled`), by Ctrl-C, and by an exception of `progress`. With a `database` how far it is was saved then, and the
    same call goes on from there. Other threads of Python run meanwhile.

    >>> import gyakusan as gy
    >>> found = gy.enumerate("G2P1", longest=7)
    >>> sum(problem["mirror_images"] for problem in found if problem["rule_e"] and problem["plies"] == 7)
    60
    """
    if isinstance(catalogs, (bytes, bytearray)) or not isinstance(catalogs, (str, os.PathLike, Sequence)):
        raise TypeError(f"catalogs: expected codes or paths, found {_arguments.kind(catalogs)}")
    given = [catalogs] if isinstance(catalogs, (str, os.PathLike)) else list(catalogs)
    if not given:
        raise ValueError("catalogs: none is given")
    longest = _arguments.limit("longest", longest, most=65535)
    if longest is not None and longest % 2 == 0:
        raise ValueError(f"longest: {longest} is no odd number of plies")
    with _Place(database) as place:
        codes = _native.enumerate(
            [_catalog(catalog) for catalog in given],
            place.path,
            temporary=place.temporary,
            keep_table=None if keep_table is None else _arguments.place("keep_table", keep_table),
            longest=longest,
            verify=_arguments.text("verify", verify)
            if isinstance(verify, str)
            else str(_arguments.amount("verify", verify, least=0)),
            seed=_arguments.amount("seed", seed, least=0),
            threads=_arguments.threads(threads),
            memory=_arguments.limit("memory", memory),
            time=_arguments.seconds("time", time),
            progress=_follow.told(progress),
            cancel=_follow.event(cancel),
        )
        return Enumeration(place.database(), codes)


def _catalog(given: str | os.PathLike[str]) -> str:
    """A code, or the path of a catalog or a folder that is there."""
    told = _arguments.path("catalogs", given)
    # A code has neither folders nor an ending.
    if os.path.basename(told) != os.path.splitext(told)[0] and not os.path.exists(told):
        raise _arguments.failure("catalogs", errno.ENOENT, told)
    return told


class _Place:
    """Where problems go: into a file, or without a name into one of a folder that goes with the database."""

    def __init__(self, database: str | os.PathLike[str] | None) -> None:
        self._folder: str | None = None
        if database is not None:
            self.path = _arguments.place("database", database)
        else:
            self._folder = tempfile.mkdtemp(prefix="gyakusan-")
            self.path = os.path.join(self._folder, _NAME)

    @property
    def temporary(self) -> bool:
        """Whether it goes with the database."""
        return self._folder is not None

    def database(self) -> Database:
        """What stands there."""
        return Database(self.path) if self._folder is None else Database._passing(self._folder, _NAME)

    def __enter__(self) -> _Place:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None and self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
