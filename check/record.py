"""What a record is: its form, its fields, which of them a proof rests on, and its question.

Every field of a record is proved, or named as left. So that no check can forget one, the fields remember: a
check reads them as r["n"], and `prove` says what follows of all that was read since the last proof. What was
read only to be left again (`leave`), what is looked at for less than a proof (`glance`), and what nobody has read
is named at the end. The form of a record, with the types of its fields, is that of docs/schemas, which is read as
it stands there; here is only what a question may have.
"""
import json, random, re, time
from fractions import Fraction as F
from pathlib import Path

FORMS = Path(__file__).resolve().parent.parent / "docs" / "schemas"


class Wrong(Exception):
    """A record is false."""


class Beyond(Exception):
    """What these programs do not know, by its name."""


class TimeOver(BaseException):
    """The time for a record is over."""


class Fields(dict):
    """The fields of a record, or of a part of one."""

    def __init__(self, items, reads=None):
        super().__init__(items)
        self.reads, self.proved = reads, set()
        if len(self) != len(items):
            raise ValueError("a field occurs twice")

    def __getitem__(self, key):
        value = super().__getitem__(key)
        if self.reads is not None:
            self.reads[id(self), key] = self
        return value

    def get(self, key, default=None):
        return self[key] if key in self else default

    def glance(self, key, default=None):
        """A field, for less than a proof of it."""
        return super().get(key, default)

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
        self.end, self.reads = time.process_time() + seconds, {}

    def time(self):
        return time.process_time() < self.end

    def hold(self, true, what):
        if not true:
            raise Wrong(what)

    def settle(self):
        """A proof rests on all fields that were read."""
        for (_, key), fields in self.reads.items():
            fields.proved.add(key)
        self.reads.clear()

    def prove(self, what):
        self.settle()
        self.proved.append(what)

    def leave(self, what):
        self.reads.clear()
        self.left.append(what)


# ---------------------------------------------------------------- text

DIGITS = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?|-?[0-9]+/[0-9]*[1-9][0-9]*")
MOST = 10 ** 6  # digits of a number, or its exponent: longer ones are none that anybody computes


def number(text, most=MOST):
    """A number as it is written."""
    if len(text) > most or abs(int((re.search("[eE](.*)", text) or [0, 0])[1])) > most:
        raise ValueError(f"{text[:20]} is too long a number")
    return F(text)


def last_digit(text):
    """The unit of the last digit of a number as it is written."""
    digits, _, power = text.partition("e")
    return F(10) ** (int(power or 0) - len(digits.partition(".")[2]))


def rounds(text, value):
    """Whether a number as it is written is a value rounded to its last digit; 0 alone is no rounded number."""
    return text == "0" and value == 0 or text != "0" and abs(F(text) - value) <= last_digit(text) * F(501, 1000)


def close(written, value, ulps=4):
    """Whether a double, as it is written, is a value except for its last bits."""
    return abs(F(written) - F(value)) <= abs(F(value)) * F(ulps, 1 << 52)


def nearest(written, fraction):
    """Whether a double, as it is written, is the nearest to a fraction."""
    return float(F(written)) == float(F(fraction))


def no_number(text):
    raise ValueError(f"{text} is no number")


def records(text):
    """All records of a text: one, several one after the other, or in lists."""
    reader = json.JSONDecoder(parse_float=lambda x: number(x, 400), parse_int=lambda x: int(number(x)),
                              parse_constant=no_number, object_pairs_hook=Fields)
    blank, at = re.compile(r"\s*"), 0
    while (at := blank.match(text, at).end()) < len(text):
        value, at = reader.raw_decode(text, at)
        yield from value if isinstance(value, list) else [value]


# ---------------------------------------------------------------- forms

