// Package models lists all shuffles by name, and reads their specifications: see [shuffle.Table].
package models

import (
	"fmt"
	"strings"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/packets"
	"dovetail/perm/shuffle/programs"
	"dovetail/perm/shuffle/riffles"
)

// table is all of them.
var table = shuffle.Table{
	riffles.AShuffle, riffles.Clumpy, riffles.Faro, riffles.Human, riffles.Riffle, riffles.Shelf, riffles.Thorp,
	packets.Cut, packets.Deal, packets.Hindu, packets.Milk, packets.Monge, packets.Overhand,
	packets.Parts, packets.Pile, packets.Top, packets.Underdown,
	programs.Adjacent, programs.Comparator, programs.FisherYates, programs.Keys, programs.Naive, programs.Sattolo, programs.Topswap,
	programs.Transpositions, programs.Wash,

	shuffle.NewKind("inverse", "undo another shuffle", func(p *shuffle.Params) shuffle.Model {
		return shuffle.Inverse{Model: p.Model("of", "riffle")}
	}),
}

// Parse reads a specification.
func Parse(spec string) (shuffle.Model, error) {
	m, err := table.Parse(spec)
	name, _, _ := strings.Cut(spec, "(")
	if i := find(name); err != nil && i >= 0 && called[i].model != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, called[i].model)
	}
	return m, err
}

// Describe lists the kinds of shuffles by name.
func Describe() []shuffle.Description { return table.Describe() }

// Variations are specifications of the kind with the given name: with all defaults, and with every
// example of each parameter in turn. With defaults for the others, some may be refused.
func Variations(name string) []string { return table.Variations(name) }
