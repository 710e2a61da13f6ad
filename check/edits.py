#!/usr/bin/env python3
"""Tests check.py: python3 check/edits.py FOLDER-OF-RECORDS

Of the first record of each kind, every number that the checker looks at is changed in its last digit,
one at a time. It must then be found false, unless it is a parameter or an error bound named here."""
import copy, pathlib, sys
import check

# What may change unnoticed: parameters of what is not checked; bounds on errors, which may be wider, and ends
# of intervals, which may be further out; and what is checked to fewer digits than are printed.
PARAMETERS = {"m", "n", "emax", "samples", "confidence", "k", "shelves", "done", "at_least",
              "cell_error", "tvd_error", "ew_error", "error", "law_tvd_error", "tvd_low", "tvd_high", "lower", "upper",
              "law_tvd", "l2", "entropy_bits", "entropy_deficit_bits"}
# Of scores only E[w] of the first and the last row is checked, of decks that are built only the longest.
# An event that none of a few deals had has 0 for a lower end, whatever the confidence.
PLACES = {("repeat", "ew"), ("score", "ew"), ("topswops-bounds", "length"), ("sample", "delta")}


def leaves(value, path=()):
    """The numbers of a record, of each list those of the first item, with their paths."""
    if isinstance(value, dict):
        for key in value:
            if key not in value.unread and key not in ("question", "models"):
                yield from leaves(dict.__getitem__(value, key), path + (key,))
    elif isinstance(value, list):
        for i, v in enumerate(value[:1]):
            yield from leaves(v, path + (i,))
    elif not isinstance(value, bool) and (isinstance(value, (int, check.F)) or value.replace(".", "").isdigit()):
        yield path, value


def changed(value):
    if isinstance(value, str):
        return value[:-1] + str((int(value[-1]) + 5) % 10)
    return value + (1 if isinstance(value, int) else max(abs(value) / 1000, check.F(1, 10 ** 6)))


def judge(record):
    name = record["schema"].split("/")[1]
    if name not in check.CHECKS or name == "catalogue":  # whose seals are of its text
        return None
    return check.judge(record, check.Report(0.1, 1))


def main():
    seen, tried, missed = set(), 0, []
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if not path.is_file():
            continue
        for record in check.records(path.read_text()):
            name = record["schema"].split("/")[1]
            if name in seen or judge(record) != 0:
                continue
            seen.add(name)
            for where, value in list(leaves(record)):
                edited = copy.deepcopy(record)
                at = edited
                for key in where[:-1]:
                    at = at[key]
                at[where[-1]] = changed(value)
                tried += 1
                key = [k for k in where if isinstance(k, str)][-1]
                if judge(edited) == 0 and key not in PARAMETERS and (name, key) not in PLACES:
                    missed.append(f"{path.name}: {name} holds with {where} = {changed(value)} for {value}")
    print("\n".join(missed + [f"{tried} edits of {len(seen)} kinds of records, {len(missed)} not noticed"]))
    sys.exit(1 if missed or tried < 100 else 0)


main()
