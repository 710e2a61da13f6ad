"""What a record is: its form, its fields, which of them are proved, and its question.

Every field of a record is proved, or named as left. A field is proved by a comparison that would fail if the field were
another, and by nothing else: `hold` and `expect` compare fields, and mark those that they name; `prove` says what follows,
and names the fields that what was compared was computed from. To read a field proves nothing. All that is not marked is
named at the end. The form of a record, with the types of its fields, is that of docs/schemas, which is read as it stands
there; here is only what a question may have.
"""
import json, random, re, time
from fractions import Fraction as F
from functools import lru_cache
from math import floor, inf, nextafter
from operator import eq
from pathlib import Path
from sys import float_info

FORMS = Path(__file__).resolve().parent.parent / "docs" / "schemas"


class Wrong(Exception):
    """A record is false."""


class Beyond(Exception):
    """What these programs do not know, by its name."""


class TimeOver(BaseException):
    """The time for a record is over."""


class Fields(dict):
    """The fields of a record, or of a part of one, with the names of those that are proved."""
    __slots__ = ("proved", "text")

    def __init__(self, items=()):
        super().__init__(items)
        self.proved = frozenset()
        if len(self) != len(items):
            raise ValueError("a field occurs twice")

    def unproved(self, path=""):
        """The names of the fields that no proof rests on, each once."""
        names = {}
        for key, value in self.items():
            parts = [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, Fields)]
            inner = {name: None for v in parts for name in v.unproved(path + key + ".")}
            if key not in self.proved and not (parts and any(v.touched() for v in parts)):
                names[path + key] = None
            else:
                names.update(inner)
        return list(names)

    def touched(self):
        return bool(self.proved) or any(v.touched() for value in self.values()
                                        for v in (value if isinstance(value, list) else [value]) if isinstance(v, Fields))


class Report:
    """What was proved of a record, and what was left."""

    def __init__(self, seconds, seed):
        self.proved, self.left, self.false, self.random = [], [], None, random.Random(seed)
        self.end = time.process_time() + seconds

    def time(self):
        return time.process_time() < self.end

    def hold(self, true, what, *fields):
        """Says what is wrong if a comparison is not true. If it is, that proves the fields which it compares: those of
        (a record, its names ...), or of all records of a list."""
        if not true:
            raise Wrong(what)
        for of, *names in fields:
            for part in of if isinstance(of, list) else [of]:
                part.proved |= {name for name in names if name in part}

    def expect(self, of, name, value, fits=eq, what=None):
        """Compares a field with what it must be."""
        self.hold(fits(of[name], value), what or f"{name} is {shown(value)}, not {shown(of[name])}", (of, name))

    def prove(self, what, *fields):
        """Names what has been proved, and the fields from which that was computed which was compared: if one of them
        were another, a comparison would have failed."""
        self.hold(True, what, *fields)
        self.proved.append(what)

    def leave(self, what):
        self.left.append(what)

    def error(self, of, name, most=F(1, 10 ** 11)):
        """A bound on an error: it is left, for a smaller one might hold too. No record may allow itself a large one."""
        self.hold(0 <= of[name] <= most, f"{name} is not from 0 to {float(most)}")
        return F(of[name])


def shown(value):
    """A value for a message."""
    return str(float(value) if isinstance(value, F) else value)[:60]


# ---------------------------------------------------------------- text

DIGITS = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[-+][0-9]{2,})?|-?[0-9]+/[0-9]*[1-9][0-9]*")
MOST = 10 ** 5  # digits of a number, or its exponent: longer ones are none that anybody computes


def number(text, most=MOST):
    """A number as it is written."""
    if len(text) > most or abs(int((re.search("[eE](.*)", text) or [0, 0])[1])) > most:
        raise ValueError(f"{text[:20]} is too long a number")
    return F(text)


def decimal(value, digits):
    """A fraction from 0 on, rounded, halves up: from 0.001 to below 10^6 with so many decimals, else with so many digits
    and an exponent. 0 is exact."""
    if value == 0:
        return "0"
    scaled = lambda places: floor(value * F(10) ** places + F(1, 2))
    if F(1, 10 ** min(digits, 3)) <= value < 10 ** 6:
        text = str(scaled(digits)).rjust(digits + 1, "0")
        return f"{text[:-digits]}.{text[-digits:]}"
    power = len(str(value.numerator)) - len(str(value.denominator)) - 1
    while len(text := str(scaled(digits - 1 - power))) != digits:
        power += len(text) - digits
    return f"{text[0]}{'.' * (digits > 1)}{text[1:]}e{power:+03d}"


