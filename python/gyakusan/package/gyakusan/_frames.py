"""Tables of pandas and Polars, which are wanted only where they are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._columns import Column, columns

if TYPE_CHECKING:
    import pandas
    import polars


def to_pandas(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    """Rows as a table of pandas, with types that know what is missing."""
    pd: Any = _library("pandas")
    known = _known()
    types = {"count": "Int64", "hash": "Int64", "flag": "boolean", "real": "Float64", "text": "string"}
    series = {}
    for name in names:
        values = [row[name] for row in rows]
        kind = types.get(known[name].kind) if name in known else None
        series[name] = pd.Series(values, dtype=kind) if kind else pd.Series(values, dtype=object).convert_dtypes()
    return pd.DataFrame(series, columns=list(names))


def to_polars(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> polars.DataFrame:
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
    series = []
    for name in names:
        values = [row[name] for row in rows]
        kind = types[known[name].kind] if name in known else None
        series.append(pl.Series(name, values, dtype=kind, strict=False))
    frame: polars.DataFrame = pl.DataFrame(series)
    return frame


def _known() -> dict[str, Column]:
    return {column.name: column for column in columns()}


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is not installed: pip install {name}", name=name) from error
