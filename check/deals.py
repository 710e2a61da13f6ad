"""Decks, what is counted of them, and what was dealt."""
from collections import Counter
from fractions import Fraction as F
from functools import lru_cache
from itertools import combinations, groupby, islice, permutations
from math import comb, factorial, lcm, prod

from distances import distance, eulerian, packets_in_all, riffle_classes
from models import ONE, Laws, fair_riffle, parse, position_law
from record import close, decimal
from words import binomial_between


def pairs(r, rep):
    n = r["n"]
    if not 2 <= n <= 6:
        return rep.leave("all of it: more than 6 cards")
    law, fair = Laws(r).orders(r["word"]), F(1, n * (n - 1))
    ends, starts = {}, {}
    for deck, p in law.items():
        for (j, a), (k, b) in permutations(enumerate(deck), 2):
            ends.setdefault((a, b), Counter())[j, k] += F(p, ONE)
            starts.setdefault((j, k), Counter())[a, b] += F(p, ONE)
    error = rep.error(r, "error") + F(1, 10 ** 40)
    near = lambda x, y: abs(F(x) - y) <= error + y / (1 << 53)
    pair = lambda x: tuple(c - 1 for c in x)
    for counts, name, where in ((ends, "pair_tvd_worst", "worst_start_pair"), (starts, "pair_tvd_worst_end", "worst_end_pair")):
        far = {ab: sum(abs(c[jk] - fair) for jk in permutations(range(n), 2)) / 2 for ab, c in counts.items()}
        rep.expect(r, name, max(far.values()), near)
        alone = sum(x >= max(far.values()) - 2 * error for x in far.values()) == 1
        rep.hold(near(r[name], far.get(pair(r[where]), 2)), f"{where} is no worst one", *[(r, where)] * alone)
        if counts is ends:
            rep.expect(r, "pair_tvd_mean", sum(far.values()) / len(far), near)
    rep.expect(r, "uniform_together", F(2, n), close)
    rep.hold([x["first"] for x in r["neighbours"]] == list(range(1, n)), "its neighbours are others", (r["neighbours"], "first"))
    for x in r["neighbours"]:
        a = x["first"] - 1
        mine = sum(p for (j, k), p in ends[a, a + 1].items() if abs(j - k) == 1)
        rep.hold(near(x["together"], mine), f"cards {a + 1} and {a + 2} stay together with another probability", (x, "together"))
    rep.prove("mean and worst distance of pairs, and neighbours, by all outcomes", (r, "n", "models", "word"))


COUNTED = ["rising sequences", "descents", "fixed points", "cycles", "inversions", "adjacencies", "longest increasing", "displacement"]
DECK_STATISTICS, SAMPLE_STATISTICS = COUNTED + ["longest run of neighbours", "old neighbours side by side", "equal ranks side by side", "ranks in place", "longest run of one rank", "order"], COUNTED + ["first card", "last card"]


def cycles(deck):
    """The lengths of its cycles, the longest first."""
    seen, lengths = set(), []
    for c in range(len(deck)):
        before = len(seen)
        while c not in seen:
            seen.add(c)
            c = deck[c]
        lengths.append(len(seen) - before)
    return sorted(filter(None, lengths), reverse=True)


