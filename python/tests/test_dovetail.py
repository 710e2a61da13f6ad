"""What the package promises, tried on the program: DOVETAIL=... python3 -m unittest discover tests"""

import contextlib
import doctest
import importlib.util
import io
import itertools
import os
import pathlib
import pickle
import platform
import random
import re
import runpy
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import unittest
import venv
import zipfile
from unittest import mock

import dovetail
from dovetail.record import Record, Table, read

HERE = pathlib.Path(__file__).parent
LONG = "topswops max 19 --yes"  # hours


class Records(unittest.TestCase):
    def test_fields(self):
        r = read(
            '{"schema": "x", "in": {"order": 52}, "rows": [{"n": 2}, {"n": 3, "m": 4}], "decks": [[1, 2]], "values": 1}'
        )
        self.assertEqual((r.schema, r["schema"], r.in_.order, r.rows[1].m), ("x", "x", 52, 4))
        self.assertEqual((r.decks, r.values), ([[1, 2]], 1))
        self.assertIsInstance(r.rows, Table)
        self.assertEqual(r.rows.columns, ["n", "m"])
        self.assertEqual(r.rows[0].get("m", 7), 7)
        self.assertEqual(dict(r), {name: r[name] for name in r})
        self.assertIn("rows", dir(r))
        self.assertEqual(pickle.loads(pickle.dumps(r)), r)
        with self.assertRaisesRegex(AttributeError, "no field 'out'; it has schema, in"):
            r.out
        with self.assertRaises(AttributeError):
            r.n = 1

    def test_numbers(self):
        text = (
            '{"a": "9007199254740993", "b": 52, "c": "0.25", "d": "-36472996377170786403", "e": 1e-07, '
            '"checksum": "1234567890123456"}'
        )
        r = read(text)
        self.assertEqual((r.a, r.b, r.c, r.d), (2**53 + 1, 52, "0.25", -36472996377170786403))
        self.assertEqual(r.checksum, "1234567890123456")
        self.assertEqual(r.to_json(), text)

    def test_frames(self):
        rows = read('{"rows": [{"n": 2}, {"n": 3, "in": {"p": 1}}]}').rows
        data = [{"n": 2}, {"n": 3, "in": {"p": 1}}]
        for name in "pandas", "polars":
            with self.subTest(name):
                module = types.ModuleType(name)
                module.DataFrame = mock.Mock()
                with mock.patch.dict(sys.modules, {name: module}):
                    getattr(rows, name)()
                self.assertEqual(module.DataFrame.call_args.args, (data,))
                try:
                    frame = getattr(rows, name)()
                except ImportError:
                    continue
                self.assertEqual((list(frame.columns), list(frame["n"])), (["n", "in"], [2, 3]))


class Fairness(unittest.TestCase):
    def test_verdicts(self):
        source = random.Random(1)
        decks = [source.sample(range(52), 52) for _ in range(300)]
        r = dovetail.fair(decks)
        self.assertEqual((r.schema, r.n, r.decks, r.verdict), ("dovetail/fair/1", 52, 300, "fair"))
        one = [[c + 1 for c in deck] for deck in decks]
        self.assertEqual(dovetail.fair(one).p_value, r.p_value)
        self.assertEqual(dovetail.fair(iter(decks[:5])).verdict, "too-few")
        cuts = [list(range(k, 52)) + list(range(k)) for k in range(0, 50, 5)]
        r = dovetail.fair(cuts, false_alarm=1e-6)
        self.assertEqual((r.verdict, r.faults[0].model), ("unfair", "cut(law=uniform)"))
        hands = dovetail.fair([["basic land", "spell"]] * 60, kinds={"basic land": 24, "spell": 36})
        self.assertEqual((hands.verdict, hands.kinds, hands.listed), ("unfair", ["basic_land", "spell"], 2))

    def test_rows_of_an_array(self):
        class Row(list):
            def tolist(self):
                return list(self)

        source = random.Random(2)
        decks = [Row(source.sample(range(1, 9), 8)) for _ in range(50)]
        self.assertEqual(dovetail.fair(decks), dovetail.fair([list(d) for d in decks]))
        try:
            import numpy
        except ImportError:
            return
        self.assertEqual(dovetail.fair(numpy.array(decks)), dovetail.fair(decks))

    def test_refused(self):
        with self.assertRaisesRegex(dovetail.WrongUsage, "line 2: card 1 is at places 1 and 2"):
            dovetail.fair([[1, 2, 3, 4], [1, 1, 2, 3]])


