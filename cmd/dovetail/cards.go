package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/search/guess"
)

// The flags of decks that are read and printed.

// cardFlags say how cards are named, and where a deck is read. Without them cards are named as in
// the deck that was read, or by numbers.
type cardFlags struct {
	called  string
	order   cards.Order
	path    string           // of the file with a deck, or ""
	whole   bool             // named cards are those that a new deck begins with
	newUpTo int              // a single number is that of the cards of a new deck, up to this; 0 if it is a card
	plain   bool             // cards of decks that are found are named by numbers
	typed   string           // the flag for typing a deck where none is given, or ""
	times   string           // the flag that one argument of rising numbers, such as 7, 5..8 or 7,8, means; "" if it is a deck
	input   func() io.Reader // nil: the standard input
	own     options
}

// readBy makes decks come from the command's input, if it has one of its own.
func (f *cardFlags) readBy(cmd *cobra.Command) *cobra.Command {
	f.input = cmd.InOrStdin
	return cmd
}

// The ways to name cards.
const (
	byNumbers = "numbers"
	bySuits   = "suits"
)

// options are the flags. Those of a file are for commands that read decks.
func (f *cardFlags) options(reads bool) options {
	order := flag(&f.order, "new-deck", string(cards.Suits),
		"the order of a new deck, which numbers the named cards: suits (ace to king of spades, hearts, diamonds, clubs), "+
			"bicycle (A to K of hearts and clubs, K to A of diamonds and spades) or ranks (aces, twos, ...)", param.OneOf(cards.Orders...))
	order.check = func() error {
		if f.called == "" && order.given() {
			f.called = bySuits
		}
		return nil
	}
	f.own = options{
		flag(&f.called, "names", "", "print cards as numbers, or as suits, such as A♠ (default: as they were given)",
			param.OneOf(byNumbers, bySuits)),
		order,
	}
	if reads {
		f.own = append(f.own, flag(&f.path, "file", "", "read the deck from `FILE` (-: the standard input)", param.File))
	}
	return f.own
}

// questions are those of a command with cards. The deck is read by number or by name, and the
// answer has its names.
func (f *cardFlags) questions(of *form, out *outputFlags, args []string) (all []results.Question, err error) {
	var style cards.Style
	deck := of.value("CARD")
	if f.times != "" && len(args) == 1 && rising(args[0]) {
		if err := of.value(f.times).give(args[0]); err != nil {
			return nil, err
		}
		args = nil
	}
	read := deck != nil && (len(args) > 0 || f.path != "" || f.typed != "" && of.given(f.typed))
	if read {
		var list []int
		if list, style, err = f.read(of, args); err == nil {
			deck.deal(list)
		} else if _, no := strconv.Atoi(strings.Join(args, "")); no == nil && len(args) == 1 && f.newUpTo == 0 {
			err = fmt.Errorf("the deck has one card, %s; the number of cards is -n, and other numbers have flags too", args[0])
		}
		if err != nil {
			return nil, err
		}
		args = nil
	}
	if deck != nil && !read && !slices.ContainsFunc(deck.of, func(p param.Param) bool { return !p.Required }) {
		return nil, wrongArgs(of.cmd, args)
	}
	if all, err = of.questions(args); err != nil {
		return nil, err
	}
	has, named := all[0].(interface{ Cards() int })
	switch {
	case read:
		out.names, out.given = style, true
		out.taken(style, f.order)
	case named && f.plain:
		out.given = true
		out.names, err = f.style(nil, has.Cards())
	case named:
		out.given = f.called == bySuits
		out.names, err = f.dealt(has.Cards())
	default:
		err = f.own.without(true, "this answer has no cards")
	}
	return all, err
}

// rising reports whether a text is a number, a range, or a list of them in which they rise. A deck in order has no use.
func rising(text string) bool {
	last := int64(-1)
	for one := range strings.SplitSeq(text, ",") {
		a, b, err := number.ParseRange("", one, 0, math.MaxInt64)
		if _, _, isRange := strings.Cut(one, ".."); !isRange && (err != nil || a <= last) {
			return false
		}
		last = b
	}
	return true
}

// read is the deck that is given or typed.
func (f *cardFlags) read(of *form, args []string) ([]int, cards.Style, error) {
	switch {
	case f.newUpTo > 0:
		return f.deckOfN(f.path, args)
	case f.typed == "" || f.path != "" || len(args) > 0:
		return f.deck(f.path, args)
	}
	n, err := number.ParseInt("n", cmp.Or(of.value("cards").String(), of.value("cards").Default), 1, 1000)
	if err != nil {
		return nil, nil, err
	}
	return f.onTerminal(int(n))
}

