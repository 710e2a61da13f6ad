#!/usr/bin/env python3
"""Checks records of dovetail with no code of dovetail.

    python3 check/check.py [--time SECONDS] [--seed N] FILE...      (- is the standard input)

Everything here is computed from the definitions in docs/, with Python 3 alone: whole numbers,
fractions, and fixed point with 2^-220 as its unit. It is slow and plain on purpose. For each
record it says what it has proved and what it has left. Exit code 0: no record is false;
3: one is; 2: one could not be read.

Decks are tuples from top to bottom; a shuffle is a tuple s, and the new deck has at place j
the card that was at place s[j].
"""
import argparse, json, random, re, sys, time
from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction as F
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, groupby, permutations, product
from math import comb, factorial, gcd, lgamma, log, prod

ONE = 1 << 220
getcontext().prec = 90


class Wrong(Exception):
    """A record is false."""


class Fields(dict):
    """The fields of a record, which remember whether anybody has looked at them."""

    def __init__(self, items):
        super().__init__(items)
        self.unread = set(self) - {"schema", "kind", "question", "models"}
        if len(self) != len(items):
            raise ValueError("a field occurs twice")

    def __getitem__(self, key):
        self.unread.discard(key)
        return super().__getitem__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def left(self, path=""):
        """The names of the fields that nobody has looked at."""
        for key, value in self.items():
            if key in self.unread:
                yield path + key
            elif key != "question":
                rows = [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, Fields)]
                yield from dict.fromkeys(name for v in rows for name in v.left(path + key + "."))


class Report:
    """What was proved of a record, and what was left."""

    def __init__(self, seconds, seed):
        self.proved, self.left, self.false, self.random = [], [], None, random.Random(seed)
        self.end = time.process_time() + seconds

    def time(self):
        return time.process_time() < self.end

    def hold(self, true, what):
        if not true:
            raise Wrong(what)


# ---------------------------------------------------------------- topswops

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
    n, length, decks = r["n"], r["length"], [tuple(d) for d in r.get("decks", [])]
    wanted, least, longest = r.get("sorted", False), r.get("at_least", length), 0
    rep.hold(all(len(d) == n for d in decks), "a deck is not one of n cards")
    listed = len(decks) == int(r["count"])
    rep.hold(listed or len(decks) >= 1000 or r["question"].get("count_only"), "other decks are counted than listed")
    rep.hold(len(set(decks)) == len(decks), "a deck is listed twice")
    for d, end in zip(decks, r.get("ends", [])):
        moves, final, _ = play(d)
        rep.hold(least <= moves <= length, f"the game of {d} has {moves} moves, not {least} to {length}")
        longest = max(longest, moves)
        rep.hold(final == tuple(end), f"the final deck of {d} is another")
        rep.hold(not wanted or final == tuple(sorted(final)), f"{d} does not end in order")
    rep.hold(length == 0 or length >= r.get("at_least", 0), "the games are not as long as asked for")
    rep.hold(longest == length or not decks, f"the longest game has {longest} moves, not {length}")
    lengths = f"{least} to {length}" if least < length else length
    rep.proved.append(f"{len(decks)} different decks played: each has {lengths} moves and its final deck")
    if r.get("engine") != "bundles" or not r.get("bundles") or "shard" in r:
        return rep.left.append("that no game is longer")
    needs = dict(enumerate(r["thresholds"] + [r.get("at_least", length)], n - len(r["thresholds"])))
    base = min(needs)
    rep.hold("bounds" in r or all(needs[m] >= 2 * needs[m - 1] for m in needs if m > base),
             "thresholds that lose decks")
    parts, free = Counter(), factorial(base - 1 - min(4, base - 1))
    roots = {}
    for places in permutations(range(1, base), min(4, base - 1)):
        part = xxh64(bytes(places)) % 100 + 1
        parts[part] += free
        roots.setdefault(part, []).append(places)
    rep.hold({p["part"]: int(p["ends"]) for p in r["parts"]} == parts,
             "the parts are not all final decks of the base")
    sums = {key: sum(int(p[key]) for p in r["parts"]) for key in ("bundles", "games", "looks", "decks")}
    rep.hold(int(r["nodes"]) == sums["bundles"] and int(r["visits"]) == sums["games"] + sums["looks"],
             "nodes or visits are no sums")
    rep.hold(r["tasks"]["roots"] == sum(map(len, roots.values())) <= int(r["tasks"]["done"]), "a task is missing")
    rep.hold([b["cards"] for b in r["bundles"]] == list(range(n, base - 1, -1)), "a number of cards is missing")
    for key in sums:
        rep.hold(sum(int(x[key]) for x in r["bundles"]) == sums[key], f"{key} of the parts do not add up")
    rep.proved.append(f"the parts have all {factorial(base - 1)} final decks of {base} cards once; their sums agree")
    if "bounds" in r:
        return rep.left.append("decks that bounds leave out, and the counts of the search")
    ancestors = {}
    for d in decks:  # down the tree, to the final deck of each one's ancestor
        a = d
        while len(a) > base:
            a = parent(a, needs[len(a) - 1])
        ancestors.setdefault(play(a)[1], set()).add(d)
    redo(rep, needs, roots, ancestors if listed else None, range(least, length + 1), wanted)


def redo(rep, needs, roots, ancestors, lengths, wanted):
    """Grows the tree anew while time is left: from the ancestors of listed decks, then from other final
    decks of the base, part after part, in random order."""
    base, few = min(needs), factorial(min(needs) - 1) <= 10 ** 5

    def same(final):
        """Whether there was time to find that the decks of a final deck are those listed."""
        found = {d: play(d) for d in grown(final, needs, rep)}
        found = {d: game[0] for d, game in found.items() if not wanted or game[1] == tuple(range(1, len(d) + 1))}
        if rep.time():
            rep.hold(max(found.values(), default=0) < lengths.stop, f"a longer game comes from the final deck {final}")
            rep.hold(ancestors is None or {d for d in found if found[d] in lengths} == ancestors.get(final, set()),
                     f"other decks than listed come from the final deck {final}")
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
        rep.proved.append(f"the tree grown anew from the ancestors of {grew} listed decks finds these and no other")
    seen, parts = set(), list(roots)
    while rep.time() and parts:
        part = parts.pop(rep.random.randrange(len(parts))) if few else rep.random.choice(parts)
        for places in roots[part] if few else [rep.random.choice(roots[part])]:
            for final in final_decks(places):
                if final not in seen and rep.time() and same(final):
                    seen.add(final)
    total = factorial(base - 1)
    rep.proved.append(f"the tree grown anew from {len(seen)} of the {total} final decks "
                      f"of {base} cards: no other deck, and no longer game")
    rep.left.append("the counts of the search"
                    if len(seen) == total else "the other final decks, and the counts of the search")


def topswops_play(r, rep):
    deck, decks, moves = tuple(r["deck"]), [], []
    length, final, shown = play(deck)
    d = list(deck)
    while d[0] != 1:
        decks.append(list(d))
        moves.append(d[0])
        d[:d[0]] = d[d[0] - 1::-1]
    rep.hold((length, list(final)) == (r["length"], r["end"]), "the game is another")
    rep.hold(moves == r["moves"], "the moves are others")
    if "decks" in r:
        rep.hold([list(x) for x in r["decks"]][:len(decks)] == decks, "the decks are others")
    rep.proved.append("the game, move by move")
    rep.left.append("its two halves")


