package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"dovetail/exact/riffle"
	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/render"
	"dovetail/results/schema"
	"dovetail/results/stored"
	"dovetail/search/computed"
	"dovetail/search/copies"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/fair"
	onedeck "dovetail/search/faro"
	"dovetail/search/fit"
	"dovetail/search/guess"
	"dovetail/search/intervals"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/questions"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/spelling"
	swops "dovetail/search/topswops"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// example is a genuine record with a name. Of its edits every stride-th is tried; none
// if it is 0, for a record that takes long.
type example struct {
	name, schema string
	text         []byte
	stride       int
}

// slow are the examples that take a tenth of a second or more to verify.
var slow = []string{"records", "tvd annealed", "tvd by looks", "tvd closed", "tvd proved", "tvd tested", "law of RH", "fit", "fair", "fair of few decks", "hands", "rank by bound", "repeated bound",
	"hands by decks", "sample", "rank by samples", "pairs", "spread", "repeated lower bound"}

// examples has one of every schema at least.
var examples = sync.OnceValue(func() (all []example) {
	add := func(name string, record any, err error) {
		if err != nil {
			panic(name + ": " + err.Error())
		}
		text, err := render.JSON(record)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		var head struct{ Schema string }
		if err := json.Unmarshal(text, &head); err != nil {
			panic(err)
		}
		stride := 1
		switch {
		case strings.HasPrefix(name, "large"):
			stride = 0
		case slices.Contains(slow, name):
			stride = longtest.Of(13, 1)
		}
		all = append(all, example{name, head.Schema, text, stride})
	}
	wordExamples(add)
	lawExamples(add)
	gamesExamples(add)
	handsExamples(add)
	trickExamples(add)
	guessExamples(add)
	topswopsExamples(add)
	ordersExamples(add)
	v, err := Files(context.Background(), Limits{}, bytes.NewReader(all[0].text), "-")
	add("verdicts", v, err)
	add("records of a folder", stored.Listing{Schema: results.RecordsSchema, Kind: results.Exact, Records: []stored.Entry{{File: "a.json", Day: "2026-11-28", Schema: results.OrdersDeckSchema, Of: results.Exact, Command: "dovetail orders 8", Answer: "8 cards (exact)"}}}, nil)
	return all
})

type adder func(name string, record any, err error)

var ctx = context.Background()

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

var hrd = []string{"H=hindu(mean=20/13,sd=10/39)", "R=riffle", "D=deal(order=1-3-2)"}

