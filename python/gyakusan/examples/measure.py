"""CPU time of the package beside that of the program, on the short problems of the tests: python measure.py PROGRAM."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import gyakusan as gy

LIST = Path(__file__).parents[3] / "tests" / "data" / "short_1_to_11.tsv"


def seconds(who: int) -> float:
    """CPU seconds so far."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main(program: str) -> None:
    """Solves and checks all problems, one after the other, on one thread."""
    sfens = [line.split("\t")[0] for line in LIST.read_text(encoding="utf-8").splitlines()]
    for name, work in (("solve", gy.solve), ("check", gy.check)):
        begun = seconds(resource.RUSAGE_CHILDREN)
        command = [program, name, "-", "--format", "jsonl", "--short-set", "--jobs", "1"]
        subprocess.run(command, input="\n".join(sfens), capture_output=True, text=True, check=True)
        theirs = seconds(resource.RUSAGE_CHILDREN) - begun
        begun = seconds(resource.RUSAGE_SELF)
        for sfen in sfens:
            work(sfen, short_set=True)
        ours = seconds(resource.RUSAGE_SELF) - begun
        print(f"{name}: {len(sfens)} problems, program {theirs:.2f} s, Python {ours:.2f} s, {ours / theirs:.2f} times")


if __name__ == "__main__":
    main(sys.argv[1])
