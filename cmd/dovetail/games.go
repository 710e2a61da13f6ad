package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/copies"
	"dovetail/search/guess"
)

// The commands about cards as people use them: repeated and guess.

func newRepeated() *cobra.Command {
	var o struct {
		copies.Question
		outputFlags
		threadFlags
		yesFlags
		n                    int
		deck, picture        string
		source, target, deal copies.Order
	}
	times := func(what string) parser[int] { return integer[int](what, 1, copies.MaxTimes) }
	order := func(what string) parser[copies.Order] { return choice(what, copies.Orders...) }
	return o.command(&cobra.Command{
		Use:   "repeated",
		Short: "Distance from fair of a riffled deck if only colours, suits, ranks or hands matter",
		Long: `The distance from fair of a riffled deck in which some cards count as equal. With a fixed source, a deck with
repeated values, such as all red cards above all black ones, is shuffled, and the order of the values is
observed. With a fixed target, a deck of distinct cards is shuffled and dealt into hands, and it is observed which
hand each card goes to.

With two values in blocks the distance is exact or a certified interval; with few arrangements it is exact; for other
decks in blocks it is sampled, with exact densities. For cyclic and back-and-forth orders no exact method is known:
a first-order approximation and a sampled lower bound are given. The separation of a source in blocks is exact.`,
		Example: `  dovetail repeated
  dovetail repeated --deck suits --to 10 --png suits.png
  dovetail repeated --deck 13,39 --from 4 --to 8 --format json
  dovetail repeated --deal cyclic --from 4 --to 8
  dovetail repeated --deck red-black --source cyclic`,
	}, asking{
		label: "decks", threads: &o.threadFlags, yes: &o.yesFlags,
		questions: only(&o.Question),
		draw:      picture(&o.picture, func(r results.Repeated) ([]figure.Block, error) { return copies.Picture(r), nil }),
	}, options{
		cardsOption(&o.n, "52", 2, copies.MaxDeck),
		flag(&o.deck, "deck", "",
			"red-black (the default), suits (the default of --deal), ranks, blackjack, top-card, distinct, or the number of "+
				"cards of each value, such as 13,39 or 4^9,16", text),
		flag(&o.source, "source", "",
			"fixed source, with its values in this order: blocks (the default), cyclic, back-and-forth", order("source")),
		flag(&o.target, "target", "", "fixed target, with its hands in this order: blocks, cyclic, back-and-forth",
			order("target")),
		flag(&o.deal, "deal", "", "the same as --target, but for four equal hands unless --deck gives others", order("deal")),
		numberOption(&o.Packets, "a", "2", 2, copies.MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles"),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).alias("max"),
		flag(&o.Gap, "gap", "1e-9", "maximum length of certified intervals", chance("gap")),
		numberOption(&o.Decks, "decks", "20000", 2, copies.MaxDecks,
			"number of sampled decks whose density is computed, where the distance is sampled; a statistic is computed for "+
				"fifty times as many"),
		seedOption(&o.Seed),
		pictureOption(&o.picture, "draw the distances over the number of shuffles"),
		inOrder(&o.From, &o.To),
		{check: func() (err error) {
			o.Game, err = copies.NewGame(o.deck, o.n, o.source, o.target, o.deal)
			return err
		}},
	})
}

func newGuess() *cobra.Command {
	var o struct {
		shuffle.Spelling
		outputFlags
		cardFlags
		yesFlags
		picture          string
		from, to         int
		packets, shelves int64
		play             bool
		seed             uint64
	}
	times := func(what string) parser[int] { return integer[int](what, 1, guess.MaxTimes) }
	to := flag(&o.to, "to", "10", "last number of shuffles", times("to")).alias("max")
	over := options{
		numberOption(&o.packets, "a", "2", 1, guess.MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles"),
		numberOption(&o.shelves, "shelf", "0", 0, guess.MaxShelves, "number of shelves of a shelf machine; 0 for riffles"),
		to,
	}
	tabled := options{
		numberOption(&o.from, "from", "1", 1, guess.MaxTimes, "first number of shuffles, or of letters"),
		pictureOption(&o.picture, "draw the curves over the number of shuffles"),
	}
	playing := append(o.cardFlags.options(), seedOption(&o.seed))
	question := func(words []string) (guess.Question, error) {
		return guess.NewQuestion(o.Spelling, words, o.packets, o.shelves, o.from, o.to)
	}
	table := o.ask(asking{
		label: "cards", yes: &o.yesFlags,
		questions: func(words []string) ([]results.Question, error) {
			q, err := question(words)
			return []results.Question{q}, err
		},
		draw: picture(&o.picture, func(r results.Guess) ([]figure.Block, error) { return guess.Picture(r), nil }),
	})
	return declare(&cobra.Command{
		Use:   "guess [WORD]",
		Short: "How many cards of a shuffled deck the best player guesses right",
		Long: `The expected number of cards that the best player guesses right, after 1, 2, ... riffles, or after each letter of a
word: with complete feedback (each card is shown after the guess), without feedback, and without feedback if no card
may be named twice.

With complete feedback there is an exact answer after riffles and a-shuffles, after their inverses, and after shelf
machines followed by such inverses, but not after other mixtures. Without feedback there is one after any word.

With --play the deck is shuffled, by three riffles by default, and you guess it on the terminal against the best
player. Type one card on each line, by name or by number, or hint, help or quit.`,
		Example: `  dovetail guess -n 52 --to 10
  dovetail guess HDHRDHH
  dovetail guess --a 3 --to 6 --png guess.png
  dovetail guess --shelf 10 --to 2 --format json
  dovetail guess --play RRRR --seed 7`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, rest []string) error {
		err := cmp.Or(over.without(len(rest) > 0, "a word already says which shuffles there are"),
			tabled.without(o.play, "a game has no table"),
			playing.without(!o.play, "this flag is used only with --play"))
		switch {
		case err != nil:
			return err
		case o.play && (o.format != "text" || o.out != "-"):
			return usage(errors.New("a game has no table; leave out --format and --out"))
		case o.play && !to.given():
			o.to = 3
		}
		if !o.play {
			return table(ctx, rest)
		}
		q, err := question(rest)
		if err != nil {
			return usage(err)
		}
		style, err := o.dealt(o.N)
		if err != nil {
			return err
		}
		return play(ctx, guess.Game{Question: q, Seed: o.seed, Style: style}, o.quiet)
	}, options{
		sizeOption(&o.N, 1, guess.MaxDeck),
		presetOption(&o.Preset),
		modelOption(&o.Definitions),
		boolFlag(&o.play, "play", "play: guess a shuffled deck yourself, card by card"),
	}, tabled, over, playing, o.yesFlags.options(), o.outputFlags.options())
}

// play is a game on the terminal. Its prompts are for who types.
func play(ctx context.Context, g guess.Game, quiet bool) error {
	var prompt io.Writer = io.Discard
	if !quiet && term.IsTerminal(int(os.Stdin.Fd())) {
		prompt = os.Stderr
	}
	return results.WriteFile("-", func(w io.Writer) error { return g.Play(ctx, os.Stdin, w, prompt) })
}
