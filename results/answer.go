package results

import (
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
	"dovetail/results/spoken"
)

// The first line of each answer: one sentence with the number, its unit, and how sure it is, for somebody who plays cards.
// No method is named in it.

// usual is the distance from fair at which the sentence about hands calls riffles enough, and says so.
const usual = 0.1

// Recalled is an answer from a file, for reading: its first sentence and its last say so.
type Recalled struct {
	Record
	Origin string // where it comes from, as a sentence
}

// Answer says that the answer is on record.
func (r Recalled) Answer() string {
	says := r.Record.Answer()
	for _, kind := range []string{Sampled, "proved", Exact} {
		if before, after, ok := strings.Cut(says, "("+kind+")"); ok {
			return before + "(" + kind + ", on record)" + after
		}
	}
	return strings.TrimSuffix(says, ".") + " (on record)."
}

// Sections are those of the record, and where it comes from.
func (r Recalled) Sections(p *render.Page) {
	r.Record.Sections(p)
	p.Note("%s", r.Origin)
}

// step is how far from fair a deck is after some shuffles.
type step struct {
	times     int
	low, high float64
}

// away is the distance in words: of rounded digits the digits, otherwise the ends.
func (s step) away(kind string) string {
	if kind == Exact {
		middle := (s.low + s.high) / 2
		return spoken.Away(middle, middle)
	}
	return spoken.Away(s.low, s.high)
}

// soon says how many shuffles bring a deck as near to fair as is enough, or how far from fair it is after the last of these
// numbers of them. What its digits or bounds leave open it does not claim.
func soon(enough float64, rows []step, shuffle, deck, is, kind string) string {
	i := slices.IndexFunc(rows, func(s step) bool { return s.high <= enough })
	row := rows[len(rows)-1]
	switch {
	case i > 0 && rows[i-1].low > enough:
		before := rows[i-1]
		leave := "leave"
		if before.times == 1 {
			leave = "leaves"
		}
		return fmt.Sprintf("It takes %s to bring %s within %v of fair; %d %s %s (%s).", number.Count(rows[i].times, shuffle), deck, enough,
			before.times, leave, strings.TrimSuffix(before.away(kind), " from fair"), spoken.Sure(kind))
	case i >= 0 && rows[i].high > 0:
		row = rows[i]
		return fmt.Sprintf("After %s, %s %s %s, which is within %v (%s).", number.Count(row.times, shuffle), deck, is,
			row.away(kind), enough, spoken.Sure(kind))
	}
	return fmt.Sprintf("After %s, %s %s %s (%s).", number.Count(row.times, shuffle), deck, is, row.away(kind), spoken.Sure(kind))
}

