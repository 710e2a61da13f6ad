package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"dovetail/exact/bound"
	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/riffle"
	"dovetail/perm/shuffle"
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

// lettersOf reads the letters of a record.
func lettersOf(models []string) (letters []shuffle.Letter, err error) {
	for _, m := range models {
		l, err := shuffle.ParseLetter(m)
		if err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	return letters, nil
}

// lawAgain computes a whole law in so much memory.
func lawAgain(ctx context.Context, memory uint64) func(results.DeckLaw) (results.DeckLaw, error) {
	return func(r results.DeckLaw) (results.DeckLaw, error) {
		letters, err := lettersOf(r.Models)
		if err != nil {
			return r, err
		}
		q := law.Question{N: r.N, Letters: letters, Word: r.Word}
		l, err := q.Law(ctx, memory, new(threadFlags).workers())
		if err != nil {
			return r, usage(err)
		}
		return q.Record(ctx, l, max(len(r.Most), len(r.Least)))
	}
}

func boundAgain(ctx context.Context) func(results.Interval) (results.Interval, error) {
	return func(r results.Interval) (results.Interval, error) {
		a, w, err := (&pairFlags{n: strconv.Itoa(r.N), preset: literal, models: r.Models}).word(r.Word)
		if err != nil {
			return r, err
		}
		return bound.Record(ctx, a, w, new(threadFlags).workers(), r.Proof != nil)
	}
}

func pairsAgain(ctx context.Context) func(results.Pairs) (results.Pairs, error) {
	return func(r results.Pairs) (results.Pairs, error) {
		a, w, err := (&pairFlags{n: strconv.Itoa(r.N), preset: literal, models: r.Models}).word(r.Word)
		if err != nil {
			return r, err
		}
		return pairs.Record(ctx, a, w, new(threadFlags).workers())
	}
}

func rifflesAgain(ctx context.Context) func(results.Riffles) (results.Riffles, error) {
	return func(r results.Riffles) (results.Riffles, error) {
		if len(r.Rows) == 0 {
			return r, fmt.Errorf("no rows")
		}
		q := riffle.Question{N: r.N, Packets: r.A, Cut: riffle.Cut(r.Cut), Digits: r.Digits,
			From: r.Rows[0].Shuffles, To: r.Rows[len(r.Rows)-1].Shuffles}
		if err := q.Check(); err != nil {
			return r, err
		}
		return q.Record(ctx, nil)
	}
}
