"""Enumerating families."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from typing import Literal

from . import _arguments, _native
from ._database import Database
from ._problems import Problem


#: The file of an enumeration without one.
_NAME = "problems.db"


class Enumeration(Iterator[Problem]):
    """The problems of an enumeration, one after the other, the shortest first."""

    def __init__(self, database: Database, families: Sequence[str]) -> None:
        self.database = database
        """Where they stand."""
        self.families: tuple[str, ...] = tuple(families)
        """The codes of their families."""
        self._problems = database.problems(self.families)

    def __next__(self) -> Problem:
        return next(self._problems)


def _in(folder: str) -> Database:
    """The database in a folder that goes when nobody uses it any more."""
    database = Database(os.path.join(folder, _NAME))
    weakref.finalize(database, shutil.rmtree, folder, ignore_errors=True)
    return database


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
) -> Enumeration:
    """Lists the problems of families of pieces, found backwards from the mates (逆算法).

    `catalogs` are codes of families (`"N4"`: four knights), catalog files, or folders of them. The problems go into
    `database`, which is made if there is none; without a name, into one that is deleted when nobody uses it any more.
    No longer mates than `longest` plies are recorded. `verify` says how many are solved again on the full rules,
    `seed` which. `keep_table` keeps the table of all mates of families with rooks, bishops or lances. There are as
    many `threads` as processors, and nine tenths of the free `memory` (bytes), unless something else is said.

    Other threads of Python run meanwhile. Ctrl-C stops after saving how far it is; the same call with a `database`
    goes on from there.

    >>> import gyakusan as gy
    >>> found = gy.enumerate("G2P1", longest=7)
    >>> sum(problem["mirror_images"] for problem in found if problem["rule_e"] and problem["plies"] == 7)
    60
    """
    given = [catalogs] if isinstance(catalogs, (str, os.PathLike)) else list(catalogs)
    if not given:
        raise ValueError("catalogs: none is given")
    longest = _arguments.amount("longest", longest, most=65535)
    if longest is not None and longest % 2 == 0:
        raise ValueError(f"longest: {longest} is no odd number of plies")
    folder: str | None = None
    if database is None:
        folder = tempfile.mkdtemp(prefix="gyakusan-")
        path = os.path.join(folder, _NAME)
    else:
        path = os.fspath(database)
        if not path:
            raise ValueError("database: its name is empty")
    try:
        codes = _native.enumerate(
            [os.fspath(catalog) for catalog in given],
            path,
            keep_table=None if keep_table is None else os.fspath(keep_table),
            longest=longest,
            verify=str(verify),
            seed=_arguments.amount("seed", seed, least=0),
            threads=_arguments.threads(threads),
            memory=_arguments.amount("memory", memory),
        )
    except BaseException:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return Enumeration(Database(path) if folder is None else _in(folder), codes)
