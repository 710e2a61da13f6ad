"""Words by where single cards go: scores, rankings, tolerances."""
from collections import Counter
from fractions import Fraction as F
from functools import cache
from itertools import product

from distances import enclosed, exact_distance
from models import ONE, Laws, scores
from record import close, nearest, number, slack


def binomial_between(s, p, low, high):
    """P(low <= Binomial(s, p) <= high), from the ratios of neighbouring probabilities."""
    if p <= 0 or p >= 1:
        return float(low <= (0 if p <= 0 else s) <= high)
    mode, sd = int((s + 1) * p), (s * p * (1 - p)) ** 0.5
    reach = int(40 * sd + 50)
    total = inside = 0.0
    for step, edge in ((1, min(s, mode + reach)), (-1, max(0, mode - reach))):
        w, k = 1.0, mode
        if step < 0:
            w, k = (w * mode * (1 - p) / ((s - mode + 1) * p), mode - 1) if mode else (0.0, -1)
        while w > 1e-25 and 0 <= k <= s:
            total += w
            inside += w if low <= k <= high else 0.0
            if k == edge:
                break
            w *= (s - k) * p / ((k + 1) * (1 - p)) if step > 0 else k * (1 - p) / ((s - k + 1) * p)
            k += step
    return inside / total


def expected_white(law, n, tolerance, s):
    """The mean number of white cells of so many deals, and its deviation if cells were independent."""
    low, high = -((tolerance - F(1, n)) * s // 1), (F(1, n) + tolerance) * s // 1
    chances = [(m, binomial_between(s, p / ONE, low, high)) for p, m in Counter(p for row in law for p in row).items()]
    return sum(m * p for m, p in chances), sum(m * p * (1 - p) for m, p in chances) ** 0.5


def least_tolerance(e, n, s, confidence):
    """Why a tolerance is not the least within which a fair deck stays with a confidence, if so."""
    if e < 0 or s < 1:
        return "it is no tolerance"
    inside = lambda e: binomial_between(s, 1 / n, -((e - F(1, n)) * s // 1), (F(1, n) + e) * s // 1) ** (n * n)
    near = (abs(F(t, s) - F(1, n)) for k in (F(1, n) + e, F(1, n) - e) for t in range(int(k * s) - 2, int(k * s) + 3))
    low = max((x for x in near if x < e), default=None)  # the next smaller distance of a count from its mean
    if inside(e) < float(confidence) - 1e-9:
        return "a fair deck stays within it too rarely"
    if low is not None and inside(low) >= float(confidence) + 1e-9:
        return "a smaller tolerance is enough"


def tolerance(r, rep):
    """The tolerance of white cells, as the question has it: that of the paper, the least one that fair decks allow, or a
    given number. It is printed as a double: one that is chosen is the distance of a count from its mean."""
    e, n, s, q, by = F(r["emax"]), r["n"], r["samples"], r["question"], "given"
    rep.hold(n > 0 and s > 0, "there are no cards, or no deals")
    if q["emax"] == "paper":
        rep.expect(r, "emax", F("0.000586"), close)
        by = "paper: Ide and Okuda 2018, eq. (17)"
    elif q["emax"] == "auto":
        mean = F(1, n)
        e = min((abs(F(round(k * s), s) - mean) for k in (mean + e, mean - e)), key=lambda x: abs(x - e))
        why = least_tolerance(e, n, s, 0.95)
        rep.hold(close(r["emax"], e, 1 << 20) and not why, f"the tolerance is another: {why}", (r, "emax"))
        by = f"auto: exact binomial tails at s={s}"
    else:
        rep.expect(r, "emax", number(q["emax"]), close)
        e = number(q["emax"])
        by = r["emax_from"] if r["emax_from"] == f"given: {q['emax']}" else by
    rep.expect(r, "emax_from", by)
    rep.prove("the tolerance", (q, "emax"))
    return e


def check_row(rep, r, row, law, name, white):
    n = r["n"]
    mine = scores(law, n, white)
    rep.hold(row["w"] == mine["w"], f"{name} has {mine['w']} white cells, not {row['w']}", (row, "w"))
    rep.hold(nearest(row["c"], F(mine['w'] * 1000 // n ** 2, 1000)), f"C of {name} is another", (row, "c"))
    for key, error in (("max_error", "cell_error"), ("tvd_mean", "tvd_error"), ("tvd_worst", "tvd_error")):
        rep.hold(abs(F(row[key]) - mine[key]) <= rep.error(r, error, F(1, 10 ** 9)) + mine[key] / (1 << 53) + F(1, 1 << 200),
                 f"{key} of {name} is {float(mine[key])}, further off than its error", (row, key))
    return mine


def check_ew(rep, r, row, law, name, white):
    mine, sd = expected_white(law, r["n"], white, r["samples"])
    slack = float(rep.error(r, "ew_error", F(1, 10 ** 3))) + 1e-9 * (1 + mine)
    rep.hold(abs(mine - float(row["ew"])) <= slack, f"E[w] of {name} is {mine}", (row, "ew"), (r, *["samples"] * (sd > slack)))
    rep.hold(abs(sd - float(row["ew_sd"])) <= slack + 1e-6, f"the deviation of {name} is {sd}", (row, "ew_sd"))


def score(r, rep):
    laws, word = Laws(r), r["word"]
    rows, times = (r["prefixes"], len(word)) if "prefixes" in r else (r["rows"], r["question"]["times"])
    rep.hold(len(rows) == times and all(row["word"] == (word[:i] if "prefixes" in r else word * i) for i, row in enumerate(rows, 1)),
             "its rows are not those of the word", (r, "word"), (rows, "word"), (r["question"], "times"))
    white, done = tolerance(r, rep), 0
    for row in rows:
        if done and not rep.time():
            break
        law = laws.word(row["word"])
        check_row(rep, r, row, law, row["word"], white)
        if row is rows[0] or row is rows[-1]:
            check_ew(rep, r, row, law, row["word"], white)
        done += 1
    if "prefixes" in r and done == len(rows):
        rep.hold(all(r[key] == rows[-1][key] for key in rows[-1]), "it has other scores than its last row", (r, *rows[-1].proved))
    rep.prove(f"{done} of {len(rows)} rows in fixed point of 220 bits, white cells one by one; E[w] of two", (r, "n", "models"))
    if done < len(rows) or "dealt" in r:
        rep.leave("other rows" if done < len(rows) else "the cards dealt")


def others(rep, r, laws, by, last, white):
    """Scores all words while time is left, or random ones if they are too many, and finds none better
    than the last row that is not listed."""
    n, m, letters = r["n"], r["m"], sorted(laws.models)
    whole, tried, all_white = len(letters) ** m <= 10 ** 4 and n <= 10, 0, 0
    listed = {x["word"] for x in r["rows"]}
    random_words = iter(lambda: "".join(rep.random.choices(letters, k=m)), "")
    for word in map("".join, product(letters, repeat=m)) if whole else random_words:
        if not rep.time():
            return tried, False
        other = scores(laws.word(word), n, white)
        all_white += other["w"] == n * n
        tie = abs(other["tvd_mean"] - last["tvd_mean"]) < F(1, 10 ** 15)
        rep.hold(word in listed or by(other) >= by(last) or tie, f"{word} is better than the last row")
        tried += 1
    if r.get("c1_words") is not None:  # else it is left
        rep.expect(r, "c1_words", all_white)
    return tried, True


def efforts(text):
    """What each letter takes."""
    return {part[0]: F(part[2:]) for part in text.split(",")}


def fitting(each, within):
    """How many words take no more, and the length of the longest."""
    @cache
    def words(left):
        more = [words(left - e) for e in each if e <= left]
        return sum(1 + count for count, _ in more), max((1 + length for _, length in more), default=0)
    return words(within)


def affordable(r, each, rep):
    """Rows take no more than they may; if all words are listed, those lead at an effort that come first of what takes no more."""
    budget, question, rows = r["budget"], r["question"], r["rows"]
    rep.hold(budget["effort"] == question["effort"] and budget["within"] == question["within"], "the budget is another")
    takes = {row["word"]: sum(each[letter] for letter in row["word"]) for row in rows}
    rep.hold(all(close(row["effort"], takes[row["word"]]) and takes[row["word"]] <= F(budget["within"]) for row in rows),
             "a word takes another effort, or too much", (rows, "effort"), *[(of, "effort") for of in (budget, question) if rows])
    if len(rows) < r["words"]:
        return
    leads = []
    for most in sorted(set(takes.values())):
        first = next(row for row in rows if takes[row["word"]] <= most)
        if F(first["tvd_high"]) < F(99, 100) and (not leads or leads[-1][1]["word"] != first["word"]):
            leads.append((most, first))
    listed = budget["frontier"]
    rep.hold(len(listed) == len(leads) and all(close(lead["effort"], most) and lead["word"] == row["word"] and (lead["tvd_low"], lead["tvd_high"])
             == (row["tvd_low"], row["tvd_high"]) for lead, (most, row) in zip(listed, leads)), "an effort buys another word",
             (budget, "frontier"), (listed, "effort", "word"))


def rank(r, rep):
    laws, rows, m, n, q = Laws(r), r["rows"], r["m"], r["n"], r["question"]
    key, top, own = r["by"], q["top"], r["schema"].split("/")[1].removeprefix("rank-")
    by = {"c": lambda x: (-x["w"], x["tvd_mean"]), "tvd": lambda x: x["tvd_mean"],
          "maxerror": lambda x: x["max_error"], "worst": lambda x: x["tvd_worst"]}.get(key)
    rep.hold(key == q.get("by", own), "it is ranked by something else", *[(of, "by") for of in (r, q) if key == own])
    count, longest = len(laws.models) ** m if m < 1000 else None, m
    budget = r.get("budget")
    if budget:
        each = efforts(budget["effort"])
        rep.hold(sorted(each) == sorted(laws.models), "the effort of a letter is missing")
        count, longest = fitting(tuple(each.values()), F(budget["within"]))
    rep.hold(m == longest > 0 and r["words"] == count, f"there are {count} words", (r, "m", "words"),
             *[(of, "within") for of in (budget, q) if budget])
    rep.expect(r, "alphabet", ", ".join(laws.models))
    rep.hold(len(rows) == min(top, r["words"]), "there are other rows than were asked for", *[(q, "top")] * (top <= r["words"]))
    rep.hold(all(len(row["word"]) == m or budget for row in rows) and len({row["word"] for row in rows}) == len(rows),
             "a word has another length, or occurs twice")
    if budget:
        affordable(r, each, rep)
    white, done, held, last, before = tolerance(r, rep), 0, 0, None, 0
    for place, row in enumerate(rows, 1):
        if done and not rep.time():
            break
        rep.expect(row, "rank", place)
        rep.hold(all((key in row) == (key in rows[0]) for key in ("tvd_low", "tvd_high", "law_tvd")), "rows have different fields")
        law = laws.word(row["word"])
        mine = check_row(rep, r, row, law, row["word"], white)
        if place == 1:
            check_ew(rep, r, row, law, row["word"], white)
        if by and last is not None:
            rep.hold(by(last)[0] <= by(mine)[0] if key == "c" else by(last) <= by(mine) + F(1, 10 ** 15),
                     f"{row['word']} is out of order", *[(of, "by") for of in (r, q)])
        last, done = mine, done + 1
        if "tvd_low" in row:
            held += enclosed(rep, r, row["word"], row, "tvd_low", "tvd_high")
        if "law_tvd" in row:
            error = rep.error(r, "law_tvd_error")
            rep.hold(F(row["law_tvd"]) >= before - error, f"{row['word']} is out of order")
            before = F(row["law_tvd"])
            got = exact_distance(tuple(r["models"]), n, row["word"])
            if got:
                rep.hold(abs(F(row["law_tvd"]) - got[0]) <= slack(error, got[0]) + got[1], f"the distance of {row['word']} is {float(got[0])}",
                         (row, "law_tvd"))
                rep.hold("/" not in row["law_tvd"] or abs(F(row["law_tvd"]) - got[0]) <= got[1],
                         f"the distance of {row['word']} is {got[0]}", (row, "law_tvd"))
                held += 1
    rep.prove(f"scores of {done} of {len(rows)} rows, in order; distances over all orders of {held} of them", (r, "n", "models"), (rows[:done], "word"))
    if done < len(rows):
        return rep.leave("the other rows")
    if not by:
        return rep.leave("that no other word is better")
    tried, whole = others(rep, r, laws, by, last, white)
    if whole:
        rep.prove(f"all {tried} words of length {m}: those listed are the best", (r, "rows"))
    else:
        rep.prove(f"{tried} random words of length {m}: none is better than the last row")
        rep.leave("all other words")


def emax(r, rep):
    n, s, e = r["n"], r["samples"], F(r["emax"])
    rep.expect(r, "confidence", F(19, 20), lambda text, value: F(text) == value)
    why = least_tolerance(e, n, s, F(19, 20))
    rep.hold(not why, why, (r, "emax", "n", "samples"))
    rep.prove("a fair deck stays within it with the confidence, and not within any smaller one")
