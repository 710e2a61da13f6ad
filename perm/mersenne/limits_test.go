//go:build !long

package mersenne

const exponents = 96
