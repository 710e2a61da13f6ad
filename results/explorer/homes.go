package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/guard"
	"dovetail/results/games"
)

// Home pages: a word, a size of decks and a record have each a page of their own, /word/RRRRDRR, /cards/52
// and /record/topswops-19, which all others link to. They are views whose last field stands in the path. Any
// view with ?embed=1 is one panel without what stands round it, for other pages to frame.

var homes = []*view{word, deckOfSize, record}

// everything are all views.
func everything() []*view { return slices.Concat(views, homes) }

// word is the home page of a word.
var word = &view{
	name: "word", key: "word", picture: func(values) string { return "bitmap.png" },
	fields: []field{
		{name: "word", byDefault: "RRRRDRR", letters: 20, word: true},
		{name: "n", byDefault: "52", lo: 2, hi: 64},
	},
	letters: true,
	panels: []*panel{
		{name: "interval", asks: routineAsks, slow: true, quick: true, extra: drawVerdict, ask: "routine.sharpen"},
		{name: "bitmap", asks: matrixOf("word"), file: drawBitmap, as: "png", apart: true, extra: bitmapFrame},
		{name: "score", asks: one(results.ScoreSchema, func(q values) fields { return q.word("word") }), extra: drawScores},
		{name: "rank", asks: rankOf, slow: true, auto: true, extra: drawRankOf},
		{name: "neighbours", asks: neighbours, slow: true, auto: true, extra: drawNeighbours},
	},
}

// maxRanked is how many words are ranked to find the place of one.
const maxRanked = 6561

// rankOf ranks all words of the length of a word, if they are few enough.
func rankOf(q values) ([]ask, error) {
	names := distinct(paper + q.Text("word"))
	words := math.Pow(float64(len(names)), float64(len(q.Text("word"))))
	if words > maxRanked {
		return nil, nil
	}
	return each(q, results.RankSchema, with(q.scored(names), fields{"length": len(q.Text("word")), "by": "tvd",
		"top": int(words)}))
}

// placed is a word among all of its length.
type placed struct {
	Rank, Of int
	Length   int
	Rows     []rankedHere
}

// rankedHere is a row of a ranking, with a gap before it or not.
type rankedHere struct {
	Rank      int
	Word, URL string
	C         string
	Mean      float64
	Here, Gap bool
}

// drawRankOf shows the best words, and those round the word.
func drawRankOf(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Rank)
	at := slices.IndexFunc(r.Rows, func(row results.RankRow) bool { return row.Word == q.Text("word") })
	if at < 0 {
		return nil, fmt.Errorf("%s is not among %d words", q.Text("word"), len(r.Rows))
	}
	p := placed{Rank: r.Rows[at].Rank, Of: len(r.Rows), Length: len(q.Text("word"))}
	last := -1
	for i, row := range r.Rows {
		if i > 2 && (i < at-2 || i > at+2) {
			continue
		}
		p.Rows = append(p.Rows, rankedHere{row.Rank, row.Word, q.plain("word", row.Word), row.C, row.MeanTVD, i == at,
			i > last+1})
		last = i
	}
	return p, nil
}

// around are the words that differ from a word in one letter.
func around(word, alphabet string) (all []string) {
	for i := range word {
		for _, c := range alphabet {
			if other := word[:i] + string(c) + word[i+1:]; other != word {
				all = append(all, other)
			}
		}
	}
	return all
}

// neighbours scores a word and those around it.
func neighbours(q values) ([]ask, error) {
	names := distinct(paper + q.Text("word"))
	var all []fields
	for _, w := range append(around(q.Text("word"), names), q.Text("word")) {
		all = append(all, with(q.scored(names), fields{"WORD": w}))
	}
	return each(q, results.ScoreSchema, all...)
}

// neighbour is a word one letter away, with the letter that is another.
type neighbour struct {
	Before, Letter, After string
	Word, URL, C          string
	Mean                  float64
	Better                bool
}

