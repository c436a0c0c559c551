"""What is written in Rust. Of it only `Board` is meant for users."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar

__version__: str

class Board:
    """A position, and the moves played since it was made.

    Hands are taken as they stand, but for an empty hand of the defender's in a problem, which gets all pieces left
    over; an SFEN that lists a piece with the count 0 there (`0p`) leaves it empty. Moves are in USI. In a notebook a board is shown as a picture.

    Boards are equal that show the same position. As moves change it, a board is no key of a dict or a set: its `sfen`
    is one. It can be copied and pickled, with its moves.
    """

    def __init__(self, sfen: str) -> None: ...
    @property
    def sfen(self) -> str:
        """The position as SFEN, in its canonical form."""
    @property
    def _problem(self) -> str: ...
    @property
    def turn(self) -> str:
        """Whose move it is: `black` or `white`."""
    @property
    def attacker(self) -> str:
        """The attacker (攻方): `black` or `white`."""
    @property
    def moves(self) -> list[str]:
        """The moves played since the board was made."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves."""
    @property
    def checks(self) -> list[str]:
        """The legal moves that give check."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_mate(self) -> bool:
        """Whether the side to move is mated."""
    def push(self, usi: str) -> None:
        """Plays a legal move."""
    def pop(self) -> str:
        """Takes the last move back, and tells which it was."""
    def mirror(self) -> Board:
        """The mirror image, left and right exchanged, its moves too."""
    def copy(self) -> Board:
        """Another board with the same position and moves."""
    def svg(self, *, caption: str | None = None, both_hands: bool = False) -> str:
        """The picture that books print; the square of the last move is tinted.

        The defender's hand is drawn where it is not the rest of the set, or with `both_hands`. Signs of the caption
        for which there is no outline are left out.
        """
    def _repr_svg_(self) -> str: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

def solve(
    sfen: str,
    *,
    goal: str,
    shortest: bool,
    nodes: int | None,
    time: float | None,
    plies: int | None,
    threads: int,
    memory: int | None,
    short_set: bool,
) -> str: ...
def check(
    sfen: str,
    *,
    line: Sequence[str] | None,
    policy: str,
    nodes: int | None,
    time: float | None,
    thorough: bool,
    shortest: bool,
    share: int | None,
    stage: int | None,
    variations: bool,
    memory: int | None,
    short_set: bool,
) -> str: ...
def japanese(sfen: str, line: Sequence[str]) -> str: ...
def kif(sfen: str, line: Sequence[str]) -> str: ...
def read_records(
    bytes: bytes,
    name: str,
    *,
    format: str | None,
    short_set: bool,
    full_set: bool,
    skip_errors: bool,
) -> tuple[list[tuple[int, str, list[str]]], tuple[int | None, str] | None]: ...
def record_json(line: str) -> str: ...
def write_records(lines: Sequence[str], format: str) -> bytes: ...
def columns() -> list[tuple[str, str, list[str]]]: ...
def query(path: str, sql: str, *, time: float | None) -> tuple[list[str], list[list[Any]]]: ...
def search(
    path: str,
    words: Mapping[str, str],
    *,
    preset: str | None,
    family: Sequence[str] | None,
    condition: str | None,
    sort: str | None,
    ascending: bool,
    after: int | None,
    limit: int | None,
    all: bool,
    ideas: bool,
    time: float | None,
) -> list[tuple[list[Any], int]]: ...
def enumerate(
    catalogs: Sequence[str],
    database: str,
    *,
    keep_table: str | None,
    longest: int | None,
    verify: str,
    seed: int,
    threads: int,
    memory: int | None,
) -> list[str]: ...

class Creation:
    @property
    def candidates(self) -> int: ...
    def next(self) -> list[Any] | None: ...
    def close(self) -> None: ...

def create(
    words: Mapping[str, str],
    *,
    preset: str | None,
    condition: str | None,
    works: Sequence[str] | str | PathLike[str] | None,
    start: Sequence[str] | str | PathLike[str] | None,
    seed: int,
    count: int | None,
    candidates: int | None,
    time: float | None,
    threads: int,
) -> Creation: ...
