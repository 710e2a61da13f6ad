package guess

import (
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Ten numbers of riffles together.
func BenchmarkRiffles(b *testing.B) {
	q, err := NewQuestion(notation.Spelling{N: 52, Preset: notation.Literal}, nil, 2, 0, 1, 10)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := run.AnswerTo[games.Guess](b.Context(), q, run.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
