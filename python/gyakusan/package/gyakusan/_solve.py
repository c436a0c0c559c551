"""Solving and checking."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from . import _arguments, _follow, _native
from ._follow import Event, Follower
from ._results import Report, Solution


def solve(
    problem: _arguments.Position,
    *,
    nodes: int | None = None,
    time: float | None = None,
    plies: int | None = None,
    goal: Literal["verdict", "raw", "lengths"] = "lengths",
    shortest: bool = False,
    threads: int = 1,
    memory: int | None = None,
    short_set: bool = False,
    tries: bool = False,
    progress: Follower | None = None,
    cancel: Event | None = None,
) -> Solution:
    """Is there a mate, how long does it take, how does it go.

    The `problem` is an SFEN, or a board, a problem, a record, a solution or a report.

    The search gives up after `nodes` nodes or `time` seconds, and looks for no mates longer than `plies`, every
    interposition counted. `goal` says what to find out: whether there is a mate, its raw length too, or both lengths
    and the main line; with `shortest` the proof that the mate is the shortest goes on to its end, however
    long it takes, or until a limit ends it. `memory` is that of the table, in bytes: a gigabyte if there is enough. The
    answers with any number of threads are the same, but for nodes, lengths that are not proved, and which of several
    main lines is shown.

    `short_set` reads the defender's hand as it is written, even if pieces are missing (駒不足); an empty hand stays
    empty. Without it an empty hand gets all pieces left over, and a hand that lacks some is refused.

    With `tries`, if there is no mate, `tries` of the answer says of every check why it fails (紛れ).

    `progress` is called a few times a second, and once at the end, with a `Progress`; an exception that it raises ends
    the search. Setting the event `cancel` ends it, too: it comes back with what it has found, and `reached` is `stop`.
    Other threads of Python run meanwhile, and Ctrl-C ends the search.

    Raises `ValueError` if the problem is none.
    """
    answer = _native.solve(
        _arguments.sfen(problem),
        goal=_arguments.choice("goal", goal, ("verdict", "raw", "lengths")),
        shortest=_arguments.flag("shortest", shortest),
        nodes=_arguments.limit("nodes", nodes),
        time=_arguments.seconds("time", time),
        plies=_arguments.limit("plies", plies, most=2**32 - 1),
        threads=_arguments.amount("threads", threads, most=256),
        memory=_arguments.memory(memory),
        short_set=_arguments.flag("short_set", short_set),
        tries=_arguments.flag("tries", tries),
        progress=_follow.told(progress),
        cancel=_follow.event(cancel),
    )
    return Solution._of(json.loads(answer))


def check(
    problem: _arguments.Position,
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
    tries: bool = False,
    progress: Follower | None = None,
    cancel: Event | None = None,
) -> Report:
    """検討: every flaw of a problem, with the line that shows it.

    The `problem` is given as in `solve`. `line` is a line to compare with best play: moves in USI or in Japanese, in a text
    or a list. What is not decided after `nodes` nodes or `time`
    seconds stays undecided; `thorough` spends a minute or so, not a second or two, on a problem that is hard to
    decide. `share` and `stage` are nodes for a question and for all questions of a stage. The `policy` says whether
    futile interpositions (無駄合) count: `traditional` (no) or `literal` (yes). Without `variations` no second solutions
    inside variations (変別) are looked for. `shortest` and `memory` are as in `solve`.

    `short_set` reads the defender's hand as it is written, even if pieces are missing (駒不足); an empty hand stays
    empty. `tries` is as in `solve`.

    `progress` and `cancel` are as in `solve`; what a check that was called off has not decided is `None`. Other threads
    of Python run meanwhile, and Ctrl-C ends the check.

    Raises `ValueError` if the problem is none.
    """
    answer = _native.check(
        _arguments.sfen(problem),
        line=_arguments.line(line),
        policy=_arguments.choice("policy", policy, ("traditional", "literal")),
        nodes=_arguments.limit("nodes", nodes),
        time=_arguments.seconds("time", time),
        thorough=_arguments.flag("thorough", thorough),
        shortest=_arguments.flag("shortest", shortest),
        share=_arguments.limit("share", share),
        stage=_arguments.limit("stage", stage),
        variations=_arguments.flag("variations", variations),
        memory=_arguments.memory(memory),
        short_set=_arguments.flag("short_set", short_set),
        tries=_arguments.flag("tries", tries),
        progress=_follow.told(progress),
        cancel=_follow.event(cancel),
    )
    return Report._of(json.loads(answer))
