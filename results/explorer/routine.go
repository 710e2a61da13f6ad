package explorer

import (
	"context"
	"slices"
	"strings"

	"dovetail/results"
)

// The first page: how well do you shuffle? Somebody chooses a shuffle, how often, and whose hands; a deck goes through
// it, and a sentence says whether it is fair. What is known exactly or is on record is there at once, and so is what is
// proved in a moment; more is computed for who asks.

// firstPage is the name of the view whose address is that of the site.
const firstPage = "routine"

// routine is the view of somebody's own shuffles.
var routine = &view{
	name: firstPage,
	fields: []field{
		{name: "word", byDefault: "RRRRRRR", letters: 20, more: otherHands},
		{name: "n", byDefault: "52", lo: 2, hi: 64},
		{name: "packets", says: "routine.packets", form: packetsForm, apart: true},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60, apart: true},
		{name: "card", byDefault: "1", lo: 1, hi: 64, apart: true},
	},
	letters: true,
	inside:  "routine",
	alone:   "answer",
	picture: func(values) string { return "shared.png" },
	title:   routineTitle,
	panels: []*panel{
		{name: "routine", extra: drawChoice, bare: true},
		{name: "deck", asks: beside(eachShuffle), apart: true, extra: drawFollowed, bare: true},
		{name: "answer", asks: routineAsks, slow: true, quick: true, extra: drawVerdict, ask: "routine.sharpen", bare: true},
		{name: "measure", extra: measured},
		{name: "shared", file: shareRoutine, as: "png"},
	},
}

// packetsForm lets everything through: the panel that measures hands says what is wrong.
var packetsForm = form{pattern(`(?s)^.*$`), "form.packets"}

// routineAsks are questions about a routine: what is proved in a moment, and what is on record; if nothing is, what takes
// longer, each narrower than the one before.
func routineAsks(q values) (asks []ask, err error) {
	word := q.Text("word")
	i, ok := q.distance(word)
	effort := "ends"
	if ok && i.Lower.Value > 0 && i.Lower.Records != nil && i.Upper.Records != nil {
		effort = "single" // two cards prove less than what is on record
	}
	proved, err := q.asks.question(results.IntervalSchema, with(q.own(word), fields{effort: true}), How{})
	if err != nil {
		return nil, err
	}
	proved.quick = true
	asks = []ask{proved}
	if ok && i.Upper.Parts == nil {
		for _, k := range q.asks.known() {
			if slices.ContainsFunc(i.Upper.Records, func(s results.Source) bool { return s.Name == k.Name }) {
				filed := q.asks.put(How{}, k.Question)
				filed.quick = true
				return append(asks, filed), nil
			}
		}
	}
	if riffle := q.riffled(word); riffle != "" && riffle != ideal && len(word) <= mostHands {
		for _, effort := range []int{1, 3} {
			a, err := q.handsAsk(riffle, effort)
			if err != nil {
				return nil, err
			}
			asks = append(asks, a)
		}
		return asks, nil
	}
	if !strings.ContainsAny(word, riffles) {
		return asks, nil // only of riffles densities can be estimated
	}
	for _, effort := range []fields{{"decks": 64, "steps": 50}, {"decks": 2048, "steps": 1500}} {
		if a, err := q.asks.question(results.TVDSchema, with(q.own(word), effort), How{}); err == nil {
			asks = append(asks, a)
		}
	}
	return asks, nil
}

// handsAsk asks about riffles by the same hands, with an effort for as many as the routine has: 0 for what is counted.
func (q values) handsAsk(riffle string, effort int) (ask, error) {
	m := len(q.Text("word"))
	stages := make([]int, min(max(12, m+3), mostHands))
	stages[m-1] = effort
	return q.asks.question(results.HandsSchema, fields{"cards": q.Number("n"), "riffle": riffle, "riffles": upTo(int64(len(stages))), "width": 0.05,
		"stages": stages}, How{})
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

func (s *Server) known() []Known {
	if s.Known == nil {
		return nil
	}
	return s.Known()
}

func drawVerdict(ctx context.Context, s *Server, q values, all []Answer) (any, error) {
	v, err := s.judge(ctx, q, all)
	if err == nil {
		v.Share = s.sharing(q, v)
	}
	return v, err
}

// judged is what is known of a routine at once.
func (s *Server) judged(ctx context.Context, q values) (v verdict, err error) {
	asks, err := routineAsks(q)
	if err != nil {
		return v, err
	}
	all, err := s.atOnce(ctx, asks)
	if err != nil {
		return v, err
	}
	return s.judge(ctx, q, all)
}

// routineTitle is what the page of a routine is called where others link to it, with a sentence.
func routineTitle(ctx context.Context, s *Server, q values) (title, says string) {
	v, err := s.judged(ctx, q)
	if err != nil {
		return "", ""
	}
	return q.spoken(q.Text("word")) + ": " + v.Says(), v.Wins()
}

// plain is the page's address without the parameters of letters.
func (q values) plain(changes ...string) string {
	q.fields = q.v.fields
	return q.address("", append([]string{"packets", ""}, changes...)...)
}
