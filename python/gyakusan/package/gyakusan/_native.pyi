"""What is written in Rust. Of it only `Board`, `Piece` and `Cancelled` are meant for users."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

from ._follow import Event

__version__: str

class Cancelled(Exception):
    """A work was called off by the event that it was given as `cancel`."""

@final
class Piece:
    """A piece: whose it is, its kind, whether its promoted side is up.

    `Piece("+r")` reads the letters of SFEN, `Piece("☖龍")` the names of books. Pieces that are alike are equal.
    """

    def __new__(cls, symbol: str) -> Piece: ...
    @property
    def color(self) -> Literal["black", "white"]:
        """Whose it is."""
    @property
    def kind(self) -> Literal["K", "R", "B", "G", "S", "N", "L", "P"]:
        """The letter of its kind."""
    @property
    def promoted(self) -> bool:
        """Whether its promoted side is up."""
    @property
    def symbol(self) -> str:
        """Its letters in SFEN: `+r` is White's dragon."""
    @property
    def japanese(self) -> str:
        """The sign that diagrams have: `龍`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position, and the moves played since it was made.

    An SFEN is read with its hands as they stand, but for an empty hand of the defender's in a problem, which gets all
    pieces left over; an SFEN that lists a piece with the count 0 there (`0p`) leaves it empty. Moves are given in USI
    or in Japanese, and returned in USI. In a notebook a board is shown as a picture.

    Boards are equal, and have equal hashes, that show the same position. Moves change a board: one that is a key of a
    dict or in a set is not to be played on, its `copy()` is. It can be copied and pickled, with its moves.
    """

    def __new__(cls, sfen: str) -> Board: ...
    @property
    def sfen(self) -> str:
        """The position as SFEN, in its canonical form: an empty hand of the defender's is written `0p` where an SFEN
        without it would give that side all pieces left over."""
    @property
    def _plain(self) -> str: ...
    @property
    def _start(self) -> str: ...
    @property
    def turn(self) -> Literal["black", "white"]:
        """Whose move it is."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The attacker (攻方)."""
    @property
    def moves(self) -> list[str]:
        """The moves played since the board was made, in USI."""
    @property
    def japanese(self) -> str:
        """The moves played since the board was made, in Japanese: `☗１二金 ☖同　玉`."""
    def piece_at(self, square: str) -> Piece | None:
        """What stands on a square, `None` if it is empty. The square is `"1a"`, `"11"` or `"１一"`."""
    def piece_map(self) -> dict[str, Piece]:
        """The pieces on the board, by their squares in USI."""
    def hand(self, color: Literal["black", "white"]) -> dict[str, int]:
        """How many pieces of each kind a side has in hand: `{"G": 2, "P": 1}`."""
    @property
    def hands(self) -> dict[str, dict[str, int]]:
        """How many pieces of each kind both sides have in hand, by their names: `{"black": {"G": 1}, "white": {}}`."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, in USI."""
    @property
    def checks(self) -> list[str]:
        """The legal moves that give check, in USI."""
    def is_legal(self, move: str) -> bool:
        """Whether a move, given in USI or in Japanese, is legal here; `False` also for what is no move."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_mate(self) -> bool:
        """Whether the side to move is mated."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated: `is_mate` by the name that python-chess and python-shogi have for it."""
    def parse(self, move: str) -> str:
        """A legal move in USI. It is given so, or in Japanese: `☗１二金`, `同玉`."""
    def name(self, move: str) -> str:
        """A legal move in Japanese: `☗１二金`. It is given so, or in USI."""
    def push(self, move: str) -> str:
        """Plays a legal move, given in USI or in Japanese, and returns it in USI."""
    def push_usi(self, usi: str) -> str:
        """Plays a legal move, given in USI alone, and returns it."""
    def pop(self) -> str:
        """Takes the last move back, and returns it."""
    def peek(self) -> str:
        """The last move."""
    def mirror(self) -> Board:
        """The mirror image, left and right exchanged, its moves too."""
    def copy(self) -> Board:
        """Another board with the same position and moves."""
    def svg(
        self,
        *,
        caption: str | None = None,
        both_hands: bool = False,
        ground: Literal["auto", "light", "dark", "none"] = "auto",
        size: int | None = None,
    ) -> str:
        """The picture that books print, as SVG; the square of the last move is tinted.

        `ground` is what is behind it: `"light"`, `"dark"`, `"auto"` (light, or dark where whoever looks at it prefers
        that), each with ink that shows on it, or `"none"`, with the ink of the page. `size` is the width in pixels. The
        defender's hand is drawn where it is not the rest of the set, or with `both_hands`. A `caption` with signs of which
        the package has no outlines is drawn in a font of whoever looks at it.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

_Told = Callable[[str, int, int, float], object]

def main(words: Sequence[str]) -> int: ...
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
    tries: bool,
    progress: _Told | None,
    cancel: Event | None,
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
    tries: bool,
    progress: _Told | None,
    cancel: Event | None,
) -> str: ...
def japanese(sfen: str, line: Sequence[str]) -> str: ...
def kif(sfen: str, line: Sequence[str]) -> str: ...
def usi(move: str) -> str: ...
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

@final
class Table:
    def __new__(cls, names: Sequence[tuple[str, bool]], rows: int, values: Sequence[Sequence[Any]]) -> Table: ...
    def some(self, rows: Sequence[int]) -> Table: ...
    @property
    def names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def row(self, row: int) -> tuple[Any, ...]: ...
    def values(self, column: int, /) -> list[Any]: ...
    def buffers(self, column: int, /) -> tuple[str, bytearray, bytearray, bytes] | None: ...

@final
class Opened:
    def __new__(cls, path: str) -> Opened: ...
    def close(self) -> None: ...

def query(
    database: Opened, sql: str, parameters: Sequence[Any] | dict[str, Any] | None, *, time: float | None
) -> Table: ...
def problem(database: Opened, id: int) -> list[Any] | None: ...
def search(
    database: Opened,
    words: Mapping[str, str],
    *,
    preset: str | None,
    line: Sequence[str],
    motif: Sequence[str],
    tries: Sequence[str],
    variation: Sequence[str],
    every_variation: Sequence[str],
    nodes: int,
    family: Sequence[str] | None,
    sweep: int | None,
    condition: str | None,
    sort: str | None,
    ascending: bool,
    after: int | None,
    limit: int | None,
    all: bool,
    ideas: bool,
    time: float | None,
) -> tuple[Table, int]: ...
def enumerate(
    catalogs: Sequence[str],
    database: str,
    *,
    temporary: bool,
    keep_table: str | None,
    longest: int | None,
    verify: str,
    seed: int,
    threads: int,
    memory: int | None,
    time: float | None,
    progress: _Told | None,
    cancel: Event | None,
) -> list[str]: ...
def sweep(
    catalog: str,
    database: str,
    *,
    temporary: bool,
    nodes: int,
    resume: bool,
    range: tuple[int, int] | None,
    sample: int | None,
    seed: int,
    threads: int,
    memory: int | None,
    time: float | None,
    progress: _Told | None,
    cancel: Event | None,
) -> tuple[int, list[tuple[int, int]], list[tuple[int, str, bool]], str, int]: ...

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
    memory: int | None,
    progress: _Told | None,
    cancel: Event | None,
) -> Creation: ...