def topswops_decks(r, rep):
    rows = r["rows"] if "rows" in r else [{"n": r["n"], "length": r["lower"], "deck": r["deck"]}]
    for row in rows:
        rep.hold(len(row["deck"]) == row["n"], f"no deck of {row['n']} cards")
        moves = play(row["deck"])[0]
        rep.hold(moves == row["length"], f"the deck of {row['n']} cards has {moves} moves, not {row['length']}")
        if "per_square" in row:
            rep.hold(abs(row["per_square"] - F(moves, row["n"] ** 2)) < F(1, 10 ** 12),
                     "the length per n^2 is another")
    rep.proved.append(f"{len(rows)} decks played")
    if "upper_fibonacci" in r:
        a, b = 0, 1  # Fibonacci numbers F(0), F(1)
        for _ in range(r["n"] + 1):
            a, b = b, a + b
        rep.hold(int(r["upper_fibonacci"]) == a and int(r["upper_2^(n-1)"]) == 2 ** (r["n"] - 1),
                 "an upper bound is another")
        rep.hold(max(b["length"] for b in r["built"]) == r["lower"], "none of the decks built is the longest")
        rep.proved.append("the upper bounds")


def topswops_census(r, rep):
    n, counts = r["n"], [int(c) for c in r["counts"]]
    rep.hold(sum(counts) == factorial(n) == int(r["total"]), "the counts do not add up to n!")
    mean = F(sum(i * c for i, c in enumerate(counts)), factorial(n))
    rep.hold(mean == F(r["mean"]), "the mean is another")
    for k, m in enumerate(r["central"], 2):
        rep.hold(F(m) == sum(c * (i - mean) ** k for i, c in enumerate(counts)) / factorial(n),
                 f"moment {k} is another")
    # A deck has no predecessor if no card but 1 is at home: inclusion and exclusion.
    rep.hold(int(r["sources"]) == sum((-1) ** k * comb(n - 1, k) * factorial(n - k) for k in range(n)),
             "the number of decks without a predecessor is another")
    rep.hold(counts[0] == factorial(n - 1) and (n < 2 or counts[1] == factorial(n - 1)),
             "the first counts are (n-1)!")
    rep.proved.append("the sum n!, mean and moments, decks without a predecessor, and the counts of 0 and 1 moves")
    if n <= 9:
        rep.hold(Counter(play(d)[0] for d in permutations(range(1, n + 1))) == Counter(dict(enumerate(counts))),
                 "the counts are others")
        rep.proved.append("all games played")
    else:
        rep.left.append("the single counts")


# ---------------------------------------------------------------- orders

