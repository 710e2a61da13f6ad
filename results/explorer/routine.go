package explorer

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"dovetail/results"
)

// The first page: how well do you shuffle? A routine is a word whose letters are taken up and laid down,
// with the hands that riffle; what it leaves is one figure, an edge in bets. What a moment answers is there
// at once, certain and perhaps wide. The page then asks for more, and the figure gets narrower meanwhile.

// routine is the view of somebody's own shuffles.
var routine = &view{
	name: "routine",
	fields: []field{
		{name: "word", byDefault: "RRRRRRR", letters: 20, more: otherHands},
		{name: "n", byDefault: "52", lo: 2, hi: 64},
		{name: "packets", says: "routine.packets", form: packetsForm, apart: true},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "card", byDefault: "1", lo: 1, hi: 64},
	},
	letters: true,
	inside:  "routine",
	alone:   "answer",
	picture: func(values) string { return "shared.png" },
	panels: []*panel{
		{name: "routine", extra: drawLetters},
		{name: "answer", asks: routineAsks, slow: true, auto: true, quick: 1, extra: drawFairness, ask: "routine.sharpen"},
		{name: "measure", extra: measured},
		{name: "follow", asks: beside(eachShuffle), apart: true, extra: drawFollowed},
		{name: "finding", extra: drawFindings},
		{name: "shared", file: shareRoutine, as: "png"},
	},
}

// packetsForm lets everything through: the panel that measures hands says what is wrong.
var packetsForm = form{pattern(`(?s)^.*$`), "form.packets"}

// mostHands is the longest routine of riffles that is asked about as hands.
const mostHands = 16

// routineAsks are questions about a routine, each narrower than the one before. If its answer is on record,
// that is the only one.
func routineAsks(q values) (asks []ask, err error) {
	word := q.Text("word")
	if riffle := q.riffled(word); riffle != "" && len(word) <= mostHands {
		return handsAsks(q, riffle, len(word))
	}
	add := func(schema string, more fields) {
		var a ask
		if err == nil {
			a, err = q.asks.question(schema, with(q.own(word), more), How{})
			asks = append(asks, a)
		}
	}
	tvd := func(decks, steps int) fields {
		return fields{"decks": decks, "steps": steps}
	}
	add(results.IntervalSchema, fields{"single": true})
	add(results.TVDSchema, tvd(64, 50))
	add(results.TVDSchema, tvd(2048, 1500))
	if err == nil {
		return q.asks.onRecord(asks, asks[1], len(word)), nil
	}
	return asks, err
}

// handsAsks ask about riffles by the same hands: what is counted; coarse intervals from here on; and narrow
// ones for the routine itself.
func handsAsks(q values, riffle string, m int) (asks []ask, err error) {
	most := min(max(12, m+3), mostHands)
	f := func(stages []int) fields {
		f := fields{"cards": q.Number("n"), "riffle": riffle, "riffles": fmt.Sprint("1..", most), "width": 0.05}
		if stages != nil {
			f["stages"] = stages
		}
		return f
	}
	if riffle == "riffle(cut=binomial)" {
		return each(q, results.HandsSchema, f(nil)) // which is exact
	}
	counted, coarse := make([]int, most), make([]int, most)
	for i := m - 1; i < min(m+3, most); i++ {
		coarse[i] = 1
	}
	narrow := slices.Clone(coarse)
	narrow[m-1] = 3
	asks, err = each(q, results.HandsSchema, f(counted), f(coarse), f(narrow))
	if err == nil {
		return q.asks.onRecord(asks, asks[0], m), nil
	}
	return asks, err
}

// riffled is the riffle that all letters of a word stand for, or "".
func (q values) riffled(word string) string {
	names := distinct(word)
	i := slices.IndexFunc(q.letters, func(l letter) bool { return l.Name == names })
	if i < 0 || q.letters[i].Model != "riffle" && q.letters[i].Model != "clumpy" {
		return ""
	}
	l := q.letters[i]
	if !slices.ContainsFunc(l.Fields, func(f field) bool { return q.Text(f.name) != f.byDefault }) {
		return l.as
	}
	_, model, _ := strings.Cut(q.models(names)[0], "=")
	return model
}

// Known is a record on file.
type Known struct {
	Name          string // of its file, without .json
	Day, Revision string // when it was found, and by which revision of the program
	Text          []byte
	Question      results.Question
	Record        func() results.Record
}

