"""`help()` explains every function, class and field."""

from __future__ import annotations

import inspect
import pydoc
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

import pytest

import gyakusan as gy

PUBLIC = [(name, getattr(gy, name)) for name in gy.__all__ if not name.startswith("_")]
CLASSES = [(name, thing) for name, thing in PUBLIC if inspect.isclass(thing)]


@pytest.mark.parametrize(("name", "thing"), PUBLIC, ids=[name for name, _ in PUBLIC])
def test_everything_is_explained(name: str, thing: Any) -> None:
    # A union of types has no words of its own.
    assert name == "Remark" or inspect.getdoc(thing)


@pytest.mark.parametrize(("name", "thing"), CLASSES, ids=[name for name, _ in CLASSES])
def test_every_member_is_explained(name: str, thing: Any) -> None:
    for member, value in inspect.getmembers(thing):
        if member.startswith("_") or hasattr(BaseException, member) or not getattr(value, "__module__", "gyakusan").startswith("gyakusan"):
            continue
        assert inspect.getdoc(value), f"{name}.{member}"


@pytest.mark.parametrize(("name", "thing"), PUBLIC, ids=[name for name, _ in PUBLIC])
def test_types_can_be_asked_for(name: str, thing: Any) -> None:
    if inspect.isclass(thing):
        get_type_hints(thing)
        members = [value for value in vars(thing).values() if inspect.isfunction(value)]
        members += [value.fget for value in vars(thing).values() if isinstance(value, property)]
        for member in members:
            # What only type checkers know is not installed for all.
            if getattr(member, "__name__", "") not in ("to_pandas", "to_polars"):
                get_type_hints(member)
    elif inspect.isfunction(thing):
        get_type_hints(thing)


def test_every_text_stands_alone() -> None:
    """Members are listed by the alphabet: none is explained by the one before it in the source."""
    for name, thing in CLASSES:
        for member, value in inspect.getmembers(thing):
            words = (inspect.getdoc(value) or "") if not member.startswith("_") else ""
            for begin in ("The same", "Likewise", "Height of that", "Width of that"):
                assert not words.startswith(begin), f"{name}.{member}"
            for within in ("of that box", "columns above"):
                assert within not in words, f"{name}.{member}"
    # What a column holds is written as it is there.
    for member, values in (("attacker", ("black", "white")), ("status", ("mate", "no_mate", "unknown"))):
        assert all(f"`{value}`" in (inspect.getdoc(getattr(gy.Problem, member)) or "") for value in values)


def test_help_shows_the_words_of_fields() -> None:
    data = [thing for _, thing in CLASSES if is_dataclass(thing)]
    assert len(data) > 12
    for thing in data:
        shown = pydoc.plain(pydoc.render_doc(thing))
        for field in fields(thing):
            words = inspect.getdoc(getattr(thing, field.name))
            assert words and words.splitlines()[0] in shown, (thing, field.name)
    shown = pydoc.plain(pydoc.render_doc(gy.Report))
    assert "余詰" in pydoc.plain(pydoc.render_doc(gy.Flaws)) and "The lines that show the flaws." in shown
    shown = pydoc.plain(pydoc.render_doc(gy.Problem))
    assert all(column.term in shown for column in gy.columns())
    assert "打" in pydoc.plain(pydoc.render_doc(gy.Board.push)) or "Japanese" in pydoc.plain(pydoc.render_doc(gy.Board.push))


def test_the_stub_is_what_there_is() -> None:
    """What editors read of the part in Rust has the words and the names that Python has."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(inspect.getfile(gy)).with_name("_native.pyi").read_text(encoding="utf-8"))
    for made in stub.body:
        if isinstance(made, ast.ClassDef) and made.name in ("Board", "Cancelled", "Piece"):
            there = getattr(gy, made.name)
            names = {part.name for part in made.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")}
            assert names == {name for name in vars(there) if not name.startswith("_")}, made.name
            assert inspect.cleandoc(ast.get_docstring(made) or "") == inspect.getdoc(there), made.name
            for part in made.body:
                words = ast.get_docstring(part) if isinstance(part, ast.FunctionDef) else None
                if isinstance(part, ast.FunctionDef) and words is not None:
                    ours = inspect.getdoc(getattr(there, part.name))
                    assert ours is not None and ours.split(":")[0].rstrip(".") == words.split(":")[0].rstrip("."), part.name
