package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
)

func newOrdersMove() *cobra.Command {
	var output outputFlags
	var card, to string
	cmd := &cobra.Command{
		Use:   "move N --card P --to Q",
		Short: "In- and out-shuffles that bring the card at one position to another",
		Example: `  dovetail orders move 52 --card 1 --to 13
  dovetail orders move 2^60 --card 7 --to 1e9`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := number.ParseInt("n", args[0], 2, 1<<62-1)
			if err != nil {
				return usage(err)
			}
			p, err := number.ParseInt("card", card, 1, n)
			if err != nil {
				return usage(err)
			}
			q, err := number.ParseInt("to", to, 1, n)
			if err != nil {
				return usage(err)
			}
			if err := output.check(); err != nil {
				return err
			}
			record, err := moveRecord(uint64(n), uint64(p-1), uint64(q-1))
			if err != nil {
				return err
			}
			return write(&output, record)
		},
	}
	cmd.Flags().StringVar(&card, "card", "1", "position of the card, from 1")
	cmd.Flags().StringVar(&to, "to", "1", "position to bring it to, from 1")
	output.register(cmd)
	return cmd
}

func moveRecord(n, p, q uint64) (results.Move, error) {
	closed, err := faro.MoveClosed(n, p, q)
	if err != nil {
		return results.Move{}, usage(err)
	}
	record := results.Move{
		Schema: results.MoveSchema, Kind: results.Exact,
		N: natural(n), From: natural(p + 1), To: natural(q + 1), Closed: faro.Word(closed),
	}
	moves := [][]faro.Kind{closed}
	if n <= faro.ShortestLimit {
		shortest, err := faro.MoveShortest(n, p, q)
		if err != nil {
			return record, err
		}
		word := faro.Word(shortest)
		record.Shortest = &word
		moves = append(moves, shortest)
	}
	for _, m := range moves {
		if end := faro.Replay(n, p, m); end != q {
			return record, mismatchError{fmt.Errorf("%s brings the card to %d", faro.Word(m), end+1)}
		}
	}
	return record, nil
}
