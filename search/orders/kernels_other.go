//go:build !amd64 || purego

package orders

func best() form { return plain }

func powersAreOne(b *batch, squarings int) uint64 { return powersAreOneGo(b, squarings) }

func (c *primeSieve) list(n int) int { return c.listGo(n) }

func (c *totients) takeEach(q *smallPrime) { c.takeEachGo(q) }
