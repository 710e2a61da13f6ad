package results

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"dovetail/results/number"
)

// DeckSchema names the form of Deck.
const DeckSchema = "dovetail/deck/2"

// Deck is one deck, taken apart. It lists its cards from the top, each by its number in the new
// deck: as a permutation it takes positions to cards.
type Deck struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N    int   `json:"n" unit:"cards"`
	Deck []int `json:"deck" unit:"cards"` // the card, from 1, at each position from the top

	// The word that made it from a new deck, if it was dealt.
	Word   string     `json:"word,omitempty"`
	Models []string   `json:"models,omitempty"`
	Seed   number.Int `json:"seed,omitzero" unit:"number"`

	Statistics []DeckStatistic `json:"statistics"`
	Cycles     []int           `json:"cycles" unit:"cards"` // their lengths, the longest first
	// probability of a fair deck with no more rising sequences
	FairAtMost string `json:"fair_at_most" unit:"probability"`

	Digits int `json:"digits" unit:"digits"`
	// number of riffles, of those in the rows; 0 if it never comes
	Likeliest int              `json:"likeliest" unit:"cards"`
	Riffles   []RiffledDeckRow `json:"riffles"`
	Named
}

// DeckStatistic is a statistic of a deck beside its law for a fair one, where that is known.
type DeckStatistic struct {
	Name     string     `json:"statistic"`
	Value    number.Int `json:"value" unit:"of the statistic"`
	FairMean *float64   `json:"fair_mean,omitempty" unit:"of the statistic"`
	FairSD   *float64   `json:"fair_sd,omitempty" unit:"of the statistic"`
	FairBy   string     `json:"fair_by,omitempty"` // exact, or whose approximation
}

// Text implements Record.
func (d Deck) Text(w io.Writer) error {
	what := fmt.Sprintf("n=%d, a deck from the top", d.N)
	if d.Word != "" {
		what = fmt.Sprintf("n=%d, %s dealt with seed %d, from the top", d.N, d.Word, d.Seed)
	}
	fmt.Fprintln(w, heading(what, d.Models))
	d.spread(w, "  ", d.Deck)
	t := newTable([]string{"statistic", "value", "fair mean", "fair sd"}, "statistic")
	by := ""
	for _, s := range d.Statistics {
		mean, sd, about := "", "", ""
		if s.FairMean != nil {
			if s.FairBy != Exact {
				about, by = "≈", " (but for those after ≈: "+s.FairBy+")"
			}
			mean, sd = about+figures(*s.FairMean), about+figures(*s.FairSD)
		}
		t.AppendRow([]any{s.Name, s.Value.String(), mean, sd})
	}
	fmt.Fprintln(w, t.Render())
	rising := int(d.Statistics[0].Value.Int64())
	paragraph(w, "", fmt.Sprintf("Lengths of its cycles: %s. A fair deck has at most %s with probability %s.",
		spaced(d.Cycles), number.Count(rising, "rising sequence"), d.FairAtMost))
	header, rows := tabulate("text", d.Riffles, nil)
	header[0] = "riffles"
	fmt.Fprintln(w, plainTable(header, rows))
	says := likeliest(d.Likeliest, "riffles")
	if 2*rising > d.N {
		says += " With as many rising sequences as this no further riffle makes a deck less likely."
	}
	paragraph(w, "", says+" P is the probability of this deck, position by position, after so many riffles of a new one, "+d.fresh()+
		"; it depends on the rising sequences alone. n! P sets it beside a fair deck.")
	return paragraph(w, "", "Exact: all digits are right, the last one rounded; so are the means and deviations"+by+". The deck takes positions to cards. "+
		"Read the other way, as the position of each card, it is the inverse, of which the descents are the rising sequences less one.")
}

// fresh is the new deck in short.
func (d Deck) fresh() string {
	names := d.list(slices.Sorted(slices.Values(d.Deck)))
	if len(names) > 4 {
		names = slices.Concat(names[:2], []string{"..."}, names[len(names)-1:])
	}
	return "from the top " + strings.Join(names, ", ")
}

// likeliest says which number of shuffles makes a deck likeliest.
func likeliest(times int, shuffles string) string {
	if times == 0 {
		return "The deck does not come after any of these."
	}
	return fmt.Sprintf("Of these numbers of %s, %d makes the deck likeliest.", shuffles, times)
}

// rowOfCards is how many cards a line of a deck has.
const rowOfCards = 13

// spread writes a deck on lines of thirteen cards.
func (n Named) spread(w io.Writer, indent string, deck []int) {
	names := n.list(deck)
	width := longest(names)
	for i, name := range names {
		if i%rowOfCards == 0 {
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprint(w, indent)
		} else {
			fmt.Fprint(w, " ")
		}
		fmt.Fprintf(w, "%*s", width, name)
	}
	if len(deck) > 0 {
		fmt.Fprintln(w)
	}
}

