"""Handing the tasks of a plan to a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256

from distributed import Client, Future, as_completed

from .plan import Plan, PlanError, Task
from .work import run_batch

#: The resource that workers have and tasks take, in bytes.
MEMORY = "gyakusan-memory"

#: A batch is tried so often again when the program failed.
RETRIES = 2


def drive(
    client: Client,
    plan: Plan,
    program: str,
    batch_seconds: float,
    tell: Callable[[int, int], None] = lambda done, tasks: None,
) -> None:
    """Runs all tasks of a plan that are not done.

    A task that needs others begins when these are done, whatever else is still running.

    Raises ``PlanError`` with what the program said when a task failed for good; the others are run nevertheless.
    """
    batches = plan.batches(batch_seconds, plan.done(program))
    known = _memory_of_workers(client)
    _must_fit(batches, known)
    # Plans of one name in several folders are not the same work.
    name = f"{plan.name}-{sha256(str(plan.folder).encode()).hexdigest()[:8]}"
    of_task: dict[int, Future] = {}
    futures: dict[Future, tuple[Task, ...]] = {}
    for batch in batches:
        ids = [task.id for task in batch]
        needs = {of_task[need].key: of_task[need] for need in batch[0].needs if need in of_task}
        future = client.submit(
            run_batch,
            program,
            str(plan.folder),
            ids,
            *needs.values(),
            key=f"{name}-{ids[0]}-{ids[-1]}",
            pure=False,
            retries=RETRIES,
            resources={MEMORY: max(task.memory for task in batch)} if known is not None else None,
        )
        futures[future] = batch
        of_task.update(dict.fromkeys(ids, future))
    tasks = len(plan.tasks)
    done = tasks - sum(map(len, batches))
    tell(done, tasks)
    failed: list[str] = []
    for future in as_completed(futures):
        error = future.exception() if future.status == "error" else None
        if error is not None:
            failed.append(str(error))
        elif future.status == "finished":
            done += len(futures[future])
        else:
            failed.append(f"{future.key}: {future.status}")
        tell(done, tasks)
    if failed:
        raise PlanError(_in_lines(failed))


def _memory_of_workers(client: Client) -> float | None:
    """The most memory that a worker has for tasks, in bytes, if all workers say it."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    if not workers or not all(MEMORY in worker["resources"] for worker in workers):
        return None
    return max(float(worker["resources"][MEMORY]) for worker in workers)


def _must_fit(batches: Iterable[tuple[Task, ...]], known: float | None) -> None:
    """That there is a worker for each batch: who waits for one that never comes waits for ever."""
    most = max((task.memory for batch in batches for task in batch), default=0)
    if known is not None and most > known:
        raise PlanError(f"a task takes {most // 1_000_000} MB, and no worker has more than {known / 1e6:.0f} MB for it")


def _in_lines(failed: Iterable[str]) -> str:
    return "\n".join(sorted(set(failed)))
