package selftest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"dovetail/results"
	"dovetail/search/run"
)

// machine tries what every answer and every state rests on.
func machine(ctx context.Context, dir string) (all []results.Verdict) {
	for _, c := range []struct {
		what, by string
		holds    error
	}{
		{"memory", fmt.Sprintf("%d MiB were written and read again, twice", words>>17), memory(ctx)},
		{"clock", "it goes on as one sleeps, and never back", clock()},
		{"locks of files in " + dir, "a second run is refused, and one after it is not", run.TryLocks(dir)},
	} {
		all = append(all, verdict(c.what, c.by, c.holds))
	}
	return all
}

// words of 8 bytes are written, more than the caches of most machines hold.
const words = 32 << 20

// memory writes random numbers and their complements, and reads them again.
func memory(ctx context.Context) error {
	table := make([]uint64, words)
	for _, mask := range []uint64{0, ^uint64(0)} {
		src := rand.NewPCG(1, 2)
		for i := range table {
			table[i] = src.Uint64() ^ mask
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		src = rand.NewPCG(1, 2)
		for i, x := range table {
			if want := src.Uint64() ^ mask; x != want {
				return fmt.Errorf("word %d reads %016x where %016x was written", i, x, want)
			}
		}
	}
	return nil
}

// clock reads the time that has passed, and the time of day, many times and around a sleep.
func clock() error {
	const pause = 20 * time.Millisecond
	began := time.Now()
	last := time.Duration(0)
	for range 100_000 {
		now := time.Since(began)
		if now < last {
			return fmt.Errorf("it went back by %v", last-now)
		}
		last = now
	}
	began = time.Now()
	time.Sleep(pause)
	passed, day := time.Since(began), time.Now().Round(0).Sub(began.Round(0))
	switch {
	case passed < pause:
		return fmt.Errorf("a sleep of %v took %v", pause, passed)
	case began.Year() < 2025:
		return errors.New("the date is before 2025: what is saved bears a wrong one")
	case (day - passed).Abs() > passed/2+time.Second:
		return fmt.Errorf("%v passed, %v by the time of day", passed, day)
	}
	return nil
}
