package views

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// The findings are a story in six steps. Each asks for a guess, and then shows a picture with a sentence for each value
// of one setting. The figures come from records and answers like those of all pages.

// findings is the view of the story.
var findings = &view.View{
	Name: "findings",
	Panels: []*view.Panel{
		{Name: "read", Commands: view.One(results.GuessSchema, func(view.Values) view.Given {
			return view.Given{"cards": standard, "WORD": strings.Repeat("R", shownRiffles)}
		}), Extra: drawRead},
		{Name: "seven", Commands: ideals, Extra: drawSeven},
		{Name: "milk", Extra: drawMilk},
		{Name: "neat", Extra: drawNeat},
		{Name: "colours", Commands: view.One(results.RepeatedSchema, func(view.Values) view.Given {
			return view.Given{"cards": standard, "deck": "red-black", "riffles": view.UpTo(shownRiffles), "decks": 2000}
		}), Extra: drawColours},
		{Name: "perfect", Commands: func(q view.Values) ([]view.Command, error) {
			of := view.Given{"cards": standard, "WORD": unmixed}
			scores, err := view.Each(q, results.ScoreSchema, of)
			if err != nil {
				return nil, err
			}
			proved, err := view.Each(q, results.IntervalSchema, view.With(of, view.Given{"ends": true}))
			return append(scores, proved...), err
		}, Extra: drawUnmixed},
	},
}

const (
	standard     = 52
	shownRiffles = 12
	unmixed      = "HDHRDHH" // a word whose decks look fair card by card, and are not
)

// ideals are the distances after ideal riffles.
var ideals = view.One(results.RifflesSchema, func(view.Values) view.Given {
	return view.Given{"cards": standard, "riffles": view.UpTo(shownRiffles)}
})

// story is a step: what is to be guessed, and the states to choose from, with their picture.
type story struct {
	Ask, Answer     string // the guess is a value of the picture, or where Across is set the number of a column
	Across          bool
	From, To, Start int
	Picture         template.HTML
	Tale            string // what follows from all states
	Setting         string // what the states differ in
	States          []state
	Here            int
	Sources         []source
}

// source is where more stands.
type source struct{ Name, URL string }

// Paper reports whether it is a paper, whose authors have the same names in every language.
func (s source) Paper() bool { return s.URL == "" || strings.HasPrefix(s.URL, "https:") }

// state is one value of the setting, with what is true of it.
type state struct {
	routine.Verdict
	Label, Says, URL string
	Here             bool
	Squares          template.HTML
}

// tell completes a step with its picture.
func (s story) tell(c picture.Columns) story {
	for i := range s.States {
		s.States[i].Here = i == s.Here
	}
	c.Here, c.Across, c.Says = s.Here, s.Setting, s.Ask
	s.Picture = c.HTML()
	return s
}

// riffles is a number of riffles in words.
func riffles(q view.Values, m int) string {
	if m == 1 {
		return q.Says.Of("findings.riffle")
	}
	return fmt.Sprintf(q.Says.Of("findings.riffles"), m)
}

// enough is the first row at which a distance is fair enough.
func enough(rows int, distance func(i int) float64) int {
	for i := range rows {
		if distance(i) <= routine.Aim {
			return i + 1
		}
	}
	return 0
}

// idealRows are the rows of ideals, none if the program does not know them.
func idealRows(ctx context.Context, q view.Values) ([]results.RifflesRow, error) {
	commands, err := ideals(q)
	if err != nil {
		return nil, err
	}
	all, err := q.Answers.Answer(ctx, commands...)
	if err != nil {
		return nil, err
	}
	r, _ := all[0].Records[0].(results.Riffles)
	if len(r.Rows) < shownRiffles {
		return nil, nil
	}
	return r.Rows, nil
}

