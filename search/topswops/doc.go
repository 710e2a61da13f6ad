// Package topswops searches all decks of n cards for the longest games, and
// counts and samples them. docs/topswops.md has the proofs.
//
// [Longest] and [AtLeast] find decks by halving (walk.go): every deck is cut
// where its largest card shows, which leaves a deck with one card fewer and at
// least half the moves. [Forward] is the published search, the oracle of the
// first and the peer it is measured against. [Census] counts the decks of
// every length, [Estimate] samples the size of a halving tree too large to
// walk.
package topswops
