//go:build !purego

package topswops

import (
	"reflect"
	"testing"
)

// Stacks grow when they are short, with all that is on them.
func TestStacksGrow(t *testing.T) {
	if !fast {
		t.Skip("no vector instructions")
	}
	want := climbed(ordered(), 1, (*Climber).begin, (*Climber).climb)
	c := ordered()
	c.begin()
	for i := range c.kernel.stacks {
		c.kernel.stacks[i] = make([]branch, 67)
	}
	if got := climbed(c, 1, (*Climber).begin, (*Climber).climb); !reflect.DeepEqual(got, want) {
		t.Errorf("%d decks found, want %d", len(got[0]), len(want[0]))
	}
	longest := 0
	for _, s := range c.kernel.stacks {
		longest = max(longest, len(s))
	}
	if longest == 67 {
		t.Error("no stack has grown")
	}
}

// What is found up to each pause does not depend on the memory at hand.
func TestPausesWithShortStacks(t *testing.T) {
	if !fast {
		t.Skip("no vector instructions")
	}
	climbers := []*Climber{ordered(), ordered()}
	for _, c := range climbers {
		c.Take(1)
	}
	short := climbers[1]
	for i := range short.kernel.stacks {
		short.kernel.stacks[i] = make([]branch, 67)
		short.kernel.streams[i].stack(short.kernel.stacks[i], 0)
	}
	for pause, more := 0, true; more; pause++ {
		more = climbers[0].Climb()
		if again := short.Climb(); again != more || !reflect.DeepEqual(climbers[0].Found, short.Found) || climbers[0].Visits != short.Visits {
			t.Fatalf("pause %d after %d visits, want %d", pause, short.Visits, climbers[0].Visits)
		}
	}
}