// drawRead shows how many cards the best player names after riffles.
func drawRead(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r, ok := all[0].Records[0].(games.Guess)
	if !ok || len(r.Rows) < 3 {
		return nil, nil
	}
	named := func(text string) string { return fmt.Sprintf("%.1f", view.Value(text)) }
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.read.ask"), riffles(q, 3), r.N), Answer: named(r.Rows[2].Complete), To: r.N, Start: 5,
		Setting: q.Says.Of("findings.byRiffles"), Here: 2, Sources: []source{bayer, {Name: q.Says.Of("fair"), URL: q.Away("/fair")}}}
	c := picture.Columns{Top: float64(r.N), Level: view.Value(r.Fair), LevelSays: fmt.Sprintf(q.Says.Of("findings.fairDeck"), named(r.Fair))}
	for _, row := range r.Rows {
		x := view.Value(row.Complete)
		label := fmt.Sprint(row.Shuffles)
		c.All = append(c.All, picture.Column{Label: label, Says: named(row.Complete), Low: x, High: x})
		s.States = append(s.States, state{Verdict: routine.Exactly(0, q.Says), Label: label, URL: q.Away("/guess", "word", strings.Repeat("R", row.Shuffles)),
			Says: fmt.Sprintf(q.Says.Of("findings.read.says"), riffles(q, row.Shuffles), named(row.Complete), r.N, named(r.Fair))})
	}
	return s.tell(c), nil
}

// drawSeven shows the edge after ideal riffles.
func drawSeven(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	rows, err := idealRows(ctx, q)
	if rows == nil {
		return nil, err
	}
	takes := enough(len(rows), func(i int) float64 { return view.Value(rows[i].TVD) })
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.seven.ask"), aim), Answer: fmt.Sprint(takes), Across: true, From: 1, To: len(rows), Start: 7,
		Tale: fmt.Sprintf(q.Says.Of("findings.seven.tale"), takes), Setting: q.Says.Of("findings.byRiffles"), Here: 6, Sources: []source{bayer}}
	c := picture.Columns{Top: 100, Counts: true, Level: aim, LevelSays: fmt.Sprintf(q.Says.Of("findings.enough"), aim)}
	for _, row := range rows {
		v := routine.Exactly(view.Value(row.TVD), q.Says)
		v.Bet = routine.BetOf(row)
		c.All = append(c.All, column(fmt.Sprint(row.Shuffles), v))
		s.States = append(s.States, state{Verdict: v, Label: fmt.Sprint(row.Shuffles), URL: q.Away("/", "word", strings.Repeat("R", row.Shuffles)),
			Says: fmt.Sprintf(q.Says.Of("findings.seven.says"), riffles(q, row.Shuffles), v.Figure) + q.Says.Of("findings.between") + v.Wins()})
	}
	return s.tell(c), nil
}

// aim is the edge in a hundred that is fair enough.
const aim = 100 * routine.Aim

// column is that of an edge.
func column(label string, v routine.Verdict) picture.Column {
	return picture.Column{Label: label, Says: v.Figure, Low: 100 * v.Low, High: 100 * v.High}
}

// filed is what records say of a routine by the query of its page, which is at the address.
func filed(ctx context.Context, q view.Values, query string) (v routine.Verdict, address string, err error) {
	at := &url.URL{RawQuery: query + "&lang=" + string(q.Says)}
	of, err := q.Answers.Read(ctx, routine.View, &http.Request{Method: "GET", URL: at})
	if err != nil {
		return v, "", err
	}
	of.Lang = q.Lang
	return routine.OnFile(of), of.Address(""), nil
}

