//go:build !amd64 || purego

package topswops

type game struct{}

type nibbles struct{}

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle { return f.appendGo(out, parents) }

func (s *Stills) appendTo(out, parents []Bundle) []Bundle { return s.appendGo(out, parents) }
