package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/perm/topswops"
	"dovetail/results"
)

// verifiers check records by their schema. A kind of record that can be
// checked has its line here.
var verifiers = map[string]func(record []byte) error{
	results.TopswopsMaxSchema: verifyRecord(func(r results.TopswopsMax) error {
		return r.Verify(func(deck []int) ([]int, int, error) {
			if err := topswops.CheckDeck(deck); err != nil {
				return nil, 0, err
			}
			g := topswops.Play(deck, false)
			return g.End, g.Length(), nil
		})
	}),
	results.TopswopsCensusSchema: verifyRecord(results.TopswopsCensus.Verify),
}

func verifyRecord[R any](verify func(R) error) func([]byte) error {
	return func(b []byte) error {
		var r R
		if err := json.Unmarshal(b, &r); err != nil {
			return err
		}
		return verify(r)
	}
}

func newVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check what can be checked of stored JSON records",
		Long: `Check stored JSON records: decks are replayed, sums added up.
Exit code 3 means that a record does not hold.`,
		Example: "  dovetail verify f14.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			for _, file := range files {
				schema, err := verifyFile(file)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s holds\n", file, schema)
			}
			return nil
		},
	}
}

func verifyFile(file string) (schema string, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", usage(err)
	}
	var head struct{ Schema string }
	if err := json.Unmarshal(b, &head); err != nil {
		return "", usage(fmt.Errorf("%s is no JSON record: %w", file, err))
	}
	verify, ok := verifiers[head.Schema]
	if !ok {
		return "", usage(fmt.Errorf("%s: schema %q is not one of %v", file, head.Schema, slices.Sorted(maps.Keys(verifiers))))
	}
	if err := verify(b); err != nil {
		return "", mismatchError{fmt.Errorf("%s: %w", file, err)}
	}
	return head.Schema, nil
}
