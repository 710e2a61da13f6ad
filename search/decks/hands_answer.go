package decks

import (
	"context"
	"fmt"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// Answer implements [run.Answerer]. It returns what is known when the time is over. If ctx ends
// before, that is part of the error.
func (q Hands) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	rows, err := q.rows(ctx, env)
	if err != nil {
		return nil, err
	}
	inTime, cancel := run.Within(ctx, q.Time)
	defer cancel()
	err = rows.narrow(inTime, run.NewAccount(q.Limits, q.Seconds(), env))
	r := rows.record()
	switch {
	case !run.Over(inTime, err):
		return r, err
	case ctx.Err() == nil:
		return r, nil
	}
	return r, results.Unfinished(err, []results.Hands{r})
}

// Follows implements [run.Rechecker] for the rows that are counted, for the ideal riffle, and for
// what the intervals imply.
func (q Hands) Follows(ctx context.Context, env run.Options, record results.Record) (results.Record, string, error) {
	rows, err := q.rows(ctx, env)
	if err != nil {
		return nil, "", err
	}
	r := record.(results.Hands)
	if len(r.Rows) != len(rows.rows) {
		return nil, "", fmt.Errorf("there are %d rows for %d numbers of riffles", len(r.Rows), len(rows.rows))
	}
	want := rows.record()
	want.QuestionText = results.TextOf(q)
	for i, row := range r.Rows {
		w := &want.Rows[i]
		if row.TVDLow < w.TVDLow || row.TVDLow > row.TVDHigh || row.TVDHigh > w.TVDHigh {
			return nil, "", fmt.Errorf("%d riffles have %v to %v, no interval within %v to %v", row.Shuffles, row.TVDLow,
				row.TVDHigh, w.TVDLow, w.TVDHigh)
		}
		if r.Kind == results.Sampled && row.Decks > 0 && (row.Estimate == nil ||
			row.EstimateSE == nil && row.TVDLow < *row.Estimate && *row.Estimate < row.TVDHigh) {
			return nil, "", fmt.Errorf("%d riffles have decks without an estimate and estimate_se", row.Shuffles)
		}
		if i > 0 && (row.TVDLow > r.Rows[i-1].TVDLow || row.TVDHigh > r.Rows[i-1].TVDHigh) {
			return nil, "", fmt.Errorf("%d riffles have an end above that of fewer", row.Shuffles)
		}
		if want.Kind == results.Exact {
			continue
		}
		if e := row.Estimate; e != nil && !(*e >= row.TVDLow && *e <= row.TVDHigh) {
			return nil, "", fmt.Errorf("%d riffles have the estimate %v, which is not within %v to %v", row.Shuffles,
				*e, row.TVDLow, row.TVDHigh)
		}
		ideal, shuffles := w.Ideal, w.Shuffles
		*w = row
		w.Ideal, w.Shuffles = ideal, shuffles
		if row.Decks > 0 {
			want.Kind = results.Sampled
		}
	}
	want.Needs = needsOf(want.Rows)
	return want, "what is counted, the ideal riffle, and the numbers of riffles", nil
}

// Picture shows the distances over the number of riffles, beside those of the ideal riffle.
func (Hands) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.Hands)
	curve := figure.Curve{XLabel: "riffles", YLabel: "distance from a fair deck", YMax: 1}
	for i, row := range r.Rows { // a curve for each stretch of rows with estimates
		if !row.Known() {
			continue
		}
		if i == 0 || !r.Rows[i-1].Known() {
			curve.Series = append(curve.Series, figure.Series{Name: "these hands, estimated", First: row.Shuffles})
		}
		s := &curve.Series[len(curve.Series)-1]
		s.Y = append(s.Y, *row.Estimate)
	}
	for _, s := range []struct {
		name string
		of   func(results.HandsRow) float64
	}{
		{"ideal riffle", func(row results.HandsRow) float64 { return row.Ideal }},
		{"at least", func(row results.HandsRow) float64 { return row.TVDLow }},
		{"at most", func(row results.HandsRow) float64 { return row.TVDHigh }},
	} {
		series := figure.Series{Name: s.name, First: r.Rows[0].Shuffles}
		for _, row := range r.Rows {
			series.Y = append(series.Y, s.of(row))
		}
		curve.Series = append(curve.Series, series)
	}
	title := fmt.Sprintf("%s after riffles by these hands, and by ideal ones", number.Count(r.N, "card"))
	return []figure.Block{figure.Title(title), curve, figure.Caption("At least and at most: confidence intervals, wide where little was computed. These hands: " + r.Riffle + ".")}, nil
}
