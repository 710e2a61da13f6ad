package law

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// The price of a law has three parts: finding the outcomes of its letters, once; appending the
// letters; and computing its distances. Appending a letter except the first gathers the sources of
// its automaton and sums its edges, for each of the n! decks and each digit of their counts. Decks
// of few cards show how automata grow: by a power of n where outcomes share their states, as those
// of a riffle do (n^2 edges), and otherwise as the number of outcomes.

const (
	smallDeck      = 7
	outcomeSeconds = 8e-6
	edgeSeconds    = 0.3e-9 // of a deck
	sourceSeconds  = 0.85e-9
	sharedGrowth   = 8    // the largest growth of steps from five cards to seven, or four to six, where outcomes share their states
	wideStep       = 1e-7 // of a deck, for letters that require more cards than smallDeck
	lawSeconds     = 7e-8 // of a deck, for distances and the likeliest decks
)

// Price is the price of laws of words of one letter on one processor, in seconds.
type Price struct {
	Outcomes float64 // to find the letter's outcomes, once
	Step     float64 // to append the letter to a law of one digit
	Digits   float64 // digits that it adds to counts
}

// PriceOf estimates the price of a letter on n cards.
func PriceOf(n int, l notation.Letter) Price {
	decks := float64(perm.Factorial(n))
	var p Price
	if shuffle.ClosedOf(l.Model).UniformOn == shuffle.Orders {
		return p
	}
	outcomes, step := size(n, l)
	p.Outcomes, p.Step = float64(outcomeSeconds*outcomes), float64(step*decks)
	if den := shuffle.DenominatorOf(l.Model, n); den != nil {
		below := new(big.Int).Sub(den, big.NewInt(1))
		if bits := below.BitLen(); bits <= widest {
			p.Digits = float64(bits) / float64(64-bits)
		}
	}
	return p
}

// size estimates the number of outcomes of a letter, and the seconds of its automaton for a deck.
func size(n int, l notation.Letter) (outcomes, step float64) {
	large := min(n, smallDeck-(n-smallDeck)&1) // as even as n, for letters that require that
	outcomes, step, ok := sizeAt(large, l)
	if ok && large < n {
		fewer, shorter, least := sizeAt(large-2, l)
		if !least {
			fewer, shorter = outcomes/4, step/2
		}
		pairs := float64(n-large) / 2
		outcomes = min(float64(outcomes*elementary.Pow(outcomes/fewer, pairs)), float64(perm.Factorial(n)))
		if growth := step / shorter; growth < sharedGrowth {
			step *= elementary.Pow(growth, elementary.Log(float64(n)/float64(large))/elementary.Log(float64(large)/float64(large-2)))
		} else {
			all := float64(perm.Factorial(n)) / float64(perm.Factorial(large))
			step = float64(step * all * elementary.Pow(growth/float64(large*(large-1)), pairs))
		}
	}
	if !ok {
		step = wideStep
	}
	if count := shuffle.OutcomesOf(l.Model, n); count != nil {
		outcomes, _ = new(big.Float).SetInt(count).Float64()
	}
	return outcomes, step
}

// sizeAt compiles a letter for a deck of few cards, if it can shuffle that.
func sizeAt(n int, l notation.Letter) (outcomes, step float64, ok bool) {
	if l.Model.Check(n) != nil {
		return 0, 0, false
	}
	a, err := Compile(context.Background(), n, []notation.Letter{l}, 1<<30)
	if err != nil {
		return 0, 0, false
	}
	return float64(len(a.letters[0].first)), a.letters[0].seconds(), true
}

// seconds is the time of a step for a deck.
func (l *letter) seconds() float64 {
	sources := 0
	for _, level := range l.reals.levels {
		sources += len(level.sources)
	}
	return float64(edgeSeconds*float64(l.edges())) + float64(sourceSeconds*float64(sources))
}

// edges is the number of edges of the letter's automaton.
func (l *letter) edges() (all int) {
	if l.Uniform {
		return 0
	}
	for _, level := range l.reals.levels {
		for _, u := range level.states {
			all += len(u.sources)
		}
	}
	return all
}

// Seconds is about the time of the law of a word on n cards on one processor, with its distances.
func Seconds(n int, letters []notation.Letter, spelled string) float64 {
	seconds, digits := float64(lawSeconds*float64(perm.Factorial(n))), 1.0
	prices := map[byte]Price{}
	started := true // with successive riffles, which take no step
	for i := range len(spelled) {
		letter := notation.Find(letters, spelled[i])
		p, known := prices[spelled[i]]
		if !known {
			p = PriceOf(n, notation.Letter{Name: spelled[i], Model: letter})
			prices[spelled[i]] = p
			seconds += p.Outcomes
		}
		if started = started && isRiffle(letter); i > 0 && !started {
			seconds += float64(p.Step * float64(int(digits)))
		}
		digits += p.Digits
	}
	return seconds
}