def shaped(value, form, defs, path, reads):
    """A value of some form, with whole numbers as such however they are written."""
    if "$ref" in form:
        return shaped(value, defs[form["$ref"].rpartition("/")[2]], defs, path, reads)
    if "anyOf" in form:
        for way in form["anyOf"]:
            try:
                v = shaped(value, way, defs, path, reads)
            except Wrong as e:
                why = e
                continue
            whole = "pattern" in way and any(x.get("type") == "integer" for x in form["anyOf"])
            return int(v) if whole else v
        raise why
    if isinstance(form.get("type"), list):
        return shaped(value, {"anyOf": [{"type": t} for t in form["type"]]}, defs, path, reads)
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
        if "/" in pattern and (not DIGITS.fullmatch(value) or number(value.partition("/")[0]) is None):
            raise no
    if kind == "array":
        if not form.get("minItems", 0) <= len(value) <= form.get("maxItems", len(value)):
            raise Wrong(f"{path} has {len(value)} items")
        return [shaped(v, form["items"], defs, path, reads) for v in value] if "items" in form else value
    if kind == "object":
        known = form.get("properties")
        if known is None:
            return adopted(value, reads)
        at = path + "." if path else ""
        for key in form.get("required", []):
            if key not in value:
                raise Wrong(f"{at}{key} is missing")
        for key in value:
            if key not in known:
                raise Wrong(f"{at}{key} is no field of it")
        return Fields([(k, shaped(v, known[k], defs, at + k, reads)) for k, v in value.items()], reads)
    return value


def adopted(value, reads):
    """A value whose fields remember who reads them, as it is."""
    if isinstance(value, list):
        return [adopted(v, reads) for v in value]
    if not isinstance(value, Fields):
        return value
    return Fields([(k, adopted(v, reads)) for k, v in value.items()], reads)


# What questions have, by the name of the form of their answers; a field with ? is left out if it is 0, false or empty.
QUESTIONS = {
    "bound": "n models word explain? single? ends?",
    "deck": "n deck? models? word? seed? from to digits",
    "emax": "n samples runs? seed?",
    "fair": "n listed kinds? from decks refused? cells? rising? descents? fixed? cycles? neighbours? rotations? places? cards? follows? even_since? "
            "stays? rising_since? alike? hands? repeats? scores? false_alarm seed skip?",
    "faro": "shuffle deck times",
    "fit": "n riffles? source? cuts? packets? models",
    "guess": "n models word from",
    "guess-watch": "n models word seed",
    "hands": "n riffle from to delta seed steps? decks? stages? width nanoseconds? work?",
    "law": "n models word top",
    "law-matrix": "n models emax samples word dealt? seed? what",
    "models": "n preset",
    "opening": "n models word kinds at hand deals seed delta keep? mulligans?",
    "orders": "from to kind",
    "orders-deck": "n",
    "orders-families": "n",
    "orders-move": "n from to",
    "orders-move-cards": "n from to",
    "orders-set": "from to decks?",
    "orders-stats": "from to",
    "orders-verify": "from to method",
    "orders-with": "k",
    "pairs": "n models word",
    "rank": "n models emax samples m top by exhaustive?",
    "rank-bound": "n models emax samples m top effort? within? by",
    "rank-decks": "n models emax samples m top effort? within? delta seed rounds? nanoseconds? work?",
    "rank-law": "n models emax samples m top",
    "rank-sampled": "n models m top deals seed delta",
    "repeat": "n models emax samples word times",
    "repeated": "deck order fixed a from to gap decks seed",
    "riffle": "n deck? models? word? seed?",
    "riffles": "n from to a? cut shelves? top? digits",
    "riffles-deck": "n from to a? cut shelves? top? digits deck",
    "sample": "n models word deals seed delta",
    "score": "n models emax samples word dealt? seed?",
    "spread": "n models emax samples word runs seed",
    "topswops-bounds": "n",
    "topswops-census": "n",
    "topswops-estimate": "n at_least? seed time? forecasts?",
    "topswops-max": "n at_least? sorted? count_only? known? engine thresholds? bounds?",
    "topswops-play": "deck",
    "topswops-records": "from to seed rounds? time? work? tails? layers?",
    "topswops-table": "from to",
    "trick": "n from to cut insert decks seed",
    "trick-deck": "n from to cut insert deck",
    "tvd": "n models word delta seed walks steps? decks? looks? width nanoseconds? work? test_decks? estimate? bounds? single?",
}

