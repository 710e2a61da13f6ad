package explorer

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"dovetail/results"
)

// What is known of a routine, in plain words: whether the deck is fair enough, what to do next, and the bet that
// somebody wins who knows the routine. The interval is the narrowest that the closed form, the records on file and the
// proofs of a moment give together; each of them holds, so that the greatest lower and the least upper end do.

// aim is the distance at which a deck is fair enough: of a hundred fair bets nobody wins ten more than he should.
const aim = 0.1

// verdict is what is known of a routine.
type verdict struct {
	Low, High   float64
	Exact       bool
	Sampled     bool     // an end rests on samples
	Filed       []Known  // the records that ends are from
	Parts       []string // of the routine, whose distances bound it from above
	Bet         *bet     // that wins most, where it has a name
	least, most int      // more riffles that are needed; 0 where nobody knows
	run         int      // how many riffles in a row have the others put to them; 0 if these come last
	pure        bool     // all shuffles are riffles by the same hands
	says        language

	Figure string // of a hundred bets, with its bounds in words
	Band   template.HTML
	Chart  template.HTML
	Better *better
	Share  shared
}

// bet is one on a deck of at most a number of rising sequences, and how often it comes of a hundred times.
type bet struct {
	Bound      int
	Here, Fair float64
}

// better is a routine that leaves the deck fairer for as many shuffles.
type better struct {
	Word, Says, URL string
	Low, High       float64
}

// narrow takes what a record says of a word of m letters.
func (v *verdict) narrow(record results.Record, m int) {
	low, high, sampled := 0.0, 1.0, false
	switch r := record.(type) {
	case results.Interval:
		low, high, v.Exact = value(r.Lower), value(r.Upper), exact(r)
		if v.Exact { // to within the last digit
			low = (low + high) / 2
			high = low
		}
	case results.TVD:
		low, high, v.Exact, sampled = r.Lower, r.Upper, exact(r), r.Kind == results.Sampled
	case results.Hands:
		i := slices.IndexFunc(r.Rows, func(row results.HandsRow) bool { return row.Shuffles == m })
		if i < 0 {
			return
		}
		row := r.Rows[i]
		low, high, v.Exact, sampled = row.TVDLow, row.TVDHigh, exact(r), row.Decks+row.Tested > 0
		if v.Exact {
			low, high = row.Ideal, row.Ideal
		}
	}
	v.within(low, high, sampled)
}

// within cuts the interval down to another one.
func (v *verdict) within(low, high float64, sampled bool) {
	if v.Exact {
		v.Low, v.High, v.Sampled = low, high, false
		return
	}
	v.Sampled = v.Sampled || sampled && (low > v.Low || high < v.High)
	v.Low, v.High = max(v.Low, low), min(v.High, high)
}

// exact reports whether a distance is known exactly.
func exact(record results.Record) bool {
	switch r := record.(type) {
	case results.Interval:
		return r.Kind == results.Exact
	case results.TVD:
		return r.Kind == results.Exact
	case results.Hands:
		return r.Kind == results.Exact
	}
	return false
}

// distance is what is on record of a word with the letters of this page.
func (q values) distance(word string) (i results.OnRecord, ok bool) {
	if q.asks.Distance == nil {
		return i, false
	}
	return q.asks.Distance(int(q.Number("n")), q.models(distinct(word)), word)
}

// judge is what is known of the routine of a page, by what was answered about it.
func (s *Server) judge(ctx context.Context, q values, all []Answer) (v verdict, err error) {
	word := q.Text("word")
	v = verdict{High: 1, says: q.says}
	for _, a := range all {
		if v.narrow(a.Records[0], len(word)); v.Exact {
			break
		}
	}
	if i, ok := q.distance(word); ok && !v.Exact {
		var used []results.End
		if i.Lower.Value > v.Low {
			used = append(used, i.Lower)
		}
		if i.Upper.Value < v.High {
			used = append(used, i.Upper)
			for _, part := range i.Upper.Parts {
				v.Parts = append(v.Parts, q.spoken(part))
			}
		}
		for _, source := range results.Sources(used...) {
			for _, k := range s.known() {
				if k.Name == source.Name {
					v.Filed = append(v.Filed, k)
				}
			}
		}
		v.within(i.Lower.Value, i.Upper.Value, i.Delta() > 0)
	}
	riffles, err := s.riffles(ctx, q)
	if err != nil {
		return v, err
	}
	hands, err := s.handsOf(ctx, q)
	if err != nil {
		return v, err
	}
	v.next(q, riffles, hands)
	if m := len(word); q.riffled(word) == ideal && m <= len(riffles.Rows) && riffles.Event == results.RisingAtMost {
		if row := riffles.Rows[m-1]; row.Bound != nil {
			v.Bet = &bet{*row.Bound, 100 * value(row.Here), 100 * value(row.Fair)}
		}
	}
	v.Figure = v.figure()
	v.Band = band(v.Low, v.High, q.says.Of("routine.band"))
	v.Chart = v.chart(q.says, riffles, hands, len(word)).SVG()
	v.Better = s.better(q, v)
	return v, nil
}

