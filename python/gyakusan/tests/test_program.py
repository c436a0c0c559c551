"""`python -m gyakusan` is the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gyakusan as gy

MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"
#: Nothing whose shortest mate is found in a moment.
ENDLESS = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1"

COMMAND = [sys.executable, "-m", "gyakusan"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=stdin, capture_output=True, text=True)


def test_commands_are_run(tmp_path: Path) -> None:
    told = run("--version")
    assert (told.returncode, told.stdout.strip()) == (0, f"gyakusan {gy.__version__}")
    told = run("solve", MATE_IN_ONE)
    assert told.returncode == 0 and "☗１二金" in told.stdout
    told = run("check", "-", "--format", "jsonl", stdin=MATE_IN_ONE)
    assert told.returncode == 0 and '"complete":true' in told.stdout
    path = tmp_path / "two.db"
    assert run("enumerate", "G2", "--db", str(path), "--quiet").returncode == 0
    assert len(gy.Database(path)) == len(gy.enumerate("G2").database)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        ((), 2, "a command is missing"),
        (("nosuch",), 2, "nosuch"),
        (("solve", "nonsense"), 2, "nonsense"),
        (("check", "8k/6S2/9/7LB/9/9/9/9/9 b - 1", "--strict-exit"), 1, ""),
    ],
)
def test_exit_codes_are_those_of_the_program(words: tuple[str, ...], code: int, why: str) -> None:
    told = run(*words)
    assert told.returncode == code and why in told.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows: Ctrl-C goes to all programs of a console")
def test_ctrl_c_ends_a_command() -> None:
    running = subprocess.Popen([*COMMAND, "solve", "--shortest", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2)
    os.kill(running.pid, signal.SIGINT)
    begun = time.monotonic()
    running.communicate(timeout=60)
    assert running.returncode in (130, -signal.SIGINT) and time.monotonic() - begun < 30
