"""Enumerations, and what is asked of databases."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import cshogi
import pytest

import gyakusan as gy


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> gy.Database:
    """All problems of two golds and a pawn."""
    path = tmp_path_factory.mktemp("db") / "kin2fu1.db"
    return gy.enumerate("G2P1", path).database


def test_an_enumeration_finds_what_the_referee_has_found(db: gy.Database) -> None:
    counts: Counter[int] = Counter()
    for problem in db:
        assert isinstance(problem["rule_e"], bool)
        if problem["rule_e"] and problem["irredundant"] and problem.plies is not None:
            counts[problem.plies] += problem["mirror_images"]
    assert counts == {1: 1864, 3: 770, 5: 232, 7: 60}


def test_enumerations_go_where_they_are_told(tmp_path: Path) -> None:
    path = tmp_path / "two.db"
    found = gy.enumerate(["G2", "G1P1"], path, longest=5, verify="none", threads=1)
    assert found.families == ("G2", "G1P1") and os.fspath(path) == found.database.path
    problems = list(found)
    assert problems and {problem.plies for problem in problems} <= {1, 3, 5}
    assert [problem.plies for problem in problems] == sorted(problem.plies or 0 for problem in problems)
    golds = found.database.search(family="G2", all=True)
    assert 0 < len(golds) < len(found.database) == len(problems)
    # One without a name goes with whoever has it.
    passing = gy.enumerate("G2", verify=0)
    path = Path(passing.database.path)
    assert path.exists() and next(passing).board.is_mate() is False
    del passing
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"catalogs": "X4"}, "X4"),
        ({"catalogs": []}, "catalogs"),
        ({"catalogs": "G2", "verify": "most"}, "verify"),
        ({"catalogs": "G2", "longest": 4}, "longest"),
        ({"catalogs": "G2", "longest": "5"}, "longest"),
        ({"catalogs": "G2", "threads": 0}, "threads"),
        ({"catalogs": "G2", "database": ""}, "database"),
    ],
)
def test_wrong_enumerations_are_named(words: dict[str, object], why: str) -> None:
    with pytest.raises((TypeError, ValueError), match=why):
        gy.enumerate(**words)  # type: ignore[arg-type]


def test_a_search_is_that_of_the_program(db: gy.Database) -> None:
    seven = db.search(plies=7, complete=True)
    assert seven and all(problem.plies == 7 and problem["complete"] for problem in seven)
    beauty = [problem["beauty"] for problem in seven]
    assert beauty == sorted(beauty, reverse=True)
    assert db.search(plies="7", complete="true") == seven
    assert db.search(plies=(7, None), where="plies < 9", complete=True) == seven
    assert db.search(plies=7, complete=True, limit=3) == seven[:3]
    every = db.search(plies=7, complete=True, all=True)
    assert len(every) == sum(problem["line_group"] for problem in seven)
    assert all(problem["king"] in {"1a", "9a"} for problem in db.search(king=["1a"]))
    assert all(problem["non_promotions"] == 0 for problem in db.search(non_promotions=0))
    presets = db.search(preset="tanpen", plies="7..")
    assert presets and all(problem["plies"] >= 7 and problem["sacrifices"] for problem in presets)
    assert len(db.search(preset="tanpen", plies="any", sacrifices="any")) > len(presets)


@pytest.mark.parametrize(
    "words",
    [
        {"nosuch": 1},
        {"sfen": "x"},
        {"plies": "seven"},
        {"complete": 3},
        {"king": "0a"},
        {"preset": "publishible"},
        {"family": "N4"},
        {"where": "beautiful > 3"},
        {"where": "1) or (1"},
        {"box": "4"},
        {"contains": "9z:K"},
        {"sort": "charm"},
        {"limit": -1},
        {"ideas": True, "all": True},
    ],
)
def test_what_cannot_be_searched_for_is_named(db: gy.Database, words: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(words))):
        db.search(**words)  # type: ignore[arg-type]


def test_sql_reads_and_nothing_else(db: gy.Database) -> None:
    rows = db.query("SELECT plies, count(*) AS problems FROM problems GROUP BY plies ORDER BY plies")
    assert rows.names == ("plies", "problems") and sum(row["problems"] for row in rows) == len(db)
    for sql in ["DELETE FROM problems", "SELECT * FROM nothing", "", "SELECT ?"]:
        with pytest.raises(ValueError, match=r"\w"):
            db.query(sql)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(TimeoutError, match="0.2"):
        db.query(endless, time=0.2)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        db.query(endless, time=60.0)


def test_tables_of_pandas_and_polars(db: gy.Database) -> None:
    found = db.search(all=True)
    pandas = found.to_pandas()
    assert len(pandas) == len(found) and str(pandas.plies.dtype) == "Int64"
    assert pandas[pandas.rule_e & (pandas.plies == 7)].mirror_images.sum() == 60
    # What nobody has searched is missing, not false and not 0.
    assert pandas.raw_plies.dtype == "Int64"
    polars = found.to_polars()
    assert polars.height == len(found) and polars["plies"].to_list() == pandas.plies.to_list()
    # What comes out of a table can be asked for.
    longest = pandas.plies.max()
    assert not isinstance(longest, int) and {problem.plies for problem in db.search(plies=longest, limit=longest)} == {longest}
    assert polars["sfen"].to_list() == [problem.sfen for problem in found]
    empty = db.search(plies=99)
    assert list(empty.to_pandas().columns) == empty.to_polars().columns == list(empty.names)
    assert set(polars.columns) == {*(column.name for column in gy.columns()), "line_group"}
    sums = db.query("SELECT plies, avg(beauty) AS beauty, NULL AS empty FROM problems GROUP BY plies")
    assert sums.to_pandas().shape == sums.to_polars().shape == (5, 3)


def test_what_is_not_installed_is_named() -> None:
    words = """
import sys
sys.modules["pandas"] = sys.modules["polars"] = None
import gyakusan as gy
for table in (gy.Problems().to_pandas, gy.Problems().to_polars):
    try:
        table()
    except ImportError as error:
        print(error)
"""
    ran = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert "pip install pandas" in ran.stdout and "pip install polars" in ran.stdout


def test_problems_are_read_by_others(db: gy.Database) -> None:
    for problem in db.search(plies=7):
        theirs = gy.to_cshogi(problem.board)
        for move in problem.main_line:
            assert theirs.move_from_usi(move) in theirs.legal_moves
            theirs.push_usi(move)
        assert theirs.is_game_over()
        assert cshogi.Board(problem.sfen).sfen().split()[0] == problem.sfen.split()[0]
    one = db.search(limit=1)[0]
    assert one._repr_svg_().startswith("<svg") and one.japanese.startswith("☗") and one.sfen in repr(one)


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none.db"):
        gy.Database(tmp_path / "none.db")
    text = tmp_path / "text.db"
    text.write_text("no database")
    with pytest.raises(OSError, match="text.db"):
        gy.Database(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as conn:
        conn.execute("CREATE TABLE problems (id)")
    conn.close()
    with pytest.raises(OSError, match="other.db"):
        gy.Database(other)


def test_ctrl_c_ends_an_enumeration(tmp_path: Path) -> None:
    path = tmp_path / "big.db"
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gy.enumerate("G2S2N2", path)
    assert time.monotonic() - begun < 60


def test_columns_are_explained() -> None:
    columns = {column.name: column for column in gy.columns()}
    assert columns["plies"].unit == "plies" and columns["sacrifices"].term.startswith("捨駒")
    assert columns["complete"].kind == "flag" and columns["plies"].definition
