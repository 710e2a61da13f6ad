package explorer

import (
	"strings"
	"testing"
)

// A page that is not as it should be is no file of a site.
func TestFirstPagesThatFail(t *testing.T) {
	s, _ := served(t, parrot) // whose answers are none for the first page
	if all, err := FirstPages(t.Context(), s.Program, ""); err == nil || !strings.Contains(err.Error(), "status 500") {
		t.Errorf("%d files, %v", len(all), err)
	}
}
