"""Files of earlier versions are read from a copy, which is made once."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

import gyakusan as gy
from earlier import earlier

#: So many copies of each problem take some seconds to be measured.
MANY = 40


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    path = tmp_path / "temporary"
    path.mkdir()
    monkeypatch.setenv("TMPDIR", os.fspath(path))
    return path


def copies(folder: Path) -> list[tuple[str, int, int]]:
    """The copies there are: the names of their folders, what file each is, and when it was written."""
    paths = sorted(folder.glob("gyakusan-*/copy.db"))
    return [(path.parent.name, path.stat().st_ino, path.stat().st_mtime_ns) for path in paths]


def test_a_copy_is_made_once(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "old.db"
    earlier(path, 7)
    before = path.read_bytes()
    with gy.Database(path) as db:
        [one] = copies(folder)
        every = list(db)
        assert len(db) == len(every) == 319 and db[every[5].id or 0] == db.get(every[5].id or 0)
        assert len(db.search(all=True)) == 319 and db.query("SELECT 1 AS one")[0]["one"] == 1
        assert copies(folder) == [one]
        with pytest.raises(KeyError):
            db[10**9]
        # Whoever has it elsewhere has a copy of it.
        for again in (copy.copy, lambda db: pickle.loads(pickle.dumps(db))):
            other = again(db)
            assert len(other) == 319 and len(copies(folder)) == 2
            other.close()
        assert copies(folder) == [one]
    assert not copies(folder) and path.read_bytes() == before
    # It goes with the object, too, and at the end of the interpreter.
    db = gy.Database(path)
    assert len(copies(folder)) == 1
    del db
    assert not copies(folder)
    subprocess.run([sys.executable, "-c", f"import gyakusan; db = gyakusan.Database({os.fspath(path)!r})"], check=True)
    assert not copies(folder)


def test_what_is_written_meanwhile_is_read(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "old.db"
    earlier(path, 7)
    db = gy.Database(path)
    [one] = copies(folder)
    earlier(path, 7, times=2)
    assert len(db) == 2 * 319
    [other] = copies(folder)
    assert one != other
    # A file of today is read itself.
    path.unlink()
    gy.enumerate("G2", path, verify=0)
    assert 0 < len(db) == len(gy.Database(path)) and not copies(folder)


def test_the_making_of_a_copy_is_ended(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "old.db"
    earlier(path, 7, MANY)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        gy.Database(path)
    assert not copies(folder)
    db = gy.Database(path)
    os.utime(path, (1, 1))
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="stopped at the time limit of 0.1 s"):
        db.query("SELECT 1", time=0.1)
    with pytest.raises(TimeoutError, match="stopped at the time limit of 0.1 s"):
        db.search(time=0.1)
    # Two threads do not both make one.
    lengths: list[int] = []
    threads = [threading.Thread(target=lambda: lengths.append(len(db))) for _ in range(2)]
    for thread in threads:
        thread.start()
    with pytest.raises(TimeoutError):
        db.query("SELECT 1", time=0.1)
    assert len(copies(folder)) == 1
    for thread in threads:
        thread.join()
    assert lengths == [MANY * 319] * 2 and len(copies(folder)) == 1
    assert time.monotonic() - begun < 60
    db.close()
    assert not copies(folder)


def test_a_newer_file_is_refused(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "new.db"
    earlier(path, 8)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 1000")
    before = path.read_bytes()
    refused = r"new\.db: written by a newer gyakusan \(schema 1000; this one reads up to \d+\)"
    with pytest.raises(OSError, match=refused):
        gy.Database(path)
    with pytest.raises(Exception, match=refused):
        gy.enumerate("G2", path)
    assert path.read_bytes() == before and not list(folder.iterdir())


@pytest.mark.parametrize("work", ["enumerate", "sweep"])
def test_going_on_with_an_older_file_is_ended(tmp_path: Path, work: str) -> None:
    path, catalog = tmp_path / "old.db", tmp_path / "small.toml"
    earlier(path, 7, MANY)
    catalog.write_text('[king]\nfiles = [1, 1]\nranks = ["a", "a"]\n[pieces]\nG = 2\n[board]\npieces = 1\n')
    before = path.read_bytes()
    event = threading.Event()
    event.set()
    # Ended while it is brought up to date: the file is as it was.
    with pytest.raises(gy.Cancelled, match="interrupted; the file is as it was before"):
        gy.enumerate("G2", path, cancel=event) if work == "enumerate" else gy.sweep(catalog, path, cancel=event)
    with pytest.raises(TimeoutError, match="old.db: stopped at the time limit of 0.1 s; the file is as it was before"):
        gy.enumerate("G2", path, time=0.1) if work == "enumerate" else gy.sweep(catalog, path, time=0.1)
    assert path.read_bytes() == before
