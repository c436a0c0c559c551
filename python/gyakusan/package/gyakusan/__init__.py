"""Tsume-shogi (詰将棋): solve, check, enumerate, create and look up problems, read and write files of them.

>>> import gyakusan as gy
>>> gy.solve("8k/9/8P/9/9/9/9/9/9 b G 1").main_line
('G*1b',)

Positions are SFENs, or a `Board`. An SFEN of a problem without pieces in the defender's hand gets all pieces left
over there. Names of fields are those of the program's JSON and of the columns of its databases.
"""

from . import _answers, _columns, _documented, _follow, _records, _results, _sweep
from ._columns import Column, columns
from ._create import Creation, create
from ._database import Database
from ._enumerate import Enumeration, enumerate
from ._exchange import (
    from_cshogi,
    from_python_shogi,
    move_to_cshogi,
    move_to_python_shogi,
    to_cshogi,
    to_python_shogi,
)
from ._follow import Progress
from ._native import Board, Cancelled, Piece, __version__
from ._problems import Problem, Problems, Rows
from ._records import Comment, Record, RecordError, Variation, read_records, save_records, write_records
from ._results import (
    Finding,
    Flaws,
    GivenLine,
    PawnDrop,
    Remark,
    Report,
    Rules,
    Solution,
    Spot,
    Superfluous,
    Try,
    Undecided,
)
from ._solve import check, solve
from ._sweep import Open, Sweep, sweep

__all__ = [
    "Board",
    "Cancelled",
    "Column",
    "Comment",
    "Creation",
    "Database",
    "Enumeration",
    "Finding",
    "Flaws",
    "GivenLine",
    "Open",
    "PawnDrop",
    "Piece",
    "Problem",
    "Problems",
    "Progress",
    "Record",
    "RecordError",
    "Remark",
    "Report",
    "Rows",
    "Rules",
    "Solution",
    "Spot",
    "Superfluous",
    "Sweep",
    "Try",
    "Undecided",
    "Variation",
    "__version__",
    "check",
    "columns",
    "create",
    "enumerate",
    "from_cshogi",
    "from_python_shogi",
    "move_to_cshogi",
    "move_to_python_shogi",
    "read_records",
    "save_records",
    "solve",
    "sweep",
    "to_cshogi",
    "to_python_shogi",
    "write_records",
]

_documented.document(_answers, _columns, _follow, _records, _results, _sweep)
