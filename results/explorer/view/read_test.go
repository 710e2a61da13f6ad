package view

import (
	"strings"
	"testing"
)

// Letters are read as the commands read them.
func TestLettersAsTheCommands(t *testing.T) {
	s := &Answers{Program: Program{Spell: func(text, _ string) (string, error) { return strings.ToUpper(strings.ReplaceAll(text, ",", "")), nil }}}
	f := Field{Name: "word", Letters: 40}
	if got, err := s.checked(f, "", "h,d,r"); got != "HDR" || err != nil {
		t.Error(got, err)
	}
}
