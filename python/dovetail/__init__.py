"""Exact answers about card shuffling, from the program dovetail.

    >>> import dovetail
    >>> dovetail.tvd("RRRRRRR", proved=True).lower < 0.34
    True
    >>> d = dovetail.open()
    >>> r = d.ask("score HDR -n 8")
    >>> r.kind, r.w, r.tvd_worst
    ('exact', 1, 0.4760656607144246)
    >>> d.close()

The package computes nothing: one process of the program answers all questions (docs/serve.md), and
its answers come back as records (docs/schemas.md).
"""

from functools import partial as _partial
from typing import Any as _Any
from typing import List as _List

from .ask import QUESTIONS as _QUESTIONS
from .ask import ask
from .decks import fair
from .errors import Canceled, DovetailError, Mismatch, NotAnswered, ProgramNotFound, Stopped, WrongUsage
from .program import Dovetail, Pending, find, open
from .record import Record, Table

__all__ = [
    "Canceled",
    "Dovetail",
    "DovetailError",
    "Mismatch",
    "NotAnswered",
    "Pending",
    "ProgramNotFound",
    "Record",
    "Stopped",
    "Table",
    "WrongUsage",
    "ask",
    "fair",
    "find",
    "open",
]
__version__ = "1.0.0"


def __getattr__(name: str) -> _Any:
    """The function of a question, such as dovetail.rank: ask with the name of its command."""
    if name in _QUESTIONS:
        return _partial(ask, name)
    raise AttributeError(f"module 'dovetail' has no attribute {name!r}")


def __dir__() -> _List[str]:
    return sorted({*globals(), *_QUESTIONS})
