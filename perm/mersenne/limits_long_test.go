//go:build long

package mersenne

const exponents = 136
