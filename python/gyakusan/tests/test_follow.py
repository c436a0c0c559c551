"""Works are followed, limited and called off."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import gyakusan as gy

DATA = Path(__file__).parents[3] / "tests" / "data"

#: 寿, 611 plies: nothing that is solved in a moment.
LONG = DATA.joinpath("zukou_99_100.tsv").read_text(encoding="utf-8").splitlines()[-1].split("\t")[0]
#: Nothing whose shortest mate is found in a moment.
ENDLESS = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1"
MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"
#: Too much for a moment.
BIG = "G2S2N2"
SET = '[king]\nfiles = [1, 1]\nranks = ["a", "a"]\n[pieces]\nG = 2\n[board]\npieces = 1\nregion = { files = [1, 3], ranks = ["a", "c"] }\n'


class Unwanted(Exception):
    """What a callback raises."""


def refuse(progress: gy.Progress) -> None:
    raise Unwanted(progress.phase)


def later(seconds: float = 0.3) -> threading.Event:
    """An event that is set soon."""
    event = threading.Event()
    threading.Timer(seconds, event.set).start()
    return event


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A set that takes long."""
    path = tmp_path / "large.toml"
    path.write_text("[pieces]\nG = 3\nS = 2\n")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set that takes a moment."""
    path = tmp_path / "small.toml"
    path.write_text(SET)
    return path


def test_progress_is_told() -> None:
    far: list[gy.Progress] = []
    found = gy.solve(MATE_IN_ONE, progress=far.append)
    assert found.plies == 1 and far[-1].phase == "solving" and far[-1].total == 0 and far[-1].fraction is None
    far.clear()
    gy.solve(ENDLESS, shortest=True, time=1.0, progress=far.append)
    assert len(far) >= 3 and [one.done for one in far] == sorted(one.done for one in far) and far[-1].done > 0
    assert far[-1].seconds >= 1 > far[0].seconds
    far.clear()
    gy.check(MATE_IN_ONE, progress=far.append)
    assert far and far[-1].phase == "checking"
    far.clear()
    gy.enumerate("G2P1", progress=far.append)
    assert far and far[-1].phase == "digest and indexes"
    assert all(0 <= (one.fraction or 0) <= 1 for one in far)


def test_what_a_callback_raises_comes_out(tmp_path: Path, small: Path) -> None:
    with pytest.raises(Unwanted, match="solving"):
        gy.solve(LONG, progress=refuse)
    with pytest.raises(Unwanted, match="checking"):
        gy.check(LONG, progress=refuse)
    begun = time.monotonic()
    with pytest.raises(Unwanted):
        gy.enumerate(BIG, tmp_path / "big.db", progress=refuse)
    with pytest.raises(Unwanted):
        gy.sweep(small, progress=refuse)
    with pytest.raises(Unwanted, match="candidates"):
        next(gy.create(board="..6", sacrifices="9..", plies="21..", progress=refuse))
    assert time.monotonic() - begun < 60


def test_what_is_called_off_says_what_it_has() -> None:
    begun = time.monotonic()
    found = gy.solve(ENDLESS, shortest=True, cancel=later())
    assert found.reached == "stop" and found.status in ("mate", "unknown")
    report = gy.check(LONG, cancel=later())
    assert report.status == "unknown" and report.complete is None and "stop" in report.limits_reached
    assert time.monotonic() - begun < 60
    # One that was never set does nothing.
    assert gy.solve(MATE_IN_ONE, cancel=threading.Event()).plies == 1


def test_an_enumeration_ends_early_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "big.db"
    begun = time.monotonic()
    with pytest.raises(gy.Cancelled, match="interrupted"):
        gy.enumerate(BIG, path, cancel=later())
    with pytest.raises(TimeoutError, match="stopped at the time limit of 0.5 s"):
        gy.enumerate(BIG, path, time=0.5)
    with pytest.raises(MemoryError, match="memory"):
        gy.enumerate(BIG, path, memory=1)
    assert time.monotonic() - begun < 90
    # What goes with the database is not kept.
    with pytest.raises(TimeoutError, match="time limit of 0.3 s; nothing is kept; name a database"):
        gy.enumerate(BIG, time=0.3)
    with pytest.raises(MemoryError, match="takes at least .* of memory, and the limit is 1 bytes"):
        gy.enumerate(BIG, memory=1)
    with pytest.raises(MemoryError, match="^the memory limit of 1 bytes is reached; nothing is kept; name a database"):
        gy.enumerate("N2", memory=1)
    with pytest.raises(ValueError, match="keep_table: no table to keep"):
        gy.enumerate("N2", keep_table=tmp_path / "table")
    # A limit that is not reached changes nothing.
    whole = [problem.sfen for problem in gy.enumerate("G2P1")]
    assert sorted(problem.sfen for problem in gy.enumerate("G2P1", time=600.0, cancel=threading.Event())) == sorted(whole)


def test_a_sweep_ends_early_and_goes_on(tmp_path: Path, large: Path) -> None:
    path = tmp_path / "large.db"
    with pytest.raises(gy.Cancelled, match="interrupted"):
        gy.sweep(large, path, cancel=later(1.0))
    with pytest.raises(TimeoutError, match="stopped at the time limit of 1 s"):
        gy.sweep(large, path, time=1.0)
    with pytest.raises(TimeoutError) as told:
        gy.sweep(large, time=1.0)
    assert "/" not in str(told.value)


def test_a_sweep_finds_what_an_enumeration_finds(tmp_path: Path, small: Path) -> None:
    swept = gy.sweep(small, tmp_path / "small.db")
    assert swept.catalog == "small" and swept.choices > 0 and not swept.undecided
    found = {problem.sfen: problem for problem in swept}
    assert found and swept.levels
    listed = {problem.sfen: problem for problem in gy.enumerate("G2")}
    for sfen, problem in found.items():
        assert problem.plies == listed[sfen].plies and problem.rule_e == listed[sfen].rule_e, sfen
    # The same again is there already; a part of it is another one; few nodes leave positions open.
    assert gy.sweep(small, tmp_path / "small.db").levels == swept.levels
    assert gy.sweep(small, range=(0, 5)).choices == 5 and gy.sweep(small, sample=3, seed=2).choices == 3
    hasty = gy.sweep(small, nodes=1)
    for one in hasty.undecided:
        assert one.number < swept.choices and gy.Board(one.sfen)
    # It brings its own problems, not those that were there before.
    path = tmp_path / "both.db"
    gy.enumerate("G2P1", path, verify=0)
    again = gy.sweep(small, path)
    mine = [problem.sfen for problem in again]
    assert sorted(mine) == sorted(found) and len(gy.Database(path)) > len(mine)
    assert again.levels == swept.levels
    passing = gy.sweep(small)
    path = Path(passing.database.path)
    assert path.exists()
    del passing
    assert not path.exists()


def test_a_sweep_asks_again(tmp_path: Path, small: Path) -> None:
    path = tmp_path / "small.db"
    with pytest.raises(ValueError, match="no finished sweep of this set"):
        gy.sweep(small, path, resume=True)
    gy.sweep(small, path, nodes=10)
    with pytest.raises(ValueError, match="already searched with 10 nodes"):
        gy.sweep(small, path, nodes=10, resume=True)
    assert gy.sweep(small, path, nodes=1000, resume=True).levels == gy.sweep(small).levels


def test_wrong_sweeps_are_named(tmp_path: Path, small: Path) -> None:
    with pytest.raises(FileNotFoundError, match="catalog"):
        gy.sweep(tmp_path / "none.toml")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[pieces]\nX = 1\n")
    with pytest.raises(ValueError, match="^catalog: "):
        gy.sweep(wrong)
    for words, error, why in [
        ({"range": (0, 10**9)}, ValueError, "range: 1000000000 is beyond the end"),
        ({"range": (5, 5)}, ValueError, "range: 5 is not before the end"),
        ({"range": 5}, TypeError, "range: "),
        ({"range": (0, 5), "sample": 3}, ValueError, "cannot be combined"),
        ({"sample": 0}, ValueError, "sample: 0"),
        ({"nodes": 0}, ValueError, "nodes: 0"),
        ({"resume": "yes"}, TypeError, "resume: expected True or False"),
        ({"memory": 5}, ValueError, "memory"),
        ({"time": "long"}, TypeError, "time: "),
    ]:
        with pytest.raises(error, match=why):  # type: ignore[arg-type]
            gy.sweep(small, **words)  # type: ignore[arg-type]


def test_a_search_for_problems_is_followed() -> None:
    far: list[gy.Progress] = []
    found = list(gy.create(board="..6", candidates=400, seed=3, progress=far.append))
    assert far and far[-1].phase == "candidates" and (far[-1].done, far[-1].total, far[-1].fraction) == (400, 400, 1.0)
    assert found == list(gy.create(board="..6", candidates=400, seed=3))
    begun = time.monotonic()
    assert list(gy.create(board="..6", sacrifices="9..", plies="21..", cancel=later())) == []
    with pytest.raises(MemoryError, match="memory: the limit of 1 bytes"):
        next(gy.create(board="..6", memory=1))
    assert time.monotonic() - begun < 30


def test_a_callback_may_close_the_search() -> None:
    search: gy.Creation

    def close(progress: gy.Progress) -> None:
        search.close()

    search = gy.create(board="..6", sacrifices="9..", plies="21..", progress=close)
    assert list(search) == []

    def ask(progress: gy.Progress) -> None:
        next(search)

    search = gy.create(board="..6", sacrifices="9..", plies="21..", progress=ask)
    with pytest.raises(RuntimeError, match="waiting for its next problem already"):
        next(search)
