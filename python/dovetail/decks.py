"""Decks of a shuffler, asked whether they are fair."""

from __future__ import annotations

import json
import subprocess
import tempfile
from typing import Any, Iterable, List, Mapping, Optional

from .program import Path, _ended, find
from .record import Record, read


def fair(
    decks: Iterable[Iterable[Any]],
    *,
    cards: Optional[int] = None,
    kinds: Optional[Mapping[str, int]] = None,
    previous: bool = False,
    ranks: int = 0,
    false_alarm: float = 0.001,
    seed: int = 1,
    program: Optional[Path] = None,
) -> Record:
    """Whether decks are those of a fair shuffler: the record of `dovetail fair`, whose verdict is fair, unfair or too-few.

    Each deck lists its cards from the top, by number from 0 or from 1, or by name; cards that are equal count as equal. Decks
    may be lists, rows of a numpy array, or come from a generator: they are handed on one by one. cards is the number of cards
    where only the top ones are listed, kinds how many there are of each kind; previous says that each deck was made from the
    one before. With ranks, cards that are equal modulo this are of one rank, as with 13 for numbers from 1 to 52.
    """
    args = [find(program), "fair", "-", "--quiet", "--format", "json", "--false-alarm", repr(false_alarm), "--seed", str(seed)]
    if cards is not None:
        args += ["--cards", str(cards)]
    if kinds is not None:
        args += ["--kinds", ",".join(f"{_name(kind)}={count}" for kind, count in kinds.items())]
    if ranks:
        args += ["--ranks", str(ranks)]
    if previous:
        args += ["--from", "previous"]
    with tempfile.TemporaryFile() as says:
        process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=says)
        assert process.stdin is not None and process.stdout is not None
        try:
            with process.stdin as to:
                for deck in decks:
                    row: List[Any] = deck.tolist() if hasattr(deck, "tolist") else list(deck)
                    line = json.dumps([c if isinstance(c, int) else _name(c) for c in row], ensure_ascii=False)
                    to.write(line.encode() + b"\n")
        except BrokenPipeError:  # a deck was refused: the program has said why
            pass
        except BaseException:
            process.kill()
            raise
        finally:
            text = process.stdout.read().decode()
            process.stdout.close()
            code = process.wait()
        if code != 0:
            raise _ended(code, says)
    record: Record = read(text)
    return record


def _name(card: object) -> str:
    """A name without blanks, which part the cards of a deck."""
    return "_".join(str(card).split())
