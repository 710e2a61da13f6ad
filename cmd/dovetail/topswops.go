package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/search/population"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
	"dovetail/search/topswops/estimate"
)

// deckSize is the argument for the number of cards.
func deckSize(to *int, lo, hi int) option {
	return argument(to, integer[int]("n", int64(lo), int64(hi)))
}

// leastOption asks for games of a length instead of the longest.
func leastOption(to *int, usage string) option {
	return numberOption(to, "at-least", "", 1, swops.LongestAsked, usage)
}

func newTopswops() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "topswops",
		Short: "Longest games of topswops, exactly, with every deck that reaches them",
		Example: `  dovetail topswops max 14
  dovetail topswops play 3 1 4 5 2
  dovetail topswops census 12 --format csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTopswopsMax(), newTopswopsPlay(), newTopswopsCensus(), newTopswopsSorted(), newTopswopsTable(),
		newTopswopsRecords(), newTopswopsBounds(), newTopswopsEstimate())
	return cmd
}

// gameFlags ask for the longest games on a number of cards.
type gameFlags struct {
	askFlags
	cardFlags
	swops.Max
}

// declare declares a command that asks for them.
func (o *gameFlags) declare(cmd *cobra.Command, more ...option) *cobra.Command {
	return o.command(cmd, asking{
		label: "decks", threads: true, resume: true,
		questions: func([]string) (_ []results.Question, err error) {
			o.given = true
			o.names, err = o.style(nil, o.N)
			return []results.Question{o.Max}, err
		},
	}, options{
		deckSize(&o.N, 1, swops.MaxCards),
		o.doubleOption("by other thresholds of bundles"),
	}, more, o.cardFlags.options())
}

func newTopswopsMax() *cobra.Command {
	var o gameFlags
	return o.declare(&cobra.Command{
		Use:   "max N",
		Short: "The longest game on N cards and every deck that reaches it",
		Long: `The longest game on N cards and every deck that reaches it, in lexicographic order.
Nothing is looked up: the lengths for fewer cards, which bound the search, are computed first.`,
		Example: `  dovetail topswops max 14
  dovetail topswops max 9 --at-least 20 --format csv
  dovetail topswops max 17 --resume f17 --assume-known
  dovetail topswops max 16 --shard 2/3 --resume part2`,
	},
		flag(&o.Shard, "shard", "", "do only part `i/N` of the work; dovetail merge combines the parts",
			parser[run.Shard]{name: "shard", read: run.ParseShard}),
		boolFlag(&o.CountOnly, "count-only", "count the decks without listing them"),
		boolFlag(&o.Known, "assume-known",
			"take the longest length, and those for fewer cards, from the published table instead of computing them"),
		flag(&o.Engine, "engine", string(swops.Bundles), "bundles, or forward (the published search, far slower)",
			choice("engine", swops.Engines...)),
		leastOption(&o.AtLeast, "find every deck of at least `T` moves instead of the longest"),
		flag(&o.Thresholds, "thresholds", "",
			"minimum moves of the bundles followed at ..., N-2, N-1 cards, such as `5,10,20,41`: each at most half of the "+
				"next, or with --bounds at most the next (default: by N and the moves asked for)",
			integers("thresholds", 0, swops.LongestAsked)),
		flag(&o.Bounds, "bounds", "",
			"with --at-least and --thresholds: leave out bundles that bound less than `33,26,27,...` moves at the same "+
				"sizes, which finds long games soon but not all; at most the longest game of the size",
			integers("bounds", 1, swops.LongestAsked)),
		option{check: func() error {
			switch {
			case o.Shard.N > 1 && o.dir == "":
				return fmt.Errorf("shard=%s needs --resume DIR, where the part is stored for merge", o.Shard)
			case o.Engine == swops.Forward && o.dir != "":
				return errors.New("engine=forward takes no --resume")
			case o.Bounds != nil && o.double:
				return errors.New("bounds leave out other decks by other thresholds; leave out --double-check")
			}
			return nil
		}})
}

func newTopswopsSorted() *cobra.Command {
	o := gameFlags{Max: swops.Max{Sorted: true, Engine: swops.Bundles}}
	return o.declare(&cobra.Command{
		Use:     "sorted N",
		Short:   "The longest game on N cards that ends in order, and its decks",
		Example: "  dovetail topswops sorted 12",
	})
}

func newTopswopsPlay() *cobra.Command {
	var o struct {
		askFlags
		cardFlags
		path string
	}
	o.whole, o.given = true, true
	var cmd *cobra.Command
	cmd = o.command(o.readBy(&cobra.Command{
		Use:   "play CARD...",
		Short: "Play a deck move by move, and show the two halves of its game",
		Example: `  dovetail topswops play 3 1 4 5 2
  dovetail topswops play 3S AS 4S 5S 2S
  dovetail topswops play --file deck.txt --format json`,
		Args: cobra.ArbitraryArgs,
	}), asking{
		label: "playing",
		questions: func(args []string) (_ []results.Question, err error) {
			if len(args) == 0 && o.path == "" {
				return nil, wrongArgs(cmd, args)
			}
			var q swops.Playing
			q.Deck, o.names, err = o.deck(o.path, args)
			return []results.Question{q}, err
		},
		answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			r, err := q.Answer(ctx, env)
			if game, ok := r.(results.TopswopsPlay); ok && err == nil && game.Moves == nil && o.format == "csv" {
				err = fmt.Errorf("the game has %d moves, too many to list (at most %d): choose another --format", game.Length,
					swops.ListedMoves)
			}
			return r, err
		},
	}, options{
		flag(&o.path, "file", "", "read the deck from `FILE`, - for the standard input", file("file")),
	}, o.cardFlags.options())
	return cmd
}

func newTopswopsCensus() *cobra.Command {
	var o struct {
		askFlags
		swops.Census
	}
	return o.command(&cobra.Command{
		Use:   "census N",
		Short: "How many of the N! decks have a game of each length",
		Example: `  dovetail topswops census 12 --format csv
  dovetail topswops census 13 --png census.png`,
	}, asking{
		label: "decks", threads: true, resume: true, questions: only(&o.Census), formats: []string{results.Parquet},
		draws: "draw the share of decks with each length, for N, N-2, ... cards,",
	}, options{deckSize(&o.N, 1, swops.CensusMax)})
}

func newTopswopsTable() *cobra.Command {
	var o struct {
		askFlags
		swops.Table
	}
	return o.command(&cobra.Command{
		Use:   "table",
		Short: "The longest lengths f(1), f(2), ... and how many decks reach them",
		Example: `  dovetail topswops table --to 12
  dovetail topswops table --to 13 --format b-file`,
	}, asking{
		label: "decks", threads: true, questions: only(&o.Table), formats: []string{results.BFile},
	}, options{
		numberOption(&o.To, "to", "12", 1, swops.MaxCards, "last number of cards"),
	})
}

func newTopswopsRecords() *cobra.Command {
	var o struct {
		askFlags
		swops.Records
		n [2]int
	}
	return o.command(&cobra.Command{
		Use:   "records N | FROM..TO",
		Short: "Long games on N cards found by a heuristic, for N up to 255",
		Long: `Lower bounds of f(N), each with its deck, found by populations of decks that grow by one card at a time. Populations