# The types of their fields: the others are whole numbers.
TYPES = {str: {"word", "emax", "riffle", "preset", "at", "by", "cut", "insert", "order", "fixed", "kind", "shuffle",
               "method", "engine", "what", "source", "effort", "time", "work"},
         bool: {"explain", "estimate", "single", "ends", "dealt", "exhaustive", "sorted", "count_only", "known"},
         list: {"models", "deck", "stages", "thresholds", "cuts", "packets", "bounds", "cells", "kinds", "rising",
                "descents", "neighbours", "places", "cards", "follows", "stays", "rising_since", "alike", "hands", "scores", "keep"},
         Fields: {"repeats"},
         (int, F): {"delta", "width", "gap", "within", "false_alarm"}}
OTHERWISE = {("orders-set", "decks"): str, ("tvd", "bounds"): bool, ("fair", "from"): str, ("fair", "skip"): bool,
             **{("fair", key): list for key in ("fixed", "cycles")},
             **{("orders-move-cards", key): list for key in ("from", "to")}}

# Lists whose members are lists or objects.
NESTED = {"cells", "kinds", "places", "cards", "follows", "hands", "scores", "keep"}

# Fields of a record that have another sense than those of its question with the same name: a tolerance by its name
# and as a number, the kind of an answer and of shuffles, the models with all that was computed of each, what was
# counted with its number, and the decks that a time was enough for.
OTHER = {("fair", "kinds"), ("opening", "kinds"), ("fair", "listed"), ("fit", "models"), ("fit", "cuts"), ("fit", "packets"), ("orders", "kind"), ("tvd", "decks"), ("tvd", "steps"), ("tvd", "walks"), ("score", "dealt"),
         ("topswops-records", "rounds"), ("topswops-estimate", "forecasts"), ("topswops-estimate", "thresholds"),
         *((name, "emax") for name in QUESTIONS)}

# What is drawn where the question does not give it.
DRAWN = {("deck", "deck")}


def whole(value):
    """A whole number however it is written, or the value as it is."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[1-9][0-9]{15,}", value) else value


def questioned(name, q, rep):
    """A question, which must have the fields of its kind and no others."""
    fields = {f.rstrip("?"): f.endswith("?") for f in QUESTIONS[name].split()}
    items = []
    for key, value in q.items():
        of = OTHERWISE.get((name, key)) or next((t for t, keys in TYPES.items() if key in keys), int)
        value = whole(value) if of is int else adopted(value, rep.reads)
        rep.hold(key in fields, f"question.{key} is no field of it")
        rep.hold(isinstance(value, of) and (of is bool or not isinstance(value, bool)), f"question.{key} is not of its type")
        rep.hold(of is not list or key in NESTED or all(isinstance(v, str if key == "models" else int) and not isinstance(v, bool) for v in value),
                 f"question.{key} is no list of its kind")
        items.append((key, value))
    for key, optional in fields.items():
        rep.hold(optional or key in q, f"question.{key} is missing")
    return Fields(items, rep.reads)


def same(name, r, rep):
    """Holds what a record says of its question against the question, in full."""
    q, twins = r.glance("question"), []
    if not isinstance(q, Fields):
        return twins
    for key in (f.rstrip("?") for f in QUESTIONS[name].split()):
        if (name, key) in OTHER or key not in q and key not in r:
            continue
        if key in r and key in q:
            rep.hold(r.glance(key) == q.glance(key), f"its {key} is not that of its question")
            twins.append(key)
        elif key in r and (name, key) not in DRAWN:
            rep.hold(not r.glance(key), f"its question has no {key}")
    return twins


def formed(r, rep):
    """A record of its form, with its question, or what is wrong with it. None if it is no record."""
    schema = r.glance("schema") if isinstance(r, Fields) else None
    parts = re.fullmatch(r"dovetail/([a-z-]{1,40})/([1-9])", schema) if isinstance(schema, str) else None
    try:
        form = json.loads((FORMS / f"{parts[1]}-{parts[2]}.json").read_text(encoding="utf-8"))
    except (OSError, TypeError):
        return None
    new = shaped(r, form["anyOf"][0], form["$defs"], "", rep.reads)
    if isinstance(q := new.glance("question"), Fields):
        dict.__setitem__(new, "question", questioned(parts[1], q, rep))
    return new
