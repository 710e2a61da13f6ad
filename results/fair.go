package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Fair is a verdict on the decks of a shuffler.
type Fair struct {
	Head
	N int `json:"n" unit:"cards"`
	// How many cards of each deck are listed, from the top, if not all.
	Listed int `json:"listed,omitempty" unit:"cards"`
	// The kinds of cards, if those of a kind count as equal.
	Kinds []string `json:"kinds,omitempty"`
	Decks int      `json:"decks" unit:"decks"`
	// What was shuffled: new decks (new) or the deck of the line before (previous); or table, for a table of counts.
	From string `json:"from"`
	// The number of lines that were no deck.
	Refused int `json:"refused,omitempty" unit:"places"`
	// How often a fair shuffler may be called unfair, by all tests together.
	FalseAlarm float64 `json:"false_alarm" unit:"probability"`
	// fair, unfair, or too-few: nothing was found, but the decks are too few to find common faults.
	Verdict string `json:"verdict"`
	// The probability, or a bound on it, that a fair shuffler has a test with so small a p-value.
	PValue float64    `json:"p_value" unit:"probability"`
	Tests  []FairTest `json:"tests"`
	// The cell that is furthest from what is expected.
	Largest FairCell `json:"largest"`
	// How large the relative deviations of the chances of cards at places must be, on average, for the test of cells
	// to find them in nine of ten cases.
	Visible float64 `json:"visible" unit:"share"`
	// So many riffles, or more, would not be found by these decks in nine of ten cases; absent if any number would.
	Riffles int `json:"hidden_riffles,omitempty" unit:"shuffles"`
	// Known faults, the likeliest first.
	Faults []FairFault `json:"faults"`
	// What the fault does that explains unfair decks, if one does.
	Fits string `json:"fits,omitempty"`
	// About how many different decks there can be, if repetitions explain unfair decks: too few seeds.
	Seeds int64 `json:"seeds,omitempty" unit:"decks"`
}

// The verdicts.
const (
	IsFair = "fair"
	Unfair = "unfair"
	TooFew = "too-few"
)

// FairTest is one test.
type FairTest struct {
	Name string `json:"name"`
	// What was observed: a mean over the decks, a quadratic form, a count, or the logarithm of a likelihood ratio.
	Seen float64 `json:"seen" unit:"of the test"`
	// What is expected of fair decks.
	Fair float64 `json:"fair" unit:"of the test"`
	// The probability, or a bound on it, that a fair shuffler is as far from that; 0 if below 1e-300.
	P float64 `json:"p_value" unit:"probability"`
	// By which law: exact, bound, chi-square (the limit for many decks) or simulated.
	By string `json:"by"`
	// Whether this test alone calls the decks unfair, with a level that allows for the other tests.
	Alarm bool `json:"alarm" csv:"alarm"`
}

// FairCell is a card, or kind, at a place.
type FairCell struct {
	Row      int     `json:"row" unit:"positions"`
	Place    int     `json:"place" unit:"positions"`
	Count    int     `json:"count" unit:"decks"`
	Expected float64 `json:"expected" unit:"decks"`
}

// FairFault is a known fault.
type FairFault struct {
	Model string `json:"model"`
	// How many times the deck is shuffled.
	Times int `json:"times" unit:"shuffles"`
	// Whether the likelihood is that of whole decks, or is by the law of single cards or of fixed points.
	By string `json:"by"`
	// The logarithm of the likelihood of the decks under the fault, divided by that of fair decks; absent if the fault
	// makes them impossible.
	LogLikelihood *float64 `json:"log_likelihood,omitempty" unit:"nats of likelihood"`
	// The number of decks in this likelihood.
	Decks int `json:"decks" unit:"decks"`
	// Whether it explains unfair decks: it is the likeliest fault under which they are significantly likelier than if they
	// were fair, and which predicts their statistics and cells.
	Explains bool `json:"explains,omitempty"`
	// About how many decks it takes to find the fault in nine of ten cases by this ratio, by one of the statistics or
	// by cells; 0 if none of these finds it.
	Needed number.Int `json:"needed" unit:"decks"`
}

