"""The package as a user meets it."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time
from pathlib import Path

import cshogi
import pytest
import shogi

import gyakusan as gy

MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"

DATA = Path(__file__).parents[3] / "tests" / "data"

#: 寿, 611 plies: nothing that is solved in a moment.
LONG = DATA.joinpath("zukou_99_100.tsv").read_text(encoding="utf-8").splitlines()[-1].split("\t")[0]


def test_a_mate_in_one() -> None:
    found = gy.solve(MATE_IN_ONE)
    assert (found.status, found.plies, found.main_line) == ("mate", 1, ("G*1b",))
    assert found.japanese == "☗１二金"
    assert found.kif is not None and "１二金打" in found.kif
    assert gy.solve(gy.Board(MATE_IN_ONE)).plies == 1
    report = gy.check(MATE_IN_ONE)
    assert report.complete is True and report.flaws is not None and report.flaws.cooks == 0


@pytest.mark.parametrize("sfen", ["", "nonsense", "8k/9/8P/9/9/9/9/9/9 b G2x 1", "9/9/9/9/9/9/9/9/9 b G 1"])
def test_what_is_no_problem_is_told(sfen: str) -> None:
    for ask in (gy.solve, gy.check, gy.Board):
        with pytest.raises(ValueError, match=r"\w"):
            ask(sfen)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="nodes: 0"):
        gy.solve(MATE_IN_ONE, nodes=0)
    with pytest.raises(TypeError, match="nodes"):
        gy.solve(MATE_IN_ONE, nodes=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory"):
        gy.solve(MATE_IN_ONE, memory=5)
    with pytest.raises(ValueError, match="goal"):
        gy.solve(MATE_IN_ONE, goal="beauty")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"\w"):
        gy.check(MATE_IN_ONE, line="9z9z")
    with pytest.raises(TypeError, match="SFEN or a Board"):
        gy.solve(7)  # type: ignore[arg-type]


def test_a_board_is_played_on() -> None:
    board = gy.Board(MATE_IN_ONE)
    assert "G*1b" in board.checks and "G*1b" in board.legal_moves
    with pytest.raises(ValueError, match="5e5d"):
        board.push("5e5d")
    board.push("G*1b")
    assert board.is_mate() and board.turn == "white" and board.attacker == "black"
    assert board.pop() == "G*1b" and board.sfen == gy.Board(MATE_IN_ONE).sfen
    assert board.mirror().sfen.startswith("k8/9/P8/")
    assert board._repr_svg_().startswith("<svg")


def test_boards_go_to_others_and_come_back() -> None:
    board = gy.Board(MATE_IN_ONE)
    board.push("G*1b")
    theirs = gy.to_cshogi(board)
    assert theirs.is_game_over() and theirs.sfen().split()[:3] == board.sfen.split()[:3]
    assert gy.from_cshogi(theirs).sfen == board.sfen
    other = gy.to_python_shogi(board)
    assert other.is_checkmate()
    assert gy.from_python_shogi(other).moves == ["G*1b"]
    assert cshogi.move_to_usi(gy.move_to_cshogi(gy.Board(MATE_IN_ONE), "G*1b")) == "G*1b"
    assert gy.move_to_python_shogi("G*1b") == shogi.Move.from_usi("G*1b")


def test_boards_are_copied_and_pickled() -> None:
    board = gy.Board("8k/9/8P/9/9/9/9/9/9 b 2G 1")
    board.push("G*1b")
    for same in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.copy()):
        assert same == board and same.moves == ["G*1b"] and same.attacker == "black"
        assert same.pop() == "G*1b" and same != board and board.moves == ["G*1b"]
    mirrored = pickle.loads(pickle.dumps(board.mirror()))
    assert mirrored.moves == ["G*9b"] and mirrored == board.mirror()
    other: object = board.sfen
    assert board != other
    # It changes: its SFEN is a key.
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_boards_of_nobody_are_told() -> None:
    for make in (gy.to_cshogi, gy.to_python_shogi):
        with pytest.raises(TypeError, match="gyakusan.Board, found str"):
            make("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cshogi.Board, found int"):
        gy.from_cshogi(5)
    with pytest.raises(TypeError, match="shogi.Board, found int"):
        gy.from_python_shogi(5)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 1e300, float("inf"), float("nan")])
def test_what_is_no_time_is_told_in_short(seconds: float) -> None:
    with pytest.raises(ValueError, match="time: .* is not a number of seconds") as told:
        gy.solve(MATE_IN_ONE, time=seconds)
    assert len(str(told.value)) < 80
    assert gy.solve(MATE_IN_ONE, time=1e12).plies == 1


def test_other_threads_run_meanwhile() -> None:
    found: list[gy.Solution] = []
    worker = threading.Thread(target=lambda: found.append(gy.solve(LONG, time=0.2)))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.01)
        ticks += 1
    assert ticks > 5 and found[0].reached == "time"


def test_ctrl_c_ends_a_search() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gy.solve(LONG, time=60.0)
    assert time.monotonic() - begun < 30
