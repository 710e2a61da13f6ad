package models

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Every word of players leads to one model or command, is no model itself, and is in the glossary.
func TestCalled(t *testing.T) {
	glossary, err := os.ReadFile("../../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ToLower(strings.Join(strings.Fields(string(glossary)), " "))
	words := Words()
	for i, word := range words {
		model, command, says, ok := Called(strings.ToUpper(word) + " shuffle")
		if _, err := Parse(model); !ok || says == "" || (model == "") == (command == "") || model != "" && err != nil {
			t.Errorf("%s: %q, %q, %q, %v", word, model, command, says, err)
		}
		if _, own := table.Named(word); own || slices.Contains(words[:i], word) {
			t.Errorf("%s is a model, or stands twice", word)
		}
		if !strings.Contains(text, word) {
			t.Errorf("the glossary lacks %s", word)
		}
	}
	if model, _, _, ok := Called("Overhand"); !ok || model != "overhand" {
		t.Errorf("overhand: %q", model)
	}
	if _, _, _, ok := Called("nonsense"); ok {
		t.Error("nonsense means something")
	}
	if _, err := Parse("mash"); err == nil || !strings.HasSuffix(err.Error(), "did you mean riffle(cut=normal,sd=3)?") {
		t.Error(err)
	}
}
