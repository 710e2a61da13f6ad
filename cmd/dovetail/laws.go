package main

import (
	"context"

	"github.com/spf13/cobra"

	"dovetail/exact/bound"
	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/results"
)

// The commands about a word's law on more than single cards: law, pairs and bound.

func newLaw() *cobra.Command {
	var o struct {
		letterFlags
		outputFlags
		threadFlags
		memoryFlags
		text, table string
		top         int
	}
	return declare(&cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute how likely each of the n! decks is after a word of shuffles, and how far that is from a fair
deck: total variation distance, separation, l-2 norm, entropy, support, the most and the least likely decks.
Letters with rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --out decks.csv`,
	}, o.paced("laws", func(ctx context.Context) ([]results.Record, error) {
		letters, word, err := o.Used(o.text)
		if err != nil {
			return nil, usage(err)
		}
		q := law.Question{N: o.N, Letters: letters, Word: word}
		l, err := q.Law(ctx, o.memory, o.threads)
		if err != nil {
			return nil, usage(err)
		}
		if o.table != "" {
			if err := l.WriteDecks(ctx, o.table); err != nil {
				return nil, err
			}
		}
		o.note(o.N, letters)
		return one(q.Record(ctx, l, o.top))
	}), options{
		argument(&o.text, text),
		cards(&o.N, "8", 1, law.MaxCards),
		flag(&o.top, "top", "3", "how many of the most and of the least likely decks to list, up to 1000", integer[int]("top", 0, 1000)),
		output(&o.table, "out", "", "write the probability of every deck to `FILE` as CSV", results.CheckWritable),
	}, o.letterFlags.options(), o.formatOptions(), o.threadFlags.options(), o.memoryFlags.options(programMemory+" for laws on all n! decks"))
}

func newPairs() *cobra.Command {
	var o struct {
		pairFlags
		outputFlags
	}
	return declare(&cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
	}, o.paced("pairs", func(ctx context.Context) ([]results.Record, error) {
		a, w, workers, err := o.word(&o.outputFlags)
		if err != nil {
			return nil, err
		}
		record, err := pairs.Record(ctx, a.Alphabet, w, workers)
		return one(record, usage(err))
	}), o.pairFlags.options(), o.outputFlags.options())
}

func newBound() *cobra.Command {
	var o struct {
		pairFlags
		outputFlags
		explain bool
	}
	return declare(&cobra.Command{
		Use:   "bound WORD",
		Short: "A certified interval for a word's distance from uniform over all orders of the deck",
		Example: `  dovetail bound HDHRDHH
  dovetail bound HRRRRRR --explain
  dovetail bound RRRRRRR --format json`,
	}, o.paced("pairs", func(ctx context.Context) ([]results.Record, error) {
		a, w, workers, err := o.word(&o.outputFlags)
		if err != nil {
			return nil, err
		}
		return one(bound.Record(ctx, a, w, workers, o.explain))
	}), options{
		toggle(&o.explain, "explain", "print every inequality that proves anything, with its numbers"),
	}, o.pairFlags.options(), o.outputFlags.options())
}
