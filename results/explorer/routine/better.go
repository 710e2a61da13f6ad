package routine

import (
	"math"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// better is a routine that leaves the deck fairer for as many shuffles.
type better struct {
	Word, Says, URL string
	Low, High       float64
}

// fairer is the fairest routine on record of as many shuffles by the same hands, if it is surely fairer than this one, and
// is shown to be by the rounded numbers too.
func fairer(q view.Values, v Verdict) (found *better) {
	word, least := q.Text("word"), min(v.Low, v.High)
	for _, k := range q.Answers.Filed() {
		if schema := k.Question.Schema(); schema != results.TVDSchema && schema != results.DecksRankSchema {
			continue // and needs not be read
		}
		for _, other := range wordsOn(k.Record(), q.Number("n"), len(word)) {
			if other == word || !sameHands(word, other) {
				continue
			}
			if on, ok := q.Distance(other); ok && on.Upper.Value < least && math.Ceil(100*on.Upper.Value) <= math.Round(100*v.Low) {
				least = on.Upper.Value
				found = &better{other, Spoken(q, other), q.Address("", "packets", "", "word", other), on.Lower.Value, on.Upper.Value}
			}
		}
	}
	return found
}

// mostTried is how many words of a ranking are tried, the best first.
const mostTried = 20

// wordsOn are the words of m letters for n cards that a record has.
func wordsOn(record results.Record, n int64, m int) (words []string) {
	switch r := record.(type) {
	case results.TVD:
		if int64(r.N) == n && len(r.Word) == m {
			words = []string{r.Word}
		}
	case results.BoundRank:
		for _, row := range r.Rows[:min(len(r.Rows), mostTried)] {
			if int64(r.N) == n && len(row.Word) == m {
				words = append(words, row.Word)
			}
		}
	}
	return words
}

// Won are the bets of a hundred that the better routine leaves.
func (b better) Won() string { return Bets(b.Low, b.High) }
