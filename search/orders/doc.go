// Package orders finds the multiplicative order of 2 modulo many odd m at
// once: the number of perfect shuffles that restore decks of nearby sizes.
//
// There are three engines. The full-range engine (full.go) keeps a table of
// the orders of all smaller moduli and needs about a dozen nanoseconds a
// modulus. The window engine (window.go) factors a far range with a sieve. The
// single-value engine is package modular. The engines share their kernels, one
// in each file, and the tests hold them to one another.
package orders
