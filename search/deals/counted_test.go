package deals

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/exact/position"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/figure"
	"dovetail/results/render"
	"dovetail/search/run"
	"dovetail/search/words"
)

func count(t *testing.T, q wordRuns, threads int) *counted {
	t.Helper()
	return must.Have(countDeals(t.Context(), q, run.Options{Threads: threads}))(t)
}

// The counts are those of the word, deterministic letters at its ends included: cell by
// cell, row by row, and as a whole.
func TestCountFollowsTheLaw(t *testing.T) {
	const n, s = 13, 60000
	for _, word := range []string{"D", "R", "DRHD", "DDRDRD", "HDHRDHH", "RRRRRRRRRRRR"} {
		q := query(t, n, word, s, 1, 11)
		e := must.Have(position.NewChain(q.Alphabet).Word(t.Context(), q.Word))(t)
		c := count(t, q, 0)
		ends := make([]uint64, n)
		for i, row := range c.from {
			sum, chi, cells := uint64(0), 0.0, 0
			for j, times := range row {
				p := e.At(i, j) + 1./n
				sum += times
				ends[j] += times
				d := float64(times) - s*p
				if math.Abs(d) > 6*math.Sqrt(s*p*max(0, 1-p))+1e-6 {
					t.Errorf("%s %d->%d: %d deals, expected %v", word, i, j, times, s*p)
				}
				if s*p > 5 {
					chi += d * d / (s * p)
					cells++
				}
			}
			if sum != s {
				t.Errorf("%s: card %d was dealt %d times", word, i, sum)
			}
			if far := (distuv.ChiSquared{K: float64(max(cells-1, 1))}).Survival(chi); far < 1e-6 {
				t.Errorf("%s: row %d has chi-square %v of %d cells, probability %v", word, i, chi, cells, far)
			}
		}
		if slices.ContainsFunc(ends, func(sum uint64) bool { return sum != s }) {
			t.Errorf("%s: positions were filled %v times", word, ends)
		}
	}
}

// The deals are the first run of whiteCounts, for any number of threads.
func TestCountIsARunOfSpread(t *testing.T) {
	for _, word := range []string{"RRR", "DHRD", "D"} {
		q := query(t, 20, word, 2*blockDeals+99, 1, 5)
		c := count(t, q, 1)
		if want := spread(t, q, 1)[0]; c.white() != want {
			t.Errorf("%s: w=%d, whiteCounts has %d", word, c.white(), want)
		}
		if again := count(t, q, 4); !slices.EqualFunc(c.from, again.from, slices.Equal) {
			t.Errorf("%s: four threads count others than one", word)
		}
	}
}

// T, P and E say the same, and so does the record.
func TestCountedRecords(t *testing.T) {
	q := query(t, 7, "HR", 1000, 1, 2)
	wq := must.Have(words.NewQuery(t.Context(), 7, q.Alphabet.Models(), "auto", 1000))(t)
	c := count(t, q, 0)
	asked := Score{Dealt{words.Spelled{Scoring: words.Scoring{N: 7, Letters: q.Alphabet.Models(), Emax: "auto", Samples: 1000}, Word: "HR"}, true, 2}}
	score := must.Have(run.AnswerTo[results.Score](t.Context(), asked, run.Options{}))(t)
	laws := map[string]results.Law{}
	for _, what := range []string{"T", "P", "E"} {
		laws[what] = c.matrix(wq.Setting, what)
		var text bytes.Buffer
		if err := render.Records(&text, "text", laws[what]); err != nil || bytes.Contains(text.Bytes(), []byte("within")) {
			t.Errorf("%v, %s", err, text.String())
		}
	}
	largest := 0.0
	for i, row := range laws["T"].Rows {
		for j, times := range row {
			p, e := laws["P"].Rows[i][j], laws["E"].Rows[i][j]
			if p != times/1000 || math.Abs(p-1./7-e) > 1e-15 {
				t.Errorf("T=%v, P=%v, E=%v", times, p, e)
			}
			largest = max(largest, math.Abs(e))
		}
	}
	d := score.Dealt
	if score.Kind != results.Exact || d.Kind != results.Sampled || d.White != c.white() || d.MaxError != largest || d.PredictedSD <= 0 {
		t.Errorf("%+v", d)
	}
	plain := must.Have(words.ScoreRecord(t.Context(), words.NewEvaluator(wq), q.Word))(t)
	score.Dealt, score.QuestionText = nil, plain.QuestionText
	if a, b := must.Have(json.Marshal(score))(t), must.Have(json.Marshal(plain))(t); !bytes.Equal(a, b) {
		t.Errorf("beside deals the exact scores are %s, alone %s", a, b)
	}
	if err := drawing.WriteFile(filepath.Join(t.TempDir(), "dealt.svg"), c.plate()...); err != nil {
		t.Error(err)
	}
}

// Every run is in the histogram once, whatever the errors are.
func TestHistogram(t *testing.T) {
	for _, c := range []struct {
		n    int
		s    int64
		runs int
	}{{1, 5, 3}, {2, 1, 2}, {52, 1000, 1}, {52, 1000, 200}, {3, longtest.Of[int64](1e5, 1e6), 30}} {
		r := must.Have(maxErrors(t.Context(), c.n, c.s, c.runs, 1, run.Options{}))(t)
		blocks := r.Histogram(c.n, c.s)
		sum, y := 0.0, blocks[1].(figure.Curve).Series[0].Y
		for _, k := range y {
			sum += k
		}
		if sum != float64(c.runs) || len(y) > 102 {
			t.Errorf("%+v: %v", c, y)
		}
		if err := drawing.WriteFile(filepath.Join(t.TempDir(), "errors.svg"), blocks...); err != nil {
			t.Error(err)
		}
	}
}
