"""Files of problems."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, get_args

from . import _arguments, _native
from ._native import Board

Format: TypeAlias = Literal["kif", "kifu", "ki2", "ki2u", "bod", "csa", "sfen", "csv", "jsonl", "jkf"]
"""How a file is written."""

_FORMATS: tuple[Format, ...] = get_args(Format)


class HasRecord(Protocol):
    """A problem, a solution, a report: what has a record."""

    @property
    def record(self) -> Record:
        """It as a record."""


class RecordError(ValueError):
    """A file, or a problem in it, cannot be read."""

    def __init__(self, file: str, line: int | None, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file = file
        """The name of the file."""
        self.line = line
        """The line, counted from 1; `None` if the file as a whole cannot be read."""
        self.reason = reason
        """What is wrong."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.reason}"


# Where users find it, and what tracebacks call it.
RecordError.__module__ = "gyakusan"


@dataclass(frozen=True, slots=True)
class Comment:
    """A line of comment."""

    ply: int
    """The number of the move before it; 0 at the start."""
    text: str
    """The line."""

    def __post_init__(self) -> None:
        _arguments.amount("ply", self.ply, least=0)
        _arguments.text("text", self.text)


@dataclass(frozen=True, slots=True)
class Variation:
    """A line of play that leaves another one (変化)."""

    parent: int | None
    """The variation that it leaves, by its place in `Record.variations`; `None` for the main line."""
    first_ply: int
    """The number of its first move, which replaces the move of that number."""
    moves: tuple[str, ...]
    """The moves in USI."""
    foul: str | None = None
    """An illegal move after them, with which the line ended (反則)."""
    ending: str | None = None
    """How the line ended, in the words of KIF files: `詰み`, `投了`."""
    comments: tuple[Comment, ...] = ()
    """Its lines of comment."""
    times: tuple[tuple[int, int], ...] = ()
    """How long moves took: the number of the move, and milliseconds."""

    def __post_init__(self) -> None:
        _arguments.limit("parent", self.parent, least=0)
        _arguments.amount("first_ply", self.first_ply)
        _check(self)


@dataclass(frozen=True, slots=True)
class Record:
    """A problem or a game of a file.

    The types of what it is made of are checked when it is made, and lists become tuples. Whether the moves are legal is
    checked when it is written.
    """

    sfen: str
    """The position before the first move. An empty hand of the defender's is written `0p` if pieces are missing."""
    moves: tuple[str, ...] = ()
    """The main line in USI."""
    foul: str | None = None
    """An illegal move after them, with which the line ended (反則)."""
    ending: str | None = None
    """How the line ended, in the words of KIF files: `詰み`, `投了`."""
    headers: tuple[tuple[str, str], ...] = ()
    """The headers in their order, as keys and values: `("作者", "…")`."""
    comments: tuple[Comment, ...] = ()
    """Its lines of comment."""
    times: tuple[tuple[int, int], ...] = ()
    """How long moves took: the number of the move, and milliseconds."""
    variations: tuple[Variation, ...] = ()
    """The lines that leave the main line or another one (変化)."""
    line: int = 1
    """The line of the file where the problem begins, counted from 1."""
    notices: tuple[str, ...] = ()
    """What is odd about the file."""

    def __post_init__(self) -> None:
        _arguments.text("sfen", self.sfen)
        _check(self)
        pairs = _tuple("headers", self.headers, "pairs of a key and a value")
        for pair in pairs:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise TypeError(f"headers: expected pairs of a key and a value, found {pair!r}")
            for part in pair:
                _arguments.text("headers", part)
        object.__setattr__(self, "headers", tuple((key, value) for key, value in pairs))
        variations = _tuple("variations", self.variations, "variations")
        for one in variations:
            if not isinstance(one, Variation):
                raise TypeError(f"variations: expected a Variation, found {_arguments.kind(one)}")
        object.__setattr__(self, "variations", variations)
        _arguments.amount("line", self.line)
        object.__setattr__(self, "notices", tuple(_arguments.texts("notices", self.notices)))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Record:
        """The record of a dict that `to_dict()` has made: of a line of `gyakusan convert --to jsonl`.

        Raises `ValueError` if it is none.
        """
        if not isinstance(values, Mapping):
            raise TypeError(f"values: expected a dict, found {_arguments.kind(values)}")
        try:
            line = json.dumps(dict(values))
        except TypeError as error:
            raise TypeError(f"values: {error}") from None
        try:
            return _record(1, _native.record_json(line), [])
        except ValueError as error:
            raise ValueError(f"values: {error}") from None

    def header(self, key: str) -> str | None:
        """The value of the first header with this key."""
        return next((value for name, value in self.headers if name == key), None)

    @property
    def board(self) -> Board:
        """The position as a board."""
        return Board(self.sfen)

    @property
    def japanese(self) -> str:
        """The main line in Japanese notation: `☗１二金 ☖同　玉`."""
        return _native.japanese(self.sfen, self.moves)

    @property
    def kif(self) -> str:
        """The record as the text of a KIF file."""
        return write_records([self], "kifu").decode()

    def to_dict(self) -> dict[str, Any]:
        """What JSON can hold: a line of `gyakusan convert --to jsonl`. Of headers with the same key the last one remains.

        Raises `ValueError` if a move is not legal.
        """
        line: dict[str, Any] = json.loads(_native.record_json(self._json()))
        return line

    def _json(self) -> str:
        own = {"sfen": self.sfen} | _line(self)
        own["variations"] = [
            {"parent": each.parent, "first_ply": each.first_ply} | _line(each) for each in self.variations
        ]
        # A dict cannot hold the key twice that a file has twice.
        headers = ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in self.headers)
        return f'{json.dumps(own)[:-1]},"headers":{{{headers}}}}}'

    def _repr_svg_(self) -> str:
        return self.board.svg()


