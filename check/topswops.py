"""Games of topswops, and the tree that all long ones come from."""
import time
from collections import Counter
from fractions import Fraction as F
from itertools import permutations
from math import comb, factorial

from record import Wrong, close


def play(deck):
    """The game of a deck: its length, its final deck, the cards that came to the top."""
    deck, moves, shown = list(deck), 0, set()
    if not is_deck(deck, len(deck)):
        raise Wrong(f"{deck} is no deck")
    while deck[0] != 1:
        k = deck[0]
        shown.add(k)
        deck[:k] = deck[k - 1::-1]
        moves += 1
    return moves, tuple(deck), shown


def undone(deck, below):
    """The decks from which one move of a card below a limit leads to this one."""
    for k in range(2, below):
        if deck[k - 1] == k:
            yield deck[k - 1::-1] + deck[k:]


# The longest games of up to 20 cards (OEIS A000375), which say when a climb cannot lead far enough.
LONGEST = [0, 0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 65, 80, 101, 113, 139, 159, 191, 221, 249]


def climb(deck, below, most, least, rep):
    """All decks from which least to most moves of cards below a limit lead to a deck. If r moves are still
    lacking, a card h at home must have games of r moves on h cards (docs/topswops.md, "The bound of a climb")."""
    ways = [(deck, 0)]
    while ways:
        d, up = ways.pop()
        if up >= least:
            yield d, up
        if up < most and rep.time():
            if up >= least or any(d[h - 1] == h and LONGEST[h] >= least - up for h in range(2, below)):
                ways += [(e, up + 1) for e in undone(d, below)]


def children(deck, need, fronts, rep):
    """The decks of one card more whose parent is this one, with games of at least `need` moves.
    The tree of docs/topswops.md, "Another tree": fronts is the length from which front halves count."""
    length, _, shown = play(deck)
    big = len(deck) + 1
    spare = [c for c in deck if c != 1 and c not in shown]
    found = []
    if length >= fronts:  # a front half: the new card takes the place of 1
        for z in [1] + spare:
            found.append(tuple(big if c == 1 else 1 if c == z else c for c in deck) + (z,))
    if fronts and length + fronts >= need:  # a back half: climb from the new card with the deck reversed under it
        found += [d for d, up in climb((big,) + deck[::-1], big, fronts - 1, need - 1 - length, rep)]
    for v in [big] + spare:  # the new card at home, or in the place of a card that never comes up
        found.append(tuple(big if c == v else c for c in deck) + (v,))
    return [d for d in found if play(d)[0] >= need]


def grown(final, needs, rep):
    """All decks of games of at least needs[n] moves whose ancestor at the base ends as `final`."""
    base = min(needs)
    decks = [d for d, _ in climb(final, base + 1, 10 ** 6, needs[base], rep)]
    for m in range(base + 1, max(needs) + 1):
        decks = [c for d in decks if rep.time() for c in children(d, needs[m], needs[m - 1], rep)]
    return decks


def parent(deck, fronts):
    """The parent of a deck in the same tree."""
    m = len(deck)
    d, moves = list(deck), 0
    while d[0] not in (1, m):
        k = d[0]
        d[:k] = d[k - 1::-1]
        moves += 1
    if d[0] == 1 and m not in play(deck)[2]:
        return tuple(deck[-1] if c == m else c for c in deck[:-1])
    if moves >= fronts:  # the front half: 1 in the place of m, the last card where 1 was
        return tuple(1 if c == m else deck[-1] if c == 1 else c for c in deck[:-1])
    return tuple(d[m - 1:0:-1])


def xxh64(data):
    """The hash XXH64 of fewer than 32 bytes (public specification), by which parts are told apart."""
    p1, p2, p3, p4, p5 = (11400714785074694791, 14029467366897019727, 1609587929392839161,
                          9650029242287828579, 2870177450012600261)
    mask, h = 2 ** 64 - 1, 2870177450012600261 + len(data)
    rol = lambda x, r: (x << r | x >> 64 - r) & mask
    h &= mask
    while len(data) >= 8:
        k = rol(int.from_bytes(data[:8], "little") * p2 & mask, 31) * p1 & mask
        h, data = (rol(h ^ k, 27) * p1 + p4) & mask, data[8:]
    if len(data) >= 4:
        h = rol(h ^ int.from_bytes(data[:4], "little") * p1 & mask, 23) * p2 + p3 & mask
        data = data[4:]
    for b in data:
        h = rol(h ^ b * p5 & mask, 11) * p1 & mask
    h = (h ^ h >> 33) * p2 & mask
    h = (h ^ h >> 29) * p3 & mask
    return h ^ h >> 32


def is_deck(deck, n):
    return sorted(deck) == list(range(1, n + 1))


