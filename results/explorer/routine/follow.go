package routine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// A deck is dealt shuffle by shuffle, so that each shuffle can be seen, and one card can be followed. What survives of its
// order is lit. It is the deck of the game of guessing with the same seed, which its command deals and reads.

// watched is the question about that game.
func watched(q view.Values) ([]view.Command, error) {
	return view.Each(q, results.WatchedSchema, view.With(q.Own(q.Text("word")), view.Given{"seed": q.Number("seed")}))
}

// followed are the decks before and after each shuffle, for the animation, and the card that is
// followed.
type followed struct {
	Decks string         // as JSON, by card numbers, with the shuffles between them
	Packs []pack         // of the new deck
	Faces []picture.Face // of the deck after all
	Rows  int            // on the table
	Times int
	N     int
	Still int    // cards that follow their old neighbour
	Fair  string // as many in a fair deck, on average
	Named int    // cards that are named before they are turned over
	Luck  string // as many of a fair deck, on average

	Passes [][]picture.Card // through a deck after textbook riffles, in which the cards are picked up in their old order
	Most   string           // as many passes of a fair deck, on average
	Own    string           // where another deck is read

	Best  bool   // nobody names more on average
	Turn  string // where the visitor names the cards of another deck
	Share shared
	Card  int64
	Seed  int64 // of the next deal
}

// pack are cards of a new deck that lie next to each other.
type pack struct{ First, Last picture.Card }

// perRow is the number of cards in a row of the table, and of cards of a suit.
const perRow = 13

// packs are a new deck by suits, or in quarters where it is larger than four suits.
func packs(n int, named results.Named) (all []pack) {
	size := max(perRow, (n+3)/4)
	for from := 1; from <= n; from += size {
		ends := picture.Cards([]int{from, min(from+size-1, n)}, named)
		all = append(all, pack{ends[0], ends[1]})
	}
	return all
}

// drawFollowed prepares them.
func drawFollowed(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	asked, err := watched(q)
	if err != nil {
		return nil, err
	}
	decks, err := q.Answers.Steps(ctx, asked[0].Questions[0])
	if err != nil {
		return nil, err
	}
	r, deck := all[0].Records[0].(games.Watched), decks[len(decks)-1]
	word := q.Text("word")
	kinds := make([]string, len(word)) // how scripts move the cards
	for i := range word {
		if kinds[i] = word[i : i+1]; riffled(q, kinds[i]) != "" {
			kinds[i] = "R"
		}
	}
	n, luck, still, named, said := len(deck), 0.0, []int{}, []int{}, []int{}
	for left := range n {
		luck += 1 / float64(left+1) // each of so many cards may be the next
	}
	for _, deck := range decks {
		still = append(still, following(deck))
	}
	for _, row := range r.Rows {
		named, said = append(named, row.Right), append(said, row.Named)
	}
	var picked [][]int
	if riffled(q, word) == ideal {
		picked = passes(deck)
	}
	text, err := json.Marshal(map[string]any{"n": n, "decks": decks, "kinds": kinds, "still": still, "named": named, "said": said, "passes": picked})
	f := followed{Decks: string(text), Packs: packs(n, r.Named), Faces: faces(r), Rows: (n + perRow - 1) / perRow, Times: len(word), N: n,
		Still: still[len(word)], Fair: fmt.Sprintf("%.2f", 1-1/float64(n)), Named: r.Right, Luck: fmt.Sprintf("%.1f", luck), Best: r.Best, Turn: turn(q), Share: sharing(q, r),
		Card: min(q.Number("card"), q.Number("n")),
		Seed: q.Number("seed") + 1, Most: fmt.Sprint(float64(n+1) / 2), Own: q.Away("/trick") + "#settings"}
	for _, pass := range picked {
		f.Passes = append(f.Passes, picture.Cards(pass, r.Named))
	}
	return f, err
}

// passes are the cards that one picks up in their old order, each time that one goes through a deck: its rising sequences,
// (n+1)/2 in a fair deck on average.
func passes(deck []int) (all [][]int) {
	at := make([]int, len(deck)+1)
	for place, c := range deck {
		at[c] = place
	}
	for c := 1; c <= len(deck); c++ {
		if c == 1 || at[c] < at[c-1] {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], c)
	}
	return all
}

// faces are the cards of a deck that was read, with those marked that were named.
func faces(r games.Watched) []picture.Face {
	var deck []int
	for _, row := range r.Rows {
		deck = append(deck, row.Card)
	}
	all := picture.Faces(deck, r.Named)
	for i, row := range r.Rows {
		all[i].Named = row.Right == 1
	}
	return all
}

// turn is the game of guessing with the routine of a page.
func turn(q view.Values) string {
	_, query, _ := strings.Cut(q.Address("", "packets", "", "seed", "1", "card", "1", "aim", "10", "word", q.Text("word")), "?")
	return strings.TrimSuffix("/guess?"+query, "?")
}

// following is the number of cards of a deck that follow the card below which they lay in a new one. In a fair deck each of
// the n-1 pairs does with the chance 1/n.
func following(deck []int) (count int) {
	for i := range len(deck) - 1 {
		if deck[i+1] == deck[i]+1 {
			count++
		}
	}
	return count
}
