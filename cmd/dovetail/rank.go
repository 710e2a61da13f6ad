package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/exact/position"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/words"
)

// maxLength is the longest word of the word commands.
const maxLength = 64

func newRank() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var threads threadFlags
	var lengths, by, top string
	cmd := &cobra.Command{
		Use:   "rank",
		Short: "Rank every word of shuffles by how well it mixes single cards, exactly",
		Long: `Rank every word of shuffles of a length by the scores of its exact position law.
Nothing is dealt: laws of letters are multiplied, and each score of every word is known.`,
		Example: `  dovetail rank
  dovetail rank -m 2..7 --top 3
  dovetail rank -m 10 --by tvd --format csv --out best.csv
  dovetail rank -n 32 -m 6 --alphabet H,R --model 'H=hindu(mean=6,sd=1)'
  dovetail rank --preset narrow-cut --by ew`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, to, err := number.ParseRange("m", lengths, 1, maxLength)
			if err != nil {
				return usage(err)
			}
			rows, err := number.ParseInt("top", top, 0, 1e7)
			if err != nil {
				return usage(err)
			}
			if !slices.Contains(words.Keys, words.Key(by)) {
				return usage(fmt.Errorf("by=%q is not one of %v", by, words.Keys))
			}
			if err := threads.check(); err != nil {
				return err
			}
			if err := output.check(); err != nil {
				return err
			}
			q, setting, err := model.query()
			if err != nil {
				return err
			}
			q.From, q.To, q.Key, q.Top = int(from), int(to), words.Key(by), int(rows)
			rankings, err := words.Rank(cmd.Context(), q, threads.options(output.meter("words")))
			if err != nil {
				return err
			}
			var records []results.Rank
			for _, r := range rankings {
				records = append(records, rankRecord(q, setting, r))
			}
			return write(&output, records...)
		},
	}
	cmd.Flags().StringVarP(&lengths, "length", "m", "7", "length of the words, or a range such as 2..10")
	cmd.Flags().StringVar(&by, "by", string(words.ByConvergence), "score to rank by: c, ew, maxerror, tvd or worst; ties by mean TVD, then the word")
	cmd.Flags().StringVar(&top, "top", "10", "how many words to list")
	model.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

func rankRecord(q words.Query, s results.Setting, r words.Ranking) results.Rank {
	record := results.Rank{
		Schema:    results.RankSchema,
		Kind:      results.Exact,
		M:         r.M,
		Setting:   s,
		Alphabet:  q.Alphabet.String(),
		By:        string(q.Key),
		Words:     number.Of(r.Words),
		C1Words:   number.Of(r.Perfect),
		Precision: precision(q, r.M, r.Close),
		Rows:      []results.RankRow{},
	}
	for i, row := range r.Rows {
		record.Rows = append(record.Rows, results.RankRow{Rank: i + 1, WordRow: wordRow(q, row)})
	}
	return record
}

func wordRow(q words.Query, r words.Row) results.WordRow {
	return results.WordRow{
		Word:       r.Word,
		White:      r.White,
		C:          results.Convergence(r.White, q.Alphabet.N),
		Expected:   r.Expected,
		ExpectedSD: r.SD,
		MaxError:   r.MaxError,
		MeanTVD:    r.MeanTVD,
		WorstTVD:   r.WorstTVD,
	}
}

func wordRows(q words.Query, rows []words.Row) (out []results.WordRow, close int64) {
	for _, r := range rows {
		out = append(out, wordRow(q, r))
		close += int64(r.Close)
	}
	return out, close
}

func precision(q words.Query, m int, close int64) results.Precision {
	n := q.Alphabet.N
	return results.Precision{
		CellError: position.ErrorBound(n, m),
		TVDError:  position.TVDErrorBound(n, m),
		Close:     close,
	}
}
