"""The program as a process that is asked.

dovetail.open() starts `dovetail serve`: requests are lines of JSON on its standard input, answers
are lines on its standard output, each with the id of its request (docs/serve.md). A thread reads
the lines and hands them to whoever waits for that id, so that any number of threads may ask.
"""

from __future__ import annotations

import atexit
import itertools
import json
import os
import queue
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
import threading
from types import TracebackType
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Type, Union

from .errors import Canceled, DovetailError, ProgramNotFound, WrongUsage, failure
from .record import Record, read

Progress = Callable[[Record], None]
Path = Union[str, "os.PathLike[str]"]


def find(program: Optional[Path] = None) -> str:
    """Where the program is: as given, as $DOVETAIL says, beside this package, or on PATH."""
    scripts = shutil.which("dovetail", path=sysconfig.get_path("scripts"))
    named = program or os.environ.get("DOVETAIL")
    found = shutil.which(os.fspath(named)) if named else scripts or shutil.which("dovetail")
    if not found:
        missing = f"no program {os.fspath(named)}" if named else "dovetail is not on PATH, and DOVETAIL is not set"
        raise ProgramNotFound(missing)
    return found


def open(program: Optional[Path] = None, *, threads: Optional[int] = None, at_once: int = 2) -> Dovetail:
    """Start the program. It answers so many questions at once, with so many threads each."""
    return Dovetail(find(program), threads, at_once)


