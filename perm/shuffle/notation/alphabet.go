// Package notation names shuffles by letters, and reads words as people write them.
package notation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
)

// Letter is a model with its name in words.
type Letter struct {
	Name  byte
	Model shuffle.Model
}

// String is the letter's definition, NAME=model, as ParseLetter reads it.
func (l Letter) String() string { return string(l.Name) + "=" + l.Model.String() }

// MarshalText writes the definition.
func (l Letter) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a definition.
func (l *Letter) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLetter(string(text))
	return err
}

// Definitions are letters as ParseLetter reads them.
func Definitions(letters []Letter) (all []string) {
	for _, l := range letters {
		all = append(all, l.String())
	}
	return all
}

// NamesOf are the names of letters.
func NamesOf(letters []Letter) (names []byte) {
	for _, l := range letters {
		names = append(names, l.Name)
	}
	return names
}

// Find is the model of the letter of that name, or nil.
func Find(letters []Letter, name byte) shuffle.Model {
	for _, l := range letters {
		if l.Name == name {
			return l.Model
		}
	}
	return nil
}

// longestDefinition is long enough to name a thousand piles.
const longestDefinition = 10000

// ParseLetter reads a definition such as R=riffle(cut=binomial).
func ParseLetter(definition string) (Letter, error) {
	if len(definition) > longestDefinition {
		return Letter{}, fmt.Errorf("a model of %d characters is too long; at most %d", len(definition),
			longestDefinition)
	}
	name, spec, ok := strings.Cut(definition, "=")
	name = strings.TrimSpace(name)
	if !ok || len(name) != 1 || !isLetter(name[0]) {
		return Letter{}, fmt.Errorf("malformed model %q; want LETTER=model(...), as in 'R=riffle(cut=binomial)'",
			definition)
	}
	m, err := models.Parse(spec)
	if err != nil {
		return Letter{}, fmt.Errorf("model %q: %w", definition, err)
	}
	return Letter{name[0], m}, nil
}

