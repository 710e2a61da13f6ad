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
		m := on(&out, "dealing")
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
