"""How long works are followed: told how far they are, called off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from . import _arguments


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a work is."""

    phase: str
    """What it is at, in words: `3 plies: judging and writing`."""
    done: int
    """Steps of the phase that are done: nodes, positions, candidates."""
    total: int
    """Steps of the phase in all; 0 if that is not known."""
    seconds: float
    """The time since the work began."""

    @property
    def fraction(self) -> float | None:
        """The part of the phase that is done, from 0 to 1; `None` if that is not known."""
        return self.done / self.total if self.total else None


class Event(Protocol):
    """What calls a work off: an event of `threading`, of `multiprocessing`, or anything that has this method."""

    def is_set(self) -> bool:
        """Whether the work is to end."""


Follower: TypeAlias = Callable[[Progress], object]
"""What is called with the progress of a work."""

_Told: TypeAlias = Callable[[str, int, int, float], object]


def told(progress: Follower | None) -> _Told | None:
    """What is called with what a progress is made of."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress: expected something to call, found {_arguments.kind(progress)}")
    follower = progress

    def tell(phase: str, done: int, total: int, seconds: float) -> None:
        follower(Progress(phase, done, total, seconds))

    return tell


def event(cancel: Event | None) -> Event | None:
    """What calls a work off."""
    # A class has the method, but nobody sets it.
    if cancel is not None and (isinstance(cancel, type) or not callable(getattr(cancel, "is_set", None))):
        raise TypeError(f"cancel: expected an event such as threading.Event(), found {_arguments.kind(cancel)}")
    return cancel
