package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"dovetail/exact/riffle"
	"dovetail/results"
)

// Records of laws are checked by computing them again from their models.

// recomputed checks a record against the one that again computes.
func recomputed[R any](again func(R) (R, error)) func([]byte) error {
	return verifyRecord(func(r R) error {
		want, err := again(r)
		if err != nil {
			return err
		}
		return same(r, want)
	})
}

// same tells the first field, in the order of their names, in which a record is not
// as it should be.
func same(got, want any) error {
	g, err := fields(got)
	if err != nil {
		return err
	}
	w, err := fields(want)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if !bytes.Equal(g[name], w[name]) {
			return fmt.Errorf("%s is %s, computed again %s", name, excerpt(g[name]), excerpt(w[name]))
		}
	}
	return nil
}

func fields(record any) (map[string]json.RawMessage, error) {
	b, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	return all, json.Unmarshal(b, &all)
}

// excerpt is a value short enough for a line.
func excerpt(b []byte) string {
	switch {
	case b == nil:
		return "missing"
	case len(b) > 60:
		return string(b[:60]) + "..."
	}
	return string(b)
}

// lawAgain computes a whole law in so much memory.
func lawAgain(ctx context.Context, memory uint64) func(results.DeckLaw) (results.DeckLaw, error) {
	return func(r results.DeckLaw) (results.DeckLaw, error) {
		model := modelFlags{preset: literal, models: r.Models}
		model.nText = strconv.Itoa(r.N)
		for i, m := range r.Models {
			if i > 0 {
				model.alphabet += ","
			}
			model.alphabet += m[:min(1, len(m))]
		}
		l, record, err := computeLaw(ctx, &model, r.Word, memory, new(threadFlags).workers())
		if err != nil {
			return record, err
		}
		return describe(ctx, record, l, max(len(r.Most), len(r.Least)))
	}
}

func boundAgain(ctx context.Context) func(results.Interval) (results.Interval, error) {
	return func(r results.Interval) (results.Interval, error) {
		law := pairFlags{n: strconv.Itoa(r.N), preset: literal, models: r.Models}
		return enclose(ctx, &law, r.Word, new(threadFlags).workers(), r.Proof != nil)
	}
}

func pairsAgain(ctx context.Context) func(results.Pairs) (results.Pairs, error) {
	return func(r results.Pairs) (results.Pairs, error) {
		law := pairFlags{n: strconv.Itoa(r.N), preset: literal, models: r.Models}
		return followPairs(ctx, &law, r.Word, new(threadFlags).workers())
	}
}

func rifflesAgain(ctx context.Context) func(results.Riffles) (results.Riffles, error) {
	return func(r results.Riffles) (results.Riffles, error) {
		if len(r.Rows) == 0 {
			return r, fmt.Errorf("no rows")
		}
		f := rifflesFlags{
			nText:       strconv.Itoa(r.N),
			packetsText: strconv.FormatInt(r.A, 10),
			fromText:    strconv.Itoa(r.Rows[0].Shuffles),
			lastText:    strconv.Itoa(r.Rows[len(r.Rows)-1].Shuffles),
			digitsText:  strconv.Itoa(r.Digits),
			cutText:     r.Cut,
		}
		if err := f.read(); err != nil {
			return r, err
		}
		record, _, err := f.distances(ctx, riffle.Cut(r.Cut))
		return record, err
	}
}
