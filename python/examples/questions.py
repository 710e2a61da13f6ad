# The three questions of README.md, cell by cell as in a notebook: python3 examples/questions.py
# %% Start the program once; it answers everything below.
import itertools
from fractions import Fraction

import dovetail

d = dovetail.open()

# %% Which shuffles, in which order? All 2,187 words of seven, ranked exactly.
ranking = d.ask("rank --by c")
print(f"{ranking.words} words of {ranking.m} shuffles, {ranking.c1_words} of them with C = 1; the best:")
for row in ranking.rows[:3]:
    print(f"  {row.word}  w={row.w}  mean TVD {row.tvd_mean:.8f}")

# And how far is the whole deck from fair after seven riffles? Digits that are certain are text.
riffles = d.ask("riffles --riffles 7").rows[0]
print(f"seven riffles leave {float(riffles.tvd):.4f}")

# %% How long can topswops last?
games = d.ask("topswops max 13")
print(f"f({games.n}) = {games.length}, reached by {games.count} deck: {games.decks[0]}")

# %% When does a deck return? One deck with its certificate, then every deck up to a million as they come.
deck = d.ask("orders 52")
print(f"{deck.n} cards: {deck.out.order} out-shuffles, {deck.in_.order} in-shuffles")
certificate = deck.in_
assert pow(2, certificate.order, certificate.modulus) == 1
assert all(pow(2, r.exponent, certificate.modulus) == r.residue != 1 for r in certificate.residues)
slowest = max(itertools.islice(d.rows("orders 2..1e6"), 10_000), key=lambda row: Fraction(row.out, row.n))
print(f"of the first 10,000 decks {slowest.n} cards take {slowest.out} out-shuffles")

# %% Anybody can check: the program computes a record again, field by field.
for verdict in d.verify(deck, games).records:
    print(verdict.schema, verdict.verdict)
d.close()
