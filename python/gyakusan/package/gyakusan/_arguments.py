"""Arguments as users give them: what is wrong with one is said under its name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar, overload

from ._native import Board

# What the machine's counters and tables hold.
_MOST = 2**63 - 1

_Word = TypeVar("_Word", bound=str)


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def sfen(problem: str | Board, name: str = "problem") -> str:
    """The SFEN of a problem that is given as one, or as a board."""
    if isinstance(problem, Board):
        return problem._problem
    if isinstance(problem, str):
        return problem
    # Whatever else knows its position: a problem, a record, an answer.
    text = getattr(problem, "sfen", None)
    if isinstance(text, str):
        return text
    raise TypeError(f"{name}: expected an SFEN or a Board, found {_kind(problem)}")


def text(name: str, value: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, found {_kind(value)}")
    return value


def choice(name: str, value: _Word, words: Sequence[str]) -> _Word:
    """One of some words."""
    if text(name, value) not in words:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(map(repr, words))}")
    return value


def flag(name: str, value: bool) -> bool:
    """A yes or no; those of NumPy are some, too."""
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"{name}: expected True or False, found {_kind(value)}")


@overload
def amount(name: str, value: int, least: int = 1, most: int = _MOST) -> int: ...
@overload
def amount(name: str, value: int | None, least: int = 1, most: int = _MOST) -> int | None: ...
def amount(name: str, value: int | None, least: int = 1, most: int = _MOST) -> int | None:
    """A whole number within bounds, or none at all."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: expected a whole number, found {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is not between {least} and {most}")
    return int(value)


def seconds(name: str, value: float | None) -> float | None:
    """A number of seconds, or none at all."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}: expected a number of seconds, found {value!r}")
    return float(value)


def threads(value: int | None) -> int:
    """How many threads; as many as there are processors if nothing is said."""
    return amount("threads", value, most=256) or min(os.cpu_count() or 1, 256)


def memory(value: int | None) -> int | None:
    """The bytes of a solver's table."""
    value = amount("memory", value)
    if value is not None and value < 1 << 20:
        raise ValueError("memory: a solver takes at least 1048576 bytes")
    return value


def path(name: str, value: str | os.PathLike[str]) -> str:
    """The path of a file."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, found {_kind(value)}")
    told = os.fspath(value)
    if not isinstance(told, str):
        raise TypeError(f"{name}: expected a path of text, found one of bytes")
    if not told:
        raise ValueError(f"{name}: the path is empty")
    return told


def line(moves: str | Sequence[str] | None) -> list[str] | None:
    """Moves in USI: a list of them, or a text with spaces between them."""
    if moves is None:
        return None
    return moves.split() if isinstance(moves, str) else texts("line", moves)


def texts(name: str, values: Iterable[str]) -> list[str]:
    """Some texts."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{name}: expected strings, found {_kind(values)}")
    given: list[Any] = list(values)
    for value in given:
        if not isinstance(value, str):
            raise TypeError(f"{name}: expected strings, found {_kind(value)}")
    return given
