"""Enumerations, and what is asked of databases."""

from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

import gyakusan as gy

# Tables are asked for everywhere here; polars comes with the same extras.
pd = pytest.importorskip("pandas")
np = pytest.importorskip("numpy")


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
        ({"catalogs": 5}, "catalogs"),
        ({"catalogs": ["G2", 5]}, "catalogs"),
        ({"catalogs": "G2", "time": "5"}, "time"),
        ({"catalogs": "G2", "time": 0.0}, "time"),
        ({"catalogs": "G2", "progress": 5}, "progress"),
        ({"catalogs": "G2", "cancel": 5}, "cancel"),
        ({"catalogs": "G2", "database": 5}, "database"),
        ({"catalogs": "G2", "keep_table": 5}, "keep_table"),
        ({"catalogs": "G2", "verify": 1.5}, "verify"),
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
    taken = db.search(line="sacrifice ; K same", all=True)
    assert 0 < len(taken) < len(db) and all(problem.sacrifices for problem in taken)
    assert db.search(line="捨駒 ; 玉 同", all=True) == taken
    promotions = db.search(line="promote", all=True)
    both = db.search(line=["sacrifice ; K same", "promote"], all=True)
    assert both == [problem for problem in promotions if problem in taken]
    assert 0 < len(both) < min(len(promotions), len(taken))
    presets = db.search(preset="kanso", plies="7..")
    assert presets and all(problem["plies"] >= 7 and not problem["superfluous"] for problem in presets)
    assert len(db.search(preset="kanso", superfluous="any", all=True)) > len(presets)


