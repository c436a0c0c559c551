"""What is wrong is said of the argument, in the words of whoever called."""

from __future__ import annotations

import errno
import inspect
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import gyakusan as gy

MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"

#: What is no argument of anything here.
STRANGE: list[Any] = [object(), {1: 2}, b"bytes", 1.5j]


def calls() -> list[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Every function, with arguments that are right."""
    board = gy.Board(MATE_IN_ONE)
    record = gy.Record(MATE_IN_ONE)
    return [
        ("solve", gy.solve, {"problem": MATE_IN_ONE}),
        ("check", gy.check, {"problem": MATE_IN_ONE}),
        ("enumerate", gy.enumerate, {"catalogs": "G2"}),
        ("sweep", gy.sweep, {"catalog": __file__}),
        ("create", gy.create, {}),
        ("read_records", gy.read_records, {"source": b""}),
        ("write_records", gy.write_records, {"records": [record], "format": "kif"}),
        ("save_records", gy.save_records, {"path": "x.kif", "records": [record]}),
        ("Database", gy.Database, {"path": "x.db"}),
        ("Board", gy.Board, {"sfen": MATE_IN_ONE}),
        ("Piece", gy.Piece, {"symbol": "P"}),
        ("piece_at", board.piece_at, {"square": "1a"}),
        ("hand", board.hand, {"color": "black"}),
        ("is_legal", board.is_legal, {"move": "G*1b"}),
        ("parse", board.parse, {"move": "G*1b"}),
        ("name", board.name, {"move": "G*1b"}),
        ("push", board.copy().push, {"move": "G*1b"}),
        ("push_usi", board.copy().push_usi, {"usi": "G*1b"}),
        ("svg", board.svg, {}),
        ("move_to_cshogi", gy.move_to_cshogi, {"board": board, "usi": "G*1b"}),
        ("move_to_python_shogi", gy.move_to_python_shogi, {"usi": "G*1b"}),
    ]


#: Which package of others a function needs.
OTHERS = {"move_to_cshogi": "cshogi", "move_to_python_shogi": "shogi"}


@pytest.mark.parametrize(("name", "function", "right"), calls(), ids=[name for name, *_ in calls()])
def test_every_argument_is_named(
    name: str, function: Callable[..., Any], right: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name in OTHERS:
        pytest.importorskip(OTHERS[name])
    kinds = inspect.signature(function).parameters.values()
    arguments = [one.name for one in kinds if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
    assert arguments
    for argument in arguments:
        for strange in STRANGE:
            if argument == "source" and isinstance(strange, bytes):
                continue
            with pytest.raises((TypeError, ValueError)) as told:
                function(**(right | {argument: strange}))
            words = str(told.value)
            # A move is called a move wherever it comes from.
            names = {argument, "move"} if (name, argument) == ("move_to_cshogi", "usi") else {argument}
            assert any(word in words for word in names) or (name, argument) == ("move_to_cshogi", "board"), words
            for foreign in ("PyFloat", "PyString", "PyO3", "cannot be converted", "cannot be cast", "Rust", "extract"):
                assert foreign not in words, (argument, strange, words)


def test_arguments_of_a_database_are_named(tmp_path: Path) -> None:
    db = gy.enumerate("G2", tmp_path / "two.db", verify=0).database
    for function in (db.search, db.query, db.problems, db.get):
        parameters = inspect.signature(function).parameters.values()
        for argument in [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]:
            for strange in STRANGE:
                right = {"sql": "SELECT 1"} if function == db.query else {}
                if (argument, type(strange)) == ("parameters", dict):
                    continue
                with pytest.raises((TypeError, ValueError), match=argument) as told:
                    list(function(**(right | {argument: strange})))  # type: ignore[operator]
                assert "Py" not in str(told.value)


def test_what_is_wrong_is_said_in_words_of_python(tmp_path: Path) -> None:
    db = gy.enumerate("G2", tmp_path / "two.db", verify=0).database
    halved = "\ud800"
    calls: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: gy.create(polish=1), TypeError, "^polish: expected True or False, found int"),  # type: ignore[arg-type]
        (lambda: gy.create(evolve="x"), TypeError, "^evolve: expected True or False, found str"),  # type: ignore[arg-type]
        (lambda: gy.create(bare_attacker=5), TypeError, "^bare_attacker: expected True"),  # type: ignore[arg-type]
        (lambda: gy.create(only=5), TypeError, "^only: expected a string, found int"),  # type: ignore[arg-type]
        (lambda: gy.create(hand="x"), ValueError, "^hand: "),
        (lambda: gy.create(works=[]), ValueError, "^works: the list is empty"),
        (lambda: gy.create(works=b"x"), TypeError, "^works: .* found bytes"),  # type: ignore[arg-type]
        (lambda: db.search(complete=1), TypeError, "^complete: expected True or False, found 1"),
        (lambda: db.search(hand="x"), ValueError, "^hand: "),
        (lambda: db.search(plies=("a", 5)), TypeError, "^plies: "),  # type: ignore[arg-type]
        (lambda: db.search(where="plies ="), ValueError, "where: character 8: incomplete input"),
        (lambda: db.search(where="1\0"), ValueError, "where: character 2: SQL has no NUL"),
        (lambda: db.query("SELECT 1\0garbage"), ValueError, "sql: character 9: SQL has no NUL"),
        (lambda: db.query("SELECT cast(x'ff' as text)"), ValueError, "SQL: a text is not UTF-8"),
        (lambda: db.query("SELECT ?", [halved]), ValueError, "^parameters: number 1: .* lone surrogate"),
        (lambda: db.query("SELECT ?", [2**63]), ValueError, "^parameters: number 1: 9223372036854775808 is not between"),
        (lambda: db.query("SELECT ?", [Decimal("1")]), TypeError, "^parameters: number 1: .* found Decimal"),  # type: ignore[list-item]
        (lambda: db.query("SELECT ?", [Fraction(1, 3)]), TypeError, "^parameters: number 1: .* found Fraction"),  # type: ignore[list-item]
        (lambda: gy.solve(halved), ValueError, "^problem: .* lone surrogate"),
        (lambda: gy.Board(halved), ValueError, "^sfen: .* lone surrogate"),
        (lambda: gy.solve(MATE_IN_ONE, threads=None), TypeError, "^threads: .* found None"),  # type: ignore[arg-type]
        (lambda: gy.enumerate("G2", seed=None), TypeError, "^seed: .* found None"),  # type: ignore[arg-type]
        (lambda: gy.enumerate("G2", verify=None), TypeError, "^verify: .* found None"),  # type: ignore[arg-type]
        (lambda: db.search(nodes=None), TypeError, "^nodes: .* found None"),  # type: ignore[arg-type]
        (lambda: db[None], TypeError, "^id: .* found None"),  # type: ignore[index]
        (lambda: db.search()["x"], TypeError, "^place: expected a whole number or a slice, found 'x'"),  # type: ignore[call-overload]
        (lambda: db.query("SELECT 1")[1.0], TypeError, "^place: expected a whole number"),  # type: ignore[call-overload]
        (lambda: gy.check(MATE_IN_ONE, line=b"G*1b"), TypeError, "^line: expected strings, found bytes"),  # type: ignore[arg-type]
        (lambda: gy.enumerate(b"N1"), TypeError, "^catalogs: .* found bytes"),  # type: ignore[arg-type]
        (lambda: gy.read_records(""), ValueError, "^source: the path is empty"),
        (lambda: gy.solve(MATE_IN_ONE, cancel=Event), TypeError, "^cancel: .* found the class Event"),
        (lambda: gy.Rows([{"a": 1}]), TypeError, r"^Rows are what Database.query\(\) returns"),  # type: ignore[arg-type]
        (lambda: gy.Creation(5), TypeError, r"^a Creation is what create\(\) returns"),  # type: ignore[arg-type]
        (lambda: gy.Enumeration(5, []), TypeError, r"^an Enumeration is what enumerate\(\) returns"),  # type: ignore[arg-type]
        (lambda: gy.Problem(MATE_IN_ONE), TypeError, "^values: expected one for each column, found str"),
        (lambda: gy.Problem([]), TypeError, "^values: "),
        (lambda: gy.Problem({"plies": 1}), TypeError, "^values: .* found dict"),  # type: ignore[arg-type]
    ]
    for call, error, why in calls:
        with pytest.raises(error, match=why):
            call()


def test_files_that_are_not_there_are_told_alike(tmp_path: Path) -> None:
    none, nofolder = tmp_path / "none.toml", tmp_path / "nofolder" / "x.kif"
    record = gy.Record(MATE_IN_ONE)
    calls: list[tuple[Callable[[], object], Path]] = [
        (lambda: gy.enumerate(none), none),
        (lambda: gy.sweep(none), none),
        (lambda: gy.create(works=none), none),
        (lambda: gy.Database(none), none),
        (lambda: gy.read_records(none), none),
        (lambda: gy.save_records(nofolder, [record]), nofolder.parent),
        (lambda: gy.enumerate("G2", nofolder), nofolder.parent),
        (lambda: gy.enumerate("R1", tmp_path / "x.db", keep_table=nofolder), nofolder.parent),
    ]
    for call, path in calls:
        with pytest.raises(FileNotFoundError) as told:
            call()
        assert told.value.errno == errno.ENOENT and told.value.filename == str(path)
    for call in (lambda: gy.sweep(tmp_path), lambda: gy.Database(tmp_path), lambda: gy.read_records(tmp_path)):
        with pytest.raises(IsADirectoryError) as told_:
            call()
        assert told_.value.filename == str(tmp_path)
    assert not list(tmp_path.glob("*.tmp"))


def test_numbers_of_numpy_are_numbers() -> None:
    np = pytest.importorskip("numpy")

    db = gy.enumerate("G2").database
    [row] = db.query("SELECT ? AS a, ? AS b, ? AS c", [np.bool_(True), np.int32(7), np.float32(0.5)])
    assert list(row.values()) == [1, 7, 0.5] and [type(value) for value in row.values()] == [int, int, float]
    assert len(db.search(complete=np.bool_(True), all=True)) == len(db.search(complete=True, all=True))  # type: ignore[arg-type]
    found = gy.solve(MATE_IN_ONE, nodes=np.int64(1000), time=np.float64(10), shortest=np.bool_(True))  # type: ignore[arg-type]
    assert found.plies == 1
