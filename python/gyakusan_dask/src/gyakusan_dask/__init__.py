"""Runs plans of ``gyakusan shard plan`` on Dask."""

from .drive import drive
from .plan import Plan, PlanError, Task

__all__ = ["Plan", "PlanError", "Task", "drive"]
