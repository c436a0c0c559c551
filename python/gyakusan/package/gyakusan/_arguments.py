"""Arguments as users give them: what is wrong with one is said under its name."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Rational, Real
from typing import Any, Protocol, TypeAlias, TypeVar

# What the machine's counters and tables hold.
_MOST = 2**63 - 1

_Word = TypeVar("_Word", bound=str)


class HasSfen(Protocol):
    """What has a position: a board, a problem, a record, a solution, a report."""

    @property
    def sfen(self) -> str:
        """The position."""


Position: TypeAlias = str | HasSfen
"""A position: an SFEN, or what has one."""


def kind(value: object) -> str:
    """What a value is, for errors."""
    if value is None:
        return "None"
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def sfen(problem: Position, name: str = "problem") -> str:
    """The SFEN of a problem that is given as one, or as something that has a position."""
    given = problem if isinstance(problem, str) else getattr(problem, "sfen", None)
    if not isinstance(given, str):
        expected = "expected an SFEN or a Board, a Problem, a Record, a Solution or a Report"
        raise TypeError(f"{name}: {expected}, found {kind(problem)}")
    return text(name, given)


def text(name: str, value: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, found {kind(value)}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{name}: {value[error.start]!r} is half a character (a lone surrogate)") from None
    return value


def sql(name: str, value: str) -> str:
    """A text in SQL, all of which is read."""
    if "\0" in text(name, value):
        raise ValueError(f"{name}: character {value.index(chr(0)) + 1}: SQL has no NUL")
    return value


def choice(name: str, value: _Word, words: Sequence[str]) -> _Word:
    """One of some words."""
    if text(name, value) not in words:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(map(repr, words))}")
    return value


def is_flag(value: object) -> bool:
    """Whether a value is a yes or no; those of NumPy are some, too."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def flag(name: str, value: bool) -> bool:
    """A yes or no."""
    if not is_flag(value):
        raise TypeError(f"{name}: expected True or False, found {kind(value)}")
    return bool(value)


def amount(name: str, value: int, least: int = 1, most: int = _MOST) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: expected a whole number, found {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is not between {least} and {most}")
    return int(value)


def limit(name: str, value: int | None, least: int = 1, most: int = _MOST) -> int | None:
    """A whole number within bounds, or none at all."""
    return None if value is None else amount(name, value, least, most)


def seconds(name: str, value: float | None) -> float | None:
    """A number of seconds, or none at all."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}: expected a number of seconds, found {value!r}")
    return float(value)


def threads(value: int | None) -> int:
    """How many threads; as many as there are processors if nothing is said."""
    return limit("threads", value, most=256) or min(os.cpu_count() or 1, 256)


def memory(value: int | None) -> int | None:
    """The bytes of a solver's table."""
    value = limit("memory", value)
    if value is not None and value < 1 << 20:
        raise ValueError("memory: a solver takes at least 1048576 bytes")
    return value


def parameter(name: str, value: Any) -> str | int | float | bytes | None:
    """A value that SQL can hold."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return text(name, value)
    if is_flag(value):
        return int(value)
    if isinstance(value, Integral):
        return amount(name, int(value), least=-(2**63))
    # Fractions would be rounded.
    if isinstance(value, Real) and not isinstance(value, Rational):
        return float(value)
    raise TypeError(f"{name}: expected an int, a float, a string, bytes or None, found {kind(value)}")


def path(name: str, value: str | os.PathLike[str]) -> str:
    """The path of a file."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, found {kind(value)}")
    told = os.fspath(value)
    if not isinstance(told, str):
        raise TypeError(f"{name}: expected a path of text, found one of bytes")
    if not told:
        raise ValueError(f"{name}: the path is empty")
    if "\0" in told:
        raise ValueError(f"{name}: a path has no NUL: {told!r}")
    return told


def file(name: str, value: str | os.PathLike[str]) -> str:
    """The path of a file that is there and can be read."""
    told = path(name, value)
    try:
        mode = os.stat(told).st_mode
    except OSError as error:
        raise failure(name, error.errno, told) from None
    if stat.S_ISDIR(mode):
        raise failure(name, errno.EISDIR, told)
    if not os.access(told, os.R_OK):
        raise failure(name, errno.EACCES, told)
    return told


def place(name: str, value: str | os.PathLike[str]) -> str:
    """The path of a file to be written: its folder is there."""
    told = path(name, value)
    if os.path.isdir(told):
        raise failure(name, errno.EISDIR, told)
    folder = os.path.dirname(told)
    if folder and not os.path.isdir(folder):
        raise failure(name, errno.ENOENT, folder)
    return told


def failure(name: str, code: int | None, path: str) -> OSError:
    """What the system has against a file: `FileNotFoundError` or another `OSError`."""
    code = errno.EIO if code is None else code
    return OSError(code, f"{name}: {os.strerror(code)}", path)


def line(moves: str | Sequence[str] | None) -> list[str] | None:
    """Moves: a list of them, or a text with spaces between them."""
    if moves is None:
        return None
    return text("line", moves).split() if isinstance(moves, str) else texts("line", moves)


def texts(name: str, values: Iterable[str]) -> list[str]:
    """Some texts."""
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes, bytearray, memoryview, Mapping)):
        raise TypeError(f"{name}: expected strings, found {kind(values)}")
    given: list[Any] = list(values)
    for value in given:
        if not isinstance(value, str):
            raise TypeError(f"{name}: expected strings, found {kind(value)}")
        text(name, value)
    return given


def own(made: object, expected: type, source: str) -> None:
    """Refuses to make by hand what only the package makes."""
    if not isinstance(made, expected):
        raise TypeError(f"{source}; nothing can be made of {kind(made)}")
