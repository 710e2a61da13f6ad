package topswops

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"dovetail/search/run"
)

// Query asks for decks of N cards with at least Least moves.
type Query struct {
	N, Least int
	All      bool  // every such deck, not the longest of them alone
	Sorted   bool  // only decks whose game ends in order
	Bare     bool  // count the decks without listing them
	Lengths  []int // longest games on 1..N-1 cards, for the bound of the climbs; nil for no bound
	Assumed  []int // sizes whose longest length was taken on trust
	Whole    bool  // false; states have it
}

// LongestAsked is the greatest length that a query asks for.
const LongestAsked = 10_000

// resume takes from the checkpoint in a directory what bounds the search and was
// found before it began, and the thresholds, and reports whether there is one.
func (o *Options) resume(q *Query) (begun bool, err error) {
	if o.Dir == "" {
		return false, nil
	}
	file := run.Checkpoint(o.Dir)
	s, err := run.Load(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	there, err := queryOf(s.Params)
	switch {
	case err != nil:
		return false, fmt.Errorf("%s: %w", file, err)
	case there == nil:
		return false, fmt.Errorf("%s: state of a different search: its job is %q", file, s.Params["job"])
	case there.N != q.N:
		return false, fmt.Errorf("%s: state of a different search: n is %q in the state, but %q here",
			file, strconv.Itoa(there.N), strconv.Itoa(q.N))
	}
	q.Lengths = there.Lengths
	if !q.All {
		q.Least = there.Least
	}
	if o.From == nil {
		o.From = there.From
	}
	if o.From == nil { // the run will refuse the state, whatever they are
		o.From = usual(q.N, q.Least)
	}
	return true, nil
}

// queryOf reads back the parameters that a search by bundles stored with its state; nil are those of another.
func queryOf(params map[string]string) (*bundled, error) {
	if params["job"] != BundlesJob {
		return nil, nil
	}
	fields := map[string]json.RawMessage{}
	for name, value := range params {
		if name != "job" {
			fields[name] = json.RawMessage(value)
		}
	}
	var q bundled
	text, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(text, &q)
	}
	if err != nil {
		return nil, fmt.Errorf("the parameters of the state: %w", err)
	}
	again, err := run.Params(q)
	if err == nil && !(q.possible() && maps.Equal(again, params)) {
		err = errors.New("the state is not that of a topswops search known to this program")
	}
	return &q, err
}

// possible reports whether a search can have this query.
func (q Query) possible() bool {
	length := func(v int) bool { return v >= 0 && v <= LongestAsked }
	size := func(v int) bool { return v >= 1 && v <= q.N }
	none := func(v []int, ok func(int) bool) bool {
		return !slices.ContainsFunc(v, func(v int) bool { return !ok(v) })
	}
	return q.N >= 1 && q.N <= MaxCards && length(q.Least) &&
		(q.Lengths == nil || len(q.Lengths) == q.N && slices.IsSorted(q.Lengths) && none(q.Lengths, length)) &&
		slices.IsSorted(q.Assumed) && none(q.Assumed, size)
}
