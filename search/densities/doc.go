// Package densities estimates how far words of shuffles leave decks from fair: the mean of (1-p)^+
// over uniform decks. The densities p = n! P of sampled decks are exact where they have a closed
// form (exact/density), and otherwise estimated by annealed importance sampling (search/anneal).
// The sums over the decks of several words are one job of the runner. They give each word an
// interval at a stated confidence.
//
// The scatter of the estimates leaves a gap between both ends of the interval. Where a test trained
// on the cards (search/distinguish) tells the word's decks from fair ones, decks are split by it:
// what the test accepts is counted on many decks, and walks only correct it (split.go).
// docs/decks.md has the theorems.
package densities
