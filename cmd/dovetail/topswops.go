package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/render"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

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
	cmd.AddCommand(newTopswopsMax(), newTopswopsPlay(), newTopswopsCensus(), newTopswopsTable(),
		newTopswopsRecords(), newTopswopsBounds())
	return cmd
}

func newTopswopsMax() *cobra.Command {
	var o questionFlags
	of := formOf("topswops max", "topswops table")
	asks := commandSpec{label: "decks", threads: true, resume: true, cards: &cardFlags{plain: true}, formats: []string{render.BFile}}
	ask := o.answering(of, &asks)
	return of.declare(&cobra.Command{
		Use:   "max N | FROM..TO",
		Short: "The longest game on N cards and every deck that reaches it",
		Long: `The longest game on N cards and every deck that reaches it, in lexicographic order.
Nothing is looked up: the lengths for fewer cards, which bound the search, are computed first. For a range: a table of the
longest lengths, how many decks reach each, and the first of these decks.`,
		Example: `  dovetail topswops max 14
  dovetail topswops max 10..12
  dovetail topswops max 9 --at-least 20 --format csv
  dovetail topswops max 12 --sorted
  dovetail topswops max 17 --resume f17 --assume-known
  dovetail topswops max 16 --shard 2/3 --resume part2`,
	}, func(ctx context.Context, _ []string) error {
		if n := of.value("N"); o.rows() && !strings.Contains(n.String(), "..") {
			if err := n.Set(n.String() + ".." + n.String()); err != nil { // a sequence of one term
				return usage(err)
			}
		}
		return ask(ctx, nil)
	}, o.tables(asks, asks.cards.options(false))...)
}

func newTopswopsPlay() *cobra.Command {
	var o questionFlags
	return o.command("topswops play", &cobra.Command{
		Use:   "play CARD...",
		Short: "Play a deck move by move, and show the two halves of its game",
		Example: `  dovetail topswops play 3 1 4 5 2
  dovetail topswops play 3S AS 4S 5S 2S
  dovetail topswops play --file deck.txt --format json`,
	}, commandSpec{
		label: "playing", cards: &cardFlags{whole: true},
		answer: func(ctx context.Context, q results.Question, env run.Options) (results.Record, error) {
			r, err := run.Answer(ctx, q, env)
			if game, ok := r.(games.TopswopsPlay); ok && err == nil && game.Moves == nil && o.format == "csv" {
				err = fmt.Errorf("the game has %d moves, too many to list (at most %d): choose another --format", game.Length,
					swops.ListedMoves)
			}
			return r, err
		},
	})
}

func newTopswopsCensus() *cobra.Command {
	return questionCommand("topswops census", &cobra.Command{
		Use:   "census N",
		Short: "How many of the N! decks have a game of each length",
		Example: `  dovetail topswops census 12 --format csv
  dovetail topswops census 13 --png census.png`,
	}, commandSpec{
		label: "decks", threads: true, resume: true,
		draws: "draw the share of decks with each length, for N, N-2, ... cards,",
	})
}

func newTopswopsTable() *cobra.Command {
	return questionCommand("topswops table", &cobra.Command{
		Use:   "table N | FROM..TO",
		Short: "The longest lengths f(1), f(2), ... and how many decks reach them",
		Example: `  dovetail topswops table 1..12
  dovetail topswops table 1..13 --format b-file`,
	}, commandSpec{
		label: "decks", threads: true, formats: []string{render.BFile},
	})
}

func newTopswopsRecords() *cobra.Command {
	return questionCommand("topswops records", &cobra.Command{
		Use:   "records N | FROM..TO",
		Short: "Long games on N cards found by a heuristic, for N up to 255",
		Long: `Lower bounds of f(N), each with its deck, found by populations of decks that grow by one card at a time. Populations
for all numbers of cards grow together, in rounds; each round has twice as many decks as the one before, until the limit
--work or --time is reached. Up to 25 cards there are also beam searches, which go backwards from the ends of games.
--tails finds longer games of 22 to 30 cards, and takes one gigabyte of memory. --layers is the number of decks that it
keeps of each size: more decks find longer games, and take 70 bytes each.`,
		Example: `  dovetail topswops records 97
  dovetail topswops records 22..24 --rounds 1 --tails 12
  dovetail topswops records 2..97 --time 1h --resume grown --out records.json`,
	}, commandSpec{
		label: "decks", threads: true, resume: true, draws: "draw the moves divided by the square of the number of cards",
	})
}

func newTopswopsBounds() *cobra.Command {
	return questionCommand("topswops bounds", &cobra.Command{
		Use:     "bounds N",
		Short:   "Bounds of f(N) known without a search, with the deck of the lower bound",
		Example: "  dovetail topswops bounds 52",
	}, commandSpec{label: "playing", cards: &cardFlags{plain: true}})
}