func wordExamples(add adder) {
	asked := func(name string, q run.Answerer) {
		record, err := q.Answer(ctx, run.Options{Threads: 1})
		add(name, record, err)
	}
	small := words.Scoring{N: 4, Letters: must(letters(4, hrd)), Emax: "auto", Samples: 100}
	hr := words.Spelled{Scoring: small, Word: "HR"}
	hr.Letters = small.Letters[:2]
	asked("score", deals.Score{Dealt: deals.Dealt{Spelled: hr}})
	asked("P", deals.Matrix{Dealt: deals.Dealt{Spelled: hr}, What: "P"})
	asked("E", deals.Matrix{Dealt: deals.Dealt{Spelled: hr}, What: "E"})
	asked("repeat", words.Repetitions{Spelled: hr, Times: 3})
	third := words.Scoring{N: 3, Letters: must(letters(3, []string{"R=riffle", "C=cut"})), Emax: "1/3", Samples: 1000}
	asked("a tolerance of 1/3", deals.Score{Dealt: deals.Dealt{Spelled: words.Spelled{Scoring: third, Word: "RC"}}})

	all := func(s words.Scoring, m, top int) words.All { return words.All{Scoring: s, M: m, Top: top} }
	for _, r := range []struct {
		name   string
		m, top int
		by     words.Key
	}{{"rank", 3, 2, words.ByConvergence}, {"rank by tvd", 2, 9, words.ByMeanTVD}, {"pruned", 9, 2, words.ByWorstTVD},
		{"counted", 4, 0, words.ByConvergence}, {"enumerated", 3, 2, words.ByExpected}} {
		asked(r.name, rank.ScoreRanking{All: all(small, r.m, r.top), By: r.by})
	}
	white := small
	white.Emax = "0.1"
	asked("perfect words", rank.ScoreRanking{All: all(white, 4, 3), By: words.ByConvergence})
	white = words.Scoring{N: 52, Letters: must(letters(52, []string{"H=hindu", "R=riffle", "D=deal"})), Emax: "paper", Samples: 1e6}
	asked("large: perfect words", rank.ScoreRanking{All: all(white, 7, 5), By: words.ByConvergence})
	asked("rank by bound", intervals.Ranking{All: all(small, 2, 2), By: intervals.ByBound})
	b := intervals.Budget{Effort: "D=2,H=3/2,R=1", Within: 3}
	asked("rank within an effort", intervals.Ranking{All: all(small, 3, 4), Budget: b, By: intervals.ByDistance})
	asked("rank by law", laws.Question{All: all(small, 2, 2)})

	hr.Samples = 1000
	asked("spread", deals.Spreading{Spelled: hr, Runs: 4, Seed: 7})
	asked("spread of one run", deals.Spreading{Spelled: hr, Runs: 1, Seed: 7})
	dealt := deals.Dealt{Spelled: hr, Deals: true, Seed: 7}
	asked("score of deals", deals.Score{Dealt: dealt})
	asked("T", deals.Matrix{Dealt: dealt, What: "T"})
	asked("E of deals", deals.Matrix{Dealt: dealt, What: "E"})

	own, spelled, err := notation.Spelling{N: 4, Names: notation.DefaultNames, Preset: notation.Literal, Definitions: []notation.Letter{must(notation.ParseLetter("H=hindu(mean=3,sd=1)"))}}.Own("hr")
	if err != nil {
		panic(err)
	}
	asked("opening", deals.Opening{N: 4, Letters: own, Word: spelled, Kinds: []spelling.Kind{{Count: 2}}, At: deals.Spread, Hand: 2, Deals: 20, Seed: 3, Delta: 0.01})
	asked("opening kept", deals.Opening{N: 4, Letters: own, Word: spelled, At: deals.OnTop, Hand: 2, Deals: 20, Seed: 3, Delta: 0.01,
		Kinds: []spelling.Kind{{Name: "land", Count: 2}, {Name: "elf", Count: 1}}, Keep: []results.OpeningKeep{{Name: "elf", Least: 1, Most: 1}}, Mulligans: 1})
	asked("sample", deals.Sampling{N: 4, Letters: own, Word: spelled, Deals: 20, Seed: 3, Delta: 0.01})
	asked("rank by samples", deals.Ranking{N: 70, Letters: must(letters(70, []string{"R=riffle", "C=cut"})), M: 2, Deals: 8, Seed: 1, Delta: 0.01, Top: 3})

	asked("emax", deals.Tolerance{N: 52, Samples: 1e6})
	asked("emax simulated", deals.Tolerance{N: 7, Samples: 5000, Runs: 100, Seed: 3})
	add("models", must(questions.Models{N: 52, Preset: "narrow-cut"}.Answer(ctx, run.Options{})), nil)
}

