"""What each shuffle does: all outcomes of a few cards, and where single cards go, in fixed point.

Decks are tuples from top to bottom; a shuffle is a tuple s, and the new deck has at place j the card that was at
place s[j].
"""
from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction as F
from functools import lru_cache
from itertools import permutations, product
from math import comb, factorial

from comparators import by_coins, comparator_law
from orders import faro
from record import Beyond, Wrong, number

ONE = 1 << 220
getcontext().prec = 90


# The parameters of each model, with what values they may have; others are not known here.
CHANCE, SHARE, ABOVE, ANY, COUNT, TEXT = "chance", "share", "above", "any", "count", "text"
CUTS = ("binomial", "normal", "uniform", "half")
PARAMETERS = {
    "adjacent": {}, "transpositions": {"k": COUNT, "distinct": ("false", "true")}, "parts": {"count": COUNT, "of": TEXT, "pass": TEXT},
    "ashuffle": {"a": COUNT}, "clumpy": {"switch": SHARE, "cut": CUTS + ("chain",), "off": ANY, "sd": ABOVE},
    "comparator": {"sort": ("binary", "blocks", "merge", "insertion")}, "cut": {"law": ("uniform", "binomial", "fixed"), "cards": TEXT}, "deal": {"order": TEXT, "piles": COUNT, "top": ("last", "first")},
    "faro": {"kind": ("out", "in")}, "fisheryates": {"mistake": ("round", "short", "late", "modulo"), "values": COUNT, "from": ("last", "first")}, "human": {"low": ANY, "high": ANY, "double": CHANCE},
    "hindu": {"size": ("normal", "uniform"), "mean": ABOVE, "sd": ABOVE, "round": ("nearest", "floor", "ceiling"),
              "min": COUNT, "max": COUNT},
    "inverse": {"of": TEXT}, "keys": {"values": COUNT}, "milk": {"piles": COUNT}, "monge": {}, "naive": {}, "overhand": {"p": SHARE}, "pile": {"piles": COUNT, "top": ("last", "first")},
    "riffle": {"cut": CUTS, "p": SHARE, "sd": ABOVE}, "sattolo": {}, "shelf": {"m": COUNT, "p": CHANCE}, "thorp": {}, "top": {"cards": COUNT},
    "topswap": {"times": TEXT}, "underdown": {"first": ("under", "down"), "top": ("last", "first")}, "wash": {},
}


def may_be(value, what):
    if what == TEXT:
        return True
    if isinstance(what, tuple):
        return value in what
    x = number(value)
    return {CHANCE: 0 <= x <= 1, SHARE: 0 < x < 1, ABOVE: x > 0, ANY: True, COUNT: x.denominator == 1 and x > 0}[what]


def parse(model):
    """name(key=value,...) as a name and a dictionary; values may hold brackets."""
    name, _, rest = model.partition("(")
    depth, item, items = 0, "", []
    for c in rest[:-1] + ",":
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            items.append(item)
            item = ""
        else:
            item += c
    if rest and (not rest.endswith(")") or depth):
        raise Wrong(f"{model[:60]} is no model")
    known, p = PARAMETERS.get(name), dict(i.split("=", 1) for i in items if "=" in i)
    if known is None or not set(p) <= set(known) or len(p) != len([i for i in items if i]):
        raise Beyond(f"the model {model}")
    for key, value in p.items():
        if not may_be(value, known[key]):
            raise Wrong(f"the model {model} has {key}={value}")
    return name, p


def fair_riffle(name, p):
    """Whether it is the riffle of Gilbert, Shannon and Reeds."""
    return name == "riffle" and p.get("cut", "binomial") == "binomial" and F(p.get("p", "1/2")) == F(1, 2)


@lru_cache(None)
def normal_cdf(x):
    """The normal distribution, in units of 2^-220, from its power series (x a fraction)."""
    z = Decimal(x.numerator) / Decimal(x.denominator)
    if abs(z) > 14:
        return ONE if z > 0 else 0
    term = total = z
    k = 0
    while abs(term) > Decimal(10) ** -85:
        k += 1
        term = term * z * z / (2 * k + 1)
        total += term
    pi = Decimal("3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117")
    return int((Decimal("0.5") + total * (-z * z / 2).exp() / (2 * pi).sqrt()) * ONE)