def topswops_max(r, rep):
    n, q, length, count = r["n"], r["question"], r["length"], r["count"]
    decks, ends = [tuple(d) for d in r.get("decks", [])], r.get("ends", [])
    wanted, bare = r.get("sorted", False), q.get("count_only", False)
    least, longest = r.get("at_least", length), 0
    rep.hold(all(len(d) == n for d in decks), "a deck is not one of n cards")
    listed = len(decks) == count
    rep.hold(len(ends) == len(decks) <= count, "there are other decks than ends, or more than counted")
    rep.hold(listed or bare and not decks or len(decks) >= 1000, "other decks are counted than listed")
    rep.hold(len(set(decks)) == len(decks), "a deck is listed twice")
    for d, end in zip(decks, ends):
        moves, final, _ = play(d)
        rep.hold(least <= moves <= length, f"the game of {d} has {moves} moves, not {least} to {length}")
        longest = max(longest, moves)
        rep.hold(final == tuple(end), f"the final deck of {d} is another")
        rep.hold(not wanted or final == tuple(sorted(final)), f"{d} does not end in order")
    rep.hold(length == 0 or length >= r.get("at_least", 0), "the games are not as long as asked for")
    rep.hold(longest == length or not decks, f"the longest game has {longest} moves, not {length}")
    rep.hold(bool(length) == bool(count) or n == 1, "there are decks, or games, without the other")
    lengths = f"{least} to {length}" if least < length else length
    if decks:
        rep.prove(f"{len(decks)} different decks played: each has {lengths} moves and its final deck",
                  (r, "n", "decks", "ends", "length", *["count"] * listed))
    rep.hold("thresholds" in r or not q.get("thresholds"), "its thresholds are missing")
    if r["engine"] != "bundles" or "thresholds" not in r:
        return rep.leave("that no game is longer")
    needs = dict(enumerate(r["thresholds"] + [least], n - len(r["thresholds"])))
    base = min(needs)
    rep.hold(1 <= base and all(needs[m] >= needs[m - 1] * (1 if "bounds" in r else 2) for m in needs if m > base),
             "thresholds that lose decks")
    parts, free = Counter(), factorial(base - 1 - min(4, base - 1))
    roots = {}
    for places in permutations(range(1, base), min(4, base - 1)):
        part = xxh64(bytes(places)) % 100 + 1
        parts[part] += free
        roots.setdefault(part, []).append(places)
    rep.hold([(p["part"], p["ends"]) for p in r["parts"]] == sorted(parts.items()), "the parts are not all final decks of the base",
             (r["parts"], "part", "ends"))
    sums = {key: sum(p[key] for p in r["parts"]) for key in ("bundles", "games", "looks", "decks")}
    rep.hold(r["nodes"] == sums["bundles"] and r["visits"] == sums["games"] + sums["looks"], "nodes or visits are no sums")
    tasks = r["tasks"]
    rep.hold(tasks["roots"] == sum(map(len, roots.values())) <= tasks["done"], "a task is missing", (tasks, "roots"))
    bests = tasks.get("bests") or []
    rep.hold(tasks["done"] == tasks["empty"] + sum(b["tasks"] for b in bests), "the tasks do not add up")
    rows = r.get("bundles", [])
    rep.hold([b["cards"] for b in rows] == (list(range(n, base - 1, -1)) if rows or sums["bundles"] else []), "a number of cards is missing",
             (rows, "cards"))
    for key in sums:
        rep.hold(sum(x[key] for x in rows) == sums[key], f"{key} of the parts do not add up")
    rep.prove(f"the parts have all {factorial(base - 1)} final decks of {base} cards once; their sums agree", (r, "n"))
    if "bounds" in r:
        return rep.leave("decks that bounds leave out, and the counts of the search")
    ancestors = {}
    for d in decks:  # down the tree, to the final deck of each one's ancestor
        a = d
        while len(a) > base:
            a = parent(a, needs[len(a) - 1])
        ancestors.setdefault(play(a)[1], set()).add(d)
    redo(rep, r, needs, roots, ancestors if listed else None, range(least, length + 1), wanted)


