//go:build !js

package pace

// Breathe does nothing where goroutines take turns by themselves.
func Breathe() {}

func breathing(l Listener) Listener { return l }
