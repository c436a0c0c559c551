"""What is wrong is said of the argument, in the words of whoever called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
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
        ("is_legal", board.is_legal, {"usi": "G*1b"}),
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


def test_numbers_of_numpy_are_numbers() -> None:
    np = pytest.importorskip("numpy")

    found = gy.solve(MATE_IN_ONE, nodes=np.int64(1000), time=np.float64(10), shortest=np.bool_(True))  # type: ignore[arg-type]
    assert found.plies == 1