def certified(value, upper):
    """An end of an interval from 0 to 1, rounded outwards to 12 decimals; nearer to 0 or 1 it has more."""
    if (near := min(value, 1 - value)) > 0:
        places = max(12, len(str(near.denominator // near.numerator)) + 3)
    else:
        places = 12
    units = value * 10 ** places
    text = str(-floor(-units) if upper else floor(units)).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}".rstrip("0").rstrip(".")


def outward(value, upper):
    """The nearest double that is not on the wrong side of a fraction."""
    x = float(value)
    return F(x if (F(x) >= value if upper else F(x) <= value) else nextafter(x, inf if upper else -inf))


def last_digit(text):
    """The unit of the last digit of a number as it is written."""
    digits, _, power = text.partition("e")
    return F(10) ** (int(power or 0) - len(digits.partition(".")[2]))


def slack(error, value):
    """How far a number with an error may be from its value: by that, by half a unit of the place to which it is written,
    which is the last that is no less than its error, and by half of a last bit; and what is computed here may have errors below 10^-40."""
    unit = F(1)
    while unit / 10 >= error > 0:
        unit /= 10
    return error + (unit / 2 if error else 0) + abs(value) / (1 << 52) + F(1, 10 ** 40)


def close(written, value, ulps=4):
    """Whether a double, as it is written, is a value except for its last bits."""
    return abs(F(written) - F(value)) <= abs(F(value)) * F(ulps, 1 << 52)


def nearest(written, fraction):
    """Whether a double, as it is written, is the nearest to a fraction; the largest double is, to one beyond it."""
    try:
        return float(F(written)) == float(F(fraction))
    except OverflowError:
        return float(F(written)) == (float_info.max if F(fraction) > 0 else -float_info.max)


def double(text):
    """A number of JSON, which is the nearest double whatever its digits."""
    return F(float(number(text, 400)))


def no_number(text):
    raise ValueError(f"{text} is no number")


def records(text):
    """All records of a text: one, several one after the other, or in lists."""
    reader = json.JSONDecoder(parse_float=double, parse_int=lambda x: int(number(x, 400)),
                              parse_constant=no_number, object_pairs_hook=Fields)
    blank, at = re.compile(r"\s*"), 0
    while (at := blank.match(text, at).end()) < len(text):
        value, at = reader.raw_decode(text, at)
        yield from value if isinstance(value, list) else [value]


# ---------------------------------------------------------------- forms

def shaped(value, form, defs, path):
    """A value of some form, with whole numbers as such however they are written."""
    if "$ref" in form:
        return shaped(value, defs[form["$ref"].rpartition("/")[2]], defs, path)
    if "anyOf" in form:
        for way in form["anyOf"]:
            try:
                v = shaped(value, way, defs, path)
            except Wrong as e:
                why = e
                continue
            whole = "pattern" in way and any(x.get("type") == "integer" for x in form["anyOf"])
            return int(v) if whole else v
        raise why
    if isinstance(form.get("type"), list):
        return shaped(value, {"anyOf": [{"type": t} for t in form["type"]]}, defs, path)
    kind = form.get("type")
    fits = {"object": Fields, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, F),
            "null": type(None)}[kind]
    no = Wrong(f"{path} is no {kind}" if not isinstance(value, str) or kind != "string" else f"{path} is {value!r}")
    if not isinstance(value, fits) or isinstance(value, bool) and kind != "boolean":
        raise no
    if not form.get("minimum", value) <= value <= form.get("maximum", value) if kind in ("integer", "number") else False:
        raise no
    if kind == "string":
        pattern = form.get("pattern", "")
        if not re.search(pattern, value) or value.endswith("\n") and pattern or value not in form.get("enum", [value]) \
                or value != form.get("const", value):
            raise no
        if "/" in pattern and not (DIGITS.fullmatch(value) and number(value.partition("/")[0]) is not None and
                                   ("e" not in value or not F(1, 1000) <= abs(F(value)) < 10 ** 6)):
            raise no  # a number with an exponent where none is written
    if kind == "array":
        if not form.get("minItems", 0) <= len(value) <= form.get("maxItems", len(value)):
            raise Wrong(f"{path} has {len(value)} items")
        return [shaped(v, form["items"], defs, path) for v in value] if "items" in form else value
    if kind == "object":
        known = form.get("properties")
        if known is None:
            return value
        at = path + "." if path else ""
        for key in form.get("required", []):
            if key not in value:
                raise Wrong(f"{at}{key} is missing")
        for key in value:
            if key not in known:
                raise Wrong(f"{at}{key} is no field of it")
        return exact(Fields([(k, shaped(v, known[k], defs, at + k)) for k, v in value.items()]), at)
    return value


def exact(of, at):
    """The fields of a part with its exact numbers, digits or fractions, in the place of the doubles beside them, which must
    be the nearest."""
    exactly = {k.removesuffix("_exact"): v for k, v in of.items() if k.endswith("_exact")}
    for key, text in exactly.items():
        same = [(a, b) for a, b in zip(of[key], text, strict=True)] if isinstance(text, list) else [(of[key], text)]
        if not all(nearest(a, number(b)) for a, b in same):
            raise Wrong(f"{at}{key} is not the double nearest to {at}{key}_exact")
    return Fields([(k, exactly.get(k, v)) for k, v in of.items() if not k.endswith("_exact")])


# What questions have, by the name of the form of their answers; a field with ? is left out if it is 0, false or empty.
QUESTIONS = {
    "bound": "n models word explain? single? ends?",
    "deck": "n deck? models? word? seed? from to digits ranks?",
    "emax": "n samples runs? seed?",
    "fair": "n listed kinds? from decks refused? cells? rising? descents? fixed? cycles? neighbours? rotations? places? cards? follows? even_since? "
            "stays? rising_since? ranks? ranks_side_by_side? ranks_in_place? longest_run_of_rank? alike? hands? repeats? scores? false_alarm seed skip?",
    "faro": "shuffle deck times",
    "fit": "n riffles? source? cuts? packets? models",
    "guess": "n models word from",
    "guess-watch": "n models word seed",
    "hands": "n riffle from to delta seed steps? decks? stages? width nanoseconds? work?",
    "law": "n models word top",
    "law-matrix": "n models emax samples word dealt? seed? what",
    "models": "n preset name?",
    "opening": "n models word kinds at hand deals seed delta keep? mulligans?",
    "orders": "from to kind",
    "orders-deck": "n",
    "orders-families": "n",
    "orders-families-table": "from to",
    "orders-move": "n from to",
    "orders-moves": "n from",
    "orders-move-cards": "n from to",
    "orders-stats": "from to",
    "orders-verify": "from to method",
    "orders-with": "k",
    "pairs": "n models word",
    "rank": "n models emax samples m top by",
    "rank-bound": "n models emax samples m top effort? within? single? by",
    "rank-decks": "n models emax samples m top effort? within? delta seed rounds? nanoseconds? work?",
    "rank-law": "n models emax samples m top",
    "rank-sampled": "n models m top deals seed delta",
    "repeat": "n models emax samples word times",
    "repeated": "deck order fixed a from to gap enough decks seed",
    "riffle": "n deck? models? word? seed?",
    "riffles": "n from to a? cut shelves? top? swaps? distinct? digits enough",
    "riffles-deck": "n from to a? cut shelves? top? swaps? distinct? digits deck",
    "sample": "n models word deals seed delta",
    "score": "n models emax samples word dealt? seed?",
    "spread": "n models emax samples word runs seed",
    "topswops-bounds": "n",
    "topswops-census": "n",
    "topswops-max": "n at_least? sorted? count_only? known? engine thresholds? bounds?",
    "topswops-play": "deck",
    "topswops-records": "from to seed rounds? time? work? tails? layers?",
    "topswops-table": "from to",
    "trick": "n from to cut insert decks seed",
    "trick-deck": "n from to cut insert deck",
    "piles": "n models word from to gathered delta seed decks? steps?",
    "tvd": "n models word delta seed walks steps? decks? looks? width nanoseconds? work? test_decks? estimate? bounds? single?",
}

# The types of their fields: the others are whole numbers.
TYPES = {str: {"name", "model", "word", "emax", "riffle", "preset", "at", "by", "cut", "insert", "order", "fixed", "kind", "shuffle",
               "method", "engine", "what", "source", "effort", "time", "work", "gathered"},
         bool: {"explain", "estimate", "single", "ends", "dealt", "sorted", "count_only", "known", "swaps", "distinct"},
         list: {"models", "deck", "stages", "thresholds", "cuts", "packets", "bounds", "cells", "kinds", "rising",
                "descents", "neighbours", "places", "cards", "follows", "stays", "rising_since", "ranks_side_by_side", "ranks_in_place", "longest_run_of_rank", "alike", "hands", "scores", "keep"},
         Fields: {"repeats"},
         (int, F): {"log", "delta", "width", "gap", "enough", "within", "false_alarm"}}
OTHERWISE = {("tvd", "bounds"): bool, ("fair", "from"): str, ("fair", "skip"): bool,
             **{("fair", key): list for key in ("fixed", "cycles")},
             **{("orders-move-cards", key): list for key in ("from", "to")}}

# Lists whose members are lists of whole numbers; and what the members of other lists, and single objects, have.
TABLES = {"cells", "places", "cards", "follows", "hands"}
MEMBERS = {"kinds": "name? count", "keep": "name? least most", "scores": "model decks log", "repeats": "bits? decks different pairs"}

# Fields of a record that have another sense than those of its question with the same name: a tolerance by its name
# and as a number, the kind of an answer and of shuffles, the models with all that was computed of each, what was
# counted with its number, and the decks that a time was enough for.
OTHER = {("repeated", "gap"), ("repeated", "decks"), ("repeated", "seed"), ("repeated", "from"), ("repeated", "to"), ("fair", "kinds"), ("opening", "kinds"), ("fair", "listed"), ("fit", "models"), ("fit", "cuts"), ("fit", "packets"), ("orders", "kind"), ("tvd", "decks"), ("tvd", "steps"), ("tvd", "walks"), ("score", "dealt"),
         ("topswops-records", "rounds"),
         *((name, "emax") for name in QUESTIONS)}

# What is drawn where the question does not give it.
DRAWN = {("deck", "deck")}


def whole(value):
    """A whole number however it is written, or the value as it is."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[1-9][0-9]{15,}", value) else value


def questioned(name, q, rep, fields, at="question."):
    """A question or a part of one, which must have the fields of its kind and no others."""
    fields, items = {f.rstrip("?"): f.endswith("?") for f in fields.split()}, []
    typed = lambda value, of: isinstance(value, of) and (of is bool or not isinstance(value, bool))
    for key, value in q.items():
        of = OTHERWISE.get((name, key)) or next((t for t, keys in TYPES.items() if key in keys), int)
        value = whole(value) if of is int else value
        rep.hold(key in fields, f"{at}{key} is no field of it")
        rep.hold(typed(value, of), f"{at}{key} is not of its type")
        if key in MEMBERS:
            rep.hold(of is Fields or all(isinstance(v, Fields) for v in value), f"{at}{key} is no list of its kind")
            parts = [questioned(name, v, rep, MEMBERS[key], f"{at}{key}.") for v in ([value] if of is Fields else value)]
            value = parts[0] if of is Fields else parts
        elif of is list:
            rows = value if key in TABLES else [value]
            rep.hold(all(isinstance(row, list) and all(typed(v, str if key == "models" else int) for v in row) for row in rows),
                     f"{at}{key} is no list of its kind")
        items.append((key, value))
    for key, optional in fields.items():
        rep.hold(optional or key in q, f"{at}{key} is missing")
    return Fields(items)


def same(name, r, form, rep):
    """Holds what a record says of its question against the question, in full."""
    q, twins, known = r.get("question"), [], form["$defs"][form["anyOf"][0]["$ref"].rpartition("/")[2]]["properties"]
    if not isinstance(q, Fields):
        return twins
    for key, optional in ((f.rstrip("?"), f.endswith("?")) for f in QUESTIONS[name].split()):
        if (name, key) in OTHER or key not in q and key not in r:
            continue
        if key in r and key in q:
            rep.hold(r.get(key) == q.get(key), f"its {key} is not that of its question")
            twins.append(key)
        elif key in r and (name, key) not in DRAWN:
            rep.hold(not r.get(key), f"its question has no {key}")
        elif key in q and optional and key in known:
            rep.hold(not q.get(key), f"it has not the {key} of its question")
    return twins


@lru_cache(None)
def form_of(name):
    try:
        return json.loads((FORMS / name).read_text(encoding="utf-8"))
    except OSError:
        return None


def named(r):
    """The name of a record's form, and the form; None if it is no record."""
    schema = r.get("schema") if isinstance(r, Fields) else None
    parts = re.fullmatch(r"dovetail/([a-z-]{1,40})/([1-9])", schema) if isinstance(schema, str) else None
    form = parts and form_of(f"{parts[1]}-{parts[2]}.json")
    return (parts[1], form) if form else None


def formed(r, name, form, rep):
    """A record of its form, with its question, or what is wrong with it."""
    new = shaped(r, form["anyOf"][0], form["$defs"], "")
    if isinstance(q := new.get("question"), Fields) and name in QUESTIONS:
        dict.__setitem__(new, "question", questioned(name, q, rep, QUESTIONS[name]))
    return new
