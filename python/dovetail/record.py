"""Records, with their fields as attributes, and lists of them as tables.

Numbers are what they are in docs/schemas.md: integers are int of any size, and doubles are float. Where a record knows more
than a double holds, NAME is the nearest double and NAME_exact the digits or the fraction as a text, which
fractions.Fraction reads exactly.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterable, Iterator, List, Tuple

_LARGE = re.compile(r"-?[1-9][0-9]{15,}")  # an integer beyond 53 bits, as records write it
_TEXTS = frozenset({"checksum", "sha256"})  # which may look like one


class Record:
    """A record, or an object in one: r.word is its field word, and r["word"] as well.

    A field whose name is no name in Python has an underscore more, as r.in_, or is r["in"]. A field
    that a record leaves out where it has no value is found by r.get(name).
    """

    __slots__ = ("_fields",)
    _fields: Dict[str, Any]

    def __init__(self, fields: Iterable[Tuple[str, Any]] = ()) -> None:
        object.__setattr__(self, "_fields", {name: _value(name, x) for name, x in fields})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_fields":
            raise AttributeError(name)
        for known in (name, name[:-1] if name.endswith("_") else name):
            if known in self._fields:
                return self._fields[known]
        raise AttributeError(f"the record has no field {name!r}; it has {', '.join(self._fields)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a record is not changed")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._fields == other._fields

    __hash__ = None  # type: ignore[assignment]

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(name for name in self._fields if name.isidentifier())]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_brief(x)}" for name, x in self._fields.items())
        return f"Record({shown})"

    def __reduce__(self) -> Any:
        return Record, (tuple(self._fields.items()),)

    def keys(self) -> List[str]:
        """The names of the fields, in order."""
        return list(self._fields)

    def get(self, name: str, default: Any = None) -> Any:
        """The field of a name, or default where there is none."""
        return self._fields.get(name, default)

    def to_dict(self) -> Dict[str, Any]:
        """The record as dicts and lists."""
        return {name: _plain(x) for name, x in self._fields.items()}

    def to_json(self) -> str:
        """The record as `dovetail verify` reads it."""
        return json.dumps({name: _written(x) for name, x in self._fields.items()})


class Table(List[Record]):
    """A list of records that have a row each."""

    @property
    def columns(self) -> List[str]:
        """The names of all fields, in the order of their first rows."""
        return list(dict.fromkeys(name for row in self for name in row))

    def __getitem__(self, key: Any) -> Any:
        """A row, or by its name a column: an array where numpy is installed, otherwise a list. What a row lacks is None, or
        NaN in a column of numbers."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self.columns:
            raise KeyError(f"the table has no column {key!r}; it has {', '.join(self.columns)}")
        return _array([row.get(key) for row in self])

    def arrays(self) -> Dict[str, Any]:
        """All columns by their names."""
        return {name: self[name] for name in self.columns}

    def to_dicts(self) -> List[Dict[str, Any]]:
        """The rows as dicts."""
        return [row.to_dict() for row in self]

    def pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        import pandas  # type: ignore[import]

        return pandas.DataFrame(self.to_dicts(), columns=self.columns)

    def polars(self) -> Any:
        """The rows as a polars.DataFrame."""
        import polars  # type: ignore[import]

        return polars.DataFrame(self.to_dicts(), infer_schema_length=None)


def read(text: str) -> Any:
    """JSON with its objects as records."""
    return json.loads(text, object_pairs_hook=Record)


def _array(column: List[Any]) -> Any:
    try:
        import numpy  # type: ignore[import]
    except ImportError:
        return column
    kinds = {type(x) for x in column}
    if float in kinds and kinds <= {float, int, type(None)}:
        return numpy.array([numpy.nan if x is None else x for x in column], dtype=float)
    whole = kinds == {int} and all(abs(x) < 1 << 63 for x in column)
    if whole or kinds in ({str}, {bool}):
        return numpy.array(column)
    array = numpy.empty(len(column), dtype=object)
    array[:] = column
    return array


def _value(name: str, x: Any) -> Any:
    if isinstance(x, list):
        x = [_value(name, y) for y in x]
        return Table(x) if x and all(isinstance(y, Record) for y in x) else x
    if isinstance(x, str) and name not in _TEXTS and _LARGE.fullmatch(x):
        return int(x)
    return x


def _plain(x: Any) -> Any:
    if isinstance(x, Record):
        return x.to_dict()
    return [_plain(y) for y in x] if isinstance(x, list) else x


def _written(x: Any) -> Any:
    if isinstance(x, Record):
        return {name: _written(y) for name, y in x._fields.items()}
    if isinstance(x, list):
        return [_written(y) for y in x]
    if isinstance(x, int) and abs(x) > 1 << 53:
        return str(x)
    return x


def _brief(x: Any) -> str:
    if isinstance(x, list) and len(x) > 6:
        return f"[{len(x)} of {type(x[0]).__name__}]"
    return repr(x)
