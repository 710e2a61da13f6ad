package deals

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"testing"

	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// enumerated is the probability of each hand, by its numbers of cards of all kinds, by every way in which every letter
// can fall.
func enumerated(q Opening) map[string]float64 {
	decks := map[string]float64{string(identity(q.N)): 1}
	for _, name := range []byte(q.Word) {
		after := map[string]float64{}
		notation.Find(q.Letters, name).Support(q.N, 80, func(p perm.Perm, weight *big.Int) bool {
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
	of, chances := q.kinds(), map[string]float64{}
	for deck, chance := range decks {
		hand := make([]int, len(q.Kinds))
		for _, card := range []byte(deck[:q.Hand]) {
			if kind := of[card]; kind >= 0 {
				hand[kind]++
			}
		}
		chances[fmt.Sprint(hand)] += chance
	}
	return chances
}

// one is a kind that is alone.
func one(count int) []spelling.Kind { return []spelling.Kind{{Count: count}} }

func identity(n int) (deck []byte) {
	for i := range n {
		deck = append(deck, byte(i))
	}
	return deck
}

// Exact means and deviations, fair probabilities and intervals hold against plain enumeration, of one kind and of several.
func TestOpeningEnumerated(t *testing.T) {
	letters := parsed(t, "H=hindu(mean=2,sd=1/2)", "R=riffle", "D=deal(piles=2)", "C=cut", "T=top", "W=wash")
	for _, word := range []string{"D", "R", "RD", "DRDH", "HRT", "CDR", "W", "RW"} {
		for n := 2; n <= 6; n++ {
			for count := 1; count <= n; count++ {
				kinds := one(count)
				if n > 3 && count < n-1 {
					kinds = []spelling.Kind{{Name: "land", Count: count}, {Name: "spell", Count: 1 + (n-count)/3}}
					if n%2 == 0 {
						kinds = append(kinds, spelling.Kind{Name: "rest", Count: n - count - kinds[1].Count})
					}
				}
				q := Opening{N: n, Letters: used(letters, word), Word: word, Kinds: kinds, At: []string{OnTop, AtBottom, Spread}[count%3],
					Hand: 1 + (n+count)%n, Deals: 300, Seed: 7, Delta: 1e-6}
				answer, err := q.Answer(t.Context(), run.Options{})
				if err != nil {
					t.Fatal(q, err)
				}
				r, chances := answer.(results.Opening), enumerated(q)
				all, means, squares := 0., make([]float64, len(kinds)), make([]float64, len(kinds))
				for _, row := range r.Rows {
					p := chances[fmt.Sprint(row.Cards)]
					all += p
					for k, x := range row.Cards {
						means[k], squares[k] = means[k]+float64(x)*p, squares[k]+float64(x*x)*p
					}
					if p < row.Low-1e-12 || p > row.High+1e-12 {
						t.Errorf("%+v: %v not in %+v", q, p, row)
					}
					if word == "RW" && math.Abs(p-row.Fair) > 1e-12 {
						t.Errorf("%+v: %+v in a fair deck, want %v", q, row, p)
					}
				}
				if math.Abs(all-1) > 1e-9 {
					t.Errorf("%+v: a hand is missing, rows %v of %v", q, r.Rows, chances)
				}
				for k, x := range r.Kinds {
					mean, sd := means[k], math.Sqrt(max(0, squares[k]-means[k]*means[k]))
					if math.Abs(x.Mean-mean) > x.MeanError+1e-14 || x.MeanError > 1e-12 {
						t.Errorf("%+v: mean %v ±%v, want %v", q, x.Mean, x.MeanError, mean)
					}
					if r.SDBy != results.Exact || math.Abs(x.SD-sd) > x.SDError+1e-7 || sd > 0.1 && x.SDError > 1e-11 {
						t.Errorf("%+v: sd %v ±%v, want %v", q, x.SD, x.SDError, sd)
					}
					if word == "W" && (math.Abs(x.FairMean-mean) > 1e-12 || math.Abs(x.FairSD-sd) > 1e-6) {
						t.Errorf("%+v: fair %v ±%v, want %v ±%v", q, x.FairMean, x.FairSD, mean, sd)
					}
				}
			}
		}
	}
}

// used are the letters of a word, in the order of their first appearance.
func used(all []notation.Letter, word string) (letters []notation.Letter) {
	for _, name := range []byte(word) {
		if notation.Find(letters, name) == nil {
			letters = append(letters, notation.Letter{Name: name, Model: notation.Find(all, name)})
		}
	}
	return letters
}

func parsed(t *testing.T, definitions ...string) (letters []notation.Letter) {
	t.Helper()
	for _, d := range definitions {
		l := must.Have(notation.ParseLetter(d))(t)
		letters = append(letters, l)
	}
	return letters
}

// The decks that players have: the deals agree with the exact mean and deviation, for any number of threads.
func TestOpeningDealt(t *testing.T) {
	letters := parsed(t, "R=riffle", "B=human", "D=deal(piles=7)")
	for _, q := range []Opening{
		{N: 60, Word: "RRR", Kinds: one(24), At: Spread, Hand: 7}, {N: 60, Word: "RBD", Kinds: one(24), At: OnTop, Hand: 7},
		{N: 40, Word: "DRR", Kinds: one(17), At: AtBottom, Hand: 7},
	} {
		q.Letters, q.Deals, q.Seed, q.Delta = used(letters, q.Word), 20_000, 1, 1e-6
		single := must.Have(run.AnswerTo[results.Opening](t.Context(), q, run.Options{Threads: 1}))(t)
		three, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{Threads: 3})
		if err != nil || !reflect.DeepEqual(single.Kinds, three.Kinds) {
			t.Errorf("%+v, with three threads %+v, %v", single, three, err)
		}
		var mean, square float64
		for x, row := range single.Rows {
			if !reflect.DeepEqual(row, three.Rows[x]) {
				t.Errorf("%+v, with three threads %+v", row, three.Rows[x])
			}
			mean, square = mean+float64(x)*row.Share, square+float64(x*x)*row.Share
		}
		sd := math.Sqrt(square - mean*mean)
		if k := single.Kinds[0]; math.Abs(mean-k.Mean) > 5*sd/math.Sqrt(20_000) || math.Abs(sd-k.SD) > 0.03 {
			t.Errorf("%s: mean %v and sd %v in deals, but %v and %v", q.Word, mean, sd, k.Mean, k.SD)
		}
		if sampled := q.Word == "RBD"; sampled != (single.SDBy == results.Sampled) {
			t.Errorf("%s: sd is %s", q.Word, single.SDBy)
		}
	}
}

// What cannot be asked is refused in words.
func TestOpeningRefused(t *testing.T) {
	good := Opening{N: 60, Letters: parsed(t, "R=riffle"), Word: "RR", Kinds: one(24), At: OnTop, Hand: 7, Deals: 100, Delta: 0.1}
	must.Do(t, good.Check())
	for name, spoil := range map[string]func(q *Opening){
		"n=1":      func(q *Opening) { q.N = 1 },
		"n=209":    func(q *Opening) { q.N = 209 },
		"kind=0":   func(q *Opening) { q.Kinds = one(0) },
		"kind=61":  func(q *Opening) { q.Kinds = one(61) },
		"no kinds": func(q *Opening) { q.Kinds = nil },
		"no name":  func(q *Opening) { q.Kinds = append(one(3), one(4)...) },
		"twice":    func(q *Opening) { q.Kinds = []spelling.Kind{{Name: "a", Count: 3}, {Name: "a", Count: 4}} },
		"61 cards": func(q *Opening) { q.Kinds = []spelling.Kind{{Name: "a", Count: 30}, {Name: "b", Count: 31}} },
		"hands": func(q *Opening) {
			q.Hand = 30
			q.Kinds = []spelling.Kind{{Name: "a", Count: 15}, {Name: "b", Count: 15}, {Name: "c", Count: 15}, {Name: "d", Count: 14}}
		},
		"kept of none":   func(q *Opening) { q.Keep = []results.OpeningKeep{{Name: "a", Most: 1}} },
		"kept twice":     func(q *Opening) { q.Keep = []results.OpeningKeep{{Most: 1}, {Most: 2}} },
		"kept of hand":   func(q *Opening) { q.Keep = []results.OpeningKeep{{Most: 8}} },
		"kept the other": func(q *Opening) { q.Keep = []results.OpeningKeep{{Least: 3, Most: 2}} },
		"mulligans":      func(q *Opening) { q.Mulligans = 1 },
		"hand=0":         func(q *Opening) { q.Hand = 0 },
		"hand=61":        func(q *Opening) { q.Hand = 61 },
		"at":             func(q *Opening) { q.At = "here" },
		"deals":          func(q *Opening) { q.Deals = 1 },
		"delta":          func(q *Opening) { q.Delta = math.NaN() },
		"word":           func(q *Opening) { q.Word = "RX" },
		"negative":       func(q *Opening) { q.Kinds = one(-1 << 62) },
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
	wash := must.Have(notation.ParseLetter("W=wash"))(t)
	for mulligans, want := range []float64{0.7745670429727153, 0.9491799818859344} {
		q := Opening{N: 60, Letters: []notation.Letter{wash}, Word: "W", Kinds: one(24), At: OnTop, Hand: 7, Deals: 1000, Seed: 1, Delta: 0.01,
			Keep: []results.OpeningKeep{{Least: 2, Most: 4}}, Mulligans: mulligans}
		r, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
		if err != nil || math.Abs(r.Kept.Fair-want) > 1e-15 || r.Kept.Low > want || r.Kept.High < want {
			t.Errorf("%v, %+v, want %v", err, r.Kept, want)
		}
	}
	riffle := must.Have(notation.ParseLetter("R=riffle"))(t)
	q := Opening{N: 6, Letters: []notation.Letter{riffle}, Word: "R", Kinds: one(3), At: OnTop, Hand: 3, Deals: 20000, Seed: 1, Delta: 0.001, Keep: []results.OpeningKeep{{Least: 1, Most: 2}}, Mulligans: 2}
	chances := enumerated(q)
	p := chances["[1]"] + chances["[2]"]
	r, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
	if want := 1 - math.Pow(1-p, 3); err != nil || r.Kept.Low > want || r.Kept.High < want || r.Kept.High-r.Kept.Low > 0.05 {
		t.Errorf("%v, %+v, want %v", err, r.Kept, want)
	}
	q.Keep[0].Most = 4
	if q.Check() == nil {
		t.Error("a hand of three with four lands is kept")
	}
	// Of two kinds, both numbers must be right.
	q.Kinds = []spelling.Kind{{Name: "land", Count: 2}, {Name: "elf", Count: 2}}
	q.Keep, q.Mulligans = []results.OpeningKeep{{Name: "elf", Least: 1, Most: 2}, {Name: "land", Least: 1, Most: 1}}, 0
	chances = enumerated(q)
	p = chances["[1 1]"] + chances["[1 2]"]
	r, err = run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
	if err != nil || r.Kept.Low > p || r.Kept.High < p || r.Kept.High-r.Kept.Low > 0.05 || math.Abs(r.Kept.Fair-0.5) > 1e-15 {
		t.Errorf("%v, %+v, want %v", err, r.Kept, p)
	}
}

// A deck of 40 cards with 17 lands, 15 creatures and 8 spells: the numbers of a fair hand of seven are hypergeometric, and
// those of each kind add up to its own.
func TestOpeningOfThreeKinds(t *testing.T) {
	q := Opening{N: 40, Letters: parsed(t, "W=wash"), Word: "W", At: OnTop, Hand: 7, Deals: 100_000, Seed: 1, Delta: 1e-6,
		Kinds: []spelling.Kind{{Name: "land", Count: 17}, {Name: "creature", Count: 15}, {Name: "spell", Count: 8}}}
	r, err := run.AnswerTo[results.Opening](t.Context(), q, run.Options{})
	if err != nil || len(r.Rows) != 36 {
		t.Fatal(err, len(r.Rows))
	}
	sum, choose := 0., func(n, k int) float64 { return float64(new(big.Int).Binomial(int64(n), int64(k)).Int64()) }
	for _, row := range r.Rows {
		want := choose(17, row.Cards[0]) * choose(15, row.Cards[1]) * choose(8, row.Cards[2]) / choose(40, 7)
		if sum += row.Fair; math.Abs(row.Fair-want) > 1e-15 || want < row.Low || want > row.High || row.Cards[0]+row.Cards[1]+row.Cards[2] != 7 {
			t.Errorf("%+v, want %v", row, want)
		}
	}
	dealt, fair := r.Alone(0)
	for x, p := range fair {
		if want := choose(17, x) * choose(23, 7-x) / choose(40, 7); math.Abs(p-want) > 1e-15 || math.Abs(dealt[x]-p) > 0.01 {
			t.Errorf("%d lands with %v, dealt %v, want %v", x, p, dealt[x], want)
		}
	}
	if math.Abs(sum-1) > 1e-14 {
		t.Errorf("all hands have %v", sum)
	}
}