def rounded_normal(mean, sd, rounding, low, high):
    """P(size) of a rounded N(mean, sd^2), clamped to low..high."""
    shift = {"nearest": F(-1, 2), "floor": F(0), "ceiling": F(-1)}[rounding]
    up_to = lambda k: ONE if k >= high else normal_cdf((k + 1 + shift - mean) / sd)
    law, before = {}, 0
    for k in range(low, high + 1):
        law[k], before = up_to(k) - before, up_to(k)
    return law


def packets(name, p, left):
    """P(size of the next packet) of Hindu and overhand shuffles with so many cards left."""
    if name == "overhand":
        stay = 1 - F(p["p"])
        return {k: int((stay ** (k - 1) * (1 if k == left else 1 - stay)) * ONE) for k in range(1, left + 1)}
    if p.get("size") == "uniform":
        low, high = int(p["min"]), int(p["max"])
        law = Counter()
        if not 0 < high - low + 1 <= 10 ** 5:
            raise Wrong(f"packets of {low} to {high} cards")
        for k in range(low, high + 1):
            law[min(k, left)] += ONE // (high - low + 1)
        return law
    return rounded_normal(F(p["mean"]), F(p["sd"]), p["round"], min(int(p["min"]), left), left)


def cut_law(p, n):
    """P(size of the top packet) of a riffle, or None if the interleaving decides."""
    if p["cut"] == "binomial":
        top = F(p.get("p", "1/2"))
        u, v = top.numerator, top.denominator
        return {c: comb(n, c) * u ** c * (v - u) ** (n - c) * ONE // v ** n for c in range(n + 1)}
    if p["cut"] == "normal":
        return rounded_normal(F(n, 2) + F(p.get("off", 0)), F(p["sd"]), "nearest", 0, n)
    if p["cut"] == "uniform":
        return {c: ONE // (n + 1) for c in range(n + 1)}
    return {n // 2: ONE} if p["cut"] == "half" else None


def human_cuts(p, n):
    """P(size of the top packet): floor(n/2 + u), u uniform from low to high, at least 0 and at most n."""
    low, high = F(n, 2) + F(p["low"]), F(n, 2) + F(p["high"])
    if low >= high:
        raise Wrong(f"low={p['low']} is not below high={p['high']}")
    up_to = lambda k: ONE if k >= n else int(max(F(0), min(F(1), (k + 1 - low) / (high - low))) * ONE)
    return {c: w for c in range(n + 1) if (w := up_to(c) - (up_to(c - 1) if c else 0))}


def human_drops(p, n):
    """For each cut the states of the drop in turn: cards left in both packets, whose turn it is, with its chance. A
    drop takes two cards with chance double, if there are so many; then it is the other packet's turn. Yields the
    cut with all states that come up, those with an empty packet last."""
    double = F(p["double"])
    u, v = double.numerator, double.denominator
    for cut, weight in human_cuts(p, n).items():
        now = {(cut, n - cut, 1): weight}
        states = {}
        for left in range(n, -1, -1):
            for (t, b, e), w in [x for x in now.items() if x[0][0] + x[0][1] == left]:
                states[t, b, e] = now.pop((t, b, e))
                if not t or not b:
                    continue
                size = (t, b)[e]
                for k, q in ((1, v - u if size > 1 else v), (2, u if size > 1 else 0)):
                    if q:
                        to = (t - k * (e == 0), b - k * (e == 1), 1 - e)
                        now[to] = now.get(to, 0) + w * q // v
        yield cut, states


def draws(p, n):
    """The steps of a shuffle of Fisher and Yates with a mistake: a place, and how likely each place is to be exchanged with it."""
    first, mistake = p["from"] == "first", p["mistake"]
    for left in range(n, 1, -1):
        if left == {"late": n, "short": 2}.get(mistake):
            continue
        places = range(n - left, n) if first else range(left)
        if mistake == "round":
            shares = [F(1 if k in (0, left - 1) else 2, 2 * left - 2) for k in range(left)]
        elif mistake == "modulo":
            values = int(p["values"])
            shares = [F(values // left + (k < values % left), values) for k in range(left)]
        else:
            shares = [F(1, left)] * left
        yield places[0 if first else -1], {j: share for j, share in zip(places, shares) if share}


def swaps(name, p, n):
    """The places whose cards are exchanged with any."""
    times = n if p.get("times", "cards") == "cards" else int(p["times"])
    return range(n) if name == "naive" else [0] * times


def part_sizes(n, p):
    """The parts of the deck, and how many cards each passes to the next."""
    k = int(p["count"])
    return [n // k + (i < n % k) for i in range(k)], n // k // 2 if p["pass"] == "half" else int(p["pass"])


def exchanges(name, p, n):
    """The pairs of places of one exchange, each as likely as the others, and how many exchanges there are."""
    if name == "adjacent":
        return [(i, i + 1) for i in range(n - 1)], 1
    return [(i, j) for i, j in product(range(n), repeat=2) if i != j or p["distinct"] == "false"], int(p["k"])


def underdown(n, p):
    """The deck, from the top, after an under-down deal."""
    packet, table, under = list(range(n)), [], p["first"] == "under"
    while packet:
        (packet if under else table).append(packet.pop(0))
        under = not under
    return tuple(table[::-1] if p["top"] == "last" else table)


def by_one(name, n, p):
    """The deck, from the top, after a milk shuffle or Monge's."""
    packet, deck = list(range(n)), []
    if name == "milk":
        piles = [[] for _ in range(int(p.get("piles", 1)))]
        for i in range((n + 1) // 2):
            piles[i % len(piles)][:0] = [packet.pop(0)] + ([packet.pop()] if packet else [])
        return tuple(sum(piles, []))
    while packet:
        deck = deck + [packet.pop(0)] if (n - len(packet)) % 2 == 0 else [packet.pop(0)] + deck
    return tuple(deck)


def outcomes(model, n):
    """Every outcome of a shuffle of n cards with its probability in units of 2^-220; small n only."""
    name, p = parse(model)
    law = Counter()
    if name == "inverse":
        for s, w in outcomes(p["of"], n).items():
            law[tuple(sorted(range(n), key=lambda j: s[j]))] += w
    elif name in ("hindu", "overhand"):
        def draw(left, stack, w):
            if not left:
                law[tuple(stack)] += w
            for k, q in packets(name, p, left).items() if left else ():
                draw(left - k, list(range(n - left, n - left + k)) + stack, w * q // ONE)
        draw(n, [], ONE)
    elif name in ("riffle", "clumpy"):
        cuts = cut_law(p, n)
        switch = F(p["switch"]) if name == "clumpy" else F(1, 2)
        weight = {}
        for top in product((True, False), repeat=n):
            k = sum(a != b for a, b in zip(top, top[1:]))
            weight[top] = switch ** k * (1 - switch) ** (n - 1 - k) / 2
        of_cut = Counter()
        for top, w in weight.items():
            of_cut[sum(top)] += w
        for top, w in weight.items():
            t, b = iter(range(n)), iter(range(sum(top), n))
            s = tuple(next(t) if x else next(b) for x in top)
            law[s] += int(w * ONE) if cuts is None else int(w / of_cut[sum(top)] * cuts.get(sum(top), 0))
    elif name in ("ashuffle",):
        a = int(p["a"])
        for labels in product(range(a), repeat=n):  # undone: sorting by label
            order = sorted(range(n), key=lambda j: labels[j])
            law[tuple(sorted(range(n), key=lambda j: order[j]))] += ONE // a ** n
    elif name == "keys":
        a = int(p["values"])
        if a ** n > 10 ** 6:
            raise Beyond(f"the {a}^{n} ways of {model}")
        for labels in product(range(a), repeat=n):
            law[tuple(sorted(range(n), key=lambda j: labels[j]))] += ONE // a ** n
    elif name in ("adjacent", "transpositions"):
        pairs, times = exchanges(name, p, n)
        law[tuple(range(n))] = ONE
        for _ in range(times):
            before, law = law, Counter()
            for s, w in before.items():
                for i, j in pairs:
                    cards = list(s)
                    cards[i], cards[j] = cards[j], cards[i]
                    law[tuple(cards)] += w // len(pairs)
    elif name == "parts":
        law[()] = ONE
        sizes, passed = part_sizes(n, p)
        for size in sizes:
            law, before = Counter(), law
            for s, w in before.items():
                for t, q in outcomes(p["of"], size).items():
                    law[s + tuple(len(s) + c for c in t)] += w * q // ONE
        law = Counter({s[passed:] + s[:passed]: w for s, w in law.items()})
    elif name in ("naive", "topswap"):
        law[tuple(range(n))] = ONE
        for at in swaps(name, p, n):
            before, law = law, Counter()
            for s, w in before.items():
                for j in range(n):
                    cards = list(s)
                    cards[at], cards[j] = cards[j], cards[at]
                    law[tuple(cards)] += w // n
    elif name == "fisheryates":
        law[tuple(range(n))] = ONE
        for at, shares in draws(p, n):
            before, law = law, Counter()
            for s, w in before.items():
                for j, share in shares.items():
                    cards = list(s)
                    cards[at], cards[j] = cards[j], cards[at]
                    law[tuple(cards)] += int(w * share)
    elif name == "sattolo":
        for s in permutations(range(1, n)):
            at, way = [0] * n, (0,) + s
            for c, j in zip(way, s + (0,)):
                at[j] = c
            law[tuple(at)] += ONE // factorial(n - 1)
    elif name == "comparator":
        for deck, coins in by_coins(n, p["sort"]):
            law[deck] += ONE >> coins
    elif name == "underdown":
        law[underdown(n, p)] = ONE
    elif name in ("milk", "monge"):
        law[by_one(name, n, p)] = ONE
    elif name == "wash":
        for s in permutations(range(n)):
            law[s] += ONE // factorial(n)
    elif name == "top":
        k = int(p.get("cards", "1"))
        if k > n:
            raise Wrong(f"{k} cards from the top of {n}")
        for places in permutations(range(n), k):
            rest = iter(range(k, n))
            card = {place: c for c, place in enumerate(places)}
            law[tuple(card[j] if j in card else next(rest) for j in range(n))] += ONE * factorial(n - k) // factorial(n)
    elif name == "human":
        double = F(p["double"])

        def drop(packets, e, under, w):
            """Drops from packet e under what was dropped before, of chance w."""
            if not packets[0] or not packets[1]:
                law[packets[0] + packets[1] + under] += int(w)
                return
            for k, q in ((1, 1 - double if len(packets[e]) > 1 else 1), (2, double if len(packets[e]) > 1 else 0)):
                if q:
                    left = list(packets)
                    left[e] = packets[e][:-k]
                    drop(tuple(left), 1 - e, packets[e][-k:] + under, w * q)
        for c, w in human_cuts(p, n).items():
            drop((tuple(range(c)), tuple(range(c, n))), 1, (), w)
    elif name == "cut":
        sizes = {"uniform": {k: ONE // n for k in range(n)},
                 "binomial": {k: comb(n, k) * ONE >> n for k in range(n + 1)}}
        fixed = n // 2 if p.get("cards", "half") == "half" else int(p["cards"])
        if not 0 <= fixed <= n:
            raise Wrong(f"a cut of {fixed} cards from {n}")
        for k, w in sizes.get(p["law"], {fixed: ONE}).items():
            law[tuple(range(k, n)) + tuple(range(k))] += w
    elif name == "faro":
        law[faro(n, p["kind"])] = ONE
    elif name == "deal":
        if sorted(map(int, p["order"].split("-"))) != list(range(1, int(p["piles"]) + 1)):
            raise Wrong(f"the piles of {model} are not gathered once each")
        piles = [list(range(k - 1, n, int(p["piles"]))) for k in map(int, p["order"].split("-"))]
        law[tuple(c for pile in piles for c in (pile[::-1] if p["top"] == "last" else pile))] = ONE
    elif name == "pile":
        k = int(p["piles"])
        for order in permutations(range(k)):
            piles = [list(range(a, n, k)) for a in order]
            law[tuple(c for pile in piles for c in (pile[::-1] if p["top"] == "last" else pile))] += ONE // factorial(k)
    elif name == "thorp" and n % 2 == 0:
        for coins in product((0, 1), repeat=n // 2):
            law[tuple(c for i, x in enumerate(coins) for c in ((i, n // 2 + i), (n // 2 + i, i))[x])] += ONE >> n // 2
    elif name == "shelf":
        m, on_top = int(p["m"]), F(p.get("p", "1/2"))
        for where in product(range(2 * m), repeat=n):  # a shelf, and on top or below
            shelves, w = [[] for _ in range(m)], F(ONE)
            for c, x in enumerate(where):
                shelves[x // 2].insert(0 if x % 2 else n, c)
                w *= (on_top if x % 2 else 1 - on_top) / m
            law[tuple(c for shelf in shelves for c in shelf)] += int(w)
    else:
        raise Beyond(f"the model {model}")
    return law


@lru_cache(None)
def position_law(model, n):
    """P(from i to j) in units of 2^-220."""
    name, p = parse(model)
    law = [[0] * n for _ in range(n)]
    if name == "inverse":
        return [list(x) for x in zip(*position_law(p["of"], n))]
    if name == "keys":
        return position_law(f"inverse(of=ashuffle(a={p['values']}))", n)
    if name == "riffle":
        for c, w in cut_law(p, n).items():
            ways = comb(n, c)
            for i in range(n):
                k, size = (i, c) if i < c else (i - c, n - c)  # k cards of its packet lie above it
                for j in range(k, n - size + k + 1):
                    law[i][j] += w * comb(j, k) * comb(n - 1 - j, size - 1 - k) // ways
    elif name in ("hindu", "overhand"):
        starts = [ONE] + [0] * n  # P(a packet begins here)
        for a in range(n):
            for k, q in packets(name, p, n - a).items():
                w = starts[a] * q // ONE
                starts[a + k] += w
                for i in range(a, a + k):
                    law[i][n - a - k + i - a] += w
    elif name == "clumpy":  # what leads to a card of the top packet, what may follow, and so for the bottom one upside down
        s = F(p["switch"])
        u, v = s.numerator, s.denominator
        leads = [[{}, {}] for _ in range(n + 1)]  # weights of the first k labels, the last being of this packet, by top cards
        leads[1] = [{1: 1}, {0: 1}]
        for k in range(2, n + 1):
            for e, label in product((0, 1), repeat=2):
                for x, w in leads[k - 1][e].items():
                    to = leads[k][label]
                    to[x + (label == 0)] = to.get(x + (label == 0), 0) + w * (u if e != label else v - u)
        total = {c: leads[n][0].get(c, 0) + leads[n][1].get(c, 0) for c in range(n + 1)}
        cuts = cut_law(p, n) or {c: w * ONE // (2 * v ** (n - 1)) for c, w in total.items()}
        for k, e in product(range(1, n + 1), (0, 1)):
            follows = leads[n + 1 - k][e]  # the labels from the k-th on, read from the end
            for x, w in leads[k][e].items():
                for y, z in follows.items():
                    c = x + y - (e == 0)
                    law[x - 1 if e == 0 else c + k - x - 1][k - 1] += w * z * cuts.get(c, 0) // total[c]
    elif name == "ashuffle" and int(p["a"]) * n ** 3 <= 10 ** 7:  # where a card of a label was: under those of smaller ones
        a = int(p["a"])
        some = lambda k, of: [comb(k, j) * of ** j * (a - of) ** (k - j) for j in range(k + 1)]
        for j, label in product(range(n), range(a)):
            before, after = some(j, label + 1), some(n - 1 - j, label)
            for x, y in product(range(j + 1), range(n - j)):
                law[x + y][j] += before[x] * after[y]
        law = [[w * ONE // a ** n for w in row] for row in law]
    elif name == "human":
        double = F(p["double"])
        for c, states in human_drops(p, n):
            for (t, b, e), w in states.items():
                if not t or not b:
                    for j in range(t + b):
                        law[j if t else c + j][j] += w
                    continue
                of, size = ((0, t), (c, b))[e]
                law[of + size - 1][t + b - 1] += w
                if size > 1:
                    law[of + size - 2][t + b - 2] += int(w * double)
    elif name == "top":
        k = int(p.get("cards", "1"))
        if k > n:
            raise Wrong(f"{k} cards from the top of {n}")
        for i, j in product(range(n), repeat=2):
            law[i][j] = ONE // n if i < k else ONE * comb(j, i - k) * comb(n - 1 - j, n - 1 - i) // comb(n, k) if j >= i - k else 0
    elif name == "pile":
        k = int(p["piles"])
        for i in range(n):
            pile = range(i % k, n, k)
            place = i // k if p["top"] == "first" else len(pile) - 1 - i // k
            tall = n % k - (i % k < n % k)  # of the other piles, those with a card more
            for a in range(k):  # piles above it
                for t in range(a + 1):  # tall ones among them
                    ways = comb(tall, t) * comb(k - 1 - tall, a - t)
                    if ways:
                        law[i][a * (n // k) + t + place] += ONE * ways // (k * comb(k - 1, a))
    elif name == "adjacent":
        for i, j in exchanges(name, p, n)[0]:
            for at in range(n):
                law[at][{i: j, j: i}.get(at, at)] += ONE // (n - 1)
    elif name == "transpositions":  # the share of all ways that take a card to one other place
        share, own = F(2, n * n if p["distinct"] == "false" else n * (n - 1)), F(1)
        for _ in range(int(p["k"])):
            own = F(int((own + share * (1 - n * own)) * ONE ** 2), ONE ** 2) if n > 1 else own
        for i, j in product(range(n), repeat=2):
            law[i][j] = int(ONE * (own if i == j else (1 - own) / (n - 1)))
    elif name == "parts":
        (sizes, passed), at = part_sizes(n, p), 0
        for size in sizes:
            for i, row in enumerate(position_law(p["of"], size)):
                for j, w in enumerate(row):
                    law[at + i][(at + j - passed) % n] = w
            at += size
    elif name in ("naive", "topswap"):
        for i in range(n):
            row = law[i]
            row[i] = ONE
            for at in swaps(name, p, n):
                there = row[at]
                row[:] = [w - w // n + there // n for w in row]
                row[at] = ONE // n
    elif name == "fisheryates":
        for i in range(n):
            law[i][i] = ONE
        for at, shares in draws(p, n):
            for row in law:
                there = row[at]
                row[at] = sum(int(row[j] * share) for j, share in shares.items())
                for j, share in shares.items():
                    if j != at:
                        row[j] += int((there - row[j]) * share)
    elif name == "sattolo":
        for i, j in product(range(n), repeat=2):
            law[i][j] = ONE // max(n - 1, 1) if i != j or n == 1 else 0
    elif name == "comparator":
        law = comparator_law(n, p["sort"])
    elif name == "underdown":
        for j, c in enumerate(underdown(n, p)):
            law[c][j] = ONE
    elif name in ("milk", "monge"):
        for j, c in enumerate(by_one(name, n, p)):
            law[c][j] = ONE
    elif name == "thorp" and n % 2 == 0:
        for i in range(n):
            for side in (0, 1):
                law[i][i % (n // 2) * 2 + side] = ONE // 2
    elif name == "shelf":  # cards before it lie above with one chance, those after it with another
        m, on_top = int(p["m"]), F(p.get("p", "1/2"))
        some = lambda k, q: [int(comb(k, j) * q ** j * (1 - q) ** (k - j) * ONE) for j in range(k + 1)]
        for i, s in product(range(n), range(m)):
            after = some(n - 1 - i, (s + on_top) / m)
            for share, before in ((on_top, some(i, F(s, m))), (1 - on_top, some(i, F(s + 1, m)))):
                for j, k in product(range(i + 1), range(n - i)):
                    law[i][j + k] += int(before[j] * after[k] * share.numerator) // (ONE * m * share.denominator)
    elif name == "wash" or name == "cut" and p["law"] == "uniform":
        law = [[ONE // n] * n for _ in range(n)]
    elif name in ("faro", "deal", "cut"):
        for s, w in outcomes(model, n).items():
            for j, i in enumerate(s):
                law[i][j] += w
    else:
        raise Beyond(f"the model {model}")
    return law


class Laws:
    """The models of a record, by letter."""

    def __init__(self, r):
        self.n, self.models = r["n"], dict(m.split("=", 1) for m in r["models"])

    def kinds(self, word):
        """The models of a word's letters, by name and parameters."""
        if not word or not set(word) <= set(self.models):
            raise Wrong(f"{word} is no word of its letters")
        return [parse(self.models[c]) for c in word]

    def times(self, law, letter):
        right = list(zip(*position_law(self.models[letter], self.n)))
        half = ONE // 2
        return [[(sum(map(int.__mul__, row, col)) + half) // ONE for col in right] for row in law]

    def word(self, word):
        self.kinds(word)
        law = position_law(self.models[word[0]], self.n)
        for c in word[1:]:
            law = self.times(law, c)
        return law

    def orders(self, word):
        """The law of the deck, over all n! orders."""
        law = {tuple(range(self.n)): ONE}
        self.kinds(word)
        for c in word:
            new, moves = Counter(), list(outcomes(self.models[c], self.n).items())
            for deck, p in law.items():
                for s, q in moves:
                    new[tuple(deck[i] for i in s)] += p * q
            law = {d: p // ONE for d, p in new.items()}
        return law


def within(law, n, tolerance):
    """The number of white cells; equality, up to the last units, counts as white."""
    limit = int(tolerance * ONE) + (1 << 20)
    return sum(abs(p - ONE // n) <= limit for row in law for p in row)


def scores(law, n, tolerance):
    dev = [[abs(F(p, ONE) - F(1, n)) for p in row] for row in law]
    rows = [sum(row) / 2 for row in dev]
    return {"w": within(law, n, tolerance), "max_error": max(map(max, dev)), "tvd_mean": sum(rows) / n,
            "tvd_worst": max(rows)}