func lawExamples(add adder) {
	models := map[string]string{"R": "=riffle", "H": "=hindu(mean=2,sd=1)"}
	for _, models := range [][]string{{"R=riffle", "D=deal(order=1-3-2)"}, {"R=riffle", "H=hindu(mean=2,sd=1)"}} {
		q := computed.Law{N: 3, Letters: must(letters(3, models)), Word: "R" + models[1][:1], Top: 2}
		record, err := q.Answer(ctx, run.Options{Memory: 1 << 30})
		add("law of "+q.Word, record, err)
		q.Top = 0
		record, err = q.Answer(ctx, run.Options{Memory: 1 << 30})
		add("law without decks of "+q.Word, record, err)
	}
	for name, q := range map[string]run.Answerer{
		"riffles":            computed.Riffles{Shuffles: computed.Shuffles{N: 5, From: 2, To: 4, Digits: 8, Packets: 3, Cut: riffle.After}, Enough: 0.1},
		"shelves":            computed.Riffles{Shuffles: computed.Shuffles{N: 6, From: 2, To: 4, Digits: 8, Shelves: 3, Cut: riffle.None}, Enough: 0.1},
		"cards from the top": computed.Riffles{Shuffles: computed.Shuffles{N: 6, From: 2, To: 4, Digits: 8, Top: 2, Cut: riffle.None}, Enough: 0.1},
		"riffles of a deck":  computed.RiffledDeck{Shuffles: computed.Shuffles{N: 5, From: 1, To: 3, Digits: 8, Packets: 2, Cut: riffle.None}, Deck: []int{3, 1, 4, 2, 5}},
	} {
		record, err := q.Answer(ctx, run.Options{})
		add(name, record, err)
	}
	hrr := computed.Pairs{N: 4, Letters: must(letters(4, []string{"H=hindu(mean=2,sd=1)", "R=riffle"})), Word: "HRR"}
	two, err := hrr.Answer(ctx, run.Options{Threads: 1, Memory: 1 << 30})
	add("pairs", two, err)
	for _, c := range []struct {
		name, word string
		n          int
		decks      int
		looks      int
		width      float64
	}{{"closed", "HRR", 4, 2000, 0, 0}, {"annealed", "RHR", 4, 1000, 0, 0}, {"by looks", "RHR", 4, 0, 2, 0.3}, {"tested", "RHR", 10, 0, 0, 0.1}, {"proved", "RHR", 10, 0, 0, 0.9}, {"whole", "RHR", 4, 0, 0, 0.9}, {"exact", "RRR", 4, 0, 0, 0}} {
		var own []string
		for _, letter := range slices.Compact([]string{c.word[:1], c.word[1:2]}) {
			own = append(own, letter+models[letter])
		}
		of := computed.Pairs{N: c.n, Letters: must(letters(c.n, own)), Word: c.word}
		sampled, err := decks.Question{Pairs: of, Delta: 0.01, Seed: 3, Walks: 2, Steps: 10, Decks: c.decks, Intervals: c.looks, Width: c.width}.
			Answer(ctx, run.Options{Threads: 1, Memory: 1 << 30})
		add("tvd "+c.name, sampled, err)
	}
	setting := words.Scoring{N: 6, Letters: must(letters(6, []string{"H" + models["H"], "R" + models["R"]})), Emax: "1/100", Samples: 1000}
	for name, q := range map[string]intervals.Race{
		"large race":                {All: words.All{Scoring: setting, M: 2, Top: 4}, Rounds: 2},
		"large race without rounds": {All: words.All{Scoring: setting, M: 1, Top: 4}, Rounds: 1},
	} {
		q.Delta, q.Seed = 0.01, 3
		raced, err := q.Answer(ctx, run.Options{})
		add(name, raced, err)
	}
	for _, explain := range []bool{false, true} {
		proved, err := computed.Bound{Pairs: hrr, Explain: explain}.Answer(ctx, run.Options{Threads: 1, Memory: 1 << 30})
		add("bound, explain "+strconv.FormatBool(explain), proved, err)
	}
}

