// Package spelling has words and letters as parameters of questions. A word is text, whose letters
// have models by --preset, --model and --alphabet. They are spelled once all parameters are read,
// as that needs the number of cards.
package spelling

import (
	"errors"
	"fmt"
	"slices"

	"dovetail/perm/shuffle/notation"
	"dovetail/results/param"
)

// Spelling is a word and letters that are read, for the fields of a question.
type Spelling struct {
	notation.Spelling
	Text    string
	n       *int
	letters *[]notation.Letter
	word    *string // nil for none
}

// spell reads a text in letters.
type spell = func(s notation.Spelling, text string) ([]notation.Letter, string, error)

// Own are the parameters of a word on n cards. The alphabet is the letters of the word, in the
// order of their first appearance.
func Own(n *int, letters *[]notation.Letter, word *string) param.List {
	s := New(n, letters, word)
	return append(param.List{s.Argument(), s.preset()}, s.model(), s.Spelled(notation.Spelling.Own))
}

// OrNone are the parameters of [Own], with a word that may be left out.
func OrNone(n *int, letters *[]notation.Letter, word *string) param.List {
	s := New(n, letters, word)
	argument := s.Argument()
	argument.Optional = true
	return append(param.List{argument, s.preset()}, s.model(), s.Spelled(
		func(of notation.Spelling, text string) ([]notation.Letter, string, error) {
			if text == "" && of.Definitions == nil {
				return nil, "", nil
			}
			return of.Own(text)
		}))
}

// Alphabet are the parameters of letters of n cards, by default those of the paper.
func Alphabet(n *int, letters *[]notation.Letter) param.List {
	return of(n, letters, notation.DefaultNames)
}

// Of are the parameters of letters of n cards, by default those of these names. They have no
// presets.
func Of(n *int, letters *[]notation.Letter, names []byte) param.List {
	return slices.DeleteFunc(of(n, letters, names), func(p param.Param) bool { return p.Name == "preset" })
}

func of(n *int, letters *[]notation.Letter, names []byte) param.List {
	s := New(n, letters, nil)
	s.Preset = notation.Literal
	return s.alphabet(names, func(s notation.Spelling, _ string) ([]notation.Letter, string, error) {
		all, err := s.Letters()
		return all, "", err
	})
}

// New is for the fields of a question; word is nil if it has none.
func New(n *int, letters *[]notation.Letter, word *string) *Spelling {
	return &Spelling{n: n, letters: letters, word: word}
}

// Argument is the word, as the argument of its command.
func (s *Spelling) Argument() param.Param {
	p := param.Arg(&s.Text, "WORD", "word", param.Kind[string]{Name: "letters",
		Parse: func(_, text string) (string, error) {
			written, err := notation.Written(text)
			if err == nil && written == "" {
				err = errors.New("empty word: want letters such as HDHRDHH")
			}
			return written, err
		}})
	p.Spread, p.Texts, p.Clear = true, s.texts, s.clear
	return p
}

func (s *Spelling) texts() []string {
	if *s.word == "" {
		return nil
	}
	return []string{*s.word}
}

func (s *Spelling) clear() { s.Text, *s.word = "", "" }

// Flag is the word as an optional flag.
func (s *Spelling) Flag(usage string) param.Param {
	p := param.New(&s.Text, "word", "", usage, param.Text)
	p.Texts, p.Clear = s.texts, s.clear
	return p
}

// Models are the parameters of the letters of a word.
func (s *Spelling) Models() param.List { return param.List{s.preset(), s.model()} }

func (s *Spelling) preset() param.Param {
	p := Readings(&s.Preset)
	p.Texts = func() []string { return nil } // the models say it
	return p
}

// Readings is the flag for a preset.
func Readings(to *string) param.Param {
	return param.Choice(to, "preset", notation.Literal,
		"models of the letters: literal (the paper taken literally) or narrow-cut (riffle cut rounded from N(n/2, sd 5/3))",
		notation.Presets()...)
}

func (s *Spelling) model() param.Param {
	return param.Param{
		Name: "model", Kind: "model", Repeated: true,
		Usage: "define a letter, for example 'R=riffle(cut=normal,sd=5/3)', by a model of dovetail models; repeatable",
		Set: func(text string) error {
			l, err := notation.ParseLetter(text)
			if err == nil {
				s.Definitions = append(s.Definitions, l)
			}
			return err
		},
		Clear: func() { s.Definitions, *s.letters = nil, nil },
		Texts: s.defined,
	}
}

// defined are the definitions of letters that differ from the default.
func (s *Spelling) defined() (all []string) {
	for _, l := range *s.letters {
		usual, err := notation.Spelling{N: *s.n, Names: []byte{l.Name}, Preset: notation.Literal}.Letters()
		if err != nil || usual[0].String() != l.String() {
			all = append(all, l.String())
		}
	}
	return all
}

// alphabet are the parameters of the chosen letters, of these names by default.
func (s *Spelling) alphabet(names []byte, spell spell) param.List {
	p := param.New(&s.Names, "alphabet", notation.ListNames(names),
		fmt.Sprintf("letters that words are made of; %s have a model (see dovetail models), others need --model",
			notation.ListNames(notation.Names())),
		param.Kind[[]byte]{Name: "letters", Format: notation.ListNames,
			Parse: func(_, text string) ([]byte, error) { return notation.ParseNames(text) }})
	p.Texts = func() []string {
		chosen := notation.NamesOf(*s.letters)
		if len(chosen) == 0 || slices.Equal(chosen, names) {
			return nil
		}
		return []string{notation.ListNames(chosen)}
	}
	return param.List{p, s.preset(), s.model(), s.Spelled(spell)}
}

// Spelled spells the word once all parameters before are set.
func (s *Spelling) Spelled(spell spell) param.Param {
	return param.After(func(func(string) bool) error {
		s.N = *s.n
		letters, word, err := spell(s.Spelling, s.Text)
		if err != nil {
			return err
		}
		*s.letters = letters
		if s.word != nil {
			*s.word = word
		}
		return nil
	})
}