class Asking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.d = dovetail.open()
        cls.addClassCleanup(cls.d.close)

    def test_ask(self):
        r = self.d.ask("score HDR -n 8")
        self.assertEqual((r.schema, r.kind, r.word, r.prefixes[2].word), ("dovetail/score/3", "exact", "HDR", "HDR"))
        self.assertEqual(self.d.question(r.schema, r.question), r)
        self.assertEqual(self.d.question("dovetail/orders-deck/2", {"n": 52}).out.order, 8)
        large = self.d.ask("orders 2^62")
        self.assertEqual((large.n, pow(2, large.in_.order, 2**62 + 1)), (2**62, 1))

    def test_several(self):
        self.assertEqual([r.n for r in self.d.ask_all("orders 52 54")], [52, 54])
        with self.assertRaisesRegex(ValueError, "orders 52 54 has 2 answers; ask_all gives them"):
            self.d.ask("orders 52 54")

    def test_errors(self):
        with self.assertRaisesRegex(dovetail.WrongUsage, 'unknown letter "X"') as caught:
            self.d.ask("score XYZ")
        self.assertEqual((caught.exception.code, caught.exception.records), (2, []))
        for command in "help", "verify x", "rank --out x", "nothing", "", "hands -5file", "score 'R", ["orders", "52"]:
            with self.subTest(command), self.assertRaises(dovetail.WrongUsage):
                self.d.ask(command, timeout=60)
        for command in "score 'R", ["orders", "52"], None:
            with self.subTest(command), self.assertRaises(dovetail.WrongUsage):
                next(self.d.rows(command))
        with self.assertRaises(TypeError):
            self.d.ask(b"orders 52")
        with self.assertRaises(dovetail.WrongUsage):
            self.d.ask("orders 52", timeout=float("nan"))
        with self.assertRaisesRegex(dovetail.WrongUsage, "longer than"):
            self.d.ask("x" * 2_000_000)
        self.assertEqual(self.d.ask("orders 52").n, 52)

    def test_quotes(self):
        """Commands are split as a shell does, whoever runs them."""
        command = "rank --by c -n 8 -m 2 --alphabet R --model 'R=riffle(cut=normal, sd=2)'"
        r = self.d.ask(command)
        self.assertEqual(r.models, ["R=riffle(cut=normal,sd=2)"])
        self.assertEqual(list(self.d.rows(command)), r.rows)
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(self.d.picture(command, pathlib.Path(folder) / "a b.svg").exists())

    def test_time(self):
        began = time.monotonic()
        with self.assertRaisesRegex(TimeoutError, "not answered within 0.2 s"):
            self.d.ask(LONG, timeout=0.2)
        self.assertLess(time.monotonic() - began, 60)

    def test_cancel(self):
        pending = self.d.start(LONG)
        pending.cancel()
        with self.assertRaises(dovetail.Canceled) as caught:
            pending.result()
        self.assertEqual(caught.exception.code, 130)

    def test_progress(self):
        seen = []
        self.d.ask("rank -m 9 --by worst", progress=lambda p: seen.append(p.share))
        self.assertTrue(seen)
        self.assertTrue(all(0 <= share <= 1 for share in seen), seen)

        def stop(_):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.d.ask(LONG, progress=stop)

    def test_threads(self):
        got = {}

        def ask(n):
            got[n] = self.d.ask(f"orders {n}").n

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(2, 22)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(got, {n: n for n in range(2, 22)})

    def test_rows(self):
        rows = list(self.d.rows("orders 2..5"))
        self.assertEqual([(r.n, r.out, r.in_) for r in rows], [(2, 1, 2), (3, 2, 2), (4, 2, 4), (5, 4, 4)])
        self.assertEqual(rows, self.d.ask("orders 2..5").rows)
        first = list(itertools.islice(self.d.rows("orders 1e12..1e12+9999999"), 2))
        self.assertEqual([r.n for r in first], [10**12, 10**12 + 1])
        self.assertEqual(len(list(self.d.rows("rank --by c -m 2 --top 3"))), 3)
        with self.assertRaises(dovetail.WrongUsage):
            next(self.d.rows("orders 5..2"))

    def test_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, begins in ("a.png", b"\x89PNG"), ("a.svg", b"<svg"):
                path = pathlib.Path(folder) / name
                self.assertEqual(self.d.picture("rank --by c -m 2", path), path)
                self.assertTrue(path.read_bytes().startswith(begins))
            with self.assertRaises(dovetail.WrongUsage):
                self.d.picture("rank --by c -m 2", pathlib.Path(folder) / "a.txt")

    def test_verify(self):
        r = self.d.ask("score HDR -n 8")
        self.assertEqual([v.verdict for v in self.d.verify(r, self.d.ask("orders 2^62")).records], ["holds", "holds"])
        false = Record((name, x + 1 if name == "w" else x) for name, x in r.to_dict().items())
        with self.assertRaises(dovetail.Mismatch) as caught:
            self.d.verify(false)
        self.assertEqual(caught.exception.code, 3)