// Called is the fault as people say it.
func (f FairFault) Called() string {
	if f.Times > 1 {
		return fmt.Sprintf("%d x %s", f.Times, f.Model)
	}
	return f.Model
}

// What is tested.
func (r Fair) What() string {
	what := fmt.Sprintf("n=%d, %s", r.N, number.Count(r.Decks, "deck"))
	switch {
	case r.From == "table" && r.Listed > 0:
		return what + " in one row of a table"
	case r.Listed > 0:
		what += fmt.Sprintf(", the first %s of each", number.Count(r.Listed, "card"))
	}
	if r.Kinds != nil {
		what += " of " + strings.Join(r.Kinds, ", ")
	}
	return what + map[string]string{"previous": ", each from the deck before", "table": " in a table"}[r.From]
}

// Sections implements Record.
func (r Fair) Sections(p *render.Page) {
	p.Head(nil, "%s", r.What())
	if r.Refused > 0 {
		p.Line("Lines left out because they are no decks: %d", r.Refused)
	}
	p.Columns("<test", "seen", "~fair", "p", "<~by", "<")
	for _, t := range r.Tests {
		alarm := ""
		if t.Alarm {
			alarm = "alarm"
		}
		p.Row(t.Name, fmt.Sprintf("%.6g", t.Seen), fmt.Sprintf("%.6g", t.Fair), below(t.P), t.By, alarm)
	}
	r.faults(p)
	p.Note("%s", r.notes())
	p.Data(r.Tests, render.Always("n", r.N), render.Always("decks", r.Decks), render.Always("verdict", r.Verdict), render.Always("p", r.PValue))
}

