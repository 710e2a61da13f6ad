package powers

import (
	"fmt"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// The first line of each answer: see results.

func (d OrdersDeck) Answer() string {
	out, in := number.Count(d.Out.Order, "perfect out-shuffle"), number.Count(d.In.Order, "perfect in-shuffle")
	switch d.Only {
	case "out":
		in = ""
	case "in":
		out = ""
	default:
		in = " or " + in
	}
	are := "are"
	if d.N.IsInt64() && d.N.Int64() == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s %s back in order after %s%s (exact).", number.Count(d.N, "card"), are, out, in)
}

func (l OrderList) Answer() string { return listAnswer(l.From.String(), l.To.String()) }

// listAnswer is that of a list from one number of cards to another.
func listAnswer(from, to string) string {
	return fmt.Sprintf("Perfect shuffles that bring decks of %s to %s cards back in order (exact).", from, to)
}

func (o OrdersWith) Answer() string {
	sure := "exact"
	if !o.Complete {
		sure = "exact for those listed; there may be more"
	}
	return fmt.Sprintf("Decks of %s return after exactly %s, and of %s after as many in-shuffles (%s).",
		number.Count(len(o.Out), "size"), number.Count(o.K, "perfect out-shuffle"), number.Count(len(o.In), "size"), sure)
}

func (o OrdersVerify) Answer() string {
	if n := len(o.Mismatches); n > 0 {
		return fmt.Sprintf("WRONG: %s of 2 modulo the odd numbers from %s to %s by a second method.", number.Count(n, "other order"), o.From, o.To)
	}
	return fmt.Sprintf("All orders of 2 modulo the odd numbers from %s to %s are the same by a second method (exact).", o.From, o.To)
}

func (s OrdersStats) Answer() string {
	return fmt.Sprintf("Of the odd numbers from %s to %s, %s has the largest order of 2: %s (exact).", s.From, s.To, s.MaxAt, s.Max)
}

func (f Faro) Answer() string {
	times := number.Count(len(f.Decks)-1, f.Packets.Shuffle+"-shuffle")
	if f.Returns {
		return fmt.Sprintf("%s bring %s back in order (exact).", times, number.Count(f.N, "card"))
	}
	return fmt.Sprintf("%s after %s (exact).", number.Count(f.N, "card"), times)
}

func (f Families) Answer() string {
	return fmt.Sprintf("%s of %s, with how often each must be done until the deck is back in order (exact).",
		number.Count(len(f.Shuffles), "perfect shuffle"), number.Count(f.N, "card"))
}

func (m Move) Answer() string {
	word, none := m.Closed, ""
	if m.Shortest != nil {
		word = *m.Shortest
	}
	if m.Shortest != nil && word != "" {
		none = "; no fewer do"
	}
	return fmt.Sprintf("%s the card at place %s of %s to place %s (exact%s).", brought(word), m.From, m.N, m.To, none)
}

func (m Moves) Answer() string {
	return fmt.Sprintf("How the fewest perfect shuffles bring the card at place %d of %d to each place (exact).", m.From, m.N)
}

func (t FamilyTable) Answer() string {
	return fmt.Sprintf("How often each named perfect shuffle of %s to %s cards must be done until the deck is back in order (exact).",
		t.Rows[0].N, t.Rows[len(t.Rows)-1].N)
}

func (m MoveCards) Answer() string {
	if m.Shortest == nil {
		return fmt.Sprintf("No way was found; it takes at least %s (proved).", number.Count(m.AtLeast, "shuffle"))
	}
	return fmt.Sprintf("%s the cards at places %s of %d to places %s (exact; no fewer do).", brought(*m.Shortest), render.Spaced(m.From), m.N,
		render.Spaced(m.To))
}

// brought says what a word of in- and out-shuffles does.
func brought(word string) string {
	switch len(word) {
	case 0:
		return "No shuffle is needed to bring"
	case 1:
		return fmt.Sprintf("One shuffle (%s) brings", word)
	}
	return fmt.Sprintf("%d shuffles (%s) bring", len(word), word)
}
