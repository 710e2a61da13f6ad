package views

import (
	"context"
	"crypto/sha256"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
)

// Is it fair? A visitor pastes decks that a shuffler has made, or chooses a file of them, and the
// page says whether the shuffler is fair. The decks are the body of a POST, as an address is too
// short for them. They are not kept.

// checking is the view of the decks of a shuffler.
var checking = &view.View{
	Name: "check",
	Fields: []view.Field{
		{Name: "from", Default: "new", Choices: []string{"new", "previous", "table"}},
		{Name: "n", Lo: 4, Hi: 416},
		{Name: "kinds", Form: kindsForm},
		{Name: "bad", Default: "stop", Choices: []string{"stop", "skip"}},
	},
	Inside: "decks",
	Panels: []*view.Panel{
		{Name: "decks", Extra: func(context.Context, view.Values, []view.Answer) (any, error) { return MaxPosted, nil }, Bare: true},
		{Name: "verdict", Slow: true, Posted: true, Commands: testDecks, Button: "check.test", Extra: drawTested},
	},
}

// kindsForm is a list that a command line has without quotes.
var kindsForm = view.Matching(`^[\pL\pN_.]+=[0-9]{1,3}(,[\pL\pN_.]+=[0-9]{1,3})+$`, "form.kinds")

// PostedAt is the address to which a text is sent, and maxPosted the size of the largest in bytes: some 100,000 decks.
const (
	PostedAt  = "/check/verdict"
	MaxPosted = 16 << 20
)

// testDecks tests the decks that were posted, which are read when the command has its turn.
func testDecks(q view.Values) ([]view.Command, error) {
	given, line := view.Given{"from": q.Text("from")}, "dovetail fair decks.txt"
	if from := q.Text("from"); from != q.Usual("from") {
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
	key := fmt.Sprintf("%s %x", line, sha256.Sum256([]byte(q.Posted)))
	return []view.Command{{Key: key, Line: line, Compute: func(ctx context.Context, report func(results.Progress)) (view.Answer, error) {
		question, err := q.Answers.Decks(q.Posted, given)
		if err != nil {
			return view.Answer{}, language.Wrong("check.wrong", err)
		}
		return q.Answers.Compute(ctx, report, view.How{}, question)
	}}}, nil
}

// tested is the page's data about decks.
type tested struct {
	results.Fair
	Says    string
	Good    bool
	Alarms  int
	P       string
	Fits    string // the fault that explains the decks; "" for none
	Why     string // what explains them, or that no known fault does; "" for neither
	Only    string // the kinds of faults that were tested
	Visible string // the deviation of chances that would not be noticed
	Largest string // the cell that is furthest from fair
	Tests   *view.Table
	Faults  *view.Table
	Heat    []template.HTML // of these decks, and of fair ones
}

// drawTested is what the record says, in the language of the page.
func drawTested(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Fair)
	says := map[string]string{results.IsFair: q.Says.Of("check.isfair"), results.Unfair: q.Says.Of("check.unfair"), results.TooFew: q.Says.Of("check.toofew")}
	t := tested{Fair: r, Says: says[r.Verdict], Good: r.Verdict == results.IsFair, P: chance(r.PValue), Visible: r.Percent() + "%"}
	row := fmt.Sprint(r.Largest.Row)
	if 1 <= r.Largest.Row && r.Largest.Row <= len(r.Kinds) {
		row = r.Kinds[r.Largest.Row-1]
	}
	t.Largest = fmt.Sprintf(q.Says.Of("check.largest"), row, r.Largest.Place, r.Largest.Count, r.Largest.Expected)
	t.Tests = view.NewTable(view.Left(q.Says.Of("check.by")), view.Term(q.Says.Term("p", q.Says.Of("term.p"))), view.Cell{},
		view.Cell{Text: q.Says.Of("check.seen")}, view.Cell{Text: q.Says.Of("check.expected")})
	for _, test := range r.Tests {
		alarm := view.Cell{Class: "verdict-fails"}
		if test.Alarm {
			t.Alarms++
			alarm.Text = q.Says.Of("check.alarm")
		}
		t.Tests.Add(view.Left(q.Says.Said(test.Name)), view.Cell{Text: chance(test.P)}, alarm, view.Cell{Text: fmt.Sprintf("%.6g", test.Seen)},
			view.Cell{Text: fmt.Sprintf("%.6g", test.Fair)})
	}
	t.Faults = view.NewTable(view.Left(q.Says.Of("check.fault")), view.Term(q.Says.Term(q.Says.Of("check.log"), q.Says.Of("term.log"))),
		view.Cell{Text: q.Says.Of("check.needed")})
	for _, f := range r.Shown() {
		log := q.Says.Of("check.impossible")
		if f.LogLikelihood != nil {
			log = fmt.Sprintf("%+.2f", *f.LogLikelihood)
		}
		t.Faults.Add(view.Left(fault(q, f)), view.Cell{Text: log}, view.Cell{Text: f.ToFind()})
	}
	switch {
	case r.Fits != "":
		t.Fits = fault(q, r.Explained())
	case r.Seeds > 0:
		t.Why = fmt.Sprintf(q.Says.Of("check.seeds"), r.Made())
	case r.Verdict == results.Unfair && len(r.Faults) > 0:
		t.Why = q.Says.Of("check.none")
	}
	if wrong, ok := r.MostWrong(); ok {
		says := q.Says.Of("check.most")
		if wrong.TooEven() {
			says = q.Says.Of("check.even")
		}
		t.Why += fmt.Sprintf(says, q.Says.Said(wrong.Name), wrong.Seen, wrong.Fair)
	}
	t.Only = fmt.Sprintf(q.Says.Of("check.only"), strings.Join(q.Says.SaidAll(r.Tested()), q.Says.Of("check.comma")))
	seen, noise, err := q.Answers.Heat(r)
	if err != nil {
		return nil, err
	}
	place, card := q.Says.Of("check.place"), q.Says.Of("check.card")
	t.Heat = []template.HTML{picture.Heat(seen, r.Kinds, q.Says.Of("check.these"), place, card), picture.Heat(noise, r.Kinds, q.Says.Of("check.noise"), place, card)}
	return t, nil
}

// fault is a known fault in plain words: its model, with the number of repetitions.
func fault(q view.Values, f results.FairFault) string {
	name, parameters := view.ModelOf(f.Model)
	says := q.Says.Of("model." + name)
	for parameter, value := range parameters {
		switch parameter {
		case "of":
			says += ": " + q.Says.Of("model."+value)
		case "sort", "mistake":
			says += ": " + q.Says.Of("choice."+value)
		case "k":
			times, _ := strconv.Atoi(value)
			says += fmt.Sprintf(q.Says.Of("check.times"), times)
		case "values":
			says += fmt.Sprintf(q.Says.Of("check.values"), value)
		}
	}
	if f.Times > 1 {
		says += fmt.Sprintf(q.Says.Of("check.times"), f.Times)
	}
	return says
}

// chance is a p-value with two digits.
func chance(p float64) string {
	if p == 0 {
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", math.Min(p, 1))
}
