package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Deck is one deck with its statistics. Cards are listed from the top, each by its number in the new deck: as a
// permutation the deck takes positions to cards.
type Deck struct {
	Head
	N    int   `json:"n" unit:"cards"`
	Deck []int `json:"deck" unit:"cards"` // the card, from 1, at each position from the top

	// The word that made the deck from a new one, if it was dealt by a word.
	Word   string     `json:"word,omitempty"`
	Models []string   `json:"models,omitempty"`
	Seed   number.Int `json:"seed,omitzero" unit:"number"`

	Statistics []DeckStatistic `json:"statistics"`
	// The lengths of the deck's cycles, the longest first.
	Cycles []int `json:"cycles" unit:"cards"`
	// The probability that a fair deck has no more rising sequences than this deck.
	FairAtMost string `json:"fair_at_most_exact" unit:"probability"`

	Digits int `json:"digits" unit:"digits"`
	// The number of riffles in the rows after which the deck is likeliest; 0 if it is never possible.
	Likeliest int              `json:"likeliest" unit:"shuffles"`
	Riffles   []RiffledDeckRow `json:"riffles"`
	Named
}

// DeckStatistic is a statistic of a deck, with its law for a fair deck if that is known.
type DeckStatistic struct {
	Name     string     `json:"statistic"`
	Value    number.Int `json:"value" unit:"of the statistic"`
	FairMean *float64   `json:"fair_mean,omitempty" unit:"of the statistic"`
	FairSD   *float64   `json:"fair_sd,omitempty" unit:"of the statistic"`
	// How the law for a fair deck is known: exact, or by whose approximation.
	FairBy string `json:"fair_by,omitempty"`
	// The probability that a fair deck has none, of what is counted, within 1e-12.
	FairNone *float64 `json:"fair_none,omitempty" unit:"probability"`
}

// Sections implements Record.
func (d Deck) Sections(p *render.Page) {
	what := fmt.Sprintf("n=%d, a deck from the top", d.N)
	if d.Word != "" {
		what = fmt.Sprintf("n=%d, %s dealt with seed %d, from the top", d.N, d.Word, d.Seed)
	}
	p.Head(d.Models, "%s", what)
	d.spread(p, d.Deck)
	p.Columns("<statistic", "value", "fair mean", "fair sd", "fair P(0)")
	by := ""
	for _, s := range d.Statistics {
		mean, sd, about := "", "", ""
		if s.FairMean != nil {
			if s.FairBy != Exact {
				about, by = "≈", " (except those after ≈: "+s.FairBy+")"
			}
			mean, sd = about+figures(*s.FairMean), about+figures(*s.FairSD)
		}
		none := ""
		if s.FairNone != nil {
			none = figures(*s.FairNone)
		}
		p.Row(s.Name, s.Value, mean, sd, none)
	}
	rising := int(d.Statistics[0].Value.Int64())
	p.Note("Lengths of its cycles: %s. A fair deck has at most %s with probability %s.",
		render.Spaced(d.Cycles), number.Count(rising, "rising sequence"), d.FairAtMost)
	p.Show(d.Riffles, "riffles")
	says := likeliest(d.Likeliest, "riffles")
	if 2*rising > d.N {
		says += " With as many rising sequences as this no further riffle makes a deck less likely."
	}
	p.Note("%s P is the probability that this number of riffles brings a new deck, %s, into exactly this "+
		"order; it depends on the number of rising sequences alone. n! P is the ratio of P to the probability in a "+
		"fair deck.", says, d.fresh())
	p.Note("Exact: all digits are right, the last one rounded; so are the means and deviations%s. The deck is "+
		"read as the card at each position. Read as the position of each card it is the inverse permutation, "+
		"which has one descent fewer than this deck has rising sequences.", by)
	p.Data(d.Statistics, render.Always("n", d.N))
	p.Add(d.N, "P(a fair deck has no more rising sequences)", d.FairAtMost, "", "", "", "")
	for _, r := range d.Riffles {
		p.Add(d.N, "P after "+number.Count(r.Shuffles, "riffle"), r.Probability, "", "", "", "")
	}
}

