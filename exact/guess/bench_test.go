package guess

import (
	"testing"

	"dovetail/perm/shuffle"
)

// Ten numbers of riffles together.
func BenchmarkRiffles(b *testing.B) {
	q, err := NewQuestion(shuffle.Spelling{N: 52, Preset: shuffle.Literal}, nil, 2, 0, 1, 10)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := q.Record(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