// drawMilk compares six riffles and a milk into ten piles, at each place among them, with riffles alone.
func drawMilk(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	rows, err := idealRows(ctx, q)
	if rows == nil {
		return nil, err
	}
	const shuffles = 7
	only := func(m int) routine.Verdict { return routine.Exactly(view.Value(rows[m-1].TVD), q.Says) }
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.milk.ask"), riffles(q, shuffles), only(shuffles).Figure), To: 40, Start: 10,
		Setting: q.Says.Of("findings.byPlace"), Sources: []source{{Name: q.Says.Of("record"), URL: q.Away("/record")}}}
	c := picture.Columns{Top: 40, Level: 100 * only(shuffles).Low, LevelSays: riffles(q, shuffles) + ": " + only(shuffles).Figure}
	for place := 1; place <= shuffles; place++ {
		v, at, err := filed(ctx, q, "word="+strings.Repeat("R", place-1)+"G"+strings.Repeat("R", shuffles-place))
		if err != nil {
			return nil, err
		}
		if place == 1 || place == shuffles { // where it changes nothing
			v = only(shuffles - 1)
		} else if len(v.Filed) == 0 {
			continue
		}
		says, m := q.Says.Of("findings.milk.open"), shuffles
		switch {
		case v.Low > only(m).High:
			says = q.Says.Of("findings.milk.more")
		case v.High < only(m).Low:
			says = q.Says.Of("findings.milk.less")
			for m < len(rows) && math.Ceil(1000*v.High) < 1000*only(m+1).Low { // in the digits that are shown
				m++
			}
			if len(c.All) == 0 || v.High < c.All[s.Here].High/100 {
				s.Here = len(s.States)
			}
		}
		c.All = append(c.All, column(fmt.Sprint(place), v))
		s.States = append(s.States, state{Verdict: v, Label: fmt.Sprint(place), URL: at,
			Says: fmt.Sprintf(says, place, v.Figure, riffles(q, m), only(m).Figure)})
	}
	if s.States == nil {
		return nil, nil
	}
	s.Answer = s.States[s.Here].Figure
	return s.tell(c), nil
}

// drawNeat compares six riffles by hands that differ in how often they change packets.
func drawNeat(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	rows, err := idealRows(ctx, q)
	if rows == nil {
		return nil, err
	}
	const m, ideal, neat = 6, 50, 70
	six := routine.Exactly(view.Value(rows[m-1].TVD), q.Says)
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.neat.ask"), riffles(q, m), six.Figure, neat), To: 100, Start: 60,
		Tale: q.Says.Of("findings.neat.tale"), Setting: q.Says.Of("findings.bySwitch"), Sources: []source{bayer, {Name: q.Says.Of("record"), URL: q.Away("/record")}}}
	c := picture.Columns{Top: 100, Level: 100 * six.Low, LevelSays: fmt.Sprintf(q.Says.Of("findings.ideal"), six.Figure)}
	for change := 5; change <= 95; change += 5 {
		v, at := six, q.Away("/", "word", strings.Repeat("R", m))
		if change != ideal {
			if v, at, err = filed(ctx, q, fmt.Sprintf("word=%s&L.switch=%d/20", strings.Repeat("L", m), change/5)); err != nil {
				return nil, err
			}
			if len(v.Filed) == 0 {
				continue
			}
		}
		if change == neat {
			s.Here, s.Answer = len(s.States), v.Figure
		}
		c.All = append(c.All, column(fmt.Sprint(change), v))
		s.States = append(s.States, state{Verdict: v, Label: fmt.Sprint(change), URL: at, Says: fmt.Sprintf(q.Says.Of("findings.neat.says"), change, riffles(q, m), v.Figure)})
	}
	if s.Answer == "" {
		return nil, nil
	}
	return s.tell(c), nil
}

