package main

import (
	"strings"
	"testing"
	"time"

	"dovetail/exact/riffle"
	"dovetail/perm/shuffle"
)

// A value is what its text says; or it is refused in one line that says what it is of,
// and stays as it was.
func TestValues(t *testing.T) {
	var (
		n       int
		bytes   uint64
		d       time.Duration
		cuts    []riffle.Cut
		name    string
		ends    [2]int
		names   []byte
		defined []shuffle.Letter
	)
	for _, c := range []struct {
		option option
		text   string
		error  string // empty for none
	}{
		{flag(&n, "n", "7", "", integer[int]("n", 1, 1000)), "1e2", ""},
		{flag(&n, "n", "7", "", integer[int]("n", 1, 1000)), "1001", "n=1001 is out of range 1..1000"},
		{flag(&n, "n", "7", "", integer[int]("n", 1, 1000)), "", `n: "" is not a whole number such as 52, 1e6, 10^6 or 2^61`},
		{flag(&ends, "m", "7", "", span[int]("m", 1, 64)), "2..10", ""},
		{flag(&ends, "m", "7", "", span[int]("m", 1, 64)), "3..2", "m=3..2 is empty: 3 is above 2"},
		{flag(&bytes, "memory", "4GiB", "", size), "1.5GiB", ""},
		{flag(&bytes, "memory", "4GiB", "", size), "much", `memory: "much" is not a size such as 8GiB, 1.5GiB, 512M or 1e9`},
		{flag(&bytes, "seed", "1", "", seed[uint64]()), "2^64", "seed=2^64 is out of range 0..18446744073709551615"},
		{flag(&d, "time", "20s", "", period("time", "; more")), "2m", ""},
		{flag(&d, "time", "20s", "", period("time", "; more")), "-1s", "time=-1s must be positive; more"},
		{flag(&d, "time", "20s", "", period("time", "; more")), "soon", `time="soon" is not a time such as 30s or 5m`},
		{flag(&name, "by", "c", "", choice("by", "c", "ew")), "ew", ""},
		{flag(&name, "by", "c", "", choice("by", "c", "ew")), "C", `by="C" is not one of c, ew`},
		{flag(&cuts, "cut", "none", "", choices("cut", riffle.Cuts...)), "after, before", ""},
		{flag(&cuts, "cut", "none", "", choices("cut", riffle.Cuts...)), "after,after", `cut="after,after" has after twice`},
		{flag(&name, "out", "-", "", file("out")), "", "out is empty; want the name of a file or folder"},
		{flag(&names, "alphabet", "H,R,D", "", alphabet), "H,5", `alphabet "H,5": "5" is not a letter; want letters as in H,R,D`},
		{flag(&defined, "model", "", "", model(&defined)), "R=riffle", ""},
		{flag(&defined, "model", "", "", model(&defined)), "R", `malformed model "R"; want LETTER=model(...), as in 'R=riffle(cut=binomial)'`},
	} {
		v := c.option.flag.Value
		before := v.String()
		err := v.Set(c.text)
		switch {
		case c.error == "" && (err != nil || v.String() != c.text):
			t.Errorf("%q: %v, %q", c.text, err, v)
		case c.error != "" && (err == nil || err.Error() != c.error || v.String() != before || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, want %s; it is %q, before %q", c.text, err, c.error, v, before)
		}
	}
	if n != 100 || ends != [2]int{2, 10} || bytes != 3<<29 || d != 2*time.Minute || name != "ew" || len(cuts) != 2 || len(defined) != 1 || string(names) != "HRD" {
		t.Error("what was refused changed a value", n, ends, bytes, d, name, cuts, defined, names)
	}
}
