package topswops

// incumbent is the length of a long game on n cards, from whose length on a
// search lists all. It need not be the longest, but some deck reaches it: the
// walk is that of the search with thresholds raised, as if the longer half of
// every deck had a share well above one half of its moves, which most of the
// longest have. The share falls from walk to walk, each starts from the best
// length so far, and ends after a fixed number of decks.
func incumbent(n int, f []int) int {
	best := 0
	if n > 1 {
		best = f[n-1] // of the longest deck below, with card n appended
	}
	return skim(n, f, best, false)
}

// sortedIncumbent is the length of a long game that ends in order. One card
// more allows as many moves as the longest games have, more often than not.
func sortedIncumbent(n int, f []int) int {
	for least := f[n-1]; ; least /= 2 {
		if best := skim(n, f, least-1, true); best >= least {
			return best
		}
	}
}

// skim looks for more than best moves.
func skim(n int, f []int, best int, order bool) int {
	patience := uint64(1) << max(10, min(2*n-9, n+6)) // a small part of the search to come
	w := newWalk(n, Halved(n, best), reach(f))
	if order {
		w.inOrder()
	}
	w.full = func(m int) bool { return m < n && Sum(w.Nodes) > patience }
	w.left = func(rest) {}
	for percent := 85; percent >= 55; percent -= 5 {
		w.follow(raised(n, best+1, percent))
		w.leaf = func(x node) {
			if x.moves > best && (!order || x.end.Ordered(n)) {
				best = x.moves
				w.follow(raised(n, best+1, percent))
			}
		}
		x := root()
		w.from(&x)
		w.stats()
	}
	return best
}

// raised are thresholds that lose decks: the longer half has percent of the
// moves.
func raised(n, t, percent int) Thresholds {
	h := Halved(n, t)
	for m := n; m > 1; m-- {
		h.Cut[m] = (h.Need[m] + 1) / 2
		h.Need[m-1] = h.Need[m] * percent / 100
	}
	return h
}
