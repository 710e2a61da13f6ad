// Package models is all shuffles by name, as people write them. A shuffle is written name(key=value,...), for example
// hindu(mean=10,sd=5/3,round=nearest,min=1). Numbers are exact rationals: 10, 1.5 or 5/3; a value can be a shuffle with
// its own parentheses. Parameters left out have the model's defaults.
package shuffle

// table is all of them.
var table = Table{
	// Riffles: package riffles.
	AShuffle, Clumpy, Faro, Human, Riffle, Shelf, Thorp,

	// Packets, cuts and piles: package packets.
	Cut, Deal, Hindu, Overhand, Pile, Top, Underdown,

	// Programs: package programs.
	Comparator, Keys, Naive, Sattolo, Topswap, Wash,

	{Name: "inverse", Summary: "undo another shuffle", Make: func(p *params) Model { return inverse{p.model("of", "riffle")} }},
}

// Parse reads a specification.
func Parse(spec string) (Model, error) { return table.Parse(spec) }

// Describe lists the kinds of shuffles by name.
func Describe() []Description { return table.Describe() }

// Variations are specifications of the kind of the given name: as it is by default, and with every example of each
// parameter in turn. Beside a default one may be refused.
func Variations(name string) []string { return table.Variations(name) }
