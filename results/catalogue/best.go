package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/stored"
)

// claim is what a record says about a word under a score.
type claim struct {
	score, setting, word string
	value, against       float64 // the smaller, the better; against decides ties
	says, kind, proof    string
	proved               bool // best of all words, not only of those on record
	record               int64
}

// before is the order of claims about one score: by value, then claims proved for all
// words before others, then by word.
func (c claim) before(d claim) int {
	first := 0
	if c.proved != d.proved {
		first = 1
		if c.proved {
			first = -1
		}
	}
	return cmp.Or(cmp.Compare(c.value, d.value), cmp.Compare(c.against, d.against), first,
		cmp.Compare(c.word, d.word), cmp.Compare(c.record, d.record))
}

// scores are the scores in the order in which they are listed, better first by value.
var scores = []string{"c", "ew", "maxerror", "tvd", "worst", "law", "bound", "decks"}

// Best are the best words of m letters on n cards under each score that are on record,
// separately for every setting: the models of the letters, and for c and ew the tolerance
// and the number of deals.
func (c *Catalogue) Best(ctx context.Context, n, m int) (stored.BestWords, error) {
	best := map[[2]string]claim{}
	err := c.Each(ctx, Filter{N: number.OfInt(int64(n)), M: m}, func(e stored.Entry) error {
		r, err := forms.Read(e.Record, nil)
		if err != nil {
			return nil // of a form that is no longer in use
		}
		for _, x := range claims(r) {
			x.record, x.proved = e.ID, strings.HasPrefix(x.proof, firstOfAll)
			key := [2]string{x.setting, x.score}
			if old, there := best[key]; !there || x.before(old) < 0 {
				best[key] = x
			}
		}
		return nil
	})
	b := stored.BestWords{Schema: results.BestSchema, Kind: results.Exact, N: n, M: m, Rows: []stored.BestRow{}}
	for _, x := range best {
		b.Rows = append(b.Rows, stored.BestRow{Setting: x.setting, Score: x.score, Word: x.word, Value: x.says,
			Kind: x.kind, Proof: x.proof, Record: x.record})
	}
	slices.SortFunc(b.Rows, func(x, y stored.BestRow) int {
		return cmp.Or(cmp.Compare(x.Setting, y.Setting), slices.Index(scores, x.Score)-slices.Index(scores, y.Score))
	})
	return b, err
}

// claims are those of a record of words; other records have none.
func claims(r results.Record) (all []claim) {
	switch r := r.(type) {
	case results.Rank:
		for i, row := range r.Rows {
			all = append(all, exactly(r.Setting, row.WordRow, r.Ranking, i)...)
		}
	case results.LawRank:
		for i, row := range r.Rows {
			all = append(all, exactly(r.Setting, row.WordRow, r.Ranking, -1)...)
			proof := "on record"
			if i == 0 && r.Undecided == 0 {
				proof = firstOf(r.Ranking)
			}
			all = append(all, claim{score: "law", setting: models(r.Models), word: row.Word, value: parse(row.LawTVD),
				says: row.LawTVD, kind: results.Exact, proof: proof})
		}
	case results.BoundRank:
		for i, row := range r.Rows {
			all = append(all, exactly(r.Setting, row.WordRow, r.Ranking, -1)...)
			proof := fmt.Sprintf("%d of %s not ruled out", r.Best.Count, number.Count(r.Words, "word"))
			if i == 0 && r.Best.Proved {
				proof = firstOf(r.Ranking)
			}
			all = append(all, between(r.By, r.Models, row.Word, row.TVDLow, row.TVDHigh, r.Kind, proof))
		}
	case results.Score:
		all = exactly(r.Setting, r.WordRow, results.Ranking{}, -1)
	case results.Interval:
		all = []claim{between("bound", r.Models, r.Word, r.Lower, r.Upper, r.Kind,
			"on record: "+r.LowerBy+", "+r.UpperBy)}
	case results.TVD:
		all = []claim{between("decks", r.Models, r.Word, fmt.Sprint(r.Lower), fmt.Sprint(r.Upper), r.Kind,
			"on record: "+r.LowerBy+", "+r.UpperBy)}
	case results.DeckLaw:
		all = []claim{{score: "law", setting: models(r.Models), word: r.Word, value: parse(r.TVD), says: r.TVD,
			kind: r.Kind, proof: "on record"}}
	}
	return all
}

// exactly are the claims of the scores of a position law. row is the i-th of a ranking.
func exactly(s results.Setting, row results.WordRow, r results.Ranking, i int) (all []claim) {
	tolerance := fmt.Sprintf("; e_max=%v; s=%s", s.Emax, s.Samples)
	for _, x := range []struct {
		score, tolerance string
		value            float64
		says             string
	}{
		{"c", tolerance, -float64(row.White), row.C},
		{"ew", tolerance, -row.Expected, fmt.Sprintf("%.6g", row.Expected)},
		{"maxerror", "", row.MaxError, fmt.Sprintf("%.6g", row.MaxError)},
		{"tvd", "", row.MeanTVD, fmt.Sprintf("%.6g", row.MeanTVD)},
		{"worst", "", row.WorstTVD, fmt.Sprintf("%.6g", row.WorstTVD)},
	} {
		proof := "on record"
		if i == 0 && r.By == x.score {
			proof = firstOf(r)
		}
		all = append(all, claim{score: x.score, setting: models(s.Models) + x.tolerance, word: row.Word,
			value: x.value, against: row.MeanTVD, says: x.says, kind: results.Exact, proof: proof})
	}
	return all
}

// between is a claim by an interval: the best word has the least upper end.
func between(score string, letters []string, word, low, high, kind, proof string) claim {
	return claim{score: score, setting: models(letters), word: word, value: parse(high), against: parse(low),
		says: number.Narrow(low) + " to " + number.Narrow(high), kind: kind, proof: proof}
}

const firstOfAll = "first of all"

// firstOf is the proof of the first word of a ranking.
func firstOf(r results.Ranking) string {
	return fmt.Sprintf(firstOfAll+" %s over %s", number.Count(r.Words, "word"), r.Alphabet)
}

// models are those of letters, in one order.
func models(letters []string) string {
	all := slices.Sorted(slices.Values(letters))
	return strings.Join(all, "; ")
}

// parse reads a number. An invalid one is worse than any.
func parse(digits string) float64 {
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return math.Inf(1)
	}
	return x
}
