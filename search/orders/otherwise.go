package orders

import (
	"encoding/json"
	"errors"

	"dovetail/results"
)

// Otherwise implements [results.Doubted]: by a sieve over the range in the place of a table, or one modulus after
// the other in the place of a sieve.
func (q Summing) Otherwise(results.Record) (results.Question, error) {
	p, err := q.plan(q.Engine)
	if err != nil {
		return nil, err
	}
	q.Engine = map[Method]Method{Full: Window, Window: Single, Single: Window}[p.Method]
	return q, q.Check()
}

// Agree implements [results.Doubted]: nothing of the answer depends on the way.
func (Summing) Agree(one, other results.Record) error {
	a, err := json.Marshal(one)
	b, err2 := json.Marshal(other)
	if err == nil && string(a) != string(b) {
		err = errors.New("sums or extremes differ")
	}
	return errors.Join(err, err2)
}
