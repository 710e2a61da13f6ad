package guess

import (
	"fmt"
	"strconv"

	"dovetail/results"
	"dovetail/results/figure"
)

// Picture is the curves of a record.
func Picture(r results.Guess) []figure.Block {
	title := fmt.Sprintf("%d cards: the best player's right guesses after %s", r.N, r.Shuffles())
	return []figure.Block{figure.Title(title), curve(r)}
}

// curve has what a fair deck has beside it.
func curve(r results.Guess) figure.Curve {
	curve := figure.Curve{XLabel: "shuffles", YLabel: "cards guessed right"}
	add := func(name string, value func(row results.GuessRow) string) {
		s := figure.Series{Name: name}
		for _, row := range r.Rows {
			y, err := strconv.ParseFloat(value(row), 64)
			if err != nil {
				break // rows with an answer come before those without
			}
			if len(s.Y) == 0 {
				s.First = row.Shuffles
			}
			s.Y = append(s.Y, y)
			curve.YMax = max(curve.YMax, y)
		}
		if len(s.Y) > 0 {
			curve.Series = append(curve.Series, s)
		}
	}
	add("each card shown", func(row results.GuessRow) string { return row.Complete })
	add("none shown", func(row results.GuessRow) string { return row.None })
	add("none shown, each named once", func(row results.GuessRow) string { return row.Permutation })
	if r.Rows[0].Complete != "" {
		fair, _ := strconv.ParseFloat(r.Fair, 64)
		curve.Markers = append(curve.Markers, figure.Marker{Name: fmt.Sprintf("fair deck, each card shown: %.4f", fair), At: fair})
	}
	curve.Markers = append(curve.Markers, figure.Marker{Name: "fair deck, none shown: 1", At: 1})
	return curve
}