class Processes(unittest.TestCase):
    def test_close(self):
        d = dovetail.open(threads=1, at_once=1)
        pending = [d.start(LONG) for _ in range(2)]
        d.close()
        for p in pending:
            with self.assertRaises(dovetail.DovetailError):
                p.result()
        with self.assertRaises(dovetail.DovetailError):
            d.ask("orders 52")

    def test_killed(self):
        with dovetail.open() as d:
            pending = d.start(LONG)
            d._process.kill()
            with self.assertRaises(dovetail.DovetailError):
                pending.result()
            with self.assertRaises(dovetail.DovetailError):
                d.ask("orders 52")

    def test_refused(self):
        with dovetail.open(threads=-1) as d, self.assertRaisesRegex(dovetail.WrongUsage, "threads"):
            d.ask("orders 52")

    def test_answers_of_others(self):
        """What is no answer, or one to nobody by name, keeps nobody waiting."""
        for line, says in (
            ('{"id":null,"error":"for all","code":2}', "for all"),
            ("hello", "printed what is no answer: b'hello"),
            ("[1]", "printed what is no answer"),
            ('{"error":"x"}', "printed what is no answer"),
        ):
            with self.subTest(line), tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder) / "program"
                program.write_text(f"#!/bin/sh\nread -r request\necho '{line}'\nexec sleep 60\n")
                program.chmod(0o755)
                with dovetail.open(program) as d, self.assertRaisesRegex(dovetail.DovetailError, says):
                    d.ask("orders 52")

    def test_find(self):
        with mock.patch.dict(os.environ, {"DOVETAIL": "/nowhere/dovetail"}):
            with self.assertRaisesRegex(FileNotFoundError, "no program /nowhere/dovetail"):
                dovetail.open()
            self.assertEqual(dovetail.find(sys.executable), sys.executable)

    def test_questions(self):
        says = io.StringIO()
        with contextlib.redirect_stdout(says):
            runpy.run_path(str(HERE.parent / "examples" / "questions.py"))
        self.assertEqual(
            says.getvalue(),
            """\
2187 words of 7 shuffles, 4 of them with C = 1; the best:
  HDHRDHH  w=2704  mean TVD 0.00150349
  HRRDHHR  w=2704  mean TVD 0.00173411
  HHRDHHR  w=2704  mean TVD 0.00236501
seven riffles leave 0.3341
f(13) = 80, reached by 1 deck: [2, 9, 4, 5, 11, 12, 10, 1, 8, 13, 3, 6, 7]
52 cards: 8 out-shuffles, 52 in-shuffles
of the first 10,000 decks 9949 cards take 9948 out-shuffles
dovetail/orders-deck/2 holds
dovetail/topswops-max/2 holds
""",
        )

    def test_samples(self):
        """What README, docs/reach.md and the package itself show can be done."""
        readme = (HERE.parent / "README.md").read_text()
        reach = (HERE.parent.parent / "docs" / "reach.md").read_text().split("\n## Python\n")[1].split("\n## ")[0]
        frames = {name: mock.Mock() for name in ("pandas", "polars") if importlib.util.find_spec(name) is None}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(sys.modules, frames):
            os.chdir(folder)
            try:
                for page in readme, reach:
                    (block,) = re.findall(r"(?:^    .*\n|^\n)*^    .*\n", page, re.M)
                    names = {}
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(textwrap.dedent(block), names)
                    if "pending" in names:
                        names["pending"].cancel()
                    names["d"].close()
                calls = re.findall(r"`(d\.\w+\(.*?\))`", readme)
                self.assertGreaterEqual(len(calls), 9)
                self.assertEqual(len(calls), readme.count("`d."))
                with dovetail.open() as d, contextlib.redirect_stdout(io.StringIO()):
                    r = d.ask("score HDR -n 8")
                    for call in calls:
                        with self.subTest(call):
                            answer = eval(call, {"d": d, "r": r})
                            if isinstance(answer, dovetail.Pending):
                                answer = answer.result()
                            elif isinstance(answer, types.GeneratorType):
                                answer = next(answer)
                            self.assertTrue(answer)
                result = doctest.testmod(dovetail, verbose=False)
                self.assertEqual((result.failed, result.attempted > 0), (0, True))
            finally:
                os.chdir(before)


