"""Sweeping sets of positions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import _arguments, _follow, _native
from ._database import Database, _Each
from ._enumerate import _Place
from ._follow import Event, Follower
from ._problems import Problem, _Once


@dataclass(frozen=True, slots=True)
class Open:
    """A position that a limit left open."""

    number: int
    """Its number in the set."""
    sfen: str
    """The position."""
    mates: bool
    """Whether it is known to mate: then its length is what is open."""


class Sweep(_Once):
    """The problems of a sweep, one after the other, in the order in which they were found."""

    def __init__(
        self, database: Database, run: int, catalog: str, choices: int, levels: Mapping[int, int], open: Sequence[Open]
    ) -> None:
        _arguments.own(database, Database, "a Sweep is what sweep() returns")
        self.database = database
        """Where they stand."""
        self.catalog = catalog
        """The name of the set."""
        self.choices = choices
        """How many choices were gone through, mirror images among them."""
        self.levels = dict(levels)
        """How many of the problems of each length are irredundant under rule E, both mirror images counted."""
        self.undecided = tuple(open)
        """The positions that the limit of nodes left open."""
        self._problems = _Each(database, sweep=run)

    def __next__(self) -> Problem:
        return next(self._problems)

    def __repr__(self) -> str:
        return f"<Sweep of {self.catalog} in {self.database.path!r}>"


def sweep(
    catalog: str | os.PathLike[str],
    database: str | os.PathLike[str] | None = None,
    *,
    nodes: int = 100_000,
    resume: bool = False,
    range: tuple[int, int] | None = None,
    sample: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    progress: Follower | None = None,
    cancel: Event | None = None,
) -> Sweep:
    """Solves and judges every position of a set, as the program's `sweep` does.

    `catalog` is a file that describes the set: where the king stands, and which pieces take part. The problems go into
    `database`, which is made if there is none; without a name, into one that is deleted when nobody uses it any more.
    A position that takes more than `nodes` nodes stays undecided; `resume` asks those of a finished sweep again.
    `range` is the number of the first choice and of the first that is left out, `sample` how many are drawn, `seed`
    which. There are as many `threads` as processors; `memory` is that of the solver of each, in bytes.

    `progress` is called a few times a second, and once at the end, with a `Progress`. The work ends early after `time`
    seconds (`TimeoutError`), when the event `cancel` is set (`Cancelled`), by Ctrl-C, and by an exception of `progress`.
    With a `database` what was done stands there then, and the same call goes on from there. Other threads of Python run
    meanwhile.
    """
    path = _arguments.file("catalog", catalog)
    with _Place(database) as place:
        run, levels, open, name, choices = _native.sweep(
            path,
            place.path,
            temporary=place.temporary,
            nodes=_arguments.amount("nodes", nodes),
            resume=_arguments.flag("resume", resume),
            range=_range(range),
            sample=_arguments.limit("sample", sample, most=10_000_000),
            seed=_arguments.amount("seed", seed, least=0),
            threads=_arguments.threads(threads),
            memory=_arguments.memory(memory),
            time=_arguments.seconds("time", time),
            progress=_follow.told(progress),
            cancel=_follow.event(cancel),
        )
        found = [Open(number, sfen, mates) for number, sfen, mates in open]
        return Sweep(place.database(), run, name, choices, dict(levels), found)


def _range(given: tuple[int, int] | None) -> tuple[int, int] | None:
    if given is None:
        return None
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)) or len(given) != 2:
        raise TypeError(f"range: expected a first number and an end, found {given!r}")
    first = _arguments.amount("range", given[0], least=0)
    end = _arguments.amount("range", given[1])
    if first >= end:
        raise ValueError(f"range: {first} is not before the end {end}")
    return first, end
