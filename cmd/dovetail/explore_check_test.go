package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Decks are chosen as a file, packed by gzip too, or pasted or dropped, and the page has the verdict on them, and names a
// line that is no deck.
func TestExplorerDecks(t *testing.T) {
	ctx, wrong := browser(t)
	testDecks(t, ctx, explored(t))
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// testDecks goes through the page at an address.
func testDecks(t *testing.T, ctx context.Context, at string) {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(strings.Repeat("AS 2S 3S 4S 5S 6S 7S 8S\n", 40)))
	z.Close()
	file := filepath.Join(t.TempDir(), "decks.txt.gz")
	if err := os.WriteFile(file, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	test := chromedp.Tasks{
		chromedp.Evaluate(`delete document.querySelector("#verdict").dataset.state`, nil), click("#verdict .start"),
		until(`document.querySelector("#verdict").dataset.state`),
	}
	says := func(selector string, to *string) chromedp.Action {
		return chromedp.Evaluate(`document.querySelector("#verdict `+selector+`")?.innerText ?? ""`, to)
	}
	var chosen, example, bad, before, dropped, large string
	var left [3]string // of what was said of other decks
	if err := chromedp.Run(ctx, chromedp.Navigate(at+"/check?lang=en"), again(chromedp.WaitVisible(".example")),
		chromedp.SetUploadFiles("input[type=file]", []string{file}), test, says(".shown", &chosen),
		click(".example"), says(".shown", &left[0]), test, says(".better", &example),
		chromedp.SetValue("textarea", "1 2 3 4 5\n1 2 3 3 5\n"), test, says(".says", &bad), says(".verdict", &before),
		chromedp.SendKeys("textarea", "1"), says(".says", &left[1]), test, chromedp.SetUploadFiles("input[type=file]", []string{file}), says(".says", &left[2]),
		chromedp.Evaluate(`{
			const files = new DataTransfer();
			files.items.add(new File(["1 2 3 4\n4 3 2 1\n"], "two.txt"));
			document.querySelector("textarea").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
		}`, nil), test, says(".numbers", &dropped),
		chromedp.Evaluate(`document.querySelector("form.given").dataset.most = 10`, nil), test, says(".says", &large),
	); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{chosen, "Not fair."}, {chosen, "40 decks of 8 cards"}, {example, "each card exchanged with any"},
		{bad, "line 2: card 3 is at places 3 and 4"}, {dropped, "2 decks of 4 cards"}, {large, "dovetail fair FILE"},
	} {
		if !strings.Contains(c[0], c[1]) {
			t.Errorf("%q has no %q", c[0], c[1])
		}
	}
	if left != [3]string{} {
		t.Errorf("other decks are given, and what was said of those before stands there: %q", left)
	}
	if before != "" {
		t.Errorf("beside what is wrong with the decks stands the verdict on others: %q", before)
	}
}
