package topswops

import "dovetail/results"

// The longest game, and the largest deck, that is printed in full.
const (
	printedMoves = 500
	PrintedCards = 100
)

// Record is the game, taken apart.
func (g *Game) Record() results.TopswopsPlay {
	r := results.TopswopsPlay{
		Schema:       results.TopswopsPlaySchema,
		Kind:         results.Exact,
		N:            len(g.Deck),
		Length:       g.Length(),
		Deck:         g.Deck,
		End:          g.End,
		Moves:        append([]int{}, g.Shown...),
		Protagonists: g.Protagonists(),
		Supporting:   append([]int{}, g.Supporting()...),
	}
	if r.N <= PrintedCards && r.Length <= printedMoves {
		r.Decks = g.History
		for _, s := range g.Scores() {
			r.Scores = append(r.Scores, s.String())
		}
	}
	if h := g.Halves(); h != nil {
		r.Largest, r.Critical, r.Before = h.Largest, h.Critical, h.Before
		r.First, r.FirstLength = h.First.Deck, h.First.Length()
		r.Second, r.SecondLength = h.Second.Deck, h.Second.Length()
	}
	return r
}
