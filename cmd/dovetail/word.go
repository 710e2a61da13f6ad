package main

import (
	"fmt"
	"slices"
	"strings"

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
	if len(word) > longestWord {
		return "", fmt.Errorf("a word of %d letters is too long; at most %d", len(word), longestWord)
	}
	unknown := func(w string) int {
		return slices.IndexFunc([]byte(w), func(c byte) bool { return !slices.Contains(names, c) })
	}
	if upper := strings.ToUpper(word); unknown(word) >= 0 && unknown(upper) < 0 {
		return upper, nil
	}
	if i := unknown(word); i >= 0 {
		return "", fmt.Errorf("word %q: unknown letter %q, want letters of %s", word, word[i:i+1], list(names))
	}
	return word, nil
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
