// Package bound encloses the total variation distance over S_n of a word's law from
// uniform between certified bounds, for decks that no table of n! entries holds.
//
// Lower bounds come from what is known exactly: how many permutations the word can
// reach with most of its probability, the law of the number of rising sequences,
// the laws of one card and of two. Upper bounds come from the riffles in a row
// within the word, whose distance is a closed form. Each inequality has its name
// here as in docs/laws.md, where it is proved.
package bound