// is is the verb of so many things.
func is(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

// Answer is the least number that is enough.
func (r Riffles) Answer() string {
	var rows []step
	for _, row := range r.Rows {
		low, high := spoken.Rounded(row.TVD)
		rows = append(rows, step{row.Shuffles, low, high})
	}
	if last := rows[len(rows)-1]; r.Distinct {
		return fmt.Sprintf("Exchanges of two different places never mix %s, as half of all orders stay impossible; %d leave them %s (exact).",
			number.Count(r.N, "card"), last.times, last.away(Exact))
	}
	return soon(r.Enough, rows, r.once(), number.Count(r.N, "card"), is(r.N), Exact)
}

// once is what one of these shuffles is called.
func (s ClosedShuffle) once() string {
	if s.Shelves > 0 {
		return "pass"
	}
	return strings.TrimSuffix(s.Name(), "s")
}

// Answer is the likeliest number of shuffles.
func (r RiffledDeck) Answer() string {
	for _, row := range r.Rows {
		if row.Shuffles == r.Likeliest {
			return fmt.Sprintf("This deck of %s is likeliest after %s, %.3g times as likely as in a fair deck (exact).",
				number.Count(r.N, "card"), number.Count(r.Likeliest, r.once()), spoken.Decimal(row.Ratio))
		}
	}
	return fmt.Sprintf("This deck of %s cannot result from any of these numbers of %s (exact).", number.Count(r.N, "card"), r.Name())
}

// Answer is the least number that is enough, or what the last is estimated to leave.
func (r Repeated) Answer() string {
	shuffle, what := "riffle", "kinds of cards"
	if r.A != 2 {
		shuffle = fmt.Sprintf("%d-shuffle", r.A)
	}
	if r.Fixed == "target" {
		what = "hands"
	}
	only := fmt.Sprintf("If only %s count, ", what)
	if len(r.Deck) == r.N {
		only = ""
	}
	deck := "a deck " + r.game()
	var rows []step
	kind := Exact
	for _, row := range r.Rows {
		if row.Kind == Sampled {
			last := r.Rows[0]
			for _, row := range r.Rows {
				if row.SE == nil || spoken.Decimal(row.TVDLow) >= 2**row.SE {
					last = row // the last that says something
				}
			}
			about := "about"
			if last.TVDHigh == "" {
				about = "at least about"
			}
			return fmt.Sprintf("%safter %s %s is %s %s from fair (sampled).", only, number.Count(last.Shuffles, shuffle), deck, about,
				spoken.Figure(spoken.Decimal(last.TVDLow)))
		}
		if row.Kind == Bound {
			kind = Bound
		}
		rows = append(rows, step{row.Shuffles, spoken.Decimal(row.TVDLow), spoken.Decimal(row.TVDHigh)})
	}
	says := soon(r.Enough, rows, shuffle, deck, "is", kind)
	if only != "" {
		says = only + strings.ToLower(says[:1]) + says[1:]
	}
	return says
}

// Answer is the exact tolerance, rounded up.
func (e Emax) Answer() string {
	return fmt.Sprintf("If a fair shuffle of %s is dealt %s times, all shares of a card at a place are within %s of 1/%d with "+
		"probability at least %s (exact if these shares were independent).", number.Count(e.N, "card"), e.Samples, spoken.Up(e.value()),
		e.N, e.Confidence)
}

// Answer is the mean of w.
func (s Spread) Answer() string {
	return fmt.Sprintf("In %s of %s, %.2f of the %d chances that a card lies at a place seem fair on average (sampled).",
		number.Count(s.Samples, "deal"), spoken.Word(s.Word, s.Models), s.Mean, s.N*s.N)
}

// Answer is the lower end.
func (s Sample) Answer() string {
	return fmt.Sprintf("%s %s %s (sampled).", spoken.After(s.Word, s.Models), spoken.Cards(s.N), spoken.Away(s.TVDLow, 1))
}

// Answer is w.
func (s Score) Answer() string {
	return fmt.Sprintf("%s %d of the %d chances that a card lies at a place are fair to within the tolerance (exact); the whole order "+
		"can still be far from fair.", spoken.After(s.Word, s.Models), s.White, s.N*s.N)
}

// Answer is when w is n^2.
func (r Repeat) Answer() string {
	if r.ReachedLaw == 0 {
		return fmt.Sprintf("Up to %s %s does not make all chances that a card lies at a place fair to within the tolerance (exact).",
			number.Count(len(r.Rows), "time"), r.Word)
	}
	return fmt.Sprintf("%s must be done %s until all chances that a card lies at a place are fair to within the tolerance (exact); the "+
		"whole order can still be far from fair.", r.Word, number.Count(r.ReachedLaw, "time"))
}

// Answer says how to read the matrix.
func (l Law) Answer() string {
	sure := fmt.Sprintf("exact to %.1g", l.CellError)
	if l.Seed.Int != nil {
		sure = "sampled"
	}
	what := map[string]string{"T": "how many times", "E": "how much likelier than in a fair deck"}[l.What]
	if what == "" {
		what = "how likely"
	}
	return fmt.Sprintf("Row i, column j: %s %s takes the card at place i to place j (%s).", what, l.Word, sure)
}

// Answer counts them.
func (m Models) Answer() string {
	switch {
	case m.Called != "":
		return strings.ToUpper(m.Called[:1]) + m.Called[1:] + "."
	case len(m.Models) == 1:
		return fmt.Sprintf("%s: %s.", strings.ToUpper(m.Models[0].Name[:1])+m.Models[0].Name[1:], m.Models[0].Summary)
	}
	return fmt.Sprintf("There are %d models of shuffles, and %d letters that stand for some of them.", len(m.Models), len(m.Letters))
}

// Answer is the interval.
func (i Interval) Answer() string {
	return fmt.Sprintf("%s %s %s (%s).", spoken.After(i.Word, i.Models), spoken.Cards(i.N), spoken.AwayBetween(i.Lower, i.Upper),
		spoken.Sure(i.Kind))
}

// Answer is the interval.
func (t TVD) Answer() string {
	away := spoken.Away(t.Lower, t.Upper)
	if t.Kind != Sampled {
		away = spoken.AwayBetween(t.Certified.Lower, t.Certified.Upper)
	}
	return fmt.Sprintf("%s %s %s (%s).", spoken.After(t.Word, t.Models), spoken.Cards(t.N), away, spoken.Sure(t.Kind))
}

// Answer is the number of rising sequences and of riffles.
func (d Deck) Answer() string {
	rising := number.Count(d.Statistics[0].Value, "rising sequence")
	last := d.Riffles[len(d.Riffles)-1].Shuffles
	likely := fmt.Sprintf("no number of riffles up to %d makes it from a new deck", last)
	switch {
	case d.Likeliest > 0 && d.Likeliest == last:
		likely = fmt.Sprintf("up to %s, more riffles of a new deck make it likelier", number.Count(last, "riffle"))
	case d.Likeliest > 0:
		likely = fmt.Sprintf("a new deck is likeliest to become it by %s", number.Count(d.Likeliest, "riffle"))
	}
	return fmt.Sprintf("This deck of %s has %s (parts of the old deck still in their order); %s (exact).", number.Count(d.N, "card"), rising, likely)
}

// Answer is the cut.
func (r ShownRiffle) Answer() string {
	return fmt.Sprintf("One riffle of %s: %d are cut off the top and fall between the other %d.", number.Count(r.N, "card"), r.Cut, r.N-r.Cut)
}

// Answer is the word that comes first.
func (r Rank) Answer() string {
	if len(r.Rows) == 0 {
		return fmt.Sprintf("None of %s is listed.", number.Count(r.Words, "word"))
	}
	best := r.Rows[0]
	says := fmt.Sprintf("Of %s of %s %s comes first for single cards, with %d of %d chances that a card lies at a place fair to within the "+
		"tolerance (exact)", number.Count(r.Words, "word"), number.Count(r.M, "shuffle"), best.Word, best.White, r.N*r.N)
	if best.TVDLow > "0.0005" || best.TVDHigh != "" && best.TVDHigh < "0.9995" {
		says += fmt.Sprintf("; the whole deck is %s (proved)", spoken.AwayBetween(best.TVDLow, best.TVDHigh))
	}
	return says + "."
}

// Answer is the word that comes first.
func (r LawRank) Answer() string {
	if len(r.Rows) == 0 {
		return fmt.Sprintf("None of %s is listed.", number.Count(r.Words, "word"))
	}
	best := r.Rows[0]
	return fmt.Sprintf("The best of %s of %s is %s: %s %s (exact).", number.Count(r.Words, "word"), number.Count(r.M, "shuffle"),
		spoken.Word(best.Word, r.Models), spoken.Cards(r.N), spoken.AwayBetween(number.Short(best.LawTVD), number.Short(best.LawTVD)))
}

// Answer is the word that comes first.
func (r SampledRank) Answer() string {
	if len(r.Rows) == 0 {
		return fmt.Sprintf("None of %s is listed.", number.Count(r.Words, "word"))
	}
	best := r.Rows[0]
	return fmt.Sprintf("Of %s of %s the least lower end is that of %s: %s %s (sampled).", number.Count(r.Words, "word"),
		number.Count(r.M, "shuffle"), spoken.Word(best.Word, r.Models), spoken.Cards(r.N), spoken.Away(best.TVDLow, 1))
}

// Answer is the best word, as far as it is known.
func (r BoundRank) Answer() string {
	sure := spoken.Sure(r.Kind)
	if r.OnRecord != nil {
		sure += ", on record"
	}
	b, words, cards := r.Best, number.Count(r.Words, "word"), number.Count(r.N, "card")
	of := fmt.Sprintf("%s of %s", words, number.Count(r.M, "shuffle"))
	if r.Budget != nil {
		of = fmt.Sprintf("%s within an effort of %v", words, r.Budget.Within)
	}
	if b.Unmixed > 0 && r.Words.IsInt64() && int64(b.Unmixed) == r.Words.Int64() {
		return fmt.Sprintf("None of %s mixes %s: each leaves them %s (%s).", of, cards, spoken.AwayBetween(b.Low, "1"), sure)
	}
	if spoken.Decimal(b.High) >= spoken.Decimal(unmixed) {
		return fmt.Sprintf("None of %s is shown to mix %s (%s).", of, cards, sure)
	}
	away := spoken.AwayBetween("0", b.High)
	for _, row := range r.Rows {
		if row.Word == b.Words[0] {
			away = spoken.AwayBetween(row.TVDLow, row.TVDHigh)
		}
	}
	if r.Budget != nil {
		for _, f := range r.Budget.Frontier {
			if f.Word == b.Words[0] {
				away = spoken.AwayBetween(f.TVDLow, f.TVDHigh)
			}
		}
	}
	known, others := "the best", ""
	switch {
	case !b.Proved && r.Kind == Bound:
		known, others = "the best by these bounds", fmt.Sprintf("; %s may be better", number.Count(b.Count-1, "other"))
	case !b.Proved:
		known, others = "the best known", fmt.Sprintf("; %s may be better", number.Count(b.Count-1, "other"))
	case b.Count > 1:
		others = fmt.Sprintf("; %s may be as good", number.Count(b.Count-1, "other"))
	}
	return fmt.Sprintf("Of %s for %s %s is %s, %s%s (%s).", of, cards, known, spoken.Word(b.Words[0], r.Models), away, others, sure)
}

// Answer is the mean of the first kind.
func (r Opening) Answer() string {
	k := r.Kinds[0]
	name := k.Name
	if name == "" {
		name = "cards of the kind"
	}
	if r.Word == "" {
		return fmt.Sprintf("From a fair deck, a hand of %d has %s %s on average (exact).", r.Hand, spoken.Figure(k.FairMean), name)
	}
	where := map[string]string{"top": "on top", "bottom": "at the bottom"}[r.At]
	if where == "" {
		where = "spread evenly"
	}
	return fmt.Sprintf("With the %d %s %s before %s, a hand of %d has %s of them on average; from a fair deck it has %s (exact).", k.Cards,
		name, where, spoken.Word(r.Word, r.Models), r.Hand, spoken.Figure(k.Mean), spoken.Figure(k.FairMean))
}

// Answer is the chance to change the half, or which models are rejected.
func (r Fit) Answer() string {
	var rejected []string
	for _, m := range r.Models {
		for _, part := range r.parts() {
			if t := part.test(m); t != nil && t.P != nil && *t.P < 0.05 && !slices.Contains(rejected, m.Letter) {
				rejected = append(rejected, m.Letter)
			}
		}
	}
	if f := r.Fitted; f != nil {
		fits := "fitted to the counts"
		if slices.Contains(rejected, r.Models[len(r.Models)-1].Letter) {
			fits += "; a test rejects this model too"
		}
		return fmt.Sprintf("From one card to the next these hands change the half with probability %.3f ± %.3f where ideal riffles do so half "+
			"of the time (%s).", f.Switch, f.SwitchSE, fits)
	}
	if len(rejected) == 0 {
		return "These counts reject none of the models at a level of 0.05 (exact tests)."
	}
	return fmt.Sprintf("These counts reject %d of %s at a level of 0.05: %s.", len(rejected), number.Count(len(r.Models), "model"),
		strings.Join(rejected, ", "))
}

// Answer is how many riffles are enough.
func (r Hands) Answer() string {
	first, last := r.Rows[0].Shuffles, r.Rows[len(r.Rows)-1].Shuffles
	for _, known := range []func(n HandsNeed) bool{
		func(n HandsNeed) bool { return n.Shown > 0 && n.TVD == usual },
		func(n HandsNeed) bool { return n.Shown > 0 },
		func(n HandsNeed) bool { return n.Possible == 0 },
	} {
		if i := slices.IndexFunc(r.Needs, known); i >= 0 {
			n := r.Needs[i]
			hands, ideal := needed(n.Possible, n.Shown, first, last), needed(n.Ideal, n.Ideal, first, last)
			riffles := "riffles"
			if hands == "1" {
				riffles = "riffle"
			}
			return fmt.Sprintf("To come within %v of fair %s need %s %s by this model of hands (%s), and %s by ideal ones.", n.TVD,
				number.Count(r.N, "card"), hands, riffles, spoken.Sure(r.Kind), ideal)
		}
	}
	row := r.Rows[len(r.Rows)-1]
	return fmt.Sprintf("After %s by this model of hands, %s %s (%s).", number.Count(row.Shuffles, "riffle"), spoken.Cards(r.N),
		spoken.Away(row.TVDLow, row.TVDHigh), spoken.Sure(r.Kind))
}

// Answer is the distance.
func (l DeckLaw) Answer() string {
	return fmt.Sprintf("%s %s %s (exact).", spoken.After(l.Word, l.Models), spoken.Cards(l.N), spoken.AwayBetween(number.Short(l.TVD), number.Short(l.TVD)))
}

// Answer is the mean and the worst distance.
func (p Pairs) Answer() string {
	return fmt.Sprintf("%s the places of two of %s are %s from fair on average, and %s at worst (exact).", spoken.After(p.Word, p.Models),
		number.Count(p.N, "card"), spoken.Figure(p.MeanTVD), spoken.Figure(p.WorstTVD))
}

// Answer is the verdict.
func (r Fair) Answer() string {
	alarms := 0
	for _, t := range r.Tests {
		if t.Alarm {
			alarms++
		}
	}
	decks := fmt.Sprintf("these %d decks", r.Decks)
	if r.Decks == 1 {
		decks = "this deck"
	}
	tests := number.Count(len(r.Tests), "test")
	switch r.Verdict {
	case Unfair:
		return fmt.Sprintf("Unfair: %d of %s found a fault in %s (p %s, where false alarms come at a rate of %v).", alarms, tests, decks,
			equals(r.PValue), r.FalseAlarm)
	case TooFew:
		return fmt.Sprintf("Too few decks to say: none of %s found a fault, but %s would miss some common ones.", tests, decks)
	}
	return fmt.Sprintf("Fair as far as %s can tell: none of %s found a fault (p %s).", decks, tests, equals(r.PValue))
}

// equals is "= 0.5", or "< 1e-300".
func equals(p float64) string {
	if less, ok := strings.CutPrefix(below(p), "<"); ok {
		return "< " + less
	}
	return "= " + below(p)
}
