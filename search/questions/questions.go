// Package questions lists what can be asked. Who reads questions of all kinds, from records, from a
// catalogue or from other machines, is handed this list, and knows no engine.
package questions

import (
	"dovetail/exact/riffle"
	"dovetail/results"
)

// All are the kinds of questions, by the schema of their answers.
var All = registry()

func registry() results.Registry {
	r := results.Registry{}
	results.Register[riffle.Question](r)
	results.Register[riffle.Deck](r)
	return r
}