def deck(r, rep):
    d, n, q = r["deck"], r["n"], r["question"]
    rep.hold(sorted(d) == list(range(1, n + 1)), "it is no deck", (r, "n"))
    mine, fair = statistics([c - 1 for c in d]), fair_statistics(n) if n <= 2000 else {}
    rep.hold("word" in q or "deck" in q and "seed" not in q, "its question has no deck, or a seed for one that is given")
    rep.expect(r, "cycles", cycles([c - 1 for c in d]))
    mine["order"], run = lcm(*r["cycles"]), 1
    mine["longest run of neighbours"] = max(run := run + 1 if b == a + 1 else 1 for a, b in zip([-1] + d, d))
    ranks = q.get("ranks", 0)
    none = {name: F(decks, factorial(n)) for name, decks in without(n).items()} if n <= 2000 else {}
    fair |= side_by_side(n, ranks) if n > 3 else {}
    if ranks and n <= 104:
        sizes = rank_sizes(n, ranks)
        none["equal ranks side by side"], none["ranks in place"] = runs_at_most(1, sizes), none_in_place(sizes)
        if n <= 52:
            over = [1 - runs_at_most(k, sizes) for k in range(max(sizes))]
            fair["longest run of one rank"] = sum(over), sum((2 * k + 1) * p for k, p in enumerate(over)) - sum(over) ** 2
    mine["old neighbours side by side"] = sum(abs(b - a) == 1 for a, b in zip(d, d[1:]))
    alike = [c % max(1, ranks) for c in d]
    mine["equal ranks side by side"] = sum(a == b for a, b in zip(alike, alike[1:]))
    mine["ranks in place"] = sum((c - i) % max(1, ranks) == 0 for i, c in enumerate(d, 1))
    mine["longest run of one rank"] = max(len(list(same)) for _, same in groupby(alike))
    rep.hold([s["statistic"] for s in r["statistics"]] == [s for s in DECK_STATISTICS if ranks or "rank" not in s], "its statistics are others", (r["statistics"], "statistic"))
    for s in r["statistics"]:
        name = s["statistic"]
        rep.hold(mine[name] == s["value"], f"{name} are {mine[name]}", (s, "value"))
        rep.hold(name not in fair or "fair_mean" in s, f"{name} of a fair deck are missing")
        if name in fair:
            fairly(s, fair[name], name, rep)
        if name in none and n > 3:
            rep.hold(near(s["fair_none"], float(none[name])), f"fair decks without {name} are others", (s, "fair_none"))
    rising = mine["rising sequences"]
    rep.expect(r, "fair_at_most", decimal(F(sum(eulerian(n)[:rising]), factorial(n)), q["digits"]))
    rep.prove("what is counted of the deck; means and deviations of a fair one", (r, "deck"), (q, "digits"), *([(q, "ranks")] if ranks else []))
    done, rows = 0, r.get("riffles", [])
    rep.hold([row["shuffles"] for row in rows] == list(range(q["from"], q["to"] + 1)) if q["to"] - q["from"] < 10 ** 5 else False,
             "the rows are not those asked for", (q, "from", "to"), (rows, "shuffles"))
    for row in rows:
        if done and not rep.time():
            break
        p = riffle_classes(n, 2 ** row["shuffles"])[rising - 1][1]
        rep.expect(row, "probability", decimal(p, q["digits"]))
        rep.expect(row, "ratio", decimal(p * factorial(n), q["digits"]))
        done += 1
    rep.prove(f"the probability after riffles in {done} rows")


def guess_watch(r, rep):
    n, rows, unseen = r["n"], r["rows"], set(range(1, r["n"] + 1))
    rep.hold(len(rows) == n and sorted(row["card"] for row in rows) == sorted(unseen), "its cards are no deck", (r, "n"))
    for i, row in enumerate(rows):
        rep.hold(row["place"] == i + 1 and row["named"] in unseen, f"at place {i + 1} a card is named that was seen", (row, "place"))
        rep.hold(row["right"] == (row["named"] == row["card"]), f"place {i + 1} is marked right, or wrong, against its cards", (row, "right"))
        unseen.remove(row["card"])
    rep.expect(r, "right", sum(row["right"] for row in rows))
    rep.prove("the cards are a deck, none is named twice, and the right ones are counted")
    rep.leave("the deal")
    if not r["best"]:
        return
    rounded = lambda places: lambda text, value: len(text.partition(".")[2]) == places and abs(F(text) - value) <= F(51, 100) / 10 ** places
    rep.hold(abs(F(r["expected"]) - sum(F(row["chance"]) for row in rows)) < F(1, 10 ** 6), "the chances do not add up to the number expected")
    rep.prove("the chances add up to the number expected")
    a, unseen, done, begins = packets_in_all(Laws(r).kinds(r["word"])), set(range(1, r["n"] + 1)), 0, None
    total = F(0)
    for i, row in enumerate(rows if a else ()):
        seen = tuple(x["card"] for x in rows[:i])
        if done and not rep.time():
            break
        begins = begins or weight_of_start((), n, a)
        others = {c: weight_of_start(seen + (c,), n, a) for c in (unseen if i < 8 else {row["named"], row["card"]})}
        chance = others[row["named"]] / begins
        rep.hold(rounded(10)(row["chance"], chance), f"the chance of the card named at place {i + 1} is {float(chance)}", (row, "chance", "named"))
        rep.hold(max(others.values()) <= begins * (chance + F(1, 10 ** 9)), f"another card is more likely at place {i + 1}")
        begins, done, total = others[row["card"]], done + 1, total + chance
        unseen.remove(row["card"])
    if done:
        rep.prove(f"{done} chances as fractions, and no other card is likelier", *[(r, "models", "word")] * (n > 1))
    if done == n:
        rep.expect(r, "expected", total, rounded(6))
    else:
        rep.leave(f"{n - done} chances")


