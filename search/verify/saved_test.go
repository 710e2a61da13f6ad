package verify

import (
	"testing"

	"dovetail/results/forms"
	"dovetail/search/known"
	"dovetail/search/questions"
)

// Whatever a command answers can be saved, and answers the same question as it was.
func TestSavedAnswers(t *testing.T) {
	for _, e := range examples() {
		if questions.All[e.schema] == nil || len(e.text) > 1<<20 {
			continue
		}
		folder := t.TempDir()
		r, err := forms.Read(e.text, nil)
		if err == nil {
			err = known.Save(folder, r)
		}
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
			continue
		}
		all, refused := known.Saved(folder, nil)
		if len(all) != 1 || refused != nil {
			t.Errorf("%s: %d, %v", e.name, len(all), refused)
			continue
		}
		again, refused := known.Saved(folder, all[0].Question)
		if len(again) != 1 || refused != nil || !same(t, again[0].Text(), e.text) {
			t.Errorf("%s: %d, %v", e.name, len(again), refused)
			continue
		}
		answer, best, found := known.Answer(all[0].Question, again...)
		if !found || best.Path != again[0].Path || answer == nil {
			t.Errorf("%s: %v, %q", e.name, found, best.Path)
		}
	}
}