func gamesExamples(add adder) {
	for name, q := range map[string]copies.Question{
		"repeated exact":       {Game: copies.Game{Deck: copies.Deck{2, 3}, Order: copies.Blocks, Fixed: copies.Source}},
		"repeated bound":       {Game: copies.Game{Deck: copies.Deck{10, 11}, Order: copies.Blocks, Fixed: copies.Source}},
		"repeated sampled":     {Game: copies.Game{Deck: copies.Deck{4, 5, 6}, Order: copies.Blocks, Fixed: copies.Target}},
		"repeated lower bound": {Game: copies.Game{Deck: copies.Deck{3, 3}, Order: copies.Cyclic, Fixed: copies.Source}},
	} {
		q.From, q.To, q.Packets, q.Gap, q.Decks, q.Seed = 2, 4, 2, 1e-8, 100, 7
		record, err := q.Answer(ctx, run.Options{Threads: 1})
		add(name, record, err)
	}
	given := deals.Origin{N: 5, Deck: []int{3, 1, 4, 2, 5}, Seed: 3}
	dealt := deals.Origin{N: 7, Letters: must(letters(7, hrd[1:])), Word: "RDR", Seed: 3}
	for name, of := range map[string]deals.Origin{"one deck": given, "dealt deck": dealt} {
		record, err := deals.One{Origin: of, From: 1, To: 3, Digits: 5}.Answer(ctx, run.Options{})
		add(name, record, err)
		shown, err := deals.Riffle{Origin: of}.Answer(ctx, run.Options{})
		add("riffle of "+name, shown, err)
	}
}

func guessExamples(add adder) {
	for name, c := range map[string]struct {
		word   string
		models []string
		from   int
	}{
		"guess after riffles": {"RRR", []string{"R=riffle"}, 2},
		"guess after shelves": {"SSV", []string{"S=shelf(m=2)", "V=inverse(of=riffle)"}, 1},
		"guess after a word":  {"RHV", []string{"R=riffle", "H=hindu(mean=2,sd=1)", "V=inverse(of=riffle)"}, 1},
	} {
		models := must(letters(6, c.models))
		record, err := guess.Question{N: 6, Letters: models, Word: c.word, From: c.from}.Answer(ctx, run.Options{})
		add(name, record, err)
		record, err = guess.Watch{N: 6, Letters: models, Word: c.word, Seed: 7}.Answer(ctx, run.Options{})
		add(name+", watched", record, err)
	}
}

func handsExamples(add adder) {
	riffle, err := notation.ParseLetter("R=riffle")
	if err != nil {
		panic(err)
	}
	for name, text := range map[string]string{
		"fit": "source me\ncards 10\nriffles 9\ncut 4 4\ncut 5 5\npacket 1 30\npacket 2 12\npacket 4 5", "fit cuts": "cards 6\ncut 2 9\ncut 4 5", "fit packets": "cards 6\npacket 1 9\npacket 3 5",
	} {
		counts, err := fit.Read(strings.NewReader(text))
		if err != nil {
			panic(err)
		}
		record, err := fit.Question{Counts: counts, Letters: []notation.Letter{riffle}}.Answer(ctx, run.Options{})
		add(name, record, err)
	}
	for name, c := range map[string]struct {
		text string
		how  fair.Reading
	}{
		"fair of few decks": {strings.Repeat("3 1 4 2\n4 2 1 3\n2 1 4 3\n", 3), fair.Reading{From: fair.New}},
		"fair":              {strings.Repeat("3 1 4 2\n4 2 1 3\n2 1 4 3\n1 4 3 2\n", 11), fair.Reading{From: fair.Previous}},
		"fair kinds":        {strings.Repeat("a b b b\nb a b b\nb b b a\n", 14) + "x", fair.Reading{From: fair.New, Skip: true}},
		"fair hands":        {strings.Repeat("a b\nb a\nb b\n", 14), fair.Reading{From: fair.New, Kinds: []fair.Kind{{Name: "a", Count: 2}, {Name: "b", Count: 4}}}},
		"fair table":        {"1 2 1 0\n1 0 1 2\n2 1 0 1\n0 1 2 1", fair.Reading{From: fair.Table}},
	} {
		counts, err := fair.Read(strings.NewReader(c.text), c.how)
		if err != nil {
			panic(err)
		}
		record, err := fair.Question{Counts: counts, FalseAlarm: 1e-3, Seed: 1, Skip: counts.Failed > 0}.Answer(ctx, run.Options{})
		add(name, record, err)
	}
	dealt := must(letters(4, []string{"R=riffle", "D=deal(piles=2)"}))
	piles := decks.Piles{Pairs: computed.Pairs{N: 4, Letters: dealt, Word: "RDR"}, From: 2, To: 3, Gathered: "odd-even", Delta: 0.1, Seed: 1}
	compared, err := piles.Answer(ctx, run.Options{Threads: 1})
	add("piles", compared, cmp.Or(piles.Check(), err))
	for name, q := range map[string]decks.Hands{
		"hands":          {N: 6, Riffle: "clumpy(switch=2/3,cut=chain)", From: 1, To: 3, Delta: 0.1, Seed: 1, Steps: 4, Stages: []int{0, 1, 3}},
		"hands by decks": {N: 5, Riffle: "riffle(cut=half)", From: 1, To: 2, Delta: 0.1, Seed: 2, Steps: 3, Decks: 40},
		"ideal hands":    {N: 6, Riffle: "riffle(cut=binomial)", From: 1, To: 3, Delta: 0.1, Seed: 1},
	} {
		record, err := q.Answer(ctx, run.Options{Threads: 1})
		add(name, record, cmp.Or(q.Check(), err))
	}
}