for all numbers of cards grow together, in rounds; each round has twice as many decks as the one before, until
the time is over. Up to 25 cards there are also beam searches, which go backwards from the ends of games.
With --tails games of 22 to 30 cards are longer than by those, and take one gigabyte of memory. --layers says how
many decks are kept of a size on the way to them: more lead to longer games, and take 70 bytes each.`,
		Example: `  dovetail topswops records 97
  dovetail topswops records 22..24 --rounds 1 --tails 12
  dovetail topswops records 2..97 --time 1h --resume grown --out records.json`,
	}, asking{
		label: "decks", threads: true, resume: true, draws: "draw the moves divided by the square of the number of cards",
		questions: func([]string) ([]results.Question, error) {
			o.From, o.To = o.n[0], o.n[1]
			return []results.Question{o.Records}, nil
		},
	}, options{
		argument(&o.n, span[int]("n", 1, population.MaxCards)),
		numberOption(&o.Tails, "tails", "0", 0, population.MaxTails,
			"in the first round also play what follows, for 18 to 25 cards, when the largest card shows over each order of `K` "+
				"cards, 3 to 14, such as 12, with the others below them in order, and go on from there to 30; 0 for none"),
		numberOption(&o.Layers, "layers", "0", 0, population.MaxLayers, "with --tails, decks of a size to go on from; 0 for 8000000"),
		seedOption(&o.Seed),
	}, roundOptions(&o.Rounds, population.MaxRounds, (*time.Duration)(&o.Time), "1m0s", ""))
}

func newTopswopsBounds() *cobra.Command {
	var o struct {
		askFlags
		cardFlags
		swops.Bounds
	}
	return o.command(&cobra.Command{
		Use:     "bounds N",
		Short:   "Bounds of f(N) known without a search, with the deck of the lower bound",
		Example: "  dovetail topswops bounds 52",
	}, asking{
		label: "playing",
		questions: func([]string) (_ []results.Question, err error) {
			o.given = true
			o.names, err = o.style(nil, o.N)
			return []results.Question{o.Bounds}, err
		},
	}, options{deckSize(&o.N, 1, swops.BoundsMax)}, o.cardFlags.options())
}

func newTopswopsEstimate() *cobra.Command {
	var o struct {
		askFlags
		estimate.Question
	}
	return o.command(&cobra.Command{
		Use:   "estimate N",
		Short: "Estimate the time of the search for the longest games on N cards",
		Long: `Estimate the time that the search would take on one core of this machine, by random probes of its tree. The
lengths for fewer cards, and by default the length to search for, are taken from the published table.`,
		Example: `  dovetail topswops estimate 19
  dovetail topswops estimate 24 --at-least 420 --time 50s`,
	}, asking{label: "probes", questions: only(&o.Question)}, options{
		deckSize(&o.N, 2, len(swops.Known)+1),
		leastOption(&o.AtLeast, "length `T` to search for"),
		flag((*time.Duration)(&o.Time), "time", "20s", "time limit of the probes", period("time", "")),
		seedOption(&o.Seed),
	})
}
