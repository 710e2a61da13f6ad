package estimate

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

// ask is the answer to a question, on one processor.
func ask[R results.Record](ctx context.Context, q run.Answerer) (R, error) {
	return run.AnswerTo[R](ctx, q, run.Options{Threads: 1})
}

// The time is for all of an estimate: a forecast of 20 cards takes minutes.
func TestEstimateEnds(t *testing.T) {
	before := run.CPUTime()
	e, err := Question{N: 20, Seed: 1, Time: number.Duration(50 * time.Millisecond)}.Answer(t.Context(), run.Options{})
	if took := run.CPUTime() - before; took > 5*time.Second || err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("%v after %v: %+v", err, took, e)
	}
}

// An estimate ends soon after its context.
func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
	defer cancel()
	before := run.CPUTime()
	_, err := Question{N: 20, Seed: 1, Time: number.Duration(time.Hour)}.Answer(ctx, run.Options{})
	if took := run.CPUTime() - before; took > time.Second || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v after %v", err, took)
	}
}

// The forecast agrees with the games of f(17), and the decks visited, on record with the usual thresholds.
func TestForecastAgainstTheRecord(t *testing.T) {
	const n, played = 17, 697354260 + 683697901 + 591025705 + 214484224
	const looks = 77296050 + 900246466 + 424223892 + 139777239 + 8145589192
	e, err := ask[games.TopswopsEstimate](t.Context(), Question{N: n, Seed: 1, Forecasts: longtest.Of(3, 6)})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Thresholds, []int{7, 15, 31, 62}) {
		t.Errorf("thresholds %v", e.Thresholds)
	}
	if math.Abs(e.Games-played) > 4*e.GamesError || e.GamesError > 0.25*played {
		t.Errorf("%.4g ± %.2g games, want %.4g", e.Games, e.GamesError, float64(played))
	}
	if math.Abs(e.Looks-looks) > 4*e.LooksError || e.LooksError > 0.15*looks {
		t.Errorf("%.4g ± %.2g decks visited, want %.4g", e.Looks, e.LooksError, float64(looks))
	}
}

// Of few cards nearly all is followed: what is counted is what the search counts.
func TestForecastOfLittle(t *testing.T) {
	for n := 6; n <= 12; n++ {
		found, err := ask[games.TopswopsMax](t.Context(), swops.Max{N: n, Known: true, Engine: swops.Bundles})
		if err != nil {
			t.Fatal(err)
		}
		played, looks := 0., 0.
		for _, c := range found.Bundles {
			played, looks = played+float64(c.Games.Uint64()), looks+float64(c.Looks.Uint64())
		}
		e, err := ask[games.TopswopsEstimate](t.Context(), Question{N: n, Seed: 2, Forecasts: maxProbes})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(e.Games-played) > 4*e.GamesError || math.Abs(e.Looks-looks) > 4*e.LooksError {
			t.Errorf("%d cards: %.4g ± %.2g games, %.4g ± %.2g decks visited, want %.4g and %.4g",
				n, e.Games, e.GamesError, e.Looks, e.LooksError, played, looks)
		}
	}
}

// Questions that no probes answer are refused, and leave no record of zeros.
func TestEstimateRefuses(t *testing.T) {
	for _, q := range []Question{
		{N: 8}, {N: 8, Forecasts: 1}, {N: 8, Forecasts: maxProbes + 1}, {N: 8, Forecasts: 2, Time: 1},
	} {
		if r, err := q.Answer(t.Context(), run.Options{}); err == nil {
			t.Errorf("%+v is answered: %+v", q, r)
		}
	}
}
