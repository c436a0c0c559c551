"""Solving and checking."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from . import _arguments, _native
from ._native import Board
from ._results import Report, Solution


def solve(
    problem: str | Board,
    *,
    nodes: int | None = None,
    time: float | None = None,
    plies: int | None = None,
    goal: Literal["verdict", "raw", "lengths"] = "lengths",
    shortest: bool = False,
    threads: int = 1,
    memory: int | None = None,
    short_set: bool = False,
) -> Solution:
    """Is there a mate, how long does it take, how does it go.

    The search gives up after `nodes` nodes or `time` seconds, and looks for no mates longer than `plies`, every
    interposition counted. `goal` says what to find out: whether there is a mate, its raw length too, or both lengths
    and the main line; with `shortest` the proof that the mate is the shortest goes on to its end, however
    long it takes, or until a limit ends it. `memory` is that of the table, in bytes: a gigabyte if there is enough. The
    answers with any number of threads are the same, but for nodes, lengths that are not proved, and which of several
    main lines is shown.

    `short_set` reads the defender's hand as it is written, even if pieces are missing (駒不足); an empty hand stays
    empty. Without it an empty hand gets all pieces left over, and a hand that lacks some is refused.

    Other threads of Python run meanwhile, and Ctrl-C ends the search.

    Raises `ValueError` if the problem is none.
    """
    answer = _native.solve(
        _arguments.sfen(problem),
        goal=goal,
        shortest=shortest,
        nodes=_arguments.amount("nodes", nodes),
        time=time,
        plies=_arguments.amount("plies", plies, most=2**32 - 1),
        threads=_arguments.amount("threads", threads, most=256),
        memory=_arguments.memory(memory),
        short_set=short_set,
    )
    return Solution._of(json.loads(answer))


def check(
    problem: str | Board,
    *,
    line: str | Sequence[str] | None = None,
    nodes: int | None = None,
    time: float | None = None,
    thorough: bool = False,
    shortest: bool = False,
    share: int | None = None,
    stage: int | None = None,
    policy: Literal["traditional", "literal"] = "traditional",
    variations: bool = True,
    memory: int | None = None,
    short_set: bool = False,
) -> Report:
    """検討: every flaw of a problem, with the line that shows it.

    `line` is a line to compare with best play: moves in USI. What is not decided after `nodes` nodes or `time`
    seconds stays undecided; `thorough` spends a minute or so, not a second or two, on a problem that is hard to
    decide. `share` and `stage` are nodes for a question and for all questions of a stage. The `policy` says whether
    futile interpositions (無駄合) count: `traditional` (no) or `literal` (yes). Without `variations` no second solutions
    inside variations (変別) are looked for. `shortest` and `memory` are as in `solve`.

    `short_set` reads the defender's hand as it is written, even if pieces are missing (駒不足); an empty hand stays
    empty.

    Other threads of Python run meanwhile, and Ctrl-C ends the check.

    Raises `ValueError` if the problem is none.
    """
    answer = _native.check(
        _arguments.sfen(problem),
        line=_arguments.line(line),
        policy=policy,
        nodes=_arguments.amount("nodes", nodes),
        time=time,
        thorough=thorough,
        shortest=shortest,
        share=_arguments.amount("share", share),
        stage=_arguments.amount("stage", stage),
        variations=variations,
        memory=_arguments.memory(memory),
        short_set=short_set,
    )
    return Report._of(json.loads(answer))
