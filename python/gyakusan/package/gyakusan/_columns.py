"""The columns of problems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from . import _native


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the program's databases."""

    name: str
    """Its name, everywhere."""
    kind: str
    """`count`, `flag`, `real`, `text`, `hash` (of which only equality means anything), `bytes`."""
    unit: str
    """What is counted: plies, pieces, moves; empty where that has no sense."""
    term: str
    """The Japanese term."""
    definition: str
    """What it says, in English."""
    definition_ja: str
    """What it says, in Japanese."""


@lru_cache(maxsize=1)
def flags() -> frozenset[str]:
    """The names of the columns that hold yes or no."""
    return frozenset(column.name for column in columns() if column.kind == "flag")


@lru_cache(maxsize=1)
def columns() -> tuple[Column, ...]:
    """Every column of a problem, in the order of the book's page about them."""
    return tuple(Column(name, kind, *words) for name, kind, words in _native.columns())
