package shuffle

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spelling says which letters there are for words on decks of N cards, and by which
// models: a definition where there is one, or else the preset's.
type Spelling struct {
	N           int
	Names       []byte
	Preset      string
	Definitions []Letter
}

// DefaultNames are the letters of the paper.
var DefaultNames = []byte("HRD")

// Literal is the preset that takes the paper at its word.
const Literal = "literal"

// longestWord is the most letters of a word that is looked at by itself.
const longestWord = 500

// Word spells a text, with all of the letters. Others that have a model join them if
// they are those of the paper.
func (s Spelling) Word(text string) ([]Letter, string, error) {
	s.Names = s.Alphabet()
	if slices.Equal(s.Names, DefaultNames) {
		known := s.known()
		for _, c := range []byte(text + capitals(text)) {
			if slices.Contains(known, c) && !slices.Contains(s.Names, c) {
				s.Names = append(s.Names, c)
			}
		}
	}
	letters, err := s.Letters()
	if err != nil {
		return nil, "", err
	}
	word, err := Spell(text, s.Names)
	return letters, word, err
}

// Used spells a text, with the letters that it is made of in the order of their first
// appearance.
func (s Spelling) Used(text string) ([]Letter, string, error) {
	all, word, err := s.Word(text)
	if err != nil {
		return nil, "", err
	}
	var used []Letter
	for _, c := range distinct(word) {
		used = append(used, Letter{c, Find(all, c)})
	}
	return used, word, nil
}

// Own spells a text in letters that have a model, of which the letters of the text are
// all; others are not to be defined.
func (s Spelling) Own(text string) ([]Letter, string, error) {
	word, err := Spell(text, s.known())
	if err != nil {
		return nil, "", err
	}
	s.Names = distinct(word)
	letters, err := s.Letters()
	return letters, word, err
}

// CheckLetters refuses letters that a deck of n cards cannot be shuffled by.
func CheckLetters(n int, letters []Letter) error {
	_, err := Spelling{N: n, Names: NamesOf(letters), Preset: Literal, Definitions: letters}.Letters()
	return err
}

// CheckWord refuses letters of a deck of n cards that are not those of a word, in the order of their
// first appearance.
func CheckWord(n int, letters []Letter, word string) error {
	own, spelled, err := Spelling{N: n, Preset: Literal, Definitions: letters}.Own(word)
	if err != nil {
		return err
	}
	same := func(a, b Letter) bool { return a.String() == b.String() }
	if spelled != word || !slices.EqualFunc(own, letters, same) {
		return fmt.Errorf("models are not those of the letters %s, in this order", distinct(word))
	}
	return nil
}

// known are the letters that have a model.
func (s Spelling) known() []byte {
	return append(Names(), NamesOf(s.Definitions)...)
}

// distinct are the letters of a word, in the order of their first appearance.
func distinct(word string) (letters []byte) {
	for _, c := range []byte(word) {
		if !slices.Contains(letters, c) {
			letters = append(letters, c)
		}
	}
	return letters
}

// Spell is a word in the letters that it is made of, which are among the names, without the
// blanks and commas between them. Lower-case letters can be letters of their own; those that
// are not stand for upper-case ones.
func Spell(word string, names []byte) (string, error) {
	word = Together(word)
	if word == "" {
		return "", fmt.Errorf("empty word: want letters of %s", spaced(names))
	}
	if n := utf8.RuneCountInString(word); n > longestWord {
		return "", fmt.Errorf("a word of %d letters is too long; at most %d", n, longestWord)
	}
	spelled := make([]byte, 0, len(word))
	for i, c := range word {
		letter, ok := meant(c, names)
		if !ok {
			_, size := utf8.DecodeRuneInString(word[i:])
			return "", fmt.Errorf("word %q: %w", word, unknownLetter(word[i:i+size], names))
		}
		spelled = append(spelled, letter)
	}
	return string(spelled), nil
}

// Together is a text without what may stand between letters.
func Together(text string) string {
	return strings.Map(func(c rune) rune {
		if c == ',' || unicode.IsSpace(c) {
			return -1
		}
		return c
	}, text)
}

// meant is the one of the names that a character stands for, if there is one.
func meant(c rune, names []byte) (letter byte, ok bool) {
	for _, c := range string(c) + capitals(string(c)) {
		if c < utf8.RuneSelf && slices.Contains(names, byte(c)) {
			return byte(c), true
		}
	}
	return 0, false
}

// Alphabet is the names that are chosen: letters that have no model of their own stand for
// upper-case ones.
func (s Spelling) Alphabet() []byte {
	known, chosen := s.known(), slices.Clone(s.Names)
	for i, c := range chosen {
		if letter, ok := meant(rune(c), known); ok {
			chosen[i] = letter
		}
	}
	return chosen
}

// unknownLetter says what is wrong with a character that is none of the names.
func unknownLetter(c string, names []byte) error {
	known := slices.Concat(names, Names())
	slices.Sort(known)
	known = slices.Compact(known)
	has := func(c string) bool { return strings.Contains(string(known), c) }
	switch {
	case has(c):
		return fmt.Errorf("letter %q is not in the alphabet %s; add it by --alphabet", c, spaced(names))
	case has(capitals(c)):
		return unknownLetter(capitals(c), names)
	case len(c) > 1 || !isLetter(c[0]):
		return fmt.Errorf("%q is not a letter; letters with a model are %s", c, spaced(known))
	}
	return fmt.Errorf("unknown letter %q; known are %s; define it by --model '%s=...'", c, spaced(known), c)
}

// capitals changes a to z alone: no other character stands for a letter.
func capitals(word string) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}, word)
}

func spaced(names []byte) string { return strings.ReplaceAll(ListNames(names), ",", ", ") }
