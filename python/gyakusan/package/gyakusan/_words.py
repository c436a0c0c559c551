"""Conditions as users give them, in the words of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import TypeAlias

from . import _arguments

Bound: TypeAlias = int | float | None

Word: TypeAlias = str | bool | int | float | tuple[Bound, Bound] | list[str] | None
"""What a column has to hold: a number or yes and no, two bounds of which one may be `None`, a text as the program reads
it (`"7..11"`, `"any"`), squares. `None` asks for nothing."""


def word(name: str, value: Word) -> str:
    """A condition as the program reads it."""
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    # Numbers of NumPy are such, too.
    if isinstance(value, (Real, str)):
        return str(value)
    if isinstance(value, tuple) and len(value) == 2:
        low, high = ("" if bound is None else str(bound) for bound in value)
        return f"{low}..{high}"
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    raise TypeError(f"{name}: expected a number, a string, True, False or two bounds, found {value!r}")


def words(conditions: Mapping[str, Word]) -> dict[str, str]:
    """Conditions as the program reads them, those left out that ask for nothing."""
    return {name: word(name, value) for name, value in conditions.items() if value is not None}


def names(name: str, value: str | Iterable[str] | None) -> list[str] | None:
    """Some names: a text with spaces between them, or each for itself."""
    if value is None:
        return None
    return value.split() if isinstance(value, str) else _arguments.texts(name, value)