// ideal is the riffle of textbooks.
const ideal = "riffle(cut=binomial)"

// mostHands is the longest routine of riffles alone for which the page shows the riffles before and after it.
const mostHands = 16

// shownRiffles is how many riffles a chart has.
func (q values) shownRiffles() int { return max(12, min(len(q.Text("word"))+3, 20)) }

// riffles are ideal riffles of as many cards, with which others are compared.
func (s *Server) riffles(ctx context.Context, q values) (r results.Riffles, err error) {
	a, err := s.question(results.RifflesSchema, fields{"cards": q.Number("n"), "riffles": upTo(int64(q.shownRiffles()))}, How{})
	if err != nil {
		return r, err
	}
	all, err := s.asking(ctx, a)
	if err == nil {
		r, _ = all[0].Records[0].(results.Riffles)
	}
	return r, err
}

// handsOf are riffles by the hands of a routine that is nothing else: what is on record, or counted in a moment. It has no rows where
// there are none.
func (s *Server) handsOf(ctx context.Context, q values) (r results.Hands, err error) {
	word := q.Text("word")
	riffle := q.riffled(word)
	if riffle == "" || riffle == ideal || len(word) > mostHands {
		return r, nil
	}
	a, err := q.handsAsk(riffle, 0)
	if err != nil {
		return r, err
	}
	all, err := s.asking(ctx, a)
	if err == nil {
		r, _ = all[0].Records[0].(results.Hands)
		letter := word[:1]
		for i := range r.Rows {
			row := &r.Rows[i]
			if on, ok := q.distance(strings.Repeat(letter, row.Shuffles)); ok {
				row.TVDLow, row.TVDHigh = max(row.TVDLow, on.Lower.Value), min(row.TVDHigh, on.Upper.Value)
			}
		}
	}
	return r, err
}

// next finds how many more riffles are needed. By the same hands that is read off their rows. Of any other routine it is
// the least number that is proved to be enough, after all shuffles or in the longest run of riffles that it has: more
// shuffles never make a deck less fair, and two parts leave at most twice the product of both distances.
func (v *verdict) next(q values, riffles results.Riffles, hands results.Hands) {
	word := q.Text("word")
	riffle := q.riffled(word)
	v.pure = riffle == ideal || len(hands.Rows) > 0
	if v.High <= aim {
		return
	}
	switch {
	case riffle == ideal:
		for _, row := range riffles.Rows {
			if more := row.Shuffles - len(word); more > 0 && value(row.TVD) <= aim {
				v.least, v.most = more, more
				return
			}
		}
	case v.pure:
		for _, row := range hands.Rows {
			more := row.Shuffles - len(word)
			if more > 0 && v.least == 0 && row.TVDLow <= aim {
				v.least = more
			}
			if more > 0 && row.TVDHigh <= aim {
				v.most = more
				return
			}
		}
	default:
		v.most, v.run = q.enough(riffles, v.High)
	}
}

// enough is the least number of riffles by the hands of a routine which is proved to leave the deck fair enough, if its
// distance is at most high: at its end, or put to its longest run of them, where fewer do. It is 0 if nothing is proved.
func (q values) enough(riffles results.Riffles, high float64) (more, run int) {
	word := q.Text("word")
	own := q.riffler()
	from, to := longestRun(word, own)
	closed := func(k int) float64 { // riffles alone
		if k == 0 || k > len(riffles.Rows) || q.riffled(own) != ideal {
			return 1
		}
		return value(riffles.Rows[k-1].TVD)
	}
	proved := func(word string) bool {
		on, ok := q.distance(word)
		return ok && on.Upper.Value <= aim
	}
	last := len(word) - len(strings.TrimRight(word, own))
	for k := 1; k <= len(riffles.Rows); k++ {
		others := strings.Repeat(own, k)
		if min(closed(last+k), closed(k), 2*high*closed(k)) <= aim || proved(word+others) {
			return k, 0
		}
		if from < to && (closed(to-from+k) <= aim || proved(word[:to]+others+word[to:])) {
			return k, to - from
		}
	}
	return 0, 0
}

