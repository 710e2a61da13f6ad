// Package computed has questions that package exact answers without a search: the law of a word on
// all decks (law.go) or on pairs of cards (pairs.go), the proved interval of its distance
// (bound.go), and riffles in closed form (riffles.go).
package computed
