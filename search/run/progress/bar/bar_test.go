package bar

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestMeterDraws(t *testing.T) {
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		m := on(&out, "dealing", func() int { return 0 })
		m.Start(10, 5)
		m.Add(1)
		m.Done(1, time.Second)
		m.Say("by two hands")
		time.Sleep(600 * time.Millisecond)
		m.Stop()
	})
	if s := out.String(); !strings.Contains(s, "dealing") || !strings.Contains(s, "70%") || !strings.Contains(s, ", by two hands") ||
		!strings.Contains(s, "left") {
		t.Errorf("the bar is %q", s)
	}
}

// What is seen is the last line alone: nothing of a longer one before is left, none is wrapped, and in the end the line
// is empty.
func TestLinesAreReplaced(t *testing.T) {
	var out bytes.Buffer
	const columns = 70
	synctest.Test(t, func(t *testing.T) {
		m := on(&out, "dealing", func() int { return columns })
		m.Start(10, 0)
		m.Say("by two hands, which takes a line that is longer than the terminal has columns")
		time.Sleep(600 * time.Millisecond)
		m.Say("by one")
		time.Sleep(600 * time.Millisecond)
		synctest.Wait()
		if seen := screen(t, out.String(), columns); !strings.HasSuffix(seen, "so far, by one") {
			t.Errorf("%q is seen", seen)
		}
		m.Stop()
	})
	if seen := screen(t, out.String(), columns); seen != "" {
		t.Errorf("%q is left", seen)
	}
}

// screen is what a line of a terminal shows after some output.
func screen(t *testing.T, written string, columns int) string {
	var line []rune
	at := 0
	for rest := []rune(written); len(rest) > 0; rest = rest[1:] {
		switch text := string(rest); {
		case strings.HasPrefix(text, "\r"):
			at = 0
		case strings.HasPrefix(text, "\x1b[0K"):
			line, rest = line[:min(at, len(line))], rest[3:]
		case strings.HasPrefix(text, "\x1b[2K"):
			line, rest = nil, rest[3:]
		default:
			for len(line) <= at {
				line = append(line, ' ')
			}
			line[at] = rest[0]
			if at++; at >= columns {
				t.Fatalf("%q is wrapped", string(line))
			}
		}
	}
	return strings.TrimRight(string(line), " ")
}
