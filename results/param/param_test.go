package param

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A value is what its text says; or it is refused in one line that says what it is of,
// and stays as it was.
func TestValues(t *testing.T) {
	var (
		n        int
		bytes    uint64
		d        time.Duration
		name     string
		from, to int
		list     []int
		chance   float64
	)
	for _, c := range []struct {
		param Param
		text  string
		error string // empty for none
	}{
		{Int(&n, "n", "7", 1, 1000, ""), "1e2", ""},
		{Int(&n, "n", "7", 1, 1000, ""), "1001", "n=1001 is out of range 1..1000"},
		{Int(&n, "n", "7", 1, 1000, ""), "", `n: "" is not a whole number such as 52, 1e6, 10^6 or 2^61`},
		{Range(&from, &to, "m", "7", 1, 64, ""), "2..10", ""},
		{Range(&from, &to, "m", "7", 1, 64, ""), "3..2", "m=3..2 is empty: 3 is above 2"},
		{New(&bytes, "memory", "4GiB", "", Size), "1.5GiB", ""},
		{New(&bytes, "memory", "4GiB", "", Size), "much", `memory: "much" is not a size such as 8GiB, 1.5GiB, 512M or 1e9`},
		{Seed(&bytes), "2^64", "seed=2^64 is out of range 0..18446744073709551615"},
		{New(&d, "time", "20s", "", Period[time.Duration]("; more")), "2m", ""},
		{New(&d, "time", "20s", "", Period[time.Duration]("; more")), "-1s", "time=-1s must be positive; more"},
		{New(&d, "time", "20s", "", Period[time.Duration]("; more")), "soon", `time="soon" is not a time such as 30s or 5m`},
		{Choice(&name, "by", "c", "", "c", "ew"), "ew", ""},
		{Choice(&name, "by", "c", "", "c", "ew"), "C", `by="C" is not one of c, ew`},
		{New(&name, "out", "-", "", File), "", "out is empty; want the name of a file or folder"},
		{New(&list, "at", "", "", Numbers(0, 9)), "1, 2", ""},
		{New(&list, "at", "", "", Numbers(0, 9)), "1,,2", `at: "" is not a whole number such as 52, 1e6, 10^6 or 2^61`},
		{Chance(&chance, "delta", "1e-6", ""), "0.5", ""},
		{Chance(&chance, "delta", "1e-6", ""), "1", `delta="1" is not a number between 0 and 1`},
	} {
		err := c.param.Set(c.text)
		switch {
		case c.error == "" && err != nil:
			t.Errorf("%q: %v", c.text, err)
		case c.error != "" && (err == nil || err.Error() != c.error || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, want %s", c.text, err, c.error)
		}
	}
	if n != 100 || from != 2 || to != 10 || bytes != 3<<29 || d != 2*time.Minute || name != "ew" || len(list) != 2 || chance != 0.5 {
		t.Error("what was refused changed a value", n, from, to, bytes, d, name, list, chance)
	}
}

// A line has what is not by default, and reads back as the same; what does not apply is left empty and refused.
func TestLine(t *testing.T) {
	type question struct {
		n, from, to int
		deck        []int
		shelf, a    int
		limit       time.Duration
		all         bool
	}
	params := func(q *question) List {
		return append(DeckOf(&q.deck, &q.n, "52", 1, 100),
			Range(&q.from, &q.to, "riffles", "1..12", 1, 20, ""),
			Int(&q.shelf, "shelf", "0", 0, 9, ""),
			Int(&q.a, "a", "2", 1, 9, "").If(func() bool { return q.shelf == 0 }, "there are shelves"),
			Limit(&q.limit, "work", "10s", "", func() bool { return q.all }),
			Switch(&q.all, "all", ""))
	}
	for line, given := range map[string]map[string]any{
		"":                      {},
		"-n 7 --riffles 3":      {"cards": "7", "riffles": "3"},
		"2 1 3 --riffles 2..4":  {"CARD": []int{2, 1, 3}, "riffles": "2..4"},
		"--shelf 3 --all":       {"shelf": "3", "all": "true"},
		"--work 10s --all":      {"work": "10s", "all": "true"},
		"2 1 --a 3 --work 1m0s": {"CARD": "2,1", "cards": "2", "a": "3", "work": "1m"},
	} {
		var q question
		if err := params(&q).Fill(given); err != nil {
			t.Fatal(err)
		}
		name := func(card int) string { return fmt.Sprint(card) }
		if got := strings.Join(params(&q).Line(name), " "); got != line {
			t.Errorf("%v: %q, want %q", given, got, line)
		}
	}
	if err := params(new(question)).Fill(map[string]any{"shelf": "3", "a": "2"}); err == nil || err.Error() != "there are shelves; leave out --a" {
		t.Error(err)
	}
}