func drawNeighbours(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	last := func(a Answer) results.WordRow {
		rows := a.Records[0].(results.Score).Prefixes
		return rows[len(rows)-1]
	}
	own := last(all[len(all)-1])
	var found []neighbour
	for _, a := range all[:len(all)-1] {
		row, i := last(a), 0
		for i < len(row.Word)-1 && row.Word[i] == own.Word[i] {
			i++
		}
		found = append(found, neighbour{row.Word[:i], row.Word[i : i+1], row.Word[i+1:], row.Word, q.plain("word", row.Word),
			row.C, row.MeanTVD, row.MeanTVD < own.MeanTVD})
	}
	slices.SortStableFunc(found, func(a, b neighbour) int { return cmp.Compare(a.Mean, b.Mean) })
	better := 0
	for better < len(found) && found[better].Better {
		better++
	}
	return map[string]any{"Own": own, "All": found, "Better": better}, nil
}

// deckOfSize is the home page of a size of decks.
var deckOfSize = &view{
	name: "cards", key: "n",
	picture: func(q values) string {
		if q.Number("n") > maxSteps {
			return ""
		}
		return "shared.png"
	},
	fields: []field{{name: "n", byDefault: "52", lo: 2, hi: math.MaxInt64, all: true}},
	panels: []*panel{
		{name: "order", asks: one(results.OrdersDeckSchema, deckSize)},
		{name: "riffles", asks: func(q values) ([]ask, error) {
			n := q.Number("n")
			if n > 160 {
				return nil, nil
			}
			return each(q, results.RifflesSchema, fields{"cards": n, "riffles": upTo(int64(1.5*math.Log2(float64(n))) + 8)})
		}, extra: drawNeeds},
		{name: "longest", slow: true, auto: true, asks: func(q values) ([]ask, error) {
			if q.Number("n") > 97 {
				return nil, nil
			}
			return each(q, results.TopswopsBoundsSchema, deckSize(q))
		}, extra: drawBounds},
		{name: "shared", file: shareDeck, as: "png"},
	},
}

// need is how many shuffles it takes to a distance.
type need struct {
	Won      string
	Shuffles int
}

// drawNeeds reads off the rows how many riffles it takes.
func drawNeeds(ctx context.Context, s *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Riffles)
	var needs []need
	for _, most := range []float64{0.5, 0.25, aim, 0.01} {
		for _, row := range r.Rows {
			if value(row.TVD) <= most {
				needs = append(needs, need{label(100 * most), row.Shuffles})
				break
			}
		}
	}
	drawn, err := drawRiffles(ctx, s, q, all)
	return map[string]any{"Needs": needs, "Drawn": drawn}, err
}

// drawBounds says what is known of the longest game.
func drawBounds(_ context.Context, s *Server, q values, all []Answer) (any, error) {
	b := all[0].Records[0].(games.TopswopsBounds)
	known := map[string]any{"Exact": b.Published, "Source": b.Source, "Lower": b.Lower, "Upper": b.Fibonacci.String(),
		"Deck": deckText(b.Deck)}
	for _, k := range s.known() {
		if k.Question.Schema() != results.TopswopsRecordsSchema {
			continue
		}
		for _, row := range k.Record().(games.TopswopsRecords).Rows {
			if row.N == b.N && row.Length >= b.Lower {
				known["Lower"], known["Deck"], known["Record"] = row.Length, deckText(row.Deck), q.Home("record", k.Name)
			}
		}
	}
	return known, nil
}

func deckText(deck []int) string { return strings.Trim(fmt.Sprint(deck), "[]") }

// record is the home page of a record on file; without a name it lists all.
var record = &view{
	name: "record", key: "name",
	picture: func(q values) string {
		k, ok := q.onFile()
		if !ok {
			return ""
		}
		if deck, intervals := drawnOf(k.Record()); len(deck)+len(intervals) == 0 {
			return ""
		}
		return "shared.png"
	},
	fields: []field{{name: "name", form: plainName, apart: true}},
	has: func(q values) bool {
		_, ok := q.onFile()
		return ok || q.Text("name") == ""
	},
	panels: []*panel{
		{name: "list", when: func(q values) bool { return q.Text("name") == "" }, extra: listFiled},
		{name: "origin", open: true, asks: onRecord, extra: drawOrigin},
		{name: "verify", asks: verified, slow: true, ask: "record.check"},
		{name: "shared", file: shareRecord, as: "png"},
	},
}

