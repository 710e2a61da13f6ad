package fit

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dovetail/perm/must"
)

// What is seen of riffles is counted as by hand, and as a file of the counts is read.
func TestSeen(t *testing.T) {
	c := must.Have(Seen("0 2 1 1 2 2; 3, 1 1 3;"))(t)
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

// Riffles as they fall are counted however they are written, one on each line.
func TestRifflesAsTheyFall(t *testing.T) {
	want := must.Have(Seen("3 2 1 1; 0 2 1 2 2"))(t)
	for _, text := range []string{"1112212\n2212211", "# mine\nLLLRRLR\nrrlrrll", "TTTBBTB\nBBTBBTT\n", "runs 3 2 1 1\nruns 0 2 1 2 2",
		"3 2 1 1\n0,2,1,2,2", "cards 7\n1112212\nruns 0 2 1 2 2"} {
		got, err := Read(strings.NewReader(text))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := Seen("1112212\n2212211"); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if c, err := Read(strings.NewReader("source me\n1212121212")); err != nil || c.Source != "me" || c.Packets[1] != 10 || c.Cuts[5] != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	for text, want := range map[string]string{
		"1112212\n111221":         "line 2: one riffle has 7 cards, another 6",
		"1112212\n11122x":         `line 2: "11122x" is not one of cards, riffles, cut, packet, source`,
		"1112212\ncut 4 1":        "there are riffles of 7 cards, and counts beside them; want the ones or the others",
		"cards 8\n1112212":        "there are riffles of 7 cards, and counts beside them; want the ones or the others",
		"runs 3 x":                `line 1: "x" is not the size of a packet`,
		"runs":                    "line 1: a riffle has packets, from the top",
		"300 2":                   `line 1: "300" is not the size of a packet`,
		strings.Repeat("12", 200): "line 1: the packets have 400 cards together, not 2 to 208",
		"1112212\nriffles 1\n":    "",
		"12\n":                    "",
	} {
		if _, err := Read(strings.NewReader(text)); fmt.Sprint(err) != want && (want != "" || err != nil) {
			t.Errorf("%.20q: %v; want %s", text, err, want)
		}
	}
}
