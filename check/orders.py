"""The orders of perfect shuffles, by their certificates and by making them."""
from collections import Counter
from fractions import Fraction as F
from functools import lru_cache
from math import gcd, prod

from record import Wrong, close


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
    if n < 1:
        raise Wrong(f"{n} has no prime factors")
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
    return k > 0 and m > 0 and (m == 1 and k == 1 or pow(2, k, m) == 1 and all(pow(2, k // q, m) != 1 for q in factors(k)))


def modulus(n, kind):
    return n if n % 2 else n - 1 if kind == "out" else n + 1


def packet(n, kind):
    """The packets of a perfect shuffle, as records have them."""
    top = n // 2 + (n % 2 if kind == "out" else 0)
    return {"shuffle": kind, "top_packet": top, "bottom_packet": n - top, "first_card_from": "top" if kind == "out" else "bottom"}


def orders_deck(r, rep):
    for kind in ("out", "in"):
        o, m = r[kind], modulus(r["n"], kind)
        order = o["order"]
        rep.hold(m > 0 and order > 0, "there is no such order")
        rep.expect(o, "modulus", m)
        for name, of, whose in (("modulus_factors", m, "modulus"), ("order_factors", order, "order")):
            ps = [f["p"] for f in o[name]]
            rep.hold(ps == sorted(set(ps)) and all(0 < f["e"] < 64 for f in o[name]), f"{name} are not in order")
            rep.hold(all(map(is_prime, ps)), f"a number of {name} is not prime")
            rep.hold(prod(f["p"] ** f["e"] for f in o[name]) == of, f"{name} do not multiply to {of}", (o, name, whose), (o[name], "p", "e"))
        rep.hold(m == 1 and order == 1 or pow(2, order, m) == 1, f"2^{order} is not 1 modulo {m}")
        rep.hold([q["q"] for q in o["residues"]] == [f["p"] for f in o["order_factors"]], "a residue is missing", (o, "residues"))
        for q in o["residues"]:
            power = q["exponent"]
            rep.hold(power == order // q["q"] and pow(2, power, m) == q["residue"] != 1, f"2^{power} modulo {m} is another",
                     (q, "q", "exponent", "residue"))
    packets = [packet(r["n"], kind) for kind in ("out", "in")]
    rep.hold(r["packets"] == packets, "a packet is another", (r, "packets"), (r["packets"], *packets[0]))
    rep.prove("the orders, by their certificates", (r, "n"))


def orders_list(r, rep):
    kinds = {"both": ("out", "in"), "out": ("out",), "in": ("in",)}.get(r["question"]["kind"])
    first, last, rows, done = r["from"], r["to"], r["rows"], 0
    rep.hold(kinds and last - first + 1 == len(rows) and all(row["n"] == n for n, row in enumerate(rows, first)), "a row is missing",
             (r, "from", "to"), (rows, "n"))
    for row in rows:
        if not rep.time():
            break
        rep.hold(set(row) == {"n", *kinds}, f"the orders of {row['n']} cards are not those asked for", (r["question"], "kind"))
        for kind in kinds:
            rep.hold(is_order(row[kind], modulus(row["n"], kind)), f"the {kind}-shuffle of {row['n']} cards has another order", (row, kind))
        done += 1
    rep.prove(f"{done} rows, each order and that it is the least")
    if done < len(rows):
        rep.leave(f"the rows after {rows[done - 1]['n'] if done else 'none'}")


@lru_cache(None)
def order(m):
    k, x = 1, 2 % m
    while x != 1 % m:
        k, x = k + 1, 2 * x % m
    return k


# Artin's constant (OEIS A005596).
ARTIN = F("0.37395581361920228805472805434641641511162924860615")


def orders_stats(r, rep):
    first, last = r["from"], r["to"]
    rep.expect(r, "count", (last + 1) // 2 - first // 2)
    rep.expect(r, "artin", ARTIN, close)
    for key in ("max", "min"):
        at = r[key + "_at"]
        rep.hold(first <= at <= last and at % 2 and is_order(r[key], at), f"{key} is no order")
    rep.expect(r, "primitive_root_share", F(r["primitive_root_primes"], max(1, r["primes"])), close)
    rep.prove("the number of moduli; that max and min are orders", (r, "from", "to"))
    if last > 5000:
        return rep.leave("the sums")
    odd = range(first | 1, last + 1, 2)
    ks = {m: order(m) for m in odd}
    xor = 0
    for m in odd:
        xor ^= m * ks[m]
    primes = [m for m in odd if is_prime(m)]
    most, least = max(ks.values()), min(ks.values())
    mine = {"sum": sum(ks.values()), "max": most, "min": least, "xor": xor, "max_at": min(m for m in odd if ks[m] == most),
            "min_at": min(m for m in odd if ks[m] == least),
            "primes": len(primes), "primitive_root_primes": sum(ks[p] == p - 1 for p in primes),
            "prime_sum": sum(ks[p] for p in primes),
            "base2_pseudoprimes": sum((m - 1) % ks[m] == 0 for m in odd if not is_prime(m) and m > 1)}
    for key, value in mine.items():
        rep.expect(r, key, value)
    rep.prove("all sums, each order by repeated doubling")


def orders_with(r, rep):
    k, primes = r["k"], r["primes"]
    if not 0 < k <= 10 ** 5:
        return rep.leave("all of it: more than 100,000 shuffles")
    ps, cs = [f["p"] for f in primes], [c["p"] if isinstance(c, dict) else c for c in r["composites"]]
    rep.hold(ps == sorted(set(ps)) and all(0 < f["e"] <= k for f in primes), "the primes are not in order")
    rep.hold(all(is_prime(p) for p in ps) and not any(is_prime(c) for c in cs), "a factor is not what it is said to be")
    rep.hold(prod(f["p"] ** f["e"] for f in primes) * prod(cs) == 2 ** k - 1, "the factors do not multiply to 2^k - 1",
             (r, "k", "primes"), (primes, "p", "e"))
    rep.expect(r, "complete", not cs)
    if r["complete"] and prod(f["e"] + 1 for f in primes) <= 10 ** 6:
        divisors = [1]
        for f in primes:
            divisors = [d * f["p"] ** e for d in divisors for e in range(f["e"] + 1)]
        mods = [d for d in divisors if is_order(k, d)]
        rep.expect(r, "out", sorted({n for m in mods for n in (m, m + 1) if n > 1}))
        rep.expect(r, "in", sorted({n for m in mods for n in (m, m - 1) if n > 1}))
        rep.prove(f"the primes of 2^{k} - 1 (probable ones above 3.3e24), and all decks with this order", (r, "composites"))
    else:
        rep.prove(f"the primes of 2^{k} - 1 (probable ones above 3.3e24), and that other factors are composite")
        rep.leave("the decks")


def faro(n, kind):
    """The perfect shuffle as a tuple of old places."""
    top = (n + 1) // 2 if kind == "out" else n // 2
    packets = [list(range(top)), list(range(top, n))]
    if kind == "in":
        packets.reverse()
    return tuple(packets[i % 2][i // 2] for i in range(n))


def way(at, to, n, most, rep):
    """The first of the shortest words that lead from places to places, or None if that takes too long."""
    goes = {k[0].upper(): {s: j for j, s in enumerate(faro(n, k))} for k in ("out", "in")}
    words, front = {at: ""}, [at]
    while to not in words:
        if len(words) > most or not rep.time():
            return None
        old, front = front, []
        for x in old:
            for c in "OI":
                y = frozenset(goes[c][i] for i in x)
                if y not in words:
                    words[y] = words[x] + c
                    front.append(y)
    return words[to]


def leads(word, at, to, n):
    """Whether a word leads from places to places, each of which goes from j to 2j, or 2j + 1, modulo what there is."""
    for c in word:
        half = (n + (c == "O")) // 2  # the packet that lies above
        at = [2 * x + (c == "I") if x < half else 2 * (x - half) + (c == "O") for x in at]
    return set(word) <= {"O", "I"} and set(at) == set(to)


def moved(r, rep, at, to, words, most):
    """Holds that words lead from places to places, and that the shortest is the first of those."""
    n = r["n"]
    rep.hold(all(0 <= x < n for x in (*at, *to)) and len(at) == len(to), "there are no such places")
    if n > 10 ** 5 or any(len(r[name]) > 10 ** 5 for name in words):
        return rep.leave("all of it: more than 100,000 cards")
    for name in words:
        rep.hold(leads(r[name], at, to, n), f"{name} does not lead there")
    rep.prove("each word leads there")
    first = way(at, to, n, most, rep)
    if first is None:
        return rep.leave("that none is shorter")
    rep.expect(r, "shortest", first)
    rep.prove("none is shorter, or comes before it", (r, "n", "from", "to"))


def orders_move(r, rep):
    moved(r, rep, frozenset([r["from"] - 1]), frozenset([r["to"] - 1]), ("closed_form", "shortest"), 10 ** 6)


def orders_move_cards(r, rep):
    at, to = (frozenset(i - 1 for i in r[key]) for key in ("from", "to"))
    for key in ("from", "to"):
        rep.hold(r[key] == sorted(set(r[key])), "the places are not in order")
    if "shortest" not in r:
        return rep.leave("all of it: no word")
    moved(r, rep, at, to, ("shortest",), 2 * 10 ** 5)
    rep.hold(len(r["shortest"]) == r["at_least"], "it is longer than it says", *[(r, "at_least")] * ("shortest" in r.proved))


def faro_decks(r, rep):
    n, q, decks = r["n"], r["question"], r["decks"]
    rep.hold(q["shuffle"] in ("out", "in") and len(q["deck"]) == n and q["times"] == len(decks) - 1, "its question asks for other decks")
    rep.hold(decks[0] == q["deck"], "the first deck is another", (q, "deck"))
    s = faro(n, q["shuffle"])
    rep.hold(all([a[i] for i in s] == b for a, b in zip(decks, decks[1:])), "a deck does not follow from the one before",
             (r, "n", "decks"), (q, "times"))
    rep.expect(r, "returns", decks[-1] == decks[0])
    packets = packet(n, q["shuffle"])
    rep.hold(r["packets"] == packets, "a packet is another", (r["packets"], *packets))
    rep.prove("every deck", (q, "shuffle"))
