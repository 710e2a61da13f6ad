package deals

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/run"
)

// enumerated is the probability of each number of cards of the kind in the hand, by every way in which every
// letter can fall.
func enumerated(q Opening) []float64 {
	decks := map[string]float64{string(identity(q.N)): 1}
	for _, name := range []byte(q.Word) {
		after := map[string]float64{}
		shuffle.Find(q.Letters, name).Support(q.N, 80, func(p perm.Perm, weight *big.Int) bool {
			w, _ := new(big.Rat).SetFrac(weight, new(big.Int).Lsh(big.NewInt(1), 80)).Float64()
			for deck, chance := range decks {
				to := make([]byte, q.N)
				for i, j := range p {
					to[j] = deck[i]
				}
				after[string(to)] += chance * w
			}
			return true
		})
		decks = after
	}
	of, chances := q.kind(), make([]float64, min(q.Kind, q.Hand)+1)
	for deck, chance := range decks {
		x := 0
		for _, card := range []byte(deck[:q.Hand]) {
			if of[card] {
				x++
			}
		}
		chances[x] += chance
	}
	return chances
}

func identity(n int) (deck []byte) {
	for i := range n {
		deck = append(deck, byte(i))
	}
	return deck
}

// Exact means and deviations, fair probabilities and intervals hold against plain enumeration.
func TestOpeningEnumerated(t *testing.T) {
	letters := parsed(t, "H=hindu(mean=2,sd=1/2)", "R=riffle", "D=deal(piles=2)", "C=cut", "T=top", "W=wash")
	for _, word := range []string{"D", "R", "RD", "DRDH", "HRT", "CDR", "W", "RW"} {
		for n := 2; n <= 6; n++ {
			for kind := 1; kind <= n; kind++ {
				q := Opening{N: n, Letters: used(letters, word), Word: word, Kind: kind, At: []string{OnTop, AtBottom, Spread}[kind%3],
					Hand: 1 + (n+kind)%n, Deals: 300, Seed: 7, Delta: 1e-6}
				answer, err := q.Answer(t.Context(), run.Options{})
				if err != nil {
					t.Fatal(q, err)
				}
				r, chances := answer.(results.Opening), enumerated(q)
				var mean, square float64
				for x, p := range chances {
					mean, square = mean+float64(x)*p, square+float64(x*x)*p
					if row := r.Rows[x]; row.Cards != x || p < row.Low-1e-12 || p > row.High+1e-12 {
						t.Errorf("%+v: %d with %v, not in %+v", q, x, p, row)
					}
					if word == "RW" && math.Abs(p-r.Rows[x].Fair) > 1e-12 {
						t.Errorf("%+v: %d with %v in a fair deck, want %v", q, x, r.Rows[x].Fair, p)
					}
				}
				sd := math.Sqrt(max(0, square-mean*mean))
				if math.Abs(r.Mean-mean) > r.MeanError+1e-14 || r.MeanError > 1e-12 {
					t.Errorf("%+v: mean %v ±%v, want %v", q, r.Mean, r.MeanError, mean)
				}
				if r.SDBy != results.Exact || math.Abs(r.SD-sd) > r.SDError+1e-7 || sd > 0.1 && r.SDError > 1e-11 {
					t.Errorf("%+v: sd %v ±%v, want %v", q, r.SD, r.SDError, sd)
				}
				if word == "W" && (math.Abs(r.FairMean-mean) > 1e-12 || math.Abs(r.FairSD-sd) > 1e-6) {
					t.Errorf("%+v: fair %v ±%v, want %v ±%v", q, r.FairMean, r.FairSD, mean, sd)
				}
			}
		}
	}
}

// used are the letters of a word, in the order of their first appearance.
func used(all []shuffle.Letter, word string) (letters []shuffle.Letter) {
	for _, name := range []byte(word) {
		if shuffle.Find(letters, name) == nil {
			letters = append(letters, shuffle.Letter{Name: name, Model: shuffle.Find(all, name)})
		}
	}
	return letters
}

func parsed(t *testing.T, definitions ...string) (letters []shuffle.Letter) {
	t.Helper()
	for _, d := range definitions {
		l, err := shuffle.ParseLetter(d)
		if err != nil {
			t.Fatal(err)
		}
		letters = append(letters, l)
	}
	return letters
}