def redo(rep, r, needs, roots, ancestors, lengths, wanted):
    """Grows the tree anew while time is left: from the ancestors of listed decks, then from other final
    decks of the base, part after part, in random order."""
    base, few = min(needs), factorial(min(needs) - 1) <= 10 ** 5
    seen, unsorted = {}, []

    def same(final):
        """Whether there was time to find that the decks of a final deck are those listed."""
        found = {d: play(d) for d in grown(final, needs, rep)}
        if wanted:
            unsorted.extend(d for d, game in found.items() if game[0] in lengths and game[1] != tuple(range(1, len(d) + 1)))
        found = {d: game[0] for d, game in found.items() if not wanted or game[1] == tuple(range(1, len(d) + 1))}
        if rep.time():
            rep.hold(max(found.values(), default=0) < lengths.stop, f"a longer game comes from the final deck {final}")
            rep.hold(ancestors is None or {d for d in found if found[d] in lengths} == ancestors.get(final, set()),
                     f"other decks than listed come from the final deck {final}")
            seen[final] = [found[d] for d in found if found[d] in lengths]
        return rep.time()

    def final_decks(places):
        """Those with the largest cards at given places: all, or for ever one at random."""
        rest = list(range(2, base - len(places) + 1))
        for order in permutations(rest) if few else iter(lambda: rep.random.sample(rest, len(rest)), None):
            deck, order = [1] + [0] * (base - 1), list(order)
            for i, at in enumerate(places):
                deck[at] = base - i
            yield tuple(c or order.pop() for c in deck)
            if not few:
                return

    end, rep.end = rep.end, (rep.end + time.process_time()) / 2
    grew = sum(same(final) for final in ancestors or ())
    rep.end = end
    if grew:
        rep.prove(f"the tree grown anew from the ancestors of {grew} listed decks finds these and no other")
    parts = list(roots)
    while rep.time() and parts:
        part = parts.pop(rep.random.randrange(len(parts))) if few else rep.random.choice(parts)
        for places in roots[part] if few else [rep.random.choice(roots[part])]:
            for final in final_decks(places):
                if final not in seen and rep.time():
                    same(final)
    total = factorial(base - 1)
    if len(seen) == total:
        games = [moves for found in seen.values() for moves in found]
        rep.hold(len(games) == r["count"] and max(games, default=0) == r["length"], f"{len(games)} decks have such games",
                 (r, "count", "length", "at_least", *["sorted"] * bool(unsorted)))
    rep.prove(f"the tree grown anew from {len(seen)} of the {total} final decks "
              f"of {base} cards: no other deck, and no longer game")
    rep.leave("the counts of the search"
              if len(seen) == total else "the other final decks, and the counts of the search")


def topswops_play(r, rep):
    deck, decks, moves = tuple(r["deck"]), [], []
    length, final, shown = play(deck)
    rep.expect(r, "n", len(deck))
    d = list(deck)
    while d[0] != 1:
        decks.append(list(d))
        moves.append(d[0])
        d[:d[0]] = d[d[0] - 1::-1]
    rep.expect(r, "length", length)
    rep.expect(r, "end", list(final))
    rep.hold(r.get("moves") == (moves if length <= 10 ** 6 else None), "the moves are others", (r, "moves"))
    rep.hold(r.get("decks", []) == (decks if len(deck) <= 100 and length <= 500 else []), "the decks are others", (r, "decks"))
    rep.prove("the game, move by move", (r, "deck"))
    rep.leave("its two halves")


def topswops_records(r, rep):
    q, rows = r["question"], r["rows"]
    rep.hold([row["n"] for row in rows] == [q["from"] + i for i in range(len(rows))] and q["from"] + len(rows) - 1 == q["to"],
             "the rows are not those of the question", (q, "from", "to"), (rows, "n"))
    for row in rows:
        played(row, "length", rep)
        rep.expect(row, "per_square", F(row["length"], row["n"] ** 2), close)
    rep.prove(f"{len(rows)} decks played")


def played(row, key, rep):
    rep.hold(len(row["deck"]) == row["n"], f"no deck of {row['n']} cards", (row, "n", "deck"))
    moves = play(row["deck"])[0]
    rep.hold(moves == row[key], f"the deck of {row['n']} cards has {moves} moves, not {row[key]}", (row, key))


def topswops_bounds(r, rep):
    played(r, "lower", rep)
    rep.prove("the deck, played")
    a, b = 0, 1  # Fibonacci numbers F(0), F(1)
    for _ in range(r["n"] + 1):
        a, b = b, a + b
    rep.expect(r, "upper_fibonacci", a)
    rep.expect(r, "upper_2^(n-1)", 2 ** (r["n"] - 1))
    rep.hold(max(b["length"] for b in r["built"]) == r["lower"], "none of the decks built is the longest")
    rep.prove("the upper bounds")


def topswops_census(r, rep):
    n, counts = r["n"], r["counts"]
    rep.hold(sum(counts) == factorial(n) == r["total"] and min(counts) >= 0, "the counts do not add up to n!", (r, "n", "total"))
    mean = F(sum(i * c for i, c in enumerate(counts)), factorial(n))
    rep.expect(r, "mean", mean, lambda text, value: F(text) == value)
    rep.hold([F(m) for m in r["central"]] == [sum(c * (i - mean) ** k for i, c in enumerate(counts)) / factorial(n) for k in (2, 3, 4)],
             "the moments are others", (r, "central"))
    # A deck has no predecessor if no card but 1 is at home: inclusion and exclusion.
    rep.expect(r, "sources", sum((-1) ** k * comb(n - 1, k) * factorial(n - k) for k in range(n)))
    rep.hold(counts[0] == factorial(n - 1) and (n < 2 or counts[1] == factorial(n - 1)), "the first counts are (n-1)!")
    rep.prove("the sum n!, mean and moments, decks without a predecessor, and the counts of 0 and 1 moves")
    if n <= 9:
        found = Counter(play(d)[0] for d in permutations(range(1, n + 1)))
        rep.expect(r, "counts", [found[i] for i in range(max(found) + 1)])
        rep.prove("all games played")
    else:
        rep.leave("the single counts")
