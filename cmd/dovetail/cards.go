package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
)

// The flags of decks that are read and printed.

// cardFlags say how cards are called, and where a deck is read. Without them cards are called as in the deck that
// was read, or by numbers.
type cardFlags struct {
	called  string
	order   cards.Order
	path    string           // of the file with a deck, or ""
	whole   bool             // named cards are those that a new deck begins with
	newUpTo int              // one number alone is that of the cards of a new deck, up to so many; 0 if it is a card
	plain   bool             // cards of decks that are found are called by numbers
	typed   string           // the flag with which a deck is typed where none is given, or ""
	input   func() io.Reader // nil: the standard input
	own     options
}

// readBy has decks read from the command's input, if it has one of its own.
func (f *cardFlags) readBy(cmd *cobra.Command) *cobra.Command {
	f.input = cmd.InOrStdin
	return cmd
}

// The ways to call cards.
const (
	byNumbers = "numbers"
	bySuits   = "suits"
)

// options are the flags; those of a file are of commands that read decks.
func (f *cardFlags) options(reads bool) options {
	order := flag(&f.order, "new-deck", string(cards.Suits),
		"the order of a new deck, which numbers the named cards: suits (ace to king of spades, hearts, diamonds, clubs), "+
			"bicycle (A to K of hearts and clubs, K to A of diamonds and spades) or ranks (aces, twos, ...)", param.OneOf(cards.Orders...))
	order.check = func() error {
		if f.called == "" && order.flag.Changed {
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

// asked are the questions of a command with cards: the deck is read by number or by name, and the answer has its names.
func (f *cardFlags) asked(of *form, out *outputFlags, args []string) (all []results.Question, err error) {
	var style cards.Style
	deck := of.value("CARD")
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
	if all, err = of.asked(args); err != nil {
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

// deck is the deck in a file, or else that of the arguments, of which a single - is the
// standard input too; and how its cards are printed.
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

// checked is a deck that was read, and how its cards are printed.
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

// onTerminal is the deck as it is typed, until n cards are there.
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

// deckOfN is as deck, where one number alone is that of the cards of a new deck.
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

// dealt is how cards of a deck of n are printed that was not read: by name, as far as there are
// names.
func (f *cardFlags) dealt(n int) (cards.Style, error) {
	names := f.order.Style()
	if names.Covers(n) != nil {
		names = nil
	}
	return f.style(names, n)
}

// style is how cards of a deck of n are printed that was read in a style.
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