def weight_of_start(cards, n, a):
    """The probability, by riffles of 2 packets in a row or a at once, that a deck starts with these cards: the sum over
    the orders of the others, by rising sequences. Those end where card i+1 is above card i; unseen cards in a row of
    numbers end some among themselves, whatever the others do."""
    at = {c: i for i, c in enumerate(cards)}
    ends = sum(c + 1 in at and (c not in at or at[c + 1] < at[c]) for c in range(1, n))
    rest = [c for c in range(1, n + 1) if c not in at]
    runs = [len(list(run)) for _, run in groupby(rest, lambda c: c - rest.index(c))]
    ways, orders = [1], factorial(len(rest))
    for run in runs:
        orders //= factorial(run)
        more = eulerian(run)
        ways = [sum(ways[j] * more[k - j] for j in range(len(ways)) if 0 <= k - j < len(more))
                for k in range(len(ways) + len(more) - 1)]
    return F(orders * sum(w * comb(a + n - 1 - ends - k, n) for k, w in enumerate(ways)), a ** n)


def statistics(deck):
    """What is counted of a deck, by definition; cards from 0 on."""
    n, at, longest = len(deck), {c: i for i, c in enumerate(deck)}, []
    for i, c in enumerate(deck):
        longest.append(1 + max((longest[j] for j in range(i) if deck[j] < c), default=0))
    return {"rising sequences": 1 + sum(at[c + 1] < at[c] for c in range(n - 1)), "cycles": len(cycles(deck)),
            "descents": sum(b < a for a, b in zip(deck, deck[1:])), "first card": deck[0] + 1, "last card": deck[-1] + 1,
            "adjacencies": sum(b == a + 1 for a, b in zip(deck, deck[1:])), "longest increasing": max(longest),
            "fixed points": sum(i == c for i, c in enumerate(deck)), "inversions": sum(b < a for a, b in combinations(deck, 2)),
            "displacement": sum(abs(i - c) for i, c in enumerate(deck))}


def without(n):
    """How many decks have no fixed point, no neighbours kept, and no old neighbours side by side in either order, by recurrences."""
    deranged, apart = [1, 0], [1, 1, 0, 0]
    for k in range(2, n + 1):
        deranged.append((k - 1) * (deranged[-1] + deranged[-2]))
    for k in range(4, n + 1):
        apart.append((k + 1) * apart[-1] - (k - 2) * apart[-2] - (k - 5) * apart[-3] + (k - 3) * apart[-4])
    return {"fixed points": deranged[n], "adjacencies": deranged[n] + deranged[n - 1], "old neighbours side by side": apart[n]}


def rank_sizes(n, ranks):
    """How many cards there are of each rank."""
    return [len(range(r, n, ranks)) for r in range(min(n, ranks))]