// longest is the width of the longest text.
func longest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// Table implements Record.
func (d Deck) Table() ([]string, [][]string) {
	header, rows := csvTable(d.Statistics)
	header = append([]string{"n"}, header...)
	rows = append(rows, []string{"P(a fair deck has no more rising sequences)", d.FairAtMost, "", "", ""})
	for _, r := range d.Riffles {
		rows = append(rows, []string{fmt.Sprintf("P after %s", number.Count(r.Shuffles, "riffle")), r.Probability, "", "", ""})
	}
	for i, row := range rows {
		rows[i] = append([]string{fmt.Sprint(d.N)}, row...)
	}
	return header, rows
}

// ShownRiffleSchema names the form of ShownRiffle.
const ShownRiffleSchema = "dovetail/riffle/2"

// ShownRiffle is one riffle of Gilbert, Shannon and Reeds, card by card.
type ShownRiffle struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N      int        `json:"n" unit:"cards"`
	Seed   number.Int `json:"seed" unit:"number"`
	Before []int      `json:"before" unit:"cards"`       // the deck that is riffled, from the top
	Cut    int        `json:"cut" unit:"cards"`          // cards of the top packet
	Chance string     `json:"chance" unit:"probability"` // of this cut
	Labels []int      `json:"labels" unit:"positions"`   // of the positions of the new deck: 0 where its card is of the top packet, 1 of the bottom one
	After  []int      `json:"after" unit:"cards"`        // the new deck
	Drops  []string   `json:"drops" unit:"probability"`  // the chance that the packet drops which does, when the position is filled
	Named
}

// Text implements Record.
func (r ShownRiffle) Text(w io.Writer) error {
	fmt.Fprintf(w, "n=%d, a riffle drawn with seed %d: %s cut off the top, %d left\n", r.N, r.Seed, number.Count(r.Cut, "card"), r.N-r.Cut)
	r.spread(w, "  ", r.Before[:r.Cut])
	fmt.Fprintln(w, "  --")
	r.spread(w, "  ", r.Before[r.Cut:])
	names := r.list(r.After)
	width := max(longest(names), longest(r.Drops))
	const head = 14
	for from, to := 0, 0; from < r.N; from = to {
		to = min(r.N, from+max(1, min(rowOfCards, (lineWidth-head)/(width+1))))
		line := func(name string, cell func(j int) string) {
			var b strings.Builder
			fmt.Fprintf(&b, "%-*s", head, name)
			for j := from; j < to; j++ {
				fmt.Fprintf(&b, " %*s", width, cell(j))
			}
			fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
		}
		packet := func(label int) func(j int) string {
			return func(j int) string {
				if r.Labels[j] != label {
					return ""
				}
				return names[j]
			}
		}
		fmt.Fprintln(w)
		line("position", func(j int) string { return fmt.Sprint(j + 1) })
		line("top packet", packet(0))
		line("bottom packet", packet(1))
		line("new deck", func(j int) string { return names[j] })
		line("label", func(j int) string { return fmt.Sprint(r.Labels[j]) })
		line("drop", func(j int) string { return r.Drops[j] })
	}
	fmt.Fprintln(w)
	choose := fmt.Sprintf("C(%d,%d)", r.N, r.Cut)
	for _, says := range []string{
		fmt.Sprintf("1. Cut and drop. A cut below card %d has the chance %s/2^%d = %s. The new deck grows from its last position up: when j cards are left, a packet with x of them drops its lowest to position j with chance x/j.",
			r.Cut, choose, r.N, r.Chance),
		fmt.Sprintf("2. Cut and interleave. The drops above have the chance 1/%s together, as they have in any other order: all %s interleavings of a cut are alike.", choose, choose),
		fmt.Sprintf("3. Label and sort. So each row of %s has the chance 2^-%d: fair bits, one a position, 0 for the top packet. Sorted by them, the cards with 0 above those with 1 and otherwise in their order, the new deck gives back the old one.", number.Count(r.N, "label"), r.N),
	} {
		if err := paragraph(w, "", says); err != nil {
			return err
		}
	}
	return nil
}

// Table implements Record.
func (r ShownRiffle) Table() ([]string, [][]string) {
	var rows [][]string
	for j := range r.After {
		rows = append(rows, []string{fmt.Sprint(j + 1), r.written(r.Before[j])[0], r.written(r.After[j])[0], fmt.Sprint(r.Labels[j]), r.Drops[j]})
	}
	return []string{"position", "before", "after", "label", "drop"}, rows
}
