#!/usr/bin/env python3
"""Tests check.py: python3 check/edits.py [--all] [--most N] FOLDER-OF-RECORDS

Takes the shortest record of each form, with each set of fields, or all of them, and edits every field: numbers, texts, truth values and kinds
are changed, fields left out and added, lists shortened, lengthened and emptied, in the answer, in the question, and
in both alike. Of each record N of these edits are tried, spread evenly over its fields: 50, which takes about a minute for one
record of each form. Each edited record must be found false, or its field be named among those that are left."""
import argparse, copy, json, pathlib, signal, sys
from fractions import Fraction as F

import check

# Edits of a question and its answer alike that make a true record of another question, by form (* is every one):
# the letters of models that no word has, a card that stays where it is, an even number after an odd one, the samples
# where no cell is in doubt, and a length that no game has.
TRUE = {("*", "models"): lambda r: True, ("orders-move", "n"): lambda r: r["from"] == r["to"],
        ("orders-stats", "to"): lambda r: r["to"] % 2, ("score", "samples"): lambda r: r["ew_sd"] == 0,
        ("topswops-max", "at_least"): lambda r: r["count"] in (0, "0")}


def text(value):
    """JSON, with all digits of numbers."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text, value)) + "]"
    if isinstance(value, F):
        shift = max(value.denominator.bit_length(), 1)
        return f"{value * 10 ** shift}e-{shift}" if value.denominator > 1 else f"{value}.0"
    return json.dumps(value)


def leaves(value, path=()):
    """All places of a record with what stands there; of a list the first and the last item."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else [] if not isinstance(value, list) else \
        [(i, value[i]) for i in sorted({0, len(value) - 1}) if value]
    for key, v in inner:
        yield from leaves(v, path + (key,))


def edits(value):
    """What may stand in the place of a value."""
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, (int, F)):
        near = [value + (abs(value) / 1000 or F(1, 1000)), value + F(1, 2)]
        return [value + 1, value * 2, -1, str(value), True, None] + near
    if isinstance(value, str):
        digit = [value[:-1] + str((int(value[-1]) + 5) % 10), str(int(value[0]) ^ 1) + value[1:]] \
            if value.replace(".", "").isdigit() else []
        kinds = [k for k in ("exact", "bound", "sampled") if k != value] if value in ("exact", "bound", "sampled") else []
        return [value + "x", "", "nonsense", 7, None] + digit + kinds
    if isinstance(value, list):
        return [v for v in (value[:-1], value + value[-1:], [], value[1:], value[::-1], "text") if v != value]
    return [None, 7] if value is None or isinstance(value, dict) else []


GONE = object()


def put(record, path, value):
    """A copy of a record with something else in one place."""
    new = copy.copy(record)
    if len(path) > 1:
        new[path[0]] = put(record[path[0]], path[1:], value)
    elif value is GONE:
        del new[path[0]]
    else:
        new[path[0]] = value
    return new


def plain(value):
    """A record as plain lists and dictionaries."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return list(map(plain, value)) if isinstance(value, list) else value


def judge(record):
    """What check.py says of a record: its code, and whether it names a field as left."""
    rep = check.Report(0.02, 1)
    signal.setitimer(signal.ITIMER_PROF, 10)
    r, code = check.judge(next(check.records(text(record))), rep)
    signal.setitimer(signal.ITIMER_PROF, 0)
    names = r.unproved() if code == 0 and rep.proved else []
    return code, lambda path: code == 0 and not rep.proved or any(path == n or path.startswith(n + ".") for n in names)


def tries(record):
    """All edits: the fields concerned, the edited record, and in words what was done."""
    q = record.get("question") if isinstance(record.get("question"), dict) else {}
    for path, value in leaves(record):
        name = ".".join(k.removesuffix("_exact") for k in path if isinstance(k, str))
        for new in edits(value):
            if new == value and type(new) is type(value):
                continue
            yield [name], put(record, path, new), f"{path} = {text(new)} for {text(value)[:60]}"
            if path == (name,) and q.get(name) == value and name != "kind":
                yield [name, "question." + name], put(put(record, path, new), ("question", name), new), \
                    f"{path} and the question's = {text(new)} for {text(value)[:60]}"
        if isinstance(path[-1], str):
            yield [name], put(record, path, GONE), f"{path} left out"
        if isinstance(value, dict):
            yield [name + ".surplus"], put(record, path + ("surplus",), 1), f"{path} with one field more"
    yield ["surplus"], put(record, ("surplus",), 1), "one field more"


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    args.add_argument("--all", action="store_true", help="edit every record, not one of each form and set of fields")
    args.add_argument("--most", type=int, default=50, help="edits of each record; 0 means all of them")
    args.add_argument("folder", type=pathlib.Path)
    asked = args.parse_args()
    signal.signal(signal.SIGPROF, check.over)
    forms, tried, missed = set(), 0, []
    for path in sorted((p for p in asked.folder.iterdir() if p.is_file()), key=lambda p: (p.stat().st_size, p.name)):
        for record in map(plain, check.records(path.read_text(encoding="utf-8"))):
            name = record["schema"].split("/")[1]
            sealed = any("record" in e for e in record.get("entries", []))  # by its text, which edits change
            fields = name, frozenset(record), frozenset(record.get("question") or ())
            if name not in check.CHECKS or sealed or not asked.all and fields in forms:
                continue
            forms.add(fields)
            code, left = judge(record)
            if code:
                missed.append(f"{path.name}: a genuine record is refused")
            every = list(tries(record))
            most, first = min(asked.most or len(every), len(every)), 7 * tried  # others of the next record
            for names, edited, what in (every[(first + i * len(every) // most) % len(every)] for i in range(most)):
                tried += 1
                code, now = judge(edited)
                if not code and not any(map(now, names)) and not any(map(left, names if "left out" in what else [])) and \
                        not (len(names) == 2 and any(TRUE[form, names[0]](record) for form in (name, "*") if (form, names[0]) in TRUE)):
                    missed.append(f"{path.name}: {name} holds with {what}")
    print("\n".join(missed + [f"{tried} edits of {len({name for name, *_ in forms})} kinds of records, {len(missed)} not noticed"]))
    sys.exit(1 if missed or tried < 100 else 0)


if __name__ == "__main__":
    main()
