package packets

import (
	"dovetail/perm"
	"dovetail/perm/faro"
	"dovetail/perm/shuffle"
)

// byOne is a shuffle that takes the cards one by one, or two by two, and leaves nothing to chance: see package faro.
type byOne struct {
	shuffle.Certain
	name string
}

// Milk is the milk shuffle, or Klondike shuffle.
var Milk = newByOne("milk", "draw the top and the bottom card together, again and again, each pair onto the last", faro.Milk)

// Monge is the shuffle of Gaspard Monge.
var Monge = newByOne("monge", "take the cards from the top, one above and one below those taken, by turns", faro.Monge)

func newByOne(name, short string, perm func(n int) perm.Perm) shuffle.Kind {
	return shuffle.NewKind(name, short, func(*shuffle.Params) shuffle.Model {
		return byOne{shuffle.Certain{Perm: perm}, name}
	})
}

func (b byOne) String() string { return b.name }
