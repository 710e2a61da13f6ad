package routine

import (
	"encoding/json"
	"math"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// next finds how many more riffles are needed. If all shuffles are riffles by the same hands, their
// rows show it. For any other routine it is the least number that is proved to be enough, after all
// shuffles or in the longest run of riffles: more shuffles never make a deck less fair, and two
// parts leave at most twice the product of both distances.
func (v *Verdict) next(q view.Values, riffles results.Riffles, hands results.Hands) {
	word := q.Text("word")
	riffle := riffled(q, word)
	v.pure, v.Shuffles, v.mixer = riffle == ideal || len(hands.Rows) > 0, len(word), "kind.R"
	if mixer(q) == "M" {
		v.mixer = "kind.M"
	}
	if v.High <= v.Aim {
		return
	}
	for _, row := range riffles.Rows {
		if v.instead == 0 && view.Value(row.TVD) <= v.Aim {
			v.instead = row.Shuffles
		}
	}
	switch {
	case riffle == ideal:
		if more := v.instead - len(word); more > 0 {
			v.least, v.most = more, more
		}
	case v.pure:
		for _, row := range hands.Rows {
			more := row.Shuffles - len(word)
			if more > 0 && v.least == 0 && row.TVDLow <= v.Aim {
				v.least = more
			}
			if more > 0 && row.TVDHigh <= v.Aim {
				on, ok := q.Distance(strings.Repeat(word[:1], row.Shuffles))
				v.most, v.rests = more, ok && on.Delta() > 0
				return
			}
		}
	default:
		v.most, v.run, v.rests = enough(q, riffles, v.High, v.Aim)
	}
}

// enough is the least number of riffles by the hands of a routine that is proved to leave the deck
// within a distance aim from fair, if its distance is at most high. They are added at its end, or to its longest run of
// riffles, where fewer are enough. It is 0 if nothing is proved. sampled says that it rests on a record of sampled decks.
func enough(q view.Values, riffles results.Riffles, high, aim float64) (more, run int, sampled bool) {
	word := q.Text("word")
	own := mixer(q)
	from, to := longestRun(word, own)
	closed := func(k int) float64 { // riffles alone
		if k == 0 || k > len(riffles.Rows) || riffled(q, own) != ideal {
			return 1
		}
		return view.Value(riffles.Rows[k-1].TVD)
	}
	proved := func(word string) bool {
		on, ok := q.Distance(word)
		sampled = ok && on.Upper.Value <= aim && on.Delta() > 0
		return ok && on.Upper.Value <= aim
	}
	last := len(word) - len(strings.TrimRight(word, own))
	for k := 1; k <= len(riffles.Rows); k++ {
		others := strings.Repeat(own, k)
		if min(closed(last+k), closed(k), 2*high*closed(k)) <= aim || proved(word+others) {
			return k, 0, sampled
		}
		if from < to && (closed(to-from+k) <= aim || proved(word[:to]+others+word[to:])) {
			return k, to - from, sampled
		}
	}
	return 0, 0, false
}

// better is a routine that leaves the deck fairer with as many shuffles.
type better struct {
	Word, Says, How, URL string
	Low, High            float64
}

// fairer is the fairest routine on record of as many shuffles by the same hands, if it is surely
// fairer than this one, and the rounded numbers show it too.
func fairer(q view.Values, v Verdict) (found *better) {
	word, least := q.Text("word"), min(v.Low, v.High)
	for _, k := range q.Answers.Filed() {
		for _, other := range wordsOn(k, q.Number("n"), len(word)) {
			if other == word || !sameHands(word, other) {
				continue
			}
			if on, ok := q.Distance(other); ok && on.Upper.Value < least && math.Ceil(100*on.Upper.Value) <= math.Round(100*v.Low) {
				least = on.Upper.Value
				found = &better{other, Spoken(q, other), explained(q, other), with(q, other), on.Lower.Value, on.Upper.Value}
			}
		}
	}
	return found
}

// mostTried is the number of words of a ranking that are tried, the best first.
const mostTried = 20

// wordsOn are the words of m letters for n cards of a record, which is read only if it is a ranking of such words.
func wordsOn(k view.Known, n int64, m int) (words []string) {
	var of struct {
		N    int64
		M    int
		Word string
	}
	schema := k.Question.Schema()
	text, err := json.Marshal(k.Question)
	if err != nil || json.Unmarshal(text, &of) != nil || of.N != n {
		return nil
	}
	switch {
	case schema == results.TVDSchema && len(of.Word) == m:
		words = []string{of.Word}
	case schema == results.DecksRankSchema && of.M == m:
		ranking, _ := k.Record().(results.BoundRank)
		for _, row := range ranking.Rows[:min(len(ranking.Rows), mostTried)] {
			words = append(words, row.Word)
		}
	}
	return words
}

// Won is the number of bets in a hundred that the better routine leaves.
func (b better) Won() string { return bets(b.Low, b.High) }
