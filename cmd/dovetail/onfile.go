package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"dovetail/results"
	"dovetail/search/known"
	"dovetail/search/questions"
)

// What is on file is not computed again, unless that is wanted.

// freshFlags say whether it is.
type freshFlags struct{ fresh bool }

// options are those of a command, if records on file may answer its questions.
func (f *freshFlags) options(command string) options {
	recorded := func(q questions.Form) bool {
		_, ok := q.Question().(results.Recorded)
		return ok
	}
	if !slices.ContainsFunc(questions.Forms(command), recorded) {
		return nil
	}
	return options{boolFlag(&f.fresh, "fresh", "compute the answer even if it is on record")}
}

// worthKnowing are so many seconds that what is known is said before they are spent.
const worthKnowing = 2

// onFile are the answers that are on file, nil where there is none. A search that keeps a state, or is shared, and what
// is computed in two ways is wanted afresh. Of an answer that takes long it is said what is known.
func (f *askFlags) onFile(ctx context.Context, asked []results.Question) []results.Record {
	all := make([]results.Record, len(asked))
	if f.fresh || f.dir != "" || f.servers != "" || f.double {
		return all
	}
	for i, q := range asked {
		if r, k, ok := known.Answer(q); ok {
			all[i], f.save = r, false // the catalogue has what was computed
			f.notes = append(f.notes, k.Origin())
		} else if !f.quiet && q.Seconds() >= worthKnowing {
			if best := known.Best(ctx, q); best != "" {
				fmt.Fprintln(os.Stderr, "note:", best)
			}
		}
	}
	if f.quiet {
		f.notes = nil
	}
	return all
}
