"""Conditions as users give them, in the words of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TypeAlias

from . import _arguments
from ._columns import flags

Bound: TypeAlias = int | float | None

Word: TypeAlias = str | bool | int | float | Sequence[Bound] | Sequence[str] | None
"""What a column has to hold: a number or yes and no, two bounds of which one may be `None`, a text as the program reads
it (`"7..11"`, `"any"`), squares. `None` asks for nothing, and so do two bounds that are `None`."""


def word(name: str, value: Word) -> str | None:
    """A condition as the program reads it; `None` if it asks for nothing."""
    if value is None:
        return None
    if isinstance(value, str):
        return _arguments.text(name, value)
    if _arguments.is_flag(value):
        return "true" if value else "false"
    if name in flags():
        raise TypeError(f"{name}: expected True or False, found {value!r}")
    # Numbers of NumPy are such, too.
    if isinstance(value, Real):
        return str(value)
    if isinstance(value, (tuple, list)):
        if value and all(isinstance(part, str) for part in value):
            return " ".join(_arguments.texts(name, value))
        if len(value) == 2 and all(_is_bound(part) for part in value):
            low, high = ("" if bound is None else str(bound) for bound in value)
            return f"{low}..{high}" if low or high else None
    raise TypeError(f"{name}: expected a number, a string, True, False or two bounds, found {value!r}")


def _is_bound(value: object) -> bool:
    return value is None or (isinstance(value, Real) and not isinstance(value, bool))


def words(conditions: Mapping[str, Word]) -> dict[str, str]:
    """Conditions as the program reads them, those left out that ask for nothing."""
    read = {name: word(name, value) for name, value in conditions.items()}
    return {name: value for name, value in read.items() if value is not None}


def names(name: str, value: str | Iterable[str] | None) -> list[str] | None:
    """Some names: a text with spaces between them, or each for itself."""
    if value is None:
        return None
    return _arguments.text(name, value).split() if isinstance(value, str) else _arguments.texts(name, value)
