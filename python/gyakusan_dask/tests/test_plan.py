"""Reading plans, and what is handed out together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gyakusan_dask import Plan, PlanError
from gyakusan_dask.command import main
from gyakusan_dask.drive import _must_fit
from gyakusan_dask.work import TaskFailed, run_batch


def plan_of(folder: Path, seconds: list[float | None], needs: dict[int, list[int]] | None = None) -> Plan:
    """A plan whose tasks are to take so long."""
    (folder / "plan.json").write_text(json.dumps({"format": 1, "catalog": "trial.toml"}))
    lines = [
        json.dumps({"id": id, "needs": (needs or {}).get(id, []), "memory": 1, "seconds": time})
        for id, time in enumerate(seconds, 1)
    ]
    (folder / "tasks.jsonl").write_text("\n".join(lines))
    return Plan.read(folder)


def numbers(batches: list) -> list[list[int]]:
    return [[task.id for task in batch] for batch in batches]


def test_a_plan_has_the_name_that_the_program_gives_it(tmp_path: Path) -> None:
    plan_of(tmp_path, [1])
    for head, name in [
        ({"kind": "sweep", "catalog": "king1.toml"}, "king1"),
        ({"kind": "enumeration", "catalogs": ["catalogs/000001/N2.toml"]}, "N2"),
        ({"kind": "enumeration", "catalogs": ["catalogs/000001/N2.toml", "catalogs/000002/S2.toml"]}, "families"),
    ]:
        (tmp_path / "plan.json").write_text(json.dumps({"format": 1, **head}))
        assert Plan.read(tmp_path).name == name


def test_short_tasks_are_handed_out_together(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, [10, 10, 10, 50, 5, 10])
    assert numbers(plan.batches(30)) == [[1, 2, 3], [4], [5, 6]]
    assert numbers(plan.batches(30, {2, 5})) == [[1, 3], [4], [6]]
    assert numbers(plan.batches(1)) == [[1], [2], [3], [4], [5], [6]]
    assert plan.batches(30, range(1, 7)) == []


def test_tasks_of_unknown_length_go_one_by_one(tmp_path: Path) -> None:
    assert numbers(plan_of(tmp_path, [None, None]).batches(30)) == [[1], [2]]


def test_tasks_that_need_others_do_not_go_with_them(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, [1, 1, 1, 1], {3: [1, 2], 4: [1, 2]})
    assert numbers(plan.batches(30)) == [[1, 2], [3, 4]]


def test_what_is_no_plan_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "plan.json: no such file" in capsys.readouterr().err
    plan_of(tmp_path, [1])
    (tmp_path / "tasks.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(PlanError, match="is no plan"):
        Plan.read(tmp_path)
    (tmp_path / "plan.json").write_text('{"format": 2}')
    with pytest.raises(PlanError, match="format 2"):
        Plan.read(tmp_path)


def test_a_missing_program_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan_of(tmp_path, [1])
    assert main([str(tmp_path), "--program", "no-such-program", "--workers", "1"]) == 2
    assert "no-such-program: cannot be run" in capsys.readouterr().err


def test_what_fits_no_worker_is_told_at_once(tmp_path: Path) -> None:
    batches = plan_of(tmp_path, [1]).batches(60)
    _must_fit(batches, None)
    _must_fit(batches, 1)
    with pytest.raises(PlanError, match="no worker has more than"):
        _must_fit(batches, 0)


def test_the_program_is_told_which_language_is_read(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$@" >&2\nexit 3\n')
    program.chmod(0o755)
    with pytest.raises(TaskFailed, match="--lang en"):
        run_batch(str(program), str(tmp_path), [1])
