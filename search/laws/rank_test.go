package laws

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dovetail/exact/law"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

func query(t testing.TB, n, m int, definitions ...string) words.Query {
	t.Helper()
	return queryOver(t, "HRD", n, m, definitions...)
}

func queryOver(t testing.TB, names string, n, m int, definitions ...string) words.Query {
	t.Helper()
	letters := must.Have(notation.New(n, []byte(names), "literal", definitions))(t)
	emax := big.NewRat(1, 1000)
	white := must.Have(tally.NewWhite(n, 1e6, emax))(t)
	return words.Query{
		Alphabet: position.NewLaws(n, letters),
		M:        m, Top: 1 << 20,
		Emax: position.NewTolerance(emax), White: white,
	}
}

func ranked(t testing.TB, q words.Query, threads int) Ranking {
	t.Helper()
	p := must.Have(NewPlan(context.Background(), q, 1<<30, threads))(t)
	return must.Have(p.Rank(context.Background(), run.Options{}))(t)
}

// Each word has the distance of its own law, and the words are in order.
func TestRankingAgainstWords(t *testing.T) {
	for _, definitions := range [][]string{{"H=hindu(mean=2,sd=1)"}, {"H=hindu(mean=2,sd=1)", "D=deal(order=1-3-2)"}, {"H=hindu(mean=4,sd=2)", "D=deal(piles=1)"}} {
		q := query(t, 6, 5, definitions...)
		a := must.Have(law.Compile(context.Background(), 6, q.Alphabet.Models(), 1<<30))(t)
		chain := law.NewChain(a, 1)
		all := 1
		for q.M = 1; q.M <= 5; q.M++ {
			r := ranked(t, q, 1)
			all *= 3
			if r.M != q.M || r.Words != all || len(r.Rows) != all || r.Undecided > 0 {
				t.Fatalf("%v m=%d: %d words, %d rows, %d undecided", definitions, r.M, r.Words, len(r.Rows), r.Undecided)
			}
			for k, row := range r.Rows {
				w := must.Have(a.Parse(row.Word))(t)
				l := must.Have(chain.Word(context.Background(), w))(t)
				if got := l.TVD(); !got.Near(row.TVD) {
					t.Fatalf("%s: TVD %v, alone %v", row.Word, row.TVD, got)
				}
				if k == 0 {
					continue
				}
				before := r.Rows[k-1]
				tied := before.TVD == row.TVD || before.TVD.Exact != nil && row.TVD.Exact != nil && before.TVD.Exact.Cmp(row.TVD.Exact) == 0
				if before.TVD.Float > row.TVD.Float || tied && before.Word >= row.Word {
					t.Fatalf("%s (%v) before %s (%v)", before.Word, before.TVD, row.Word, row.TVD)
				}
			}
		}
	}
}

// The laws of a length are those of its own words.
func TestLawsOfALength(t *testing.T) {
	for _, names := range []string{"HRD", "HR", "DR"} {
		for m := 2; m <= 5; m++ {
			q := queryOver(t, names, 5, m)
			r := ranked(t, q, 1)
			cores := map[string]bool{}
			for _, row := range r.Rows {
				w := must.Have(q.Alphabet.Parse(row.Word))(t)
				_, core, _ := q.Alphabet.Split(w)
				cores[string(core)] = true
			}
			if r.Cores != len(cores) {
				t.Errorf("%s, m=%d: %d laws, %d cores", names, m, r.Cores, len(cores))
			}
		}
	}
}

// Words whose probabilities have denominators beyond 64 bits, up to 2^84 here, are
// ordered by exact fractions all the same.
func TestLongWordsAreOrderedExactly(t *testing.T) {
	r := ranked(t, queryOver(t, "RD", 7, 12, "D=deal(piles=3)"), 1)
	if r.Undecided != 0 || len(r.Rows) != 1<<12 {
		t.Fatalf("%d rows, %d undecided", len(r.Rows), r.Undecided)
	}
	for k, row := range r.Rows {
		if row.TVD.Exact == nil {
			t.Fatalf("%s: %v", row.Word, row.TVD)
		}
		if k == 0 {
			continue
		}
		before := r.Rows[k-1]
		if order := before.TVD.Exact.Cmp(row.TVD.Exact); order > 0 || order == 0 && before.Word >= row.Word {
			t.Fatalf("%s (%v) before %s (%v)", before.Word, before.TVD, row.Word, row.TVD)
		}
	}
}

// Beside its distance each word has the rank that it has by C.
func TestRankByConvergence(t *testing.T) {
	q := query(t, 6, 4, "H=hindu(mean=2,sd=1)")
	byC := q
	byC.Key = words.ByConvergence
	ranking := must.Have(rank.Rank(context.Background(), byC, run.Options{}))(t)
	want := map[string]int{}
	for i, row := range ranking.Rows {
		want[row.Word] = i + 1
	}
	for _, row := range ranked(t, q, 1).Rows {
		if row.CRank != want[row.Word] {
			t.Errorf("%s: rank %d by C, want %d", row.Word, row.CRank, want[row.Word])
		}
	}
}

func TestThreadsChangeNothing(t *testing.T) {
	q := query(t, 7, 5, "H=hindu(mean=2,sd=1)")
	want := must.Have(json.Marshal(ranked(t, q, 1)))(t)
	for _, threads := range []int{2, 8} {
		if got, _ := json.Marshal(ranked(t, q, threads)); string(got) != string(want) {
			t.Fatalf("%d threads give another ranking", threads)
		}
	}
}

func TestRefusals(t *testing.T) {
	for want, try := range map[string]func() error{
		"too many to rank":   func() error { _, err := NewPlan(context.Background(), query(t, 5, 13), 1<<30, 1); return err },
		"out of range 1..12": func() error { _, err := NewPlan(context.Background(), query(t, 13, 2), 1<<40, 1); return err },
		"allows 1GiB":        func() error { _, err := NewPlan(context.Background(), query(t, 12, 2), 1<<30, 1); return err },
		"allows 256MiB":      func() error { _, err := NewPlan(context.Background(), query(t, 10, 7), 1<<28, 1); return err },
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// tau against its definition over all pairs.
func TestTau(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 30).Draw(t, "size")
		draw := func(name string) []int {
			return rapid.SliceOfN(rapid.IntRange(0, 6), size, size).Draw(t, name)
		}
		x, y := draw("x"), draw("y")
		var sum, untiedX, untiedY float64
		for i := range x {
			for j := range i {
				sign := float64((x[i] - x[j]) * (y[i] - y[j]))
				if sign != 0 {
					sum += math.Copysign(1, sign)
				}
				if x[i] != x[j] {
					untiedX++
				}
				if y[i] != y[j] {
					untiedY++
				}
			}
		}
		want := 0.0
		if untiedX*untiedY > 0 {
			want = sum / math.Sqrt(untiedX*untiedY)
		}
		if got := Tau(x, y); math.Abs(got-want) > 1e-12 {
			t.Fatalf("tau %v, want %v", got, want)
		}
	})
}

// All words of up to five letters of eight cards.
func BenchmarkRank(b *testing.B) {
	q := query(b, 8, 5, "H=hindu(mean=20/13,sd=10/39)", "D=deal(order=1-3-2)")
	for b.Loop() {
		ranked(b, q, 1)
	}
}
