package views

import (
	"cmp"
	"context"
	"net/http"
	"net/url"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// The findings are a story in five steps, each a sentence with its proof. The figures come from
// records and answers like those of all pages.

// findings is the view of the story.
var findings = &view.View{
	Name: "findings",
	Panels: []*view.Panel{
		{Name: "seven", Commands: view.One(results.RifflesSchema, func(view.Values) view.Given { return view.Given{"cards": 52, "riffles": view.UpTo(12)} }), Extra: drawSeven},
		{Name: "deal", Extra: drawCompared(routineOf{query: "RRRRRRR"}, routineOf{query: "RRRRDRR"}, routineOf{query: "RRRRRRRR"},
			routineOf{query: "RDRRDRRR", filed: true})},
		{Name: "neat", Extra: drawCompared(routineOf{query: "RRRRRR", hands: "routine.ideal"},
			routineOf{query: "LLLLLL&L.switch=7/10", hands: "routine.neat"})},
		{Name: "colours", Commands: view.One(results.RepeatedSchema, func(view.Values) view.Given {
			return view.Given{"cards": 52, "deck": "red-black", "riffles": view.UpTo(8), "decks": 2000}
		}), Slow: true, Auto: true, Extra: drawColours},
		{Name: "perfect", Commands: view.One(results.ScoreSchema, func(view.Values) view.Given { return view.Given{"cards": 52, "WORD": unmixed} }), Extra: drawUnmixed},
	},
}

// unmixed is a word whose decks look fair card by card, and are not.
const unmixed = "HDHRDHH"

// bar is a routine with what is known of it, and its page.
type bar struct {
	routine.Verdict
	Routine, URL string
}

// drawSeven shows the distance after seven ideal riffles.
func drawSeven(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Riffles)
	if !ok || len(r.Rows) < 7 {
		return nil, nil
	}
	c := drawing.Curve{Name: q.Says.Of("routine.idealCurve")}
	for _, row := range r.Rows {
		c.Add(row.Shuffles, view.Value(row.TVD))
	}
	d := view.Value(r.Rows[6].TVD)
	v := routine.Verdict{Low: d, High: d, Exact: true, Language: q.Says, Bet: routine.BetOf(r.Rows[6])}
	return map[string]any{"Says": v.Wins(), "Enough": c.Below(routine.Aim), "Chart": drawing.Chart{Across: q.Says.Of("shuffles.axis"), Up: q.Says.Of("distance"), Top: 1,
		Curves: []drawing.Curve{c}, Here: v.Here(q.Says.Of("findings.here"), 7)}.HTML()}, nil
}

// routineOf is a routine by the query of its page, and its hands.
type routineOf struct {
	query, hands string
	filed        bool // it is shown only if it, and the one before, are on record
}

// judged is what is known of a routine by the query of its page.
func judged(ctx context.Context, q view.Values, query string) (of view.Values, v routine.Verdict, err error) {
	at := &url.URL{RawQuery: "word=" + query + "&lang=" + string(q.Says)}
	if of, err = q.Answers.Read(ctx, routine.View, &http.Request{Method: "GET", URL: at}); err == nil {
		v, err = routine.Judged(ctx, of)
	}
	return of, v, err
}

// drawCompared compares what is known of routines.
func drawCompared(routines ...routineOf) func(context.Context, view.Values, []view.Answer) (any, error) {
	return func(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
		var all []bar
		for _, r := range routines {
			other, v, err := judged(ctx, q, r.query)
			if err != nil {
				return nil, err
			}
			if r.filed && len(v.Filed) == 0 {
				all = all[:len(all)-1]
				continue
			}
			other.Lang = q.Lang
			spoken := routine.Spoken(other, other.Text("word"))
			if r.hands != "" {
				spoken += ": " + q.Says.Of(r.hands)
			}
			all = append(all, bar{v, spoken, other.Address("")})
		}
		return all, nil
	}
}

// drawColours compares the distance of red and black cards with that of the order.
func drawColours(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Repeated)
	q.Of = map[string]string{"word": "RRRRRRRR", "n": "52"}
	ideals, err := routine.IdealRiffles(ctx, q)
	if err != nil {
		return nil, err
	}
	colours, orders := drawing.Curve{Name: q.Says.Of("findings.byColour")}, drawing.Curve{Name: q.Says.Of("findings.byOrder")}
	for _, row := range r.Rows {
		colours.Add(row.Shuffles, view.Value(cmp.Or(row.TVDHigh, row.TVDLow)))
	}
	for _, row := range ideals.Rows {
		orders.Add(row.Shuffles, view.Value(row.TVD))
	}
	return map[string]any{"Enough": colours.Below(routine.Aim), "Later": orders.Below(routine.Aim), "Chart": drawing.Chart{Across: q.Says.Of("shuffles.axis"), Up: q.Says.Of("distance"), Top: 1,
		Curves: []drawing.Curve{colours, orders}}.HTML()}, nil
}

// drawUnmixed compares what single cards say with what is proved of the order.
func drawUnmixed(ctx context.Context, q view.Values, all []view.Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Score)
	if !ok {
		return nil, nil
	}
	last := r.Prefixes[len(r.Prefixes)-1]
	other, v, err := judged(ctx, q, unmixed)
	return map[string]any{"White": last.White, "Of": r.N * r.N, "Wins": v.Wins(), "Band": v.Band, "Picture": "/words/bitmap.png?word=" + unmixed,
		"URL": q.Away("/words", "word", unmixed), "Spoken": routine.Spoken(other, unmixed)}, err
}