func trickExamples(add adder) {
	for _, cut := range trick.Cuts {
		q := trick.Question{Trick: trick.Trick{N: 8, From: 2, To: 4, Cut: cut, Insert: trick.Middle}, Decks: 50, Seed: 3}
		record, err := q.Answer(ctx, run.Options{Threads: 1})
		add("trick, cut "+string(cut), record, err)
		deck, err := trick.Performance{Trick: trick.Trick{N: 5, From: 1, To: 3, Cut: cut, Insert: trick.Top}, Deck: []int{3, 1, 5, 2, 4}}.Answer(ctx, run.Options{})
		add("noted card, cut "+string(cut), deck, err)
	}
}

func topswopsExamples(add adder) {
	part := func(n int, i, of uint32) questions.Part {
		return questions.Part{Whole: swops.Max{N: n}, Shard: run.Shard{I: i, N: of}}
	}
	for name, q := range map[string]run.Answerer{
		"max":                       swops.Max{N: 8},
		"max of one card":           swops.Max{N: 1},
		"large: max":                swops.Max{N: 10, Known: true},
		"large: two decks":          swops.Max{N: 7},
		"max counted":               swops.Max{N: 7, CountOnly: true},
		"part":                      part(8, 2, 2),
		"large: part":               part(12, 2, 2),
		"large: part with nothing":  part(10, 1, 200),
		"at least 21":               swops.Max{N: 8, AtLeast: 21},
		"at least one more":         swops.Max{N: 8, AtLeast: 23},
		"large: at least 1000":      swops.Max{N: 8, AtLeast: 1000},
		"large: at least 66":        swops.Max{N: 12, AtLeast: 66},
		"sorted":                    swops.Max{N: 8, Sorted: true},
		"play":                      swops.Playing{Deck: []int{3, 1, 4, 5, 2}},
		"census":                    swops.Census{N: 6},
		"table":                     swops.Table{From: 2, To: 6},
		"bounds":                    swops.Bounds{N: 5},
		"records":                   swops.Records{From: 3, To: 17, Seed: 1, Rounds: 1},
		"large: records in no time": swops.Records{From: 30, To: 31, Seed: 1, Time: 1},
	} {
		record, err := q.Answer(ctx, run.Options{Threads: 1})
		add(name, record, cmp.Or(q.Check(), err))
	}
}

