"""What `help()` says of the fields of data: what stands below them in the source, where editors look for it."""

from __future__ import annotations

import ast
import inspect
from collections import ChainMap
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType


def document(*modules: ModuleType) -> None:
    """Hands the words below fields to Python, which does not keep them."""
    for module in modules:
        try:
            tree = ast.parse(inspect.getsource(module))
        except OSError:
            # A program that was packed without its sources has no use for help.
            continue
        for made in tree.body:
            if isinstance(made, ast.ClassDef):
                _document(getattr(module, made.name), dict(_words(made)))


def _words(made: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, words in pairwise(made.body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(words, ast.Expr)
            and isinstance(words.value, ast.Constant)
            and isinstance(words.value.value, str)
        ):
            yield field.target.id, inspect.cleandoc(words.value.value)


def _document(made: type, words: dict[str, str]) -> None:
    slots = made.__dict__.get("__slots__")
    # `help` takes the words of a field from where its name is kept, if that is a dict.
    if isinstance(slots, tuple):
        # Python 3.10 has a place for the fields of its bases in each class, too.
        known = [base.__dict__.get("__slots__") for base in made.__mro__[1:]]
        bases = [slots for slots in known if isinstance(slots, dict)]
        said = ChainMap(words, *bases)
        setattr(made, "__slots__", {name: said.get(name) for name in slots})
