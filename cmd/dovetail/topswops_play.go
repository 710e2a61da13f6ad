package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/topswops"
)

func newTopswopsPlay() *cobra.Command {
	var output outputFlags
	var file string
	cmd := &cobra.Command{
		Use:   "play CARD...",
		Short: "Play a deck move by move and take its game apart",
		Example: `  dovetail topswops play 3 1 4 5 2
  dovetail topswops play --file deck.txt --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := output.check(); err != nil {
				return err
			}
			if file != "" {
				if len(args) > 0 {
					return usage(fmt.Errorf("give cards or --file, not both"))
				}
				var err error
				if args, err = readCards(cmd.InOrStdin(), file); err != nil {
					return usage(err)
				}
			}
			deck, err := parseDeck(args)
			if err != nil {
				return usage(err)
			}
			meter := output.meter("playing")
			meter.Start(0, 0)
			game, err := topswops.PlayUntil(cmd.Context(), deck, len(deck) <= topswops.PrintedCards)
			meter.Stop()
			if err != nil {
				return err
			}
			if game.Length() > topswops.ListedMoves && output.format == "csv" {
				return fmt.Errorf("the game has %d moves, too many to list (%d): choose another --format", game.Length(), topswops.ListedMoves)
			}
			return write(&output, game.Record())
		},
	}
	output.register(cmd)
	fileVar(cmd, &file, "file", "", "read the deck from `FILE`, - for the standard input: numbers apart by blanks or commas")
	return cmd
}

func readCards(stdin io.Reader, file string) ([]string, error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	var cards []string
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		cards = append(cards, lines.Text())
	}
	return cards, lines.Err()
}

// parseDeck reads cards that are apart by blanks or commas.
func parseDeck(args []string) ([]int, error) {
	var deck []int
	for _, s := range strings.FieldsFunc(strings.Join(args, " "), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\r' }) {
		v, err := strconv.Atoi(s)
		if err != nil {
			return nil, fmt.Errorf("card %q at position %d is no number", s, len(deck)+1)
		}
		deck = append(deck, v)
	}
	return deck, topswops.CheckDeck(deck)
}