// drawColours compares the edge on red and black cards with that on the order.
func drawColours(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Repeated)
	rows, err := idealRows(ctx, q)
	if !ok || rows == nil {
		return nil, err
	}
	edge := func(d float64) string { return fmt.Sprintf("%.1f", 100*d) }
	most := func(i int) float64 { return view.Value(r.Rows[i].TVDHigh) }
	takes := enough(len(r.Rows), most)
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.colours.ask"), aim), Answer: fmt.Sprint(takes), Across: true, From: 1, To: len(r.Rows), Start: 7,
		Tale:    fmt.Sprintf(q.Says.Of("findings.colours.tale"), takes, enough(len(rows), func(i int) float64 { return view.Value(rows[i].TVD) })),
		Setting: q.Says.Of("findings.byRiffles"), Here: max(takes, 1) - 1, Sources: []source{{Name: "Assaf, Diaconis, Soundararajan 2011", URL: "https://doi.org/10.1214/10-AAP701"}}}
	c := picture.Columns{Top: 100, Counts: true, Level: aim, LevelSays: fmt.Sprintf(q.Says.Of("findings.enough"), aim)}
	for i, row := range r.Rows[:min(len(r.Rows), len(rows))] {
		v := routine.Exactly(most(i), q.Says)
		v.Exact = row.Kind == results.Exact
		order, label := 100*view.Value(rows[i].TVD), fmt.Sprint(row.Shuffles)
		c.All = append(c.All, picture.Column{Label: label, Low: 100 * v.Low, High: 100 * v.High, Says: fmt.Sprintf(q.Says.Of("findings.byColour"), edge(v.High)),
			Dot: &order, DotSays: fmt.Sprintf(q.Says.Of("findings.byOrder"), edge(order/100))})
		s.States = append(s.States, state{Verdict: v, Label: label, URL: q.Away("/fair"),
			Says: fmt.Sprintf(q.Says.Of("findings.colours.says"), riffles(q, row.Shuffles), edge(v.High), edge(order/100))})
	}
	return s.tell(c), nil
}

// drawUnmixed compares what single cards say, after each letter of a word, with what is proved of the order.
func drawUnmixed(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Score)
	if !ok || len(all) < 2 {
		return nil, nil
	}
	at := &url.URL{RawQuery: "word=" + unmixed + "&lang=" + string(q.Says)}
	of, err := q.Answers.Read(ctx, routine.View, &http.Request{Method: "GET", URL: at})
	if err != nil {
		return nil, err
	}
	v := routine.Verdict{High: 1, Language: q.Says} // what is proved of the whole holds of its beginnings
	v.Narrow(all[1].Records[0], len(unmixed))
	s := story{Ask: fmt.Sprintf(q.Says.Of("findings.perfect.ask"), routine.Spoken(of, unmixed)), To: 100, Start: 10, Setting: q.Says.Of("findings.byShuffles"),
		Tale: q.Says.Of("findings.perfect.tale"), Here: len(r.Prefixes) - 1, Sources: []source{{Name: "Ide, Okuda, IPSJ Journal 2018"}, {Name: q.Says.Of("words"), URL: q.Away("/words", "word", unmixed)}}}
	c := picture.Columns{Top: 100, Counts: true}
	won := 100 * v.Low
	edge := fmt.Sprintf("%.2f", min(math.Floor(100*won)/100, 99.99))
	s.Answer = fmt.Sprintf(q.Says.Of("figure.least"), edge)
	for i, p := range r.Prefixes {
		laws, err := view.Each(q, results.LawSchema, view.Given{"cards": standard, "WORD": unmixed[:i+1], "matrix": "E"})
		if err != nil {
			return nil, err
		}
		answers, err := q.Answers.Answer(ctx, laws...)
		if err != nil {
			return nil, err
		}
		law := answers[0].Records[0].(results.Law)
		squares := r.N * r.N
		share := 100 * float64(p.White) / float64(squares)
		c.All = append(c.All, picture.Column{Label: unmixed[i : i+1], Low: share, High: share, Says: fmt.Sprintf(q.Says.Of("findings.white"), fmt.Sprintf("%.0f", share)),
			Dot: &won, DotSays: fmt.Sprintf(q.Says.Of("findings.edge"), edge)})
		s.States = append(s.States, state{Verdict: v, Label: fmt.Sprint(i + 1), URL: q.Away("/", "word", unmixed[:i+1]), Squares: picture.Squares(law.Rows, law.Emax, q.Says.Of("words.bitmap")),
			Says: fmt.Sprintf(q.Says.Of("findings.perfect.says"), routine.Spoken(of, unmixed[:i+1]), p.White, squares, edge)})
	}
	return s.tell(c), nil
}

// bayer is where riffles were first counted.
var bayer = source{Name: "Bayer, Diaconis 1992", URL: "https://doi.org/10.1214/aoap/1177005705"}
