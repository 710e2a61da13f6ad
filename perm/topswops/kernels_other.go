//go:build (!amd64 && !arm64) || purego

package topswops

type machine struct{}

// play plays each game until card 0 is on top.
func (b *batch) play() { b.playGo() }

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle { return f.appendTogether(out, parents) }

func newClimbs(below Word) climbs { return &wordClimbs{below: below & nibbleOnes} }

func (c *Patterns) newForm() patternForm { return &wordPatterns{inner: c.inner()} }
