package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dovetail/perm/faro"
	"dovetail/results/powers"
)

// Lists are read as people write them, and answered up to the first mistake.
func TestList(t *testing.T) {
	for text, want := range map[string]string{
		"52":                       "52 8 52\n",
		"4, 3\n2^61 # x\n\n":       "4 2 4\n3 2 2\n2305843009213693952 61 " + inOf(t, 1<<61) + "\n",
		"52\n3 0 4":                "52 8 52\n3 2 2\nline 2: deck=0 is out of range 1..9223372036854775807",
		"# some\r4\r3\r":           "4 2 4\n3 2 2\n",
		"# nothing\n":              "the list of decks is empty",
		strings.Repeat("9", 1<<17): "line 1 is too long",
	} {
		var got, rows bytes.Buffer
		err := List(context.Background(), &rows, "json", 0, "both", readDecks(strings.NewReader(text)))
		if err == nil && !json.Valid(rows.Bytes()) {
			t.Errorf("%q: %s", text, rows.String())
		}
		written := json.NewDecoder(&rows)
		written.Token() // the list begins
		for r := (powers.OrdersDeck{}); written.Decode(&r) == nil; r = (powers.OrdersDeck{}) {
			fmt.Fprintln(&got, r.N, r.Out.Order, r.In.Order)
		}
		if err != nil {
			got.WriteString(err.Error())
		}
		if got.String() != want {
			t.Errorf("%.20q: %q, want %q", text, got.String(), want)
		}
	}
}

func inOf(t *testing.T, n uint64) string {
	o, err := faro.In.Order(n)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(o.Order)
}
