package explorer

import (
	"testing"

	"dovetail/results"
)

// lasting is a question of so many seconds.
type lasting struct {
	results.Question
	seconds float64
}

func (q lasting) Seconds() float64 { return q.seconds }

// What a button takes is said before it is pressed, for a browser too, if one has to wait for it.
func TestTakes(t *testing.T) {
	asks := []ask{{questions: []results.Question{lasting{seconds: 30}, lasting{seconds: 45}}}, {questions: []results.Question{lasting{seconds: 15}}}}
	s := &Server{}
	if got := s.takes(english, asks); got != "roughly 1 min 30 s of one processor" {
		t.Error(got)
	}
	s.Public = true
	if got := s.takes(japanese, asks); got != "プロセッサー一つでおよそ 7分 30秒" {
		t.Error(got)
	}
	if got := s.takes(english, []ask{{questions: []results.Question{lasting{seconds: 0.1}}}}); got != "" {
		t.Error(got)
	}
}