// subject is what a question is about, whatever effort it asks for.
type subject struct {
	N      int      `json:"n"`
	Word   string   `json:"word"`
	Models []string `json:"models"`
	Riffle string   `json:"riffle"`
}

func subjectOf(q results.Question) (s subject) {
	json.Unmarshal(results.Ask(q).Question, &s)
	return s
}

func (s subject) same(t subject) bool {
	return s.N == t.N && s.Word == t.Word && s.Riffle == t.Riffle && slices.Equal(s.Models, t.Models)
}

// onRecord asks in their place for the narrowest record about the same as one of them, for a word of m letters,
// if there is one.
func (s *Server) onRecord(asks []ask, like ask, m int) []ask {
	q, narrowest := like.questions[0], 2.0
	for _, k := range s.known() {
		if k.Question.Schema() != q.Schema() || !subjectOf(k.Question).same(subjectOf(q)) {
			continue
		}
		if r, ok := k.Record().(results.Hands); ok && len(r.Rows) < m {
			continue
		}
		if f := fairnessOf(k.Record(), m); f.High-f.Low < narrowest {
			asks, narrowest = []ask{s.put(How{}, k.Question)}, f.High-f.Low
		}
	}
	return asks
}

func (s *Server) known() []Known {
	if s.Known == nil {
		return nil
	}
	return s.Known()
}

// fairness is how far a routine leaves the deck from fair.
type fairness struct {
	Low, High      float64
	Exact, Certain bool
	Won            string // of a hundred bets
	More           string // riffles until the aim; "" if that is not known
	Band, Chart    any
	Better         *better
}

// better is a routine that leaves the deck fairer for as many shuffles.
type better struct {
	Word, Won, URL string
	Surely         bool
	low, high      float64
}

// aim is the distance to come to.
const aim = 0.1