@pytest.mark.parametrize(
    "words",
    [
        {"nosuch": 1},
        {"sfen": "x"},
        {"plies": "seven"},
        {"complete": "3"},
        {"king": "0a"},
        {"preset": "publishible"},
        {"family": "N4"},
        {"where": "beautiful > 3"},
        {"where": "1) or (1"},
        {"box": "4"},
        {"contains": "9z:K"},
        {"line": "drop G sacrifise"},
        {"line": ["drop G", "("]},
        {"motif": "打換"},
        {"motif": ["打換え", "nosuch"]},
        {"tries": "drop G"},
        {"tries": ["drop fails", "drop failed"]},
        {"variation": "drop fails"},
        {"every_variation": "("},
        {"nodes": 0},
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
    for sql in ["DELETE FROM problems", "SELECT * FROM nothing", "", "SELECT ?", "SELECT 1; SELECT 2"]:
        with pytest.raises(ValueError, match=r"\w"):
            db.query(sql)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(TimeoutError, match="0.2"):
        db.query(endless, time=0.2)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        db.query(endless, time=60.0)


def test_sql_takes_values(db: gy.Database) -> None:
    sql = "SELECT count(*) AS n FROM problems WHERE plies = ? AND king = ?"
    king = db.search(plies=7)[0].king
    some = db.query(sql, [7, king])[0]["n"]
    assert some > 0 and some == len(db.search(plies=7, where=f"king = '{king}'", all=True))
    named = sql.replace("plies = ?", "plies = :plies").replace("king = ?", "king = @king")
    assert db.query(named, {"plies": 7, "king": king})[0]["n"] == some
    # Values are values, whatever is in them.
    for value in (None, 5, -(2**63), 0.5, "it's ' OR 1=1 --", b"\x00\xff", True):
        [row] = db.query("SELECT ? AS value", [value])
        assert row["value"] == value
    for given, why in [
        ([], "parameters such as"),
        ([7], "has parameters: 2; values are given: 1"),
        ([7, "1a", 3], "has parameters: 2; values are given: 3"),
        ({"plies": 7, "king": "1a"}, "parameter 1 has no name"),
    ]:
        with pytest.raises(ValueError, match=why):
            db.query(sql, given)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the parameter king has no value"):
        db.query(named, {"plies": 7})
    with pytest.raises(ValueError, match="no parameter pile"):
        db.query(named, {"plies": 7, "king": "1a", "pile": 1})
    for given in ("7", 7, [object(), "1a"], {7: 7, "king": "1a"}):
        with pytest.raises(TypeError, match="^parameters: "):
            db.query(sql, given)  # type: ignore[arg-type]


def test_problems_have_numbers(db: gy.Database) -> None:
    every = list(db)
    assert len(every) == len(db) and [problem["id"] for problem in every] == sorted(problem["id"] for problem in every)
    for problem in (every[0], every[1234], every[-1]):
        number = problem.id
        assert number is not None and db[number]["sfen"] == problem.sfen and number in db
        # The same but for what only a search asks.
        assert dict(problem) == dict(db[number]) | {"line_group": problem.line_group}
    for none in (0, -1, 10**9, 2**63 - 1, 2**63, 10**30):
        assert none not in db and db.get(none) is None
        with pytest.raises(KeyError, match=str(none)):
            db[none]
    with pytest.raises(TypeError, match="id: expected a whole number, found '1'"):
        db["1"]  # type: ignore[index]
    assert "1" not in db and 2**70 not in db and True not in db and np.int64(every[0]["id"]) in db
    # One after the other, not all at once.
    first = next(iter(db))
    assert first == every[0]


def test_a_database_is_closed() -> None:
    with gy.enumerate("G2", verify=0).database as db:
        path, each = Path(db.path), iter(db)
        assert path.exists() and not db.closed and len(db) > 0 and next(each).plies == 1
    assert db.closed
    # The file went with it, as it had no name.
    assert not path.exists() and not path.parent.exists()
    db.close()
    calls = [lambda: next(each), lambda: db.query("SELECT 1"), lambda: db.search(), lambda: db[1], lambda: len(db), lambda: db.problems()]
    for call in [*calls, lambda: list(db), db.__enter__]:
        with pytest.raises(ValueError, match="is closed"):
            call()


def test_a_database_stays_where_it_was_opened(db: gy.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(db.path, tmp_path / "x.db")
    monkeypatch.chdir(tmp_path)
    opened = gy.Database("x.db")
    monkeypatch.chdir(tmp_path.parent)
    assert len(opened) == len(db) and opened.path == str(tmp_path / "x.db")
    assert len(pickle.loads(pickle.dumps(opened))) == len(db)
    (tmp_path / "x.db").unlink()
    for call in (lambda: len(opened), opened.search, lambda: opened[1], lambda: list(opened)):
        with pytest.raises(FileNotFoundError, match="x.db"):
            call()


def test_what_cannot_be_copied_is_told() -> None:
    listed = gy.enumerate("G2", verify=0)
    for one, why in [
        (listed, "an iterator of problems"),
        (iter(listed.database), "an iterator of problems"),
        (listed.database, "a temporary Database"),
    ]:
        for again in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match=f"^{why} cannot be copied or pickled: "):
                again(one)
    assert repr(listed) == f"<Enumeration of G2 in {listed.database.path!r}>"


def test_several_threads_read_one_iterator(db: gy.Database) -> None:
    each, found = iter(db), list[int | None]()
    readers = [threading.Thread(target=lambda: found.extend(problem.id for problem in each)) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(found) == len(db) == len(set(found))


def test_a_database_with_a_name_stays(tmp_path: Path) -> None:
    path = tmp_path / "two.db"
    with gy.enumerate("G2", path, verify=0).database as db:
        problems = len(db)
    assert path.exists() and len(gy.Database(path)) == problems


def test_problems_are_typed_and_become_json(db: gy.Database) -> None:
    problem = db.search(plies=7, limit=1)[0]
    kinds = {"count": int, "hash": int, "flag": bool, "real": float, "text": str, "bytes": bytes}
    for column in gy.columns():
        value = problem[column.name]
        assert value is None or type(value) is kinds[column.kind], column.name
        if column.name != "main_line":
            assert getattr(problem, column.name) == value
            words = " ".join((getattr(type(problem), column.name).__doc__ or "").split())
            assert column.definition[1:15] in words or column.name == "sfen"
    assert problem.main_line == tuple(problem["main_line"].split()) and len(problem.main_line) == 7
    assert problem.line_group == problem["line_group"] and problem.line_group
    plain = json.loads(json.dumps(problem.to_dict()))
    assert plain.keys() == problem.keys() and plain["plies"] == 7 and plain["complete"] is problem.complete
    assert problem.key is not None and bytes.fromhex(plain["key"]) == problem.key
    assert int(plain["signature"]) == problem.signature
    assert gy.Problem.from_dict(plain) == gy.Problem.from_dict(dict(problem)) == problem
    assert gy.Problem.from_dict(plain).line_group == problem.line_group
    for wrong in ({"charm": 1}, {"sfen": problem.sfen, "plies": "7"}):
        with pytest.raises(ValueError, match="charm|plies"):
            gy.Problem.from_dict(wrong)
    # What only a search counts is no part of it.
    assert problem.id and problem == db[problem.id] and hash(problem) == hash(db[problem.id])
    # They are values: equal, hashed, pickled, and none changes.
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem and len({again, problem}) == 1 and dict(again) == dict(problem)
    with pytest.raises(TypeError):
        problem["plies"] = 9  # type: ignore[index]
    with pytest.raises(AttributeError):
        problem.plies = 9  # type: ignore[misc]
    for unknown in ("charm", 5):
        with pytest.raises(KeyError):
            problem[unknown]  # type: ignore[index]
    with pytest.raises(AttributeError, match="charm"):
        problem.charm  # type: ignore[attr-defined]


def test_answers_are_sequences(db: gy.Database) -> None:
    found = db.search(plies=7, complete=True)
    assert found[0] == list(found)[0] and found[-1] == list(found)[-1] and found[2:5] == list(found)[2:5]
    assert isinstance(found[:2], gy.Problems) and len(found[:2].to_pandas()) == 2
    assert found.index(found[3]) == 3 and found[3] in found and [*reversed(found)][0] == found[-1]
    with pytest.raises(IndexError, match="none is number"):
        found[len(found)]
    rows = db.query("SELECT id, plies FROM problems ORDER BY id LIMIT 3")
    assert rows[0] == {"id": rows[0]["id"], "plies": 1} and rows[1:] == list(rows)[1:] and len(rows) == 3
    assert repr(rows) == "<Rows: 3>" and repr(found) == f"<Problems: {len(found)}>"
    assert isinstance(rows[:2], gy.Rows) and rows[:2].to_pandas().plies.to_list() == [1, 1]
    # They are copied and pickled with all that is in them.
    found.undecided = 3
    for again in (copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))):
        assert again(rows) == rows and again(found) == found and again(found).undecided == 3
        assert again(found).to_pandas().equals(found.to_pandas()) and again(found[:2]) == found[:2]
    mixed = db.query("SELECT 1 AS a, NULL AS b, 'x' AS c, x'00ff' AS d UNION ALL SELECT 'y', 2.5, NULL, NULL")
    assert copy.deepcopy(mixed) == mixed and copy.deepcopy(mixed).to_polars().equals(mixed.to_polars())
    # A notebook shows them.
    assert rows._repr_html_().count("<tr>") == 4 and "<th>plies</th>" in rows._repr_html_()
    several = db.search(plies=7)
    shown = several._repr_html_()
    assert shown.count("<svg") == 10 and f"<p>10 of {len(several)}</p>" in shown and several[0].japanese in shown
    # Of problems from anywhere a table is made as well.
    some = gy.Problems([problem for problem in db if problem.plies == 7][:4])
    assert some.to_pandas().plies.to_list() == some.to_polars()["plies"].to_list() == [7] * 4
    with pytest.raises(TypeError, match="problems: expected a Problem, found str"):
        gy.Problems(["x"])  # type: ignore[list-item]


def test_tables_hold_what_the_database_holds(db: gy.Database) -> None:
    with closing(sqlite3.connect(db.path)) as connection:
        theirs = pd.read_sql("SELECT * FROM problems ORDER BY id", connection)
    names = [column.name for column in gy.columns()]
    searched = db.search(all=True, sort="id", ascending=True).to_pandas()
    queried = db.query("SELECT * FROM problems ORDER BY id").to_pandas()
    assert [str(kind) for kind in searched[names].dtypes] == [str(kind) for kind in queried[names].dtypes]
    kinds = {"count": "Int64", "hash": "Int64", "flag": "boolean", "real": "Float64", "text": "string"}
    for column in gy.columns():
        ours = searched[column.name]
        if column.kind in kinds:
            assert str(ours.dtype) == kinds[column.kind], column.name
        missing = theirs[column.name].isna()
        assert (ours.isna() == missing).all() and (queried[column.name].isna() == missing).all()
        there = [(value, theirs_) for value, theirs_ in zip(ours, theirs[column.name]) if value is not pd.NA and value is not None]
        assert len(there) == (~missing).sum()
        assert all(value == theirs_ for value, theirs_ in there), column.name
    # They can be worked on: nothing is a view of what cannot be written.
    searched.loc[0, "plies"] = 99
    searched.loc[1, "sfen"] = "x"
    assert searched.plies[0] == 99 and searched.sfen[1] == "x"


def test_mixed_values_make_a_table(db: gy.Database) -> None:
    sql = "SELECT 1 AS a, NULL AS b, 'x' AS c, x'00ff' AS d UNION ALL SELECT 'y', 2.5, NULL, NULL UNION ALL SELECT NULL, 3, 'z', x''"
    rows = db.query(sql)
    assert [tuple(row.values()) for row in rows] == [(1, None, "x", b"\x00\xff"), ("y", 2.5, None, None), (None, 3, "z", b"")]
    for table in (rows.to_pandas(), rows.to_polars()):
        assert table.shape == (3, 4)
    assert list(rows.to_pandas().c.fillna("-")) == ["x", "-", "z"]
    assert db.query("SELECT complete FROM problems").to_pandas().complete.dtype == "boolean"
    assert db.query("SELECT 5 AS complete").to_pandas().complete.to_list() == [5]


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


def test_tables_are_typed_by_what_is_in_them(db: gy.Database) -> None:
    # SQL may call anything by the name of a column.
    sql = "SELECT 7.5 AS plies, 'x' AS sacrifices, 2 AS complete, 'yes' AS beauty, 2.5 AS sfen, 3 AS drops, 1 AS rule_e"
    row = {"plies": 7.5, "sacrifices": "x", "complete": 2, "beauty": "yes", "sfen": 2.5, "drops": 3, "rule_e": True}
    rows = db.query(sql)
    assert rows.to_polars().to_dicts() == [row]
    assert rows.to_pandas().to_dict("records") == [row]
    mean = db.query("SELECT avg(plies) AS plies FROM problems WHERE plies >= 5")
    assert mean.to_polars()["plies"].to_list() == mean.to_pandas().plies.to_list() == [mean[0]["plies"]]
    assert mean[0]["plies"] % 1 != 0
    # Whatever mirrors a column is typed as it is, also where it holds nothing.
    kinds = {"count": "Int64", "hash": "Int64", "flag": "Boolean", "real": "Float64", "text": "String", "bytes": "Binary"}
    for problems in (db.search(all=True), db.search(plies=99), db.query("SELECT * FROM problems"), db.query("SELECT * FROM problems WHERE 0")):
        polars = problems.to_polars()
        for column in gy.columns():
            assert str(polars[column.name].dtype) == kinds[column.kind], column.name


def test_columns_of_one_name(db: gy.Database) -> None:
    rows = db.query("SELECT 1 AS a, 'x' AS b, 2.5 AS a")
    for look in (lambda: rows[0], lambda: list(rows)):
        with pytest.raises(ValueError, match="two columns have the name a; give one of them another with AS"):
            look()
    pandas = rows.to_pandas()
    assert list(pandas.columns) == ["a", "b", "a"] and list(pandas.iloc[0]) == [1, "x", 2.5]
    with pytest.raises(ValueError, match="two columns of one name: a"):
        rows.to_polars()


def test_motifs_are_searched_for(db: gy.Database) -> None:
    command = [sys.executable, "-m", "gyakusan", "search", db.path, "--all", "--limit", "100000", "--json", "--sort", "id"]
    for words, options in [
        ({"motif": "玉の往復"}, ["--motif", "玉の往復"]),
        ({"motif": ["replacement", "頭金"]}, ["--motif", "replacement", "--motif", "頭金"]),
        ({"line": "sacrifice ; K same"}, ["--line", "sacrifice ; K same"]),
        (
            {"line": ["promote", "sacrifice"], "motif": "玉の往復"},
            ["--line", "promote", "--line", "sacrifice", "--motif", "玉の往復"],
        ),
    ]:
        ran = subprocess.run([*command, *options], capture_output=True, text=True, encoding="utf-8", check=True)
        theirs = [json.loads(line)["id"] for line in ran.stdout.splitlines()]
        found = db.search(all=True, sort="id", **words)  # type: ignore[arg-type]
        assert sorted(problem.id or 0 for problem in found) == sorted(theirs) and 0 < len(theirs) < len(db)
    with pytest.raises(ValueError, match='motif: there is no motif "打換"; did you mean "打換え"'):
        db.search(motif="打換")
    with pytest.raises(TypeError, match="motif: expected strings"):
        db.search(motif=5)  # type: ignore[arg-type]


def test_trees_are_searched(db: gy.Database) -> None:
    command = [sys.executable, "-m", "gyakusan", "search", db.path, "--all", "--limit", "100000", "--json", "--plies", "7.."]
    for words, options in [
        ({"tries": "departs fails only"}, ["--tries", "departs fails only"]),
        ({"tries": ["departs fails only", "!(departs mates)"]}, ["--tries", "departs fails only", "--tries", "!(departs mates)"]),
        ({"variation": "departs K"}, ["--variation", "departs K"]),
        ({"every_variation": "departs K", "tries": (3, None)}, ["--every-variation", "departs K", "--tries", "3.."]),
    ]:
        ran = subprocess.run([*command, *options], capture_output=True, text=True, encoding="utf-8", check=True)
        theirs = [json.loads(line)["id"] for line in ran.stdout.splitlines()]
        found = db.search(all=True, plies="7..", **words)  # type: ignore[arg-type]
        assert [problem.id for problem in found] == theirs and found.undecided == 0
    few = db.search(all=True, plies="7..", tries="count(departs fails)=3..", nodes=1)
    assert few.undecided > 0
    with pytest.raises(TimeoutError):
        db.search(all=True, tries="departs fails only", nodes=10_000_000, time=0.001)


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
    cshogi = pytest.importorskip("cshogi")
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
