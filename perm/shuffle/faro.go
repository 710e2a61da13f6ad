package shuffle

import (
	"fmt"

	"dovetail/perm/faro"
)

// perfect is a perfect shuffle: see package faro for both kinds and for decks of
// odd size.
type perfect struct {
	certain
	kind faro.Kind
}

// Faro is the model by its parameters.
var Faro = Maker{
	Name:    "faro",
	Summary: "cut in halves and interleave card by card",
	Make: func(p *params) Model {
		kind := faro.Out
		if p.oneOf("kind", faro.Out.String(), faro.Out.String(), faro.In.String()) == faro.In.String() {
			kind = faro.In
		}
		return perfect{certain{perm: kind.Perm}, kind}
	},
}

// String is the specification of the shuffle.
func (f perfect) String() string { return fmt.Sprintf("faro(kind=%s)", f.kind) }
