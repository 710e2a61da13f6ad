package games

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// TopswopsCensus counts the decks of n cards by length.
type TopswopsCensus struct {
	results.Head
	N     int        `json:"n" unit:"cards"`
	Total number.Int `json:"total" unit:"decks"`
	// The number of decks of each length, from length 0 on.
	Counts []number.Int `json:"counts" unit:"decks"`
	// The mean length, as a fraction.
	Mean string `json:"mean_exact" unit:"number"`
	// The second, third and fourth central moments, as fractions.
	Central []string `json:"central_exact" unit:"moment"`
	// The number of decks to which no move leads.
	Sources number.Int `json:"sources" unit:"decks"`
}

// moments are the mean and the moments 2, 3 and 4 about it, as fractions.
func (r TopswopsCensus) moments() (mean *big.Rat, central [3]*big.Rat) {
	about := func(c *big.Rat, k int) *big.Rat {
		sum := new(big.Rat)
		for length, decks := range r.Counts {
			from := new(big.Rat).Sub(new(big.Rat).SetInt64(int64(length)), c)
			term := new(big.Rat).SetInt(decks.Int)
			for range k {
				term.Mul(term, from)
			}
			sum.Add(sum, term)
		}
		return sum.Quo(sum, new(big.Rat).SetInt(r.Total.Int))
	}
	mean = about(new(big.Rat), 1)
	for i := range central {
		central[i] = about(mean, i+2)
	}
	return mean, central
}

// Fill fills in what follows from the counts and the total.
func (r *TopswopsCensus) Fill() {
	mean, central := r.moments()
	r.Mean, r.Central = mean.String(), nil
	for _, c := range central {
		r.Central = append(r.Central, c.String())
	}
}

// Sections implements Record.
func (r TopswopsCensus) Sections(p *render.Page) {
	exact, central := r.moments()
	mean, _ := exact.Float64()
	var moment [3]float64
	for i, c := range central {
		moment[i], _ = c.Float64()
	}
	p.Line("mean length %s = %.6f, %s without a predecessor", r.Mean, mean, number.Count(r.Sources, "deck"))
	if v := moment[0]; v > 0 {
		p.Line("standard deviation %.6f, skewness %.6f, kurtosis %.6f", math.Sqrt(v), moment[1]/math.Pow(v, 1.5),
			moment[2]/(v*v))
	}
	type row struct {
		Length int64 `json:"length" text:"<length"`
		Decks  int64 `json:"decks" text:"decks"`
	}
	var rows []row
	for length, c := range r.Counts {
		rows = append(rows, row{int64(length), c.Int64()})
	}
	p.Table(rows)
}

// TopswopsTable lists f(n).
type TopswopsTable struct {
	results.Head
	Rows []TopswopsRow `json:"rows"`
}

// TopswopsRow is a line of it.
type TopswopsRow struct {
	N      int `json:"n" text:"<n" unit:"cards"`
	Length int `json:"length" csv:"f(n)" text:"f(n)" unit:"moves"`
	// The number of decks that reach the length.
	Decks number.Int `json:"decks" text:"decks" unit:"decks"`
	// The first of them in lexicographic order.
	First []int `json:"first_deck" text:"<first deck" unit:"cards"`
}

// Sections implements Record.
func (r TopswopsTable) Sections(p *render.Page) { p.Table(r.Rows) }

// TopswopsBounds are a lower and an upper bound of f(n).
type TopswopsBounds struct {
	results.Head            // bound
	N            int        `json:"n" unit:"cards"`
	Wilf         number.Int `json:"upper_2^(n-1)" unit:"moves"`
	Fibonacci    number.Int `json:"upper_fibonacci" unit:"moves"`
	Lower        int        `json:"lower" unit:"moves"`
	// A deck that reaches the lower bound.
	Deck []int `json:"deck" unit:"cards"`
	// The decks that were built and played; the lower bound is the longest of their games.
	Built     []TopswopsBuilt `json:"built"`
	Published int             `json:"published,omitempty" unit:"moves"`
	Source    string          `json:"source,omitempty"`
	// The length of the longest deck in docs/records, where that is longer.
	OnRecord *int `json:"on_record,omitempty" unit:"moves"`
	results.Named
}

// TopswopsBuilt is a way to build a long deck, and how many moves it has.
type TopswopsBuilt struct {
	Name string `json:"name"`
	// The deck that the construction starts from, in words.
	Source string `json:"source,omitempty"`
	Length int    `json:"length" unit:"moves"`
}

// Sections implements Record. For reading upper bounds of many digits are rounded up.
func (r TopswopsBounds) Sections(p *render.Page) {
	p.Header = []string{fmt.Sprintf("f(%d)", r.N), "moves", "by"}
	p.Columns("<"+p.Header[0], "moves", "<by")
	add := func(what, moves, by string) {
		p.Add(what, moves, by)
		p.Row(what, roundedUp(moves), by)
	}
	add("at least", strconv.Itoa(r.Lower), "the deck below, played")
	add("at most", r.Fibonacci.String(), "Fibonacci number F(n+1) (Klamkin)")
	add("at most", r.Wilf.String(), "2^(n-1) (Wilf)")
	if r.Source != "" {
		add("published", strconv.Itoa(r.Published), r.Source)
	}
	if r.OnRecord != nil {
		add("on record", strconv.Itoa(*r.OnRecord), "a deck in docs/records, not played here, by dovetail topswops "+
			"records")
	}
	for _, b := range r.Built {
		by := b.Name
		if b.Source != "" {
			by += " (" + b.Source + ")"
		}
		add("built", strconv.Itoa(b.Length), by)
	}
	p.Whole("deck of the lower bound: %s", r.Text(r.Deck...))
}