class Dovetail:
    """A process of the program. It ends with close, with a `with` block, or with Python."""

    def __init__(self, program: str, threads: Optional[int] = None, at_once: int = 2) -> None:
        self.program = program
        self._threads = [] if threads is None else ["--threads", str(threads)]
        self._says = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [program, "serve", "--quiet", "--at-once", str(at_once), *self._threads],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._says,
        )
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._waiting: Dict[int, "queue.SimpleQueue[Optional[Record]]"] = {}
        self._ended = False
        self._wrong = ""  # what the program printed that is no answer
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        atexit.register(self.close)

    def ask(self, command: str, *, timeout: Optional[float] = None, progress: Optional[Progress] = None) -> Record:
        """The answer to a command line without the name of the program, such as "orders 52".

        It is split as a shell does: an argument with blanks stands in quotes. A command with several
        answers is for ask_all. After timeout seconds NotAnswered is raised; progress is called with
        the fields of a progress line: share, seconds, left and part.
        """
        return _only(self.ask_all(command, timeout=timeout, progress=progress), command)

    def ask_all(
        self, command: str, *, timeout: Optional[float] = None, progress: Optional[Progress] = None
    ) -> List[Record]:
        """All answers to a command line."""
        return self.start(command, timeout=timeout, progress=progress).all()

    def question(
        self,
        schema: str,
        question: Union[Record, Mapping[str, Any]],
        *,
        timeout: Optional[float] = None,
        progress: Optional[Progress] = None,
    ) -> Record:
        """The answer to a question as records have it, as in question(r.schema, r.question)."""
        text = question.to_json() if isinstance(question, Record) else json.dumps(dict(question))
        asks = {"schema": schema, "question": json.loads(text)}
        return _only(self._start(asks, timeout, progress).all(), schema)

    def start(self, command: str, *, timeout: Optional[float] = None, progress: Optional[Progress] = None) -> Pending:
        """Ask and do not wait: the answer is that of Pending.result()."""
        return self._start({"command": command}, timeout, progress)

    def rows(self, command: str) -> Iterator[Record]:
        """The rows of an answer, one by one.

        Those of a list of orders, as rows("orders 2..1e6"), come as they are found, by a process of
        their own, and take no memory; whoever stops early ends it.
        """
        with tempfile.TemporaryFile() as says:
            args = [self.program, *_arguments(command), "--format", "json", "--quiet", *self._threads]
            process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=says)
            assert process.stdout is not None
            try:
                first = process.stdout.readline().decode()
                if first.endswith('"rows": [\n'):
                    for line in process.stdout:
                        if line[:1] == b"{":
                            yield read(line.decode().rstrip(",\n"))
                    records = []
                else:
                    text = first + process.stdout.read().decode()
                    records = [read(text)] if text else []
                if process.wait() != 0:
                    raise _ended(process.returncode, says)
                for record in records:
                    yield from record.rows
            finally:
                process.kill()
                process.wait()
                process.stdout.close()

    def picture(self, command: str, path: Path) -> Path:
        """Draw the answer to a file (.png or .svg), as the program does with --png."""
        self.run(*_arguments(command), "--png", os.fspath(path), "--out", os.devnull)
        return path

    def verify(self, *records: Record) -> Record:
        """The verdicts of `dovetail verify` on records: each is computed again. A false one raises Mismatch."""
        text = "\n".join(r.to_json() for r in records)
        verdicts: Record = read(self.run("verify", "-", "--format", "json", stdin=text))
        return verdicts

    def run(self, *args: str, stdin: str = "") -> str:
        """What the program prints for any arguments, by a process of its own."""
        with tempfile.TemporaryFile() as says:
            line = [self.program, *args, "--quiet"]
            done = subprocess.run(line, input=stdin.encode(), stdout=subprocess.PIPE, stderr=says)
            if done.returncode != 0:
                raise _ended(done.returncode, says)
        return done.stdout.decode()

    def close(self) -> None:
        """Give up what is not answered, and end the process."""
        atexit.unregister(self.close)
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        self._says.close()

    def __enter__(self) -> Dovetail:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def _start(self, asks: Dict[str, Any], timeout: Optional[float], progress: Optional[Progress]) -> Pending:
        answers: "queue.SimpleQueue[Optional[Record]]" = queue.SimpleQueue()
        with self._lock:
            request = next(self._ids)
        asks = {"id": request, "progress": progress is not None, **asks}
        if timeout is not None:
            asks["seconds"] = max(timeout, 1e-3)
        line = json.dumps(asks)
        with self._lock:
            self._waiting[request] = answers
            if self._ended:
                answers.put(None)
        self._send(line)
        return Pending(self, request, answers, progress)

    def _send(self, line: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with self._writing:
                stdin.write(line.encode() + b"\n")
                stdin.flush()
        except (OSError, ValueError):  # the process has ended: who waits is told by _read
            pass

    def _read(self, lines: IO[bytes]) -> None:
        for line in lines:
            try:
                self._hand(read(line.decode()))
            except (KeyError, TypeError, ValueError):  # not of our program: it may never answer
                self._wrong = f"{self.program} printed what is no answer: {line[:200]!r}"
                self._process.kill()
                break
        with self._lock:
            self._ended = True
            for answers in self._waiting.values():
                answers.put(None)

    def _hand(self, reply: Record) -> None:
        """Give a reply to whoever waits for it; one without an id may be for any, so all get it."""
        with self._lock:
            for request in list(self._waiting) if reply["id"] is None else [reply["id"]]:
                if request in self._waiting:
                    self._waiting[request].put(reply)
                    if "done" in reply or "error" in reply:
                        del self._waiting[request]

    def _lost(self) -> DovetailError:
        if self._wrong:
            return DovetailError(self._wrong)
        if self._says.closed:
            return Canceled("the program was closed", 130)
        return _ended(self._process.wait(), self._says)


class Pending:
    """A question that is asked and not yet answered."""

    def __init__(
        self,
        program: Dovetail,
        request: int,
        answers: "queue.SimpleQueue[Optional[Record]]",
        progress: Optional[Progress],
    ) -> None:
        self._program, self._request, self._answers, self._progress = program, request, answers, progress
        self._records: List[Record] = []
        self._error: Optional[DovetailError] = None
        self._done = False

    def cancel(self) -> None:
        """Give the question up. Who waits for its answer gets Canceled, unless it was known already."""
        self._program._send(json.dumps({"cancel": self._request}))

    def result(self) -> Record:
        """Wait for the answer."""
        return _only(self.all(), "the question")

    def all(self) -> List[Record]:
        """Wait for all answers. Ctrl-C, or an error in progress, gives the question up."""
        while not self._done:
            try:
                reply = self._answers.get()
                if reply is not None and "progress" in reply and self._progress is not None:
                    self._progress(reply.progress)
            except BaseException:
                self.cancel()
                raise
            self._take(reply)
        if self._error is not None:
            raise self._error
        return self._records

    def _take(self, reply: Optional[Record]) -> None:
        if reply is None:
            self._done, self._error = True, self._program._lost()
        elif "record" in reply:
            self._records.append(reply.record)
        elif "error" in reply:
            self._done, self._error = True, failure(reply.error, reply.get("code", 1), self._records)
        elif "done" in reply:
            self._done = True


def _arguments(command: str) -> List[str]:
    if not isinstance(command, str):
        raise WrongUsage(f"a command is one line of text, such as 'orders 52', not {command!r}", 2)
    try:
        return shlex.split(command)
    except ValueError as wrong:
        raise WrongUsage(f"{command}: {wrong}", 2) from None


def _only(records: Sequence[Record], question: str) -> Record:
    if len(records) != 1:
        raise ValueError(f"{question} has {len(records)} answers; ask_all gives them")
    return records[0]


def _ended(code: int, says: IO[bytes]) -> DovetailError:
    says.seek(0)
    lines = says.read().decode(errors="replace").strip().splitlines()
    return failure(lines[-1] if lines else f"the program ended with {code}", code)
