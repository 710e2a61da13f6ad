package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/repeated"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/copies"
)

// The commands about cards as people use them: repeated.

func newRepeated() *cobra.Command {
	var o struct {
		copies.Question
		outputFlags
		threadFlags
		yesFlags
		n                    int
		deck, picture        string
		source, target, deal repeated.Order
	}
	times := func(what string) form[int] { return integer[int](what, 1, copies.MaxTimes) }
	order := func(what string) form[repeated.Order] { return choice(what, repeated.Orders...) }
	return declare(&cobra.Command{
		Use:   "repeated",
		Short: "How far a deck with repeated cards is from fair after riffles: colours, suits, hands",
		Long: `The distance from fair of what can be seen of a riffled deck when cards are copies. Either the source
is fixed: a deck of equal cards, in blocks of each value, is shuffled, and their arrangement is seen. Or the
target is: a deck of distinct cards is shuffled and dealt, and it is seen which hand each card has gone to.

Two values in blocks have an exact distance or a certified interval, few arrangements an exact one; other
decks in blocks are sampled, with exact densities. For cyclic and back-and-forth orders no exact way is
known: the first order and a sampled lower bound are given. Separation of a source in blocks is exact.`,
		Example: `  dovetail repeated
  dovetail repeated --deck suits --to 10 --png suits.png
  dovetail repeated --deck 13,39 --from 4 --to 8 --format json
  dovetail repeated --deal cyclic --from 4 --to 8
  dovetail repeated --deck red-black --source cyclic`,
	}, o.paced("decks", func(ctx context.Context) ([]results.Record, error) {
		if err := o.yesFlags.check(fmt.Sprintf("%d rows of %d cards", o.To-o.From+1, o.n), o.Seconds(), o.threads); err != nil {
			return nil, err
		}
		record, err := o.Record(ctx, o.threads)
		if err == nil && o.picture != "" {
			err = figure.WriteFile(o.picture, copies.Picture(record)...)
		}
		return one(record, err)
	}), options{
		cardsOption(&o.n, "52", 2, repeated.MaxDeck),
		flag(&o.deck, "deck", "", "red-black (the default), suits (the default of --deal), ranks, blackjack, top-card, distinct, or the cards of each value such as 13,39", text),
		flag(&o.source, "source", "", "the source is fixed, its values in this order: blocks (the default), cyclic, back-and-forth", order("source")),
		flag(&o.target, "target", "", "the target is fixed, its hands in this order: blocks, cyclic, back-and-forth", order("target")),
		flag(&o.deal, "deal", "", "the same, for four equal hands unless --deck gives others", order("deal")),
		flag(&o.Packets, "a", "2", "packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles", integer[int64]("a", 2, copies.MaxPackets)),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).known("max"),
		flag(&o.Gap, "gap", "1e-9", "length that certified intervals should have at most", chance("gap")),
		flag(&o.Decks, "decks", "20000", "decks whose density is computed if the distance is sampled; of fifty times as many only a statistic is", integer[int]("decks", 2, copies.MaxDecks)),
		seedOption(&o.Seed),
		output(&o.picture, "png", "", "draw the distances over the number of shuffles to `FILE` (.png or .svg)", figure.Check),
		{check: func() (err error) {
			if o.Game, err = copies.NewGame(o.deck, o.n, o.source, o.target, o.deal); err != nil {
				return err
			}
			return o.Check()
		}},
	}, o.yesFlags.options(), o.threadFlags.options(), o.outputFlags.options())
}
