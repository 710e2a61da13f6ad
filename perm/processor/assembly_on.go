//go:build (amd64 || arm64) && !purego

package processor

// assembly reports whether the program has any.
const assembly = true
