package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dovetail/perm/shuffle"
)

// longestWord is the most letters of a word that is looked at by itself.
const longestWord = 500

// spelled is a word in the letters that it is made of, which are among the names.
// Lower-case letters can be letters of their own; those that are not stand for
// upper-case ones.
func spelled(word string, names []byte) (string, error) {
	if word == "" {
		return "", fmt.Errorf("empty word: want letters of %s", list(names))
	}
	if n := utf8.RuneCountInString(word); n > longestWord {
		return "", fmt.Errorf("a word of %d letters is too long; at most %d", n, longestWord)
	}
	unknown := func(c rune) bool { return !strings.ContainsRune(string(names), c) }
	if !strings.ContainsFunc(word, unknown) {
		return word, nil
	}
	upper := capitals(word)
	if !strings.ContainsFunc(upper, unknown) {
		return upper, nil
	}
	// A lower-case letter is not to blame if the upper-case one is known.
	i := strings.IndexFunc(word, func(c rune) bool { return unknown(c) && strings.ContainsFunc(capitals(string(c)), unknown) })
	if i < 0 {
		i = strings.IndexFunc(word, unknown)
	}
	_, size := utf8.DecodeRuneInString(word[i:])
	return "", fmt.Errorf("word %q: %w", word, unknownLetter(word[i:i+size], names))
}

// unknownLetter says what is wrong with a character that is none of the names.
func unknownLetter(c string, names []byte) error {
	known := slices.Concat(names, shuffle.Names())
	slices.Sort(known)
	known = slices.Compact(known)
	has := func(c string) bool { return strings.Contains(string(known), c) }
	switch {
	case has(c):
		return fmt.Errorf("letter %q is not in the alphabet %s; add it by --alphabet", c, list(names))
	case has(capitals(c)):
		return fmt.Errorf("unknown letter %q; write %s", c, capitals(c))
	case len(c) > 1 || !shuffle.IsLetter(c[0]):
		return fmt.Errorf("%q is no letter; letters with a model are %s", c, list(known))
	}
	return fmt.Errorf("unknown letter %q; known are %s; define it by --model '%s=...'", c, list(known), c)
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

func list(names []byte) string { return strings.ReplaceAll(shuffle.ListNames(names), ",", ", ") }

func names(letters []shuffle.Letter) (names []byte) {
	for _, l := range letters {
		names = append(names, l.Name)
	}
	return names
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

// used are those letters that a word is made of, in the order of their first
// appearance.
func used(letters []shuffle.Letter, word string) (some []shuffle.Letter) {
	for _, c := range distinct(word) {
		some = append(some, letters[slices.Index(names(letters), c)])
	}
	return some
}
