package riffles

import (
	"fmt"

	"dovetail/perm/faro"
	"dovetail/perm/shuffle"
)

// perfect is a perfect shuffle: see package faro for both kinds and for decks of
// odd size.
type perfect struct {
	shuffle.Certain
	kind faro.Kind
}

// Faro is the model by its parameters.
var Faro = shuffle.NewKind("faro", "cut in halves and interleave card by card", func(p *shuffle.Params) shuffle.Model {
	kind := faro.Out
	if p.OneOf("kind", faro.Out.String(), faro.Out.String(), faro.In.String()) == faro.In.String() {
		kind = faro.In
	}
	return perfect{shuffle.Certain{Perm: kind.Perm}, kind}
})

func (f perfect) String() string { return fmt.Sprintf("faro(kind=%s)", f.kind) }
