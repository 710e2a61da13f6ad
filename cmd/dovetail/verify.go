package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/perm/topswops"
	"dovetail/results"
)

// verifiers check records by their schema, in so much memory for laws on all decks.
// A kind of record that can be checked has its line here.
func verifiers(ctx context.Context, memory uint64) map[string]func(record []byte) error {
	return map[string]func([]byte) error{
		results.DeckLawSchema:        recomputed(lawAgain(ctx, memory)),
		results.IntervalSchema:       recomputed(boundAgain(ctx)),
		results.PairsSchema:          recomputed(pairsAgain(ctx)),
		results.RifflesSchema:        recomputed(rifflesAgain(ctx)),
		results.TopswopsMaxSchema:    verifyRecord(verifyGames),
		results.TopswopsCensusSchema: verifyRecord(results.TopswopsCensus.Verify),
	}
}

// verifyGames replays the decks of a record.
func verifyGames(r results.TopswopsMax) error {
	return r.Verify(func(deck []int) ([]int, int, error) {
		if err := topswops.CheckDeck(deck); err != nil {
			return nil, 0, err
		}
		g := topswops.Play(deck, false)
		return g.End, g.Length(), nil
	})
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
	var memory memoryFlag
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check what can be checked of stored JSON records",
		Long: `Check stored JSON records: decks are replayed, sums added up, and laws, distances and intervals
(of law, riffles, pairs and bound) computed again from the models in the record. Exit code 3 means that a
record does not hold.`,
		Example: `  dovetail verify f14.json
  dovetail verify law.json riffles.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			limit, err := memory.read()
			if err != nil {
				return err
			}
			known := verifiers(cmd.Context(), limit)
			for _, file := range files {
				schema, err := verifyFile(file, known)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s holds\n", file, schema)
			}
			return nil
		},
	}
	memory.register(cmd, "for laws on all n! decks")
	return cmd
}

// verifyFile checks the records of a file, which are one or a list of one schema.
func verifyFile(file string, known map[string]func([]byte) error) (schema string, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", usage(err)
	}
	records := []json.RawMessage{b}
	if list := bytes.TrimSpace(b); len(list) > 0 && list[0] == '[' {
		if err := json.Unmarshal(b, &records); err != nil {
			return "", usage(fmt.Errorf("%s is no JSON record: %w", file, err))
		}
	}
	for _, record := range records {
		var head struct{ Schema string }
		if err := json.Unmarshal(record, &head); err != nil {
			return "", usage(fmt.Errorf("%s is no JSON record: %w", file, err))
		}
		verify, ok := known[head.Schema]
		if !ok {
			return "", usage(fmt.Errorf("%s: schema %q is not one of %s", file, head.Schema, strings.Join(slices.Sorted(maps.Keys(known)), ", ")))
		}
		if err := verify(record); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
			var wrong usageError
			if errors.As(err, &wrong) || errors.Is(err, context.Canceled) {
				return "", err
			}
			return "", mismatchError{err}
		}
		schema = head.Schema
	}
	if schema == "" {
		return "", usage(fmt.Errorf("%s has no record", file))
	}
	return schema, nil
}
