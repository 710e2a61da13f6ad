// Package decks asks how far words of shuffles are from a fair deck over all orders of
// its cards, for decks whose orders nobody can go through: by the densities of sampled
// decks, in intervals that hold the total variation distance at a stated confidence.
//
// What is proved without sampling is in exact/bound, the densities that have a closed
// form in exact/density; what shuffles do to single cards or pairs in exact/position and
// exact/pairs. docs/decks.md has the theorems.
package decks
