package intervals

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// The picture of rankings by distance shows how near to fair the best known word of each length is,
// beside the best of those that repeat one letter. Points are upper ends, so that nothing looks
// nearer to fair than is proved. A bar goes down from each to the lower end.

// Picture draws the first words of successive lengths.
func (r Ranking) Picture(ctx context.Context, o run.Options, answers []results.Record) ([]figure.Block, error) {
	first := answers[0].(results.BoundRank)
	best, says := figure.Series{Name: "best known word", First: first.M}, []string{}
	for _, answer := range answers {
		of := answer.(results.BoundRank)
		row := of.Rows[0]
		if err := add(&best, row.TVDLow, row.TVDHigh); err != nil {
			return nil, err
		}
		open := ""
		if others := of.Best.Count - 1; others > 0 {
			open = fmt.Sprintf(" (%s not ruled out)", number.Count(others, "other"))
		}
		says = append(says, fmt.Sprintf("%d: %s%s", of.M, row.Word, open))
	}
	repeated, err := r.repeated(ctx, o, first.M, len(answers))
	if err != nil {
		return nil, err
	}
	return []figure.Block{
		figure.Title(fmt.Sprintf("The best known words of %s, %s", first.Alphabet, number.Count(r.N, "card"))),
		figure.Curve{XLabel: "shuffles", YLabel: "distance from a fair deck", Series: append(repeated, best)},
		figure.Caption("A point is the most that a word leaves, and its bar ends at the least. Best known by number of shuffles: " +
			strings.Join(says, "; ") + "."),
	}, nil
}

// repeated is the series of the letter that is nearest to fair by itself after the largest number
// of shuffles, if all of its distances are known.
func (r Ranking) repeated(ctx context.Context, o run.Options, from, count int) (all []figure.Series, err error) {
	q, err := r.Query(ctx, o.Memo)
	if err != nil || o.Known == nil {
		return nil, err
	}
	known := o.Known(q.Alphabet.Alphabet)
	for l, letter := range q.Alphabet.Letters {
		s := figure.Series{Name: string(letter.Name) + " alone", First: from}
		for m := from; m < from+count; m++ {
			if k, ok := known(word.Word(slices.Repeat([]byte{byte(l)}, m))); ok {
				s.Y, s.Low, s.High = append(s.Y, k.Upper.Value), append(s.Low, k.Lower.Value), append(s.High, k.Upper.Value)
			}
		}
		if len(s.Y) == count && (all == nil || s.Y[count-1] < all[0].Y[count-1]) {
			all = []figure.Series{s}
		}
	}
	return all, nil
}

// add adds an interval to a series.
func add(s *figure.Series, low, high string) error {
	for _, end := range []struct {
		to   *[]float64
		text string
	}{{&s.Low, low}, {&s.High, high}, {&s.Y, high}} {
		x, err := strconv.ParseFloat(end.text, 64)
		if err != nil {
			return err
		}
		*end.to = append(*end.to, x)
	}
	return nil
}