// file reads the deck in a file, or in the standard input if that is -.
func (f *cardFlags) file(path string) (cards.Deck, error) {
	var input io.Reader = os.Stdin
	if f.input != nil {
		input = f.input()
	}
	return fileio.ReadAs(path, input, func(r io.Reader) (cards.Deck, error) { return cards.Read(r, f.order) })
}

// deck is the deck in a file, or otherwise that of the arguments, and the style of its cards. A
// single - is the standard input too.
func (f *cardFlags) deck(path string, args []string) (deck []int, style cards.Style, err error) {
	var read cards.Deck
	if path == "" && len(args) == 1 && args[0] == "-" {
		path, args = "-", nil
	}
	switch {
	case path == "":
		read, err = cards.Parse(strings.Join(args, " "), f.order)
	case len(args) > 0:
		err = errors.New("give either cards or --file, not both")
	default:
		read, err = f.file(path)
	}
	return f.checked(read, err)
}

// checked is a deck that was read, and the style of its cards.
func (f *cardFlags) checked(read cards.Deck, err error) ([]int, cards.Style, error) {
	if err == nil && f.whole {
		err = read.CheckWhole(f.order)
	}
	if err != nil {
		return nil, nil, err
	}
	style, err := f.style(read.Style, len(read.Cards))
	return read.Cards, style, err
}

// onTerminal is the deck as it is typed, until there are n cards.
func (f *cardFlags) onTerminal(n int) (deck []int, style cards.Style, err error) {
	var again func(error)
	if term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintln(os.Stderr, "Type the deck from the top card down, such as AS 10H K♦:")
		again = func(wrong error) {
			fmt.Fprintf(os.Stderr, "%s; please type this line again:\n", render.OneLine(wrong.Error()))
		}
	}
	return f.checked(cards.ReadLines(os.Stdin, n, f.order, again))
}

// deckOfN is like deck, where a single number is that of the cards of a new deck.
func (f *cardFlags) deckOfN(path string, args []string) (deck []int, style cards.Style, err error) {
	if len(args) == 1 && path == "" {
		if n, err := f.size(args[0]); err == nil {
			style, err := f.style(nil, n)
			return cards.New(n, 1), style, err
		} else if _, other := cards.Parse(args[0], f.order); other != nil && args[0] != "-" &&
			!strings.Contains(args[0], ",") {
			return nil, nil, err
		}
	}
	return f.deck(path, args)
}

// size is the number of cards of a new deck that is printed.
func (f *cardFlags) size(text string) (int, error) {
	n, err := number.ParseInt("n", text, 1, int64(f.newUpTo))
	if _, larger := number.ParseInt("n", text, int64(f.newUpTo), faro.MaxDeck); err != nil && larger == nil {
		err = fmt.Errorf("%w; dovetail orders %s says after how many shuffles it returns", err, text)
	}
	return int(n), err
}

// dealt is the style of a deck of n cards that was not read: by name, as far as there are names.
func (f *cardFlags) dealt(n int) (cards.Style, error) {
	names := f.order.Style()
	if names.Covers(n) != nil {
		names = nil
	}
	return f.style(names, n)
}

// style is the style of a deck of n cards that was read in a given style.
func (f *cardFlags) style(read cards.Style, n int) (cards.Style, error) {
	switch f.called {
	case byNumbers:
		return cards.Numbers, nil
	case bySuits:
		if read == nil {
			read = f.order.Style()
		}
	}
	if err := read.Covers(n); err != nil {
		return nil, usage(fmt.Errorf("names=%s: %w", f.called, err))
	}
	return read[:min(n, len(read))], nil
}

// The commands about cards as people use them: repeated and guess.

func newRepeated() *cobra.Command {
	return questionCommand("repeated", &cobra.Command{
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
	}, commandSpec{label: "decks", threads: true, draws: "draw the distances over the number of shuffles"})
}

func newGuess() *cobra.Command {
	var o questionFlags
	var c cardFlags
	var plays bool
	of := formOf("guess")
	asks := commandSpec{label: "cards", cards: &c, threads: true, draws: "draw the curves over the number of shuffles"}
	table := o.answering(of, &asks)
	return of.declare(&cobra.Command{
		Use:   "guess [WORD]",
		Short: "How many cards of a shuffled deck the best player guesses right",
		Long: `The expected number of cards that the best player guesses right, after 1, 2, ... riffles, or after each letter of a
word: with complete feedback (each card is shown after the guess), without feedback, and without feedback if no card
may be named twice.

With complete feedback there is an exact answer after riffles and a-shuffles, after their inverses, after shelf
machines followed by such inverses, and after one riffle of a biased cut; for up to nine cards after any word, but not
after other mixtures for more. Without feedback there is an exact answer after any word.

With --play the deck is shuffled, by three riffles by default, and you guess it on the terminal against the best
player. For words whose best player is not known, your opponent names a most likely card of each position. Type one card on
each line, by name or by number, or hint, help or quit. With --watch your opponent guesses alone, and
you see each name and its chance.`,
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
		case o.save:
			return usage(errors.New("a game has no record; leave out --save"))
		case watch.given():
			return usage(errors.New("either play or watch, not both"))
		default:
			watch.give("true")
		}
		qs, err := asks.questions(rest)
		if err != nil {
			return usage(err)
		}
		q := qs[0].(guess.Watch)
		return play(ctx, guess.Game{Question: q.Whole(), Seed: uint64(q.Seed), Style: o.names}, o.quiet)
	}, o.tables(asks, c.options(false),
		options{boolFlag(&plays, "play", "play: guess a shuffled deck yourself, card by card")})...)
}