// plainName is what names of records have.
var plainName = form{pattern(`^[0-9A-Za-z][0-9A-Za-z._-]{0,120}$`), "form.name"}

// onFile is the record that a page is about.
func (q values) onFile() (Known, bool) {
	for _, k := range q.asks.known() {
		if k.Name == q.Text("name") {
			return k, true
		}
	}
	return Known{}, false
}

func onRecord(q values) ([]ask, error) {
	if k, ok := q.onFile(); ok {
		return []ask{q.asks.put(How{}, k.Question)}, nil
	}
	return nil, nil
}

// verified asks the question of a record again.
func verified(q values) ([]ask, error) {
	k, ok := q.onFile()
	if !ok || q.asks.Check == nil {
		return nil, nil
	}
	line := "dovetail verify docs/records/" + k.Name + ".json"
	return []ask{{key: line, line: line, about: func(ctx context.Context, tell func(results.Progress)) (Answer, error) {
		return q.asks.Check(ctx, k.Name, k.Text, tell)
	}}}, nil
}

// filedRecord is a record on file, which has its page.
type filedRecord struct{ Name, URL, Line, Day string }

func listFiled(_ context.Context, s *Server, q values, _ []Answer) (any, error) {
	var all []filedRecord
	for _, k := range s.known() {
		all = append(all, filedRecord{k.Name, q.Home("record", k.Name), s.Line(nil, k.Question), k.Day})
	}
	return all, nil
}

// played is a deck that a record has, with its game.
type played struct {
	N, Length int
	Deck, URL string
}

// origin is where a record comes from, and what it is about.
type origin struct {
	Known
	Kind        string
	Word, About string // a word of it, with its page
	Decks       []played
}

// mostPlayed is how many decks of a record are shown.
const mostPlayed = 100

func drawOrigin(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	k, _ := q.onFile()
	o := origin{Known: k}
	var said struct{ Kind string }
	if err := json.Unmarshal(k.Text, &said); err != nil {
		return nil, err
	}
	o.Kind = said.Kind
	deck := func(n, length int, deck []int) {
		if len(o.Decks) < mostPlayed {
			o.Decks = append(o.Decks, played{n, length, deckText(deck), q.Away("/topswops", "deck", deckText(deck))})
		}
	}
	switch r := k.Record().(type) {
	case games.TopswopsMax:
		for _, d := range r.Decks {
			deck(r.N, r.Length, d)
		}
	case games.TopswopsRecords:
		for _, row := range r.Rows {
			deck(row.N, row.Length, row.Deck)
		}
	case results.TVD:
		o.Word, o.About = r.Word, q.Home("word", r.Word)
	}
	return o, nil
}

// Home is the address of a home page in the language of this page.
func (q values) Home(view string, name any) string {
	return q.Away("/" + view + "/" + url.PathEscape(fmt.Sprint(name)))
}

// Away is the address of another page in the language of this one.
func (q values) Away(path string, fields ...string) string {
	all := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		all.Set(fields[i], fields[i+1])
	}
	if q.lang != "" {
		all.Set("lang", q.lang)
	}
	if len(all) > 0 {
		path += "?" + all.Encode()
	}
	return path
}

// homePage is a page whose subject stands in its path.
func (s *Server) homePage(w http.ResponseWriter, r *http.Request, v *view, subject string) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Form.Set(v.key, subject)
	s.sendView(w, r, v)
}

// embedded is the one panel of an embed: of that name, or the first.
func (v *view) embedded(name string, q values) []*panel {
	there := slices.DeleteFunc(slices.Clone(v.panels), func(p *panel) bool { return p.when != nil && !p.when(q) })
	if name = cmp.Or(name, v.alone); name == "" {
		return there[:min(1, len(there))]
	}
	return slices.DeleteFunc(there, func(p *panel) bool { return p.name != name })
}

// framed lets other pages have this one in a frame: those of this server, or all where the pages are public.
func (s *Server) framed(w http.ResponseWriter) {
	from := "'self'"
	if s.Public {
		from = "*"
	}
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(guard.Policy, "frame-ancestors 'none'", "frame-ancestors "+from, 1))
	h.Del("X-Frame-Options")
}
