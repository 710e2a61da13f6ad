"""Questions as functions: rank(m=5), tvd("RRRRDRR"), orders(52).

Each is ask with the name of a command. One process of the program answers them all; it is started by the first.
"""

from __future__ import annotations

import shlex
import threading
from typing import Any, Iterator, List, Optional

from . import program
from .program import Dovetail, Progress
from .record import Record

# The commands that answer questions. fair has a function of its own.
QUESTIONS = frozenset(
    "deck emax guess hands law models opening orders pairs rank repeated riffles sample score topswops trick tvd".split()
)

_lock = threading.Lock()
_shared: Optional[Dovetail] = None


def ask(
    question: str, *words: Any, timeout: Optional[float] = None, progress: Optional[Progress] = None, **parameters: Any
) -> Record:
    """The answer to a question, by the name of its command or by the schema of its answer.

    ask("tvd", "RRR", n=20) is `dovetail tvd RRR -n 20`: what the flag is called, the parameter is, with _ for -, and with
    another _ at its end where Python needs the name. True is a flag alone, and a list is a flag several times; range(2, 53)
    is 2..52. With a schema, the parameters are the fields of a question as records have it:
    ask("dovetail/orders-deck/2", n=52).
    """
    if question.startswith("dovetail/"):
        return _program().question(question, parameters, timeout=timeout, progress=progress)
    args = [*shlex.split(question), *(text for w in words for text in _texts(w))]
    for name, value in parameters.items():
        flag = name.rstrip("_").replace("_", "-")
        flag = f"-{flag}" if len(flag) == 1 else f"--{flag}"
        if isinstance(value, bool):
            args += [f"{flag}={str(value).lower()}"]
        else:
            args += [part for text in _texts(value) for part in (flag, text)]
    return _program().ask(shlex.join(args), timeout=timeout, progress=progress)


def _texts(value: Any) -> Iterator[str]:
    """A value as the command line has it, or those of a list."""
    if isinstance(value, range):
        yield f"{value[0]}..{value[-1]}"
        return
    many: List[Any] = value.tolist() if hasattr(value, "tolist") else value
    yield from map(str, many if isinstance(many, (list, tuple)) else [many])


def _program() -> Dovetail:
    """The process that all functions share; another one if it has ended."""
    global _shared
    with _lock:
        if _shared is None or _shared._ended:
            _shared = program.open()
        return _shared
