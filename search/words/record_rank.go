package words

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
)

// Heading is what the record of a ranking begins with that answers a question: how its words were asked
// for, and the number of all of them.
func Heading(asked results.Question, kind string, by Key, q Query) results.Ranking {
	return results.Ranking{
		Schema: asked.Schema(), Kind: kind, Asked: results.Ask(asked), M: q.M, Setting: q.Setting,
		Alphabet: q.Alphabet.String(), By: string(by), Words: number.Of(count(q.Alphabet, q.M)),
	}
}

// AskedBy is the command line, after the program, that ranks the words of a record. What it
// leaves out is what the program takes for itself: the letters of the paper with its models,
// 52 cards, words of seven letters.
func AskedBy(r results.Ranking) []string {
	line := []string{"rank"}
	if r.N != 52 {
		line = append(line, "-n", strconv.Itoa(r.N))
	}
	if r.M != 7 {
		line = append(line, "-m", strconv.Itoa(r.M))
	}
	if letters := strings.ReplaceAll(r.Alphabet, " ", ""); letters != strings.ReplaceAll(shuffle.ListNames(shuffle.DefaultNames), " ", "") {
		line = append(line, "--alphabet", letters)
	}
	for _, model := range r.Models {
		own := shuffle.Spelling{N: r.N, Names: []byte(model)[:min(1, len(model))], Preset: shuffle.Literal}
		if known, err := own.Letters(); err != nil || known[0].String() != model {
			line = append(line, "--model", model)
		}
	}
	return line
}

// record is the answer to a question.
func (r Ranking) record(asked ScoreRanking, q Query) results.Rank {
	record := results.Rank{
		Ranking:   Heading(asked, results.Exact, asked.By, q),
		Minimal:   minimalRecord(r.Minimal),
		Search:    searchRecord(r),
		Precision: Precision(q, r.Rows, r.Close),
		Rows:      rankRows(r.Rows),
	}
	if r.Perfect != nil {
		c := number.Of(r.Perfect)
		record.C1Words = &c
	}
	return record
}

func rankRows(rows []Row) []results.RankRow {
	ranked := []results.RankRow{}
	for i, row := range rows {
		ranked = append(ranked, results.RankRow{Rank: i + 1, WordRow: row.WordRow})
	}
	return ranked
}

func minimalRecord(byLength [][]string) *results.Minimal {
	var m results.Minimal
	for length, words := range byLength {
		m.Counts = append(m.Counts, len(words))
		if m.Words == nil && len(words) > 0 {
			m.Length, m.Words = length, words
		}
	}
	if m.Words == nil {
		return nil
	}
	return &m
}

func searchRecord(r Ranking) results.Search {
	return results.Search{
		Method:      string(r.Method),
		Laws:        number.OfInt(r.Stats.Laws()),
		Scored:      number.OfInt(r.Stats.Scored),
		FirstProbe:  number.OfInt(r.Stats.FirstProbe),
		OtherProbes: number.OfInt(r.Stats.OtherProbes),
		Rows:        number.OfInt(r.Stats.Rows),
	}
}

// ByBound is the name of the ranking by certified intervals instead of a score.
const ByBound Key = "bound"

// record is the answer to a question, with the first words.
func (r BoundRanking) record(asked IntervalRanking, q Query) results.BoundRank {
	record := results.BoundRank{
		Ranking:   Heading(asked, results.Bound, ByBound, q),
		Best:      r.best(),
		Precision: Precision(q, r.Rows, r.Close),
		Rows:      []results.BoundRow{},
	}
	for i, row := range r.All[:min(q.Top, len(r.All))] {
		end := row.Interval
		record.Rows = append(record.Rows, results.BoundRow{
			Rank:    i + 1,
			CRank:   row.CRank,
			TVDLow:  end.Lower.Outward(),
			TVDHigh: end.Upper.Outward(),
			LowBy:   string(end.Lower.By),
			HighBy:  string(end.Upper.By),
			WordRow: row.WordRow,
		})
	}
	return record
}

// mostContenders are named in a record.
const mostContenders = 10

func (r BoundRanking) best() results.Best {
	low, high := r.Least()
	b := results.Best{Proved: r.Proved, Count: len(r.Contenders), Low: number.Certified(low, false), High: number.Certified(high, true)}
	b.Unmixed = r.Order.Unmixed(func(yield func(*big.Rat) bool) {
		for _, w := range r.All {
			yield(w.Interval.Lower.Value)
		}
	})
	for _, w := range r.Contenders[:min(mostContenders, len(r.Contenders))] {
		b.Words = append(b.Words, w.Word)
	}
	return b
}

// Listed scores a word in full, as one of the given number of rows of a ranking.
func (v *Evaluator) Listed(ctx context.Context, w word.Word, of int) (Row, error) {
	r, err := v.Row(ctx, w)
	if of > carefulRows {
		n := v.Alphabet.N
		r.Error = float64(n) * position.ErrorBound(n, len(v.Alphabet.Core(w)))
	}
	return r, err
}
