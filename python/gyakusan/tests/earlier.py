"""Databases as earlier versions of the program wrote them."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

DATA = Path(__file__).parents[3] / "tests" / "data" / "schemas"


def earlier(path: Path, version: int, times: int = 1) -> None:
    """Writes one; with so many copies of each problem, it takes long to bring it up to date."""
    path.write_bytes(gzip.decompress((DATA / f"{version}.db.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as connection, connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(problems)")]
        [last] = connection.execute("SELECT max(id) FROM problems").fetchone()
        for time in range(1, times):
            other = {"id": f"id + {time * last}", "key": "randomblob(length(key))"}
            columns = ", ".join(other.get(name, name) for name in names)
            connection.execute(f"INSERT INTO problems ({', '.join(names)}) SELECT {columns} FROM problems WHERE id <= {last}")
