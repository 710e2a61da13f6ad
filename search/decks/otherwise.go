package decks

import (
	"fmt"

	"dovetail/results"
)

// Otherwise implements [results.Doubted]: as many other decks, of another seed.
func (q Question) Otherwise(r results.Record) (results.Question, error) {
	q = q.reached(r.(results.TVD))
	q.Seed++
	return q, nil
}

// Agree implements [results.Doubted]: intervals that both hold the distance have a point in common.
func (Question) Agree(one, other results.Record) error {
	a, b := one.(results.TVD), other.(results.TVD)
	if a.Lower > b.Upper || b.Lower > a.Upper {
		return fmt.Errorf("between %g and %g in one way, %g and %g in the other", a.Lower, a.Upper, b.Lower, b.Upper)
	}
	return nil
}
