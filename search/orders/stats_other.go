//go:build !amd64 || purego

package orders

func (c *cells) sum(lo, hi int) Stats { return c.sumGo(lo, hi) }
