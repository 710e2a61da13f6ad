package guess

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/run"
)

// ask answers about a word, with R as it is and others as defined.
func ask(t *testing.T, n int, word string, definitions ...string) games.Guess {
	t.Helper()
	q := question(t, n, word, definitions...)
	return must.Have(run.AnswerTo[games.Guess](t.Context(), q, run.Options{}))(t)
}

func question(t *testing.T, n int, word string, definitions ...string) Question {
	t.Helper()
	s := notation.Spelling{N: n, Preset: notation.Literal}
	for _, d := range definitions {
		if !strings.Contains(word, d[:1]) {
			continue
		}
		l := must.Have(notation.ParseLetter(d))(t)
		s.Definitions = append(s.Definitions, l)
	}
	return must.Have(NewQuestion(s, []string{word}, 2, 0, 1, 0))(t)
}

func float(t *testing.T, text string) float64 {
	t.Helper()
	return must.Have(strconv.ParseFloat(text, 64))(t)
}

// Values of 52 cards, as other programs found them: complete by another programme over runs,
// none and permutation from position laws by labels and by powers of matrices.
func TestPublishedRiffles(t *testing.T) {
	r := ask(t, 52, strings.Repeat("R", longtest.Of(10, 15)))
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

func completeError(row games.GuessRow) float64 {
	if row.CompleteError == nil {
		return 0
	}
	return *row.CompleteError
}

func rat(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// As arXiv 2601.16607 has it for one riffle with a biased cut, and arXiv 2602.12928 for one shelf: mean 3n/4, variance n/16.
func TestPublishedFeedback(t *testing.T) {
	for _, c := range []struct {
		n    int
		p    string
		want float64
	}{{4, "3/10", 3.076}, {4, "7/10", 3.244}, {3, "3/10", 2.433}} {
		row := ask(t, c.n, "B", "B=riffle(p="+c.p+")").Rows[0]
		if got := float(t, row.Complete); math.Abs(got-c.want) > 5.1e-4 {
			t.Errorf("n=%d p=%s: %v, want %v", c.n, c.p, got, c.want)
		}
	}
	for _, n := range []int{3, 10, 52, 100} {
		if row := ask(t, n, "S", "S=shelf(m=1)").Rows[0]; math.Abs(float(t, row.Deviation)-math.Sqrt(float64(n)/16)) > 1e-5 {
			t.Errorf("n=%d: deviation %s", n, row.Deviation)
		}
	}
}
