"""Making new problems."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Literal

from . import _arguments, _follow, _native
from ._follow import Event, Follower
from ._problems import Problem, _Once
from ._words import Word, words


_GENERATORS = ("sample", "uniform", "mutate", "backwards")


class Creation(_Once):
    """New problems, one after the other. It works ahead by a few, until it is closed or nobody has it any more."""

    def __init__(self, creation: _native.Creation) -> None:
        _arguments.own(creation, _native.Creation, "a Creation is what create() returns")
        self._creation = creation

    def __next__(self) -> Problem:
        values = self._creation.next()
        if values is None:
            raise StopIteration
        return Problem(values)

    def close(self) -> None:
        """Ends the search."""
        self._creation.close()

    @property
    def candidates(self) -> int:
        """How many candidates were looked into so far."""
        return self._creation.candidates

    def __enter__(self) -> Creation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def create(
    *,
    preset: str | None = None,
    family: str | None = None,
    where: str | None = None,
    contains: str | None = None,
    board: Word = None,
    hand: Word = None,
    only: str | None = None,
    in_all: str | None = None,
    on_board: str | None = None,
    in_hand: str | None = None,
    region: str | None = None,
    bare_attacker: bool | None = None,
    generator: Literal["sample", "uniform", "mutate", "backwards"] | None = None,
    works: str | os.PathLike[str] | Iterable[_arguments.Position] | None = None,
    start: str | os.PathLike[str] | Iterable[_arguments.Position] | None = None,
    evolve: bool | None = None,
    polish: bool | None = None,
    every_line: bool | None = None,
    drawn_hands: bool | None = None,
    nodes: int | None = None,
    offspring_nodes: int | None = None,
    attempts: int | None = None,
    seed: int = 1,
    count: int | None = None,
    candidates: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Follower | None = None,
    cancel: Event | None = None,
    **columns: Word,
) -> Creation:
    """New sound problems (完全作) under conditions, as the program's `create` makes them.

    Conditions and settings are those of the program's options, and a `preset` asks for what its name stands for
    where nothing else is said. Every column that is known when a problem is judged is a keyword, as in
    `Database.search`. `works` are what squares are copied from, the hundred of 将棋無双 if none are given; `start` is what the
    generators `mutate` and `backwards` begin with: a list of SFENs or boards, or the path of a file of problems, of a
    folder of such files, or of a database (`.db`).

    It ends after `count` problems, `candidates`, or `time` seconds of work, and when it is closed or forgotten;
    Ctrl-C ends it, too. The same arguments and `seed` bring the same problems in the same order, whatever `threads`
    there are (as many as processors if not given); `time` cuts them off somewhere.

    `memory` is what the whole process may take, in bytes; beyond it the iterator raises `MemoryError`. While somebody
    waits for a problem, `progress` is called a few times a second with a `Progress` whose steps are candidates, and once
    for each problem; an exception that it raises ends the search. Setting the event `cancel` ends it, too.

    >>> import gyakusan as gy
    >>> found = [problem.plies for problem in gy.create(board="..6", candidates=400, seed=3)]
    >>> found == [problem.plies for problem in gy.create(board="..6", candidates=400, seed=3)]
    True

    Raises `ValueError` that names what is wrong.
    """
    texts = {
        "family": family,
        "contains": contains,
        "only": only,
        "in_all": in_all,
        "on_board": on_board,
        "in_hand": in_hand,
        "region": region,
    }
    flags = {
        "bare_attacker": bare_attacker,
        "evolve": evolve,
        "polish": polish,
        "every_line": every_line,
        "drawn_hands": drawn_hands,
    }
    conditions: dict[str, Word] = {
        **{name: _arguments.text(name, value) for name, value in texts.items() if value is not None},
        **{name: _arguments.flag(name, value) for name, value in flags.items() if value is not None},
        "board": board,
        "hand": hand,
        "generator": None if generator is None else _arguments.choice("generator", generator, _GENERATORS),
        "nodes": _arguments.limit("nodes", nodes),
        "offspring_nodes": _arguments.limit("offspring_nodes", offspring_nodes),
        "attempts": _arguments.limit("attempts", attempts, most=2**32 - 1),
    }
    creation = _native.create(
        words(columns | conditions),
        preset=None if preset is None else _arguments.text("preset", preset),
        condition=None if where is None else _arguments.sql("where", where),
        works=_given("works", works),
        start=_given("start", start),
        seed=_arguments.amount("seed", seed, least=0),
        count=_arguments.limit("count", count),
        candidates=_arguments.limit("candidates", candidates),
        time=_arguments.seconds("time", time),
        threads=_arguments.threads(threads),
        memory=_arguments.limit("memory", memory),
        progress=_follow.told(progress),
        cancel=_follow.event(cancel),
    )
    return Creation(creation)


def _given(
    name: str, problems: str | os.PathLike[str] | Iterable[_arguments.Position] | None
) -> list[str] | str | None:
    if problems is None:
        return None
    if isinstance(problems, (str, os.PathLike)):
        problems = _arguments.path(name, problems)
        if os.path.exists(problems):
            return problems
        # Nine rows are a position, as after the program's `--from`.
        if problems.count("/") == 8:
            return [problems]
        raise _arguments.failure(name, errno.ENOENT, os.fspath(problems))
    if isinstance(problems, (bytes, bytearray, Mapping)) or not isinstance(problems, Iterable):
        raise TypeError(f"{name}: expected a path or a list of SFENs, found {_arguments.kind(problems)}")
    given = [_arguments.sfen(one, name) for one in problems]
    if not given:
        raise ValueError(f"{name}: the list is empty")
    return given
