package guess

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/exact/law"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// ask answers about a word, with R as it is and others as defined.
func ask(t *testing.T, n int, word string, definitions ...string) results.Guess {
	t.Helper()
	q := question(t, n, word, definitions...)
	r, err := q.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func question(t *testing.T, n int, word string, definitions ...string) Question {
	t.Helper()
	s := shuffle.Spelling{N: n, Preset: shuffle.Literal}
	for _, d := range definitions {
		if !strings.Contains(word, d[:1]) {
			continue
		}
		l, err := shuffle.ParseLetter(d)
		if err != nil {
			t.Fatal(err)
		}
		s.Definitions = append(s.Definitions, l)
	}
	q, err := NewQuestion(s, []string{word}, 2, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func float(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Values of 52 cards, as other programs found them: complete by another programme over runs,
// none and permutation from position laws by labels and by powers of matrices.
func TestPublishedRiffles(t *testing.T) {
	r := ask(t, 52, strings.Repeat("R", 15))
	for m, want := range [][3]string{
		{"31.1695058871", "7.2139939070", "5.7260338056"},
		{"19.8697647478", "4.1778053580", "2.5283552170"},
		{"13.0315672985", "2.6850709680", "1.3923720622"},
		{"8.8064640257", "1.8556554555", "1.1216555976"},
		{"6.5685644763", "1.4219049278", "1.0451144861"},
		{"5.5029376281", "1.2081888084", "1.0189550494"},
		{"5.0045642061", "1.1036963502", "1.0086261990"},
		{"4.7669187104", "1.0517949950", "1.0041071925"},
		{"4.6513358497", "1.0258831281", "1.0020030555"},
		{"4.5943975327", "1.0129435710", "1.0009890038"},
	} {
		row := r.Rows[m]
		if got := [3]string{row.Complete, row.None, row.Permutation}; got != want {
			t.Errorf("m=%d: %v, want %v", m+1, got, want)
		}
	}
	// The top card for the first half and the bottom one for the second are best from nine
	// riffles on, and not before.
	for m, row := range r.Rows {
		if halves := row.Names == "1 x26, 52 x26"; halves != (m+1 >= 9) {
			t.Errorf("m=%d: %s", m+1, row.Names)
		}
	}
	// The position law of riffles undone mirrors that of riffles.
	for m, row := range ask(t, 52, "VVV").Rows {
		if row.Permutation != r.Rows[m].Permutation {
			t.Errorf("m=%d: %s undone, %s", m+1, row.Permutation, r.Rows[m].Permutation)
		}
	}
	if r.Fair != "4.5380439507" {
		t.Errorf("a fair deck has %s", r.Fair)
	}
}

// Shelf machines: 39, 27, 17.6, 9.3, 6.2 and, for 64 shelves, 4.7 were sampled by Diaconis,
// Fulman and Holmes.
func TestPublishedShelves(t *testing.T) {
	for m, want := range map[int][2]string{
		1: {"39.000000", "6.002919"}, 2: {"27.034722", "2.958580"}, 4: {"17.576151", "1.717182"}, 10: {"9.296597", "1.108511"},
		20: {"6.128636", "1.029994"}, 38: {"5.020819", "1.008781"}, 64: {"4.712449", "1.003111"}, 200: {"4.556122", "1.000319"},
	} {
		row := ask(t, 52, "S", fmt.Sprintf("S=shelf(m=%d)", m)).Rows[0]
		got := [2]string{strconv.FormatFloat(float(t, row.Complete), 'f', 6, 64), strconv.FormatFloat(float(t, row.None), 'f', 6, 64)}
		if got != want {
			t.Errorf("%d shelves: %v, want %v", m, got, want)
		}
	}
}

// decks is the law of a word on all decks, read from the top, in fractions.
func decks(t *testing.T, q Question) (all [][]int, chance []*big.Rat) {
	l, err := law.Question{N: q.N, Letters: q.Letters, Word: q.Word}.Law(t.Context(), 1<<30, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !l.Exact() {
		t.Fatalf("%s has no law in fractions", q.Word)
	}
	l.Each(func(deck []int, count string) bool {
		cards := slices.Clone(deck)
		for i := range cards {
			cards[i]--
		}
		ways, ok := new(big.Int).SetString(count, 10)
		if !ok {
			t.Fatal(count)
		}
		all, chance = append(all, cards), append(chance, new(big.Rat).SetFrac(ways, l.Den))
		return true
	})
	return all, chance
}

// byDecks is what can be guessed, from the law on all decks alone: with feedback the likeliest
// card after everything that may have been seen, without the likeliest of each position, and
// the best of all lists of the cards.
func byDecks(n int, decks [][]int, chance []*big.Rat) (complete, none, permutation *big.Rat) {
	seen := map[string]*big.Rat{}
	at := make([]*big.Rat, n*n)
	for x := range at {
		at[x] = new(big.Rat)
	}
	for d, deck := range decks {
		for j, card := range deck {
			prefix := fmt.Sprint(deck[:j+1])
			if seen[prefix] == nil {
				seen[prefix] = new(big.Rat)
			}
			seen[prefix].Add(seen[prefix], chance[d])
			at[card*n+j].Add(at[card*n+j], chance[d])
		}
	}
	complete, none, permutation = new(big.Rat), new(big.Rat), new(big.Rat)
	best := map[string]*big.Rat{}
	for prefix, x := range seen {
		before := prefix[:max(strings.LastIndex(prefix, " "), 0)]
		if best[before] == nil || best[before].Cmp(x) < 0 {
			best[before] = x
		}
	}
	for _, x := range best {
		complete.Add(complete, x)
	}
	for j := range n {
		most := new(big.Rat)
		for i := range n {
			if at[i*n+j].Cmp(most) > 0 {
				most = at[i*n+j]
			}
		}
		none.Add(none, most)
	}
	for rank := range perm.Factorial(n) {
		sum := new(big.Rat)
		for j, i := range perm.Unrank(n, rank) {
			sum.Add(sum, at[i*n+j])
		}
		if sum.Cmp(permutation) > 0 {
			permutation = sum
		}
	}
	return complete, none, permutation
}

// Everything is what the law on all decks says, to the errors that are stated.
func TestByAllDecks(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
		complete    int // letters after which it is known
	}{
		{7, "RRRR", nil, 4}, {6, "RRRR", nil, 4}, {2, "RR", nil, 2}, {3, "RR", nil, 2},
		{6, "AR", []string{"A=ashuffle(a=3)"}, 2}, {5, "AA", []string{"A=ashuffle(a=5)"}, 2}, {4, "A", []string{"A=ashuffle(a=1)"}, 1},
		{6, "SSV", []string{"S=shelf(m=1)"}, 3}, {7, "S", []string{"S=shelf(m=2)"}, 1}, {5, "SV", []string{"S=shelf(m=3)"}, 2}, {2, "S", nil, 1},
		{6, "VVV", nil, 3}, {7, "V", nil, 1}, {5, "V", []string{"V=inverse(of=ashuffle(a=4))"}, 1}, {2, "VV", nil, 2},
		{6, "RVR", nil, 1}, {6, "VSR", []string{"S=shelf(m=2)"}, 1}, {6, "DRC", []string{"D=deal(piles=2)"}, 0}, {7, "TTTR", nil, 0},
	} {
		whole := question(t, c.n, c.word, c.definitions...)
		r, err := whole.Record(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for k, row := range r.Rows {
			q := question(t, c.n, c.word[:k+1], c.definitions...)
			all, chance := decks(t, q)
			complete, none, permutation := byDecks(c.n, all, chance)
			if known := row.Complete != ""; known != (k < c.complete) {
				t.Errorf("n=%d %s: complete feedback is %q", c.n, q.Word, row.Complete)
			}
			for what, x := range map[string]struct {
				text  string
				error float64
				want  *big.Rat
			}{"complete": {row.Complete, completeError(row), complete}, "none": {row.None, row.NoneError, none}, "permutation": {row.Permutation, row.PermutationError, permutation}} {
				if x.text == "" {
					continue
				}
				got, ok := new(big.Rat).SetString(x.text)
				if !ok {
					t.Fatal(x.text)
				}
				if off, _ := got.Sub(got, x.want).Float64(); !(math.Abs(off) <= x.error) || x.error > 1e-10 {
					t.Errorf("n=%d %s: %s is %s ± %v, want %s", c.n, q.Word, what, x.text, x.error, x.want.FloatString(12))
				}
			}
		}
	}
}

// No strategy of any kind does better than to name a likeliest card each time: with feedback one
// guess for everything that may have been seen, of three cards all 3^10 strategies, of
// four all that name unseen cards.
func TestNoStrategyIsBetter(t *testing.T) {
	for _, c := range []struct {
		n    int
		word string
	}{{3, "R"}, {3, "V"}, {3, "S"}, {4, "R"}, {4, "RR"}} {
		q := question(t, c.n, c.word)
		all, chance := decks(t, q)
		var prefixes []string
		choices := map[string][]int{}
		for _, deck := range all {
			for j := range deck {
				prefix := fmt.Sprint(deck[:j])
				if choices[prefix] == nil {
					prefixes = append(prefixes, prefix)
					for card := range c.n {
						if c.n == 3 || !strings.ContainsRune(prefix, rune('0'+card)) {
							choices[prefix] = append(choices[prefix], card)
						}
					}
				}
			}
		}
		names := map[string]int{}
		best := 0.0
		odds := make([]float64, len(all))
		for d := range all {
			odds[d], _ = chance[d].Float64()
		}
		right := make([]map[string]float64, c.n) // by card named, of what has been seen
		for card := range right {
			right[card] = map[string]float64{}
			for d, deck := range all {
				for j, shown := range deck {
					if shown == card {
						right[card][fmt.Sprint(deck[:j])] += odds[d]
					}
				}
			}
		}
		tried := 0
		var choose func(k int, sum float64)
		choose = func(k int, sum float64) {
			if k == len(prefixes) {
				tried++
				best = max(best, sum)
				return
			}
			for _, card := range choices[prefixes[k]] {
				names[prefixes[k]] = card
				choose(k+1, sum+right[card][prefixes[k]])
			}
		}
		choose(0, 0)
		if want := map[int]int{3: 59049, 4: 4 * 81 * 4096}[c.n]; tried != want {
			t.Fatalf("%d strategies, want %d", tried, want)
		}
		r, err := q.Record(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := float(t, r.Rows[len(r.Rows)-1].Complete); math.Abs(got-best) > 1e-9 {
			t.Errorf("n=%d %s: %v, the best of %d strategies has %v", c.n, c.word, got, tried, best)
		}
	}
}

// A riffle undone puts the cards of one label, in order, on those of another. The best player
// names the card after the last one, and is wrong where the label changes on the way up, at
// half of the cards; from the first step down on he knows the rest. One shelf turns the
// first packet over, and has no step that is not known but for those.
func TestOnePacketUp(t *testing.T) {
	for n := 2; n <= 30; n++ {
		for letter, want := range map[string]float64{
			"V": float64(3*n-1)/4 + math.Ldexp(float64(n), -n),
			"S": 0.75 * float64(n),
		} {
			row := ask(t, n, letter, "S=shelf(m=1)").Rows[0]
			if got := float(t, row.Complete); math.Abs(got-want) > completeError(row) {
				t.Errorf("n=%d %s: %v, want %v", n, letter, got, want)
			}
		}
	}
}

// Labels dealt one by one, with nothing else of the program: a-shuffles of five cards.
func TestByLabels(t *testing.T) {
	const n = 5
	for a := 1; a <= 4; a++ {
		count := map[string]int64{}
		labels, all := make([]int, n), 0
		var label func(j int)
		label = func(j int) {
			if j < n {
				for labels[j] = range a {
					label(j + 1)
				}
				return
			}
			all++
			deck, card := make([]int, n), 0
			for l := range a { // positions of label 0 take the top cards in order, and so on
				for j := range n {
					if labels[j] == l {
						deck[j] = card
						card++
					}
				}
			}
			count[fmt.Sprint(deck)]++
		}
		label(0)
		var decks [][]int
		var chance []*big.Rat
		for rank := range perm.Factorial(n) {
			deck := perm.Unrank(n, rank)
			decks = append(decks, deck)
			chance = append(chance, big.NewRat(count[fmt.Sprint([]int(deck))], int64(all)))
		}
		want, _, _ := byDecks(n, decks, chance)
		row := ask(t, n, "A", fmt.Sprintf("A=ashuffle(a=%d)", a)).Rows[0]
		if got := float(t, row.Complete); math.Abs(got-rat(want)) > completeError(row) {
			t.Errorf("a=%d: %v, want %s", a, got, want)
		}
	}
}

func completeError(row results.GuessRow) float64 {
	if row.CompleteError == nil {
		return 0
	}
	return *row.CompleteError
}

func rat(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// Where the answer is in fractions: runs with every card of every run guessed, none left out
// as another is as good, and steps with all that they add up.
func TestInFractions(t *testing.T) {
	worst := 0.0
	for n := 4; n <= 12; n++ {
		for _, c := range []closed{{sequels, big.NewInt(2)}, {sequels, big.NewInt(5)}, {sequels, big.NewInt(1 << 20)}, {descents, big.NewInt(3)}, {peaks, big.NewInt(2)}, {peaks, big.NewInt(40)}} {
			ratio := make([]*big.Rat, n+1)
			for d, x := range c.exact(n) {
				ratio[d] = x
			}
			ratio[n] = new(big.Rat)
			var want *big.Rat
			var got float64
			if c.by == sequels {
				all, err := riffled(t.Context(), n, [][]float64{c.ratio(n), c.ratio(n)}, func() {})
				if err != nil || all[0] != all[1] {
					t.Fatal(all, err)
				}
				got = all[0]
				memory := map[string][2]*big.Rat{}
				_, want = runsInFractions(memory, []int{n}, 0, n, ratio)
			} else {
				if err := stepped(t.Context(), c, n, func(s *steps) { got = s.start().w }); err != nil {
					t.Fatal(err)
				}
				memory := map[string][2]*big.Rat{}
				start := map[statistic]int{descents: 0, peaks: n}[c.by]
				_, want = stepsInFractions(memory, c.by, n, start, false, 0, ratio)
			}
			off := new(big.Rat).SetFloat64(got)
			off.Sub(off, want).Abs(off).Quo(off, want)
			if rat(off) > relativeError(n) {
				t.Errorf("n=%d %v: %v, want %v", n, c, got, rat(want))
			}
			worst = max(worst, rat(off)/relativeError(n))
		}
	}
	if worst < 0.01 { // a hundredth of the bound would not be one
		t.Errorf("errors are %v of their bound", worst)
	}
}

// runsInFractions is m and w as the formula has them.
func runsInFractions(memory map[string][2]*big.Rat, runs []int, d, k int, ratio []*big.Rat) (m, w *big.Rat) {
	if k == 0 {
		return ratio[d], new(big.Rat)
	}
	key := fmt.Sprint(runs, d)
	if known, ok := memory[key]; ok {
		return known[0], known[1]
	}
	m, w = new(big.Rat), new(big.Rat)
	best := new(big.Rat)
	for i, l := range runs {
		for p := 1; p <= l; p++ {
			left := part(nil, runs, i, max(p-1, l-p), min(p-1, l-p))
			after := d
			if p > 1 {
				after++
			}
			m2, w2 := runsInFractions(memory, left, after, k-1, ratio)
			m.Add(m, m2)
			w.Add(w, w2)
			if m2.Cmp(best) > 0 {
				best = m2
			}
		}
	}
	w.Add(w, best)
	m.Quo(m, big.NewRat(int64(k), 1))
	w.Quo(w, big.NewRat(int64(k), 1))
	memory[key] = [2]*big.Rat{m, w}
	return m, w
}

// stepsInFractions is m and w with every card that may be next, one by one.
func stepsInFractions(memory map[string][2]*big.Rat, by statistic, k, j int, up bool, v int, ratio []*big.Rat) (m, w *big.Rat) {
	if k == 0 {
		return ratio[v], new(big.Rat)
	}
	key := fmt.Sprint(k, j, up, v)
	if known, ok := memory[key]; ok {
		return known[0], known[1]
	}
	m, w = new(big.Rat), new(big.Rat)
	best := new(big.Rat)
	for i := range k {
		after := v
		if i < j && (up || by == descents) {
			after++
		}
		m2, w2 := stepsInFractions(memory, by, k-1, i, i >= j, after, ratio)
		m.Add(m, m2)
		w.Add(w, w2)
		if m2.Cmp(best) > 0 {
			best = m2
		}
	}
	w.Add(w, best)
	m.Quo(m, big.NewRat(int64(k), 1))
	w.Quo(w, big.NewRat(int64(k), 1))
	memory[key] = [2]*big.Rat{m, w}
	return m, w
}

// More laws than are computed together are computed one after the other.
func TestManyRows(t *testing.T) {
	word := strings.Repeat("R", 2*together+3)
	r := ask(t, 12, word)
	for _, m := range []int{1, together, together + 1, len(word)} {
		q := question(t, 12, word[:m])
		q.From = m
		alone, err := q.Record(t.Context())
		if err != nil || len(alone.Rows) != 1 || !reflect.DeepEqual(alone.Rows[0], r.Rows[m-1]) {
			t.Errorf("m=%d: %+v, %+v, %v", m, alone.Rows, r.Rows[m-1], err)
		}
	}
}

// A closed law is found where there is one, and for decks that are not too large.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
		known       bool
	}{
		{64, "R", nil, true}, {65, "R", nil, false}, {160, "V", nil, true}, {161, "V", nil, false}, {160, "S", []string{"S=shelf(m=1)"}, true}, {161, "S", nil, false},
		{20, "VR", nil, false}, {20, "RV", nil, false}, {20, "SS", nil, true}, {20, "SVV", nil, true}, {20, "SR", nil, false}, {20, "VS", nil, false},
		{20, "H", nil, false}, {20, "RJ", []string{"J=faro(kind=in)"}, false}, {20, "R", []string{"R=riffle(cut=normal)"}, false}, {20, "X", []string{"X=inverse(of=shelf(m=2))"}, false},
	} {
		q := question(t, c.n, c.word, c.definitions...)
		if got := closedForm(q.models()).known(q.N); got != c.known {
			t.Errorf("n=%d %s: %v", c.n, c.word, got)
		}
	}
	// The largest decks are doubles: between a fair deck's and all cards.
	for _, definition := range []string{"S=shelf(m=1)", "S=shelf(m=20)", "S=shelf(m=32768)", "S=inverse(of=riffle)", "S=inverse(of=ashuffle(a=65536))"} {
		row := ask(t, mostSteps, "S", definition).Rows[0]
		if x := float(t, row.Complete); !(x >= rat(Fair(mostSteps)) && x < mostSteps) {
			t.Errorf("%s: %v", definition, x)
		}
	}
}

func TestNewQuestion(t *testing.T) {
	s := shuffle.Spelling{N: 10, Preset: shuffle.Literal}
	for _, c := range []struct {
		a, shelves int64
		want       string
	}{{2, 0, "RRR R=riffle(cut=binomial)"}, {3, 0, "AAA A=ashuffle(a=3)"}, {2, 4, "SSS S=shelf(m=4)"}} {
		q, err := NewQuestion(s, nil, c.a, c.shelves, 2, 3)
		if err != nil || q.Word+" "+q.Letters[0].String() != c.want || q.From != 2 {
			t.Errorf("%+v: %+v, %v", c, q, err)
		}
	}
	for what, c := range map[string]struct {
		n                int
		words            []string
		a, from, shelves int64
	}{"a huge deck": {n: 1001, a: 2, from: 1}, "no deck": {a: 2, from: 1}, "from above": {n: 5, a: 2, from: 4}, "from below": {n: 5, a: 2},
		"no packets": {n: 5, from: 1}, "a word that is none": {n: 5, words: []string{"Q"}, a: 2, from: 1}, "many shelves": {n: 5, a: 2, from: 1, shelves: 1 << 20}, "packets and shelves": {n: 5, a: 3, from: 1, shelves: 2}} {
		s.N = c.n
		if q, err := NewQuestion(s, c.words, c.a, c.shelves, int(c.from), 3); err == nil {
			t.Errorf("%s is taken: %+v", what, q)
		}
	}
}

func TestCancelled(t *testing.T) {
	for _, word := range []string{"R", "S", "H"} {
		q := question(t, 60, word)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := q.Record(ctx); err == nil {
			t.Errorf("%s has an answer", word)
		}
	}
}

func TestPicture(t *testing.T) {
	if series := len(curve(ask(t, 10, "RRV")).Series); series != 3 {
		t.Errorf("%d series", series)
	}
	c := curve(ask(t, 10, "HRV"))
	if len(c.Series) != 2 || len(c.Markers) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestNames(t *testing.T) {
	for want, cards := range map[string][]int{"1 x1": {0}, "1 x2, 3 x1": {0, 0, 2}, "1 x1, 2 x1, 1 x1, 2 x1": {0, 1, 0, 1}, "": {0, 1, 2, 3, 4}} {
		if got := names(cards); got != want {
			t.Errorf("%v: %s", cards, got)
		}
	}
	for x, want := range map[float64]float64{1.04e-11: 1.1e-11, 9.96e-3: 1e-2, 2: 2, 1.05: 1.1, 1.0000001: 1.1} {
		if got := up(x); got != want || got < x {
			t.Errorf("%v up is %v", x, got)
		}
	}
	for _, c := range []struct {
		x, err float64
		text   string
	}{{math.Pi, 1e-14, "3.1415926536"}, {math.Pi, 2e-6, "3.14159"}, {math.Pi, 1e-2, "3.14"}} {
		if text, err := rounded(c.x, c.err); text != c.text || math.Abs(float(t, text)-c.x)+c.err > err {
			t.Errorf("%v: %s ± %v", c, text, err)
		}
	}
}
