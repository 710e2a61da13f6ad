package games

import (
	"fmt"
	"slices"

	"dovetail/perm/number"
	"dovetail/results/spoken"
)

// The first line of each answer: see results.

func (r TopswopsMax) Answer() string {
	decks := number.Count(r.Count, "deck")
	switch {
	case r.AtLeast != nil && r.Bounds != nil:
		return fmt.Sprintf("At least %s of %d cards have games of %s or more (not all decks were searched).", decks, r.N, number.Count(*r.AtLeast, "move"))
	case r.AtLeast != nil:
		return fmt.Sprintf("The games of %s of %d cards have %s or more (exact).", decks, r.N, number.Count(*r.AtLeast, "move"))
	case r.Sorted:
		return fmt.Sprintf("The longest game of %s that ends in order has %s, from %s (exact).", number.Count(r.N, "card"),
			number.Count(r.Length, "move"), decks)
	}
	return fmt.Sprintf("The longest game with %s lasts %s, and %s: f(%d) = %d (exact).", number.Count(r.N, "card"), number.Count(r.Length, "move"),
		reached(decks, r.Count), r.N, r.Length)
}

// reached says how many decks reach a length.
func reached(decks string, count number.Int) string {
	if count.IsInt64() && count.Int64() == 1 {
		return "1 deck reaches it"
	}
	return decks + " reach it"
}

func (r TopswopsCensus) Answer() string {
	mean, _ := r.moments()
	average, _ := mean.Float64()
	return fmt.Sprintf("The games of all %s of %s have up to %s, %.3f on average (exact).", number.Count(r.Total, "deck"), number.Count(r.N, "card"),
		number.Count(len(r.Counts)-1, "move"), average)
}

func (r TopswopsTable) Answer() string {
	first, last := r.Rows[0], r.Rows[len(r.Rows)-1]
	return fmt.Sprintf("The longest games of %d to %s, up to %s (exact).", first.N, number.Count(last.N, "card"), number.Count(last.Length, "move"))
}

func (r TopswopsBounds) Answer() string {
	return fmt.Sprintf("The longest game of %s has at least %s (a deck that was played) and at most %s (proved).", number.Count(r.N, "card"),
		number.Count(r.Lower, "move"), roundedUp(r.Fibonacci.String()))
}

func (r TopswopsPlay) Answer() string {
	return fmt.Sprintf("This deck of %s plays a game of %s (exact).", number.Count(r.N, "card"), number.Count(r.Length, "move"))
}

func (r TopswopsRecords) Answer() string {
	if len(r.Rows) == 0 {
		return "No game was found yet."
	}
	last := r.Rows[len(r.Rows)-1]
	return fmt.Sprintf("The longest game of %s found has %s; a longer one may exist (lower bound).", number.Count(last.N, "card"),
		number.Count(last.Length, "move"))
}

func (r TrickDeck) Answer() string {
	if i := slices.IndexFunc(r.Rows, func(row TrickDeckRow) bool { return row.Riffles == r.Likeliest && row.First > 0 }); i >= 0 {
		return fmt.Sprintf("The noted card is %s, with probability %.3f (exact).", r.Text(r.Rows[i].First), r.Rows[i].FirstP)
	}
	return "This deck cannot result from any of these numbers of riffles (exact)."
}

// Answer is how often the magician is right.
func (r Trick) Answer() string {
	row := r.Rows[len(r.Rows)-1]
	for _, of := range r.Rows {
		if of.Riffles == 3 { // as the trick is done
			row = of
		}
	}
	return fmt.Sprintf("After %s, the best magician finds the card that was moved at the first guess in %.0f%% of the tricks, and within "+
		"three guesses in %.0f%% (sampled).", number.Count(row.Riffles, "riffle"), 100*spoken.Decimal(row.One.String()), 100*spoken.Decimal(row.Three.String()))
}

// Answer is how many cards are guessed right: after three shuffles of a kind, as most people shuffle, or else after all.
func (g Guess) Answer() string {
	row := g.Rows[len(g.Rows)-1]
	if len(g.Models) == 1 && len(g.Rows) > 3 {
		row = g.Rows[2]
	}
	shown, right, fair := "shown each card after the guess", row.Complete, spoken.Decimal(g.Fair)
	if right == "" {
		shown, right, fair = "shown no card", row.None, 1
	}
	return fmt.Sprintf("%s a perfect guesser who is %s gets %.3g of %d right on average; with a fair deck, %.3g (exact).",
		spoken.After(g.Word[:row.Shuffles], g.Models), shown, spoken.Decimal(right), g.N, fair)
}

// Answer is how many cards were named right.
func (w Watched) Answer() string {
	player, expected := "a player who names likely cards", ""
	if w.Best {
		player, expected = "the best player", fmt.Sprintf(", where %.3g could be expected", spoken.Decimal(w.Expected))
	}
	return fmt.Sprintf("%s %s names %d of %s right in this one game%s (one deal).", spoken.After(w.Word, w.Models), player, w.Right,
		number.Count(w.N, "card"), expected)
}
