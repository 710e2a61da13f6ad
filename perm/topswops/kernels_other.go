//go:build !amd64 || purego

package topswops

type table struct{}

type lanes struct{}

func (d *Depths) find(ends []Word) { d.findGo(ends) }

// Play plays each game until an unknown card, or card 0, is on top.
func (b *Batch) Play() { b.playGo() }

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle { return f.appendGo(out, parents) }

func (s *Stills) appendTo(out, parents []Bundle) []Bundle { return s.appendGo(out, parents) }

func putIn(out, d *Deck, m, v, z int) { *out = d.putInGo(m, v, z) }

func undo(out, d *Deck, v int) (homes uint32) { return d.undoGo(out, v) }
