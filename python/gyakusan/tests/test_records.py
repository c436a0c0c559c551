"""Files of problems, read and written."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import gyakusan as gy

DATA = Path(__file__).parents[3] / "tests" / "data"
SMALL = DATA / "exchange"
MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"
WHOLE = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"


def expected() -> dict[str, list[dict[str, Any]]]:
    """What is right of each small file: the same list as for the program and the page."""
    files: dict[str, list[dict[str, Any]]] = {}
    for line in SMALL.joinpath("expected.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        files.setdefault(item.pop("file"), []).append(item)
    return files


@pytest.mark.parametrize("file, items", expected().items())
@pytest.mark.parametrize("as_bytes", [False, True])
def test_every_small_file(file: str, items: list[dict[str, Any]], as_bytes: bool) -> None:
    path = SMALL / file
    source, name = (path.read_bytes(), file) if as_bytes else (path, None)
    records = gy.read_records(source, name=name, skip_errors=True)
    found = [{"line": is_.line, "record": is_.to_dict(), "notices": list(is_.notices)} for is_ in records]
    assert found == [item for item in items if "record" in item]
    if len(found) == len(items):
        assert gy.read_records(source, name=name) == records
        return
    wrong = next(item for item in items if "error" in item)
    with pytest.raises(gy.RecordError) as told:
        gy.read_records(source, name=name)
    error = told.value
    assert (error.file, error.line, error.reason) == (str(path) if name is None else file, wrong["line"], wrong["error"])


def test_records_are_written_and_come_back() -> None:
    records = [record for file in sorted(expected()) for record in gy.read_records(SMALL / file, skip_errors=True)]
    assert len(records) > 30
    lines = gy.write_records(records, "jsonl")
    assert [json.loads(line) for line in lines.splitlines()] == [record.to_dict() for record in records]
    again = gy.read_records(lines)
    kept = [dataclasses.replace(record, line=1, notices=()) for record in records]
    assert [dataclasses.replace(record, line=1, notices=()) for record in again] == kept
    # Of a game in a list the start counts, and its moves.
    for format in ("csa", "sfen", "csv"):
        back = gy.read_records(gy.write_records(records, format), format=format)  # type: ignore[arg-type]
        assert [(record.sfen, record.moves) for record in back] == [(record.sfen, record.moves) for record in records]


def test_a_record_is_made_by_hand() -> None:
    record = gy.Record(
        WHOLE,
        ("G*1b",),
        headers=(("作品名", "一"), ("備考", "二"), ("備考", "三")),
        comments=(gy.Comment(0, "金"),),
        variations=(gy.Variation(None, 1, ("G*2b",), ending="不詰"),),
        times=((1, 2500),),
    )
    assert record.header("備考") == "二" and record.header("作者") is None
    assert record.japanese == "☗１二金" and record.board.sfen == WHOLE
    assert "作品名：一" in record.kif and "変化：1手" in record.kif
    [back] = gy.read_records(gy.write_records([record], "jsonl"))
    assert back == record
    assert pickle.loads(pickle.dumps(back)) == record
    assert record.to_dict()["headers"] == {"作品名": "一", "備考": "三"}
    assert record._repr_svg_().startswith("<svg")
    # Shift_JIS is what KIF files of Windows are.
    assert "作品名：一\r\n" in gy.write_records([record], "kif").decode("cp932")


def test_a_record_is_checked_when_it_is_made() -> None:
    calls: list[tuple[dict[str, Any], str]] = [
        ({"sfen": 5}, "sfen: expected a string, found int"),
        ({"moves": "G*1b"}, "moves: expected strings, found str"),
        ({"moves": (5,)}, "moves: expected strings, found int"),
        ({"headers": {"作者": "x"}}, "headers: expected pairs of a key and a value, found dict"),
        ({"headers": ("ab",)}, "headers: expected pairs of a key and a value, found 'ab'"),
        ({"comments": ("hi",)}, "comments: expected a Comment, found str"),
        ({"times": (5,)}, "times: expected pairs of a ply and milliseconds, found 5"),
        ({"times": ((1, "5"),)}, "times: expected a whole number, found '5'"),
        ({"variations": ("x",)}, "variations: expected a Variation, found str"),
        ({"ending": 5}, "ending: expected a string, found int"),
    ]
    for words, why in calls:
        with pytest.raises(TypeError, match=f"^{why}"):
            gy.Record(**({"sfen": WHOLE} | words))
    for make in (lambda: gy.Comment("1", "x"), lambda: gy.Variation(None, "1", ("G*1b",))):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="ply: expected a whole number"):
            make()
    # Lists are taken, too, and it can be a key all the same.
    record = gy.Record(WHOLE, ["G*1b"], headers=[["作者", "x"]], times=[[1, 5]])  # type: ignore[arg-type,list-item]
    assert record == gy.Record(WHOLE, ("G*1b",), headers=(("作者", "x"),), times=((1, 5),)) and len({record}) == 1


def test_records_come_back_from_dicts() -> None:
    records = [record for file in sorted(expected()) for record in gy.read_records(SMALL / file, skip_errors=True)]
    for record in records:
        if len(dict(record.headers)) == len(record.headers):
            assert gy.Record.from_dict(record.to_dict()) == dataclasses.replace(record, line=1, notices=())
    with pytest.raises(TypeError, match="values: expected a dict, found str"):
        gy.Record.from_dict("x")  # type: ignore[arg-type]
    for wrong in ({}, {"sfen": 5}, {"sfen": "x"}):
        with pytest.raises(ValueError, match="^values: "):
            gy.Record.from_dict(wrong)


def test_what_cannot_be_written_is_told() -> None:
    one = gy.Record(WHOLE, ("G*1b",))
    with pytest.raises(ValueError, match="kifu holds one problem, and 2 were given"):
        gy.write_records([one, one], "kifu")
    with pytest.raises(ValueError, match="holds one problem, and 0"):
        gy.write_records([], "kif")
    with pytest.raises(ValueError, match="'é' cannot be written in Shift_JIS"):
        gy.write_records([dataclasses.replace(one, headers=(("作者", "é"),))], "kif")
    with pytest.raises(ValueError, match="move 1 of the main line, G\\*1c, is not legal"):
        gy.write_records([dataclasses.replace(one, moves=("G*1c",))], "jsonl")
    with pytest.raises(ValueError, match='format: "png" is not one of kif, '):
        gy.write_records([one], "png")  # type: ignore[arg-type]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gy.read_records(tmp_path / "none.kif")
    with pytest.raises(TypeError, match="source: expected a path or bytes, found int"):
        gy.read_records(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot be combined"):
        gy.read_records(b"", short_set=True, full_set=True)
    lines = f"{MATE_IN_ONE}\nnonsense\n{MATE_IN_ONE}\n".encode()
    with pytest.raises(gy.RecordError, match=r"^x\.sfen:2: SFEN, character 2") as told:
        gy.read_records(lines, name="x.sfen")
    assert isinstance(told.value, ValueError) and told.value.line == 2
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)
    assert [record.line for record in gy.read_records(lines, name="x.sfen", skip_errors=True)] == [1, 3]
    assert gy.read_records(bytearray(lines), skip_errors=True) == gy.read_records(memoryview(lines), skip_errors=True)
    # All that are left out are none, but an empty file, or one of another kind, is an error in any case.
    assert gy.read_records(b"nonsense\nmore\n", skip_errors=True) == []
    for nothing in (b"", b"SQLite format 3\0", bytes(100)):
        with pytest.raises(gy.RecordError) as told:
            gy.read_records(nothing, skip_errors=True)
        assert told.value.line is None and str(told.value) == f"bytes: {told.value.reason}"


def test_hands_are_read_as_asked() -> None:
    def sfen(hands: str, **reading: bool) -> str:
        [record] = gy.read_records(f"8k/9/8P/9/9/9/9/9/9 b {hands} 1\n".encode(), **reading)  # type: ignore[arg-type]
        return record.sfen

    assert sfen("G") == WHOLE and sfen("G", full_set=True) == WHOLE
    assert sfen("G", short_set=True) == sfen("G0p") == "8k/9/8P/9/9/9/9/9/9 b G0p 1"
    assert sfen("Gr") == sfen("Gr", short_set=True) == "8k/9/8P/9/9/9/9/9/9 b Gr 1"
    assert sfen("Gr", full_set=True) == sfen("G0p", full_set=True) == WHOLE


def test_an_empty_hand_stays_empty() -> None:
    # With pieces in hand the defender interposes.
    start = "7lk/7p1/9/9/9/9/9/9/R8 b - 1"
    empty = start.replace("- 1", "0p 1")
    [record] = gy.read_records(empty.encode())
    assert record.sfen == empty
    for problem in (record.sfen, record.board, gy.Board(empty), pickle.loads(pickle.dumps(gy.Board(empty)))):
        solution = gy.solve(problem, time=20.0)
        assert (solution.sfen, solution.status, solution.short_set) == (empty, "mate", True)
        assert gy.check(problem, time=20.0).sfen == empty
    assert gy.solve(start, short_set=True).sfen == empty
    assert gy.check(start, short_set=True, time=20.0).sfen == empty
    assert gy.solve(start, time=20.0).status == "no_mate"
    # Others know no piece with the count 0.
    pytest.importorskip("cshogi")
    assert not any(gy.to_cshogi(gy.Board(empty)).pieces_in_hand[1])
