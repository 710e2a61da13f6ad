package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Written is a word as people write it, letter by letter: R^7 and R*7 are RRRRRRR, (RD)^3 H is RDRDRDH,
// and blanks and commas may stand between letters. [Spell] checks the letters.
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

// errLong is the error for a word of too many letters.
var errLong = fmt.Errorf("a word of more than %d letters is too long", longestWord)

// longestText is enough for the longest word in any notation.
const longestText = 20 * longestWord

// between reports whether a character may stand between letters.
func between(c rune) bool { return c == ',' || unicode.IsSpace(c) }

// reader reads a word from the left.
type reader struct{ rest string }

// next takes a character, and the separators after it.
func (r *reader) next() rune {
	c, size := utf8.DecodeRuneInString(r.rest)
	r.rest = strings.TrimLeftFunc(r.rest[size:], between)
	return c
}

// word reads up to the end, or to the closing parenthesis.
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

// part reads a letter, or a word in parentheses, and its exponent.
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
	case '^', '*':
		return "", fmt.Errorf(`"%c" follows a letter or a parenthesis, as in R%[1]c7`, c)
	}
	if !strings.HasPrefix(r.rest, "^") && !strings.HasPrefix(r.rest, "*") {
		return part, nil
	}
	sign := r.next()
	end := strings.IndexFunc(r.rest, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(r.rest)
	}
	if rest := r.rest[end:]; end > 0 && len(rest) > 1 && rest[0] == 'e' && rest[1] >= '0' && rest[1] <= '9' {
		return "", fmt.Errorf(`%s: write the number in digits, as in R%c7`, r.rest, sign)
	}
	times, err := strconv.Atoi(r.rest[:end])
	r.rest = strings.TrimLeftFunc(r.rest[end:], between)
	switch {
	case errors.Is(err, strconv.ErrRange) || times > longestWord/utf8.RuneCountInString(part):
		return "", errLong
	case err != nil || times == 0:
		return "", fmt.Errorf(`a number from 1 on follows "%c", as in R%[1]c7`, sign)
	}
	return strings.Repeat(part, times), nil
}
