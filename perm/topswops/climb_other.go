//go:build !amd64 || purego

package topswops

// PlayFrom lets cards 0 and z change places, and plays.
func (d Deck) PlayFrom(z int) (end Deck, moves int, shown uint32) { return d.playGo(z) }

func (c *Climber) climb() { c.climbGo() }

type kernel struct{}
