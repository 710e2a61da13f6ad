// Package densities estimates how far words of shuffles leave decks from fair, the mean of (1-p)^+ over uniform decks, from
// the densities p = n! P of sampled decks: exact ones where they have a closed form (exact/density), else those that
// annealed importance sampling estimates (search/anneal). What decks of several words add up to is one job of the runner,
// and gives each word an interval at a stated confidence.
//
// Estimates that scatter leave a gap between both ends of the interval. Where a test trained on the cards (search/distinguish)
// tells the word's decks from fair ones, decks are split by it: what the test accepts is counted on many decks, and walks
// only correct it (split.go). docs/decks.md has the theorems.
package densities
