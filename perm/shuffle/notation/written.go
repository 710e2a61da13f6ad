package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is the word that people write, letter by letter: R^7 is RRRRRRR, (RD)^3 H is RDRDRDH, and blanks
// and commas may stand between letters. Which letters there are is left to [Spell].
func Written(text string) (string, error) {
	if len(text) > longestText {
		return "", errLong
	}
	r := reader{rest: strings.TrimFunc(text, between)}
	word, err := r.word()
	if err == nil && r.rest != "" {
		err = errors.New(`")" without "(" before it`)
	}
	if err != nil && !errors.Is(err, errLong) {
		err = fmt.Errorf("word %q: %w", text, err)
	}
	return word, err
}

// errLong is that of a word of too many letters.
var errLong = fmt.Errorf("a word of more than %d letters is too long", longestWord)

// longestText is enough for the longest word, however it is written.
const longestText = 20 * longestWord

// between reports whether a character may stand between letters.
func between(c rune) bool { return c == ',' || unicode.IsSpace(c) }

// reader reads a word from the left.
type reader struct{ rest string }

// next takes a character, and what stands between it and the next one.
func (r *reader) next() rune {
	c, size := utf8.DecodeRuneInString(r.rest)
	r.rest = strings.TrimLeftFunc(r.rest[size:], between)
	return c
}

// word reads up to the end, or to the parenthesis that closes it.
func (r *reader) word() (string, error) {
	var b strings.Builder
	for r.rest != "" && r.rest[0] != ')' {
		part, err := r.part()
		if err != nil {
			return "", err
		}
		if b.WriteString(part); utf8.RuneCountInString(b.String()) > longestWord {
			return "", errLong
		}
	}
	return b.String(), nil
}

// part reads a letter, or a word in parentheses, and how many times it comes.
func (r *reader) part() (string, error) {
	c := r.next()
	part := string(c)
	switch c {
	case '(':
		inner, err := r.word()
		switch {
		case err != nil:
			return "", err
		case r.rest == "":
			return "", errors.New(`"(" without ")" after it`)
		case inner == "":
			return "", errors.New(`nothing between "(" and ")"`)
		}
		r.next()
		part = inner
	case '^':
		return "", errors.New(`"^" follows a letter or a parenthesis, as in R^7`)
	}
	if !strings.HasPrefix(r.rest, "^") {
		return part, nil
	}
	r.next()
	end := strings.IndexFunc(r.rest, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(r.rest)
	}
	times, err := strconv.Atoi(r.rest[:end])
	r.rest = strings.TrimLeftFunc(r.rest[end:], between)
	switch {
	case errors.Is(err, strconv.ErrRange) || times > longestWord/utf8.RuneCountInString(part):
		return "", errLong
	case err != nil || times == 0:
		return "", errors.New(`a number from 1 on follows "^", as in R^7`)
	}
	return strings.Repeat(part, times), nil
}