// riffler is the letter that riffles in a routine, or would.
func (q values) riffler() string {
	word := q.Text("word")
	if i := strings.IndexAny(word, riffles); i >= 0 {
		return word[i : i+1]
	}
	return "R"
}

// longestRun is where a letter stands most often in a row.
func longestRun(word, letter string) (from, to int) {
	for i := 0; i < len(word); {
		end := alike(word, i)
		if word[i:i+1] == letter && end-i > to-from {
			from, to = i, end
		}
		i = end
	}
	return from, to
}

// Fair says that the deck is fair enough.
func (v verdict) Fair() bool { return v.High <= aim }

// Open says that nothing is known from above.
func (v verdict) Open() bool { return v.High >= 0.995 && v.Low < 0.99 }

// Says is the verdict in a sentence.
func (v verdict) Says() string {
	t, unfair := v.says, v.Low > aim
	counted := func(key string, least, most int) string {
		if most == 1 && least <= 1 {
			return fmt.Sprintf(t.Of(key+".one"), "1")
		}
		count := fmt.Sprint(most)
		if least > 0 && least < most {
			count = fmt.Sprintf("%d–%d", least, most)
		}
		return fmt.Sprintf(t.Of(key), count)
	}
	switch {
	case v.Fair():
		return t.Of("verdict.fair")
	case v.pure && unfair && v.most > 0:
		return counted("verdict.shuffle", v.least, v.most)
	case v.pure && unfair && v.least > 0:
		return counted("verdict.least", 0, v.least)
	case v.run > 0 && unfair:
		return fmt.Sprintf(t.Of("verdict.row"), fmt.Sprint(v.run+v.most), fmt.Sprint(v.run))
	case v.run > 0:
		return fmt.Sprintf(t.Of("verdict.rowSure"), fmt.Sprint(v.run+v.most), fmt.Sprint(v.run))
	case unfair && v.most > 0:
		return counted("verdict.riffle", 0, v.most)
	case unfair:
		return t.Of("verdict.unfair")
	case v.most > 0:
		return counted("verdict.sure", 0, v.most)
	}
	return t.Of("verdict.unknown")
}

// almostEvery is a distance of somebody who wins nearly always.
const almostEvery = 0.99

// Names is true where the sentence names the event that is bet on.
func (v verdict) Names() bool { return v.Bet != nil && v.Low < almostEvery && v.High > 0 }

// Wins says in a sentence what somebody wins who knows the routine.
func (v verdict) Wins() string {
	t := v.says
	switch {
	case v.High == 0:
		return t.Of("wins.none")
	case v.Low >= everyBet:
		return t.Of("wins.every")
	case v.Low >= almostEvery:
		return t.Of("wins.almost")
	case v.Names():
		digits := 0
		if v.Bet.Here-v.Bet.Fair < 5 {
			digits = 1
		}
		return fmt.Sprintf(t.Of("wins.rising"), v.Bet.Bound, fmt.Sprintf("%.*f", digits, v.Bet.Here), fmt.Sprintf("%.*f", digits, v.Bet.Fair))
	case v.Open() && v.Low < hardly:
		return t.Of("wins.nothing")
	case v.Open():
		return fmt.Sprintf(t.Of("wins.least"), ofHundred(v.Low, v.Low, math.Floor))
	case v.Low < hardly:
		return fmt.Sprintf(t.Of("wins.most"), ofHundred(v.High, v.High, math.Ceil))
	}
	return fmt.Sprintf(t.Of("wins.between"), between100(v.Low, v.High))
}

// From says which parts of the routine bound it from above, if these are not the routine itself.
func (v verdict) From() string {
	switch len(v.Parts) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(v.says.Of("routine.part"), v.Parts[0])
	}
	return fmt.Sprintf(v.says.Of("routine.parts"), strings.Join(v.Parts, "; "))
}

// hardly is a distance that is nothing to the tenth of a bet in a hundred.
const hardly = 0.001

// figure is the number, or its bounds in words.
func (v verdict) figure() string {
	switch {
	case v.Open() && v.Low < hardly:
		return v.says.Of("figure.nothing")
	case v.Open():
		return fmt.Sprintf(v.says.Of("figure.least"), ofHundred(v.Low, v.Low, math.Floor))
	case v.Low < hardly && v.High > v.Low:
		return fmt.Sprintf(v.says.Of("figure.most"), ofHundred(v.High, v.High, math.Ceil))
	}
	return between100(v.Low, v.High)
}

