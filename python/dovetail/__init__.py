"""Exact answers about card shuffling, from the program dovetail.

    >>> import dovetail
    >>> d = dovetail.open()
    >>> r = d.ask("score HDR -n 8")
    >>> r.kind, r.w, r.tvd_worst
    ('exact', 1, 0.4760656607144246)
    >>> d.close()

The package computes nothing: one process of the program answers all questions (docs/serve.md), and
its answers come back as records (docs/schemas.md).
"""

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
    "fair",
    "find",
    "open",
]
__version__ = "1.0.0"
