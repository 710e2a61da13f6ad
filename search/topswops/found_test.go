package topswops

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"dovetail/search/run"
)

// Parts of a search in any order: the longest decks of all, or every deck.
func TestMergeOfFound(t *testing.T) {
	part := func(best int, decks ...[]int) found {
		return found{Best: best, Count: uint64(len(decks)), Decks: decks}
	}
	parts := []found{part(7, []int{1}, []int{4}), part(9, []int{3}), {}, part(9, []int{2}, []int{5}), part(8, []int{6})}
	for _, c := range []struct {
		all   bool
		count uint64
		decks string
	}{{false, 3, "[[2] [3] [5]]"}, {true, 6, "[[1] [2] [3] [4] [5] [6]]"}} {
		for first := range parts {
			var f found
			for i := range parts {
				f.merge(parts[(first+i)%len(parts)], c.all)
			}
			if got := f.sorted(); got.Best != 9 || got.Count != c.count || fmt.Sprint(got.Decks) != c.decks {
				t.Errorf("all %v, from part %d: %d decks of %d moves, %v", c.all, first, got.Count, got.Best, got.Decks)
			}
		}
	}
}

// A checkpoint whose checksum holds, but which no search can have written, is
// refused, and so is a part of a merge.
func TestImpossibleCheckpointsAreRefused(t *testing.T) {
	for _, all := range []bool{false, true} {
		s := longest(10, 38)
		if all {
			s = atLeast(10, 36)
		}
		dir := t.TempDir()
		good := *ran(t, s, dir)
		changes := map[string]string{
			`"best":38`:            `"best":39`,
			`"count":`:             `"count":1`,
			`"decks":[[`:           `"decks":[[1,2,3,4,5,6,7,8,9,10],[`,
			`5,9,1,8,6,2,10,4,7,3`: `5,9,1,8,6,2,10,4,3,7`,
			`[5,9,1,8,6,2,10,4,`:   `[5,9,1,8,6,2,11,4,`,
			`[5,9,1,8,6,2,10,`:     `[5,9,1,8,6,2,10,10,`,
			`"games":[0,`:          `"games":[`,
			`"looks":[0,`:          `"looks":[0,0,`,
			`"bests":{`:            `"bests":{"39":1,`,
			`"38":1`:               `"38":1000`,
			`{"best"`:              `{"worst":1,"best"`,
			`{`:                    `[{`,
			`"empty":`:             `"empty":1`,
		}
		if !all {
			changes[`"38":1`] = `"38":2`
			changes[`,"bests":{"38":1}`] = ``
		}
		for old, change := range changes {
			bad := good
			bad.Total = bytes.Replace(good.Total, []byte(old), []byte(change), 1)
			if bytes.Equal(bad.Total, good.Total) {
				t.Fatalf("no %s in %s", old, good.Total)
			}
			save(t, &bad, dir)
			if a, err := (Max{N: 10, AtLeast: s.AtLeast}).find(t.Context(), run.Options{Dir: dir}, nil); err == nil {
				t.Errorf("all=%v: %s for %s passes: %+v", all, change, old, a)
			}
			if a, err := (Max{N: 10, AtLeast: s.AtLeast}).find(t.Context(), run.Options{Parts: []*run.State{&bad}}, nil); err == nil {
				t.Errorf("all=%v: %s for %s merges: %+v", all, change, old, a)
			}
		}
	}
}

// So are parameters.
func TestImpossibleQueriesAreRefused(t *testing.T) {
	dir := t.TempDir()
	good := *ran(t, longest(9, 30), dir)
	for name, values := range map[string][]string{
		"n":          {"", "0", "-1", "33", "8", "10", "09", "1e1", "9223372036854775808"},
		"least":      {"", "-1", "10001", "9223372036854775807", "x"},
		"lengths":    {"[0]", "[0,0,1]", "[]", "0", "[0,0,1,2,4,7,10,16,99999999]", "[0,0,1,2,4,7,16,10,22]", "[0,0,1,2,4,7,10,16,-22]"},
		"known":      {"x", "1", "yes", "TRUE"},
		"at_least":   {"-1", "1", "10001", "x"},
		"count_only": {"1", "yes"},
		"engine":     {"", "forward", "halving", `"`},
		"thresholds": {"[3,5,11]", "[]", "x", "[-1]"},
		"shard":      {"1/2", "0/0"},
		"budget":     {"x", "-1"},
		"job":        {""},
	} {
		for _, value := range values {
			bad := good
			bad.Params = maps.Clone(good.Params)
			bad.Params[name] = value
			if a, err := longestIn(t.Context(), 9, run.Options{Parts: []*run.State{&bad}}); err == nil {
				t.Errorf("%s=%q merges: %+v", name, value, a)
			}
			save(t, &bad, dir)
			if a, err := longestIn(t.Context(), 9, run.Options{Dir: dir}); err == nil {
				t.Errorf("%s=%q is gone on from: %+v", name, value, a)
			}
		}
	}
}

func save(t *testing.T, s *run.State, dir string) {
	t.Helper()
	b, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(t, run.Checkpoint(dir), string(b))
}
