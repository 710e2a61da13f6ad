package topswops

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// queryOf reads back the parameters that a search stored with its state.
func queryOf(params map[string]string) (Query, error) {
	var q Query
	var err error
	whole := func(s string) int {
		v, e := strconv.Atoi(s)
		if e != nil && err == nil {
			err = fmt.Errorf("the state has a parameter %q that is no number", s)
		}
		return v
	}
	q.N, q.Least = whole(params["n"]), whole(params["least"])
	q.All, q.Sorted = params["all"] == "true", params["sorted"] == "true"
	q.Bare, q.Whole = params["count"] == "true", params["whole"] == "true"
	for _, s := range strings.Fields(params["lengths"]) {
		q.Lengths = append(q.Lengths, whole(s))
	}
	if err == nil && (q.N < 1 || q.N > MaxCards || !maps.Equal(newHalving(q).Params(), params)) {
		err = fmt.Errorf("the state is not of a topswops search that this program knows")
	}
	return q, err
}