// fresh is the new deck in short.
func (d Deck) fresh() string {
	names := d.Called(slices.Sorted(slices.Values(d.Deck))...)
	if len(names) > 4 {
		names = slices.Concat(names[:2], []string{"..."}, names[len(names)-1:])
	}
	return "from the top " + strings.Join(names, ", ")
}

// rowOfCards is how many cards a line of a deck has.
const rowOfCards = 13

// spread writes a deck on lines of thirteen cards.
func (n Named) spread(p *render.Page, deck []int) {
	names := n.Called(deck...)
	for line := range slices.Chunk(names, rowOfCards) {
		for i, name := range line {
			line[i] = fmt.Sprintf("%*s", longest(names), name)
		}
		p.Line("  %s", strings.Join(line, " "))
	}
}

// longest is the width of the longest text.
func longest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// ShownRiffle is one riffle of Gilbert, Shannon and Reeds, card by card.
type ShownRiffle struct {
	Head
	N    int        `json:"n" unit:"cards"`
	Seed number.Int `json:"seed" unit:"number"`
	// The deck before the riffle, from the top.
	Before []int `json:"before" unit:"cards"`
	// The number of cards in the top packet.
	Cut int `json:"cut" unit:"cards"`
	// The probability of this cut.
	Chance string `json:"chance_exact" unit:"probability"`
	// For each position of the new deck, 0 if its card is from the top packet and 1 if from the bottom
	// one.
	Labels []int `json:"labels" unit:"positions"`
	// The deck after the riffle, from the top.
	After []int `json:"after" unit:"cards"`
	// For each position, as it is filled, the probability that the packet which drops its card does so.
	Drops []string `json:"drops_exact" unit:"probability"`
	Named
}

// Sections implements Record.
func (r ShownRiffle) Sections(p *render.Page) {
	p.Head(nil, "n=%d, a riffle drawn with seed %d", r.N, r.Seed)
	r.spread(p, r.Before[:r.Cut])
	p.Line("  --")
	r.spread(p, r.Before[r.Cut:])
	names := r.Called(r.After...)
	p.Header = []string{"position", "before", "after", "label", "drop"}
	for j := range r.After {
		p.Add(j+1, r.GivenText(r.Before[j]), r.GivenText(r.After[j]), r.Labels[j], r.Drops[j])
	}
	packet := func(label int) func(j int) string {
		return func(j int) string {
			if r.Labels[j] != label {
				return ""
			}
			return names[j]
		}
	}
	const head = 14
	width := max(longest(names), longest(r.Drops))
	for from, to := 0, 0; from < r.N; from = to {
		to = min(r.N, from+max(1, min(rowOfCards, (p.Width-head)/(width+1))))
		p.Line("")
		for _, line := range []struct {
			name string
			cell func(j int) string
		}{
			{"position", func(j int) string { return strconv.Itoa(j + 1) }},
			{"top packet", packet(0)},
			{"bottom packet", packet(1)},
			{"new deck", func(j int) string { return names[j] }},
			{"label", func(j int) string { return strconv.Itoa(r.Labels[j]) }},
			{"drop", func(j int) string { return r.Drops[j] }},
		} {
			text := fmt.Sprintf("%-*s", head, line.name)
			for j := from; j < to; j++ {
				text += fmt.Sprintf(" %*s", width, line.cell(j))
			}
			p.Line("%s", strings.TrimRight(text, " "))
		}
	}
	p.Line("")
	choose := fmt.Sprintf("C(%d,%d)", r.N, r.Cut)
	p.Note("1. Cut and drop. A cut below card %d has the chance %s/2^%d = %s. The new deck grows from its last "+
		"position up: when j cards are left, a packet with x of them drops its lowest to position j with chance x/j.",
		r.Cut, choose, r.N, r.Chance)
	p.Note("2. Cut and interleave. The drops above have the chance 1/%s together, as they have in any other order: "+
		"all %s interleavings of a cut are equally likely.", choose, choose)
	p.Note("3. Label and sort. So each row of %s has the chance 2^-%d: fair bits, one a position, 0 for the top "+
		"packet. Sorted by them, the cards with 0 above those with 1 and otherwise in their order, the new deck "+
		"gives back the old one.",
		number.Count(r.N, "label"), r.N)
}