// roundedUp has four digits and an exponent if s has more than thirty.
func roundedUp(s string) string {
	if len(s) <= 30 {
		return s
	}
	head, _ := strconv.Atoi(s[:4])
	return fmt.Sprintf("%.3fe%d", float64(head+1)/1000, len(s)-1)
}

// TopswopsPlay is one game, move by move.
type TopswopsPlay struct {
	results.Head
	N      int   `json:"n" unit:"cards"`
	Length int   `json:"length" unit:"moves"`
	Deck   []int `json:"deck" unit:"cards"`
	End    []int `json:"end" unit:"cards"`
	// The card on top at each move; null in a game of more than a million moves.
	Moves []int   `json:"moves" none:"null" unit:"cards"`
	Decks [][]int `json:"decks,omitempty" unit:"cards"` // the deck before each move
	// A certificate that the game ends: a number before each move and at the end, which grows with every
	// move.
	Scores []number.Int `json:"scores,omitempty" unit:"number"`
	// The cards that come to the top.
	Protagonists []int `json:"protagonists" unit:"cards"`
	// The cards that never come to the top.
	Supporting []int `json:"supporting" unit:"cards"`
	TopswopsHalves
	results.Named
}

// TopswopsHalves are a game cut where its largest protagonist comes to the top, which
// happens once.
type TopswopsHalves struct {
	// The largest card that comes to the top.
	Largest int `json:"largest,omitempty" unit:"cards"`
	// The card that is on top after its move.
	Critical int `json:"critical,omitempty" unit:"cards"`
	// The number of moves before the card comes to the top.
	Before int `json:"before,omitempty" unit:"moves"`
	// The deck that plays the first half: 1 and the largest card exchanged.
	First       []int `json:"first,omitempty" unit:"cards"`
	FirstLength int   `json:"first_length" unit:"moves"`
	// The deck that plays the second half: the one after the move of the largest card.
	Second       []int `json:"second,omitempty" unit:"cards"`
	SecondLength int   `json:"second_length" unit:"moves"`
}

// Sections implements Record.
func (r TopswopsPlay) Sections(p *render.Page) {
	p.Columns("move", "<deck", "score of cards at home")
	if len(r.Decks) > 0 {
		for i, d := range append(r.Decks, r.End) {
			p.Row(i, r.Text(d...), r.Scores[i])
		}
	}
	p.Header = []string{"move", "card"}
	for i, k := range r.Moves {
		p.Add(i+1, r.GivenText(k))
	}
	p.Line("cards that come to the top: %s\nother cards: %s", r.Text(r.Protagonists...),
		cmp.Or(r.Text(r.Supporting...), "none"))
	if r.Length == 0 {
		return
	}
	p.Line("largest card on top: %s, after %s; its move brings %s to the top", r.Text(r.Largest),
		number.Count(r.Before, "move"), r.Text(r.Critical))
	p.Whole("first half transformed: %s, %s", r.Text(r.First...), number.Count(r.FirstLength, "move"))
	p.Whole("second half: %s, %s", r.Text(r.Second...), number.Count(r.SecondLength, "move"))
}

// TopswopsRecords are the longest games that a population of decks found: lower bounds of f(n),
// each with the deck that proves it.
type TopswopsRecords struct {
	results.Head            // bound
	Seed         number.Int `json:"seed" unit:"number"`
	// The number of rounds, each with twice as many decks as the one before.
	Rounds int              `json:"rounds" unit:"rounds"`
	Rows   []TopswopsRecord `json:"rows"`
}

// TopswopsRecord is the longest game found on n cards.
type TopswopsRecord struct {
	N      int     `json:"n" text:"n" unit:"cards"`
	Length int     `json:"length" text:"moves" unit:"moves"`
	Square float64 `json:"per_square" text:"moves/n^2,%.3f" unit:"number"`
	// The length of the longest deck that was published.
	Published *int `json:"published,omitempty" text:"?published" unit:"moves"`
	// The length of the longest deck in docs/records, where that is longer.
	OnRecord *int  `json:"on_record,omitempty" text:"?on record" unit:"moves"`
	Deck     []int `json:"deck" unit:"cards"`
}

// Sections implements Record. A single deck is shown.
func (r TopswopsRecords) Sections(p *render.Page) {
	p.Table(r.Rows)
	if len(r.Rows) == 1 {
		p.Whole("deck: %s", render.Spaced(r.Rows[0].Deck))
	}
	rounds := "less than a round"
	if r.Rounds > 0 {
		rounds = number.Count(r.Rounds, "round")
	}
	says := fmt.Sprintf("Each length is a lower bound of f(n), proved by a deck that was played. Decks were found in "+
		"%s, seed %d.", rounds, r.Seed)
	if slices.ContainsFunc(r.Rows, func(row TopswopsRecord) bool {
		return row.OnRecord != nil && *row.OnRecord > row.Length
	}) {
		says += " Longer decks are on record, not found here: docs/records.md."
	}
	p.Note("%s", says)
}