def _tuple(name: str, values: Any, wanted: str) -> tuple[Any, ...]:
    """A list as a tuple."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Sequence):
        raise TypeError(f"{name}: expected {wanted}, found {_arguments.kind(values)}")
    return tuple(values)


def _check(line: Record | Variation) -> None:
    """That what a main line and a variation have alike is of the right types; lists become tuples."""
    moves = tuple(_arguments.texts("moves", line.moves))
    comments = _tuple("comments", line.comments, "comments")
    for comment in comments:
        if not isinstance(comment, Comment):
            raise TypeError(f"comments: expected a Comment, found {_arguments.kind(comment)}")
    times = _tuple("times", line.times, "pairs of a ply and milliseconds")
    for time in times:
        if not isinstance(time, (tuple, list)) or len(time) != 2:
            raise TypeError(f"times: expected pairs of a ply and milliseconds, found {time!r}")
    times = tuple((_arguments.amount("times", ply), _arguments.amount("times", ms, least=0)) for ply, ms in times)
    for name, value in (("foul", line.foul), ("ending", line.ending)):
        if value is not None:
            _arguments.text(name, value)
    for name, parts in (("moves", moves), ("comments", comments), ("times", times)):
        object.__setattr__(line, name, parts)


def read_records(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    name: str | None = None,
    format: Format | None = None,
    short_set: bool = False,
    full_set: bool = False,
    skip_errors: bool = False,
) -> list[Record]:
    """The problems and games of a file: KIF, KI2, BOD, CSA, SFEN, CSV, lines of JSON, JSON Kifu Format.

    `source` is a path, or the contents of a file as bytes. The ending of `name` tells the format, else the contents do,
    and `format` overrules both. The encoding follows from the contents. `name` also stands in errors; it is the path if
    nothing else is given.

    The defender's hand is read as the file lists it, and a notice names the pieces that are missing. If the file does not
    mention that hand, it holds all pieces left over. `short_set` leaves such a hand empty. `full_set` gives the defender all
    pieces left over, whatever the file lists.

    Raises `RecordError` at the first problem that cannot be read; `skip_errors` leaves out such problems, even if none is
    left then. A file that is empty or of no known format is an error all the same.

    >>> [record] = read_records(b"8k/9/8P/9/9/9/9/9/9 b G 1\\t1\\tG*1b\\tOne\\n")
    >>> record.moves, record.header("作品名")
    (('G*1b',), 'One')
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        contents, name = bytes(source), "bytes" if name is None else name
    elif isinstance(source, (str, os.PathLike)):
        path = _arguments.file("source", source)
        contents, name = Path(path).read_bytes(), path if name is None else name
    else:
        raise TypeError(f"source: expected a path or bytes, found {_arguments.kind(source)}")
    read, refused = _native.read_records(
        contents,
        _arguments.text("name", name),
        format=None if format is None else _arguments.text("format", format),
        short_set=_arguments.flag("short_set", short_set),
        full_set=_arguments.flag("full_set", full_set),
        skip_errors=_arguments.flag("skip_errors", skip_errors),
    )
    if refused is not None:
        raise RecordError(name, *refused)
    return [_record(line, text, notices) for line, text, notices in read]


