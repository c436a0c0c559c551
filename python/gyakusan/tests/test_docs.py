"""Examples of the book and of docstrings say what they say."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest

import gyakusan

PAGE = Path(__file__).parents[3] / "docs" / "python.md"


def test_the_page_of_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the page writes stays there.
    monkeypatch.chdir(tmp_path)
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    # The end of a block is no output.
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert failed == 0 and tried > 10


def test_docstrings() -> None:
    modules = [gyakusan] + [module for module in vars(gyakusan).values() if isinstance(module, ModuleType)]
    tried = [doctest.testmod(module) for module in modules]
    assert sum(each.failed for each in tried) == 0 and sum(each.attempted for each in tried) > 8
