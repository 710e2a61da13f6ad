package routine

import (
	"fmt"
	"math"
	"strings"

	"dovetail/results/drawing"
	"dovetail/results/explorer/picture"
)

// Fair says that the deck is fair enough.
func (v Verdict) Fair() bool { return v.High <= v.Aim }

// Known says that something is known of the edge.
func (v Verdict) Known() bool { return !v.Open() || v.Low >= negligible }

// Bounds are those of the edge in a hundred.
func (v Verdict) Bounds() string { return bets(v.Low, v.High) }

// Open says that nothing is known from above.
func (v Verdict) Open() bool { return v.High >= 0.995 && v.Low < 0.99 }

// Says is the verdict in a sentence.
func (v Verdict) Says() string {
	t, unfair := v.Language, v.Low > v.Aim
	counted := func(key string, more int, all ...any) string {
		if more == 1 {
			key += ".one"
		}
		return fmt.Sprintf(t.Of(key), append([]any{fmt.Sprint(more)}, all...)...)
	}
	riffles := func(more int) string {
		if more == 1 {
			return t.Of(v.mixer)
		}
		return t.Of(v.mixer + ".more")
	}
	switch {
	case v.wash && v.High == 0:
		return t.Of("verdict.wash")
	case v.Fair():
		return fmt.Sprintf(t.Of("verdict.fair"), v.aim())
	case v.hopelessly():
		return fmt.Sprintf(t.Of("verdict.never"), fmt.Sprint(mostShuffles), fmt.Sprint(v.instead))
	case v.pure && unfair && v.most > 0 && v.least == v.most:
		return counted("verdict.shuffle", v.most, fmt.Sprint(v.Shuffles+v.most))
	case v.pure && unfair && v.least > 0 && v.most == 0:
		return counted("verdict.least", v.least)
	case v.run > 0 && unfair:
		return fmt.Sprintf(t.Of("verdict.row"), fmt.Sprint(v.run+v.most), riffles(2), fmt.Sprint(v.run))
	case v.run > 0:
		return fmt.Sprintf(t.Of("verdict.rowSure"), fmt.Sprint(v.run+v.most), riffles(2), fmt.Sprint(v.run))
	case unfair && v.most > 0:
		return counted("verdict.riffle", v.most, riffles(v.most))
	case unfair:
		return t.Of("verdict.unfair")
	case v.most > 0:
		return counted("verdict.sure", v.most, riffles(v.most))
	}
	return t.Of("verdict.unknown")
}

// hopelessly says that more of the same shuffle do not help, and riffles do.
func (v Verdict) hopelessly() bool { return v.never > 0 && v.instead > 0 }

// almostEvery is a distance of somebody who wins nearly always.
const almostEvery = 0.99

// Names is true where the sentence names the event of the bet.
func (v Verdict) Names() bool { return v.Bet != nil && v.Bet.Bound > 1 && v.High > 0 }

// often says how often in a hundred times the bet is won, with some digits.
func (v Verdict) often(times float64, digits int) string {
	switch {
	case times == 100:
		return v.Language.Of("bet.always")
	case times > 99.95:
		return v.Language.Of("bet.nearly")
	case times < 0.05:
		return v.Language.Of("bet.never")
	}
	return fmt.Sprintf(v.Language.Of("bet.times"), fmt.Sprintf("%.*f", digits, times))
}

// Wins says in a sentence what somebody wins who knows the routine.
func (v Verdict) Wins() string {
	t := v.Language
	switch {
	case v.wash && v.High == 0:
		return t.Of("wins.wash")
	case v.High == 0:
		return t.Of("wins.none")
	case v.hopelessly() && v.Low < almostEvery:
		return fmt.Sprintf(t.Of("wins.never"), fmt.Sprint(mostShuffles), ofHundred(v.never, v.never, math.Floor))
	case v.Names():
		digits := 0
		if v.Bet.Here-v.Bet.Fair < 5 || v.Bet.Fair < 1 || v.Bet.Here > 99 {
			digits = 1
		}
		return fmt.Sprintf(t.Of("wins.rising"), v.Bet.Bound, v.often(v.Bet.Here, digits), v.often(v.Bet.Fair, digits))
	case v.Low >= everyBet:
		return t.Of("wins.every")
	case v.Low >= almostEvery:
		return t.Of("wins.almost")
	case v.Open() && v.Low < negligible:
		return t.Of("wins.nothing")
	case v.Open():
		return fmt.Sprintf(t.Of("wins.least"), ofHundred(v.Low, v.Low, math.Floor))
	case v.Low < negligible:
		return fmt.Sprintf(t.Of("wins.most"), ofHundred(v.High, v.High, math.Ceil))
	}
	return fmt.Sprintf(t.Of("wins.between"), bets(v.Low, v.High))
}

// From says which parts of the routine bound it from above, if it is not the routine itself.
func (v Verdict) From() string {
	switch len(v.Parts) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(v.Language.Of("routine.part"), v.Parts[0])
	}
	return fmt.Sprintf(v.Language.Of("routine.parts"), strings.Join(v.Parts, "; "))
}

// negligible is a distance that rounds to zero at a tenth of a bet in a hundred.
const negligible = 0.001

// figure is the number, or its bounds in words.
func (v Verdict) figure() string {
	switch {
	case v.Open() && v.Low < negligible:
		return v.Language.Of("figure.nothing")
	case v.Open():
		return fmt.Sprintf(v.Language.Of("figure.least"), ofHundred(v.Low, v.Low, math.Floor))
	case v.Low < negligible && v.High > v.Low:
		return fmt.Sprintf(v.Language.Of("figure.most"), ofHundred(v.High, v.High, math.Ceil))
	}
	return bets(v.Low, v.High)
}

// Won says what the number counts.
func (v Verdict) Won() string { return v.Language.Of("routine.won") }

// Hatched says that a part of the band is hatched.
func (v Verdict) Hatched() bool { return picture.Hatched(v.Low, v.High) }

// ofHundred are bets in a hundred, rounded in one direction: with one more digit where there are
// few.
func ofHundred(x, high float64, round func(float64) float64) string {
	digits := 1.0
	if high < Aim {
		digits = 10
	}
	return drawing.Label(round(100*digits*x) / digits)
}

// everyBet is a distance that cannot be distinguished from 1.
const everyBet = 0.99995

// bets are bets in a hundred, rounded outwards where there is an interval, except for what is
// practically all.
func bets(low, high float64) string {
	if low == high || low >= everyBet {
		return ofHundred(low, high, math.Round)
	}
	lo, hi := ofHundred(low, high, math.Floor), ofHundred(high, high, math.Ceil)
	if lo == hi {
		return lo
	}
	return lo + "–" + hi
}
