package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dovetail/perm/cards"
	"dovetail/results"
)

// The flags of decks that are read and printed.

// cardFlags say how cards are called. Without them they are called as in the deck that was
// read, or by numbers.
type cardFlags struct {
	called string
	order  cards.Order
	whole  bool             // named cards are those that a new deck begins with
	input  func() io.Reader // nil: the standard input
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

func (f *cardFlags) options() options {
	order := f.newDeck()
	order.check = func() error {
		if f.called == "" && order.flag.Changed {
			f.called = bySuits
		}
		return nil
	}
	return options{
		flag(&f.called, "cards", "", "print cards as numbers, or as suits, such as A♠ (default: as they were given)",
			calling()),
		order,
	}
}

// calling is how cards are called, told from how many there are.
func calling() parser[string] {
	names := choice("cards", byNumbers, bySuits)
	return parser[string]{name: names.name, names: names.names, read: func(text string) (string, error) {
		called, err := names.read(text)
		if _, number := strconv.Atoi(text); number == nil {
			err = fmt.Errorf("cards=%q: --cards says how cards are printed, %s or %s; the number of cards is -n, or the "+
				"argument N", text, byNumbers, bySuits)
		}
		return called, err
	}}
}

// sizeOption is the flag for the size of a new deck, where --cards says how cards are called.
func sizeOption(to *int, least, most int64) option {
	return numberOption(to, "size,n", "52", least, most,
		fmt.Sprintf("number of cards of a new deck, %d to %d", least, most))
}

// newDeck is the flag for the cards' numbers.
func (f *cardFlags) newDeck() option {
	return flag(&f.order, "new-deck", string(cards.Suits),
		"the order of a new deck, which numbers the named cards: suits (ace to king of spades, hearts, diamonds, clubs), "+
			"bicycle (A to K of hearts and clubs, K to A of diamonds and spades) or ranks (aces, twos, ...)", choice("new-deck",
			cards.Orders...))
}

// file reads the deck in a file, or in the standard input if that is -.
func (f *cardFlags) file(path string) (cards.Deck, error) {
	var input io.Reader = os.Stdin
	if f.input != nil {
		input = f.input()
	}
	return results.ReadAs(path, input, func(r io.Reader) (cards.Deck, error) { return cards.Read(r, f.order) })
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

// typed is the deck of the arguments or in a file, or else as it is typed, until n cards are
// there.
func (f *cardFlags) typed(path string, args []string, n int) (deck []int, style cards.Style, err error) {
	if path != "" || len(args) > 0 {
		return f.deck(path, args)
	}
	var again func(error)
	if term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintln(os.Stderr, "Type the deck from the top card down, such as AS 10H K♦:")
		again = func(wrong error) {
			fmt.Fprintf(os.Stderr, "%s; please type this line again:\n", results.OneLine(wrong.Error()))
		}
	}
	return f.checked(cards.ReadLines(os.Stdin, n, f.order, again))
}

// deckOfN is as deck, where one number alone is that of the cards of a new deck.
func (f *cardFlags) deckOfN(path string, args []string, size parser[int]) (deck []int, style cards.Style, err error) {
	if len(args) == 1 && path == "" {
		if n, err := size.read(args[0]); err == nil {
			style, err := f.style(nil, n)
			return cards.New(n, 1), style, err
		} else if _, other := cards.Parse(args[0], f.order); other != nil && args[0] != "-" &&
			!strings.Contains(args[0], ",") {
			return nil, nil, err
		}
	}
	return f.deck(path, args)
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
		return nil, usage(fmt.Errorf("cards=%s: %w", f.called, err))
	}
	return read[:min(n, len(read))], nil
}