def write_records(records: Iterable[Record | Board | HasRecord], format: Format) -> bytes:
    """The bytes of a file of records. `csa`, `sfen`, `csv` and `jsonl` hold any number of them, the other formats one.

    Each is a `Record`, a board with its moves, or a problem, a solution or a report. `kif` and `ki2` are Shift_JIS, all
    others UTF-8. What the format has no place for is left out.

    Raises `ValueError` if a move is not legal, or if Shift_JIS lacks a character.
    """
    if not isinstance(records, Iterable):
        raise TypeError(f"records: expected a list of records, found {_arguments.kind(records)}")
    return _native.write_records([_recorded(one)._json() for one in records], _arguments.text("format", format))


def save_records(
    path: str | os.PathLike[str],
    records: Iterable[Record | Board | HasRecord],
    *,
    format: Format | None = None,
) -> None:
    """Writes a file of records, as `write_records` does; the ending of its name tells the format, if `format` does not.

    The file is written whole or not at all.
    """
    name = _arguments.place("path", path)
    contents = write_records(records, _ending(name) if format is None else format)
    whole = f"{name}.{os.getpid()}.tmp"
    try:
        Path(whole).write_bytes(contents)
        os.replace(whole, name)
    except OSError as error:
        Path(whole).unlink(missing_ok=True)
        # Nobody has heard of the other name.
        raise _arguments.failure("path", error.errno, name) from None
    except BaseException:
        Path(whole).unlink(missing_ok=True)
        raise


def _ending(name: str) -> Format:
    ending = os.path.splitext(name)[1][1:].lower()
    for format in _FORMATS:
        if format == ending:
            return format
    raise ValueError(f"path: the ending of {name} tells no format; give one as format='kif'")


def _recorded(one: Record | Board | HasRecord) -> Record:
    if isinstance(one, Record):
        return one
    if isinstance(one, Board):
        return Record(one._start, tuple(one.moves))
    record = getattr(one, "record", None)
    if isinstance(record, Record):
        return record
    raise TypeError(f"records: expected a Record, a Board or a problem, found {_arguments.kind(one)}")


class _Object(dict[str, Any]):
    """An object of JSON that also keeps a key that comes twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)


def _record(line: int, text: str, notices: list[str]) -> Record:
    own = json.loads(text, object_pairs_hook=_Object)
    headers = own["headers"].pairs if "headers" in own else ()
    variations = tuple(
        Variation(parent=each["parent"], first_ply=each["first_ply"], **_parts(each)) for each in own.get("variations", ())
    )
    return Record(
        sfen=own["sfen"], headers=headers, variations=variations, line=line, notices=tuple(notices), **_parts(own)
    )


def _parts(line: dict[str, Any]) -> dict[str, Any]:
    """What a main line and a variation have alike, out of JSON."""
    return {
        "moves": tuple(line["moves"].split()),
        "foul": line.get("foul"),
        "ending": line.get("ending"),
        "comments": tuple(Comment(**comment) for comment in line.get("comments", ())),
        "times": tuple((time["ply"], time["ms"]) for time in line.get("times", ())),
    }


def _line(line: Record | Variation) -> dict[str, Any]:
    """The same for JSON."""
    return {
        "moves": " ".join(line.moves),
        "foul": line.foul,
        "ending": line.ending,
        "comments": [{"ply": comment.ply, "text": comment.text} for comment in line.comments],
        "times": [{"ply": ply, "ms": ms} for ply, ms in line.times],
    }
