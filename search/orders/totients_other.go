//go:build !amd64 || purego

package orders

func (c *totients) takeEach(q *smallPrime) { c.takeEachGo(q) }
