"""Whether a shuffler is fair: every test again from the counts of its decks, by plain sums."""
import re
from fractions import Fraction as F
from math import comb, exp, factorial, inf, lgamma, log

from deals import rank_sizes, runs_at_most

NEAR = 1e-5  # figures have six digits
RANKED = "ranks_side_by_side", "ranks_in_place", "longest_run_of_rank"


def near(written, value, within=NEAR):
    return written == value or abs(written - value) < inf and abs(written - value) <= within * abs(value) + 1e-12


def eulerian(n):
    row = [1]
    for m in range(2, n + 1):
        row = [(k + 1) * (row[k] if k < m - 1 else 0) + (m - k) * (row[k - 1] if k else 0) for k in range(m)]
    return row


def laws(n):
    """The laws of a fair deck, a probability for 0, 1, 2, ...."""
    descents = [float(F(x, factorial(n))) for x in eulerian(n)]
    deranged = [1, 0]
    for m in range(2, n + 1):
        deranged.append((m - 1) * (deranged[m - 1] + deranged[m - 2]))
    cycles, inversions = [1], [1]
    for m in range(1, n + 1):
        cycles = [(m - 1) * a + b for a, b in zip(cycles + [0], [0] + cycles)]
        wide = [0] * (len(inversions) + m - 1)
        for k in range(m):
            for i, x in enumerate(inversions):
                wide[i + k] += x
        inversions = wide
    of = lambda counts: [float(F(x, factorial(n))) for x in counts]
    return {"rising sequences": [0] + descents, "descents": descents, "cycles": of(cycles), "inversions": of(inversions),
            "fixed points": of([comb(n, k) * deranged[n - k] for k in range(n + 1)]),
            "neighbours kept": of([comb(n - 1, k) * (deranged[n - k] + deranged[n - k - 1]) for k in range(n)])}


def tails(law, decks, total):
    """P(S <= total) and P(S >= total), by convolution."""
    sums = [1.0]
    for _ in range(decks):
        wide = [0.0] * (len(sums) + len(law) - 1)
        for k, p in enumerate(law):
            if p:
                for i, x in enumerate(sums):
                    wide[i + k] += x * p
        sums = wide
    return sum(sums[:total + 1]), sum(reversed(sums[total:]))


