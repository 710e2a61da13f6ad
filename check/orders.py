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
        rep.hold(m > 0 and order > 0 and o["modulus"] == m, f"the modulus of the {kind}-shuffle is {m}")
        for name, of in (("modulus_factors", m), ("order_factors", order)):
            ps = [f["p"] for f in o[name]]
            rep.hold(ps == sorted(set(ps)) and all(0 < f["e"] < 64 for f in o[name]), f"{name} are not in order")
            rep.hold(prod(f["p"] ** f["e"] for f in o[name]) == of, f"{name} do not multiply to {of}")
            rep.hold(all(map(is_prime, ps)), f"a number of {name} is not prime")
        rep.hold(m == 1 and order == 1 or pow(2, order, m) == 1, f"2^{order} is not 1 modulo {m}")
        rep.hold([q["q"] for q in o["residues"]] == [f["p"] for f in o["order_factors"]], "a residue is missing")
        for q in o["residues"]:
            power = q["exponent"]
            rep.hold(power == order // q["q"] and pow(2, power, m) == q["residue"] != 1, f"2^{power} modulo {m} is another")
    rep.hold([{key: p[key] for key in p} for p in r["packets"]] == [packet(r["n"], kind) for kind in ("out", "in")],
             "a packet is another")
    rep.prove("the orders, by their certificates")


def orders_list(r, rep):
    kinds = {"both": ("out", "in"), "out": ("out",), "in": ("in",)}.get(r["question"]["kind"])
    first, last, rows, done = r["from"], r["to"], r["rows"], 0
    rep.hold(kinds and last - first + 1 == len(rows) and all(row["n"] == n for n, row in enumerate(rows, first)), "a row is missing")
    for row in rows:
        if not rep.time():
            break
        rep.hold(set(row) == {"n", *kinds}, f"the orders of {row['n']} cards are not those asked for")
        for kind in kinds:
            rep.hold(is_order(row[kind], modulus(row["n"], kind)), f"the {kind}-shuffle of {row['n']} cards has another order")
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
    rep.hold(r["count"] == (last + 1) // 2 - first // 2, "the number of moduli is another")
    rep.hold(close(r["artin"], ARTIN), "Artin's constant is another")
    for key in ("max", "min"):
        at = r.glance(key + "_at")
        rep.hold(first <= at <= last and at % 2 and is_order(r.glance(key), at), f"{key} is no order")
    share = F(r.glance("primitive_root_primes"), max(1, r.glance("primes")))
    rep.hold(close(r["primitive_root_share"], share), "the share is another")
    rep.prove("the number of moduli; that max and min are orders")
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
        rep.hold(r[key] == value, f"{key} is {value}")
    rep.prove("all sums, each order by repeated doubling")


def orders_with(r, rep):
    k, primes = r["k"], r["primes"]
    if not 0 < k <= 10 ** 5:
        return rep.leave("all of it: more than 100,000 shuffles")
    ps, cs = [f["p"] for f in primes], [c["p"] if isinstance(c, dict) else c for c in r["composites"]]
    rep.hold(ps == sorted(set(ps)) and all(0 < f["e"] <= k for f in primes), "the primes are not in order")
    rep.hold(prod(f["p"] ** f["e"] for f in primes) * prod(cs) == 2 ** k - 1, "the factors do not multiply to 2^k - 1")
    rep.hold(all(is_prime(p) for p in ps) and not any(is_prime(c) for c in cs),
             "a factor is not what it is said to be")
    rep.hold(r["complete"] == (not cs), "the factors are complete, or not")
    if r["complete"] and prod(f["e"] + 1 for f in primes) <= 10 ** 6:
        divisors = [1]
        for f in primes:
            divisors = [d * f["p"] ** e for d in divisors for e in range(f["e"] + 1)]
        mods = [d for d in divisors if is_order(k, d)]
        rep.hold(sorted({n for m in mods for n in (m, m + 1) if n > 1}) == r["out"], "the decks of out-shuffles are others")
        rep.hold(sorted({n for m in mods for n in (m, m - 1) if n > 1}) == r["in"], "the decks of in-shuffles are others")
        rep.prove(f"the primes of 2^{k} - 1 (probable ones above 3.3e24), and all decks with this order")
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


def orders_move(r, rep):
    n, at, to = r["n"], r["from"] - 1, r["to"] - 1
    if n > 10 ** 5:
        return rep.leave("all of it: more than 100,000 cards")
    rep.hold(0 <= at < n and 0 <= to < n, "there is no such place")
    goes = {k[0].upper(): {s: j for j, s in enumerate(faro(n, k))} for k in ("out", "in")}
    for name in ("closed_form", "shortest"):
        way = r.glance(name)
        rep.hold(set(way) <= {"O", "I"}, f"{name} has other letters than O and I")
        x = at
        for c in way:
            x = goes[c][x]
        rep.hold(x == to, f"{name} leads to position {x + 1}")
    steps, front = {at: 0}, [at]
    while to not in steps:
        front = [y for x in front for y in (goes["O"][x], goes["I"][x]) if y not in steps
                 and not steps.setdefault(y, steps[x] + 1) == 0]
    rep.hold(steps[to] == len(r["shortest"]), "there is a shorter way")
    rep.prove("both ways lead there, and none is shorter")


def orders_move_cards(r, rep):
    n, at, to = r["n"], frozenset(i - 1 for i in r["from"]), frozenset(i - 1 for i in r["to"])
    rep.hold(len(at) == len(r["from"]) == len(r["to"]) == len(to) and at | to <= set(range(n)), "there are no such places")
    rep.hold(r["from"] == sorted(r["from"]) and r["to"] == sorted(r["to"]), "the places are not in order")
    if "shortest" not in r or n > 10 ** 4:
        return rep.leave("all of it: no word, or a large deck")
    goes = {k[0].upper(): {s: j for j, s in enumerate(faro(n, k))} for k in ("out", "in")}
    way, x = r["shortest"], at
    rep.hold(set(way) <= {"O", "I"}, "the word has other letters than O and I")
    for c in way:
        x = frozenset(goes[c][i] for i in x)
    rep.hold(x == to and len(way) == r["at_least"], "the word leads elsewhere")
    steps, front = {at: ""}, [at]
    while to not in steps:
        if len(steps) > 2 * 10 ** 5 or not rep.time():
            r.reads.pop((id(r), "at_least"), None)
            r.reads.pop((id(r), "shortest"), None)
            rep.prove("the word leads there")
            return rep.leave("that none is shorter")
        old, front = front, []
        for x in old:
            for c in "OI":
                y = frozenset(goes[c][i] for i in x)
                if y not in steps:
                    steps[y] = steps[x] + c
                    front.append(y)
    rep.hold(steps[to] == way, "there is a shorter way, or an earlier one")
    rep.prove("the word leads there, and none is shorter")


def faro_decks(r, rep):
    n, q, decks = r["n"], r["question"], r["decks"]
    rep.hold(q["shuffle"] in ("out", "in") and len(q["deck"]) == n and q["times"] == len(decks) - 1, "its question asks for other decks")
    rep.hold(decks[0] == q["deck"], "the first deck is another")
    s = faro(n, q["shuffle"])
    rep.hold(all([a[i] for i in s] == b for a, b in zip(decks, decks[1:])), "a deck does not follow from the one before")
    rep.hold(r["returns"] == (decks[-1] == decks[0]), "it returns, or not")
    rep.hold({key: r["packets"][key] for key in r["packets"]} == packet(n, q["shuffle"]), "a packet is another")
    rep.prove("every deck")
