package packets

import (
	"fmt"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// underdown is the under-down deal, which magicians call Australian. The top card goes under the
// packet in hand, the next down onto the table, and so on in turn until none is left. With
// first=down the first card goes down. The cards on the table lie as they fell, the last on top, or
// with top=first the first on top. The card that goes down last is that of the problem of Josephus
// with every second one out: of 52 cards the 41st, or the 40th with first=down.
type underdown struct {
	shuffle.Certain
	first, top string
}

// Underdown is the model by its parameters.
var Underdown = shuffle.NewKind("underdown", "deal one card under the packet and one down onto the table, by turns",
	func(p *shuffle.Params) shuffle.Model {
		u := underdown{first: p.OneOf("first", "under", "under", "down"), top: p.OneOf("top", "last", "last", "first")}
		u.Perm = u.dealt
		return u
	})

func (u underdown) String() string { return fmt.Sprintf("underdown(first=%s,top=%s)", u.first, u.top) }

// dealt says where each card comes to lie.
func (u underdown) dealt(n int) perm.Perm {
	p := make(perm.Perm, n)
	packet := perm.Identity(n)
	under := u.first == "under"
	for down := 0; down < n; under = !under {
		top := packet[0]
		packet = packet[1:]
		if under {
			packet = append(packet, top)
			continue
		}
		if p[top] = down; u.top == "last" {
			p[top] = n - 1 - down
		}
		down++
	}
	return p
}