func ordersExamples(add adder) {
	span := orders.Range{From: 2, To: 999}
	for _, c := range []struct {
		name string
		q    run.Answerer
	}{
		{"deck", onedeck.Deck{N: 52}}, {"families", onedeck.Listing{N: 12}}, {"move", onedeck.Move{N: 12, From: 1, To: 7}},
		{"move cards", onedeck.MoveCards{N: 12, From: []int{1, 2}, To: []int{4, 7}}},
		{"faro", onedeck.Trail{Shuffle: faro.In, Deck: cards.New(5, 1), Times: 4}},
		{"families table", onedeck.Table{From: 1, To: 3}}, {"moves", onedeck.Moves{N: 5, From: 2}},
		{"faro from 0", onedeck.Trail{Deck: cards.New(6, 0), Times: 2}},
		{"faro of a deck", onedeck.Trail{Deck: []int{3, 1, 2, 4}, Times: 3}},
		{"with", orders.Restored{K: 11}}, {"with", orders.Restored{K: 12}},
		{"stats", orders.Summing{Range: span}}, {"orders verify", must(orders.NewVerifying(span, orders.Auto))},
		{"rows", orders.Listing{From: 2, To: 5, Kind: "out"}},
	} {
		record, err := c.q.Answer(ctx, run.Options{Threads: 1})
		add(c.name, record, err)
	}
	for _, kind := range []string{"both", "in"} {
		var list bytes.Buffer
		err := orders.Listing{From: 2, To: 5, Kind: kind}.Stream(ctx, run.Options{}, &list, "json")
		add("orders of "+kind, json.RawMessage(list.Bytes()), err)
	}
}

// schemas are the constants of package results that name one.
func schemas(t *testing.T) (all []string) {
	files, err := filepath.Glob("../../results/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				for i, name := range v.Names {
					if strings.HasSuffix(name.Name, "Schema") {
						schema, err := strconv.Unquote(v.Values[i].(*ast.BasicLit).Value)
						if err != nil {
							t.Fatal(err)
						}
						all = append(all, schema)
					}
				}
			}
			return true
		})
	}
	slices.Sort(all)
	return all
}

// Every schema has a verifier and an example.
func TestEverySchemaIsKnown(t *testing.T) {
	all := schemas(t)
	if len(all) < 29 {
		t.Fatalf("only %d schemas: %v", len(all), all)
	}
	for _, schema := range all {
		if _, ok := verifierOf(schema); !ok {
			t.Errorf("%s has no verifier", schema)
		}
		if !slices.ContainsFunc(examples(), func(e example) bool { return e.schema == schema }) {
			t.Errorf("%s has no example", schema)
		}
	}
	if len(all) != len(Schemas()) {
		t.Errorf("%d schemas, %d verifiers", len(all), len(Schemas()))
	}
}

// Genuine records hold. What other records say is not judged by itself.
func TestGenuineRecordsHold(t *testing.T) {
	for _, e := range examples() {
		want := stored.Holds
		if e.schema == results.VerifySchema || e.schema == results.RecordsSchema {
			want = stored.Unknown
		}
		v, err := Record(t.Context(), Limits{Memory: 1 << 30}, e.text)
		if err != nil || v.Verdict != want {
			t.Errorf("%s: %v, %+v\n%s", e.name, err, v, e.text)
		}
	}
}

// Every example has the form that its JSON Schema describes.
func TestExamplesFitTheirSchemas(t *testing.T) {
	v, err := schema.Open("../../docs/schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Schemas() {
		if !slices.Contains(forms.Schemas(), name) {
			t.Errorf("%s has no JSON Schema", name)
		}
	}
	for _, e := range examples() {
		if err := v.Check(e.text); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
	}
}

// letters reads the models of a record.
func letters(n int, models []string) ([]notation.Letter, error) {
	s := notation.Spelling{N: n, Preset: notation.Literal}
	for _, m := range models {
		l, err := notation.ParseLetter(m)
		if err != nil {
			return nil, err
		}
		s.Names, s.Definitions = append(s.Names, l.Name), append(s.Definitions, l)
	}
	return s.Letters()
}
