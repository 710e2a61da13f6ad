package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/laws"
	"dovetail/search/run"
	"dovetail/search/words"
)

func newRank() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var threads threadFlags
	var resume resumeFlags
	var memory memoryFlag
	var yes yesFlag
	var lengths, by, top string
	var exhaustive bool
	cmd := &cobra.Command{
		Use:   "rank",
		Short: "Rank every word of shuffles by how well it mixes single cards, exactly",
		Long: `Rank every word of shuffles of a length by the scores of its exact position law.
Nothing is dealt: laws of letters are multiplied. Up to length 8 every law is scored; beyond, by tvd,
worst and maxerror, and by c where enough words have C = 1, bounds reject most laws unseen and the
answer is the same to the last bit (--exhaustive scores them all). C is cut, not rounded, to three
decimals, as in Ide and Okuda (2018).

These scores see single cards. --by law ranks the words of small decks by the exact total variation distance
of their law on all n! decks from a fair deck, beside those scores, with Kendall's tau between the rankings.
--by bound ranks the words of any deck by certified intervals that contain this distance, best proved first,
beside their rank by C, and says whether the best word is proved.`,
		Example: `  dovetail rank
  dovetail rank -m 2..7 --top 3
  dovetail rank -m 10 --by tvd --format csv --out best.csv
  dovetail rank -n 32 -m 6 --alphabet H,R --model 'H=hindu(mean=6,sd=1)'
  dovetail rank --preset narrow-cut --by ew
  dovetail rank -m 18 --by tvd
  dovetail rank --by bound
  dovetail rank -n 8 -m 4 --by law --model 'H=hindu(mean=20/13,sd=10/39)' --model 'D=deal(order=1-3-2)'
  dovetail rank -m 20 --by tvd --resume rank20`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, to, err := number.ParseRange("m", lengths, 1, words.MaxLength)
			if err != nil {
				return usage(err)
			}
			rows, err := number.ParseInt("top", top, 0, 1e7)
			if err != nil {
				return usage(err)
			}
			if by != words.ByBound && by != laws.ByLaw && !slices.Contains(words.Keys, words.Key(by)) {
				return usage(fmt.Errorf("by=%q is not one of %s", by, keys()))
			}
			if err := checkDeck(&model, by); err != nil {
				return err
			}
			limit, err := memory.read()
			if err != nil {
				return err
			}
			if err := cmp.Or(threads.check(), resume.check(), output.check(resume.file())); err != nil {
				return err
			}
			letters, err := model.letters()
			if err != nil {
				return err
			}
			if err := words.CheckLetters(model.n, len(letters), limit); err != nil {
				return usage(err)
			}
			ctx, meter := cmd.Context(), output.meter("words")
			meter.Start(0, 0)
			defer meter.Stop()
			var q words.Query
			var setting results.Setting
			if err := finish(ctx, func() (err error) { q, setting, err = model.query(); return err }); err != nil {
				return err
			}
			q.From, q.To, q.Key, q.Top = int(from), int(to), words.Key(by), int(rows)
			options := resume.add(threads.options(meter))
			if err := checkSize(q, exhaustive, &yes, threads.workers(), limit, &options); err != nil {
				return err
			}
			switch by {
			case words.ByBound:
				err = writeAll(&output, func() ([]results.BoundRank, error) { return rankByBound(ctx, q, setting, options) })
			case laws.ByLaw:
				err = writeAll(&output, func() ([]results.LawRank, error) {
					return rankByLaw(ctx, q, setting, limit, threads.workers(), options)
				})
			default:
				err = writeAll(&output, func() ([]results.Rank, error) { return rankByScore(ctx, q, setting, exhaustive, options) })
			}
			if err == nil {
				output.note(setting.N, setting.Models)
			}
			return err
		},
	}
	cmd.Flags().StringVarP(&lengths, "length", "m", "7", "length of the words, or a range such as 2..10")
	cmd.Flags().StringVar(&by, "by", string(words.ByConvergence), "score to rank by: c, ew, maxerror, tvd or worst, ties by mean TVD, then the word; bound, certified TVD over all orders; or law, exact TVD on all n! decks of a small n")
	cmd.Flags().StringVar(&top, "top", "10", "how many words to list")
	cmd.Flags().BoolVar(&exhaustive, "exhaustive", false, "score every law instead of rejecting most by bounds")
	memory.register(cmd, "")
	yes.register(cmd)
	resume.register(cmd)
	model.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

// checkSize refuses a ranking that takes too long or too much memory, or takes fewer
// workers. The law on all decks has limits of its own.
func checkSize(q words.Query, exhaustive bool, yes *yesFlag, workers int, limit uint64, o *run.Options) error {
	every := make(position.Word, len(q.Alphabet.Letters))
	for l := range every {
		every[l] = byte(l)
	}
	switch q.Key {
	case laws.ByLaw:
		return nil
	case words.ByBound:
		o.Threads = pairs.Workers(q.Alphabet, every, workers, limit)
		return usage(pairs.CheckMemory(q.Alphabet, every, limit))
	}
	o.Threads = words.Workers(q, exhaustive, workers, limit)
	return cmp.Or(
		yes.check(fmt.Sprintf("words of %d letters", q.To), words.Seconds(q, exhaustive), workers),
		usage(words.CheckMemory(q, exhaustive, limit)),
	)
}

// keys are what words can be ranked by.
func keys() string {
	var all []string
	for _, k := range append(words.Keys, words.ByBound, laws.ByLaw) {
		all = append(all, string(k))
	}
	return strings.Join(all, ", ")
}

// checkDeck refuses, before the laws of its letters are computed, a deck that is too
// large to be ranked so.
func checkDeck(model *modelFlags, by string) error {
	if err := model.readCards(); err != nil {
		return err
	}
	switch by {
	case words.ByBound:
		return usage(words.CheckBoundedDeck(model.n))
	case laws.ByLaw:
		return usage(law.CheckDeck(model.n))
	}
	return nil
}

// writeAll renders the records that are computed, if they are.
func writeAll[R results.Record](output *outputFlags, compute func() ([]R, error)) error {
	records, err := compute()
	if err != nil {
		return err
	}
	return write(output, records...)
}

// rankByScore ranks words by a score of single cards.
func rankByScore(ctx context.Context, q words.Query, s results.Setting, exhaustive bool, o run.Options) ([]results.Rank, error) {
	rankings, err := words.Search(ctx, q, exhaustive, o)
	if err != nil {
		return nil, err
	}
	var records []results.Rank
	for _, r := range rankings {
		records = append(records, r.Record(q, s))
	}
	return records, nil
}
