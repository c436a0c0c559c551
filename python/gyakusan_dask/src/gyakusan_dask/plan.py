"""A plan's files, as docs/shards.md describes them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

FORMAT = 1


class PlanError(Exception):
    """What is wrong with a plan, in words."""


@dataclass(frozen=True)
class Task:
    """One task of a plan."""

    id: int
    needs: tuple[int, ...]
    #: In bytes, with one thread.
    memory: int
    #: Expected time with one thread; ``None`` if nothing is known.
    seconds: float | None


@dataclass(frozen=True)
class Plan:
    """A folder with tasks."""

    folder: Path
    name: str
    tasks: tuple[Task, ...]

    @classmethod
    def read(cls, folder: str | Path) -> Plan:
        """Reads the files of a plan."""
        folder = Path(folder).resolve()
        try:
            head = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
            if head["format"] != FORMAT:
                raise PlanError(f"{folder}: format {head['format']} is not supported")
            lines = (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
            tasks = tuple(_task(json.loads(line)) for line in lines)
            return cls(folder, _name(head), tasks)
        except FileNotFoundError as error:
            raise PlanError(f"{error.filename}: no such file: gyakusan shard plan makes plans") from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise PlanError(f"{folder}: is no plan: {error!r}") from error

    def done(self, program: str) -> set[int]:
        """The tasks whose results are there and whole, as the program finds by their checksums."""
        command = [program, "shard", "status", str(self.folder), "--verify", "--json"]
        try:
            ran = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise PlanError(f"{program}: cannot be run: {error.strerror}") from error
        if ran.returncode != 0:
            raise PlanError(ran.stderr.strip())
        states = map(json.loads, ran.stdout.splitlines())
        return {state["id"] for state in states if state["state"] == "done"}

    def batches(self, seconds: float, done: Container[int] = ()) -> list[tuple[Task, ...]]:
        """What is not done yet, in batches of about so long: Dask takes some milliseconds for each of them."""
        batches: list[tuple[Task, ...]] = []
        batch: list[Task] = []
        for task in self.tasks:
            if task.id in done:
                continue
            length = sum(one.seconds or seconds for one in batch)
            fits = length + (task.seconds or seconds) <= seconds
            if batch and not (fits and batch[0].needs == task.needs):
                batches.append(tuple(batch))
                batch = []
            batch.append(task)
        if batch:
            batches.append(tuple(batch))
        return batches


def _name(head: dict) -> str:
    """What the program calls the plan: its sweep, its one family, or ``families``."""
    if head.get("kind") != "enumeration":
        return Path(head["catalog"]).stem
    families = head["catalogs"]
    return Path(families[0]).stem if len(families) == 1 else "families"


def _task(line: dict) -> Task:
    return Task(
        id=int(line["id"]),
        needs=tuple(line["needs"]),
        memory=int(line["memory"]),
        seconds=line["seconds"],
    )
