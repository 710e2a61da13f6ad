package routine

import (
	"fmt"
	"testing"

	"dovetail/results"
)

// The interval is the narrowest that all records give together, and what is exact is that.
func TestNarrow(t *testing.T) {
	bound := results.Interval{Lower: "0.063", Upper: "1", Head: results.Head{Kind: results.Bound}}
	exactly := results.Interval{Lower: "0.334060999487", Upper: "0.334060999488", Head: results.Head{Kind: results.Exact}}
	wide := results.TVD{Kind: results.Sampled, Lower: 0, Upper: 0.4}
	for _, c := range []struct {
		records []results.Record
		want    string
	}{
		{[]results.Record{bound}, "0.063 1 false false"},
		{[]results.Record{bound, wide}, "0.063 0.4 false true"},
		{[]results.Record{wide, bound}, "0.063 0.4 false true"},
		{[]results.Record{exactly}, "0.3340609994875 0.3340609994875 true false"},
		{[]results.Record{wide, exactly}, "0.3340609994875 0.3340609994875 true false"},
	} {
		v := Verdict{High: 1}
		for _, r := range c.records {
			v.Narrow(r, 7)
		}
		if got := fmt.Sprint(v.Low, v.High, v.Exact, v.Sampled); got != c.want {
			t.Errorf("%v: %s, want %s", c.records, got, c.want)
		}
	}
}
