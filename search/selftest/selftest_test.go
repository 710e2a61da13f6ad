package selftest

import (
	"strings"
	"testing"

	"dovetail/results/stored"
)

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		got, want string
		agree     bool
	}{
		{"0.33406", "0.334", true}, {"0.3346", "0.334", false}, {"0.333499", "0.334", false}, {"0.3335", "0.334", true},
		{"80", "80", true}, {"80.4", "80", false}, {"81", "80", false}, {"HR", "HR", true}, {"HR", "RH", false},
		{"1/2", "1/2", true}, {"0.5", "1/2", false}, {"0.33", "<=0.334", true}, {"0.335", "<=0.334", false},
		{"0.335", ">=0.334", true}, {"0.33", ">=0.334", false}, {"nothing", "<=1", false}, {"9e-5", "0.0001", true},
	} {
		if agrees(c.got, c.want) != c.agree {
			t.Errorf("%s and %s: want %v", c.got, c.want, c.agree)
		}
	}
}

// A wrong figure, a missing one, an error, another answer with other kernels: each is noticed.
func TestHolds(t *testing.T) {
	f := Figure{"a", "rows.1.n", "52", "x"}
	set := func(record string) answers {
		return answers{"some", map[string]answered{"a": {record: []byte(record)}}, nil}
	}
	good := `{"rows":[{"n":1},{"n":52}],"cpu_seconds":1.5}`
	for _, c := range []struct {
		all  []answers
		says string
	}{
		{[]answers{set(good), set(strings.Replace(good, "1.5", "2e-05", 1))}, ""},
		{[]answers{set(good), set(strings.Replace(good, "52", "53", 1))}, "got 53"},
		{[]answers{set(good), set(strings.Replace(good, `"n":1`, `"n":2`, 1))}, "the answer is another"},
		{[]answers{set(`{"rows":[]}`)}, "there are only 0"},
		{[]answers{set(`{"rows":1}`)}, "there is no rows.1.n"},
		{[]answers{{kernels: "some"}}, "no answer"},
	} {
		err := holds(f, c.all)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// Memory, clock and locks of this machine hold.
func TestMachine(t *testing.T) {
	for _, v := range machine(t.Context(), t.TempDir()) {
		if v.Verdict != stored.Holds {
			t.Errorf("%s: %s", v.File, v.Reason)
		}
	}
	if v := machine(t.Context(), "/nowhere")[2]; v.Verdict != stored.Fails {
		t.Error("locks in a folder that is not there hold")
	}
}
