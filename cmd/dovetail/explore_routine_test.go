package main

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dovetail/docs"
	"dovetail/results"
)

// onFile is the distance of a record on file, in bets of a hundred.
func onFile(t *testing.T, name string) string {
	t.Helper()
	text, err := docs.Records.ReadFile("records/" + name + ".json")
	var r results.TVD
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.0f–%.0f", math.Floor(100*r.Lower), math.Ceil(100*r.Upper))
}

// byFinger drags the fifth letter to the sixth as a finger does.
const byFinger = `(() => {
	const [from, to] = [5, 6].map(k => document.querySelector(".chips li:nth-child(" + k + ") .chip"));
	const at = (name, chip) => {
		const box = chip.getBoundingClientRect();
		from.querySelector("b").dispatchEvent(new PointerEvent(name, {bubbles: true, pointerType: "touch", clientX: box.left + 8, clientY: box.top + 8}));
	};
	at("pointerdown", from);
	at("pointermove", to);
	at("pointerup", to);
})()`

// The first page follows who plays with it: letters are added, taken out and moved, the better routine is
// taken, hands are measured, and the figure is that of the routine each time, without another page.
func TestExplorerRoutine(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	won := func(want string) chromedp.Action {
		return chromedp.Poll(`document.querySelector("#won").textContent === "`+want+`"`, nil)
	}
	letters := func(want string) chromedp.Action {
		return chromedp.Poll(`[...document.querySelectorAll(".chip b")].map(b => b.textContent).join("") === "`+want+`"`, nil)
	}
	taps := func(keys ...string) (all chromedp.Tasks) {
		for _, key := range keys {
			all = append(all, click(`//*[@id="measure"]//button[.="`+key+`"]`))
		}
		return all
	}
	var stayed bool
	var themes []string
	theme := chromedp.Evaluate(`(window.themes ??= []).push(getComputedStyle(document.body).backgroundColor), window.themes`, &themes)
	var here, same, chosen, path, lies, said, tapped, sent string
	err := chromedp.Run(ctx,
		chromedp.EmulateViewport(1100, 900),
		chromedp.Navigate(at+"/"), won("33"),
		chromedp.WaitVisible(".guess input"), chromedp.WaitNotVisible("#won"),
		chromedp.SendKeys(".guess input", kb.ArrowRight), click(".guess [type=submit]"),
		chromedp.WaitVisible("#won"), chromedp.Text(".said", &said),
		chromedp.Evaluate(`window.stayed = true`, nil),
		click(".better a"), letters("RRRRDRR"), won(onFile(t, "routine-RRRRDRR")),
		chromedp.Evaluate(byFinger, nil), letters("RRRRRDR"),
		chromedp.Focus(".chips li:nth-child(6) .chip"),
		chromedp.KeyEvent(kb.ArrowLeft), letters("RRRRDRR"),
		chromedp.Poll(`document.activeElement.matches(".chips li:nth-child(5) .chip")`, nil),
		chromedp.KeyEvent(kb.ArrowLeft), letters("RRRDRRR"),
		chromedp.Poll(`document.activeElement === document.querySelector(".chips li:nth-child(4) .chip")`, nil),
		chromedp.KeyEvent(kb.ArrowRight), letters("RRRRDRR"),
		chromedp.Poll(`document.activeElement.matches(".chips li:nth-child(5) .chip")`, nil),
		chromedp.KeyEvent(kb.Delete), letters("RRRRRR"), won("61.4"),
		click(`.adds a:nth-of-type(1)`), letters("RRRRRRR"), won("33"),
		chromedp.NavigateBack(), letters("RRRRRR"), won("61.4"), chromedp.NavigateForward(), letters("RRRRRRR"), won("33"),
		chromedp.Evaluate(`window.stayed`, &stayed),
		click("#follow .card:nth-child(5)"), chromedp.Text("#follow .places", &path),
		click("#follow .on"), chromedp.Poll(`document.querySelector("#follow .at").textContent === "1"`, nil),
		chromedp.Evaluate(`document.querySelector("#follow .card:nth-child(5)").style.transform`, &lies),
		chromedp.Location(&here),
		chromedp.SendKeys("[name=packets]", "10"), taps("2", "7", "⌫", "1", "3", "Next riffle", "0", "9", "⌫", "8", "6"),
		chromedp.Focus("#measure .row button"), chromedp.KeyEvent(kb.ArrowRight+kb.ArrowRight), chromedp.KeyEvent(kb.Enter),
		valueOf("[name=packets]", &tapped),
		click("#measure [type=submit]"), chromedp.WaitVisible("#measure .numbers b"), valueOf("[name=packets]", &sent),
		chromedp.Navigate(at+"/"),
		click("#measure .fields a"),
		chromedp.WaitVisible("#measure .numbers b"),
		chromedp.Text("#measure .numbers b", &same),
		click("#measure .button"), chromedp.WaitReady(`[name=word][value=LLLLLLL]`),
		valueOf(`[name="L.switch"]`, &chosen),
		theme, click(".theme"), theme, click(".theme"), theme,
		click(".chips li:nth-child(3) summary"), click(".chips li:nth-child(3) .by a:nth-of-type(3)"),
		letters("LLXLLLL"), chromedp.Poll(`document.activeElement.matches(".chips li:nth-child(3) summary")`, nil),
		chromedp.Navigate(at+"/?embed=1"), chromedp.WaitVisible("#answer .bet"), chromedp.WaitVisible("#answer .exports"),
		chromedp.Poll(`document.querySelector("#answer").getBoundingClientRect().left < 50`, nil),
	)
	if err != nil {
		t.Fatal(err, wrong())
	}
	if said != "You said 51." {
		t.Error("it is remembered as", said)
	}
	if !stayed || here != at+"/routine" {
		t.Errorf("another page was loaded (%t), at %s", !stayed, here)
	}
	if len(themes) != 3 || themes[0] == themes[1] || themes[0] != themes[2] {
		t.Error("the page is", themes)
	}
	if tapped != "10 2 1 3 ; 0 8 6 2" || sent != tapped {
		t.Errorf("packets that are tapped are %q, and %q when they were measured", tapped, sent)
	}
	if same != "77%" || chosen == "" {
		t.Errorf("measured %s, chosen %s", same, chosen)
	}
	places := strings.Split(path, " → ")
	place, err := strconv.Atoi(places[min(1, len(places)-1)])
	if want := fmt.Sprintf("translate(%dpx, %dpx)", (place-1)%26*38, (place-1)/26*32); err != nil || len(places) != 8 || places[0] != "5" ||
		lies != want && place <= 26 {
		t.Errorf("card 5 goes %q and lies at %s, want %s", path, lies, want)
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// chipForm takes a letter of a routine apart: the letter, what it is called, and the links to other hands.
var (
	chipForm = regexp.MustCompile(`(?s)<li>\s*<span class="chip" title="([^"]*)"><b>(.)</b>(.*?)</li>`)
	byForm   = regexp.MustCompile(`<a class="live" href="([^"]*)"([^>]*)>([^<]*)</a>`)
)

// Each riffle of a routine can be by its own hands: whatever hands are chosen for one, that one has them then, the
// others have theirs, and its letter is the same as of those that have the same hands and as of no others.
func TestHandsOfEachRiffle(t *testing.T) {
	at := explored(t)
	chips := func(page string) (all [][]string) {
		for _, m := range chipForm.FindAllStringSubmatch(page, -1) {
			all = append(all, m[1:])
		}
		return all
	}
	links := 0
	for _, path := range []string{
		"/routine?word=RRR&n=12", "/routine?word=RLDXQ&X.switch=2%2F5&Q.cut=uniform&n=12",
		"/routine?word=LXYZ&L.switch=2%2F5&Y.switch=1%2F3&Z.cut=half&n=12",
	} {
		page, _ := body(t, at+path)
		before := chips(page)
		for k, chip := range before {
			for _, link := range byForm.FindAllStringSubmatch(chip[2], -1) {
				links++
				page, _ := body(t, at+html.UnescapeString(link[1]))
				after := chips(page)
				if len(after) != len(before) {
					t.Fatalf("%s, letter %d by %s: %s", path, k+1, link[3], link[1])
				}
				for i := range after {
					want := before[i][0]
					if i == k {
						want = link[3]
					}
					if after[i][0] != want {
						t.Errorf("%s, letter %d by %s: letter %d is by %s, want %s", path, k+1, link[3], i+1, after[i][0], want)
					}
					if i != k && after[i][1] != before[i][1] {
						t.Errorf("%s, letter %d by %s: letter %d is %s", path, k+1, link[3], i+1, after[i][1])
					}
					if i != k && want != "your riffle" && (after[i][1] == after[k][1]) != (want == link[3]) {
						t.Errorf("%s, letter %d by %s: letters %s and %s", path, k+1, link[3], after[i][1], after[k][1])
					}
				}
			}
		}
	}
	if links < 40 {
		t.Errorf("only %d links", links)
	}
}

// valueOf reads a field in one step, as scripts may put another in its place between two.
func valueOf(field string, value *string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).value", field), value)
}
