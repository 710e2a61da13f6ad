package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/population"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

// deckSize is the argument for the number of cards.
func deckSize(to *int, lo, hi int) option {
	return argument(to, integer[int]("n", int64(lo), int64(hi)))
}

// leastOption asks for games of a length instead of the longest.
func leastOption(to *int, usage string) option {
	return flag(to, "at-least", "", usage, integer[int]("at-least", 1, swops.LongestAsked))
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
	cmd.AddCommand(newTopswopsMax(), newTopswopsPlay(), newTopswopsCensus(), newTopswopsSorted(), newTopswopsTable(), newTopswopsRecords(), newTopswopsBounds(), newTopswopsEstimate())
	return cmd
}

func newTopswopsMax() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		resumeFlags
		cardFlags
		swops.Options
		n, least int
		engine   string
		assume   bool
	}
	return declare(&cobra.Command{
		Use:   "max N",
		Short: "The longest game on N cards and every deck that reaches it",
		Long: `The longest game on N cards and every deck that reaches it, in lexicographic order.
Nothing is looked up: the lengths for fewer cards, which bound the search, are computed first.`,
		Example: `  dovetail topswops max 14
  dovetail topswops max 9 --at-least 20 --format csv
  dovetail topswops max 17 --resume f17 --assume-known
  dovetail topswops max 16 --shard 2/3 --resume part2`,
	}, o.answer("decks", func(ctx context.Context) ([]results.Record, error) {
		shard := o.Shard
		o.Options.Options = o.run(o.threadFlags, o.outputFlags)
		o.Shard = shard
		if o.assume {
			o.Known = swops.Known
		}
		o.Engine = swops.Engine(o.engine)
		style, err := o.style(nil, o.n)
		if err != nil {
			return nil, err
		}
		record, err := swops.Asked(ctx, o.n, o.least, o.Options)
		record.Names, record.Given = style, style
		return one(record, err)
	}), options{
		deckSize(&o.n, 1, swops.MaxCards),
		flag(&o.Shard, "shard", "", "do only part `i/N` of the work; dovetail merge combines the parts", form[run.Shard]{"shard", run.ParseShard}),
		toggle(&o.Bare, "count-only", "count the decks without listing them"),
		toggle(&o.assume, "assume-known", "take the longest length, and those for fewer cards, from the published table instead of computing them"),
		flag(&o.engine, "engine", "bundles", "bundles (the fastest), halving, or forward (the published search, far slower)", choice("engine", "bundles", "halving", "forward")),
		leastOption(&o.least, "find every deck of at least `T` moves instead of the longest"),
		flag(&o.From, "thresholds", "", "minimum moves of the bundles followed at ..., N-2, N-1 cards, such as `5,10,20,41`: each at most half of the next (default: chosen by a sample)", integers("thresholds", 0, swops.LongestAsked)),
		{check: func() error {
			switch {
			case o.Shard.N > 1 && o.dir == "":
				return fmt.Errorf("shard=%s needs --resume DIR, where the part is stored for merge", o.Shard)
			case o.engine != "bundles" && o.From != nil:
				return fmt.Errorf("engine=%s has no thresholds; leave out --thresholds", o.engine)
			case o.engine == "forward" && (o.n > swops.ForwardMax || o.least > 0 || o.dir != ""):
				return fmt.Errorf("engine=forward takes up to %d cards, and neither --at-least nor --resume", swops.ForwardMax)
			}
			return nil
		}},
	}, o.cardFlags.options(), o.outputFlags.options(), o.threadFlags.options(), o.resumeFlags.options())
}

func newTopswopsSorted() *cobra.Command {
	var c cardFlags
	return ofAllDecks(&cobra.Command{
		Use:     "sorted N",
		Short:   "The longest game on N cards that ends in order, and its decks",
		Example: "  dovetail topswops sorted 12",
	}, swops.MaxCards, nil, func(ctx context.Context, n int, o run.Options) ([]results.Record, error) {
		style, err := c.style(nil, n)
		if err != nil {
			return nil, err
		}
		a, err := swops.LongestSorted(ctx, n, swops.Options{Options: o})
		if err != nil {
			return nil, err
		}
		record := a.Record()
		record.Names, record.Given = style, style
		return one(record, nil)
	}, c.options())
}

func newTopswopsPlay() *cobra.Command {
	var o struct {
		outputFlags
		cardFlags
		path string
	}
	o.whole = true
	var cmd *cobra.Command
	cmd = declare(o.readBy(&cobra.Command{
		Use:   "play CARD...",
		Short: "Play a deck move by move, and show the two halves of its game",
		Example: `  dovetail topswops play 3 1 4 5 2
  dovetail topswops play 3S AS 4S 5S 2S
  dovetail topswops play --file deck.txt --format json`,
		Args: cobra.ArbitraryArgs,
	}), func(ctx context.Context, args []string) error {
		if len(args) == 0 && o.path == "" {
			return usage(wrongArgs(cmd, args))
		}
		deck, style, err := o.deck(o.path, args)
		if err != nil {
			return usage(err)
		}
		if err := topswops.CheckDeck(deck); err != nil {
			return usage(err)
		}
		return o.answer("playing", func(ctx context.Context) ([]results.Record, error) {
			game, err := topswops.PlayUntil(ctx, deck, len(deck) <= topswops.PrintedCards)
			if err != nil {
				return nil, err
			}
			if game.Length() > topswops.ListedMoves && o.format == "csv" {
				return nil, fmt.Errorf("the game has %d moves, too many to list (at most %d): choose another --format", game.Length(), topswops.ListedMoves)
			}
			record := game.Record()
			record.Names, record.Given = style, style
			return one(record, nil)
		})(ctx, nil)
	}, options{
		flag(&o.path, "file", "", "read the deck from `FILE`, - for the standard input", file("file")),
	}, o.cardFlags.options(), o.outputFlags.options())
	return cmd
}

