"""How far words are from fair over all orders of the deck."""
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction as F
from functools import lru_cache
from itertools import permutations
from math import comb, factorial, prod

from models import ONE, Laws, fair_riffle, scores
from record import Beyond, certified, decimal, last_digit, nearest, outward, slack


@lru_cache(None)
def eulerian(n):
    row = [1]
    for m in range(2, n + 1):
        row = [(k + 1) * (row[k] if k < len(row) else 0) + (m - k) * (row[k - 1] if k else 0) for k in range(m)]
    return row


@lru_cache(None)
def riffle_classes(n, a):
    """Decks and the probability of each by rising sequences, after an a-shuffle (Bayer and Diaconis 1992)."""
    return [(k, F(comb(a + n - 1 - d, n), a ** n)) for d, k in enumerate(eulerian(n))]


@lru_cache(None)
def shelf_classes(n, m):
    """The same by peaks after a machine of m shelves (docs/games.md)."""
    count = [1]
    for k in range(2, n + 1):
        count = [(2 * v + 2) * (count[v] if v < len(count) else 0) + (k - 2 * v) * (count[v - 1] if v else 0)
                 for v in range((k - 1) // 2 + 1)]
    # W(v) = 4^(v+1)/2 sum over a of C(n+m-a-1, n) C(n-1-2v, a-v); terms vanish beyond a-v = n-1-2v.
    ways = [F(4 ** (v + 1), 2) * sum(comb(n + m - a - 1, n) * comb(n - 1 - 2 * v, a - v)
                                     for a in range(v, min(m, n - v))) for v in range(len(count))]
    return [(k, w / (2 * m) ** n) for k, w in zip(count, ways)]


def distance(classes, n):
    return sum(k * (p - F(1, factorial(n))) for k, p in classes if p * factorial(n) > 1)


def blocks(kinds):
    """After passes by shelf machines a deck is a row of blocks, of which some rise and some fall (1 and -1): each with
    the chance of a card to be in it, from the top of the deck on. None if a shuffle is of another kind."""
    whole = [(1, F(1))]
    for name, p in kinds:
        if name != "shelf" or 2 * int(p["m"]) * len(whole) > 10 ** 5:
            return None
        on_top = F(p.get("p", "1/2"))
        shelf = [(-1, on_top / int(p["m"])), (1, (1 - on_top) / int(p["m"]))]
        whole = [(way * up, chance * share) for way, share in shelf * int(p["m"]) for up, chance in whole[::way]]
    return whole


def chance_in_blocks(deck, whole):
    """The probability of a deck: a sum over all ways to cut it into blocks that rise or fall as they must."""
    n = len(deck)
    ways = [F(1)] + [F(0)] * n  # by the cards that lie in the blocks so far
    for up, chance in whole:
        for k in range(n, 0, -1):
            term, j = F(1), k
            while j > 0 and (j == k or (deck[j] - deck[j - 1]) * up > 0):
                j -= 1
                term *= chance
                ways[k] += ways[j] * term
    return ways[n]


def packets_in_all(kinds):
    """The a of an a-shuffle that does what riffles in a row do, or None if they are no such riffles."""
    if all(fair_riffle(*k) or k[0] == "ashuffle" for k in kinds):
        return prod(int(p.get("a", 3)) if name == "ashuffle" else 2 for name, p in kinds)


@lru_cache(None)
def exact_distance(models, n, word):
    """The distance of a word from fair over all orders: None if it is beyond these means; and its error."""
    laws = Laws({"n": n, "models": list(models)})
    try:
        kinds = laws.kinds(word)
    except Beyond:
        return None
    if a := packets_in_all(kinds):
        return distance(riffle_classes(n, a), n), F(0)
    whole = blocks(kinds)
    if whole and len({chance for _, chance in whole}) == 1:
        return distance(shelf_classes(n, len(whole) // 2), n), F(0)
    if whole and (n <= 6 and len(whole) <= 100 or n <= 5 and len(whole) <= 2000):
        fair = F(1, factorial(n))
        return sum(max(F(0), chance_in_blocks(d, whole) - fair) for d in permutations(range(n))), F(0)
    if n > 6:
        return None
    try:
        law = laws.orders(word)
    except Beyond:
        return None
    return F(sum(max(0, p - ONE // factorial(n)) for p in law.values()), ONE), F(1, 10 ** 40)


def exchanged(n, distinct, times):
    """n! P of a deck after 1, 2, ... exchanges, with the share of all decks, by the lengths of its cycles."""
    def parts(n, most):
        return [(k,) + rest for k in range(min(n, most), 0, -1) for rest in parts(n - k, k)] if n else [()]

    def after(p):  # the lengths after each exchange of two cards
        out = Counter()
        for i, l in enumerate(p):
            rest = p[:i] + p[i + 1:]
            for cut in range(1, l):
                out[tuple(sorted(rest + (cut, l - cut), reverse=True))] += F(l, 2)
            for j in range(i):
                out[tuple(sorted(p[:j] + p[j + 1:i] + p[i + 1:] + (l + p[j],), reverse=True))] += l * p[j]
        return out
    types = parts(n, n)
    share = {p: F(1, prod(p) * prod(factorial(k) for k in Counter(p).values())) for p in types}
    moves = {p: after(p) for p in types}
    density = {p: factorial(n) * (max(p) == 1) for p in types}
    for _ in range(times):
        moved = {p: sum(w * density[s] for s, w in moves[p].items()) for p in types}
        density = {p: moved[p] / F(n * (n - 1), 2) if distinct else (2 * moved[p] + n * density[p]) / F(n * n) for p in types}
        yield [(share[p], density[p]) for p in types]


def swaps(r, rep):
    n, rows, q = r["n"], r["rows"], r["question"]
    if n > 12:
        return rep.leave("all of it: more than 12 cards")
    rounded = lambda text, value: text in {decimal(value, d) for d in range(1, r["digits"] + 1)}
    for k, types in enumerate(exchanged(n, r.get("distinct", False), q["to"]), 1):
        if k < q["from"]:
            continue
        row, log = rows[k - q["from"]], lambda x: Decimal(x.numerator) / Decimal(x.denominator)
        rep.expect(row, "tvd", sum(s * max(0, f - 1) for s, f in types), rounded)
        rep.expect(row, "separation", 1 - min(f for _, f in types), rounded)
        rep.expect(row, "linf", max(abs(f - 1) for _, f in types), rounded)
        rep.expect(row, "entropy_bits", F(sum(log(s * F(f)) * log(F(f)).ln() for s, f in types if f) / Decimal(2).ln()), rounded)
    rep.prove(f"distances and entropy of {len(rows)} rows, by the lengths of cycles, as fractions", *[(r, "n", "digits")] * bool(rows))


def riffles(r, rep):
    n, q, rows, done = r["n"], r["question"], r["rows"], 0
    rep.hold(r["cut"] in ("none", "before", "after"), f"there is no cut {r['cut']}")
    rep.hold([row["shuffles"] for row in rows] == [q["from"] + i for i in range(len(rows))] and q["from"] + len(rows) - 1 == q["to"],
             "the rows are not those asked for", (q, "from", "to"), (rows, "shuffles"))
    if "swaps" in r:
        return swaps(r, rep)
    if "top" in r or r["cut"] == "after":
        return rep.leave("all of it")
    rep.hold(("a" in r) != ("shelves" in r) and ("a" in r or r["cut"] == "none"), "it has packets and shelves, or neither")
    cards = n - (r["cut"] == "before")  # after a uniform cut the distances are those of a card less
    event = "peaks" if "shelves" in r else "cyclic descents" if r["cut"] == "before" else "rising sequences"
    rep.expect(r, "event", event + " at most")
    for row in rows:
        if done and not rep.time():
            break
        labels = (2 * r["shelves"] if "shelves" in r else r["a"]) ** row["shuffles"]
        classes = shelf_classes(cards, labels // 2) if "shelves" in r else riffle_classes(cards, labels)
        fair = F(1, factorial(cards))
        density = [p / fair for k, p in classes if k]
        mine = {"tvd": distance(classes, cards), "separation": 1 - min(density),
                "linf": max(abs(x - 1) for x in density)}
        quotient = lambda x: Decimal(x.numerator) / Decimal(x.denominator)
        bits = sum(quotient(k * p) * quotient(p / fair).ln() for k, p in classes if p) / Decimal(2).ln()
        mine["entropy_bits"] = F(bits)
        likely = [(k, p) for k, p in classes if p > fair]
        if likely:
            mine["event_probability"] = sum(k * p for k, p in likely)
            mine["event_fair_probability"] = fair * sum(k for k, p in likely)
        rep.hold(row.get("event_bound") == (len(likely) - ("shelves" in r) if likely else None), "the bet is another", (row, "event_bound"))
        mine["birthday"] = 1 - prod(1 - F(i, labels) for i in range(min(n, labels + 1)))
        for key, value in mine.items():
            rep.expect(row, key, decimal(value, r["digits"]))
        done += 1
    rep.prove(f"distances and entropy of {done} rows, as fractions; the bet on the event", *[(r, "n", "a", "shelves", "cut", "digits")] * bool(rows))


def law(r, rep):
    n = r["n"]
    if n > 7 or n == 7 and len(r["word"]) > 3:
        return rep.leave("all of it: more than 7 cards")
    mine = Laws(r).orders(r["word"])
    fair, decks = F(1, factorial(n)), factorial(n)
    whole = r["arithmetic"] == "integer"
    rep.hold(whole or r["arithmetic"] == "float", f"there is no arithmetic {r['arithmetic']}")
    rep.hold(("l2_square" in r) == whole and (not whole or r["error"] == 0), "it has not the fractions of its arithmetic", (r, "arithmetic"))
    p = {d: F(w, ONE) for d, w in mine.items()}
    tvd = sum(max(0, x - fair) for x in p.values())
    full = len([x for x in p.values() if x > F(1, 10 ** 50)])
    low = min(p.values()) if full == decks else 0
    error = rep.error(r, "error")

    def rightly(of, key, value):
        """A fraction, or a number with an error."""
        if whole:
            rep.hold(abs(F(of[key]) - value) <= F(1, 10 ** 30), f"{key} is {float(value)}", (of, key))
        else:
            off = slack(error, value)
            rep.hold(abs(F(of[key]) - value) <= off, f"{key} is {float(value)}", *[(of, key)] * (off < 4 * last_digit(of[key])))
    rightly(r, "tvd", tvd)
    rightly(r, "separation", 1 - low / fair)
    l2 = sum((x / fair - 1) ** 2 for x in p.values()) * fair + fair * (decks - len(p))
    if whole:
        rep.hold(abs(F(r["l2_square"]) - l2) < F(1, 10 ** 30), "the l2 distance is another", (r, "l2_square"))
    root = lambda x: F((Decimal(x.numerator) / Decimal(x.denominator)).sqrt())
    bits = -F(sum(Decimal(x.numerator) / Decimal(x.denominator) * (Decimal(x.numerator) / Decimal(x.denominator)).ln()
                  for x in p.values() if x > F(1, 10 ** 50)) / Decimal(2).ln())
    for key, value, of in (("l2", root(l2), "l2_error"), ("entropy_bits", bits, "entropy_error"),
                           ("entropy_deficit_bits", F(Decimal(decks).ln() / Decimal(2).ln()) - bits, "entropy_error")):
        rep.hold(abs(F(r[key]) - value) <= slack(rep.error(r, of), value), f"{key} is {float(value)}, further off than its error", (r, key))
    rep.expect(r, "support", full)
    rep.expect(r, "decks", decks)
    alike = Counter(round(x * 10 ** 25) for x in p.values())
    alike[0] += decks - len(p)
    alike += Counter()  # without what there is none of
    top = min(r["question"]["top"], decks)
    chance = lambda d: round(p.get(tuple(c - 1 for c in d), 0) * 10 ** 25)
    for row, sign in ("most", -1), ("least", 1):
        order = sorted(permutations(range(1, n + 1)), key=lambda d: (sign * chance(d), d))  # decks alike by their cards
        rep.hold(len(r[row]) == top, f"there are other decks than asked for among the {row} likely",
                 *[(r, row)] * whole, *[(r["question"], "top")] * (r["question"]["top"] <= decks))
        rep.hold(len({tuple(d["deck"]) for d in r[row]}) == len(r[row]), "a deck is listed twice")
        for d, expected in zip(r[row], order):
            rep.hold(sorted(d["deck"]) == list(range(1, n + 1)), f"{d['deck']} is no deck")
            x = p.get(tuple(c - 1 for c in d["deck"]), F(0))
            rightly(d, "probability", x)
            if whole:  # else decks alike may differ in the last digits
                rep.expect(d, "sharing", alike[round(x * 10 ** 25)])
            there = tuple(d["deck"])
            rep.hold(there == expected or not whole and abs(chance(there) - chance(expected)) <= error * 10 ** 25,
                     f"another deck is {row} likely", *[(d, "deck")] * (whole or alike[chance(there)] == 1))
    rep.prove("distances, entropy, support and decks, by all outcomes of all letters", (r, "n", "models", "word"))


def enclosed(rep, r, word, of, low, high):
    """Holds the ends of an interval against the exact distance, if it can be had: they are proved where they are that
    distance, rounded outwards. 1 if it can."""
    ends = F(of[low]), F(of[high])
    rep.hold(0 <= ends[0] <= ends[1] <= 1, f"the ends of {word} cross, or are none")
    got = exact_distance(tuple(r["models"]), r["n"], word)
    if got is None:
        return 0
    value, error = got
    for name, upper in ((low, False), (high, True)):
        write = certified if isinstance(of[name], str) else outward
        tight = of[name] in {write(min(max(value + e, F(0)), F(1)), upper) for e in (-error, error)}
        rep.hold(ends[0] - error <= value <= ends[1] + error, f"the interval of {word} does not hold its distance, {float(value)}",
                 *[(of, name)] * tight)
    return 1


def bound(r, rep):
    if enclosed(rep, r, r["word"], r, "lower", "upper"):
        rep.prove("the exact distance lies in the interval", *[(r, "n", "models", "word")] * bool({"lower", "upper"} <= r.proved))
    else:
        allowed(rep, r, [r])
    unsampled(rep, r)


def unsampled(rep, r):
    """An exact distance has ends that differ in its last digits alone; a bound has two. That it is a fraction is proved
    where it is computed as one."""
    if r["kind"] == "exact":
        got = exact_distance(tuple(r["models"]), r["n"], r["word"])
        rep.hold(F(r["upper"]) - F(r["lower"]) < F(1, 10 ** 9), "the ends of an exact distance differ",
                 *[(r, "kind")] * (got is not None and got[1] == 0))
    else:
        rep.hold(r["lower"] != r["upper"], "a bound has one end")


def tvd(r, rep):
    intervals = r, r["certified"]
    sampled = any(r[key] for key in ("decks", "tested", "dealt"))
    rep.hold((r["kind"] == "sampled") == sampled, f"it is {r['kind']}, which its decks contradict", *[(r, "kind")] * sampled)
    if not sampled:
        unsampled(rep, r)
    for end in ("low", "high") if "streams" in r else ():  # which records lack whose estimates may be outside
        estimate, error = r.get("estimate_" + end), r.get(f"estimate_{end}_se")
        rep.hold((estimate is None) == (error is None), f"estimate_{end} or its standard error is missing")
        rep.hold(estimate is None or sampled and r["lower"] <= estimate <= r["upper"] and error > 0,
                 f"estimate_{end} is not within the interval, or without a standard error")
    if all([enclosed(rep, r, r["word"], of, "lower", "upper") for of in intervals]):
        rep.prove("the exact distance lies in the interval", *[(r, "n", "models", "word")] * any({"lower", "upper"} <= of.proved for of in intervals))
    else:
        allowed(rep, r, intervals)


def gathered(row):
    """The order in which the piles of a row are gathered, as its deal has it."""
    return next([*map(int, m[1].split("-"))] for m in (re.search(r"=deal\(.*order=([0-9-]+)", model) for model in row["models"]) if m)


def piles(r, rep):
    q, kinds = r["question"], ["exact", "bound", "sampled"]
    rep.hold([row["piles"] for row in r["rows"]] == list(range(q["from"], q["to"] + 1)), "its numbers of piles are others",
             *((row, "piles") for row in r["rows"]))
    rep.hold(r["kind"] == max((row["kind"] for row in r["rows"]), key=kinds.index), "its kind is not that of its rows", (r, "kind"))
    for row in r["rows"]:
        order = list(range(1, row["piles"] + 1))
        order = {"in-order": order, "odd-even": order[::2] + order[1::2], "backward": order[::-1],
                 "both-ends": [p for pair in zip(order, order[::-1]) for p in pair][:len(order)]}.get(r["gathered"]) or gathered(row)
        rep.hold(sorted(order) == list(range(1, row["piles"] + 1)), "its order does not have each pile once")
        deal = f"deal(piles={row['piles']},order={'-'.join(map(str, order))},"
        rep.hold(all(re.sub(r"deal\(.*,", deal, asked) == model for asked, model in zip(q["models"], row["models"])),
                 f"{row['piles']} piles are gathered otherwise", (row, "models"), (r, "gathered"))
        rep.hold((row["n"], row["word"]) == (r["n"], r["word"]), "a row is of another word", (row, "n"), (row, "word"), (r, "n"), (r, "word"))
        tvd(row, rep)
    riffles = all(re.match(r".=(riffle\(cut=binomial\)|deal\()", m) for m in q["models"])
    rep.hold(("riffles" in r) == riffles, "the distance after riffles is missing, or it has other letters")
    if riffles:
        value, error = exact_distance(("R=riffle(cut=binomial)",), r["n"], "R" * len(r["word"]))
        rep.hold(abs(F(r["riffles"]) - value) <= error + F(1, 10 ** 12), "the distance after riffles is another", (r, "riffles"))


def allowed(rep, r, intervals):
    """Holds intervals against bounds: what one card shows is less than all, and no letter makes riffles in a row worse."""
    models, n, word = tuple(r["models"]), r["n"], r["word"]
    rep.leave("the rest of the interval")
    runs = [exact_distance(models, n, m[0]) for m in re.finditer(r"(.)\1*", word)]
    most = min((value + error for value, error in filter(None, runs)), default=1)
    rep.hold(all(F(x["lower"]) <= most + F(1, 10 ** 12) for x in intervals),
             f"riffles in a row leave {float(most)} at most, less than a lower end")
    rep.prove("that no lower end is above what its riffles in a row leave")
    least = scores(Laws(r).word(word), n, F(1, n))["tvd_worst"]
    rep.hold(all(F(x["upper"]) >= least - F(1, 10 ** 12) for x in intervals),
             f"a single card is {float(least)} from fair, more than an upper end")
    rep.prove("that no upper end is below what a single card shows")
