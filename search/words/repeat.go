package words

import "dovetail/exact/position"

// Repetition is a word shuffled over and over.
type Repetition struct {
	Rows []Row // Rows[k-1] is the word repeated k times

	// ReachedExactly and ReachedExpected are the least number of repetitions
	// at which every cell is white: in the exact law, and in the expected
	// count of s deals rounded to a whole number. 0 if there is none.
	ReachedExactly, ReachedExpected int

	// Cutoff is the repetition at which the number of white cells rises most
	// (the least such, and 0 if it never rises).
	Cutoff int
}

// Repeat scores the word repeated 1, 2, ..., times times.
func Repeat(v *Evaluator, w position.Word, times int) Repetition {
	var r Repetition
	var all position.Word
	cells := v.alphabet.N * v.alphabet.N
	rise, before := 0, v.Row(nil).White
	for k := 1; k <= times; k++ {
		all = append(all, w...)
		row := v.Row(all)
		r.Rows = append(r.Rows, row)
		if row.White-before > rise {
			rise, r.Cutoff = row.White-before, k
		}
		before = row.White
		if r.ReachedExactly == 0 && row.White == cells {
			r.ReachedExactly = k
		}
		if r.ReachedExpected == 0 && row.Expected >= float64(cells)-0.5 {
			r.ReachedExpected = k
		}
	}
	return r
}
