package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/search/fair"
)

// The command about decks that a shuffler has made.

func newFair() *cobra.Command {
	var o askFlags
	of := formOf("fair")
	asks := asking{label: "decks", draws: "draw which cards are where too often or too rarely, beside fair decks,"}
	asks.questions = func(files []string) (_ []results.Question, err error) {
		if len(files) == 0 {
			return nil, errors.New("want a file with decks, one on each line, or - for the standard input")
		}
		q := of.all[0].At.(*fair.Question)
		if q.Counts, err = fileio.ReadAs(files[0], os.Stdin, func(r io.Reader) (fair.Counts, error) {
			return fair.Read(r, q.Reading())
		}); err != nil {
			return nil, err
		}
		return of.asked(nil)
	}
	return of.declare(&cobra.Command{
		Use:   "fair FILE",
		Short: "Is my shuffler fair? A verdict on its decks, and what is wrong with it",
		Long: `Test whether a shuffler is fair, from decks that it made: whether all orders are equally likely, and whether each deck
is independent of the others. The answer has one verdict (fair, unfair, or too few decks to find common faults), the
tests with their p-values, known faults with their likelihoods, and the faults that this number of decks cannot show.
A fair shuffler is called unfair with probability at most --false-alarm, over all tests together.

The file (- is the standard input; it may be compressed by gzip) has one deck on each line, its cards from the top: by
number, from 1 or from 0, or by name such as AS or 10♥; separated by blanks or commas, as a JSON list, or as a JSON object
with the list "deck". Cards that are written alike count as equal. If a line has only the top cards of a deck,
--cards gives the number of cards in the deck, and --kinds the number of each kind. A bad line is an error with the
number of the line and the reason; --skip-bad leaves bad lines out, and counts them.

Each deck is compared with a new deck: cards 1, 2, ..., n from the top, or the aces to kings of spades, hearts, diamonds
and clubs. With --from previous each deck is compared with the line before, for shufflers that go on with the same deck.
With --from table the file is a table of n rows, card by place: how often each card was at each place.`,
		Example: `  dovetail fair decks.txt
  dovetail fair decks.jsonl.gz --false-alarm 1e-6 --png cells.png
  dovetail fair games.csv --from previous
  dovetail fair hands.txt --kinds land=24,spell=36
  dovetail fair table.csv --from table`,
		Args: cobra.MaximumNArgs(1),
	}, o.ask(asks), o.tables(asks)...)
}
