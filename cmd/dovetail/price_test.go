package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dovetail/results"
	"dovetail/search/questions"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

// costly is a question with a price, and perhaps a limit of time.
type costly struct {
	seconds float64
	limit   time.Duration
	work    bool // is limited
}

func (costly) Schema() string                 { return "costly" }
func (costly) Check() error                   { return nil }
func (q costly) Seconds() float64             { return q.seconds }
func (q costly) Limit() (time.Duration, bool) { return q.limit, q.work }

// From ten minutes on a price is confirmed, except for a limit of time, which has been set.
func TestPrice(t *testing.T) {
	for _, c := range []struct {
		asked     []results.Question
		says      string
		confirmed bool
	}{
		{[]results.Question{costly{seconds: 600}}, "this takes about 10 minutes with 1 thread", true},
		{[]results.Question{costly{seconds: 601}}, "this takes about 10 minutes with 1 thread", false},
		{[]results.Question{costly{seconds: 400}, costly{seconds: 400}}, "this takes about 13 minutes with 1 thread", false},
		{[]results.Question{costly{seconds: 7200, limit: 2 * time.Hour}}, "this takes up to 2 hours with 1 thread", true},
		{[]results.Question{costly{seconds: 122, limit: 2 * time.Minute, work: true}}, "this takes up to 2 minutes with 1 thread", true},
		{[]results.Question{costly{seconds: 7202, limit: 2 * time.Hour, work: true}}, "this takes up to 2 hours with 1 thread", false},
		{[]results.Question{costly{seconds: 3, limit: 2 * time.Minute, work: true}}, "this takes about 3 s with 1 thread", true},
		{[]results.Question{costly{seconds: 1500, limit: 2 * time.Hour}}, "this takes about 25 minutes with 1 thread", true},
		{[]results.Question{costly{seconds: 30, limit: 2 * time.Hour}}, "this takes about 30 s with 1 thread", true},
		{[]results.Question{costly{seconds: 7200, limit: 2 * time.Hour}, costly{seconds: 7200}},
			"this takes about 4 hours with 1 thread", false},
	} {
		p := priceOf(c.asked, 1)
		err := p.unconfirmed()
		if p.says != c.says || (err == nil) != c.confirmed || err != nil && err.Error() != c.says+"; confirm with --yes" {
			t.Errorf("%+v: %q, %v", c.asked, p.says, err)
		}
	}
}

// On a terminal one is asked, and nothing but yes begins.
func TestAgreed(t *testing.T) {
	for typed, begins := range map[string]bool{"y\n": true, " YES \n": true, "n\n": false, "\n": false, "": false, "yet\n": false} {
		var out bytes.Buffer
		err := agreed(t.Context(), price{says: "this takes about 2 hours with 1 thread"}, strings.NewReader(typed), &out)
		if (err == nil) != begins || out.String() != "this takes about 2 hours with 1 thread; begin? [y/N] " {
			t.Errorf("%q: %v, %q", typed, err, out.String())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := agreed(ctx, price{}, waiting{}, new(bytes.Buffer)); !errors.Is(err, context.Canceled) {
		t.Error("interrupted:", err)
	}
}

// waiting is where nobody types.
type waiting struct{}

func (waiting) Read([]byte) (int, error) { select {} }

// Every command that asks confirms by --yes.
func TestEveryCommandConfirms(t *testing.T) {
	for _, command := range questions.Commands() {
		if cmd, _, err := newRoot().Find(strings.Fields(command)); err != nil || cmd.Flags().Lookup("yes") == nil {
			t.Errorf("%s has no --yes", command)
		}
	}
}

// A search that has begun was confirmed: it continues without a new question, but another search in
// its place does not.
func TestBegunIsConfirmed(t *testing.T) {
	dir := t.TempDir()
	confirm := func(n int) error {
		asked := []results.Question{swops.Max{N: n}}
		f := questionFlags{resumeFlags: resumeFlags{dir: dir, left: run.Note{Questions: jsonOf(asked)}}}
		_, err := f.confirm(t.Context(), commandSpec{resume: true}, asked)
		if err != nil {
			if err := f.left.Write(dir); err != nil {
				t.Fatal(err)
			}
		}
		return err
	}
	if err := confirm(22); err == nil {
		t.Error("months begin without a word")
	}
	if err := confirm(22); err != nil {
		t.Error(err)
	}
	if err := confirm(23); err == nil {
		t.Error("another search is taken for the one that has begun")
	}
}

// A distance with a closed form takes no time, whatever the limit of work.
func TestPriceOfClosedForms(t *testing.T) {
	for _, line := range []string{"tvd W", "tvd RWD -n 1000", "tvd DRRD", "tvd DDD", "tvd W --proved"} {
		if p := priceOf(questionsOf(t, strings.Fields(line)...), 1); p.seconds >= worthKnowing {
			t.Errorf("%s: %s", line, p.says)
		}
	}
	if p := priceOf(questionsOf(t, "tvd", "O^50", "-n", "100"), 1); p.seconds < 2 || p.seconds > 8 { // took 4 s
		t.Error(p.says)
	}
	if p := priceOf(questionsOf(t, "tvd", "RDR"), 1); p.seconds < worthSaying || !strings.Contains(p.says, "up to") {
		t.Error(p.says)
	}
}
