"""What the package says beside what the program says, to the node.

The variable GYAKUSAN names the program, which is of the same version. Without it these tests are left out.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import gyakusan as gy

PROGRAM = os.environ.get("GYAKUSAN", "")
DATA = Path(__file__).parents[3] / "tests" / "data"
MEMORY = 64 << 20

pytestmark = pytest.mark.skipif(not PROGRAM, reason="the variable GYAKUSAN names no program")


def problems(name: str) -> list[str]:
    """The problems of a list of the project's tests: an SFEN at the beginning of each line."""
    return [line.split("\t")[0] for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def program(command: str, sfens: list[str], *words: str) -> list[dict[str, Any]]:
    """The program's lines of JSON."""
    ran = subprocess.run(
        [PROGRAM, command, "-", "--format", "jsonl", "--memory", "64M", "--short-set", "--jobs", "1", *words],
        input="\n".join(sfens),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def plain(value: Any) -> Any:
    """Tuples as JSON has them."""
    return json.loads(json.dumps(value))


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """That what both tell is the same but for the time."""
    shared = (one.keys() & other.keys()) - {"seconds"}
    assert len(shared) > 8
    for name in shared:
        assert one[name] == other[name], (one["sfen"], name)


@pytest.mark.parametrize("name", ["short_1_to_11.tsv", "futile_cases.tsv"])
def test_solve_says_what_the_program_says(name: str) -> None:
    cshogi = pytest.importorskip("cshogi")
    sfens = problems(name)
    assert len(sfens) > 10
    theirs = program("solve", sfens, "--nodes", "100k")
    for sfen, expected in zip(sfens, theirs, strict=True):
        found = gy.solve(sfen, nodes=100_000, memory=MEMORY, short_set=True)
        assert_same(plain(asdict(found)), expected)
        if found.main_line is not None:
            board = cshogi.Board(found.sfen)
            for move in found.main_line:
                assert board.move_from_usi(move) in board.legal_moves, (sfen, move)
                board.push_usi(move)
            # Futile interpositions may be left.
            assert board.is_check()


@pytest.mark.parametrize(("name", "step"), [("short_1_to_11.tsv", 10), ("futile_cases.tsv", 1)])
def test_check_says_what_the_program_says(name: str, step: int) -> None:
    sfens = problems(name)[::step]
    theirs = program("check", sfens, "--nodes", "200k")
    cooked = 0
    for sfen, expected in zip(sfens, theirs, strict=True):
        found = gy.check(sfen, nodes=200_000, memory=MEMORY, short_set=True)
        ours = plain(asdict(found))
        # A line of Python knows its problem.
        assert all(line.pop("sfen") == found.sfen for line in ours["lines"])
        assert_same(ours, expected)
        cooked += bool(found.flaws and found.flaws.cooks)
    assert cooked > 0 or name != "futile_cases.tsv"


def listed(*words: str) -> list[str]:
    """The program's lines of text."""
    ran = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--board", "..6", "--candidates", "600"], {"board": "..6", "candidates": 600}),
        (
            ["--preset", "tanpen", "--sacrifices", "any", "--hand", "..3", "--candidates", "4096"],
            {"preset": "tanpen", "sacrifices": "any", "hand": (None, 3), "candidates": 4096},
        ),
        (
            ["--generator", "uniform", "--only", "GS", "--in-hand", "G1", "--candidates", "3000"],
            {"generator": "uniform", "only": "GS", "in_hand": "G1", "candidates": 3000},
        ),
    ],
)
def test_create_finds_what_the_program_finds(options: list[str], words: dict[str, Any]) -> None:
    theirs = [line.split("\t") for line in listed("create", *options, "--seed", "5", "--brief")]
    found = [[problem.sfen, str(problem.plies)] for problem in gy.create(seed=5, **words)]
    assert found and found == theirs


def test_search_finds_what_the_program_finds(tmp_path: Path) -> None:
    path = tmp_path / "kin2fu1.db"
    listed("enumerate", "G2P1", "--db", str(path), "--quiet")
    db = gy.Database(path)
    ours = list(gy.enumerate("G2P1"))
    assert len(ours) == len(db)
    # By content: in which order several threads write them is not told.
    assert {problem["checksum"] for problem in ours} == {problem["checksum"] for problem in db}
    for options, words in [
        (["--plies", "5..", "--complete", "--limit", "50"], {"plies": (5, None), "complete": True, "limit": 50}),
        (["--preset", "kanso", "--all", "--limit", "9"], {"preset": "kanso", "all": True, "limit": 9}),
        (["--box", "3x4", "--sort", "tries", "--king", "1a"], {"box": "3x4", "sort": "tries", "king": "1a", "limit": 20}),
    ]:
        theirs = [json.loads(line) for line in listed("search", str(path), *options, "--json")]
        found = db.search(**words)
        assert theirs and [problem["id"] for problem in found] == [problem["id"] for problem in theirs]
        for one, other in zip(found, theirs, strict=True):
            assert list(one) == list(other)
            for name in ("sfen", "plies", "beauty", "sacrifices", "rule_e", "line_group", "main_line"):
                assert one[name] == other[name], (one, name)
