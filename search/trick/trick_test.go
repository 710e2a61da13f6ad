package trick

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func TestJob(t *testing.T) {
	q := Question{Trick: Trick{N: 6, From: 1, To: 2, Cut: Before, Insert: Uniform}, Decks: 20000, Seed: 1}
	cut, insert := q, q
	cut.Cut, insert.Insert = After, Top
	runtest.Test(t, q, cut, insert)
}

func FuzzMerge(f *testing.F) {
	runtest.FuzzMerge(f, Question{Trick: Trick{N: 6, From: 1, To: 2, Cut: Before, Insert: Uniform}, Decks: 9000, Seed: 1})
}

func FuzzTask(f *testing.F) {
	runtest.FuzzTask(f, Question{Trick: Trick{N: 6, From: 1, To: 2, Cut: Before, Insert: Uniform}, Decks: 9000, Seed: 1})
}

func record(t *testing.T, q Question) games.Trick {
	return must.Have(run.AnswerTo[games.Trick](t.Context(), q, run.Options{}))(t)
}

func float(t *testing.T, text string) float64 {
	return must.Have(strconv.ParseFloat(text, 64))(t)
}

// guess is the cells of a row for a number of guesses.
func guess(row games.TrickRow, g int) (p string, se float64, right string) {
	switch g {
	case 0:
		return row.One.String(), row.OneSE, row.OneRight.String()
	case 1:
		return row.Two.String(), row.TwoSE, row.TwoRight.String()
	}
	return row.Three.String(), row.ThreeSE, row.ThreeRight.String()
}

// Probabilities of 52 cards as another program found them, from 10^6 decks a row, or from
// 2*10^5 for the cut at both times.
func TestKnown(t *testing.T) {
	records := map[Trick]games.Trick{}
	for _, c := range []struct {
		cut    Cut
		insert Insertion
		g      int
		se     float64
		rows   [7]float64
	}{
		{None, Uniform, 0, .0004, [7]float64{.9615, .8845, .7198, .3214, .0936, .0430, .0288}},
		{Before, Uniform, 0, .0004, [7]float64{.9435, .8674, .7052, .3189, .0940, .0432, .0289}},
		{Before, Uniform, 1, .0004, [7]float64{.9628, .8870, .7380, .4655, .1801, .0860, .0577}},
		{Before, Uniform, 2, .0004, [7]float64{.9818, .9065, .7577, .5190, .2515, .1275, .0864}},
		{Both, Uniform, 0, .0009, [7]float64{.9028, .8124, .5885, .1920, .0672, .0365, .0266}},
		{Both, Middle, 0, .0009, [7]float64{1.0000, .9977, .8780, .3312, .0935, .0432, .0289}},
	} {
		trick := Trick{N: 52, From: 1, To: 7, Cut: c.cut, Insert: c.insert}
		r, ok := records[trick]
		if !ok {
			r = record(t, Question{Trick: trick, Decks: 10000, Seed: 5})
			records[trick] = r
		}
		for m, want := range c.rows {
			p, se, _ := guess(r.Rows[m], c.g)
			if allowed := 4*math.Hypot(se, c.se*math.Sqrt(want*(1-want))*2) + 6e-5; math.Abs(float(t, p)-want) > allowed {
				t.Errorf("%s, %s, %d guesses after %d riffles: %s ± %v, want %v", c.cut, c.insert, c.g+1, m+1, p, se, want)
			}
		}
	}
}

// exact goes through all decks, cuts and places: the best g cards of each deck.
func exact(tr Trick) (best [guesses]float64) {
	for _, ways := range joint(tr) {
		slices.Sort(ways)
		sum := 0.0
		for g := range best {
			sum += ways[tr.N-1-g]
			best[g] += sum
		}
	}
	return best
}

// Sampled probabilities are those of all decks, and as many guesses are right as posteriors
// say.
func TestAllDecks(t *testing.T) {
	const decks = 40000
	for _, cut := range Cuts {
		for _, insert := range Insertions {
			q := Question{Trick: Trick{N: 5, From: 1, To: 3, Cut: cut, Insert: insert}, Decks: decks, Seed: 2}
			for _, row := range record(t, q).Rows {
				one := q.Trick
				one.From = row.Riffles
				for g, want := range exact(one) {
					p, se, right := guess(row, g)
					if got := float(t, p); math.Abs(got-want) > 4.5*se+1e-5 {
						t.Errorf("%+v, %d riffles, %d guesses: %s ± %v, want %v", q, row.Riffles, g+1, p, se, want)
					}
					if got := float(t, right); math.Abs(got-want) > 4.5*math.Sqrt(want*(1-want)/decks)+1e-5 {
						t.Errorf("%+v, %d riffles, %d guesses: right in %v, want %v", q, row.Riffles, g+1, got, want)
					}
				}
			}
		}
	}
}

// guesses about 52 cards are right as often as they say.
func TestCalibrated(t *testing.T) {
	decks := longtest.Of(8000, 20000)
	for _, cut := range Cuts {
		for _, row := range record(t, Question{Trick: Trick{N: 52, From: 2, To: 5, Cut: cut, Insert: Middle}, Decks: decks, Seed: 3}).Rows {
			for g := range guesses {
				p, _, right := guess(row, g)
				want := float(t, p)
				if got := float(t, right); math.Abs(got-want) > 4.5*math.Sqrt(want*(1-want)/float64(decks))+1e-5 {
					t.Errorf("%s, %d riffles, %d guesses: right in %v, posteriors say %v", cut, row.Riffles, g+1, got, want)
				}
			}
		}
	}
}

func TestCheck(t *testing.T) {
	good := Question{Trick: Trick{N: 52, From: 1, To: 7, Cut: Before, Insert: Uniform}, Decks: 100}
	must.Do(t, good.Check())
	for what, change := range map[string]func(q *Question){
		"two cards": func(q *Question) { q.N = 2 }, "no riffles": func(q *Question) { q.From = 0 }, "many riffles": func(q *Question) { q.To = 21 },
		"from above to": func(q *Question) { q.From = 8 }, "no cut": func(q *Question) { q.Cut = "" }, "no place": func(q *Question) { q.Insert = "" },
		"one deck": func(q *Question) { q.Decks = 1 }, "many decks": func(q *Question) { q.Decks = 1e8 },
	} {
		q := good
		change(&q)
		if q.Check() == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

func TestPicture(t *testing.T) {
	q := Question{Trick: Trick{N: 10, From: 2, To: 4, Cut: Before, Insert: Uniform}, Decks: 100}
	blocks := must.Have(q.Picture(t.Context(), run.Options{}, []results.Record{record(t, q)}))(t)
	if curve := blocks[1].(figure.Curve); len(curve.Series) != 3 || len(curve.Series[0].Y) != 3 || curve.Series[0].First != 2 {
		t.Errorf("%+v", curve)
	}
}

func BenchmarkDecks(b *testing.B) {
	for _, cut := range Cuts {
		b.Run(string(cut), func(b *testing.B) {
			for b.Loop() {
				q := Question{Trick: Trick{N: 52, From: 3, To: 3, Cut: cut, Insert: Uniform}, Decks: 10000, Seed: 5}
				if _, err := q.Answer(b.Context(), run.Options{Threads: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