def runs_at_most(k, sizes):
    """The share of decks with at most k cards of one rank in a row: the runs of each rank go, in groups, between those before, and no
    two runs of a rank are neighbours in the end."""
    words = Counter({(0, 0): 1})  # by the numbers of runs, and of those behind one of their rank
    for m in sizes:
        parts = [int(m == 0)]  # ways to divide m cards into 0, 1, ... runs
        for b in range(1, m + 1):
            parts.append(sum((-1) ** i * comb(b, i) * comb(m - k * i - 1, b - 1) for i in range(b + 1) if k * i < m))
        more = Counter()
        for (length, equal), count in words.items():
            for b, ways in enumerate(parts):
                for g in range(1, b + 1):
                    for parted in range(min(g, equal) + 1):
                        more[length + b, equal - parted + b - g] += count * ways * comb(b - 1, g - 1) * comb(equal, parted) * comb(length + 1 - equal, g - parted)
        words = +more
    return F(sum(count for (_, equal), count in words.items() if equal == 0) * prod(map(factorial, sizes)), factorial(sum(sizes)))


def none_in_place(sizes):
    """The share of decks with no card where one of its rank lay, by the numbers of ways to put t of them so."""
    ways, n = [1], sum(sizes)
    for m in sizes:
        ways = [sum(ways[t - i] * comb(m, i) ** 2 * factorial(i) for i in range(m + 1) if 0 <= t - i < len(ways)) for t in range(len(ways) + m)]
    return F(sum((-1) ** t * w * factorial(n - t) for t, w in enumerate(ways)), factorial(n))


def side_by_side(n, ranks):
    """Mean and variance of old neighbours, and of cards of one rank, side by side in a fair deck, from two pairs of places."""
    def law(two, three, four):
        mean = two * (n - 1)
        return mean, 2 * (three * (n - 2) + four * comb(n - 2, 2)) + mean - mean ** 2
    old = {"old neighbours side by side": law(F(2, n), F(2, n * (n - 1)), F(4 * comb(n - 2, 2), comb(n, 2) * (n - 2) * (n - 3)))}
    if not ranks or n > 416:
        return old
    falling = lambda k: sum(prod(range(m - k + 1, m + 1)) for m in sizes)
    sizes = rank_sizes(n, ranks)
    pairs = falling(2) ** 2 - sum((m * (m - 1)) ** 2 for m in sizes) + falling(4)
    squares = sum(m * m for m in sizes)
    two = F(squares ** 2 + sum((m * (m - 1)) ** 2 - m ** 4 for m in sizes), n * (n - 1))
    old["ranks in place"] = F(squares, n), two + F(squares, n) - F(squares, n) ** 2
    return old | {"equal ranks side by side": law(F(falling(2), n * (n - 1)), F(falling(3), n * (n - 1) * (n - 2)), F(pairs, n * (n - 1) * (n - 2) * (n - 3)))}


def fair_statistics(n):
    """Mean and variance of what is counted of a fair deck, where they are known here."""
    harmonic = lambda k: sum(F(1, i ** k) for i in range(1, n + 1))
    fair = {
        "rising sequences": (F(n + 1, 2), F(n + 1, 12)), "descents": (F(n - 1, 2), F(n + 1, 12)),
        "fixed points": (F(1), F(1)), "cycles": (harmonic(1), harmonic(1) - harmonic(2)),
        "inversions": (F(n * (n - 1), 4), F(n * (n - 1) * (2 * n + 5), 72)),
        "adjacencies": (F(n - 1, n), F(n - 2, n) + F(n - 1, n) - F(n - 1, n) ** 2),
        "displacement": (F(n * n - 1, 3), F((n + 1) * (2 * n * n + 7), 45)),
        "first card": (F(n + 1, 2), F(n * n - 1, 12)), "last card": (F(n + 1, 2), F(n * n - 1, 12)),
    } if n > 2 else {}
    for name in all_decks(n)[0] if n <= 6 else ():
        mean = F(sum(d[name] for d in all_decks(n)), factorial(n))
        fair[name] = mean, sum((d[name] - mean) ** 2 for d in all_decks(n)) / factorial(n)
    return fair


@lru_cache(None)
def all_decks(n):
    return [statistics(d) for d in permutations(range(n))]


def near(x, y):
    return abs(float(F(x)) - y) <= 1e-9 * (1 + abs(y))


