"""Boards and moves of cshogi and python-shogi, which are wanted only where they are used.

Their boards do not hold what the SFEN of a problem says with `0p`: that an empty hand of the defender's stays empty where
pieces are missing. Back from there, such a hand has all pieces left over. Moves are texts in USI here; of a move of
theirs `cshogi.move_to_usi(move)` and `move.usi()` make one.
"""

from __future__ import annotations

from typing import Any

from . import _arguments, _native
from ._native import Board


def from_cshogi(board: Any) -> Board:
    """A board of cshogi, with the moves that were pushed on it.

    It is read as its SFEN is: an empty hand of the defender's gets all pieces left over.
    """
    import cshogi

    if not isinstance(board, cshogi.Board):
        raise TypeError(f"board: expected a cshogi.Board, found {_arguments.kind(board)}")
    start = board.copy()
    line = [cshogi.move_to_usi(move) for move in board.history]
    for _ in line:
        start.pop()
    return _played(start.sfen(), line)


def to_cshogi(board: Board) -> Any:
    """The `cshogi.Board` of a board, with its moves pushed."""
    import cshogi

    start, line = _start(board)
    theirs = cshogi.Board(start)
    for move in line:
        theirs.push_usi(move)
    return theirs


def move_to_cshogi(board: Board, usi: str) -> int:
    """A legal move on a board as cshogi has it: a number. It is given in USI or in Japanese.

    Raises `ValueError` if it is none.
    """
    theirs = to_cshogi(board)
    move: int = theirs.move_from_usi(board.parse(usi))
    return move


def from_python_shogi(board: Any) -> Board:
    """A board of python-shogi, with the moves that were pushed on it.

    It is read as its SFEN is: an empty hand of the defender's gets all pieces left over.
    """
    import shogi

    if not isinstance(board, shogi.Board):
        raise TypeError(f"board: expected a shogi.Board, found {_arguments.kind(board)}")
    line = [move.usi() for move in board.move_stack]
    # A copy has no moves to take back.
    moves = list(board.move_stack)
    try:
        for _ in moves:
            board.pop()
        start = board.sfen()
    finally:
        for move in moves[len(board.move_stack) :]:
            board.push(move)
    return _played(start, line)


def to_python_shogi(board: Board) -> Any:
    """The `shogi.Board` of python-shogi of a board, with its moves pushed."""
    import shogi

    start, line = _start(board)
    theirs = shogi.Board(start)
    for move in line:
        theirs.push_usi(move)
    return theirs


def move_to_python_shogi(usi: str) -> Any:
    """A move as python-shogi has it: a `shogi.Move`.

    Raises `ValueError` if it is not written in USI.
    """
    import shogi

    return shogi.Move.from_usi(_native.usi(_arguments.text("usi", usi)))


def _played(start: str, line: list[str]) -> Board:
    board = Board(start)
    for move in line:
        board.push_usi(move)
    return board


def _start(board: Board) -> tuple[str, list[str]]:
    """The position before the moves in the SFEN that others read, which know no piece with the count 0, and the moves."""
    if not isinstance(board, Board):
        raise TypeError(f"board: expected a gyakusan.Board, found {_arguments.kind(board)}")
    start, line = board.copy(), board.moves
    for _ in line:
        start.pop()
    return start._plain, line