// isLetter reports whether b can name a model.
func isLetter(b byte) bool { return 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' }

// standard is the default model of each letter that has one.
var standard = map[byte]string{
	'A': "ashuffle(a=3)",
	'B': "human",
	'C': "cut",
	'D': "deal",
	'E': "milk",
	'F': "faro(kind=out)",
	'G': "milk(piles=10)",
	'H': "hindu",
	'I': "faro(kind=in)",
	'K': "cut(law=binomial)",
	'L': "clumpy",
	'M': "riffle(cut=normal,sd=3)",
	'N': "pile",
	'O': "overhand",
	'P': "inverse(of=hindu(size=uniform,min=5,max=9))",
	'R': "riffle",
	'S': "shelf",
	'T': "top",
	'V': "inverse(of=riffle)",
	'W': "wash",
}

// presets are the readings of the paper that can be chosen by name, with the letters that they
// change: literal takes its words literally; narrow-cut rounds the riffle's cut from N(n/2,
// (5/3)^2), which comes closer to the figures that the paper prints.
var presets = map[string]map[byte]string{
	"literal":    {},
	"narrow-cut": {'R': "riffle(cut=normal,sd=5/3)"},
}

// Presets are their names, in order.
func Presets() []string { return slices.Sorted(maps.Keys(presets)) }

// Names are the letters that need no definition, in order.
func Names() []byte { return slices.Sorted(maps.Keys(standard)) }

// tenPiles is the number of piles of the deal and of the milk into piles. Fewer cards, or pairs, have one pile each.
const tenPiles = 10

// Preset is every letter of Names with its model under the preset, for decks of n
// cards.
func Preset(n int, preset string) ([]Letter, error) {
	changes, ok := presets[preset]
	if !ok {
		return nil, fmt.Errorf("unknown preset %q; known are %s",
			preset, strings.Join(Presets(), ", "))
	}
	var letters []Letter
	for _, name := range Names() {
		spec, ok := changes[name]
		switch {
		case name == 'D' && n < tenPiles:
			spec = fmt.Sprintf("deal(piles=%d)", max(1, n))
		case name == 'G' && n < 2*tenPiles-1:
			spec = fmt.Sprintf("milk(piles=%d)", max(1, (n+1)/2))
		case !ok:
			spec = standard[name]
		}
		m, err := models.Parse(spec)
		if err != nil {
			return nil, err
		}
		letters = append(letters, Letter{name, m})
	}
	return letters, nil
}

// New is the named letters, for decks of n cards, each with its model: the definition given for it,
// as ParseLetter reads it, or otherwise the preset's.
func New(n int, names []byte, preset string, definitions []string) ([]Letter, error) {
	s := Spelling{N: n, Names: names, Preset: preset}
	for _, definition := range definitions {
		l, err := ParseLetter(definition)
		if err != nil {
			return nil, err
		}
		s.Definitions = append(s.Definitions, l)
	}
	return s.Letters()
}

// Letters are all of the letters named. Every definition must be of one of them, and
// every model must accept the deck.
func (s Spelling) Letters() ([]Letter, error) {
	known, err := Preset(s.N, s.Preset)
	if err != nil {
		return nil, err
	}
	models := map[byte]shuffle.Model{}
	for _, l := range known {
		models[l.Name] = l.Model
	}
	s.Names = s.Alphabet()
	defined := map[byte]bool{}
	for _, l := range s.Definitions {
		switch {
		case defined[l.Name]:
			return nil, fmt.Errorf("letter %c is defined twice", l.Name)
		case !slices.Contains(s.Names, l.Name):
			return nil, fmt.Errorf(
				"letter %c is defined but is not one of the letters used, %s: add it to them, "+
					"or leave out its definition",
				l.Name, ListNames(s.Names))
		}
		defined[l.Name] = true
		models[l.Name] = l.Model
	}
	var letters []Letter
	for _, name := range s.Names {
		m, ok := models[name]
		switch {
		case !ok:
			return nil, fmt.Errorf("unknown letter %q; known are %s; define it by --model '%c=...'",
				string(name), ListNames(slices.Sorted(maps.Keys(models))), name)
		case m == nil:
			return nil, fmt.Errorf("letter %q has no model", string(name))
		case Find(letters, name) != nil:
			return nil, fmt.Errorf("letter %q is listed twice", string(name))
		}
		if err := m.Check(s.N); err != nil {
			return nil, fmt.Errorf("%c=%s: %w", name, m, err)
		}
		letters = append(letters, Letter{name, m})
	}
	return letters, nil
}

// ListNames writes names as ParseNames reads them.
func ListNames(names []byte) string {
	var list []string
	for _, name := range names {
		list = append(list, string(name))
	}
	return strings.Join(list, ",")
}

// ParseNames reads an alphabet such as H,R,D, as Spell reads a word.
func ParseNames(list string) ([]byte, error) {
	names := []byte(Unspaced(list))
	for i, c := range Unspaced(list) {
		if c >= utf8.RuneSelf || !isLetter(byte(c)) {
			_, size := utf8.DecodeRune(names[i:])
			return nil, fmt.Errorf("alphabet %q: %q is not a letter; want letters as in H,R,D", list, names[i:i+size])
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("alphabet %q is empty; want letters as in H,R,D", list)
	}
	return names, nil
}

// Spelling says which letters words on decks of N cards may have, and by which models: a definition
// where there is one, and otherwise the preset's.
type Spelling struct {
	N           int
	Names       []byte
	Preset      string
	Definitions []Letter
}

// DefaultNames are the letters of the paper.
var DefaultNames = []byte("HRD")

// Literal is the preset that follows the paper literally.
const Literal = "literal"

// longestWord is the most letters of a word that is scored by itself.
const longestWord = 500

// Own spells a text in letters that have a model. The alphabet is the letters of the text; other
// letters must not be defined.
func (s Spelling) Own(text string) ([]Letter, string, error) {
	word, err := Spell(text, s.known())
	if err != nil {
		return nil, "", err
	}
	s.Names = distinct(word)
	letters, err := s.Letters()
	return letters, word, err
}

// CheckLetters refuses letters that cannot shuffle a deck of n cards.
func CheckLetters(n int, letters []Letter) error {
	_, err := Spelling{N: n, Names: NamesOf(letters), Preset: Literal, Definitions: letters}.Letters()
	return err
}

// CheckWord refuses letters of a deck of n cards that differ from those of a word, in the order of
// their first appearance.
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

// Spell is a word in its letters, which are among the names, as Written reads it. Lower-case
// letters can be names of their own; otherwise they stand for upper-case ones.
func Spell(word string, names []byte) (string, error) {
	word, err := Written(word)
	if err != nil {
		return "", err
	}
	if word == "" {
		return "", fmt.Errorf("empty word: want letters of %s", spaced(names))
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

// Unspaced is a text without the characters that may stand between letters.
func Unspaced(text string) string {
	return strings.Map(func(c rune) rune {
		if c == ',' || unicode.IsSpace(c) {
			return -1
		}
		return c
	}, text)
}

// meant is the name that a character stands for, if there is one.
func meant(c rune, names []byte) (letter byte, ok bool) {
	for _, c := range string(c) + capitals(string(c)) {
		if c < utf8.RuneSelf && slices.Contains(names, byte(c)) {
			return byte(c), true
		}
	}
	return 0, false
}

// Alphabet is the chosen names. Letters that have no model of their own stand for upper-case ones.
func (s Spelling) Alphabet() []byte {
	known, chosen := s.known(), slices.Clone(s.Names)
	for i, c := range chosen {
		if letter, ok := meant(rune(c), known); ok {
			chosen[i] = letter
		}
	}
	return chosen
}

// unknownLetter is the error for a character that is none of the names.
func unknownLetter(c string, names []byte) error {
	known := slices.Compact(slices.Sorted(slices.Values(names)))
	switch {
	case c[0] >= '0' && c[0] <= '9':
		return fmt.Errorf("%q is not a letter; letters with a model are %s; R^7 is seven times R", c, spaced(known))
	case len(c) > 1 || !isLetter(c[0]):
		return fmt.Errorf("%q is not a letter; letters with a model are %s", c, spaced(known))
	}
	return fmt.Errorf("unknown letter %q; known are %s; define it by --model '%s=...'", c, spaced(known), c)
}

// capitals changes only a to z: no other character stands for a letter.
func capitals(word string) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}, word)
}

func spaced(names []byte) string { return strings.ReplaceAll(ListNames(names), ",", ", ") }
