package results

import (
	"math/big"
	"reflect"
	"strings"
	"testing"

	"dovetail/results/number"
)

type inner struct {
	Share float64 `json:"share" text:"a share,%.2f"`
}

type sample struct {
	Rank  int        `json:"rank" text:"rank"`
	Kind  string     `json:"kind" csv:"-"`
	Count number.Int `json:"count,omitempty" csv:"decks"`
	inner
	Error *float64 `json:"error,omitempty"`
	Parts []string `json:"parts"`
	Deck  []int    `json:"deck"`
	Value Value    `json:"value"`
}

func TestColumns(t *testing.T) {
	third, tiny := 1.0/3, 1e-300
	large, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	rows := []sample{
		{1, "exact", number.Int{Int: large}, inner{third}, &tiny, []string{"a", "b"}, []int{3, 1, 2}, Text("> 100")},
		{2, "", number.Int{Int: big.NewInt(0)}, inner{1e6}, nil, nil, nil, Value{}},
	}
	p := &Page{}
	p.Data(rows, always("n", 52), counting("m"))
	header, cells := p.header, p.rows
	if got, want := strings.Join(header, ","), "n,m,rank,decks,share,error,parts,deck,value"; got != want {
		t.Errorf("header %s, want %s", got, want)
	}
	want := [][]string{
		{"52", "1", "1", large.String(), "0.3333333333333333", "1e-300", "a; b", "3 1 2", "> 100"},
		{"52", "2", "2", "0", "1e+06", "", "", "", ""},
	}
	if !reflect.DeepEqual(cells, want) {
		t.Errorf("cells %q, want %q", cells, want)
	}
	p = &Page{reading: true}
	p.show(rows)
	const want2 = " rank     a share \n------------------\n    1        0.33 \n    2  1000000.00 \n"
	if got := p.text.String(); got != want2 {
		t.Errorf("for reading:\n%q, want\n%q", got, want2)
	}
	p = &Page{}
	p.Data([]sample(nil))
	if len(p.header) != 7 || p.rows != nil {
		t.Errorf("no rows: %q, %q", p.header, p.rows)
	}
}