// Won says what the number counts.
func (v verdict) Won() string {
	if v.Low >= everyBet {
		return v.says.Of("routine.wonEvery")
	}
	return v.says.Of("routine.won")
}

// Hatched says that a part of the band is.
func (v verdict) Hatched() bool { return hatched(v.Low, v.High) }

// ofHundred are bets of a hundred, rounded in a way: to a place more where there are few.
func ofHundred(x, high float64, round func(float64) float64) string {
	digits := 1.0
	if high < aim {
		digits = 10
	}
	return label(round(100*digits*x) / digits)
}

// everyBet is a distance of which nobody sees that it is less than 1.
const everyBet = 0.99995

// between100 are bets of a hundred, rounded outwards where there is an interval, except for what is as good as all.
func between100(low, high float64) string {
	if low == high || low >= everyBet {
		return ofHundred(low, high, math.Round)
	}
	lo, hi := ofHundred(low, high, math.Floor), ofHundred(high, high, math.Ceil)
	if lo == hi {
		return lo
	}
	return lo + "–" + hi
}

// better is the fairest routine on record of as many shuffles by the same hands, if it is surely fairer than this one, and
// is shown to be by the rounded numbers too.
func (s *Server) better(q values, v verdict) (found *better) {
	word, least := q.Text("word"), min(v.Low, v.High)
	for _, k := range s.known() {
		if schema := k.Question.Schema(); schema != results.TVDSchema && schema != results.DecksRankSchema {
			continue // and needs not be read
		}
		for _, other := range wordsOn(k.Record(), q.Number("n"), len(word)) {
			if other == word || !sameHands(word, other) {
				continue
			}
			if on, ok := q.distance(other); ok && on.Upper.Value < least && math.Ceil(100*on.Upper.Value) <= math.Round(100*v.Low) {
				least = on.Upper.Value
				found = &better{other, q.spoken(other), q.address("", "packets", "", "word", other), on.Lower.Value, on.Upper.Value}
			}
		}
	}
	return found
}

// mostTried is how many words of a ranking are tried, the best first.
const mostTried = 20

// wordsOn are the words of m letters for n cards that a record has.
func wordsOn(record results.Record, n int64, m int) (words []string) {
	switch r := record.(type) {
	case results.TVD:
		if int64(r.N) == n && len(r.Word) == m {
			words = []string{r.Word}
		}
	case results.BoundRank:
		for _, row := range r.Rows[:min(len(r.Rows), mostTried)] {
			if int64(r.N) == n && len(row.Word) == m {
				words = append(words, row.Word)
			}
		}
	}
	return words
}

// Won are the bets of a hundred that the better routine leaves.
func (b better) Won() string { return between100(b.Low, b.High) }

// sameHands reports whether who riffles as a word says can riffle as another does.
func sameHands(word, other string) bool {
	return !strings.ContainsAny(word, riffles) || !strings.ContainsFunc(other, func(c rune) bool {
		return strings.ContainsRune(riffles, c) && !strings.ContainsRune(word, c)
	})
}

// chart has the distance after each riffle, ideal ones and those by the hands of the routine, and the routine itself.
func (v verdict) chart(t language, riffles results.Riffles, hands results.Hands, m int) chart {
	ideal := curve{Name: t.Of("routine.idealCurve")}
	for _, row := range riffles.Rows {
		ideal.X, ideal.Y = append(ideal.X, float64(row.Shuffles)), append(ideal.Y, value(row.TVD))
	}
	low, high := curve{Name: t.Of("routine.least")}, curve{Name: t.Of("routine.most")}
	for _, row := range hands.Rows {
		if row.TVDLow > 0.005 { // of the others hardly anything is known
			low.X, low.Y = append(low.X, float64(row.Shuffles)), append(low.Y, row.TVDLow)
		}
		if row.TVDHigh < 0.995 || row.TVDLow > 0.99 {
			high.X, high.Y = append(high.X, float64(row.Shuffles)), append(high.Y, row.TVDHigh)
		}
	}
	curves := []curve{ideal}
	if len(low.X)+len(high.X) > 0 {
		curves = append(curves, high, low)
	}
	return chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Top: 1, Curves: curves,
		Here: &span{float64(m), v.Low, v.High, t.Of("routine.here")}}
}
