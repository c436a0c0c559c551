"""Tsume-shogi (詰将棋): solve, check, enumerate, create and look up problems, read and write files of them.

>>> import gyakusan as gy
>>> gy.solve("8k/9/8P/9/9/9/9/9/9 b G 1").main_line
('G*1b',)

Positions are SFENs, or a `Board`. An SFEN of a problem without pieces in the defender's hand gets all pieces left
over there. Names of fields are those of the program's JSON and of the columns of its databases.
"""

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
from ._native import Board, __version__
from ._problems import Problem, Problems, Rows
from ._records import Comment, Record, RecordError, Variation, read_records, write_records
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

__all__ = [
    "Board",
    "Column",
    "Comment",
    "Creation",
    "Database",
    "Enumeration",
    "Finding",
    "Flaws",
    "GivenLine",
    "PawnDrop",
    "Problem",
    "Problems",
    "Record",
    "RecordError",
    "Remark",
    "Report",
    "Rows",
    "Rules",
    "Solution",
    "Spot",
    "Superfluous",
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
    "solve",
    "to_cshogi",
    "to_python_shogi",
    "write_records",
]
