//go:build !purego

package processor

// assembly reports whether the program has any.
const assembly = true
