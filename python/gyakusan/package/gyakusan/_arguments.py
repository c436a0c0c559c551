"""Arguments as users give them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from numbers import Integral
from typing import overload

from ._native import Board

# What the machine's counters and tables hold.
_MOST = 2**63 - 1


def sfen(problem: str | Board) -> str:
    """The SFEN of a problem that is given as one, or as a board."""
    if isinstance(problem, Board):
        return problem._problem
    if isinstance(problem, str):
        return problem
    raise TypeError(f"expected an SFEN or a Board, found {type(problem).__name__}")


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


def threads(value: int | None) -> int:
    """How many threads; as many as there are processors if nothing is said."""
    return amount("threads", value, most=256) or min(os.cpu_count() or 1, 256)


def memory(value: int | None) -> int | None:
    """The bytes of a solver's table."""
    value = amount("memory", value)
    if value is not None and value < 1 << 20:
        raise ValueError("memory: a solver takes at least 1048576 bytes")
    return value


def line(moves: str | Sequence[str] | None) -> list[str] | None:
    """Moves in USI: a list of them, or a text with spaces between them."""
    if moves is None:
        return None
    return moves.split() if isinstance(moves, str) else list(moves)