def fairly(row, fair, name, rep):
    mean, variance = fair
    rep.hold(near(row["fair_mean"], float(mean)) and near(row["fair_sd"], float(variance) ** 0.5),
             f"{name} of a fair deck are {float(mean)} with a deviation of {float(variance) ** 0.5}", (row, "fair_mean", "fair_sd"))


def sample(r, rep):
    n, deals, e = r["n"], r["deals"], r["event"]
    fair = fair_statistics(n) if n <= 2000 else {}
    rep.hold(deals > 0 and n > 0, "there are no deals, or no cards")
    rep.hold([row["statistic"] for row in r["statistics"]] == SAMPLE_STATISTICS, "its statistics are others", (r["statistics"], "statistic"))
    for row in r["statistics"]:
        name = row["statistic"]
        if name in fair:
            fairly(row, fair[name], name, rep)
        if "histogram" in row:
            values = {bar["value"]: bar["deals"] for bar in row["histogram"]}
            rep.hold(sum(values.values()) == deals and min(values.values()) >= 0, f"the histogram of {name} does not have all deals", (r, "deals"))
            mean = F(sum(v * k for v, k in values.items()), deals)
            variance = sum((v - mean) ** 2 * k for v, k in values.items()) / max(1, deals - 1)
            rep.hold(near(row["mean"], float(mean)) and near(row["sd"], float(variance) ** 0.5)
                     and near(row["mean_error"], float(variance / deals) ** 0.5), f"{name} have another mean or deviation",
                     (row, "mean", "sd", "mean_error"))
            upto = lambda share: min(v for v in values if sum(k for w, k in values.items() if w <= v) >= share * deals)
            rep.hold((row["min"], row["q05"], row["median"], row["q95"], row["max"]) ==
                     (min(values), upto(F(1, 20)), upto(F(1, 2)), upto(F(19, 20)), max(values)),
                     f"the quantiles of {name} are others", (row, "min", "q05", "median", "q95", "max"))
    rep.prove(f"means and deviations of {len(fair)} statistics of a fair deck; what follows from histograms", *[(r, "n")] * bool(fair))
    sampled = e["fair_by"] != "exact"
    delta = float(r["delta"]) / (1 + sampled)
    tail = lambda k, of, q: binomial_between(of, q, k, of)
    low, k, of = float(e["word_at_least"]), e["inside"], e["tested"]
    rep.expect(e, "tested", (deals + 1) // 2)
    least = low == 0 if k == 0 else 0 < low and tail(k, of, low) <= delta * (1 + 1e-6) and tail(k, of, low * (1 + 1e-4)) >= delta * 0.999
    rep.hold(0 <= k <= of and least, "the word's share of the event is bounded otherwise", *[(e, "word_at_least")] * bool(k))
    high = F(e["fair_at_most"])
    rep.hold(abs(F(r["tvd_low"]) - max(F(0), F(e["word_at_least"]) - high)) < F(1, 10 ** 12),
             "the bound of the distance is not the difference", (r, "tvd_low"))
    exact, threshold = None, e["threshold"]
    if n <= 6 and not sampled:
        rep.hold(e["side"] in ("at most", "at least") and e["statistic"] in statistics((0,)), "it is no event")
        inside = [d[e["statistic"]] <= threshold if e["side"] == "at most" else d[e["statistic"]] >= threshold for d in all_decks(n)]
        exact = F(sum(inside), len(inside))
    elif e["statistic"] in ("rising sequences", "descents") and n <= 2000 and not sampled:
        rep.hold(e["side"] in ("at most", "at least"), "it is no event")
        counts, edge = eulerian(n), threshold - (e["statistic"] == "rising sequences")
        exact = F(sum(counts[:max(0, edge + 1)] if e["side"] == "at most" else counts[max(0, edge):]), factorial(n))
    if exact is not None:
        rep.hold(0 <= high - exact < F(1, 10 ** 9), "a fair deck has the event otherwise", (e, "fair_at_most"))
        rep.prove("the chance of the event for a fair deck, as a fraction; what the tested deals bound")
    else:
        rep.leave("the chance of the event for a fair deck")
    rep.leave("the deals")


def hands(r, rep):
    n, rows, exact, q = r["n"], r["rows"], r["kind"] == "exact", r["question"]
    riffle = r["riffle"]
    rep.hold(exact == fair_riffle(*parse(riffle)), f"{riffle} is exact, or is not", (r, "kind"), *[(r, "riffle")] * exact)
    decks = any(row.get(key) for row in rows for key in ("decks", "tested"))
    rep.hold((r["kind"] == "sampled") == decks, f"it is {r['kind']}, which its decks contradict")
    first = q["from"]
    rep.hold(q["to"] - first == len(rows) - 1 and all(row["shuffles"] == k for k, row in enumerate(rows, first)), "a row is missing",
             (q, "from", "to"), (rows, "shuffles"))
    for k, row in enumerate(rows):
        mine = distance(riffle_classes(n, 2 ** (k + first)), n)
        low, high = F(row["tvd_low"]), F(row["tvd_high"])
        middle = F(row.get("estimate", (low + high) / 2))
        rep.hold(abs(F(row["ideal"]) - mine) < F(1, 10 ** 14), f"{k + first} ideal riffles leave {float(mine)}", (row, "ideal"))
        rep.hold(0 <= low <= middle <= high <= 1, f"the estimate of row {k + first} is not between its ends")
        between = "estimate" in row and low < middle < high
        rep.hold("decks" not in row or "estimate" in row and (not between or "estimate_se" in row),
                 f"row {k + first} lacks its estimate or estimate_se")
        rep.hold(not k or all(F(row[e]) <= F(rows[k - 1][e]) for e in ("tvd_low", "tvd_high")), f"an end rises to row {k + first}")
        if exact:
            rep.hold("estimate" in row and low <= mine <= high and high - low < F(1, 10 ** 14) > abs(middle - mine),
                     f"row {k + first} is not that of ideal riffles", (row, "tvd_low", "estimate", "tvd_high"))
    for need, goal in zip(r["needs"], (F(1, 2), F(1, 4), F(1, 10), F(1, 100)), strict=True):
        rep.hold(abs(F(need["tvd"]) - goal) < F(1, 10 ** 15), f"{float(need['tvd'])} is not asked for", (need, "tvd"))
        for key, column in (("possible", "tvd_low"), ("shown", "tvd_high"), ("ideal", "ideal")):
            enough = next((row["shuffles"] for row in rows if F(row[column]) <= goal), None)
            rep.hold(need.get(key) == enough, f"{column} is at most {float(goal)} from {enough} riffles on", (need, key))
    rep.prove("the ideal riffle, as fractions; that no end rises or crosses; the numbers of riffles", (r, "n"))
    if not exact:
        rep.leave("the intervals")


def opening(r, rep):
    n, hand, rows, deals, q = r["n"], r["hand"], r["rows"], r["deals"], r["question"]
    sizes, names = [k["cards"] for k in r["kinds"]], [k.get("name", "") for k in r["kinds"]]
    rep.hold([(k.get("name", ""), k["count"]) for k in q["kinds"]] == list(zip(names, sizes)), "its kinds are others")
    others = n - sum(sizes)
    rep.hold(sizes and min(sizes) > 0 and others >= 0 and 0 <= hand <= n <= 10 ** 4 and deals > 0 and len(set(names)) == len(names),
             "there are no such cards")
    kind_of, left = {}, list(range(others if r["at"] == "bottom" else 0, n))
    rep.hold(r["at"] in ("top", "bottom", "spread"), "the kinds lie elsewhere")
    for k, size in enumerate(sizes):  # each over the places that those before it leave
        m = len(left)
        mine = [place for i, place in enumerate(left) if ((i + 1) * size // m > i * size // m if r["at"] == "spread" else i < size)]
        kind_of.update(dict.fromkeys(mine, k))
        left = [place for place in left if place not in kind_of]

    def all_hands(sizes, of):
        if not sizes:
            if of <= others:
                yield []
            return
        for x in range(min(sizes[0], of) + 1):
            yield from ([x] + more for more in all_hands(sizes[1:], of - x))

    def fair_of(cards):
        ways = comb(others, hand - sum(cards))
        for size, x in zip(sizes, cards):
            ways *= comb(size, x)
        return F(ways, comb(n, hand))
    rep.hold([row["cards"] for row in rows] == list(islice(all_hands(sizes, hand), len(rows) + 1)), "its hands are others", (rows, "cards"))
    counts = [F(row["share"]) * deals for row in rows]
    for row, count in zip(rows, counts):
        fair = fair_of(row["cards"])
        rep.hold(abs(F(row["fair"]) - fair) <= fair / 10 ** 14, f"a fair deck has {row['cards']} with {float(fair)}", (row, "fair"))
        rep.hold(abs(count - round(count)) < F(1, 10 ** 6) and count >= 0, f"no number of deals is the share of {row['cards']}")
        rep.hold(F(row["low"]) <= F(row["share"]) <= F(row["high"]), f"the share of {row['cards']} is not in its interval")
    rep.hold(sum(map(round, counts)) == deals, "the shares do not add up to 1", (rows, "share"))
    for k in r["kinds"]:
        mean, variance = F(hand * k["cards"], n), F(hand * k["cards"] * (n - k["cards"]) * (n - hand), n * n * max(1, n - 1))
        rep.hold(abs(F(k["fair_mean"]) - mean) < F(1, 10 ** 12), "the fair mean is another", (k, "fair_mean"))
        rep.hold(abs(F(k["fair_sd"]) ** 2 - variance) < F(1, 10 ** 12), "the fair deviation is another", (k, "fair_sd"))
    rep.hold(("kept" in r) == ("keep" in q), "whether hands are kept is not as its question says")
    if "kept" in r:
        kept = r["kept"]
        keep, again = [(k.get("name", ""), k["least"], k["most"]) for k in kept["keep"]], kept["mulligans"]
        rep.hold(keep == [(k.get("name", ""), k["least"], k["most"]) for k in q["keep"]] and again == q.get("mulligans", 0)
                 and all(name in names and 0 <= low <= high <= hand for name, low, high in keep), "other hands are kept")
        good = [all(low <= row["cards"][names.index(name)] <= high for name, low, high in keep) for row in rows]
        some = sum((fair_of(row["cards"]) for row, ok in zip(rows, good) if ok), F(0))
        dealt = sum(round(count) for count, ok in zip(counts, good) if ok)
        for name, p in ("fair", some), ("share", F(dealt, deals)):
            rep.hold(abs(F(kept[name]) - (1 - (1 - p) ** (again + 1))) < F(1, 10 ** 12), f"hands are kept with {float(p)}",
                     (kept, name), *[part for of in (kept, q) for part in ((of, "mulligans"), (of["keep"], "name", "least", "most"))])
        rep.hold(F(kept["low"]) <= F(kept["share"]) <= F(kept["high"]), "the share of hands that are kept is not in its interval")
    rep.prove("the fair deck; that the shares are counts of the deals", (r, "n", "hand"), (r["kinds"], "name", "cards"), (q["kinds"], "name", "count"))
    rep.leave("the deals and their intervals, and the deviation")
    laws, chance = Laws(r), [ONE] * hand + [0] * (n - hand)
    laws.kinds(r["word"])
    for letter in reversed(r["word"]):
        chance = [sum(map(int.__mul__, row, chance)) // ONE for row in position_law(laws.models[letter], n)]
    for k, kind in enumerate(r["kinds"]):
        mean = F(sum(chance[i] for i in kind_of if kind_of[i] == k), ONE)
        rep.hold(abs(F(kind["mean"]) - mean) <= rep.error(kind, "mean_error") + mean / (1 << 53) + F(1, 10 ** 40),
                 f"the mean is {float(mean)}, further off than its error", (kind, "mean"))
    rep.prove("the mean, in fixed point of 220 bits", (r, "models", "word", "at"))
