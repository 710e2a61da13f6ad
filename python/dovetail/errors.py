"""What can go wrong, by the exit codes of the program."""

from __future__ import annotations

from typing import Dict, Sequence, Type

from .record import Record


class DovetailError(Exception):
    """The program could not answer.

    code is its exit code, and records are what it knew by then: true as they stand, and less than
    was asked for.
    """

    def __init__(self, message: str, code: int = 1, records: Sequence[Record] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.records = list(records)


class WrongUsage(DovetailError):
    """The question is wrong, and the message says what would be right (exit code 2)."""


class Mismatch(DovetailError):
    """A record does not hold (exit code 3)."""


class Stopped(DovetailError):
    """A search ended early and has saved its state (exit code 4)."""


class Canceled(DovetailError):
    """The question was given up (exit code 130)."""


class NotAnswered(DovetailError, TimeoutError):
    """The time for the answer was over."""


class ProgramNotFound(DovetailError, FileNotFoundError):
    """There is no program to ask."""


_BY_CODE: Dict[int, Type[DovetailError]] = {2: WrongUsage, 3: Mismatch, 4: Stopped, 130: Canceled}


def failure(message: str, code: int, records: Sequence[Record] = ()) -> DovetailError:
    """The exception for an exit code of the program."""
    if message.startswith("not answered within "):
        return NotAnswered(message, code, records)
    return _BY_CODE.get(code, DovetailError)(message, code, records)