// play plays a game on the terminal. Its prompts are for people who type.
func play(ctx context.Context, g guess.Game, quiet bool) error {
	var prompt io.Writer = io.Discard
	if !quiet && term.IsTerminal(int(os.Stdin.Fd())) {
		prompt = os.Stderr
	}
	return fileio.Write("-", func(w io.Writer) error { return g.Play(ctx, os.Stdin, w, prompt) })
}

// The commands about how people's hands riffle: hands, trick.

func newTrick() *cobra.Command {
	return questionCommand("trick", &cobra.Command{
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
	}, commandSpec{
		label: "decks", threads: true, resume: true, cards: &cardFlags{whole: true, typed: "perform"},
		draws: "draw the probabilities over the number of riffles",
	})
}

func newHands() *cobra.Command {
	return questionCommand("hands", &cobra.Command{
		Use:   "hands [FILE]",
		Short: "How many riffles somebody's hands need (sampled with confidence)",
		Long: `How far from a fair deck is a deck after 1, 2, ... riffles by somebody's own hands, and how many riffles are enough?
Each row has a confidence interval for the total variation distance over all n! orders; all of them hold together with
confidence 1 - delta. Beside it stands the ideal riffle of Gilbert, Shannon and Reeds, exactly.

The hands are described by a file of counts (- is the standard input), by a preset, or by the chance that the next card
falls from the other packet (--switch: 0.5 for the ideal riffle, 0.65 for neat hands, 0.4 for clumsy ones) and by how the
deck is cut (--cut). By default both are fitted to the riffles of one person that P. Diaconis published in 1988, though a
test rejects this fit (--fit). --preset 2017 and --preset 2022 are fitted to those of M. Shinn and J. Wood, who published
their own. A file gives the size of its decks; --cards replaces it.

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
	}, commandSpec{
		label: "hands", threads: true, memory: programMemory, resume: true,
		draws: "draw the distances over the number of riffles, or the counts and the models,",
	})
}

// The command about decks that a shuffler has made.

func newFair() *cobra.Command {
	return questionCommand("fair", &cobra.Command{
		Use:   "fair [FILE]",
		Short: "Is my shuffler fair? A verdict on its decks, and what is wrong with it",
		Long: `Test whether a shuffler is fair, by decks that it made. In the decks of a fair shuffler all orders are equally likely, and
each deck is independent of the others. The tests are of cards at places, pairs, neighbours, order, fixed points and cycles,
even and odd decks, repeated decks, the deck before, and known faults; other faults they do not find. The answer has one
verdict (fair, unfair, or too few decks to find common faults), the tests with their p-values, known faults with their
likelihoods, and the faults that this number of decks cannot show. A fair shuffler is called unfair with probability at most
--false-alarm, over all tests together. With --check the exit code is the verdict: 0 fair, 5 unfair, 6 too few decks.

The file (without one or with -, the standard input; it may be compressed by gzip) has one deck on each line, its cards from the top: by
number, from 1 or from 0, or by name such as AS or 10♥; separated by blanks or commas, as a JSON list, or as a JSON object
with the list "deck". Cards that are written alike count as equal. If a line has only the top cards of a deck,
--cards gives the number of cards in the deck, and --kinds the number of each kind. A bad line is an error with the
number of the line and the reason; --skip-bad leaves bad lines out, and counts them.

Each deck is compared with a new deck: cards 1, 2, ..., n from the top, or the aces to kings of spades, hearts, diamonds
and clubs. With --from previous each deck is compared with the line before, for shufflers that go on with the same deck.
With --from table the file is a table of n rows, card by place: how often each card was at each place.`,
		Example: `  dovetail fair decks.txt
  cat decks.txt | dovetail fair
  dovetail fair decks.jsonl.gz --false-alarm 1e-6 --png cells.png
  dovetail fair games.csv --from previous
  dovetail fair hands.txt --kinds land=24,spell=36
  dovetail fair table.csv --from table
  dovetail fair decks.txt --check --false-alarm 1e-6`,
	}, commandSpec{label: "decks", check: "end with exit code 5 if the decks are unfair, and 6 if they are too few", draws: "draw which cards are where too often or too rarely, beside fair decks,"})
}
