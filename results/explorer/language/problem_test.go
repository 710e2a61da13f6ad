package language

import (
	"errors"
	"strings"
	"testing"
)

// Errors of commands stay as they are in English, or are marked as the program's, and those of pages are in the language of who reads them.
func TestProblems(t *testing.T) {
	for _, err := range []error{Wrong("wrong.patience"), Wrong("wrong.number", Label("words.n"), "x", 1, 2), Wrong("wrong.busy")} {
		if en, ja := English.Describe(err), Japanese.Describe(err); en == ja || en != err.Error() || strings.Contains(en+ja, "%!") {
			t.Errorf("%q and %q", en, ja)
		}
	}
	if own := errors.New("n=1 is too small"); English.Describe(own) != own.Error() || !strings.HasSuffix(Japanese.Describe(own), ": "+own.Error()) {
		t.Error(Japanese.Describe(own))
	}
}
