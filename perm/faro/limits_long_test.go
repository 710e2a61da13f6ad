//go:build long

package faro

const (
	cycleLimit  = 5000
	familyLimit = 2000
)
