package view

import (
	"strings"
	"testing"

	"dovetail/results"
)

// A parameter is by default what the letter gives, but beside another choice than the letter's it is
// what the model has.
func TestUsualParameter(t *testing.T) {
	cut := results.ModelParameter{Name: "cut", Default: "binomial", Choices: []string{"binomial", "normal"}}
	sd := results.ModelParameter{Name: "sd", Default: "5/3", When: "cut=normal"}
	for _, c := range []struct {
		given map[string]string
		want  string
	}{
		{map[string]string{"cut": "normal", "sd": "2"}, "2"},
		{map[string]string{"cut": "binomial", "sd": "2"}, "5/3"},
		{map[string]string{"sd": "2"}, "5/3"},
		{map[string]string{"cut": "normal"}, "5/3"},
	} {
		l := Letter{Parameters: []results.ModelParameter{cut, sd}, Given: c.given}
		if got := l.usual(sd); got != c.want {
			t.Errorf("given %v: %s, want %s", c.given, got, c.want)
		}
	}
}

// Letters are read as the commands read them.
func TestLettersAsTheCommands(t *testing.T) {
	s := &Answers{Program: Program{Spell: func(text, _ string) (string, error) { return strings.ToUpper(strings.ReplaceAll(text, ",", "")), nil }}}
	f := Field{Name: "word", Letters: 40}
	if got, err := s.checked(f, "", "h,d,r"); got != "HDR" || err != nil {
		t.Error(got, err)
	}
}
