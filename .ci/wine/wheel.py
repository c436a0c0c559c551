"""A little of everything that the Python package does, where nothing but it is installed."""

import os
import sys
import tempfile

import gyakusan as gy

PROBLEM = "8k/9/8P/9/9/9/9/9/9 b G 1"

found = gy.solve(PROBLEM)
assert (found.status, found.plies, found.japanese) == ("mate", 1, "☗１二金"), found
report = gy.check("6k2/8S/5G3/9/9/9/9/9/9 b S 1")
assert (report.complete, report.flaws.cooks) == (False, 1), report
# Rule A has 60 of seven plies; each of its own mirror image counts once.
sevens = [problem for problem in gy.enumerate("G2P1") if problem["rule_a"] and problem.plies == 7]
count = sum(problem["mirror_images"] for problem in sevens)
assert count == 60, count
try:
    gy.solve("8k/9 b G 1")
except ValueError as error:
    print(error)
else:
    raise AssertionError("half a board was taken")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "詰 将棋.kif")
    with open(path, "w", encoding="cp932") as file:
        file.write(found.kif)
    (record,) = gy.read_records(path)
    assert record.moves == ("G*1b",), record
print(f"gyakusan in Python {sys.version.split()[0]} on {sys.platform}: works")
