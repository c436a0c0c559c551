"""The command ``gyakusan-dask``."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack

import dask
from distributed import Client, LocalCluster
from distributed.system import MEMORY_LIMIT

from .drive import MEMORY, drive
from .plan import Plan, PlanError

#: What Dask is told. One task at a time goes to a worker: tasks take minutes, and who waits elsewhere may have it.
#: A worker that dies, or is killed, is not the fault of the task it had.
SETTINGS = {
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.scheduler.allowed-failures": 20,
    "distributed.scheduler.work-stealing": True,
    # What takes memory is the program, in a process of its own.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.comm.timeouts.connect": "30s",
}

#: Of a machine's memory, what is left to everything else.
LEFT = 0.15


def main(words: list[str] | None = None) -> int:
    """Runs the command; its exit code."""
    args = _arguments().parse_args(words)
    # Where the workers are other machines, each finds it for itself.
    elsewhere = args.scheduler or args.slurm
    program = args.program if elsewhere else shutil.which(args.program) or args.program
    try:
        plan = Plan.read(args.plan)
        with ExitStack() as stack, dask.config.set(SETTINGS):
            client = stack.enter_context(_client(args, plan, stack))
            drive(client, plan, program, args.batch, _Progress(plan.name))
        if args.merge:
            return subprocess.run([program, "shard", "merge", plan.folder, "--db", args.merge]).returncode
    except PlanError as error:
        print(f"gyakusan-dask: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"gyakusan-dask: no cluster: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("gyakusan-dask: interrupted; the same command goes on", file=sys.stderr)
        return 130
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gyakusan-dask",
        description="Run the tasks of a plan that gyakusan shard plan made, with Dask.",
    )
    parser.add_argument("plan", help="the plan's folder")
    parser.add_argument("--merge", metavar="DB", help="merge what came of all tasks into this database at the end")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=_positive, metavar="N", help="workers to start on this machine; one a core")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a running cluster, such as tcp://host:8786")
    where.add_argument("--slurm", type=_positive, metavar="N", help="ask Slurm for so many workers")
    parser.add_argument(
        "--program",
        default=os.environ.get("GYAKUSAN", "gyakusan"),
        help="the program gyakusan, as the workers find it (default: gyakusan, or what the variable GYAKUSAN says)",
    )
    parser.add_argument(
        "--batch",
        type=_seconds,
        default=120.0,
        metavar="TIME",
        help="hand out shorter tasks together, up to about this time (default: 2m)",
    )
    return parser


def _client(args: argparse.Namespace, plan: Plan, stack: ExitStack) -> Client:
    """A client of the cluster that is asked for."""
    most = max((task.memory for task in plan.tasks), default=0)
    if args.scheduler:
        return Client(args.scheduler)
    if args.slurm:
        try:
            from dask_jobqueue import SLURMCluster
        except ImportError as error:
            raise PlanError("--slurm needs dask-jobqueue: pip install 'gyakusan-dask[slurm]'") from error
        cluster = SLURMCluster(
            cores=1,
            processes=1,
            memory=f"{most // 1_000_000 + 500} MB",
            worker_extra_args=["--resources", f"{MEMORY}={most}"],
        )
        cluster = stack.enter_context(cluster)
        cluster.scale(jobs=args.slurm)
        return Client(cluster)
    count = args.workers or os.cpu_count() or 1
    share = int(MEMORY_LIMIT * (1 - LEFT)) // count
    if share < most:
        raise PlanError(
            f"a task takes {most // 1_000_000} MB, and {count} workers have {share // 1_000_000} MB each: "
            "use fewer (--workers)"
        )
    cluster = LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        resources={MEMORY: share},
    )
    return Client(stack.enter_context(cluster))


class _Progress:
    """Tasks done, on the error stream: a line that is written over at a terminal, else a line now and then."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.start = time.monotonic()
        self.last = float("-inf")
        self.before: int | None = None

    def __call__(self, done: int, tasks: int) -> None:
        now = time.monotonic()
        if self.before is None:
            self.before = done
        is_last = done == tasks
        terminal = sys.stderr.isatty()
        if not (is_last or now - self.last > (0.2 if terminal else 30)):
            return
        self.last = now
        words = f"{self.name}: {done} of {tasks} tasks"
        if done > self.before and not is_last:
            left = (now - self.start) / (done - self.before) * (tasks - done)
            words += f", about {_clock(left)} to go"
        end = "\n" if is_last or not terminal else ""
        print(f"\r\033[K{words}" if terminal else words, end=end, file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of 1 or more")
    return number


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a time such as 30s, 2m or 1h")
    return float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]]
