package explorer

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"net/url"

	"dovetail/results"
)

// The findings: a story in five steps, each a sentence with what proves it. Its figures are read off records and answers
// like those of all pages.

// findings is the view of the story.
var findings = &view{
	name: "findings",
	panels: []*panel{
		{name: "seven", asks: one(results.RifflesSchema, func(values) fields { return fields{"cards": 52, "riffles": upTo(12)} }), extra: drawSeven},
		{name: "deal", extra: drawCompared(routineOf{query: "RRRRRRR"}, routineOf{query: "RRRRDRR"}, routineOf{query: "RRRRRRRR"},
			routineOf{query: "RDRRDRRR", filed: true})},
		{name: "neat", extra: drawCompared(routineOf{query: "RRRRRR", hands: "routine.ideal"},
			routineOf{query: "LLLLLL&L.switch=7/10", hands: "routine.neat"})},
		{name: "colours", asks: one(results.RepeatedSchema, func(values) fields {
			return fields{"cards": 52, "deck": "red-black", "riffles": upTo(8), "decks": 2000}
		}), slow: true, auto: true, extra: drawColours},
		{name: "perfect", asks: one(results.ScoreSchema, func(values) fields { return fields{"cards": 52, "WORD": unmixed} }), extra: drawUnmixed},
	},
}

// unmixed is a word whose decks look fair card by card, and are not.
const unmixed = "HDHRDHH"

// bar is a routine with how far it is from fair, and its page.
type bar struct {
	Says, Won, URL string
	Band           template.HTML
	Filed          []Known
}

// drawSeven is what seven ideal riffles leave.
func drawSeven(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Riffles)
	if !ok || len(r.Rows) < 7 {
		return nil, nil
	}
	c := curve{Name: q.says.Of("routine.idealCurve")}
	for _, row := range r.Rows {
		c.X, c.Y = append(c.X, float64(row.Shuffles)), append(c.Y, value(row.TVD))
	}
	d := value(r.Rows[6].TVD)
	v := verdict{Low: d, High: d, Exact: true, says: q.says}
	if row := r.Rows[6]; row.Bound != nil {
		v.Bet = &bet{*row.Bound, 100 * value(row.Here), 100 * value(row.Fair)}
	}
	enough := 7
	for enough < len(r.Rows) && value(r.Rows[enough-1].TVD) > aim {
		enough++
	}
	return map[string]any{"Says": v.Wins(), "Enough": enough, "Chart": chart{Across: q.says.Of("shuffles.axis"), Up: q.says.Of("distance"), Top: 1,
		Curves: []curve{c}, Here: &span{7, d, d, q.says.Of("findings.here")}}.SVG()}, nil
}

// routineOf is a routine by the query of its page, and by whose hands it is.
type routineOf struct {
	query, hands string
	filed        bool // it is shown only if it is on record, and so is the one before
}

// drawCompared sets what is known of routines one beside the other.
func drawCompared(routines ...routineOf) func(context.Context, *Server, values, []Answer) (any, error) {
	return func(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
		var all []bar
		for _, r := range routines {
			at := &url.URL{RawQuery: "word=" + r.query + "&lang=" + string(q.says)}
			other, err := s.read(ctx, routine, &http.Request{Method: "GET", URL: at})
			if err != nil {
				return nil, err
			}
			v, err := s.judged(ctx, other)
			if err != nil {
				return nil, err
			}
			if r.filed && len(v.Filed) == 0 {
				all = all[:len(all)-1]
				continue
			}
			other.lang = q.lang
			says := other.spoken(other.Text("word"))
			if r.hands != "" {
				says += ": " + q.says.Of(r.hands)
			}
			all = append(all, bar{says, v.figure(), other.address(""), v.Band, v.Filed})
		}
		return all, nil
	}
}

// drawColours sets the distance of what is red and what is black beside that of the order.
func drawColours(ctx context.Context, s *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Repeated)
	q.of = map[string]string{"word": "RRRRRRRR", "n": "52"}
	riffles, err := s.riffles(ctx, q)
	if err != nil {
		return nil, err
	}
	colours, orders := curve{Name: q.says.Of("findings.byColour")}, curve{Name: q.says.Of("findings.byOrder")}
	enough, later := 0, 0
	for _, row := range r.Rows {
		colours.X, colours.Y = append(colours.X, float64(row.Shuffles)), append(colours.Y, value(cmp.Or(row.TVDHigh, row.TVDLow)))
		if enough == 0 && value(cmp.Or(row.TVDHigh, row.TVDLow)) <= aim {
			enough = row.Shuffles
		}
	}
	for _, row := range riffles.Rows {
		orders.X, orders.Y = append(orders.X, float64(row.Shuffles)), append(orders.Y, value(row.TVD))
		if later == 0 && value(row.TVD) <= aim {
			later = row.Shuffles
		}
	}
	return map[string]any{"Enough": enough, "Later": later, "Chart": chart{Across: q.says.Of("shuffles.axis"), Up: q.says.Of("distance"), Top: 1,
		Curves: []curve{colours, orders}}.SVG()}, nil
}

// drawUnmixed sets what single cards say beside what is proved of the order.
func drawUnmixed(ctx context.Context, s *Server, q values, all []Answer) (any, error) {
	r, ok := all[0].Records[0].(results.Score)
	if !ok {
		return nil, nil
	}
	last := r.Prefixes[len(r.Prefixes)-1]
	at := &url.URL{RawQuery: "word=" + unmixed + "&lang=" + string(q.says)}
	other, err := s.read(ctx, routine, &http.Request{Method: "GET", URL: at})
	if err != nil {
		return nil, err
	}
	v, err := s.judged(ctx, other)
	return map[string]any{"White": last.White, "Of": r.N * r.N, "Wins": v.Wins(), "Band": v.Band, "Picture": "/word/bitmap.png?word=" + unmixed,
		"URL": q.Home("word", unmixed), "Spoken": other.spoken(unmixed)}, err
}
