//go:build !amd64 || purego

package topswops

// Types with kernels on amd64 alone.

func (s *Stills) appendTo(out, parents []Bundle) []Bundle { return s.appendGo(out, parents) }

func putIn(out, d *Deck, m, v, z int) { *out = d.putInGo(m, v, z) }

func undo(out, d *Deck, v int) (homes uint32) { return d.undoGo(out, v) }

func (c *Climbs) visit(some int) { c.visitGo(some) }
