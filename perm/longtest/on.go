//go:build long

package longtest

const on = true
