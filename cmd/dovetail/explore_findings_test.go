package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"dovetail/perm/must"
)

// guessing presses on from a guess to the truth in each finding, and chooses another setting by the keyboard: what it sees of each.
const guessing = `[...document.querySelectorAll(".story")].map((story) => {
	const seen = (all) => [...story.querySelectorAll(all)].filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().height > 0).length;
	const form = story.querySelector("form.guess"), slider = form.querySelector("input"), mine = story.querySelector("line.mine");
	const before = [seen(".bars"), seen(".states li"), seen(".printed")].join(" ");
	const at = () => mine.getAttribute("x1") + mine.getAttribute("y1");
	const first = at();
	slider.value = slider.max;
	slider.dispatchEvent(new Event("input"));
	const moves = at() !== first;
	form.requestSubmit();
	const setting = story.querySelector(".setting input"), says = () => story.querySelector(".states .now .tale").innerText;
	const focus = document.activeElement === setting, truth = says(), value = () => story.querySelector(".column.now .setting").textContent;
	const was = value();
	setting.value = 0;
	setting.dispatchEvent(new Event("input"));
	return [before, moves, focus, seen(".bars") > 2, seen(".states li"), says() !== truth, value() !== was || setting.max === "6",
		story.querySelector(".said").textContent.includes(slider.max), document.documentElement.scrollWidth].join(" ");
})`

// ownPoints are what the findings' pictures say of the visitor's own routine, where, and how far its ends are from the top
// of that column, or from the dot above it.
const ownPoints = `[...document.querySelectorAll(".story")].map((story) => {
	const own = story.querySelector(".yours:not([hidden])");
	if (!own) return "";
	const ends = [...own.querySelectorAll("circle")], column = [...story.querySelectorAll(".column")].find((one) => Number(one.dataset.middle) === Number(ends[0].getAttribute("cx")));
	const height = column.querySelector("circle")?.getAttribute("cy") ?? column.querySelector(".sure").getAttribute("y");
	return [own.textContent.split(": ")[1], column.querySelector(".setting").textContent, ...ends.map((end) => Math.round(end.getAttribute("cy") - height))].join(" ");
}).join("|")`

// What the first page says of a routine of 52 cards is a point wherever a finding has edges after so many shuffles.
func TestExplorerOwnPoint(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	for _, c := range []struct{ first, want string }{
		{"/?word=RRRRR&lang=en", `\|WON 6 0 0\|\|\|WON 6 0 0\|WON H 53 53`},             // and one more by a press
		{"/?word=RRRERRR&lang=ja", `\|WON 7 \d+ \d+\|\|\|WON 7 \d+ \d+\|WON H \d+ \d+`}, // an interval
		{"/?word=RRRRRR&n=40&lang=en", `\|\|\|\|\|`},
	} {
		var won, shown string
		does := []chromedp.Action{chromedp.Navigate(at + c.first), until(settled)}
		if strings.HasSuffix(c.first, "RRRRR&lang=en") {
			does = append(does, click(`#routine [data-at="often more"]`), until(`document.querySelector("h1").textContent.includes("6")`))
		}
		must.Do(t, chromedp.Run(ctx, append(does, chromedp.Text("#won", &won), chromedp.Navigate(at+"/findings?lang=en"), until(settled), chromedp.Evaluate(ownPoints, &shown))...))
		if !regexp.MustCompile("^" + strings.ReplaceAll(c.want, "WON", won) + "$").MatchString(shown) {
			t.Errorf("%s, %s: %s, want %s", c.first, won, shown, c.want)
		}
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// Who guesses sees the truth only then, in both languages and at 320 pixels, and chooses among the states; without scripts all of them are there.
func TestExplorerFindings(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	for _, lang := range []string{"en", "ja"} {
		var seen []string
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(320, 640), chromedp.Navigate(at+"/findings?lang="+lang), until(settled),
			until(`[...document.querySelectorAll("form.guess")].every(f => !f.hidden)`), chromedp.Evaluate(guessing, &seen)); err != nil {
			t.Fatal(lang, err)
		}
		if len(seen) != 6 {
			t.Errorf("%d findings", len(seen))
		}
		for i, says := range seen {
			if want := "0 0 0 true true true 1 true true true 320"; says != want {
				t.Errorf("%s, finding %d: %s, want %s", lang, i+1, says, want)
			}
		}
	}
	var plain []string
	if err := chromedp.Run(ctx, emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(at+"/findings?lang=en"), chromedp.WaitVisible("#perfect .states"),
		chromedp.Evaluate(`[...document.querySelectorAll(".story")].map(s => {
			const seen = (all) => [...s.querySelectorAll(all)].filter(e => e.checkVisibility({ visibilityProperty: true })).length;
			return String(seen(".states li") === seen(".column") && seen(".column") > 2 && seen("input") === 0);
		})`, &plain), emulation.SetScriptExecutionDisabled(false)); err != nil || strings.Join(plain, " ") != "true true true true true true" {
		t.Errorf("without scripts: %q %v", plain, err)
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}
