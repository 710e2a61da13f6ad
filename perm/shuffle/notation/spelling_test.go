package notation

import (
	"strings"
	"testing"

	"dovetail/perm/shuffle/models"
)

func namesOf(letters []Letter) (names string) {
	for _, l := range letters {
		names += string(l.Name)
	}
	return names
}

func TestSpelling(t *testing.T) {
	top, err := models.Parse("top")
	if err != nil {
		t.Fatal(err)
	}
	paper := Spelling{N: 52, Names: DefaultNames, Preset: Literal}
	defined := Spelling{N: 52, Names: []byte("RQ"), Preset: Literal, Definitions: []Letter{{'Q', top}}}
	for _, c := range []struct {
		how     func(string) ([]Letter, string, error)
		text    string
		letters string
		word    string // or the error
	}{
		{paper.Own, "hdr", "HDR", "HDR"},
		{paper.Own, " h, d\tr", "HDR", "HDR"},
		{Spelling{N: 52, Preset: Literal, Definitions: []Letter{{'h', top}}}.Own, "rhH", "RhH", "RhH"},
		{paper.Own, "HFd", "HFD", "HFD"},
		{paper.Own, "DFRD", "DFR", "DFRD"},
		{paper.Own, "ffw", "FW", "FFW"},
		{paper.Own, "HXD", "", `word "HXD": unknown letter "X"; known are A, B, C, D, E, F, G, H, I, K, L, M, N, O, P, R, S, T, V, W; define it by --model 'X=...'`},
		{paper.Own, "", "", "empty word: want letters of A, B, C, D, E, F, G, H, I, K, L, M, N, O, P, R, S, T, V, W"},
		{paper.Own, strings.Repeat("R", 501), "", "a word of more than 500 letters is too long"},
		{paper.Own, "r^3", "R", "RRR"},
		{paper.Own, "(RD) ^ 3 H", "RDH", "RDRDRDH"},
		{paper.Own, "((RF)^2 h)^2, f", "RFH", "RFRFHRFRFHF"},
		{paper.Own, "(R)(D)^1", "RD", "RD"},
		{paper.Own, "R^500", "R", strings.Repeat("R", 500)},
		{paper.Own, "R^501", "", "a word of more than 500 letters is too long"},
		{paper.Own, "(R^100)^6", "", "a word of more than 500 letters is too long"},
		{paper.Own, "(((R^500)^500)^500)^99999999999999999999", "", "a word of more than 500 letters is too long"},
		{paper.Own, strings.Repeat("(", 1e6), "", "a word of more than 500 letters is too long"},
		{paper.Own, "R^", "", `word "R^": a number from 1 on follows "^", as in R^7`},
		{paper.Own, "R*1e9", "", `word "R*1e9": 1e9: write the number in digits, as in R*7`},
		{paper.Own, "R^0", "", `word "R^0": a number from 1 on follows "^", as in R^7`},
		{paper.Own, "R^-1", "", `word "R^-1": a number from 1 on follows "^", as in R^7`},
		{paper.Own, "^3", "", `word "^3": "^" follows a letter or a parenthesis, as in R^7`},
		{paper.Own, "(RD", "", `word "(RD": "(" without ")" after it`},
		{paper.Own, "RD)R", "", `word "RD)R": ")" without "(" before it`},
		{paper.Own, "R()", "", `word "R()": nothing between "(" and ")"`},
		{paper.Own, "R7", "", `word "R7": "7" is not a letter; letters with a model are A, B, C, D, E, F, G, H, I, K, L, M, N, O, P, R, S, T, V, W; R^7 is seven times R`},
		{defined.Own, "RqR", "RQ", "RQR"},
		{defined.Own, "QF", "QF", "QF"},
		{defined.Own, "F", "", `letter Q is defined but is not one of the letters used, F: add it to them, or leave out its definition`},
	} {
		letters, word, err := c.how(c.text)
		if err != nil {
			word = err.Error()
		}
		if word != c.word || err == nil && namesOf(letters) != c.letters {
			t.Errorf("%q: %q in %q, want %q in %q", c.text, word, namesOf(letters), c.word, c.letters)
		}
	}
	if string(DefaultNames) != "HRD" {
		t.Errorf("the paper's letters became %q", DefaultNames)
	}
}

// A word is spelled in the names, letter by letter, or refused in one line.
func FuzzSpell(f *testing.F) {
	for _, s := range []string{"HDR", "hdr", "H-R", "🂡", "ı", "", "RxR", "r\nr", "(RD)^3 x", "((R^9)^9"} {
		f.Add(s)
	}
	names := []byte("HRDx")
	f.Fuzz(func(t *testing.T, s string) {
		word, err := Spell(s, names)
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\r"):
			t.Errorf("%q: the error has several lines: %q", s, err)
		case err == nil && (strings.Trim(word, string(names)) != "" || len(word) > longestWord):
			t.Errorf("%q is spelled %q", s, word)
		case err == nil && !strings.ContainsAny(s, "^(") && !strings.EqualFold(word, Unspaced(s)):
			t.Errorf("%q is spelled %q", s, word)
		}
	})
}

// A letter of a record may have no model at all.
func TestLettersWithoutModels(t *testing.T) {
	for _, l := range []Letter{{}, {Name: 'R'}} {
		if err := CheckLetters(10, []Letter{l}); err == nil || !strings.Contains(err.Error(), "has no model") {
			t.Errorf("%q: %v", l.Name, err)
		}
		if err := CheckWord(10, []Letter{l}, "R"); err == nil {
			t.Errorf("%q passes for a word", l.Name)
		}
	}
}
