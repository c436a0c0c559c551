"""Examples of the book and of docstrings say what they say, and have the types that checkers want."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import gyakusan

BOOK = Path(__file__).parents[3] / "docs"
PAGES = [BOOK / "python.md", BOOK / "ja" / "python.md"]


def examples(page: Path) -> list[doctest.Example]:
    """The examples of a page."""
    lines = page.read_text(encoding="utf-8").splitlines()
    # The end of a block is no output.
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    return doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0).examples


@pytest.mark.parametrize("page", PAGES, ids=["en", "ja"])
def test_a_page_of_the_book(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cshogi", "pandas", "polars", "shogi"):
        pytest.importorskip(name)
    # What the page writes stays there.
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTest(examples(page), {}, page.name, str(page), 0, None)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failed == 0 and tried > 40


def test_both_pages_have_the_same_examples() -> None:
    one, other = ([ast.dump(ast.parse(example.source)) for example in examples(page)] for page in PAGES)
    assert one == other


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All examples of the page as a program."""
    parts = []
    for example in examples(PAGES[0]):
        tree = ast.parse(example.source)
        # A prompt shows what an expression comes to; in a program nothing would come of it.
        is_shown = example.want and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)
        parts.append(f"print(\n{example.source})\n" if is_shown else example.source)
    path = tmp_path_factory.mktemp("typed") / "manual.py"
    path.write_text("".join(parts), encoding="utf-8")
    return path


def checked(command: list[str], folder: Path) -> str:
    ran = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_mypy_has_nothing_to_say_about_the_manual(script: Path) -> None:
    pytest.importorskip("mypy")
    assert "no issues found" in checked(["mypy", "--strict", script.name], script.parent)


def test_pyright_has_nothing_to_say_about_the_manual(script: Path) -> None:
    pytest.importorskip("pyright")
    settings = script.with_name("pyrightconfig.json")
    settings.write_text('{"include": ["manual.py"], "typeCheckingMode": "standard"}', encoding="utf-8")
    assert checked(["pyright", "--pythonpath", sys.executable], script.parent).startswith("0 errors, 0 warnings")


def test_checkers_find_mistakes(script: Path) -> None:
    pytest.importorskip("mypy")
    wrong = script.with_name("wrong.py")
    wrong.write_text(
        "import gyakusan as gy\n"
        "board = gy.Board('x')\n"
        "number: int = board.push('G*1b')\n"
        "plies: int = gy.solve(board).plies\n"
        "gy.solve(board, goal='beauty')\n"
        "board.svg(ground='pink')\n"
        "gy.Database('x').search(limit='5')\n"
        "for problem in gy.enumerate('G2'):\n"
        "    text: str = problem.sacrifices\n"
        "    problem.charm\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", wrong.name]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=wrong.parent)
    lines = {int(line.split(":")[1]) for line in ran.stdout.splitlines() if ": error:" in line}
    assert lines == {3, 4, 5, 6, 7, 9, 10}, ran.stdout


def test_docstrings() -> None:
    modules = [gyakusan] + [module for module in vars(gyakusan).values() if isinstance(module, ModuleType)]
    tried = [doctest.testmod(module) for module in modules]
    assert sum(each.failed for each in tried) == 0 and sum(each.attempted for each in tried) > 8
