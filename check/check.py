#!/usr/bin/env python3
"""Checks records of dovetail with no code of dovetail.

    python3 check/check.py [--time SECONDS] [--seed N] FILE...      (- is the standard input)

Everything here is computed from the definitions in docs/, with Python 3 alone: whole numbers,
fractions, and fixed point with 2^-220 as its unit. It is slow and plain on purpose. For each
record it says what it has proved and what it has left; every field is one or the other (record.py).
Exit code 0: no record is false; 3: one is; 2: one could not be read.
"""
import argparse, gzip, os, signal, sys, traceback, zlib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import deals, distances, fair, orders, topswops, words
from record import Beyond, Fields, QUESTIONS, Report, TimeOver, Wrong, formed, named, records, same

try:
    import resource
except ImportError:  # not Unix
    resource = None


MEMORY = 1 << 30  # bytes, for all that is read and computed


CHECKS = {
    "topswops-max": topswops.topswops_max, "topswops-play": topswops.topswops_play,
    "topswops-records": topswops.topswops_records, "topswops-bounds": topswops.topswops_bounds,
    "topswops-census": topswops.topswops_census,
    "orders-deck": orders.orders_deck, "orders": orders.orders_list, "orders-stats": orders.orders_stats,
    "orders-with": orders.orders_with, "orders-move": orders.orders_move, "orders-move-cards": orders.orders_move_cards, "faro": orders.faro_decks,
    "score": words.score, "repeat": words.score, "rank": words.rank, "rank-bound": words.rank, "rank-decks": words.rank,
    "rank-law": words.rank, "emax": words.emax,
    "law": distances.law, "riffles": distances.riffles, "bound": distances.bound, "tvd": distances.tvd, "piles": distances.piles,
    "pairs": deals.pairs, "deck": deals.deck, "hands": deals.hands, "fair": fair.fair, "opening": deals.opening,
    "guess-watch": deals.guess_watch, "sample": deals.sample,
}

# What kind of answer each is: of bound, hands, piles and tvd the record decides, and of others all are exact.
KINDS = {**dict.fromkeys(("part", "topswops-bounds", "topswops-records"), "bound"),
         **dict.fromkeys(("rank-decks", "rank-sampled", "spread", "sample", "opening", "fair", "riffle", "trick"), "sampled")}


def kind(name, r):
    """The kind of a record, or None if its check decides."""
    if name == "law-matrix":
        return "sampled" if r["question"].get("dealt") else "exact"
    if name == "topswops-max":
        return "bound" if "bounds" in r else "exact"
    if name == "rank-bound":
        return "sampled" if "on_record" in r else "bound"
    return None if name in ("bound", "hands", "tvd", "piles") else KINDS.get(name, "exact")


def judge(r, rep):
    """A record as it was checked, and 0 if nothing false is found, 2 if it is no record, 3 and the reason in the report
    if it is false."""
    twins, known = [], named(r)
    if known is None:
        return r, 2
    try:
        name, r = known[0], formed(r, *known, rep)
        rep.hold(isinstance(r.get("question"), Fields) or name not in QUESTIONS, "its question is missing")
        if name in QUESTIONS:
            twins = same(name, r, known[1], rep)
        if "kind" in r and (of := kind(name, r)):
            rep.expect(r, "kind", of)
        if name not in CHECKS:
            rep.leave("all of it: this program does not know the kind")
        else:
            CHECKS[name](r, rep)
    except Wrong as why:
        rep.false = str(why)
    except Beyond as what:
        rep.leave(str(what))
    except (TimeOver, MemoryError, RecursionError):
        rep.leave("the rest: it takes more time or memory")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as e:
        rep.false = f"it has not the form of its schema ({type(e).__name__}: {e})"
    if isinstance(r, Fields) and "schema" in r:
        r.proved |= {"schema"}
    for key in twins:
        pair = (r, dict.__getitem__(r, "question"))
        if any(key in of.proved for of in pair):  # which were compared
            for of in pair:
                of.proved |= {key}
    return r, 3 if rep.false else 0


def say(line):
    """Prints a line, on which what a record says stays on it."""
    print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


def verdict(path, r, rep):
    r, code = judge(r, rep)
    if code == 2:
        say(f"{path}: no record of dovetail")
        return code
    schema = dict.get(r, "schema")
    if code == 3:
        say(f"{path}: {schema}: FALSE: {rep.false[:300]}")
        return code
    left = rep.left + (["the fields " + ", ".join(r.unproved())] if rep.proved and r.unproved() else [])
    say(f"{path}: {schema}: {'holds' if not left else 'checked in part' if rep.proved else 'not checked'}")
    for line in rep.proved:
        say(f"  proved: {line}")
    for line in left:
        say(f"  left:   {line}")
    return code


def over(*_):
    raise TimeOver


def limited(what, limit):
    """Limits what this process may take, where the system can and has no lower limit."""
    try:
        resource.setrlimit(getattr(resource, what), (limit, limit))
    except (AttributeError, OSError, ValueError):
        pass


def within(seconds, path, r, seed):
    """The verdict on a record, by a process of its own where the system has such: a check that is at work when its time
    is over is broken off after some more, and the process ended if it cannot be."""
    if not hasattr(os, "fork") or named(r) is None:
        return verdict(path, r, Report(seconds, seed))
    sys.stdout.flush()
    child = os.fork()
    if child:
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended not in (0, 2, 3):
            say(f"{path}: {dict.get(r, 'schema') if isinstance(r, dict) else 'no record'}: not checked")
            say("  left:   all of it: " + ("it takes more time or memory" if ended < 0 else "this program failed"))
            return 0 if ended < 0 else 2
        return ended
    code = 1
    try:
        most = int(seconds + 6)
        limited("RLIMIT_CPU", most + 5)
        signal.signal(signal.SIGPROF, over)
        signal.setitimer(signal.ITIMER_PROF, most)
        code = verdict(path, r, Report(seconds, seed))
        sys.stdout.flush()
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)


def main():
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has seen enough, such as head, ends it quietly
    limited("RLIMIT_AS", MEMORY)
    sys.set_int_max_str_digits(0)
    sys.stdout.reconfigure(errors="backslashreplace")
    args = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    args.add_argument("--time", type=float, default=20, help="CPU seconds for each record")
    args.add_argument("--seed", type=int, default=None, help="of what is checked at random")
    args.add_argument("files", nargs="+", metavar="FILE")
    asked, code = args.parse_args(), 0
    worst = lambda *codes: max(codes, key=(0, 2, 3).index)
    for path in asked.files:
        try:
            text = sys.stdin.buffer.read() if path == "-" else (gzip.open if path.endswith(".gz") else open)(path, "rb").read()
            found = 0
            for found, r in enumerate(records(text.decode()), 1):
                code = worst(code, within(asked.time, path, r, asked.seed))
            if not found:
                say(f"{path}: no record found")
                code = worst(code, 2)
        except (OSError, EOFError, zlib.error, ValueError, OverflowError, RecursionError, MemoryError) as e:
            say(f"{path}: cannot be read: {'it takes too much memory' if isinstance(e, MemoryError) else e}")
            code = worst(code, 2)
    sys.exit(code)


if __name__ == "__main__":
    main()
