//go:build !amd64 || purego

package topswops

func playOn(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) { playOnGo(games, end, m, zs) }

func putIn(out, d *Deck, m, v, z int) { *out = d.putInGo(m, v, z) }

func undo(out, d *Deck, v int) (homes uint32) { return d.undoGo(out, v) }

func (c *Climber) begin() { c.beginGo() }

func (c *Climber) rest() []root { return c.taken[c.begun:] }

func (c *Climber) stacks() [][]branch { return [][]branch{c.stack} }

func (c *Climber) climb() (more bool) { return c.climbGo() }

type kernel struct{}
