"""Tables of pandas and Polars, which are wanted only where they are used."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from ._columns import Column, columns

if TYPE_CHECKING:
    import pandas
    import polars

#: A column as bytes: what it holds, 64 bits for each row, a byte for each that is 1 where there is nothing, all texts.
Buffers = tuple[str, bytearray, bytearray, bytes]


class Columns(Protocol):
    """Rows, column by column."""

    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    def values(self, column: int, /) -> list[Any]: ...
    def buffers(self, column: int, /) -> Buffers | None: ...


def to_pandas(table: Columns) -> pandas.DataFrame:
    """Rows as a table of pandas, with types that know what is missing."""
    pd: Any = _library("pandas")
    arrow = _arrow()
    known = _known()
    names = table.names
    # By their places, as the names of an answer in SQL may be alike.
    series = {place: _array(pd, arrow, known.get(name), table, place) for place, name in enumerate(names)}
    frame: pandas.DataFrame = pd.DataFrame(series, columns=range(len(names)), copy=False)
    frame.columns = names
    return frame


_TYPES = {"count": "Int64", "hash": "Int64", "flag": "boolean", "real": "Float64", "text": "string"}


def _array(pd: Any, arrow: Any, column: Column | None, table: Columns, place: int) -> Any:
    import numpy as np

    buffers = table.buffers(place)
    if buffers is None:
        kind = _TYPES.get(column.kind) if column else None
        values = table.values(place)
        if kind is not None and all(value is None for value in values):
            return pd.array(values, dtype=kind)
        return pd.Series(values, dtype=object).convert_dtypes().array
    kind, data, missing, texts = buffers
    mask = np.frombuffer(missing, dtype=np.bool_)
    if kind == "flags":
        return pd.arrays.BooleanArray(np.frombuffer(data, dtype=np.bool_), mask)
    if kind == "integers":
        numbers = np.frombuffer(data, dtype=np.int64)
        # SQL has no yes and no.
        if column is not None and column.kind == "flag" and bool(((numbers == 0) | (numbers == 1)).all()):
            return pd.arrays.BooleanArray(numbers == 1, mask)
        return pd.arrays.IntegerArray(numbers, mask)
    if kind == "reals":
        return pd.arrays.FloatingArray(np.frombuffer(data, dtype=np.float64), mask)
    if arrow is None:
        return pd.array(table.values(place), dtype="string")
    ends = np.zeros(len(mask) + 1, dtype=np.int64)
    ends[1:] = np.frombuffer(data, dtype=np.int64)
    there = arrow.py_buffer(np.packbits(~mask, bitorder="little"))
    parts = (len(mask), arrow.py_buffer(ends), arrow.py_buffer(texts), there)
    return pd.StringDtype("pyarrow").__from_arrow__(arrow.LargeStringArray.from_buffers(*parts))


def to_polars(table: Columns) -> polars.DataFrame:
    """Rows as a table of Polars."""
    pl: Any = _library("polars")
    known = _known()
    types = {
        "count": pl.Int64,
        "hash": pl.Int64,
        "flag": pl.Boolean,
        "real": pl.Float64,
        "text": pl.String,
        "bytes": pl.Binary,
    }
    alike = [name for name, count in Counter(table.names).items() if count > 1]
    if alike:
        raise ValueError(f"Polars has no tables with two columns of one name: {', '.join(alike)}")
    series = []
    for place, name in enumerate(table.names):
        values = table.values(place)
        kind = known[name].kind if name in known else None
        # SQL may have made anything of what it calls by the name of a column.
        if kind is not None and not _fits(kind, values):
            kind = None
        if kind == "flag":
            values = [None if value is None else bool(value) for value in values]
        series.append(pl.Series(name, values, dtype=None if kind is None else types[kind], strict=False))
    frame: polars.DataFrame = pl.DataFrame(series)
    return frame


_HELD: dict[str, type] = {"count": int, "hash": int, "flag": bool, "real": float, "text": str, "bytes": bytes}


def _fits(kind: str, values: list[Any]) -> bool:
    """Whether a column of that kind holds these values as they are."""
    there = [value for value in values if value is not None]
    if kind == "flag" and all(type(value) is int for value in there):
        # SQL has no yes and no.
        return all(value in (0, 1) for value in there)
    return all(type(value) is _HELD[kind] for value in there)


def _known() -> dict[str, Column]:
    return {column.name: column for column in columns()}


def _arrow() -> Any:
    """PyArrow, whose texts pandas takes as they are; without it they are made one by one."""
    try:
        return import_module("pyarrow")
    except ImportError:
        return None


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is not installed: pip install {name}", name=name) from error
