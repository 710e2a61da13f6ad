//go:build !amd64 || purego

package orders

func (s *segment) readTable() { s.readTableGo(0) }
