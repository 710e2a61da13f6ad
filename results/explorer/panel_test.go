package explorer

import (
	"context"
	"strings"
	"testing"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
	"dovetail/results/render"
)

// The page about words says in words what is not known of a distance, and what the record says stands behind it.
func TestWhatATrivialEndLacks(t *testing.T) {
	s, server := served(t, func(_ context.Context, _ func(results.Progress), line ...string) (view.Answer, error) {
		return view.Answer{Records: []results.Record{results.TVD{Kind: results.Sampled, Distance: results.Distance{N: 52, Word: "RRRRDRR", Lower: 0.23604, Upper: 0.99996, Tested: number.OfInt(9), Decks: number.OfInt(64), Dealt: number.OfInt(16), Seed: number.OfInt(1)}}}}, nil
	})
	_, _, stream := request(t, "POST", server.URL+"/routine/answer", "", "X-Token", s.NewToken())
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

// laid is a record with two tables.
type laid struct{}

func (laid) Answer() string { return "It is laid out." }

func (laid) Sections(p *render.Page) {
	p.Columns("rank", "<word", "C", "?left out")
	p.Row(1, attack, "0.5", "")
	p.Line("between them")
	p.Columns("cycles")
	p.Row("known faults")
}

// A panel without a template of its own shows the tables that its record lays out, in the language of the page: it escapes
// what cells say, leads from words to their pages, and says what headings mean.
func TestTables(t *testing.T) {
	_, server := served(t, func(context.Context, func(results.Progress), ...string) (view.Answer, error) {
		return view.Answer{Records: []results.Record{laid{}}}, nil
	})
	_, _, english := request(t, "GET", server.URL+"/echo?lang=en", "")
	_, _, japanese := request(t, "GET", server.URL+"/echo?lang=ja", "")
	for page, all := range map[string][]string{
		english:  {`<th>rank</th>`, `<th class="left">word</th>`, `title="The share of white cells.`, `<td>1</td>`, `<a href="/words?lang=en&amp;word=%22%3E%3Cscript`, `<td>known faults</td>`},
		japanese: {`<th>順位</th>`, `<th class="left">手順</th>`, `title="白いマスの割合です。`, `<th>巡回</th>`, `<td>知られている誤り</td>`},
	} {
		for _, want := range all {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in %s", want, page)
			}
		}
		if strings.Contains(page, "<script>alert") || strings.Contains(page, "left out") || strings.Count(page, "<table>") != 2 {
			t.Error(page)
		}
	}
}

// sure is a record that says how sure its numbers are.
type sure struct {
	results.Head
	said
}

// A panel of sampled numbers says so.
func TestSampledIsSaid(t *testing.T) {
	s, v := &Server{Answers: view.NewAnswers(view.Program{})}, &view.View{Name: "trick"}
	for kind, want := range map[string]bool{results.Sampled: true, results.Exact: false, results.Bound: false} {
		var b strings.Builder
		all := []view.Answer{{Records: []results.Record{sure{results.Head{Kind: kind}, said{}}}}}
		err := s.drawPanel(t.Context(), &b, v, &view.Panel{Name: "odds"}, view.Values{View: v, Says: language.English}, nil, all)
		if says := strings.Contains(b.String(), language.English.Of("kind.sampled")); err != nil || says != want {
			t.Errorf("%s: %v, %s", kind, err, b.String())
		}
	}
}