func newTopswopsCensus() *cobra.Command {
	var picture string
	return ofAllDecks(&cobra.Command{
		Use:   "census N",
		Short: "How many of the N! decks have a game of each length",
		Example: `  dovetail topswops census 12 --format csv
  dovetail topswops census 13 --png census.png`,
	}, swops.CensusMax, []string{results.Parquet}, func(ctx context.Context, n int, o run.Options) ([]results.Record, error) {
		r, err := swops.CensusRecord(ctx, n, o)
		if err != nil || picture == "" {
			return one(r, err)
		}
		blocks, err := swops.Distributions(ctx, r, o)
		if err == nil {
			err = figure.WriteFile(picture, blocks...)
		}
		return one(r, err)
	}, options{
		output(&picture, "png", "", "draw the share of decks with each length, for N, N-2, ... cards, to `FILE` (.png or .svg)", figure.Check),
	})
}

// ofAllDecks declares a question of which nothing but the number of cards is chosen.
func ofAllDecks(cmd *cobra.Command, most int, formats []string, ask func(ctx context.Context, n int, o run.Options) ([]results.Record, error), more ...options) *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		resumeFlags
		n int
	}
	return declare(cmd, o.answer("decks", func(ctx context.Context) ([]results.Record, error) {
		return ask(ctx, o.n, o.run(o.threadFlags, o.outputFlags))
	}), append(more, options{deckSize(&o.n, 1, most)}, o.outputFlags.options(formats...), o.threadFlags.options(), o.resumeFlags.options())...)
}

func newTopswopsTable() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		n int
	}
	return declare(&cobra.Command{
		Use:   "table",
		Short: "The longest lengths f(1), f(2), ... and how many decks reach them",
		Example: `  dovetail topswops table --to 12
  dovetail topswops table --to 13 --format b-file`,
	}, o.answer("decks", func(ctx context.Context) ([]results.Record, error) {
		answers, err := swops.Table(ctx, o.n, swops.Options{Options: run.Options{Threads: o.threads, Meter: o.meter}})
		return one(swops.TableRecord(answers), err)
	}), options{
		flag(&o.n, "to", "12", "last number of cards", integer[int]("to", 1, swops.MaxCards)),
	}, o.outputFlags.options(results.BFile), o.threadFlags.options())
}

func newTopswopsRecords() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
		resumeFlags
		population.Query
		n       [2]int
		picture string
	}
	return declare(&cobra.Command{
		Use:   "records N | FROM..TO",
		Short: "Long games on N cards found by a heuristic, for N up to 255",
		Long: `Lower bounds of f(N), each with its deck, found by populations of decks that grow by one card at a time. Populations
for all numbers of cards grow together, in rounds; each round has twice as many decks as the one before, until
the time is over. Up to 25 cards there are also beam searches, which go backwards from the ends of games.`,
		Example: `  dovetail topswops records 97
  dovetail topswops records 2..97 --time 1h --resume grown --out records.json`,
	}, o.answer("decks", func(ctx context.Context) ([]results.Record, error) {
		o.N = o.n[1]
		r, err := swops.Records(ctx, o.n[0], o.Query, o.run(o.threadFlags, o.outputFlags))
		if err == nil && o.picture != "" {
			err = figure.WriteFile(o.picture, swops.RecordPicture(r)...)
		}
		return one(r, err)
	}), options{
		argument(&o.n, span[int]("n", 1, population.MaxCards)),
		seedOption(&o.Seed),
		output(&o.picture, "png", "", "draw the moves divided by the square of the number of cards to `FILE` (.png or .svg)", figure.Check),
	}, roundOptions(&o.Rounds, population.MaxRounds, &o.Time, "1m0s", ""), o.outputFlags.options(), o.threadFlags.options(), o.resumeFlags.options())
}

func newTopswopsBounds() *cobra.Command {
	var o struct {
		outputFlags
		cardFlags
		n int
	}
	return declare(&cobra.Command{
		Use:     "bounds N",
		Short:   "Bounds of f(N) known without a search, with the deck of the lower bound",
		Example: "  dovetail topswops bounds 52",
	}, o.answer("playing", func(ctx context.Context) ([]results.Record, error) {
		style, err := o.style(nil, o.n)
		if err != nil {
			return nil, err
		}
		record, err := swops.BoundsAt(ctx, o.n)
		record.Names, record.Given = style, style
		return one(record, err)
	}), options{deckSize(&o.n, 1, swops.BoundsMax)}, o.cardFlags.options(), o.outputFlags.options())
}

func newTopswopsEstimate() *cobra.Command {
	var o struct {
		outputFlags
		n, least int
		time     time.Duration
		seed     uint64
	}
	return declare(&cobra.Command{
		Use:   "estimate N",
		Short: "Estimate the time of the search for the longest games on N cards",
		Long: `Estimate the time that the search would take on one core of this machine, by random probes of its tree. A small
tree is walked and counted exactly. The lengths for fewer cards, and by default the length to search for, are taken
from the published table.`,
		Example: `  dovetail topswops estimate 19
  dovetail topswops estimate 24 --at-least 420 --time 50s`,
	}, o.answer("probes", func(ctx context.Context) ([]results.Record, error) {
		return one(swops.EstimateRecord(ctx, o.n, o.least, o.time, o.seed, o.meter))
	}), options{
		deckSize(&o.n, 2, len(swops.Known)+1),
		leastOption(&o.least, "length `T` to search for"),
		flag(&o.time, "time", "20s", "time limit of the probes", period("time", "")),
		seedOption(&o.seed),
	}, o.outputFlags.options())
}
