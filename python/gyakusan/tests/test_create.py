"""New problems."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time
from pathlib import Path
from typing import Literal

import pytest

import gyakusan as gy


def sfens(**words: object) -> list[str]:
    """What a search of some candidates brings."""
    return [problem.sfen for problem in gy.create(board="..6", candidates=600, **words)]  # type: ignore[arg-type]


def test_what_is_created_is_sound() -> None:
    found = list(gy.create(board="..6", sacrifices="1..", count=3, time=120))
    assert len(found) == 3
    for problem in found:
        assert problem["id"] is None and problem["complete"] and problem["sacrifices"] >= 1
        report = gy.check(problem.sfen)
        assert report.complete and report.plies == problem.plies and report.main_line == problem.main_line
        assert problem.board.sfen == problem.sfen and problem["pieces"] <= 11


def test_the_same_seed_brings_the_same_problems() -> None:
    one = sfens(seed=3, threads=1)
    assert one and one == sfens(seed=3, threads=2)
    assert one != sfens(seed=4)
    assert sfens(seed=3, count=2) == one[:2]


def test_presets_and_conditions() -> None:
    search = gy.create(preset="kanso", plies="5..", count=2, time=120)
    for problem in search:
        assert problem["pieces"] <= 6 and problem["irredundant"]
    wanted = gy.create(where="plies = 5 AND captures = 0", board="..6", count=1, time=120)
    assert next(wanted)["captures"] == 0


def test_generators_take_what_is_given() -> None:
    known = "6k2/8S/5G3/9/9/9/9/9/9 b S 1"
    generators: list[Literal["mutate", "backwards"]] = ["mutate", "backwards"]
    for generator in generators:
        search = gy.create(generator=generator, start=[known, gy.Board(known)], candidates=20, board="..9")
        assert all(problem["complete"] for problem in search)
    assert list(gy.create(works=[known], candidates=20)) == list(gy.create(works=[known], candidates=20))


def test_works_come_from_a_path(tmp_path: Path) -> None:
    known = ["6k2/8S/5G3/9/9/9/9/9/9 b S 1", "8k/9/8P/9/9/9/9/9/9 b GS 1"]
    listed = tmp_path / "works.sfen"
    listed.write_text("\n".join(known))
    wanted = sfens(works=known)
    assert wanted and wanted == sfens(works=listed) == sfens(works=str(listed)) == sfens(works=tmp_path)
    database = gy.enumerate("G2P1").database
    found = [problem.sfen for problem in database]
    assert sfens(works=database.path) == sfens(works=found)
    assert sfens(generator="mutate", start=known[0]) == sfens(generator="mutate", start=known[:1])


def test_works_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="works"):
        gy.create(works="nowhere.sfen")
    with pytest.raises(TypeError, match="works: expected a path or a list of SFENs, found int"):
        gy.create(works=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="works: there is no position in"):
        gy.create(works=tmp_path)
    wrong = tmp_path / "wrong.sfen"
    wrong.write_text("8k/9/8P/9/9/9/9/9/9 b G 1\n8k/9 b - 1\n")
    with pytest.raises(ValueError, match=r"works: .*wrong.sfen:2: "):
        gy.create(works=wrong)


@pytest.mark.parametrize(
    "words",
    [
        {"plies": "..3"},
        {"nosuch": 1},
        {"final_king": "2b"},
        {"preset": "nice"},
        {"where": "beautiful"},
        {"generator": "magic"},
        {"works": ["nonsense"]},
        {"plies": 7.5},
        {"start": []},
        {"count": 0},
        {"time": -1.0},
        {"family": "cats"},
        {"region": "1a"},
        {"board": "many"},
        {"threads": 0},
    ],
)
def test_wrong_conditions_are_named(words: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(words))):
        gy.create(**words)  # type: ignore[arg-type]


def test_conditions_that_nothing_satisfies() -> None:
    with pytest.raises(ValueError, match="nothing satisfies"):
        gy.create(board="2", contains="1a:l 2a:n 2b:K")


def test_a_search_ends_when_it_is_told() -> None:
    with gy.create(board="..6") as search:
        first = next(search)
        assert first.plies is not None and first.plies >= 5 and search.candidates > 0
    assert list(search) == []
    begun = time.monotonic()
    list(gy.create(board="..6", sacrifices="9..", plies="21..", time=0.5))
    assert time.monotonic() - begun < 30
    # What is forgotten ends, too.
    threads = threading.active_count()
    for _ in range(20):
        gy.create(board="..6")
    assert threading.active_count() == threads


def test_ctrl_c_ends_a_search() -> None:
    search = gy.create(board="..6", sacrifices="9..", plies="21..")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        next(search)
    assert time.monotonic() - begun < 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_is_told_that_the_search_is_not_its_own() -> None:
    search = gy.create(board="..6")
    next(search)
    child = os.fork()
    if child == 0:
        try:
            next(search)
        except RuntimeError as error:
            os._exit(0 if "begin one in this process" in str(error) else 2)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert next(search).plies is not None
    search.close()


def test_a_search_cannot_be_copied() -> None:
    with gy.create(board="..6") as search:
        for again in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="^an iterator of problems cannot be copied or pickled: "):
                again(search)


def test_closing_wakes_whoever_waits() -> None:
    search = gy.create(board="..6", sacrifices="9..", plies="21..")
    threading.Timer(0.3, search.close).start()
    assert list(search) == []
