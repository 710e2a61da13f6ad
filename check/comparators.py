"""Decks sorted by coins: sort(() => Math.random() - 0.5), by the routines of browsers."""

ONE = 1 << 220


def sort_by(deck, how, above):
    """The deck sorted by answers whether a card is to lie above another, as browsers do it."""
    if how == "binary":
        run = min(2, len(deck))
        if run == 2:
            down = above(deck[1], deck[0])
            while run < len(deck) and above(deck[run], deck[run - 1]) == down:
                run += 1
            if down:
                deck[:run] = deck[:run][::-1]
        for k in range(run, len(deck)):
            lo, hi = 0, k
            while lo < hi:
                mid = (lo + hi) // 2
                lo, hi = (lo, mid) if above(deck[k], deck[mid]) else (mid + 1, hi)
            deck.insert(lo, deck.pop(k))
        return deck
    width = {"insertion": len(deck), "blocks": 4, "merge": 1}[how]
    parts = []
    for start in range(0, len(deck), width):
        part = []
        for card in deck[start:start + width]:
            k = len(part)
            while k and above(card, part[k - 1]):
                k -= 1
            part.insert(k, card)
        parts.append(part)
    while len(parts) > 1:
        pairs, parts = [parts[k:k + 2] for k in range(0, len(parts), 2)], []
        for pair in pairs:
            a, b = pair if len(pair) == 2 else (pair[0], [])
            out = []
            if b and how == "blocks" and not above(b[0], a[-1]):
                out, a, b = a + b, [], []
            while a and b:
                out.append((b if above(b[0], a[0]) else a).pop(0))
            parts.append(out + a + b)
    return parts[0] if parts else deck


def by_coins(n, how):
    """Every way in which the coins of a sort can fall, with the number of coins."""
    known = [[]]
    while known:
        coins = known.pop()
        used, short = iter(coins), []

        def above(x, y):
            for coin in used:
                return coin
            short.append(1)
            return False
        deck = sort_by(list(range(n)), how, above)
        if short:
            known += [coins + [False], coins + [True]]
        else:
            yield tuple(deck), len(coins)


def comparator_law(n, how):
    """Where each card goes, part by part and merge by merge, in units of 2^-220."""
    width = {"binary": n, "insertion": n, "blocks": 4, "merge": 1}[how]
    law, start = [], 0
    while start < n:
        size, rows, all_in = min(width, n - start), [], 0
        for k in range(1, size + 1):  # k cards are there, and then one more
            runs = ONE >> k if k < size else ONE >> size - 1
            share = (ONE // 2 if k == 1 else 0) if how != "binary" or size == 1 else runs if k > 1 else 0
            rows.append([0] * size)
            if k > 1 and all_in:
                chance = []
                for place in range(k):
                    lo, hi, answers = 0, k - 1, 0
                    while how == "binary" and lo < hi:
                        mid, answers = (lo + hi) // 2, answers + 1
                        lo, hi = (lo, mid) if place <= mid else (mid + 1, hi)
                    chance.append(ONE >> (answers if how == "binary" else min(k - 1, k - place)))
                for row in rows[:-1]:
                    row[:] = [(row[x] * sum(chance[x + 1:]) + (row[x - 1] * sum(chance[:x]) if x else 0)) // ONE for x in range(size)]
                rows[-1] = [all_in * c // ONE for c in chance] + [0] * (size - k)
            for x in range(k):
                rows[x][x] += share
                rows[x][k - 1 - x] += share
            all_in += 2 * share
        law.append(rows)
        start += size
    while len(law) > 1:
        pairs, law = [law[k:k + 2] for k in range(0, len(law), 2)], []
        for pair in pairs:
            if len(pair) == 1:
                law += pair
                continue
            a, b = len(pair[0]), len(pair[1])
            to = [[0] * (a + b) for _ in range(a + b)]
            states = {(0, 0): ONE // (2 if how == "blocks" else 1)}
            for gone in range(a + b):
                for i in range(max(0, gone - b), min(a, gone) + 1):
                    w, r = states.pop((i, gone - i), 0), gone - i
                    for turn, share in ((0, 0 if i == a else w if r == b else w // 2), (1, 0 if r == b else w if i == a else w // 2)):
                        if share:
                            to[a + r if turn else i][gone] += share
                            states[i + (not turn), r + turn] = states.get((i + (not turn), r + turn), 0) + share
            for x in range(a + b):
                to[x][x] += ONE // 2 if how == "blocks" else 0
            old = [row + [0] * b for row in pair[0]] + [[0] * a + row for row in pair[1]]
            law.append([[sum(p * to[i][j] for i, p in enumerate(row) if p) // ONE for j in range(a + b)] for row in old])
    return law[0] if law else []