class Wheels(unittest.TestCase):
    def test_wheel(self):
        """The wheel that carries the program installs it where the package finds it."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            program = folder / "dovetail"
            program.write_text("#!/bin/sh\necho carried\n")
            wheel = runpy.run_path(str(HERE.parent / "wheel.py"))["build"]
            plain = wheel(folder)
            again = plain.read_bytes()
            self.assertEqual(wheel(folder).read_bytes(), again)
            carrying = wheel(folder, program, "linux/amd64", HERE.parent.parent / "LICENSE")
            self.assertTrue(carrying.name.endswith("-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl"))
            with zipfile.ZipFile(carrying) as z:
                record = [n for n in z.namelist() if n.endswith("/RECORD")][0]
                self.assertEqual(len(z.read(record).splitlines()), len(z.namelist()))
                self.assertIn("dovetail/py.typed", z.namelist())
            if importlib.util.find_spec("pip") is None:
                self.skipTest("there is no pip")
            if sys.platform != "linux" or platform.machine() != "x86_64":
                self.skipTest("the wheel is for another machine")
            venv.create(folder / "venv", with_pip=False)
            bin = folder / "venv" / "bin"
            pip = [sys.executable, "-m", "pip", "--python", bin / "python", "install", "-q", "--no-index", carrying]
            subprocess.run(pip, check=True, stderr=subprocess.PIPE)
            env = {k: v for k, v in os.environ.items() if k not in ("DOVETAIL", "PYTHONPATH")}
            asks = "import dovetail, subprocess; print(subprocess.check_output([dovetail.find()]).decode(), end='')"
            got = subprocess.run([bin / "python", "-I", "-c", asks], env=env, check=True, stdout=subprocess.PIPE).stdout
            self.assertEqual(got, b"carried\n")


if __name__ == "__main__":
    unittest.main()
