"""Tables of pandas out of a database, beside `pandas.read_sql`: python frames.py [DATABASE [RUNS]].

Without a database, that of the problems of two silvers and a pawn. Prints the processor's time, of the fastest run and the
median: it is the same however busy the machine is.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import closing

import pandas as pd

import gyakusan as gy

SQL = "SELECT * FROM problems"


def measure(name: str, rows: int, runs: int, work: Callable[[], pd.DataFrame]) -> None:
    """Does the work several times."""
    seconds = []
    for _ in range(runs):
        begun = time.process_time()
        frame = work()
        seconds.append(time.process_time() - begun)
        assert len(frame) == rows
    best, median = min(seconds) * 1000, statistics.median(seconds) * 1000
    print(f"{name:24} {frame.shape[1]:4} columns, {best:7.0f} ms, median {median:7.0f} ms")


def main(path: str | None = None, runs: str = "7") -> None:
    """Measures."""
    db = gy.enumerate("S2P1").database if path is None else gy.Database(path)
    rows = len(db)
    print(f"{rows} problems, {runs} runs, pandas {pd.__version__}")
    with closing(sqlite3.connect(db.path)) as connection:
        measure("pandas.read_sql", rows, int(runs), lambda: pd.read_sql(SQL, connection))
    measure("query(…).to_pandas()", rows, int(runs), lambda: db.query(SQL).to_pandas())
    measure("search(…).to_pandas()", rows, int(runs), lambda: db.search(all=True).to_pandas())


if __name__ == "__main__":
    main(*sys.argv[1:])
