package explorer

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/http"
	"strings"

	"dovetail/results"
)

// Is it fair? Decks that a shuffler has made are pasted, or a file of them is chosen, and the page says whether the
// shuffler is fair. The decks are the body of a POST, as an address is too short for them; nothing of them is kept.

// checking is the view of the decks of a shuffler.
var checking = &view{
	name: "check",
	fields: []field{
		{name: "from", byDefault: "new", choices: []string{"new", "previous", "table"}},
		{name: "n", lo: 4, hi: 416},
		{name: "kinds", form: kindsForm},
		{name: "bad", byDefault: "stop", choices: []string{"stop", "skip"}},
	},
	inside: "decks",
	panels: []*panel{
		{name: "decks", extra: func(context.Context, *Server, values, []Answer) (any, error) { return maxPosted, nil }, bare: true},
		{name: "verdict", slow: true, posted: true, asks: testDecks, ask: "check.test", extra: drawTested},
	},
}

// kindsForm is a list that a command line has without quotes.
var kindsForm = form{pattern(`^[\pL\pN_.]+=[0-9]{1,3}(,[\pL\pN_.]+=[0-9]{1,3})+$`), "form.kinds"}

// postedAt is the address to which a text is sent, and maxPosted the size of the largest in bytes: some 100,000 decks.
const (
	postedAt  = "/check/verdict"
	maxPosted = 16 << 20
)

// bodyOf is the text that a request is about.
func bodyOf(r *http.Request) (string, error) {
	text, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return "", wrong("check.large")
	}
	return string(text), err
}

// testDecks asks about the decks that were posted, which are read when the question has its turn.
func testDecks(q values) ([]ask, error) {
	given, line := fields{"from": q.Text("from")}, "dovetail fair decks.txt"
	if from := q.Text("from"); from != q.usual("from") {
		line += " --from " + from
	}
	if q.Text("n") != "" {
		given["cards"], line = q.Number("n"), line+" -n "+q.Text("n")
	}
	if kinds := q.Text("kinds"); kinds != "" {
		given["kinds"], line = kinds, line+" --kinds "+kinds
	}
	if q.Text("bad") == "skip" {
		given["skip-bad"], line = true, line+" --skip-bad"
	}
	key := fmt.Sprintf("%s %x", line, sha256.Sum256([]byte(q.posted)))
	return []ask{{key: key, line: line, about: func(ctx context.Context, tell func(results.Progress)) (Answer, error) {
		question, err := q.asks.Decks(q.posted, given)
		if err != nil {
			return Answer{}, wrong("check.wrong", err)
		}
		return q.asks.Ask(ctx, tell, How{}, question)
	}}}, nil
}

// tested is what a page says about decks.
type tested struct {
	results.Fair
	Says    string
	Good    bool
	Alarms  int
	P       string
	Fits    string // the fault that fits best; "" for none
	Visible string // by how much chances may be off and not be seen
	Largest string // the cell that is furthest from fair
	Tests   []testedBy
	Faults  []faulty
	Heat    []template.HTML // of these decks, and of fair ones
}

// testedBy is a test, and faulty a known fault, as they are shown.
type (
	testedBy struct {
		Name, Seen, Fair, P string
		Alarm               bool
	}
	faulty struct{ Says, Log, Needed string }
)

func drawTested(_ context.Context, s *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Fair)
	says := map[string]string{results.IsFair: q.says.Of("check.isfair"), results.Unfair: q.says.Of("check.unfair"), results.TooFew: q.says.Of("check.toofew")}
	t := tested{Fair: r, Says: says[r.Verdict], Good: r.Verdict == results.IsFair, P: chance(r.PValue), Visible: r.Percent() + "%"}
	row := fmt.Sprint(r.Largest.Row)
	if 1 <= r.Largest.Row && r.Largest.Row <= len(r.Kinds) {
		row = r.Kinds[r.Largest.Row-1]
	}
	t.Largest = fmt.Sprintf(q.says.Of("check.largest"), row, r.Largest.Place, r.Largest.Count, r.Largest.Expected)
	for _, test := range r.Tests {
		if test.Alarm {
			t.Alarms++
		}
		t.Tests = append(t.Tests, testedBy{q.says.Said(test.Name), fmt.Sprintf("%.6g", test.Seen), fmt.Sprintf("%.6g", test.Fair), chance(test.P), test.Alarm})
	}
	for _, f := range r.Shown() {
		log := q.says.Of("check.impossible")
		if f.LogLikelihood != nil {
			log = fmt.Sprintf("%+.2f", *f.LogLikelihood)
		}
		t.Faults = append(t.Faults, faulty{q.fault(f), log, f.ToFind()})
	}
	if r.Fits != "" {
		t.Fits = q.fault(r.Faults[0])
	}
	seen, noise, err := s.Heat(r)
	if err != nil {
		return nil, err
	}
	t.Heat = []template.HTML{heatMap(q.says, seen, r.Kinds, q.says.Of("check.these")), heatMap(q.says, noise, r.Kinds, q.says.Of("check.noise"))}
	return t, nil
}

// fault is a known fault as people say it: its model, with what it is of.
func (q values) fault(f results.FairFault) string {
	name, list, _ := strings.Cut(strings.TrimSuffix(f.Model, ")"), "(")
	says := q.says.Of("model." + name)
	for parameter, value := range parts(list) {
		switch parameter {
		case "of":
			says += ": " + q.says.Of("model."+value)
		case "sort":
			says += ": " + q.says.Of("choice."+value)
		case "values":
			says += fmt.Sprintf(q.says.Of("check.values"), value)
		}
	}
	if f.Times > 1 {
		says += fmt.Sprintf(q.says.Of("check.times"), f.Times)
	}
	return says
}

// chance is a p-value in two digits.
func chance(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", math.Min(p, 1))
}