def is_prime(n):
    """Strong tests to the first 13 prime bases, which decide below 3.3e24."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    if n < 2 or any(n % p == 0 for p in small):
        return n in small
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in small:
        x = pow(a, d, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(s - 1)):
            return False
    return True


def factors(n):
    """The prime factors of n, by trial division and Pollard's rho."""
    found = Counter()
    for p in range(2, 2000):
        while n % p == 0:
            found[p] += 1
            n //= p
    parts = [n] if n > 1 else []
    while parts:
        m = parts.pop()
        if is_prime(m):
            found[m] += 1
            continue
        c = d = 1
        while d in (1, m):
            x = y = c + 1
            d = 1
            while d == 1:
                x = (x * x + c) % m
                y = ((y * y + c) ** 2 + c) % m
                d = gcd(x - y, m)
            c += 1
        parts += [d, m // d]
    return found


def is_order(k, m):
    """Whether k is the least k > 0 with 2^k = 1 modulo m."""
    return m == 1 and k == 1 or pow(2, k, m) == 1 and all(pow(2, k // q, m) != 1 for q in factors(k))


def modulus(n, kind):
    return n if n % 2 else n - 1 if kind == "out" else n + 1


def orders_deck(r, rep):
    for kind in ("out", "in"):
        if kind not in r:
            continue
        o, m = r[kind], modulus(r["n"], kind)
        order = int(o["order"])
        rep.hold(int(o["modulus"]) == m, f"the modulus of the {kind}-shuffle is {m}")
        for name, of in (("modulus_factors", m), ("order_factors", order)):
            rep.hold(prod(int(f["p"]) ** f["e"] for f in o[name]) == of, f"{name} do not multiply to {of}")
            rep.hold(all(is_prime(int(f["p"])) for f in o[name]), f"a number of {name} is not prime")
        rep.hold(m == 1 or pow(2, order, m) == 1, f"2^{order} is not 1 modulo {m}")
        rep.hold({int(q["q"]) for q in o["residues"]} == {int(f["p"]) for f in o["order_factors"]},
                 "a residue is missing")
        for q in o["residues"]:
            power, residue = int(q["exponent"]), int(q["residue"])
            rep.hold(power == order // int(q["q"]) and pow(2, power, m) == residue != 1,
                     f"2^{q['exponent']} modulo {m} is another")
    for p in r["packets"]:
        top = r["n"] // 2 + (r["n"] % 2 if p["shuffle"] == "out" else 0)
        rep.hold((p["top_packet"], p["bottom_packet"], p["first_card_from"]) ==
                 (top, r["n"] - top, "top" if p["shuffle"] == "out" else "bottom"), "a packet is another")
    rep.proved.append("the orders, by their certificates")


def orders_list(r, rep):
    for i, row in enumerate(r["rows"]):
        n = int(row["n"])
        for kind in ("out", "in"):
            if kind in row:
                rep.hold(is_order(int(row[kind]), modulus(n, kind)),
                         f"the {kind}-shuffle of {n} cards has another order")
        if not rep.time():
            rep.left.append(f"the rows after {n}")
            break
    else:
        i += 1
        rep.hold([int(x["n"]) for x in r["rows"]] == list(range(int(r["from"]), int(r["to"]) + 1)),
                 "a row is missing")
    rep.proved.append(f"{i} rows, each order and that it is the least")


@lru_cache(None)
def order(m):
    k, x = 1, 2 % m
    while x != 1 % m:
        k, x = k + 1, 2 * x % m
    return k


def orders_stats(r, rep):
    rep.hold(int(r["from"]) == int(r["question"]["from"]) and int(r["to"]) == int(r["question"]["to"]),
             "the range is another")
    at, odd = int(r["max_at"]), range(int(r["from"]) | 1, int(r["to"]) + 1, 2)
    rep.hold(is_order(int(r["max"]), at) and is_order(int(r["min"]), int(r["min_at"])), "max or min is no order")
    rep.hold(int(r["count"]) == len(odd), "the number of moduli is another")
    share = F(int(r["primitive_root_primes"]), int(r["primes"]))
    rep.hold(abs(r["primitive_root_share"] - share) < F(1, 10 ** 12), "the share is another")
    artin = prod(1 - 1 / (p * (p - 1)) for p in range(2, 2000)
                 if is_prime(p))  # the rest of the product is within 1e-4
    rep.hold(abs(float(r["artin"]) - artin) < 1e-4, "Artin's constant is another")
    rep.proved.append("the number of moduli; that max and min are orders")
    if odd[-1] > 5000:
        return rep.left.append("the sums")
    ks = {m: order(m) for m in odd}
    xor = 0
    for m in odd:
        xor ^= m * ks[m]
    primes = [m for m in odd if is_prime(m)]
    mine = {"sum": sum(ks.values()), "max": max(ks.values()), "min": min(ks.values()), "xor": xor,
            "primes": len(primes), "primitive_root_primes": sum(ks[p] == p - 1 for p in primes),
            "prime_sum": sum(ks[p] for p in primes),
            "base2_pseudoprimes": sum((m - 1) % ks[m] == 0 for m in odd if not is_prime(m))}
    for key, value in mine.items():
        rep.hold(int(r[key]) == value, f"{key} is {value}")
    rep.proved.append("all sums, each order by repeated doubling")


def orders_with(r, rep):
    k = int(r["k"])
    ps, cs = [int(f["p"]) for f in r["primes"]], [int(c) if not isinstance(c, dict) else int(c["p"])
                                                  for c in r["composites"]]
    rep.hold(prod(int(f["p"]) ** f["e"] for f in r["primes"]) * prod(cs) == 2 ** k - 1,
             "the factors do not multiply to 2^k - 1")
    rep.hold(all(is_prime(p) for p in ps) and not any(is_prime(c) for c in cs),
             "a factor is not what it is said to be")
    if r["complete"] and prod(f["e"] + 1 for f in r["primes"]) <= 10 ** 6:
        divisors = [1]
        for f in r["primes"]:
            divisors = [d * int(f["p"]) ** e for d in divisors for e in range(f["e"] + 1)]
        mods = [d for d in divisors if is_order(k, d)]
        rep.hold(sorted({n for m in mods for n in (m, m + 1) if n > 1}) == sorted(map(int, r["out"])),
                 "the decks of out-shuffles are others")
        rep.hold(sorted({n for m in mods for n in (m, m - 1) if n > 1}) == sorted(map(int, r["in"])),
                 "the decks of in-shuffles are others")
        rep.proved.append(f"the primes of 2^{k} - 1 (probable ones above 3.3e24), and all decks with this order")
    else:
        rep.left.append("the decks")


def faro(n, kind):
    """The perfect shuffle as a tuple of old places."""
    top = (n + 1) // 2 if kind == "out" else n // 2
    packets = [list(range(top)), list(range(top, n))]
    if kind == "in":
        packets.reverse()
    return tuple(packets[i % 2][i // 2] for i in range(n))


def orders_move(r, rep):
    n, at, to = int(r["n"]), int(r["from"]) - 1, int(r["to"]) - 1
    if n > 10 ** 5:
        return rep.left.append("all of it")
    goes = {k[0].upper(): {s: j for j, s in enumerate(faro(n, k))} for k in ("out", "in")}
    for name in ("closed_form", "shortest"):
        x = at
        for c in r[name]:
            x = goes[c][x]
        rep.hold(x == to, f"{name} leads to position {x + 1}")
    steps, front = {at: 0}, [at]
    while to not in steps:
        front = [y for x in front for y in (goes["O"][x], goes["I"][x]) if y not in steps
                 and not steps.setdefault(y, steps[x] + 1) == 0]
    rep.hold(steps[to] == len(r["shortest"]), "there is a shorter way")
    rep.proved.append("both ways lead there, and none is shorter")


def faro_decks(r, rep):
    s, decks = faro(r["n"], r["question"]["shuffle"]), r["decks"]
    rep.hold(decks[0] == r["question"]["deck"], "the first deck is another")
    rep.hold(all([a[i] for i in s] == b for a, b in zip(decks, decks[1:])),
             "a deck does not follow from the one before")
    rep.hold(r["returns"] == (decks[-1] == decks[0]), "it returns, or not")
    top = (r["n"] + (r["question"]["shuffle"] == "out")) // 2
    rep.hold((r["packets"]["top_packet"], r["packets"]["bottom_packet"]) == (top, r["n"] - top),
             "a packet is another")
    rep.proved.append("every deck")


# ---------------------------------------------------------------- models

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
    return name, dict(i.split("=", 1) for i in items if i)


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
        for k in range(low, high + 1):
            law[min(k, left)] += ONE // (high - low + 1)
        return law
    return rounded_normal(F(p["mean"]), F(p["sd"]), p["round"], min(int(p["min"]), left), left)


def cut_law(name, p, n):
    """P(size of the top packet) of a riffle, or None if the interleaving decides."""
    if p["cut"] == "binomial":
        return {c: comb(n, c) * ONE >> n for c in range(n + 1)}
    if p["cut"] == "normal":
        return rounded_normal(F(n, 2) + F(p.get("off", 0)), F(p["sd"]), "nearest", 0, n)
    if p["cut"] == "uniform":
        return {c: ONE // (n + 1) for c in range(n + 1)}
    if p["cut"] == "half":
        return {n // 2: ONE}
    if p["cut"] == "chain":
        return None
    raise KeyError(p["cut"])


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
        cuts = cut_law(name, p, n)
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
            law[s] += int(w * ONE) if cuts is None else int(w / of_cut[sum(top)] * cuts[sum(top)])
    elif name in ("ashuffle",):
        a = int(p["a"])
        for labels in product(range(a), repeat=n):  # undone: sorting by label
            order = sorted(range(n), key=lambda j: labels[j])
            law[tuple(sorted(range(n), key=lambda j: order[j]))] += ONE // a ** n
    elif name == "wash":
        for s in permutations(range(n)):
            law[s] += ONE // factorial(n)
    elif name == "top" and p.get("cards", "1") == "1":
        for j in range(n):
            rest = list(range(1, n))
            rest.insert(j, 0)
            law[tuple(rest)] += ONE // n
    elif name == "cut":
        sizes = {"uniform": {k: ONE // n for k in range(n)},
                 "binomial": {k: comb(n, k) * ONE >> n for k in range(n + 1)}}
        fixed = n // 2 if p.get("cards", "half") == "half" else int(p["cards"])
        for k, w in sizes.get(p["law"], {fixed: ONE}).items():
            law[tuple(range(k, n)) + tuple(range(k))] += w
    elif name == "faro":
        law[faro(n, p["kind"])] = ONE
    elif name == "deal":
        piles = [list(range(k - 1, n, int(p["piles"]))) for k in map(int, p["order"].split("-"))]
        law[tuple(c for pile in piles for c in (pile[::-1] if p["top"] == "last" else pile))] = ONE
    elif name == "pile":
        k = int(p["piles"])
        for order in permutations(range(k)):
            piles = [list(range(a, n, k)) for a in order]
            law[tuple(c for pile in piles for c in (pile[::-1] if p["top"] == "last" else pile))] += ONE // factorial(k)
    elif name == "thorp":
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
        raise KeyError(name)
    return law


@lru_cache(None)
def position_law(model, n):
    """P(from i to j) in units of 2^-220."""
    name, p = parse(model)
    law = [[0] * n for _ in range(n)]
    if name == "inverse":
        return [list(x) for x in zip(*position_law(p["of"], n))]
    if name == "riffle":
        for c, w in cut_law(name, p, n).items():
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
    elif name == "thorp":
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
    elif name in ("faro", "deal", "cut", "top"):
        for s, w in outcomes(model, n).items():
            for j, i in enumerate(s):
                law[i][j] += w
    else:
        raise KeyError(name)
    return law


def last_digit(text):
    """The unit of the last digit of a number as it is written."""
    digits, _, power = text.partition("e")
    return F(10) ** (int(power or 0) - len(digits.partition(".")[2]))


def rounds(text, value):
    """Whether a number as it is written is a value rounded to its last digit."""
    return abs(F(text) - value) <= last_digit(text) * F(501, 1000)


class Laws:
    """The models of a record, by letter."""

    def __init__(self, r):
        models = r.get("models") or r["question"]["models"]
        self.n, self.models = r["n"], dict(m.split("=", 1) for m in models)

    def times(self, law, letter):
        right = list(zip(*position_law(self.models[letter], self.n)))
        half = ONE // 2
        return [[(sum(map(int.__mul__, row, col)) + half) // ONE for col in right] for row in law]

    def word(self, word):
        law = position_law(self.models[word[0]], self.n)
        for c in word[1:]:
            law = self.times(law, c)
        return law

    def orders(self, word):
        """The law of the deck, over all n! orders."""
        law = {tuple(range(self.n)): ONE}
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


def scores(law, n, tolerance):
    dev = [[abs(F(p, ONE) - F(1, n)) for p in row] for row in law]
    rows = [sum(row) / 2 for row in dev]
    return {"w": within(law, n, tolerance), "max_error": max(map(max, dev)), "tvd_mean": sum(rows) / n,
            "tvd_worst": max(rows)}


def expected_white(law, n, tolerance, s):
    low, high = -((tolerance - F(1, n)) * s // 1), (F(1, n) + tolerance) * s // 1
    return sum(m * binomial_between(s, p / ONE, low, high) for p, m in Counter(p for row in law for p in row).items())


def tolerance(r):
    """The tolerance of white cells, printed as a double: one that is chosen is the distance of a count from its mean."""
    e, mean, s = F(r["emax"]), F(1, r["n"]), r["samples"]
    if not r.get("emax_from", "").startswith("auto"):
        return e
    return min((abs(F(round(k * s), s) - mean) for k in (mean + e, mean - e)), key=lambda x: abs(x - e))


def check_row(rep, r, row, law, name):
    n = r["n"]
    mine = scores(law, n, tolerance(r))
    rep.hold(row["w"] == mine["w"], f"{name} has {mine['w']} white cells, not {row['w']}")
    rep.hold(row["c"] == f"{mine['w'] * 1000 // n ** 2 / 1000:.3f}", f"C of {name} is another")
    for key, error in (("max_error", "cell_error"), ("tvd_mean", "tvd_error"), ("tvd_worst", "tvd_error")):
        slack = F(r.get(error, 0)) + F(row[key]) / 10 ** 14 + F(1, 10 ** 17)
        rep.hold(abs(F(row[key]) - mine[key]) <= slack, f"{key} of {name} is {float(mine[key])}")
    return mine


def check_ew(rep, r, row, law, name):
    mine = expected_white(law, r["n"], tolerance(r), r["samples"])
    rep.hold(abs(mine - float(row["ew"])) <= float(r["ew_error"]) + 1e-6, f"E[w] of {name} is {mine}")


# ---------------------------------------------------------------- laws over all orders

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


@lru_cache(None)
def exact_distance(models, n, word):
    """The distance of a word from fair over all orders: None if it is beyond these means; and its error."""
    laws = Laws({"n": n, "models": list(models)})
    kinds = [parse(laws.models[c]) for c in word]
    if all(k == ("riffle", {"cut": "binomial"}) or k[0] == "ashuffle" for k in kinds):
        a = prod(int(k[1].get("a", 2)) for k in kinds)
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
    except KeyError:
        return None
    return F(sum(max(0, p - ONE // factorial(n)) for p in law.values()), ONE), F(1, 10 ** 40)


def riffles(r, rep):
    n = r["n"]
    if "top" in r or r["cut"] == "after":
        return rep.left.append("all of it")
    cards = n - (r["cut"] == "before")  # after a uniform cut the distances are those of a card less
    for row in r["rows"]:
        if "shelves" in r:
            classes = shelf_classes(cards, (2 * r["shelves"]) ** row["shuffles"] // 2)
        else:
            classes = riffle_classes(cards, r["a"] ** row["shuffles"])
        fair = F(1, factorial(cards))
        density = [p / fair for k, p in classes if k]
        mine = {"tvd": distance(classes, cards), "separation": 1 - min(density),
                "linf": max(abs(x - 1) for x in density)}
        decimal = lambda x: Decimal(x.numerator) / Decimal(x.denominator)
        bits = sum(decimal(k * p) * decimal(p / fair).ln() for k, p in classes if p) / Decimal(2).ln()
        mine["entropy_bits"] = F(bits)
        likely = [(k, p) for k, p in classes if p > fair]
        mine["event_probability"] = sum(k * p for k, p in likely)
        mine["event_fair_probability"] = fair * sum(k for k, p in likely)
        rep.hold(row["event_bound"] == len(likely) - ("shelves" in r), "the bet is another")
        labels = (2 * r["shelves"] if "shelves" in r else r["a"]) ** row["shuffles"]
        mine["birthday"] = 1 - prod(1 - F(i, labels) for i in range(min(n, labels + 1)))
        for key, value in mine.items():
            rep.hold(rounds(row[key], value), f"{key} after {row['shuffles']} is {float(value)}")
    rep.proved.append(f"distances and entropy of {len(r['rows'])} rows, as fractions; the bet on the event")


def law(r, rep):
    n = r["n"]
    if n > 7 or n == 7 and len(r["word"]) > 3:
        return rep.left.append("all of it: more than 7 cards")
    laws = Laws(r)
    try:
        mine = laws.orders(r["word"])
    except KeyError as unknown:
        return rep.left.append(f"the model {unknown.args[0]}")
    fair, error = F(1, factorial(n)), F(r["error"]) + F(1, 10 ** 40)
    p = {d: F(w, ONE) for d, w in mine.items()}
    tvd = sum(max(0, x - fair) for x in p.values())
    full = len([x for x in p.values() if x > F(1, 10 ** 50)])
    low = min(p.values()) if full == factorial(n) else 0
    for key, value in (("tvd", tvd), ("separation", 1 - low / fair)):
        rep.hold(abs(F(r[key]) - value) <= error * factorial(n) + value / 2 ** 52 + last_digit(r[key]),
                 f"{key} is {float(value)}")
        rep.hold(abs(F(r.get(key + "_exact", value)) - value) <= F(1, 10 ** 30), f"{key} is {float(value)}")
    l2 = sum((x / fair - 1) ** 2 for x in p.values()) * fair + fair * (factorial(n) - len(p))
    rep.hold(abs(F(r.get("l2_square_exact", l2)) - l2) < F(1, 10 ** 30)
             and abs(float(F(r["l2"])) - float(l2) ** 0.5) < 1e-10,
             "the l2 distance is another")
    rep.hold(r["support"] == full and r["decks"] == factorial(n), f"{full} decks are reached")
    bits = -sum(float(x) * log(float(x), 2) for x in p.values() if x > F(1, 10 ** 50))
    rep.hold(abs(bits - float(F(r["entropy_bits"]))) < 1e-9, f"the entropy is {bits} bits")
    rep.hold(abs(log(factorial(n), 2) - bits - float(F(r["entropy_deficit_bits"]))) < 1e-9,
             "the deficit of entropy is another")
    alike = Counter(round(x * 10 ** 25) for x in p.values())
    alike[0] += factorial(n) - len(p)
    alike += Counter()  # without what there is none of
    for row, first in (("most", max(alike)), ("least", min(alike))):
        for d in r[row]:
            rep.hold(is_deck(d["deck"], n), f"{d['deck']} is no deck")
            x = p.get(tuple(c - 1 for c in d["deck"]), F(0))
            if r["arithmetic"] == "integer":  # else decks alike may differ in the last digits
                rep.hold(d["sharing"] == alike[round(x * 10 ** 25)], "another number of decks is as likely")
            rep.hold(abs(F(d["probability"]) - x) <= error + x / 2 ** 52 + last_digit(d["probability"]) and
                     abs(F(d.get("probability_exact", x)) - x) <= F(1, 10 ** 30),
                     f"the deck {d['deck']} has another probability")
        rep.hold(not r[row] or abs(F(r[row][0]["probability"]) - F(first, 10 ** 25)) <= error + F(1, 10 ** 12),
                 f"another deck is {row} likely")
    rep.proved.append("distances, entropy, support and decks, by all outcomes of all letters")


def enclosed(rep, r, word, low, high, name="interval"):
    """Holds an interval against the exact distance, if it can be had."""
    got = exact_distance(tuple(r.get("models") or r["question"]["models"]), r["n"], word)
    if got is None:
        return 0
    value, error = got
    rep.hold(F(low) - error <= value + F(1, 10 ** 15) and value - F(1, 10 ** 15) <= F(high) + error,
             f"the {name} of {word} does not hold its distance, {float(value)}")
    return 1


def one_word(r, rep):
    if "lower" in r:
        ends, certified = (r["lower"], r["upper"]), r.get("certified", r)
        rep.hold(F(ends[0]) <= F(ends[1]), "the ends cross")
        rep.hold(r["kind"] != "exact" or F(ends[1]) - F(ends[0]) < F(1, 10 ** 9),
                 "the ends of an exact distance differ")
        if enclosed(rep, r, r["word"], *ends) and enclosed(rep, r, r["word"], certified["lower"], certified["upper"]):
            rep.proved.append("the exact distance lies in the interval")
        else:
            allowed(rep, r, (ends, (certified["lower"], certified["upper"])))


def allowed(rep, r, intervals):
    """Holds intervals against bounds: what one card shows is less than all, and no letter makes riffles in a row worse."""
    models, n, word = tuple(r.get("models") or r["question"]["models"]), r["n"], r["word"]
    rep.left.append("the rest of the interval")
    runs = [exact_distance(models, n, m[0]) for m in re.finditer(r"(.)\1*", word)]
    most = min((value + error for value, error in filter(None, runs)), default=1)
    rep.hold(all(F(low) <= most + F(1, 10 ** 12) for low, _ in intervals),
             f"riffles in a row leave {float(most)} at most, less than a lower end")
    rep.proved.append("that no lower end is above what its riffles in a row leave")
    try:
        least = scores(Laws(r).word(word), n, F(1, n))["tvd_worst"]
    except KeyError as unknown:
        return rep.left.append(f"the model {unknown.args[0]}")
    rep.hold(all(F(high) >= least - F(1, 10 ** 12) for _, high in intervals),
             f"a single card is {float(least)} from fair, more than an upper end")
    rep.proved.append("that no upper end is below what a single card shows")


# ---------------------------------------------------------------- words by single cards

def score(r, rep):
    laws, law = Laws(r), None
    rows = r.get("prefixes", []) + [r] if "prefixes" in r else r["rows"]
    done = 0
    for row in rows:
        try:
            law = laws.word(row["word"])
        except KeyError as unknown:
            return rep.left.append(f"the model {unknown.args[0]}")
        check_row(rep, r, row, law, row["word"])
        if row is rows[0] or row is rows[-1]:
            check_ew(rep, r, row, law, row["word"])
        done += 1
        if not rep.time():
            break
    rep.proved.append(f"{done} of {len(rows)} rows in fixed point of 220 bits, white cells one by one; E[w] of two")
    if done < len(rows) or "dealt" in r:
        rep.left.append("other rows" if done < len(rows) else "the cards dealt")


def others(rep, r, laws, by, last):
    """Scores all words while time is left, or random ones if they are too many, and finds none better
    than the last row that is not listed."""
    n, m, letters = r["n"], r["m"], sorted(laws.models)
    whole, tried, white = len(letters) ** m <= 10 ** 4 and r["n"] <= 10, 0, 0
    listed = {x["word"] for x in r["rows"]}
    random_words = iter(lambda: "".join(rep.random.choices(letters, k=m)), "")
    for word in map("".join, product(letters, repeat=m)) if whole else random_words:
        if not rep.time():
            return tried, False
        other = scores(laws.word(word), n, tolerance(r))
        white += other["w"] == n * n
        tie = abs(other["tvd_mean"] - last["tvd_mean"]) < F(1, 10 ** 15)
        rep.hold(word in listed or by(other) >= by(last) or tie,
                 f"{word} is better than the last row")
        tried += 1
    rep.hold(r.get("c1_words") is None or int(r["c1_words"]) == white, f"{white} words have C = 1")
    return tried, True


def rank(r, rep):
    laws, rows = Laws(r), r["rows"]
    m = r["m"]
    by = {"c": lambda x: (-x["w"], x["tvd_mean"]), "tvd": lambda x: x["tvd_mean"],
          "maxerror": lambda x: x["max_error"],
          "worst": lambda x: x["tvd_worst"]}.get(r["by"])
    try:
        done, held, last = 0, 0, None
        for place, row in enumerate(rows, 1):
            rep.hold(row["rank"] == place, "a rank is another")
            law = laws.word(row["word"])
            mine = check_row(rep, r, row, law, row["word"])
            if by and last is not None:
                rep.hold(by(last)[0] <= by(mine)[0] if r["by"] == "c" else by(last) <= by(mine) + F(1, 10 ** 15),
                         f"{row['word']} is out of order")
            last, done = mine, done + 1
            if "tvd_low" in row:
                held += enclosed(rep, r, row["word"], row["tvd_low"], row["tvd_high"])
            if "law_tvd" in row:
                got = exact_distance(tuple(r["models"]), r["n"], row["word"])
                if got:
                    slack = F(r["law_tvd_error"]) + got[1] + last_digit(row["law_tvd"])
                    rep.hold(abs(F(row.get("law_tvd_exact", row["law_tvd"])) - got[0]) <= slack,
                             f"the distance of {row['word']} is {float(got[0])}")
                    held += 1
            if not rep.time():
                break
        rep.proved.append(f"scores of {done} of {len(rows)} rows, in order; "
                          f"distances over all orders of {held} of them")
        if done < len(rows):
            return rep.left.append("the other rows")
        if not by or not isinstance(m, int):
            return rep.left.append("that no other word is better")
        tried, whole = others(rep, r, laws, by, last)
        if whole:
            rep.proved.append(f"all {tried} words of length {m}: those listed are the best")
        else:
            rep.proved.append(f"{tried} random words of length {m}: none is better than the last row")
            rep.left.append("all other words")
    except KeyError as unknown:
        rep.left.append(f"the model {unknown.args[0]}")


def pairs(r, rep):
    n = r["n"]
    if n > 6:
        return rep.left.append("all of it: more than 6 cards")
    law, fair = Laws(r).orders(r["word"]), F(1, n * (n - 1))
    ends = {}
    for deck, p in law.items():
        for (j, a), (k, b) in permutations(enumerate(deck), 2):
            ends.setdefault((a, b), Counter())[j, k] += F(p, ONE)
    far = {ab: sum(abs(c[jk] - fair) for jk in permutations(range(n), 2)) / 2 for ab, c in ends.items()}
    error = F(r["error"]) + F(1, 10 ** 15)
    rep.hold(abs(max(far.values()) - F(r["pair_tvd_worst"])) <= error, "the worst pair is another")
    rep.hold(abs(sum(far.values()) / len(far) - F(r["pair_tvd_mean"])) <= error, "the mean over pairs is another")
    for place, x in enumerate(r["neighbours"], 1):
        a = x["first"] - 1
        mine = sum(p for (j, k), p in (ends[a, a + 1]).items() if abs(j - k) == 1)
        rep.hold(x["first"] == place and abs(mine - F(x["together"])) <= error,
                 f"cards {a + 1} and {a + 2} stay together with another probability")
    rep.proved.append("mean and worst distance of pairs, and neighbours, by all outcomes")
    rep.left.append("the worst end pair")


def deck(r, rep):
    d = r["deck"]
    n, at = len(d), {c: i for i, c in enumerate(d)}
    mine = {"rising sequences": 1 + sum(at[c + 1] < at[c] for c in range(1, n)),
            "descents": sum(a > b for a, b in zip(d, d[1:])),
            "fixed points": sum(c == i + 1 for i, c in enumerate(d)),
            "inversions": sum(a > b for a, b in combinations(d, 2))}
    rep.hold(is_deck(d, r["n"]), "it is no deck")
    for s in r["statistics"]:
        if s["statistic"] not in mine:
            rep.left.append(s["statistic"])
        elif mine[s["statistic"]] != s["value"]:
            raise Wrong(f"{s['statistic']} are {mine[s['statistic']]}")
    rising = mine["rising sequences"]
    done = 0
    for row in r.get("riffles", []):
        other = {"word", "shelves"} & set(r) or {"shelf", "top"} & set(r["question"])
        if other or r["question"].get("cut", "none") != "none":
            break
        p = riffle_classes(n, r["question"].get("a", 2) ** row["shuffles"])[rising - 1][1]
        rep.hold(rounds(row["probability"], p) and rounds(row["ratio"], p * factorial(n)),
                 f"the probability after {row['shuffles']} is {float(p)}")
        done += 1
    rep.proved.append(f"rising sequences, descents, fixed points, inversions; probabilities of {done} rows")


def emax(r, rep):
    n, s, want = r["n"], r["samples"], F(r["confidence"])
    e = F(r["exact"])
    rep.hold(abs(e - r["exact_float"]) < F(1, 10 ** 15), "it is another number in decimals")
    inside = lambda e: binomial_between(s, 1 / n, -((e - F(1, n)) * s // 1), (F(1, n) + e) * s // 1) ** (n * n)
    near = (abs(F(t, s) - F(1, n)) for k in (F(1, n) + e, F(1, n) - e) for t in range(int(k * s) - 2, int(k * s) + 3))
    low = max(x for x in near if x < e)  # the next smaller distance of a count from its mean
    rep.hold(inside(e) >= float(want) - 1e-9, "a fair deck stays within it too rarely")
    rep.hold(inside(low) < float(want) + 1e-9, "a smaller tolerance is enough")
    rep.proved.append("a fair deck stays within it with the confidence, and not within any smaller one")


def guess_watch(r, rep):
    n, rows, unseen = r["n"], r["rows"], set(range(1, r["n"] + 1))
    rep.hold(len(rows) == n and sorted(row["card"] for row in rows) == sorted(unseen), "its cards are no deck")
    laws = Laws(r)
    kinds = [parse(laws.models[c]) for c in r["word"]]
    riffled = all(k == ("riffle", {"cut": "binomial"}) or k[0] == "ashuffle" for k in kinds)
    a = prod(int(k[1].get("a", 2)) for k in kinds) if riffled else None
    known = r["best"] and riffled
    begins, total, done = weight_of_start((), n, a) if known else None, F(0), 0
    for i, row in enumerate(rows):
        named, card, seen = row["named"], row["card"], tuple(x["card"] for x in rows[:i])
        rep.hold(row["place"] == i + 1 and named in unseen, f"at place {i + 1} a card is named that was seen")
        rep.hold(row["right"] == (named == card), f"place {i + 1} is told to be right, or not to be")
        total += F(row["chance"])
        if known and rep.time():
            rep.hold(abs(F(row["chance"]) - weight_of_start(seen + (named,), n, a) / begins) < 2 * last_digit(row["chance"]),
                     f"the chance of the card named at place {i + 1} is another")
            others = [weight_of_start(seen + (c,), n, a) for c in unseen] if done < 8 else [begins]
            rep.hold(done >= 8 or max(others) <= begins * (F(row["chance"]) + F(1, 10 ** 9)),
                     f"another card is more likely at place {i + 1}")
            begins, done = weight_of_start(seen + (card,), n, a), done + 1
        unseen.remove(card)
    rep.hold(r["right"] == sum(row["right"] for row in rows), "another number of guesses was right")
    rep.proved.append("the cards are a deck, none is named twice, and the right ones are counted")
    if r["best"]:
        rep.hold(abs(F(r["expected"]) - total) < F(1, 10 ** 6), "the chances do not add up to the number expected")
        rep.proved.append(f"the chances add up; {done} of them as fractions, and no other card is likelier at {min(done, 8)}")
    if done < n:
        rep.left.append(f"{n - done} chances")
    rep.left.append("the deal")


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
    n, at, seen, longest = len(deck), {c: i for i, c in enumerate(deck)}, set(), []
    cycles = 0
    for c in range(n):
        cycles += c not in seen
        while c not in seen:
            seen.add(c)
            c = deck[c]
    for i, c in enumerate(deck):
        longest.append(1 + max((longest[j] for j in range(i) if deck[j] < c), default=0))
    return {"rising sequences": 1 + sum(at[c + 1] < at[c] for c in range(n - 1)), "cycles": cycles,
            "descents": sum(b < a for a, b in zip(deck, deck[1:])), "first card": deck[0] + 1, "last card": deck[-1] + 1,
            "adjacencies": sum(b == a + 1 for a, b in zip(deck, deck[1:])), "longest increasing": max(longest),
            "fixed points": sum(i == c for i, c in enumerate(deck)), "inversions": sum(b < a for a, b in combinations(deck, 2)),
            "displacement": sum(abs(i - c) for i, c in enumerate(deck))}


def sample(r, rep):
    n, deals, e = r["n"], r["deals"], r["event"]
    harmonic = lambda k: sum(F(1, i ** k) for i in range(1, n + 1))
    fair = {  # mean and variance
        "rising sequences": (F(n + 1, 2), F(n + 1, 12)), "descents": (F(n - 1, 2), F(n + 1, 12)),
        "fixed points": (F(1), F(1)), "cycles": (harmonic(1), harmonic(1) - harmonic(2)),
        "inversions": (F(n * (n - 1), 4), F(n * (n - 1) * (2 * n + 5), 72)),
        "adjacencies": (F(n - 1, n), F(n - 2, n) + F(n - 1, n) - F(n - 1, n) ** 2),
        "displacement": (F(n * n - 1, 3), F((n + 1) * (2 * n * n + 7), 45)),
        "first card": (F(n + 1, 2), F(n * n - 1, 12)), "last card": (F(n + 1, 2), F(n * n - 1, 12)),
    } if 2 < n <= 2000 else {}
    all_decks = [statistics(d) for d in permutations(range(n))] if n <= 6 else []
    for name in all_decks[0] if all_decks else ():
        mean = F(sum(d[name] for d in all_decks), len(all_decks))
        fair[name] = mean, sum((d[name] - mean) ** 2 for d in all_decks) / len(all_decks)
    near = lambda x, y: abs(float(F(x)) - y) <= 1e-9 * (1 + abs(y))
    for row in r["statistics"]:
        name = row["statistic"]
        if name in fair:
            mean, variance = fair[name]
            rep.hold(near(row["fair_mean"], float(mean)) and near(row["fair_sd"], float(variance) ** 0.5),
                     f"{name} of a fair deck are {float(mean)} with a deviation of {float(variance) ** 0.5}")
        if "histogram" in row:
            values = {bar["value"]: bar["deals"] for bar in row["histogram"]}
            rep.hold(sum(values.values()) == deals, f"the histogram of {name} does not have all deals")
            mean = F(sum(v * k for v, k in values.items()), deals)
            variance = sum((v - mean) ** 2 * k for v, k in values.items()) / max(1, deals - 1)
            rep.hold(near(row["mean"], float(mean)) and near(row["sd"], float(variance) ** 0.5)
                     and near(row["mean_error"], float(variance / deals) ** 0.5), f"{name} have another mean or deviation")
            upto = lambda share: min(v for v in values if sum(k for w, k in values.items() if w <= v) >= share * deals)
            rep.hold((row["min"], row["q05"], row["median"], row["q95"], row["max"]) ==
                     (min(values), upto(F(1, 20)), upto(F(1, 2)), upto(F(19, 20)), max(values)),
                     f"the quantiles of {name} are others")
    rep.proved.append(f"means and deviations of {len(fair)} statistics of a fair deck; that histograms have all deals")
    sampled = e["fair_by"] != "exact"
    delta = float(r["delta"]) / (1 + sampled)
    tail = lambda k, of, q: binomial_between(of, q, k, of)
    low, k, of = float(e["word_at_least"]), e["inside"], e["tested"]
    least = low == 0 if k == 0 else tail(k, of, low) <= delta * (1 + 1e-6) and tail(k, of, low * (1 + 1e-4)) >= delta * 0.999
    rep.hold(k <= of == (deals + 1) // 2 and least, "the word's share of the event is bounded otherwise")
    high = F(e["fair_at_most"])
    exact = None
    if all_decks and not sampled:
        inside = [d[e["statistic"]] <= e["threshold"] if e["side"] == "at most" else d[e["statistic"]] >= e["threshold"]
                  for d in all_decks]
        exact = F(sum(inside), len(inside))
    elif e["statistic"] in ("rising sequences", "descents") and n <= 2000 and not sampled:
        counts, edge = eulerian(n), e["threshold"] - (e["statistic"] == "rising sequences")
        exact = F(sum(counts[:max(0, edge + 1)] if e["side"] == "at most" else counts[max(0, edge):]), factorial(n))
    if exact is not None:
        rep.hold(0 <= high - exact < F(1, 10 ** 9), "a fair deck has the event otherwise")
        rep.proved.append("the chance of the event for a fair deck, as a fraction; what the tested deals bound")
    else:
        rep.left.append("the chance of the event for a fair deck")
    rep.hold(abs(F(r["tvd_low"]) - max(F(0), F(e["word_at_least"]) - high)) < F(1, 10 ** 12),
             "the bound of the distance is not the difference")
    rep.left.append("the deals")


def hands(r, rep):
    n, rows = r["n"], r["rows"]
    for k, row in enumerate(rows):
        rep.hold(row["shuffles"] == k + 1, f"row {k + 1} is of {row['shuffles']} riffles")
        mine = distance(riffle_classes(n, 2 ** (k + 1)), n)
        rep.hold(abs(F(row["ideal"]) - mine) < F(1, 10 ** 12), f"{k + 1} ideal riffles leave {float(mine)}")
        rep.hold(F(row["tvd_low"]) <= F(row["tvd_high"]), f"the ends of row {k + 1} cross")
        near = dict.get(row, "estimate")
        between = near is not None and F(row["tvd_low"]) < F(near) < F(row["tvd_high"])
        rep.hold("decks" not in row or near is not None and (not between or "estimate_se" in row),
                 f"row {k + 1} lacks its estimate or estimate_se")
        rep.hold(not k or all(F(row[e]) <= F(rows[k - 1][e]) for e in ("tvd_low", "tvd_high")),
                 f"an end rises to row {k + 1}")
    for need, goal in zip(r["needs"], (F(1, 2), F(1, 4), F(1, 10), F(1, 100)), strict=True):
        rep.hold(F(need["tvd"]) == goal, f"{float(need['tvd'])} is not asked for")
        for key, column in (("possible", "tvd_low"), ("shown", "tvd_high"), ("ideal", "ideal")):
            first = next((row["shuffles"] for row in rows if F(row[column]) <= goal), None)
            rep.hold(need.get(key) == first, f"{column} is at most {float(goal)} from {first} riffles on")
    rep.proved.append("the ideal riffle, as fractions; that no end rises or crosses; the numbers of riffles")
    rep.left.append("the intervals")


def opening(r, rep):
    n, kind, hand, rows = r["n"], r["cards_of_kind"], r["hand"], r["rows"]
    of = {"top": lambda i: i < kind, "bottom": lambda i: i >= n - kind,
          "spread": lambda i: (i + 1) * kind // n > i * kind // n}[r["at"]]
    rep.hold([row["cards"] for row in rows] == list(range(min(kind, hand) + 1)), "its rows are others")
    for row in rows:
        x = row["cards"]
        fair = F(comb(kind, x) * comb(n - kind, hand - x), comb(n, hand)) if x <= hand else F(0)
        rep.hold(abs(F(row["fair"]) - fair) <= fair / 10 ** 14, f"a fair deck has {x} with {float(fair)}")
        count = F(row["share"]) * r["deals"]
        rep.hold(abs(count - round(count)) < F(1, 10 ** 6), f"no number of deals is the share of {x}")
    rep.hold(sum(round(F(row["share"]) * r["deals"]) for row in rows) == r["deals"], "the shares do not add up to 1")
    mean, variance = F(hand * kind, n), F(hand * kind * (n - kind) * (n - hand), n * n * max(1, n - 1))
    rep.hold(abs(F(r["fair_mean"]) - mean) < F(1, 10 ** 12), "the fair mean is another")
    rep.hold(abs(F(r["fair_sd"]) ** 2 - variance) < F(1, 10 ** 12), "the fair deviation is another")
    rep.proved.append("the fair deck; that the shares are counts of the deals")
    rep.left.append("the deals and their intervals, and the deviation")
    chance, models = [ONE] * hand + [0] * (n - hand), Laws(r).models
    try:
        for letter in reversed(r["word"]):
            chance = [sum(map(int.__mul__, row, chance)) // ONE for row in position_law(models[letter], n)]
    except KeyError as unknown:
        return rep.left.append(f"the model {unknown.args[0]}")
    mean = F(sum(chance[i] for i in range(n) if of(i)), ONE)
    rep.hold(abs(F(r["mean"]) - mean) < F(1, 10 ** 10), f"the mean is {float(mean)}")
    rep.proved.append("the mean, in fixed point of 220 bits")


def catalogue(r, rep):
    """Records of a catalogue: each is judged by itself, and its seal here, from the text of the file."""
    for m in re.finditer(r'"sha256":\s*"(\w+)",\s*"record":\s*', r.text):
        end = json.JSONDecoder().raw_decode(r.text, m.end())[1]
        line = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda part: part[1] or "", r.text[m.end():end])
        rep.hold(sha256(line.encode()).hexdigest() == m[1], f"the SHA-256 {m[1]} is not that of its record")
    inside = sum("record" in e for e in r["entries"])
    rep.proved.append(f"the seals of {inside} records, which follow")
    rep.left.append("when and where they were computed")


CHECKS = {
    "topswops-max": topswops_max, "topswops-play": topswops_play, "topswops-records": topswops_decks,
    "topswops-bounds": topswops_decks, "topswops-census": topswops_census,
    "orders-deck": orders_deck, "orders": orders_list, "orders-stats": orders_stats, "orders-with": orders_with,
    "orders-move": orders_move, "faro": faro_decks,
    "score": score, "repeat": score, "rank": rank, "rank-bound": rank, "rank-decks": rank, "rank-law": rank,
    "law": law, "riffles": riffles, "bound": one_word, "tvd": one_word, "pairs": pairs, "deck": deck, "emax": emax,
    "hands": hands, "opening": opening, "catalogue": catalogue, "guess-watch": guess_watch, "sample": sample,
}


def records(text):
    """All records of a text: one, several one after the other, or in lists."""
    reader, at = json.JSONDecoder(parse_float=F, object_pairs_hook=Fields), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        begins = at
        value, at = reader.raw_decode(text, at)
        for r in value if isinstance(value, list) else [value]:
            of = isinstance(r, Fields) and str(r.get("schema")).startswith("dovetail/catalogue/")
            if of:
                r.text = text[begins:at]
            yield r
            if of:
                yield from (e["record"] for e in r["entries"] if "record" in e)


def main():
    sys.set_int_max_str_digits(0)
    args = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    args.add_argument("--time", type=float, default=20, help="CPU seconds for each record")
    args.add_argument("--seed", type=int, default=None, help="of what is checked at random")
    args.add_argument("files", nargs="+", metavar="FILE")
    asked, code = args.parse_args(), 0
    for path in asked.files:
        try:
            text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
            found = 0
            for found, r in enumerate(records(text), 1):
                code = max(code, verdict(path, r, Report(asked.time, asked.seed)), key=(0, 2, 3).index)
            if not found:
                print(f"{path}: no record found")
                code = max(code, 2, key=(0, 2, 3).index)
        except (OSError, ValueError) as e:
            print(f"{path}: cannot be read: {e}")
            code = max(code, 2, key=(0, 2, 3).index)
    sys.exit(code)


# The newest form of each kind of record, where it is not the first.
NEWEST = {"law": 3, "models": 3, "orders-families": 3, "orders-set": 3, "orders-stats": 3, "riffles": 3, "topswops-play": 3,
          **dict.fromkeys(("catalogue-best", "guess-watch", "hands", "opening", "rank-bound", "rank-decks", "verify", "work"), 1)}


def of_its_question(r, rep):
    """What a record says that its question asked is what that asked; what is sampled is not exact."""
    asked = r.get("question")
    for key in ("n", "word", "riffle", "delta", "seed"):
        if isinstance(asked, Fields) and key in asked and key in r:
            here, there = dict.get(r, key), dict.get(asked, key)
            rep.hold(F(here) == F(there) if key in ("n", "delta", "seed") else here == there,
                     f"its {key} is not that of its question")
    rows = r.get("rows")
    sampled = [row for row in (rows if isinstance(rows, list) else []) + [r] if isinstance(row, Fields) and dict.get(row, "decks")]
    if r["schema"].split("/")[1] in ("hands", "tvd") and sampled and not isinstance(dict.get(sampled[0], "decks"), list):
        rep.hold(r["kind"] == "sampled", f"it is {r['kind']}, and has sampled decks")


def judge(r, rep):
    """0 if nothing false is found, 2 if it is no record, 3 and the reason in the report if it is false."""
    schema = r.get("schema", "") if isinstance(r, dict) else ""
    if not isinstance(schema, str) or schema.count("/") != 2 or not schema.startswith("dovetail/"):
        return 2
    name, form = schema.split("/")[1:]
    if not form.isdecimal() or not 1 <= int(form) <= NEWEST.get(name, 2):
        return 2
    try:
        of_its_question(r, rep)
        CHECKS.get(schema.split("/")[1], lambda r,
                   rep: rep.left.append("all of it: this program does not know the kind"))(r, rep)
    except Wrong as why:
        rep.false = str(why)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as e:
        rep.false = f"it has not the form of its schema ({type(e).__name__}: {e})"
    if rep.proved and list(r.left()):
        rep.left.append("the fields " + ", ".join(r.left()))
    return 3 if rep.false else 0


def verdict(path, r, rep):
    code = judge(r, rep)
    if code == 2:
        print(f"{path}: no record of dovetail")
    elif code == 3:
        print(f"{path}: {r['schema']}: FALSE: {rep.false}")
    else:
        found = "holds" if not rep.left else "checked in part" if rep.proved else "not checked"
        print(f"{path}: {r['schema']}: {found}")
        for line in rep.proved:
            print(f"  proved: {line}")
        for line in rep.left:
            print(f"  left:   {line}")
    return code


if __name__ == "__main__":
    main()
