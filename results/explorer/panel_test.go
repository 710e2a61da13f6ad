package explorer

import (
	"context"
	"strings"
	"testing"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// The page about words says in words what is not known of a distance, and what the record says stands behind it.
func TestWhatATrivialEndLacks(t *testing.T) {
	s, server := served(t, func(_ context.Context, _ func(results.Progress), line ...string) (view.Answer, error) {
		return view.Answer{Records: []results.Record{results.TVD{Kind: results.Sampled, N: 52, Word: "RRRRDRR", Lower: 0.23604, Upper: 0.99996, Tested: number.OfInt(9), Decks: number.OfInt(64), Dealt: number.OfInt(16), Seed: number.OfInt(1)}}}, nil
	})
	_, _, stream := request(t, "POST", server.URL+"/words/tvd", "", "X-Token", s.NewToken())
	for _, want := range []string{`\u003cdetails class=\"printed\"`, "at least 23", "at most"} {
		if !strings.Contains(stream, want) {
			t.Errorf("no %s in %s", want, stream)
		}
	}
}

// A picture that cannot be drawn is an error of its address, and no end of the connection.
func TestPicturesThatPanic(t *testing.T) {
	_, server := served(t, parrot)
	if status, _, body := request(t, "GET", server.URL+"/shuffles/steps.png?n=4", ""); status != 500 {
		t.Error(status, body)
	}
}

// lasting is a question that takes a number of seconds.
type lasting struct {
	results.Question
	seconds float64
}

func (q lasting) Seconds() float64 { return q.seconds }

// What a button takes is said before it is pressed, for a browser too, if one has to wait for it.
func TestTakes(t *testing.T) {
	commands := []view.Command{{Questions: []results.Question{lasting{seconds: 30}, lasting{seconds: 45}}}, {Questions: []results.Question{lasting{seconds: 15}}}}
	s := &Server{Answers: &view.Answers{}}
	if got := s.takes(language.English, commands); got != "roughly 1 min 30 s of one processor" {
		t.Error(got)
	}
	s.Public = true
	if got := s.takes(language.Japanese, commands); got != "プロセッサー一つでおよそ 7分 30秒" {
		t.Error(got)
	}
	if got := s.takes(language.English, []view.Command{{Questions: []results.Question{lasting{seconds: 0.1}}}}); got != "" {
		t.Error(got)
	}
}

// A table escapes what its cells say, leads where they say, and says what its headings mean.
func TestTables(t *testing.T) {
	table := view.NewTable("", language.English.Term("C", "a share"), view.Left(attack))
	table.Add(1, attack, view.To("/word/RRR?lang=ja", attack)).Now = true
	var b strings.Builder
	if err := pages().ExecuteTemplate(&b, "table", table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`title="a share">C</button>`, `<th class="left">`, `<tr class="now">`, `<td>1</td>`, `<a href="/word/RRR?lang=ja">`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "<script") {
		t.Error(b.String())
	}
}