// The decks that players have: the deals agree with the exact mean and deviation, for any number of threads.
func TestOpeningDealt(t *testing.T) {
	letters := parsed(t, "R=riffle", "B=human", "D=deal(piles=7)")
	for _, q := range []Opening{
		{N: 60, Word: "RRR", Kind: 24, At: Spread, Hand: 7}, {N: 60, Word: "RBD", Kind: 24, At: OnTop, Hand: 7},
		{N: 40, Word: "DRR", Kind: 17, At: AtBottom, Hand: 7},
	} {
		q.Letters, q.Deals, q.Seed, q.Delta = used(letters, q.Word), 20_000, 1, 1e-6
		one, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		three, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{Threads: 3})
		if err != nil || one.SD != three.SD || one.Mean != three.Mean {
			t.Errorf("%+v, with three threads %+v, %v", one, three, err)
		}
		var mean, square float64
		for x, row := range one.Rows {
			if row != three.Rows[x] {
				t.Errorf("%+v, with three threads %+v", row, three.Rows[x])
			}
			mean, square = mean+float64(x)*row.Share, square+float64(x*x)*row.Share
		}
		sd := math.Sqrt(square - mean*mean)
		if math.Abs(mean-one.Mean) > 5*sd/math.Sqrt(20_000) || math.Abs(sd-one.SD) > 0.03 {
			t.Errorf("%s: mean %v and sd %v in deals, but %v and %v", q.Word, mean, sd, one.Mean, one.SD)
		}
		if sampled := q.Word == "RBD"; sampled != (one.SDBy == results.Sampled) {
			t.Errorf("%s: sd is %s", q.Word, one.SDBy)
		}
	}
}

// What cannot be asked is refused in words.
func TestOpeningRefused(t *testing.T) {
	good := Opening{N: 60, Letters: parsed(t, "R=riffle"), Word: "RR", Kind: 24, At: OnTop, Hand: 7, Deals: 100, Delta: 0.1}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(q *Opening){
		"n=1":      func(q *Opening) { q.N = 1 },
		"n=209":    func(q *Opening) { q.N = 209 },
		"kind=0":   func(q *Opening) { q.Kind = 0 },
		"kind=61":  func(q *Opening) { q.Kind = 61 },
		"hand=0":   func(q *Opening) { q.Hand = 0 },
		"hand=61":  func(q *Opening) { q.Hand = 61 },
		"at":       func(q *Opening) { q.At = "here" },
		"deals":    func(q *Opening) { q.Deals = 1 },
		"delta":    func(q *Opening) { q.Delta = math.NaN() },
		"word":     func(q *Opening) { q.Word = "RX" },
		"negative": func(q *Opening) { q.Kind = -1 << 62 },
	} {
		q := good
		if spoil(&q); q.Check() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := good.Answer(t.Context(), run.Options{Memory: 1 << 20}); err == nil {
		t.Error("it needs no memory")
	}
}

// A hand with two to four of 24 lands in 60 cards comes in 0.774567 of all first sevens, and in 0.949180 with one
// mulligan; after a riffle it is what enumeration says.
func TestOpeningKept(t *testing.T) {
	wash, err := shuffle.ParseLetter("W=wash")
	if err != nil {
		t.Fatal(err)
	}
	for mulligans, want := range []float64{0.7745670429727153, 0.9491799818859344} {
		q := Opening{N: 60, Letters: []shuffle.Letter{wash}, Word: "W", Kind: 24, At: OnTop, Hand: 7, Deals: 1000, Seed: 1, Delta: 0.01,
			Least: 2, Most: 4, Mulligans: mulligans}
		r, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
		if err != nil || math.Abs(r.Kept.Fair-want) > 1e-15 || r.Kept.Low > want || r.Kept.High < want {
			t.Errorf("%v, %+v, want %v", err, r.Kept, want)
		}
	}
	riffle, err := shuffle.ParseLetter("R=riffle")
	if err != nil {
		t.Fatal(err)
	}
	q := Opening{N: 6, Letters: []shuffle.Letter{riffle}, Word: "R", Kind: 3, At: OnTop, Hand: 3, Deals: 20000, Seed: 1, Delta: 0.001, Least: 1, Most: 2, Mulligans: 2}
	chances := enumerated(q)
	p := chances[1] + chances[2]
	r, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
	if want := 1 - math.Pow(1-p, 3); err != nil || r.Kept.Low > want || r.Kept.High < want || r.Kept.High-r.Kept.Low > 0.05 {
		t.Errorf("%v, %+v, want %v", err, r.Kept, want)
	}
	q.Most = 4
	if q.Check() == nil {
		t.Error("a hand of three with four lands is kept")
	}
}