// below is a chance in two digits.
func below(x float64) string {
	if x == 0 {
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", x)
}

// shownFaults is how many faults are printed, beside the commonest.
const shownFaults = 8

// faults are the likeliest, and the commonest, without riffles that these decks cannot tell from fair; JSON has them all.
func (r Fair) faults(p *render.Page) {
	if len(r.Faults) == 0 {
		return
	}
	p.Columns("<known fault", "log likelihood", "<by", "decks to find it")
	for _, f := range r.Shown() {
		log := "impossible"
		if f.LogLikelihood != nil {
			log = fmt.Sprintf("%+.2f", *f.LogLikelihood)
		}
		p.Row(f.Called(), log, f.By, f.ToFind())
	}
}

// Shown are the faults that are printed.
func (r Fair) Shown() (all []FairFault) {
	shown := 0
	for i, f := range r.Faults {
		common := f.Model == "naive" || f.Model == "sattolo" || f.Model == "comparator(sort=binary)"
		if shown == shownFaults && !common || i > 0 && f.Model == "riffle" && r.Riffles > 0 && f.Times >= r.Riffles {
			continue
		}
		if !common {
			shown++
		}
		all = append(all, f)
	}
	return all
}

// ToFind is how many decks it takes to find the fault, as it is printed.
func (f FairFault) ToFind() string {
	if f.Needed.Sign() > 0 && f.Needed.Cmp(number.OfInt(1e12).Int) < 0 {
		return f.Needed.String()
	}
	return "-"
}

// Percent is Visible in percent, in two digits.
func (r Fair) Percent() string { return twoDigits(100 * r.Visible) }

// Made is about how many different decks a generator with too few seeds can make, in two digits.
func (r Fair) Made() string { return twoDigits(float64(r.Seeds)) }

// twoDigits is a number without an exponent.
func twoDigits(x float64) string {
	two, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	return strconv.FormatFloat(two, 'f', -1, 64)
}

// notes say how to read it.
func (r Fair) notes() string {
	var notes []string
	wrong, found := r.MostWrong()
	switch {
	case r.Fits != "":
		notes = append(notes, fmt.Sprintf("The known fault %s explains this: %s.", r.Explained().Called(), r.Fits))
	case r.Seeds > 0:
		notes = append(notes, fmt.Sprintf("Too few seeds explain this: the decks repeat as those of a generator that can make only about %s.", r.Made()))
	case r.Verdict == Unfair && len(r.Faults) > 0:
		notes = append(notes, "None of the known faults explains this.")
	}
	if found {
		even := ""
		if wrong.TooEven() {
			even = ": too even"
		}
		notes = append(notes, fmt.Sprintf("The test that is most wrong is %s, %.6g where fair decks have %.6g%s.", wrong.Name, wrong.Seen, wrong.Fair, even))
		switch {
		case wrong.TooEven():
			notes = append(notes, "So are the decks of a generator that goes through its states in turn, such as a linear congruential one seeded "+
				"with 1, 2, 3, ..., and those of a list that has every deck equally often.")
		case wrong.Name == "even decks" && (wrong.Seen == 0 || wrong.Seen == 1):
			notes = append(notes, "So are the decks of a program that always exchanges two different places, and equally often, and those of a sliding puzzle.")
		case strings.HasSuffix(wrong.Name, "the deck before"):
			notes = append(notes, "Each deck depends on the one before: if the same deck is shuffled again, read it with --from previous.")
		}
	}
	what := fmt.Sprintf("card %d", r.Largest.Row)
	if 1 <= r.Largest.Row && r.Largest.Row <= len(r.Kinds) {
		what = r.Kinds[r.Largest.Row-1]
	}
	notes = append(notes, fmt.Sprintf("Furthest from expected of all cells: %s lies at place %d in %s, not %.1f.", what, r.Largest.Place, number.Count(r.Largest.Count, "deck"), r.Largest.Expected))
	notes = append(notes, fmt.Sprintf("Faults that change the chance of a card at a place by less than %s%% on average are not found "+
		"with this number of decks; four times as many find faults half as large.", r.Percent()))
	if r.Riffles > 0 {
		notes = append(notes, fmt.Sprintf("%s or more could not be distinguished from fair by %s.",
			number.Count(r.Riffles, "riffle"), number.Count(r.Decks, "deck")))
	}
	if len(r.Faults) > 0 {
		notes = append(notes, "Likelihoods are natural logarithms of how much more likely the decks are under the fault than if they "+
			"were fair; \"cards\" are by the law of single cards, \"fixed points\" by theirs.")
	}
	notes = append(notes, fmt.Sprintf("Tested: %s; no other kind of fault. The p-value of all tests is the smallest, times their number.",
		strings.Join(r.Tested(), ", ")))
	return strings.Join(notes, " ")
}

// Explained is the fault that explains the decks, if there is one.
func (r Fair) Explained() (fault FairFault) {
	for _, f := range r.Faults {
		if f.Explains {
			fault = f
		}
	}
	return fault
}

// MostWrong is the test with the smallest p-value, unless a fault explains the decks, or the test is of known faults or of
// the largest cell, which is named anyway.
func (r Fair) MostWrong() (t FairTest, ok bool) {
	if r.Verdict != Unfair || r.Fits != "" || r.Seeds > 0 {
		return t, false
	}
	for _, t := range r.Tests {
		if t.Alarm && t.Name != "known faults" {
			return t, t.Name != "largest cell"
		}
	}
	return t, false
}

// TooEven reports whether counts that give the alarm are nearer to the expected ones than those of fair decks.
func (t FairTest) TooEven() bool {
	return t.Alarm && t.Seen < t.Fair && (t.By == "chi-square" || t.By == "simulated" || t.Name == "repeated decks")
}

// Tested are the kinds of faults that the tests can find.
func (r Fair) Tested() (kinds []string) {
	for _, kind := range []struct{ says, tests string }{
		{"cards at places", "cells"}, {"pairs", "pairs of places"}, {"neighbours", "neighbours of each card"}, {"equal neighbours", "neighbours of one kind"},
		{"order", "rising sequences"}, {"fixed points and cycles", "cycles"}, {"even and odd decks", "even decks"}, {"ranks", "ranks in place"},
		{"repeated decks", "repeated decks"}, {"the deck before", "same place as in the deck before"}, {"known faults", "known faults"},
	} {
		if slices.ContainsFunc(r.Tests, func(t FairTest) bool { return t.Name == kind.tests }) {
			kinds = append(kinds, kind.says)
		}
	}
	if r.Kinds != nil && r.Listed > 0 {
		kinds = append(kinds, "kinds among the cards listed")
	}
	return kinds
}
