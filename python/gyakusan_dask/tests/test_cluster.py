"""Plans on real clusters: processes on this machine, some of which are killed.

The variable GYAKUSAN names the program.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PROGRAM = os.environ.get("GYAKUSAN", "gyakusan")

#: Takes a minute of one core where nothing is optimised.
SET = """
[king]
files = [1, 3]
ranks = ["a", "c"]
[pieces]
total = [2, 3]
G = [0, 2]
S = [0, 2]
R = [0, 1]
[board]
pieces = [0, 2]
region = { files = [1, 4], ranks = ["a", "d"] }
"""

TASKS = 24
NODES = ["--nodes", "5k"]


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of one process."""
    folder = tmp_path_factory.mktemp("once")
    (folder / "corner.toml").write_text(SET)
    return digest(gyakusan("sweep", "corner.toml", "--db", "one.db", *NODES, at=folder))


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "corner.toml").write_text(SET)
    gyakusan(
        "shard", "plan", "corner.toml", "--out", "plan", "--tasks", str(TASKS), "--measure", "1", *NODES, at=tmp_path
    )
    return tmp_path / "plan"


def gyakusan(*words: str, at: Path) -> str:
    ran = subprocess.run([PROGRAM, *words], cwd=at, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def digest(text: str) -> str:
    return text.rstrip().rpartition("digest ")[2]


def merged(plan: Path) -> str:
    return digest(gyakusan("shard", "merge", str(plan), "--db", str(plan / "all.db"), at=plan))


def done(plan: Path) -> int:
    return len(list((plan / "runs").glob("*.sha256")))


def running(plan: Path) -> list[int]:
    """The processes that run a task of this plan."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[1:4] == [b"shard", b"run", os.fsencode(plan)]:
            found.append(int(process.name))
    return found


def wait_until(so: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)


def drive(plan: Path, *words: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "gyakusan_dask", str(plan), "--program", PROGRAM, "--batch", "1s", *words]
    # Who starts the tests in the background may have them ignore interruptions, and they would hand that on.
    return subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


class Cluster:
    """A scheduler and workers, each a process of its own, on 127.0.0.1."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.file = folder / "scheduler.json"
        self.processes = [self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
        wait_until(self.file.exists)
        self.address = json.loads(self.file.read_text())["address"]
        self.workers = [self.worker() for _ in range(workers)]

    def start(self, *words: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        return subprocess.Popen([*command, "--scheduler-file", str(self.file)], stderr=subprocess.DEVNULL)

    def worker(self) -> subprocess.Popen:
        words = ["--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        process = self.start("worker", *words, "--resources", "gyakusan-memory=8000000000")
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path, workers=3)
    yield cluster
    cluster.close()


def test_families_come_out_as_of_one_process(tmp_path: Path) -> None:
    families = ["N3", "G1S1", "S1N1P1", "R1P1"]
    expected = gyakusan("enumerate", *families, "--db", "one.db", at=tmp_path)
    gyakusan("shard", "plan", *families, "--out", "plan", "--memory", "500M", at=tmp_path)
    plan = tmp_path / "plan"
    assert drive(plan, "--workers", "3", "--merge", str(tmp_path / "all.db")).wait() == 0
    merged = gyakusan("shard", "merge", "plan", "--db", "all.db", at=tmp_path)
    named = [text.rpartition("digest ")[2].split()[0] for text in (merged, expected)]
    assert len(named[0]) == 64 and named[0] == named[1]


def test_a_family_cut_by_the_king_comes_out_as_of_one_process(tmp_path: Path, cluster: Cluster) -> None:
    families = ["N2", "G1S1"]
    expected = gyakusan("enumerate", *families, "--db", "one.db", at=tmp_path)
    gyakusan("shard", "plan", *families, "--out", "plan", "--by", "rank", "--longest", "9", at=tmp_path)
    plan = tmp_path / "plan"
    driver = drive(plan, "--scheduler", cluster.address, "--batch", "1s")
    wait_until(lambda: done(plan) >= 12 and bool(running(plan)))
    cluster.workers[0].kill()
    assert driver.wait() == 0
    assert done(plan) == 63
    merged = gyakusan("shard", "merge", "plan", "--db", "all.db", at=tmp_path)
    named = [text.rpartition("digest ")[2].split()[0] for text in (merged, expected)]
    assert len(named[0]) == 64 and named[0] == named[1]


def test_three_workers_give_the_digest_of_one_process(plan: Path, cluster: Cluster, expected: str) -> None:
    assert drive(plan, "--scheduler", cluster.address).wait() == 0
    assert merged(plan) == expected


def test_a_worker_is_killed_at_its_task(plan: Path, cluster: Cluster, expected: str) -> None:
    driver = drive(plan, "--scheduler", cluster.address)
    wait_until(lambda: done(plan) >= 2 and len(running(plan)) == 3)
    victim = cluster.workers[0]
    orphans = [pid for pid in running(plan) if parent(pid) == victim.pid]
    assert len(orphans) == 1
    victim.kill()
    wait_until(lambda: not Path(f"/proc/{orphans[0]}").exists(), seconds=10)
    assert done(plan) < TASKS
    assert driver.wait() == 0
    assert merged(plan) == expected


def test_the_command_is_killed_and_files_are_spoilt(plan: Path, expected: str) -> None:
    driver = drive(plan, "--workers", "3")
    wait_until(lambda: done(plan) >= 4 and bool(running(plan)))
    driver.kill()
    driver.wait()
    # Its workers end without it, and so does what they started.
    wait_until(lambda: not running(plan))
    before = done(plan)
    assert 4 <= before < TASKS
    results = sorted((plan / "runs").glob("*.db"))
    changed = bytearray(results[0].read_bytes())
    changed[len(changed) // 2] ^= 1
    results[0].write_bytes(changed)
    results[1].write_bytes(results[1].read_bytes()[:-1])
    driver = drive(plan, "--workers", "3", "--merge", str(plan / "all.db"))
    assert driver.wait() == 0
    assert merged(plan) == expected


def test_an_interruption_ends_everything(plan: Path) -> None:
    driver = drive(plan, "--workers", "2")
    wait_until(lambda: bool(running(plan)))
    driver.send_signal(signal.SIGINT)
    assert driver.wait(timeout=60) == 130
    wait_until(lambda: not running(plan), seconds=10)


def test_what_the_program_says_is_told(plan: Path, capfd: pytest.CaptureFixture[str]) -> None:
    runs = plan / "runs"
    runs.rmdir()
    runs.write_text("no folder")
    assert drive(plan, "--workers", "1").wait() == 2
    assert "000001.db" in capfd.readouterr().err


def parent(pid: int) -> int:
    # pid (name) state parent
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
