"""What a worker does."""

from __future__ import annotations

import subprocess
import time

#: Another process has the task: so it is for a moment where a machine was taken for lost and was not.
IN_USE = "in use by another program"

#: Seconds between two tries then, and how often.
PAUSE, TRIES = 5.0, 60


class TaskFailed(Exception):
    """What the program said when it did not do a task."""


def run_batch(program: str, folder: str, ids: list[int], *_needs: object) -> list[int]:
    """Runs tasks of a plan with the program; the numbers of those that are done.

    The program ends with its standard input: the system closes that when the worker dies, however it dies.
    """
    # What it says is read: in English, whatever the language of the machine.
    command = [program, "shard", "run", folder, *map(str, ids), "--tied", "--quiet", "--lang", "en"]
    for left in reversed(range(TRIES)):
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            # Nothing is written, and it is not closed: communicate() would do that.
            said = process.stderr.read() if process.stderr else ""
            code = process.wait()
        if code == 0:
            return ids
        if left == 0 or IN_USE not in said:
            raise TaskFailed(f"tasks {ids}: exit code {code}: {said.strip()}")
        time.sleep(PAUSE)
    raise AssertionError("the last try returns or raises")
