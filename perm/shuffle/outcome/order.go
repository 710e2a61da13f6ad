package outcome

import "dovetail/perm/shuffle/draw"

// order is the order of some things, such as the piles of a deal, of which all orders are equally likely. A move exchanges
// two of them.
type order struct {
	pair
	things []int
	i, j   int
	lay    func(things []int, to *Sources)
}

// NewOrder is an outcome of so many things in any order. lay sets the table of an order.
func NewOrder(things int, lay func(things []int, to *Sources)) Outcome {
	o := &order{pair: newPair(), lay: lay}
	for i := range things {
		o.things = append(o.things, i)
	}
	lay(o.things, o.Sources())
	return o
}

func (o *order) Draw(rng *draw.Stream) {
	for i := len(o.things) - 1; i > 0; i-- {
		j := int(draw.Below(rng, uint64(i+1)))
		o.things[i], o.things[j] = o.things[j], o.things[i]
	}
	o.lay(o.things, o.Sources())
}

func (o *order) Move(rng *draw.Stream) bool {
	o.i, o.j = int(draw.Below(rng, uint64(len(o.things)))), int(draw.Below(rng, uint64(len(o.things))))
	if o.i == o.j {
		return false
	}
	o.exchange()
	o.lay(o.things, o.turn())
	return true
}

func (o *order) exchange() { o.things[o.i], o.things[o.j] = o.things[o.j], o.things[o.i] }

func (o *order) Undo() {
	o.exchange()
	o.turn()
}

func (o *order) Moves() int { return len(o.things) }
