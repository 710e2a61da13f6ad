package results

import (
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// ClosedShuffle is a shuffle whose law is a closed form however often it is done.
type ClosedShuffle struct {
	N int `json:"n" unit:"cards"`
	// The number of packets of a shuffle: 2 for riffles, a for a-shuffles.
	A int64 `json:"a,omitempty" unit:"packets"`
	// When the deck is also cut: none, or once before or after all shuffles.
	Cut string `json:"cut"`
	// The number of shelves of a shelf machine.
	Shelves int64 `json:"shelves,omitempty" unit:"shelves"`
	// The number of cards from the top that are put at random places.
	Top int `json:"top,omitempty" unit:"cards"`
	// Whether the cards of two random places are exchanged.
	Swaps bool `json:"swaps,omitempty"`
	// Whether these two places are never the same.
	Distinct bool `json:"distinct,omitempty"`
	// The requested number of digits.
	Digits int `json:"digits" unit:"digits"`
}

// Name is what many of these shuffles are called.
func (s ClosedShuffle) Name() string {
	switch {
	case s.Swaps:
		return "exchanges"
	case s.Shelves > 0:
		return "passes"
	case s.Top > 0:
		return "moves"
	case s.A != 2:
		return fmt.Sprintf("%d-shuffles", s.A)
	}
	return "riffles"
}

// String is the same with what is done.
func (s ClosedShuffle) String() string {
	switch {
	case s.Distinct:
		return "exchanges of the cards of two different places"
	case s.Swaps:
		return "exchanges of the cards of two random places, which may be the same"
	case s.Shelves == 1:
		return "passes through a machine with one shelf"
	case s.Shelves > 1:
		return fmt.Sprintf("passes through a machine with %d shelves", s.Shelves)
	case s.Top == 1:
		return "moves of the top card to a random place"
	case s.Top > 1:
		return fmt.Sprintf("moves of the top %d cards to random places", s.Top)
	case s.Cut != "none":
		return fmt.Sprintf("%s, with one cut at a uniformly chosen place %s them", s.Name(), s.Cut)
	}
	return s.Name()
}

// read is the number of digits for reading: as requested, or 0 if none was.
func (s ClosedShuffle) read() int {
	if s.Digits == DefaultDigits {
		return 0
	}
	return s.Digits
}

// DefaultDigits are those of records, of which text has seven.
const DefaultDigits = 10

// columns lead the rows of a table.
func (s ClosedShuffle) columns() []render.Leading {
	n := render.Always("n", s.N)
	switch {
	case s.Swaps:
		return []render.Leading{n, render.Always("distinct", s.Distinct)}
	case s.Shelves > 0:
		return []render.Leading{n, render.Always("shelves", s.Shelves)}
	case s.Top > 0:
		return []render.Leading{n, render.Always("top", s.Top)}
	}
	return []render.Leading{n, render.Always("a", s.A), render.Always("cut", s.Cut)}
}

// Riffles is the distance from a fair deck after 1, 2, ... shuffles. Distances
// are decimals rounded to nearest in their last digit; see number.Decimal.
type Riffles struct {
	Head
	ClosedShuffle
	// The distance from fair at which the first sentence calls shuffles enough.
	Enough float64 `json:"enough" unit:"distance"`
	// The property that decks likelier than in a fair deck have.
	Event string       `json:"event,omitempty"`
	Rows  []RifflesRow `json:"rows"`
}

// The events on which shuffled decks and fair ones differ most, without their bounds. A bet on such an event
// at its price in a fair deck gains the total variation distance.
const (
	RisingAtMost   = "rising sequences at most"
	CyclicAtMost   = "cyclic descents at most"
	PeaksAtMost    = "peaks at most"
	InOrderAtLeast = "bottom cards of the old deck still in order, at least"
)

// RifflesRow is one number of shuffles.
type RifflesRow struct {
	Shuffles   int    `json:"shuffles" text:"shuffles" unit:"shuffles"`
	TVD        string `json:"tvd_exact" text:"TVD" unit:"distance"`
	Separation string `json:"separation_exact" text:"separation" unit:"distance"`
	// The largest |n! P - 1| of any deck.
	Linf string `json:"linf_exact" text:"l-infinity" unit:"l-infinity distance"`
	// The relative entropy to the uniform law, in bits.
	Entropy string `json:"entropy_bits_exact" text:"entropy deficit" unit:"bits"`
	// The probability that n random labels are not all different; absent where cards are put in from the
	// top.
	Birthday string `json:"birthday_exact,omitempty" text:"?birthday bound" unit:"distance"`
	Bound    *int   `json:"event_bound,omitempty" unit:"of the event"`
	// The probability of the event with this bound.
	Here string `json:"event_probability_exact,omitempty" unit:"probability"`
	// The probability of the same event in a fair deck.
	Fair string `json:"event_fair_probability_exact,omitempty" unit:"probability"`
}

// Sections implements Record.
func (r Riffles) Sections(p *render.Page) {
	p.Head(nil, "n=%d, distance from uniform after %s", r.N, r.ClosedShuffle)
	says := "Exact: all digits are right, the last one rounded. Separation is max(1 - n! P), l-infinity " +
		"max|n! P - 1|, the entropy deficit sum P log2(n! P) in bits"
	if r.Distinct {
		says += ". Each exchange makes an even order odd and an odd one even, so that after any number of them half of all orders " +
			"cannot occur, and TVD stays at 1/2 or above"
	}
	if r.Top == 0 && !r.Swaps {
		times := "shuffles"
		if r.Shelves > 0 {
			times = "passes"
		}
		says += fmt.Sprintf("; the birthday bound is P(n labels out of %d^%s are not all distinct)",
			max(r.A, 2*r.Shelves), times)
	}
	p.Digits = r.read()
	p.Show(r.Rows, r.Name())
	p.Data(r.Rows, r.columns()...)
	p.Note("%s.", says)
}

// RiffledDeck is how likely a deck is after 1, 2, ... shuffles.
type RiffledDeck struct {
	Head
	ClosedShuffle
	Deck []int `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	// What the probability of the deck depends on.
	Shape string `json:"shape"`
	// The number of shuffles in the rows after which the deck is likeliest; 0 if it is never possible.
	Likeliest int              `json:"likeliest" unit:"shuffles"`
	Rows      []RiffledDeckRow `json:"rows"`
}

// RiffledDeckRow is one number of shuffles.
type RiffledDeckRow struct {
	Shuffles    int    `json:"shuffles" text:"shuffles" unit:"shuffles"`
	Probability string `json:"probability_exact" text:"P" unit:"probability"`
	// The probability of the deck, divided by that in a fair deck.
	Ratio string `json:"ratio_exact" text:"n! P" unit:"number"`
}

// Sections implements Record.
func (r RiffledDeck) Sections(p *render.Page) {
	p.Head(nil, "n=%d, a deck with %s after %s", r.N, r.Shape, r.ClosedShuffle)
	p.Digits = r.read()
	p.Show(r.Rows, r.Name())
	p.Data(r.Rows, r.columns()...)
	p.Note("Exact: all digits are right, the last one rounded. n! P is the ratio of P to the probability in a fair deck.")
}

// likeliest says which number of shuffles makes a deck likeliest.
func likeliest(times int, shuffles string) string {
	if times == 0 {
		return fmt.Sprintf("The deck cannot result from any of these numbers of %s.", shuffles)
	}
	return fmt.Sprintf("Most likely number of %s: %d.", shuffles, times)
}

// Repeated is the distance from fair, after 1, 2, ... shuffles, of a deck in which some cards count as equal. One deck
// is fixed: the source that is shuffled, or the target, the hands to which a deck of distinct cards is dealt.
type Repeated struct {
	Schema string `json:"schema"`
	QuestionText
	N int `json:"n" unit:"cards"`
	// The number of cards of each value.
	Deck []int `json:"deck" unit:"cards"`
	// The number of packets of each shuffle, 2 for riffles.
	A int64 `json:"a" unit:"packets"`
	// Whether the fixed deck is the source that is shuffled or the target that is dealt to.
	Fixed string `json:"fixed"`
	// The order of the values in the fixed deck: blocks, cyclic, back-and-forth.
	Order string `json:"order"`

	// FirstOrder is c: after many shuffles m the distance is about c/a^m. It is exact, or sampled with a standard
	// error.
	FirstOrder   string   `json:"first_order_exact" unit:"approximate distance"`
	FirstOrderSE *float64 `json:"first_order_se,omitempty" unit:"approximate distance"`

	// FairGuesses is how many values of a fair deck the best player names right on average, if each card is shown after
	// the guess. Only for a source.
	FairGuesses string `json:"fair_guesses_exact,omitempty" unit:"right guesses"`

	// The distance from fair at which the first sentence calls shuffles enough.
	Enough float64 `json:"enough" unit:"distance"`
	// How wide certified intervals may be, at most.
	Gap float64 `json:"gap,omitempty" unit:"distance"`
	// The number of sampled decks whose density was computed.
	Decks int `json:"decks,omitempty" unit:"decks"`
	// The seed of the sampled decks.
	Seed number.Int `json:"seed,omitzero" unit:"number"`

	Rows []RepeatedRow `json:"rows"`
}

// RepeatedRow is one number of shuffles. A sampled row has its estimate as both ends of the interval, or has no upper
// end if only a lower bound is estimated.
type RepeatedRow struct {
	Shuffles int      `json:"shuffles" text:"shuffles" unit:"shuffles"`
	TVDLow   string   `json:"tvd_low_exact" text:"TVD from" unit:"distance"`
	TVDHigh  string   `json:"tvd_high_exact,omitempty" text:"?to" unit:"distance"`
	SE       *float64 `json:"se,omitempty" text:"?±" unit:"distance"`
	Kind     string   `json:"kind" text:"<kind"`
	// The distance as a fraction, if that is short.
	TVDExact    string `json:"tvd_exact,omitempty" csv:"tvd_exact" unit:"distance"`
	FirstOrder  string `json:"first_order_exact" text:"about" unit:"approximate distance"`
	Separation  string `json:"separation_exact,omitempty" text:"?separation" unit:"distance"`
	RuleOfThumb string `json:"rule_of_thumb_exact,omitempty" text:"?rule of thumb" unit:"approximate distance"`
}

// Sections implements Record.
func (r Repeated) Sections(p *render.Page) {
	shuffle := "riffle"
	if r.A != 2 {
		shuffle = fmt.Sprintf("%d-shuffle", r.A)
	}
	p.Head(nil, "n=%d, distance from fair after %ss, %s", r.N, shuffle, r.game())
	narrow := append([]RepeatedRow{}, r.Rows...)
	for i := range narrow {
		narrow[i].TVDLow, narrow[i].TVDHigh = seven(narrow[i].TVDLow, false), seven(narrow[i].TVDHigh, true)
	}
	p.Show(narrow, shuffle+"s")
	p.Data(r.Rows, render.Always("n", r.N), render.Always("deck", r.Copies()), render.Always("a", r.A), render.Always("fixed", r.Fixed),
		render.Always("order", r.Order))
	p.Note("%s", r.notes())
}

// Copies is the cards of each value, as 4^9,16 for 4 of each of nine values and 16 of another.
func (r Repeated) Copies() string {
	return strings.Join(r.alike(func(times, cards int) string {
		part := fmt.Sprint(cards)
		switch times {
		case 1:
			return part
		case 2:
			return part + "," + part
		}
		return fmt.Sprintf("%s^%d", part, times)
	}), ",")
}

// alike calls write with each number of neighbouring values that have equally many cards.
func (r Repeated) alike(write func(times, cards int) string) (parts []string) {
	for i := 0; i < len(r.Deck); {
		first := i
		for i < len(r.Deck) && r.Deck[i] == r.Deck[first] {
			i++
		}
		parts = append(parts, write(i-first, r.Deck[first]))
	}
	return parts
}

// game is what is shuffled and seen.
func (r Repeated) game() string {
	order := "in " + r.Order + " order"
	if r.Order == "blocks" {
		order = "in blocks"
	}
	what := "group"
	if r.Fixed == "target" {
		what = "hand"
	}
	parts := strings.Join(r.alike(func(times, cards int) string {
		return fmt.Sprintf("%s of %d", number.Count(times, what), cards)
	}), " and ")
	switch {
	case r.Fixed == "target":
		return fmt.Sprintf("of %s cards, dealt %s", parts, order)
	case len(r.Deck) == r.N:
		return "of different cards"
	case r.Order == "blocks" && len(r.Deck) == 2:
		return fmt.Sprintf("of %s on %d black", number.Count(r.Deck[0], "red card"), r.Deck[1])
	}
	return fmt.Sprintf("of %s equal cards, at first %s", parts, order)
}

// notes say what each figure is.
func (r Repeated) notes() string {
	var notes []string
	has := func(kind string) bool {
		return slices.ContainsFunc(r.Rows, func(row RepeatedRow) bool { return row.Kind == kind })
	}
	if has(Exact) {
		notes = append(notes, "Exact: the distance is a fraction, and from and to are that fraction rounded down and up.")
	}
	if has(Bound) {
		notes = append(notes, "Bound: the distance is proved to lie between from and to, which are rounded down and up.")
	}
	if has(Sampled) && r.Order == "blocks" {
		notes = append(notes, fmt.Sprintf("Sampled: an estimate from %s whose exact densities are averaged, with "+
			"its standard error; seed %d.", number.Count(r.Decks, "deck"), r.Seed))
	}
	if has(Sampled) && r.Order != "blocks" {
		notes = append(notes, fmt.Sprintf("Sampled: a lower bound, estimated with its standard error from how well "+
			"a test distinguishes such a deck from a fair one; seed %d. No method for the exact value is known, and no "+
			"upper bound is computed.", r.Seed))
	}
	about := "exact"
	if r.FirstOrderSE != nil {
		about = fmt.Sprintf("sampled, ± %s", render.Float(*r.FirstOrderSE))
	}
	notes = append(notes, fmt.Sprintf("About: c/a, which approximates the distance after many shuffles, with c = %s "+
		"(%s) and a the number of packets of all shuffles together; it is not a bound.", number.Shorten(r.FirstOrder, 7), about))
	if len(r.Rows) > 0 && r.Rows[0].Separation != "" {
		notes = append(notes, "Separation is exact, rounded; the rule of thumb for it is by "+
			"Assaf, Diaconis and Soundararajan.")
	}
	if r.FairGuesses != "" {
		notes = append(notes, fmt.Sprintf("The best player, who guesses the value of each card of a fair deck "+
			"before it is shown, is right %s times on average.", number.Shorten(r.FairGuesses, 7)))
	}
	return strings.Join(notes, " ")
}
