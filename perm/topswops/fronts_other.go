//go:build !amd64 || purego

package topswops

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle { return f.appendGo(out, parents) }

func (s *Stills) appendTo(out, parents []Bundle) []Bundle { return s.appendGo(out, parents) }
