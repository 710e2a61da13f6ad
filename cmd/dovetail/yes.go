package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"
)

// longest is how many seconds a question may take, by a rough estimate, before it has
// to be confirmed: a day.
const longest = 24 * 3600

// yesFlag confirms a question that takes very long.
type yesFlag struct{ yes bool }

func (f *yesFlag) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.yes, "yes", false, "start even what would take longer than a day")
}

// check refuses what would take so many seconds of one processor, shared out among the
// workers.
func (f *yesFlag) check(what string, seconds float64, workers int) error {
	if seconds /= float64(workers); f.yes || seconds <= longest {
		return nil
	}
	return usage(fmt.Errorf("%s would take roughly %s with %d workers; ask for less, or confirm with --yes", what, rough(seconds), workers))
}

// rough is a long time to one digit.
func rough(seconds float64) string {
	const day, year = 24 * 3600, 365.25 * 24 * 3600
	count, unit := seconds/day, "days"
	if seconds >= year {
		count, unit = seconds/year, "years"
	}
	scale := math.Pow(10, math.Floor(math.Log10(count)))
	if count = math.Ceil(count/scale) * scale; count >= 1e6 {
		return fmt.Sprintf("%.0e %s", count, unit)
	}
	return fmt.Sprintf("%.0f %s", count, unit)
}
