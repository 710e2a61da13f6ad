package topswops

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"dovetail/search/run"
)

// mostMoves is far beyond the longest game on MaxCards cards that is known.
const mostMoves = 10_000

// questionOf reads back the parameters that a search stored with its state.
func questionOf(params map[string]string) (q question, err error) {
	fields := map[string]json.RawMessage{}
	for name, value := range params {
		if name != "job" {
			fields[name] = json.RawMessage(value)
		}
	}
	text, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(text, &q)
	}
	if err != nil {
		return q, fmt.Errorf("the parameters of the state: %w", err)
	}
	wild := func(moves int) bool { return moves < 0 || moves > mostMoves }
	if q.N < 1 || q.N > MaxCards || wild(q.Least) || slices.ContainsFunc(q.Lengths, wild) {
		return q, fmt.Errorf("the state is of a search for %d moves on %d cards", q.Least, q.N)
	}
	again, err := run.Params(q)
	if err == nil && !maps.Equal(again, params) {
		err = errors.New("the state is not of a topswops search that this program knows")
	}
	return q, err
}
