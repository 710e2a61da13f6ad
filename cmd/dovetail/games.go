package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dovetail/results/fileio"
	"dovetail/search/guess"
)

// The commands about cards as people use them: repeated and guess.

func newRepeated() *cobra.Command {
	var o askFlags
	return o.asksFor("repeated", &cobra.Command{
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
  dovetail repeated --deck suits --riffles 1..10 --png suits.png
  dovetail repeated --deck 13,39 --riffles 4..8 --format json
  dovetail repeated --deal cyclic --riffles 4..8
  dovetail repeated --deck red-black --source cyclic`,
	}, asking{label: "decks", threads: true, draws: "draw the distances over the number of shuffles"})
}

func newGuess() *cobra.Command {
	var o askFlags
	var c cardFlags
	var plays bool
	of := formOf("guess")
	asks := asking{label: "cards", cards: &c, draws: "draw the curves over the number of shuffles"}
	table := o.asked(of, &asks)
	return of.declare(&cobra.Command{
		Use:   "guess [WORD]",
		Short: "How many cards of a shuffled deck the best player guesses right",
		Long: `The expected number of cards that the best player guesses right, after 1, 2, ... riffles, or after each letter of a
word: with complete feedback (each card is shown after the guess), without feedback, and without feedback if no card
may be named twice.

With complete feedback there is an exact answer after riffles and a-shuffles, after their inverses, and after shelf
machines followed by such inverses, but not after other mixtures. Without feedback there is one after any word.

With --play the deck is shuffled, by three riffles by default, and you guess it on the terminal against the best
player. For words whose best player is not known, your opponent names a most likely card of each position. Type one card on
each line, by name or by number, or hint, help or quit. With --watch this player guesses alone, and you see each name
and its chance.`,
		Example: `  dovetail guess -n 52 --riffles 1..10
  dovetail guess HDHRDHH
  dovetail guess --a 3 --riffles 1..6 --png guess.png
  dovetail guess --shelf 10 --riffles 1..2 --format json
  dovetail guess --play RRRR --seed 7
  dovetail guess --watch RRRR --seed 7`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, rest []string) error {
		switch watch := of.value("watch"); {
		case !plays:
			return table(ctx, rest)
		case o.picture != "" || o.format != "text" || o.out != "-":
			return usage(errors.New("a game has no table; leave out --format, --out and --png"))
		case o.must || o.reuse:
			return usage(errors.New("a game has no record; leave out --save and --reuse"))
		case watch.given():
			return usage(errors.New("either play or watch, not both"))
		default:
			watch.choose()
		}
		asked, err := asks.questions(rest)
		if err != nil {
			return usage(err)
		}
		q := asked[0].(guess.Watch)
		return play(ctx, guess.Game{Question: q.About(), Seed: uint64(q.Seed), Style: o.names}, o.quiet)
	}, o.tables(asks, c.options(false),
		options{boolFlag(&plays, "play", "play: guess a shuffled deck yourself, card by card")})...)
}

// play is a game on the terminal. Its prompts are for who types.
func play(ctx context.Context, g guess.Game, quiet bool) error {
	var prompt io.Writer = io.Discard
	if !quiet && term.IsTerminal(int(os.Stdin.Fd())) {
		prompt = os.Stderr
	}
	return fileio.Write("-", func(w io.Writer) error { return g.Play(ctx, os.Stdin, w, prompt) })
}

// The commands about what people's hands do, and what comes of it: hands, trick.

func newTrick() *cobra.Command {
	var o askFlags
	return o.asksFor("trick", &cobra.Command{
		Use:   "trick [CARD...]",
		Short: "How often a magician finds the card noted in a riffled deck (sampled)",
		Long: `A deck in known order is riffled, and perhaps cut; the spectator notes the top card and puts it back
somewhere; perhaps the deck is cut again. The magician looks at the deck and names the card. The best magician names
the cards of the greatest posterior probability. The answer is the probability that one of the first one, two or
three guesses is right: the mean of these posteriors over dealt decks, with its standard error.

The place to which the card is put back matters most: --insert uniform (any place), middle (the number of cards
above it is the number of heads in n - 1 coin tosses), or top (uniform on the upper quarter).

With --perform, the command plays the magician for one deck. Give its cards from the top, as arguments, in --file, or
typed or pasted until the deck is complete; by name, such as AS 10H, if a new deck was riffled, or by number.`,
		Example: `  dovetail trick
  dovetail trick --riffles 3 --cut before
  dovetail trick --riffles 1..7 --cut both --decks 1e6 --png trick.png
  dovetail trick --riffles 2..4 --insert middle --format json
  dovetail trick --perform --riffles 3 --new-deck bicycle
  dovetail trick --perform --riffles 1 --cut none 1 5 2 6 4 3 7 8`,
	}, asking{
		label: "decks", threads: true, resume: true, cards: &cardFlags{whole: true, typed: "perform"},
		draws: "draw the probabilities over the number of riffles",
	})
}

func newHands() *cobra.Command {
	var o askFlags
	return o.asksFor("hands", &cobra.Command{
		Use:   "hands [FILE]",
		Short: "How many riffles somebody's hands need (sampled with confidence)",
		Long: `How far from a fair deck is a deck after 1, 2, ... riffles by somebody's own hands, and how many riffles are enough?
Each row has a confidence interval for the total variation distance over all n! orders; all of them hold together with
confidence 1 - delta. Beside it stands the ideal riffle of Gilbert, Shannon and Reeds, exactly.

The hands are described by a file of counts (- is the standard input), by a preset, or by the chance that the next card
falls from the other packet (--switch: 0.5 for the ideal riffle, 0.65 for neat hands, 0.4 for clumsy ones) and by how the
deck is cut (--cut). By default they are those of the person whose riffles P. Diaconis published in 1988. --preset 2017
and 2022 are two other persons, M. Shinn and J. Wood, who published their own riffles. A file gives the size of its decks;
--cards replaces it.

The counts say where somebody cut the deck, and how many cards fell in a row from the same half. A file has these
lines in any order: "cards 52"; "riffles 100"; "cut 26 16" if 16 riffles had a top half of 26 cards; "packet 1 2102" if
2102 packets had one card; "source" followed by any text. A # starts a comment.

The first answer comes after some seconds, with coarse intervals. More --work or --time makes them narrower.

--fit compares the counts of a file, of 1988 or of another --preset with models of riffles by chi-square tests. The clumpy
riffle with the greatest likelihood is fitted, and printed in the form that rank, score and tvd accept.`,
		Example: `  dovetail hands
  dovetail hands --preset clumsy
  dovetail hands --switch 0.6 --cut normal --sd 2 --time 10m
  dovetail hands mine.txt --png hands.png
  dovetail hands --fit --preset 2017
  dovetail hands mine.txt --fit --alphabet R,B,N --model 'N=riffle(cut=normal,sd=2)'`,
		Args: cobra.MaximumNArgs(1),
	}, asking{
		label: "hands", threads: true, memory: programMemory, resume: true,
		draws: "draw the distances over the number of riffles, or the counts and the models,",
	})
}
