"""Whether a shuffler is fair: every test again from the counts of its decks, by plain sums."""
import re
from fractions import Fraction as F
from math import comb, exp, factorial, inf, lgamma, log

NEAR = 1e-5  # figures have six digits


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
        return decks * lgamma(n) if q.glance("rotations", 0) == decks else -inf
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


def fair(r, rep):
    q, tests = r["question"], r["tests"]
    n, decks, rate = r["n"], r["decks"], r.glance("false_alarm")
    whole = "kinds" not in q and q["listed"] == n and q["from"] != "table"
    rep.hold(r["from"] == q["from"] and [k["name"] for k in q["kinds"]] == r["kinds"] if "kinds" in q else "kinds" not in r, "its kinds are others")
    rep.hold(all(sum(row[j] for row in q["cells"]) == decks for j in range(q["listed"])), "its places have not a card of each deck")
    whole_numbers = lambda x: all(map(whole_numbers, x)) if isinstance(x, list) else type(x) is int and x >= 0
    rep.hold(all(whole_numbers(q[key]) for key in ("cells", "places", "cards", "follows", "hands", "alike") if key in q), "no numbers of decks")
    rep.hold(q["from"] in ("new", "previous", "table") and (whole or q["from"] != "previous"), "decks are from elsewhere")
    rows = len(q["kinds"]) if "kinds" in q else n
    rep.hold(len(q["cells"]) == rows and all(len(row) == q["listed"] for row in q["cells"]), "the cells are no such table")
    rep.hold(r.glance("listed", n) == q["listed"] and ("listed" not in r or r["listed"] < n), "other cards are listed")
    by = {t["name"]: t for t in tests}
    rep.hold(len(by) == len(tests), "a test is there twice")
    least, holm = [t.glance("p_value") for t in tests], 0.0
    rep.hold(least == sorted(least), "the tests are not in order")
    for i, t in enumerate(tests):
        holm = max(holm, min(1, (len(tests) - i) * t.glance("p_value")))
        rep.hold(t["alarm"] == (holm <= rate) or near(holm, rate), f"{t['name']} gives another alarm")
    p = min(1, len(tests) * least[0])
    rep.hold(near(r["p_value"], p), "the p-value is not the smallest, times their number")
    verdict = r["verdict"] if r.glance("verdict") == "unfair" else r.glance("verdict")
    rep.hold(verdict in ("fair", "unfair", "too-few") and (verdict == "unfair") == (r["p_value"] <= rate),
             "the verdict does not follow from its p-value")
    seen = set()
    for name, value, df in forms(q, whole):
        if df >= 1:
            t = by[name]
            seen.add(name)
            rep.hold(near(t["seen"], value) and near(t["fair"], df), f"{name} is {value} with {df} degrees of freedom")
            if t.glance("by") == "chi-square":
                rep.hold(t.glance("p_value") >= min(1, 2 * min(chi_square(df, value))) * (1 - 1e-4) - 1e-300, f"{name} has a p-value below that of chi-square")
    left = []
    if whole:
        since = decks - 1 if q["from"] == "new" else 0
        for key, size, of in [(key, n + 1, decks) for key in ("rising", "fixed", "cycles")] + [
                (key, n, decks) for key in ("descents", "neighbours")] + [(key, n + 1, since) for key in ("stays", "rising_since")]:
            rep.hold(len(q[key]) == size and min(q[key]) >= 0 and sum(q[key]) == of, f"{key} is not of {of} decks")
        rep.hold(all(len(q[key]) == n and all(len(row) == i for i, row in enumerate(q[key])) for key in ("places", "cards")), "pairs are missing")
        # A card's rank is the number of those below it in order, and so is a place's.
        for key, table in ("places", list(zip(*q["cells"]))), ("cards", q["cells"]):
            below = [sum(q[key][i]) + sum(decks - q[key][k][i] for k in range(i + 1, n)) for i in range(n)]
            rep.hold(below == [sum(c * x for c, x in enumerate(row)) for row in table], f"{key} and cells are not of the same decks")
        rep.hold(len(q["follows"]) == n and all(len(row) == n and row[i] == 0 and min(row) >= 0 and sum(row) == decks and
                                                sum(x[i] for x in q["follows"]) == decks for i, row in enumerate(q["follows"])),
                 "the neighbours are not those of all cards")
        faults = [(f["model"], f["times"]) for f in r["faults"]]
        scored = [("naive", 1), ("inverse(of=naive)", 1), ("topswap(times=cards)", 1), *(("overhand(p=1/10)", k) for k in (1, 3, 10)), *(
            (f"comparator(sort={how})", 1) for how in ("binary", "blocks", "merge", "insertion") if how != "binary" or n < 64)]
        riffles = sorted(m for name, m in faults if name == "riffle")
        rep.hold(riffles == list(range(1, len(riffles) + 1)) and set(faults) == set(scored) | {("riffle", m) for m in riffles} | {
            ("sattolo", 1), ("cut(law=uniform)", 1)} | {(f"keys(values={a})", 1) for a in (n, 100, 256, 1000, 65536)}, "there are other faults")
        logs = [f.glance("log_likelihood", -inf) for f in r["faults"]]
        rep.hold(len(set(faults)) == len(faults) and logs == sorted(logs, reverse=True), "the faults are not in order")
        rep.hold(all(f["by"] == ("cards" if re.match("naive|topswap|overhand|inverse", f["model"]) else "deck") for f in r["faults"]),
                 "a fault is by another law")
        law = laws(n)
        sums = {"rising sequences": "rising", "descents": "descents", "cycles": "cycles", "fixed points": "fixed", "neighbours kept": "neighbours"}
        rows = {name: (law[name], q[key]) for name, key in sums.items()}
        if q["from"] == "new" and decks > 1:
            rows["same place as in the deck before"] = law["fixed points"], q["stays"]
            rows["rising sequences since the deck before"] = law["rising sequences"], q["rising_since"]
            same = q.glance("even_since", 0)
            rep.hold(0 <= same < decks, "even_since is not of all decks")
            rows["even since the deck before"] = [0.5, 0.5], [decks - 1 - same, same]
        even = sum(x for k, x in enumerate(q["cycles"]) if (n - k) % 2 == 0)
        rows["even decks"] = [0.5, 0.5], [decks - even, even]
        rows["inversions"] = law["inversions"], None
        for name, (law, counts) in rows.items():
            of = decks if counts is None else sum(counts)
            total = sum(decks - x for row in q["places"] for x in row) if counts is None else sum(k * x for k, x in enumerate(counts))
            t = by[name]
            seen.add(name)
            rep.hold(near(t["seen"], total / of) and near(t["fair"], sum(k * p for k, p in enumerate(law))), f"{name} is {total / of}")
            if of * of * len(law) ** 2 < 3 * 10 ** 6:
                rep.hold(near(t["p_value"], min(1, 2 * min(tails(law, of, total)))), f"{name} has another p-value")
            else:
                left.append(name)
        rep.hold([s["model"] for s in q["scores"]] == [model for model, _ in scored], "the scores are of other faults")
        scores = dict(zip(scored, q["scores"]))
        for f in r["faults"]:
            if (f["model"], f["times"]) in scores:
                score = scores[f["model"], f["times"]]
                have = [x.glance(key, -inf) for x, key in ((f, "log_likelihood"), (score, "log"))]
                rep.hold(near(*have, 1e-4), f"the likelihood of {f['model']} is not its score")
            elif f["by"] == "deck":
                value = likelihood(q, f["model"], f["times"])
                have = f["log_likelihood"] if "log_likelihood" in f else -inf
                rep.hold(near(have, value, 1e-4), f"the likelihood of {f['model']} is {value}")
    rep.prove("sums and quadratic forms of the counts; that the verdict follows from the p-values; likelihoods of whole decks")
    rest = [name for name in by if name not in seen]
    kinds = [f"{k['name']} among the cards listed" for k in q["kinds"]] if "hands" in q else ["neighbours of one kind"] if "alike" in q else []
    known = {"largest cell", *kinds, *(["known faults"] if whole else [])}
    rep.hold(set(rest) - {"repeated decks"} == known, "there are other tests")
    rep.leave("the p-values of " + ", ".join(sorted(set(rest + left))) + "; what is simulated; what finds the faults")
