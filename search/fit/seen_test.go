package fit

import (
	"reflect"
	"strings"
	"testing"
)

// What is seen of riffles is counted as by hand, and as a file of the counts is read.
func TestSeen(t *testing.T) {
	c, err := Seen("0 2 1 1 2 2; 3, 1 1 3;")
	if err != nil {
		t.Fatal(err)
	}
	want := Counts{N: 8, Riffles: 2, Cuts: make([]int, 9), Packets: make([]int, 9)}
	want.Cuts[3], want.Cuts[4] = 1, 1
	want.Packets[1], want.Packets[2], want.Packets[3] = 4, 3, 2
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v, want %+v", c, want)
	}
	if again, err := Read(strings.NewReader(c.String())); err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("%v: %+v from\n%s", err, again, c)
	}
	d := Published("1988")
	if again, err := Read(strings.NewReader(d.String())); err != nil || !reflect.DeepEqual(again, d) {
		t.Errorf("%v: %+v, want %+v", err, again, d)
	}
	for text, says := range map[string]string{
		"": "has packets", "1": "1 cards together", "1 0 2": `"0"`, "1 x": `"x"`, "-1 3": `"-1"`, "1 1; 2 1": "another 3",
		"200 20": "220 cards", "1 1;;2": "has packets",
	} {
		if _, err := Seen(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
