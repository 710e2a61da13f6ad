package render

import (
	"math/big"
	"reflect"
	"strings"
	"testing"

	"dovetail/perm/number"
)

type word string

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
	Value word     `json:"value"`
}

func TestColumns(t *testing.T) {
	third, tiny := 1.0/3, 1e-300
	large, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	rows := []sample{
		{1, "exact", number.Int{Int: large}, inner{third}, &tiny, []string{"a", "b"}, []int{3, 1, 2}, word("> 100")},
		{2, "", number.Int{Int: big.NewInt(0)}, inner{1e6}, nil, nil, nil, ""},
	}
	p := &Page{}
	p.Data(rows, Always("n", 52), Counting("m"))
	header, cells := p.Header, p.Rows
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
	p = &Page{Reading: true}
	p.Show(rows)
	const want2 = " rank     a share\n------------------\n    1        0.33\n    2  1000000.00\n"
	if got := p.Text.String(); got != want2 {
		t.Errorf("for reading:\n%q, want\n%q", got, want2)
	}
	p = &Page{}
	p.Data([]sample(nil))
	if len(p.Header) != 7 || p.Rows != nil {
		t.Errorf("no rows: %q, %q", p.Header, p.Rows)
	}
}

// A table that is too wide loses its minor columns first, then the last ones, and says so; two are kept, and
// folded.
func TestFitted(t *testing.T) {
	titles := []string{"rank", "<word", "C", "<~sd", "~max", "<?empty", "TVD"}
	rows := [][]any{{1, "RRR DDD", "0.5", "±1", 0.25, "", 0.75}}
	for most, want := range map[int]string{
		0: "", 80: "", 36: "", 35: "max", 30: "max", 29: "sd max", 26: "sd max", 25: "TVD sd max", 22: "TVD sd max", 15: "C TVD sd max", 12: "C TVD sd max",
	} {
		table, left := fitted(titles, rows, most)
		if got := strings.Join(left, " "); got != want {
			t.Errorf("%d: %q are left out, want %q:\n%s", most, got, want, table)
		}
		for line := range strings.Lines(table) {
			if len([]rune(strings.TrimRight(line, " \n"))) > most && most > 12 {
				t.Errorf("%d: %q", most, line)
			}
		}
		if !strings.Contains(table, "DDD") {
			t.Errorf("what is folded is lost:\n%s", table)
		}
	}
	if len(titles) != 7 || len(rows[0]) != 7 || titles[4] != "~max" {
		t.Error("the table was changed")
	}
}

// Titles and texts are folded before a column is left out, numbers never.
func TestFolded(t *testing.T) {
	titles := []string{"<test", "chance of a card", "<~by", "<"}
	rows := [][]any{{"rising sequences since the deck before", "0.5 ± 0.1", "chi-square", "alarm"}, {"cells", "1", "exact", ""}}
	table, left := fitted(titles, rows, 54)
	const want = " test                 chance of a   by\n                              card\n" +
		"------------------------------------------------------\n rising sequences        0.5 ± 0.1  chi-square  alarm\n since the deck\n before\n" +
		" cells                           1  exact"
	if table != want || left != nil {
		t.Errorf("%v are left out:\n%s\nwant\n%s", left, table, want)
	}
}

// A line is broken at blanks alone, and nothing of it is lost.
func TestWrappedLines(t *testing.T) {
	for line, want := range map[string]string{
		strings.Repeat(" ", 12) + "a b": strings.Repeat(" ", 12) + "a\n" + strings.Repeat(" ", 14) + "b",
		"":                              "", "  ab cd": "  ab cd", "aaaa bbbb cccc dd": "aaaa bbbb\n  cccc dd", " aaa  bbbbbb c": " aaa\n   bbbbbb\n   c",
		"aaaaaaaaaaaaaa b": "aaaaaaaaaaaaaa\n  b", "  aaaaaaaaaaaaaa": "  aaaaaaaaaaaaaa", "ééééé ééééé": "ééééé\n  ééééé",
	} {
		if got := wrapped(line, 10); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
