// Package results holds the answers of the project as typed records. It knows none of the engines: they fill the
// records. A record lays itself out on a page of results/render, which writes it; results/catalogue stores it.
// Records of a family share a file. Numbers that are exact or rounded outwards are in perm/number, pictures in
// results/figure, what others have published in results/published.
package results

import "dovetail/results/render"

// Kinds of answers.
const (
	Bound   = "bound"   // certified lower and upper
	Exact   = "exact"   // integers, rationals, or floats with a stated error bound
	Sampled = "sampled" // estimates with standard error, seed and size
)

// Record is an answer that can be rendered in every format.
type Record = render.Record

// Refused is the error of a question that is wrong as it is asked: about what there is
// not, or for more than is allowed. Errors of other types say that an answer failed.
type Refused struct{ error }

// Unwrap is the mistake itself.
func (r Refused) Unwrap() error { return r.error }

// Refuse marks an error as one of the question; nil stays nil.
func Refuse(err error) error {
	if err == nil {
		return nil
	}
	return Refused{err}
}