// fairnessOf reads the distance of a word of m letters off a record.
func fairnessOf(record results.Record, m int) (f fairness) {
	switch r := record.(type) {
	case results.Interval:
		f.Low, f.High, f.Exact, f.Certain = value(r.Lower), value(r.Upper), exact(r), true
		if f.Exact { // to within the last digit
			f.Low = (f.Low + f.High) / 2
			f.High = f.Low
		}
	case results.TVD:
		f.Low, f.High, f.Exact, f.Certain = r.Lower, r.Upper, exact(r), r.Kind != results.Sampled
	case results.Hands:
		row := r.Rows[m-1]
		f.Low, f.High, f.Exact, f.Certain = row.TVDLow, row.TVDHigh, exact(r), row.Decks == 0
		if f.Exact {
			f.Low, f.High = row.Ideal, row.Ideal
		}
		f.need(r, m)
	}
	f.Won = ofHundred(f.Low, f.High)
	return f
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

// Coarse says that an interval is too wide to tell much.
func (f fairness) Coarse() bool { return f.High-f.Low > aim }

// Enough says that the routine is closer to fair than the aim.
func (f fairness) Enough() bool { return f.High <= aim }

// Lacking says that it is not.
func (f fairness) Lacking() bool { return f.Low > aim }

// need says how many more riffles by these hands it takes to the aim.
func (f *fairness) need(r results.Hands, m int) {
	for _, n := range r.Needs {
		if n.TVD != aim {
			continue
		}
		least, most := max(0, n.Possible-m), n.Shown-m
		switch {
		case n.Shown > 0 && most <= 0:
		case n.Possible == 0:
			f.More = fmt.Sprintf("> %d", len(r.Rows)-m)
		case n.Shown == 0 && least > 1:
			f.More = fmt.Sprintf("≥ %d", least)
		case n.Shown > 0 && least == most:
			f.More = fmt.Sprint(most)
		case n.Shown > 0:
			f.More = fmt.Sprintf("%d–%d", least, most)
		}
	}
}

// ofHundred are bets of a hundred, rounded outwards where there is an interval: of one that says nothing, none.
func ofHundred(low, high float64) string {
	if high < aim {
		return ofThousand(low, high)
	}
	if low == 0 && high == 1 {
		return "?"
	}
	return rounded(low, high, 1)
}

// ofThousand are the same to a place more.
func ofThousand(low, high float64) string { return rounded(low, high, 10) }

func rounded(low, high, digits float64) string {
	lo, hi := math.Floor(100*digits*low)/digits, math.Ceil(100*digits*high)/digits
	if low == high {
		lo = math.Round(100*digits*low) / digits
		hi = lo
	}
	if lo == hi {
		return label(lo)
	}
	return label(lo) + "–" + label(hi)
}

func drawFairness(_ context.Context, s *Server, q values, all []Answer) (any, error) {
	word := q.Text("word")
	last := all[len(all)-1].Records[0]
	f := fairnessOf(last, len(word))
	if first := fairnessOf(all[0].Records[0], len(word)); first.Certain {
		f.Low, f.High = max(f.Low, first.Low), min(f.High, first.High)
		f.Won = ofHundred(f.Low, f.High)
	}
	f.Band = band(f.Low, f.High, q.says.Of("routine.band"))
	if r, ok := last.(results.Hands); ok {
		f.Chart = handsChart(q.says, r).SVG()
	}
	var err error
	if f.Better, err = s.better(q, f); f.Better != nil && f.Better.Surely && math.Ceil(100*f.Better.high) >= math.Round(100*f.Low) {
		f.Won, f.Better.Won = ofThousand(f.Low, f.High), ofThousand(f.Better.low, f.Better.high) // which are close
	}
	return f, err
}

// better is the fairest routine on record of as many shuffles by the same hands, if its distance is at most what is
// known of this one.
func (s *Server) better(q values, f fairness) (found *better, err error) {
	word, least := q.Text("word"), f.High
	for _, k := range s.known() {
		if k.Question.Schema() != results.TVDSchema {
			continue
		}
		r := k.Record().(results.TVD)
		if len(r.Word) != len(word) || r.Word == word || r.Upper >= least || !sameHands(word, r.Word) {
			continue
		}
		asked, err := s.question(results.TVDSchema, q.own(r.Word), How{})
		if err != nil {
			return nil, err
		}
		if subjectOf(k.Question).same(subjectOf(asked.questions[0])) {
			least = r.Upper
			found = &better{r.Word, ofHundred(r.Lower, r.Upper), q.address("", "packets", "", "word", r.Word), r.Upper < f.Low,
				r.Lower, r.Upper}
		}
	}
	return found, nil
}

// sameHands reports whether who riffles as a word says can riffle as another does.
func sameHands(word, other string) bool {
	return !strings.ContainsAny(word, riffles) || !strings.ContainsFunc(other, func(c rune) bool {
		return strings.ContainsRune(riffles, c) && !strings.ContainsRune(word, c)
	})
}

func handsChart(t language, r results.Hands) chart {
	ideal := curve{Name: t.Of("routine.ideal")}
	low, high := curve{Name: t.Of("routine.least")}, curve{Name: t.Of("routine.most")}
	for _, row := range r.Rows {
		x := float64(row.Shuffles)
		ideal.X, ideal.Y = append(ideal.X, x), append(ideal.Y, row.Ideal)
		if row.TVDLow > aim/10 || row.Decks > 0 { // of the others hardly anything is known from below
			low.X, low.Y = append(low.X, x), append(low.Y, row.TVDLow)
		}
		high.X, high.Y = append(high.X, x), append(high.Y, row.TVDHigh)
	}
	curves := []curve{ideal}
	if r.Kind != results.Exact {
		curves = append(curves, high, low)
	}
	return chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Top: 1, Curves: curves}
}

// plain is the page's address without the parameters of letters.
func (q values) plain(changes ...string) string {
	q.fields = q.v.fields
	return q.address("", append([]string{"packets", ""}, changes...)...)
}

// finding is a routine that is worth knowing.
type finding struct{ Word, Says, Won, URL, Line, Record string }

// found are seven riffles, and what beats them.
var found = []struct{ word, says string }{
	{"RRRRRRR", "routine.seven"}, {"RRRRDRR", "routine.deal"}, {"LLLLLLL", "routine.sevenNeat"},
}

// drawFindings are those that are known at once.
func drawFindings(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	var all []finding
	for _, known := range found {
		r := &http.Request{Method: "GET", URL: &url.URL{RawQuery: "word=" + known.word + "&lang=" + q.lang}}
		other, err := s.read(ctx, q.v, r)
		var asks []ask
		if err == nil {
			asks, err = routineAsks(other)
		}
		if err != nil || len(asks) != 1 {
			return all, err
		}
		answers, err := s.asking(ctx, asks...)
		if err != nil {
			return nil, err
		}
		all = append(all, finding{Word: known.word, Says: q.says.Of(known.says),
			Won: fairnessOf(answers[0].Records[0], len(known.word)).Won, URL: other.address(""), Line: asks[0].line,
			Record: other.filed(asks[0])})
	}
	return all, nil
}
