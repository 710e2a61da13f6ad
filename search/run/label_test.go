package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A label is what was set last, and none where what stands there is no text of one line, or too long.
func TestLabels(t *testing.T) {
	f := &Folder{Path: t.TempDir()}
	for _, label := range []string{"a", "手 & <b>", ""} {
		if err := f.SetLabel("one", label); err != nil || f.label("one") != label {
			t.Errorf("%q is %q, %v", label, f.label("one"), err)
		}
	}
	for _, name := range []string{".", "..", "a/b", "../a", "", "/"} {
		if f.SetLabel(name, "x") == nil {
			t.Errorf("%q has a label", name)
		}
	}
	if f.SetLabel("one", strings.Repeat("x", MaxLabel+1)) == nil {
		t.Error("a label may have any length")
	}
	for _, bad := range []string{"a\nb", "\xff", strings.Repeat("x", MaxLabel+1)} {
		if err := os.WriteFile(filepath.Join(f.Path, "one", "label"), []byte(bad), 0o666); err != nil || f.label("one") != "" {
			t.Errorf("%.20q is %q, %v", bad, f.label("one"), err)
		}
	}
}