def chi_square(df, t):
    """The chances of less than t, and of more."""
    a, x = df / 2, t / 2
    if x <= 0:
        return 0.0, 1.0
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * 1e-17:
            k += 1
            term *= x / k
            total += term
        below = total * exp(max(-700, a * log(x) - x - lgamma(a)))
        return below, 1 - below
    b, c, d = x + 1 - a, 1e300, 1 / (x + 1 - a)
    h = d
    for i in range(1, 100000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    above = exp(max(-700, a * log(x) - x - lgamma(a))) * h
    return 1 - above, above


def forms(q, whole):
    """Quadratic forms with their degrees of freedom."""
    n, k, decks, cells = q["n"], q["listed"], q["decks"], q["cells"]
    sizes = [kind["count"] for kind in q["kinds"]] if "kinds" in q else [1] * n

    def of(start, end):
        t = 0.0
        for m, row in zip(sizes, cells):
            d = [x - decks * m / n for x in row[start:end]]
            t += (sum(x * x for x in d) + (sum(d) ** 2 / (n - end + start) if end - start < n else 0)) / m
        return t * (n - 1) / decks
    kinds = len(sizes) - 1
    yield "cells", of(0, k), kinds * (k if k < n else n - 1)
    if k > 1:
        yield "first place", of(0, 1), kinds
        yield "last place", of(k - 1, k), kinds
    if "kinds" not in q and k == n:
        for name, row in ("first card", cells[0]), ("last card", cells[-1]):
            yield name, sum((x - decks / n) ** 2 for x in row) * n / decks, n - 1
    if whole:
        for name, table in ("pairs of places", q["places"]), ("pairs of cards", q["cards"]):
            b = [[0] * n for _ in range(n)]
            for i, row in enumerate(table):
                for j, x in enumerate(row):
                    b[j][i], b[i][j] = 2 * x - decks, decks - 2 * x
            square = sum(x * x for row in b for x in row) / 2 - sum(sum(row) ** 2 for row in b) / (n + 1)
            yield name, 3 * square / decks, n * (n - 1) // 2
        f, mean, even, odd = q["follows"], decks / (n - 1), 0.0, 0.0
        for i in range(n):
            for j in range(n):
                if i != j:
                    even += ((f[i][j] + f[j][i]) / 2 - mean) ** 2
                    odd += ((f[i][j] - f[j][i]) / 2) ** 2
        yield "neighbours of each card", (even * (n - 1) + odd * (n - 1) * (n - 2) / n) / decks, n * n - 3 * n + 1


def likelihood(q, model, times):
    """How much likelier decks are under a fault of which the law on whole decks is known, as a logarithm."""
    n, decks, total = q["n"], q["decks"], 0.0
    if model == "sattolo":
        return decks * log(n) if q["cycles"][1] == decks else -inf
    if model.startswith("cut"):
        return decks * lgamma(n) if q.get("rotations", 0) == decks else -inf
    if model.startswith("transpositions"):
        stays = exchanges(q)
        return max(stays) + log(sum(exp(x - max(stays)) for x in stays) / len(stays))
    if model.startswith("topswap"):
        return staying(q, n - 1, (1 - 1 / n) ** n)
    if model == "unshuffled":  # a share of the decks, each share as likely as any other
        new = q["neighbours"][n - 1]
        return new * lgamma(n + 1) - (decks - new) * log(1 - 1 / factorial(n)) + lgamma(new + 1) + lgamma(decks - new + 1) - lgamma(decks + 2)
    riffle = model == "riffle"
    a, counts = (2 ** times, q["rising"][1:]) if riffle else (int(model[12:-1]), q["descents"])
    for d, seen in enumerate(counts):
        ways = comb(a + n - 1 - d, n) if a > d else 0
        if seen and not ways:
            return -inf
        if seen:
            x = F(factorial(n) * ways, a ** n)
            total += seen * (log(x.numerator) - log(x.denominator))
    return total


def staying(q, m, p):
    """How much likelier decks are if each of m cards stays by itself with probability p, by their fixed points."""
    total = 0.0
    for fixed, seen in enumerate(q["fixed"]):
        if seen:
            terms = [lgamma(m + 1) - lgamma(u + 1) - lgamma(m - u + 1) + u * log(p) + (m - u) * log(1 - p) + lgamma(fixed + 1) - lgamma(fixed - u + 1)
                     for u in range(min(m, fixed) + 1)]
            total += seen * (max(terms) + log(sum(exp(t - max(terms)) for t in terms)))
    return total


def exchanges(q):
    """The same for 1, 2, ... exchanges of two random places, up to five for each card."""
    n = q["n"]
    return [staying(q, n, (1 - 1 / n) * (1 - 2 / n) ** k) for k in range(1, 5 * n + 1)]


def alike(sizes):
    """The law of the number of cards that lie on one of their kind: of t places marked, the cards are words of blocks, and
    inclusion and exclusion leaves the words with so many and no more."""
    n, marked = sum(sizes), [F(1)]
    for m in sizes:
        wide = [F(0)] * (len(marked) + m - 1)
        for t in range(m):
            for i, x in enumerate(marked):
                wide[i + t] += x * F(comb(m - 1, t), factorial(m - t))
        marked = wide
    words = [x * factorial(n - t) for t, x in enumerate(marked)]
    total = F(factorial(n))
    for m in sizes:
        total /= factorial(m)
    return [float(sum(words[t] * comb(t, k) * (-1) ** (t - k) for t in range(k, len(words))) / total) for k in range(len(words))]


def ranked(n, ranks):
    """The laws of what is counted of ranks: side by side, in place, and the longest run of one."""
    sizes, ways = rank_sizes(n, ranks), [1]
    for m in sizes:
        ways = [sum(ways[t - i] * comb(m, i) ** 2 * factorial(i) for i in range(m + 1) if 0 <= t - i < len(ways)) for t in range(len(ways) + m)]
    decks = [w * factorial(n - t) for t, w in enumerate(ways)]
    place = [float(F(sum(decks[t] * comb(t, k) * (-1) ** (t - k) for t in range(k, len(decks))), factorial(n))) for k in range(len(decks))]
    upto = [0, *(float(runs_at_most(k, sizes)) for k in range(1, max(sizes) + 1))] if n <= 104 else [0, 1]
    return alike(sizes), place, [b - a for a, b in zip([0, *upto], upto)]


def counted(q, whole, rep):
    """Holds the counts of the question against one another: all are of the same decks."""
    n, decks, k, cells = q["n"], q["decks"], q["listed"], q["cells"]
    sizes = [kind["count"] for kind in q["kinds"]] if "kinds" in q else [1] * n
    whole_numbers = lambda x: all(map(whole_numbers, x)) if isinstance(x, list) else type(x) is int and 0 <= x <= decks
    rep.hold(all(whole_numbers(v) for key, v in q.items() if isinstance(v, list) and key not in ("kinds", "scores")), "no numbers of decks")
    rep.hold(q["from"] in ("new", "previous", "table") and (whole or q["from"] != "previous"), "decks are from elsewhere")
    rep.hold(sum(sizes) == n and min(sizes) > 0 and 1 <= k <= n and len(cells) == len(sizes) and all(len(row) == k for row in cells),
             "the cells are no such table", (q, "listed"), (q.get("kinds", []), "count"))
    rep.hold(all(sum(row[j] for row in cells) == decks for j in range(k)) and
             (k < n or all(sum(row) == decks * m for row, m in zip(cells, sizes))), "its places have not a card of each deck", (q, "cells", "decks"))
    rep.hold("skip" in q or not q.get("refused"), "lines are left out that it was not to leave out")
    rep.hold(("alike" in q) == ("kinds" in q and k == n) and ("hands" in q) == ("kinds" in q and k < n), "the counts of kinds are missing")
    total = lambda row: sum(i * x for i, x in enumerate(row))
    if "hands" in q:
        rep.hold([(sum(row), total(row), len(row)) for row in q["hands"]] == [(decks, sum(row), k + 1) for row in cells],
                 "hands and cells are not of the same decks", (q, "hands"))
    if "alike" in q:
        rep.hold(len(q["alike"]) == n and sum(q["alike"]) == decks, "alike is not of all decks", (q, "alike"))
    rep.hold(("repeats" in q) == (q["from"] != "table"), "repeated decks are not counted", *[(q, "repeats")] * ("repeats" in q))
    if "repeats" in q:
        repeats = q["repeats"]
        kept, different, pairs, bits = repeats["decks"], repeats["different"], repeats["pairs"], repeats.get("bits", 0)
        each, more = divmod(kept, max(1, different))
        rep.hold(0 <= different <= kept <= decks and 0 <= bits <= 64 and (bits > 0 or kept == decks) and bool(different) == bool(kept),
                 "the repeated decks are not those of all decks", *[(repeats, "decks")] * (not bits))
        rep.hold(more * comb(each + 1, 2) + (different - more) * comb(each, 2) <= pairs <= comb(kept - different + 1, 2),
                 f"{kept} decks of which {different} are different have not {pairs} pairs", *[(repeats, "pairs")] * (different > kept - 2))
    rep.hold(("ranks" in q) == all(key in q for key in RANKED) and ("ranks" not in q or whole and q["from"] == "new" and 0 < q["ranks"] <= 416),
             "the counts of ranks are missing, or not of new decks", *[(q, "ranks")] * ("ranks" in q))
    if not whole:
        return
    if "ranks" in q:
        rep.hold(total(q["ranks_in_place"]) == sum(x for i, row in enumerate(cells) for j, x in enumerate(row) if (i - j) % q["ranks"] == 0),
                 "ranks in place and cells are not of the same decks")
    since = decks - 1 if q["from"] == "new" else 0
    rep.hold(0 <= q.get("even_since", 0) <= since, "even_since is not of all decks", (q, "even_since"))
    for key, size, of in [(key, n + 1, decks) for key in ("rising", "fixed", "cycles")] + [
            (key, n, decks) for key in ("descents", "neighbours")] + [(key, n + 1, since) for key in ("stays", "rising_since")] + [
                (key, n + 1 - (key == "ranks_side_by_side"), decks) for key in RANKED if "ranks" in q]:
        rep.hold(len(q[key]) == size and sum(q[key]) == of, f"{key} is not of {of} decks", (q, key))
    rep.hold(all(len(q[key]) == n and all(len(row) == i for i, row in enumerate(q[key])) for key in ("places", "cards")), "pairs are missing")
    # A card's rank is the number of those below it in order, and so is a place's.
    for key, table in ("places", list(zip(*cells))), ("cards", cells):
        below = [sum(q[key][i]) + sum(decks - q[key][k][i] for k in range(i + 1, n)) for i in range(n)]
        rep.hold(below == [total(row) for row in table], f"{key} and cells are not of the same decks", (q, key))
    rep.hold(len(q["follows"]) == n and all(len(row) == n and row[i] == 0 and sum(row) == decks and sum(x[i] for x in q["follows"]) == decks
                                            for i, row in enumerate(q["follows"])), "the neighbours are not those of all cards", (q, "follows"))
    next_to = lambda table: sum(decks - table[i + 1][i] for i in range(n - 1))
    rep.hold(total(q["rising"]) == decks + next_to(q["cards"]), "rising and cards are not of the same decks")
    rep.hold(total(q["descents"]) == next_to(q["places"]), "descents and places are not of the same decks")
    rep.hold(total(q["fixed"]) == sum(cells[i][i] for i in range(n)), "fixed and cells are not of the same decks")
    rep.hold(q.get("rotations", 0) == sum(q["neighbours"][n - 2:]), "a new deck, cut, is one whose cards have all their neighbours but one",
             (q, "rotations"))
    rep.hold([sum(x if len(row) else 0 for row in q["places"] for x in row)] == [sum(x for row in q["cards"] for x in row)],
             "places and cards are not of the same decks")


def judged(r, rep):
    """Holds the verdict and the alarms against the p-values of the tests."""
    tests, rate, holm = r["tests"], r["false_alarm"], 0.0
    rep.hold(len({t["name"] for t in tests}) == len(tests) > 0, "a test is there twice, or none")
    least = [t["p_value"] for t in tests]
    rep.hold(least == sorted(least) and 0 <= least[0] and least[-1] <= 1, "the tests are not in order")
    for i, t in enumerate(tests):
        holm = max(holm, min(1, (len(tests) - i) * t["p_value"]))
        rep.hold(t["alarm"] == (holm <= rate) or near(holm, rate), f"{t['name']} gives another alarm", (t, "alarm"))
    rep.expect(r, "p_value", min(1, len(tests) * least[0]), near)
    unfair = r["verdict"] == "unfair"
    rep.hold(r["verdict"] in ("fair", "unfair", "too-few") and unfair == (r["p_value"] <= rate), "the verdict does not follow from its p-value",
             *[(r, "verdict")] * unfair)
    rep.prove("that the verdict and the alarms follow from the p-values")


def fair(r, rep):
    q, n, decks = r["question"], r["n"], r["decks"]
    whole = "kinds" not in q and q["listed"] == n and q["from"] != "table"
    rep.hold(r.get("kinds") == ([k["name"] for k in q["kinds"]] if "kinds" in q else None), "its kinds are others", (r, "kinds"), (q.get("kinds", []), "name"))
    rep.hold(r.get("listed", n) == q["listed"] and ("listed" not in r or r["listed"] < n), "other cards are listed", (r, "listed"))
    counted(q, whole, rep)
    judged(r, rep)
    by, left, mine = {t["name"]: t for t in r["tests"]}, [], {}
    few = decks < 40 and q["from"] != "table"
    for name, value, df in forms(q, whole):
        if df >= 1:
            mine[name] = value, df, "simulated" if few else "chi-square"
            if not few:
                rep.hold(by[name]["p_value"] >= min(1, 2 * min(chi_square(df, value))) * (1 - 1e-4) - 1e-300, f"{name} has a p-value below that of chi-square")
            left.append(name)
    sums = {}
    if whole:
        law = laws(n)
        sums = {name: (law[name], q[key]) for name, key in {"rising sequences": "rising", "descents": "descents", "cycles": "cycles",
                                                           "fixed points": "fixed", "neighbours kept": "neighbours"}.items()}
        if q["from"] == "new" and decks > 1:
            sums["same place as in the deck before"] = law["fixed points"], q["stays"]
            sums["rising sequences since the deck before"] = law["rising sequences"], q["rising_since"]
            sums["even since the deck before"] = [0.5, 0.5], [decks - 1 - q.get("even_since", 0), q.get("even_since", 0)]
        even = sum(x for k, x in enumerate(q["cycles"]) if (n - k) % 2 == 0)
        sums["even decks"] = [0.5, 0.5], [decks - even, even]
        sums["inversions"] = law["inversions"], None
    sizes = [kind["count"] for kind in q.get("kinds", [])]
    if "ranks" in q:
        counts = [q[key] for key in RANKED]
        sums |= dict(zip(("equal ranks side by side", "ranks in place", "longest run of one rank"), zip(ranked(n, q["ranks"]), counts)))
    if "alike" in q:
        sums["neighbours of one kind"] = alike(sizes), q["alike"]
    for kind, row in zip(q.get("kinds", []), q.get("hands", [])):
        m, k = kind["count"], q["listed"]
        sums[f"{kind['name']} among the cards listed"] = [float(F(comb(m, x) * comb(n - m, k - x), comb(n, k))) for x in range(min(m, k) + 1)], row
    for name, (law, counts) in sums.items():
        of = decks if counts is None else sum(counts)
        total = sum(decks - x for row in q["places"] for x in row) if counts is None else sum(k * x for k, x in enumerate(counts))
        mine[name] = total / of, sum(k * p for k, p in enumerate(law)), "exact"
        if name == "longest run of one rank" and n > 104:  # its law takes too long
            mine[name] = total / of, by[name]["fair"], "exact"
            left.append("longer decks' longest run of one rank, and its mean,")
            continue
        if of * of * len(law) ** 2 < 3 * 10 ** 6:
            rep.expect(by[name], "p_value", min(1, 2 * min(tails(law, of, total))), near, f"{name} has another p-value")
        else:
            left.append(name)
    largest, cells = r["largest"], q["cells"]
    means = [decks * m / n for m in sizes or [1] * n]
    far = lambda a, x: (x - means[a]) ** 2 / (means[a] * (1 - means[a] / decks))
    a, j = largest["row"] - 1, largest["place"] - 1
    rep.hold(0 <= a < len(cells) and 0 <= j < q["listed"] and cells[a][j] == largest["count"] and near(largest["expected"], means[a]),
             "there is no such cell", (largest, "count", "expected"))
    rep.hold(far(a, cells[a][j]) >= max(far(a, x) for a, row in enumerate(cells) for x in row) * (1 - 1e-9) - 1e-8, "another cell is further off")
    mine["largest cell"] = largest["count"], largest["expected"], "bound"
    left.append("largest cell")
    if "repeats" in q and q["repeats"]["decks"] > 1 and "hands" not in q:
        repeats = q["repeats"]
        orders = factorial(n) // factorial(n - q["listed"]) >> repeats.get("bits", 0)
        for m in sizes:
            orders //= factorial(m)
        mean = repeats["decks"] * (repeats["decks"] - 1) / 2 / max(1, orders)
        many = mean > 20 and not repeats.get("bits")
        if "seeds" in r:
            rep.expect(r, "seeds", int(repeats["decks"] ** 2 / (2 * repeats["pairs"]) * 2 ** repeats.get("bits", 0)), near)
        mine["repeated decks"] = (repeats["pairs"], mean, "chi-square") if many else (repeats["decks"] - repeats["different"], mean, "bound")
        left.append("repeated decks")
    rep.hold(r["verdict"] == "unfair" or not {"fits", "seeds"} & set(r), "decks that are not unfair need no explanation")
    rep.hold(whole or not r["faults"], "faults of decks that are not whole", *[(r, "faults")] * (not whole))
    if whole:
        mine["known faults"] = known_faults(r, q, rep), 0, "bound"
        left.append("known faults")
    rep.hold(set(by) == set(mine), "there are other tests", (r["tests"], "name"))
    for name, (seen, expected, how) in mine.items():
        rep.hold(near(by[name]["seen"], seen, 1e-4 if name == "known faults" else NEAR) and near(by[name]["fair"], expected),
                 f"{name} is {seen}, and {expected} of fair decks", (by[name], "seen", "fair"))
        rep.hold(by[name]["by"] == how, f"{name} is by {how}", (by[name], "by"))
    rep.prove("the counts against one another; sums, quadratic forms and likelihoods from them", (r, "n", "decks"), (q, "n", "decks", "from"), (r, "from"))
    rep.leave("the p-values of " + ", ".join(sorted(left)) + "; what is simulated; what finds the faults")


def known_faults(r, q, rep):
    """Holds the likelihoods of known faults, and returns the logarithm of their average."""
    n, decks = q["n"], q["decks"]
    faults = [(f["model"], f["times"]) for f in r["faults"]]
    scored = [("naive", 1), ("inverse(of=naive)", 1), *(("overhand(p=1/10)", k) for k in (1, 3, 10)), *(
        (f"comparator(sort={how})", 1) for how in ("binary", "blocks", "merge", "insertion") if how != "binary" or n < 64), *(
        (f"fisheryates(mistake={mistake},from={end})", 1) for end in ("last", "first") for mistake in ("round", "short", "late", "modulo,values=256"))]
    stays = exchanges(q)
    few = max(range(len(stays)), key=stays.__getitem__)
    riffles = sorted(m for name, m in faults if name == "riffle")
    rep.hold(riffles == list(range(1, len(riffles) + 1)) and set(faults) == set(scored) | {("riffle", m) for m in riffles} | {
        ("sattolo", 1), ("unshuffled", 1), ("cut(law=uniform)", 1), ("topswap(times=cards)", 1), (f"transpositions(k={few + 1},distinct=false)", 1)} | {(f"keys(values={a})", 1) for a in (n, 100, 256, 1000, 65536)}, "there are other faults",
        *[(r["faults"], "model")])
    logs = [f.get("log_likelihood", -inf) for f in r["faults"]]
    rep.hold(len(set(faults)) == len(faults) and logs == sorted(logs, reverse=True), "the faults are not in order")
    rep.hold([(s["model"], s["decks"]) for s in q["scores"]] == [(model, min(1 << 13, decks)) for model, _ in scored], "the scores are of other faults",
             (q["scores"], "model", "decks"))
    scores = dict(zip(scored, q["scores"]))
    for f in r["faults"]:
        name = f["model"], f["times"]
        rep.hold(f["by"] == ("cards" if re.match("naive|overhand|inverse", f["model"]) else "fixed points" if re.match("topswap|transp", f["model"]) else "deck"),
                 f"{f['model']} is by another law", (f, "by"))
        have, of = f.get("log_likelihood", -inf), (f, "log_likelihood", "times", "decks")
        if name in scores:
            score = float(scores[name]["log"])
            rep.hold(near(have, -inf if score <= -1e9 else score, 1e-4) and f["decks"] == scores[name]["decks"], f"the likelihood of {f['model']} is not its score",
                     of, (scores[name], "log"))
        else:
            value = likelihood(q, *name)
            rep.hold(near(have, value, 1e-4) and f["decks"] == decks, f"the likelihood of {f['model']} is {value}", of)
    top = max(logs)
    return max(-1e6, top + log(sum(exp(x - top) for x in logs if x - top > -700) / len(logs))) if top > -inf else -1e6
