//go:build !linux

package orders

func preferHugePages(Table) {}
