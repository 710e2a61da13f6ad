//go:build !long

package faro

const (
	cycleLimit  = 2000
	familyLimit = 400
)
