package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results/explorer"
	"dovetail/search/pages"
)

// explored serves the pages of this program.
func explored(t *testing.T) string {
	server := httptest.NewUnstartedServer(nil)
	s := explorer.New(pages.Program(), server.Listener.Addr())
	s.Timeout = patience
	server.Config.Handler = s
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// patience is how long a test waits for what must come, on a machine that does much else: it passes as soon as
// that is there.
const patience = 4 * time.Minute

// until waits until something is true of a page.
func until(is string) chromedp.Action {
	return chromedp.Poll(is, nil, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(patience))
}

// chromium is the browser of all tests, which is started once, and what ends it.
var chromium = struct {
	sync.Once
	ctx context.Context
	end func()
}{end: func() {}}

// browser is a page of that browser, which has nothing in common with those of other tests, and what went wrong on it so far.
func browser(t *testing.T) (ctx context.Context, wrong func() []string) {
	t.Helper()
	path := longtest.Needs(t, "chromium")
	chromium.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
			chromedp.Flag("lang", "en-US"), chromedp.Flag("js-flags", "--liftoff-only"), // the program is compiled once
			chromedp.WSURLReadTimeout(patience))
		of, end := chromedp.NewExecAllocator(context.Background(), options...)
		chromium.ctx, _ = chromedp.NewContext(of)
		chromium.end = func() { chromedp.Cancel(chromium.ctx); end() }
		must.Do(t, chromedp.Run(chromium.ctx))
	})
	var page target.ID
	must.Do(t, chromedp.Run(chromium.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		visitor, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx)
		if err == nil {
			page, err = target.CreateTarget("about:blank").WithBrowserContextID(visitor).WithNewWindow(true).Do(ctx)
		}
		return err
	})))
	ctx, cancel := chromedp.NewContext(chromium.ctx, chromedp.WithTargetID(page))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 5*patience)
	t.Cleanup(cancel)
	var mu sync.Mutex
	var says []string
	chromedp.ListenTarget(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			says = append(says, e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
				says = append(says, fmt.Sprint(e.Args))
			}
		case *log.EventEntryAdded:
			busy := strings.Contains(e.Entry.Text, "status of 503") // which a page of a busy machine gets, and asks again
			if !busy && (e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning) {
				says = append(says, e.Entry.Text+" "+e.Entry.URL)
			}
		}
	})
	return ctx, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string(nil), says...)
	}
}

// printout is a command line on a page with what the page says it prints.
type printout struct{ Line, Text string }

// tab goes through a page by the tab key.
func tab(ctx context.Context) (wrong []string, err error) {
	var stops int
	err = chromedp.Run(ctx, chromedp.Evaluate(listen, nil), chromedp.Evaluate(ahead, &stops))
	for range stops {
		var found []string
		if err == nil {
			err = chromedp.Run(ctx, chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(ringless, &found))
		}
		wrong = append(wrong, found...)
	}
	var found []string
	if err == nil {
		err = chromedp.Run(ctx, chromedp.Evaluate(astray, &found))
	}
	return append(wrong, found...), err
}

// same compares a page with the program: what it shows under each command line is what that prints.
func same(t *testing.T, ctx context.Context, page string, least int) {
	t.Helper()
	var answers []printout
	if err := chromedp.Run(ctx, until(settled), chromedp.Evaluate(answersOf, &answers)); err != nil {
		t.Fatal(page, err)
	}
	if len(answers) < least {
		t.Errorf("%s shows %d answers, want %d", page, len(answers), least)
	}
	for _, a := range answers {
		out, err := prints(a.Line)
		if bytes.Contains(out, []byte("on record).")) { // which a page says beside the answer
			out, err = prints(a.Line + " --fresh")
		}
		if err != nil || string(out) != a.Text {
			t.Errorf("%s: %s prints\n%s, the page shows\n%s (%v)", page, a.Line, out, a.Text, err)
		}
	}
}

// Every view is a URL that shows what its commands print: at once, after a reload, on the way back,
// in a narrow window, in both languages, dark and light. Nothing goes wrong on the way, and
// everything can be used with a keyboard or a screen reader. Unless the tests are long, every
// third view is tried; the others are visited on the static site (TestSite).
func TestExplorerInABrowser(t *testing.T) {
	t.Parallel()
	ctx, wrong := browser(t)
	walk(t, ctx, explored(t), "")
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// tour is every view, with how many answers it shows at least.
var tour = []struct {
	path  string
	least int
}{
	{"/", 1},
	{"/?word=RRDR&n=8&D.piles=3", 1},
	{"/shuffles?n=14&kind=in&card=2&to=7&upto=300", 4},
	{"/guess?word=RRD&n=20&D.piles=4&named=1.5.9", 1},
	{"/fair?n=32&upto=6", 3},
	{"/topswops?deck=3+1+4+5+2", 1},
	{"/words?word=HDR&other=RSR&n=20&H.mean=6&R.cut=normal&R.sd=5%2F2&D.piles=4", 2},
	{"/trick?riffles=2&seed=5&place=5&cut=both&insert=top&pick=7", 3},
	{"/play", 0},
	{"/opening?word=RRR", 1},
	{"/check", 0},
	{"/findings", 3},
	{"/record", 0},
}

// walked is how many views there are to one that is walked through in short tests.
const walked = 3

// walk goes through all views at an address, and says in its pictures' names which those are.
func walk(t *testing.T, ctx context.Context, at, where string) {
	t.Helper()
	pictures := os.Getenv("DOVETAIL_PICTURES")
	picture := func(name string) chromedp.ActionFunc {
		return func(ctx context.Context) error {
			if pictures == "" {
				return nil
			}
			var png []byte
			if err := chromedp.FullScreenshot(&png, 100).Do(ctx); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(pictures, where+name+".png"), png, 0o666)
		}
	}
	theme := func(name string) chromedp.Action {
		return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}})
	}
	do := func(what string, actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(what, err)
		}
	}
	check := func(page, script string) {
		t.Helper()
		var found []string
		await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
		if do(page, chromedp.Evaluate(script, &found, await)); len(found) > 0 {
			t.Errorf("%s: %s", page, strings.Join(found, "\n  "))
		}
	}
	for i, v := range tour {
		if i%longtest.Of(walked, 1) != 0 {
			continue
		}
		name, _, _ := strings.Cut(strings.ReplaceAll(v.path[1:], "/", "-"), "?")
		name = cmp.Or(name, fmt.Sprint("home-", i))
		do(v.path, theme("light"), chromedp.EmulateViewport(1100, 900), chromedp.Navigate(at+v.path))
		same(t, ctx, v.path, v.least)
		do(v.path, picture(name))
		check(v.path, unlabelled)
		check(v.path, taken)
		check(v.path+" in the light", pale)
		if wrong, err := tab(ctx); err != nil || len(wrong) > 0 {
			t.Errorf("%s, by the tab key: %v %s", v.path, err, strings.Join(wrong, "\n  "))
		}
		do(v.path, theme("dark"))
		check(v.path+" in the dark", pale)
		do(v.path, picture(name+"-dark"), theme("light"), chromedp.EmulateViewport(360, 740), chromedp.Reload())
		same(t, ctx, v.path+" again", v.least)
		var wide int
		do(v.path, chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide), picture(name+"-narrow"))
		if wide > 360 {
			t.Errorf("%s is %d pixels wide in a window of 360", v.path, wide)
		}
		check(v.path+" in a window of 360", small)
		check(v.path+" in a window of 360", cramped)
		translated(t, ctx, at, v.path, picture(name+"-ja"))
	}
}

// translated goes from a page in English to it in Japanese, looks at that, and comes back.
func translated(t *testing.T, ctx context.Context, at, path string, look chromedp.Action) {
	t.Helper()
	var here, lang, title string
	var excess int
	if err := chromedp.Run(ctx, click("a.other"), again(chromedp.WaitVisible(`html[lang=ja] h1`)), again(chromedp.Text("h1", &title)), look,
		chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &excess), chromedp.NavigateBack(),
		again(chromedp.WaitVisible(`html[lang=en] h1`)), chromedp.Location(&here), chromedp.Evaluate(`document.documentElement.lang`, &lang)); err != nil {
		t.Fatal(path, err)
	}
	if excess > 0 {
		t.Errorf("%s in Japanese is %d pixels wider than its window", path, excess)
	}
	if strings.TrimSuffix(here, "/") != strings.TrimSuffix(at+path, "/") || lang != "en" || !strings.ContainsFunc(title, func(c rune) bool { return c > 0x3000 }) {
		t.Errorf("%s: back at %s in %q, title in Japanese %q", path, here, lang, title)
	}
}

// What takes long is asked by its button, says how far it is, and can be stopped; the deck moves, and
// its cards can be exchanged.
func TestExplorerInUse(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	var longest, state, slid, place, after, meaning string
	var played []string
	var ranks float64
	inSteps(t, ctx, wrong,
		chromedp.EmulateViewport(1100, 900),
		chromedp.Navigate(at+"/topswops?deck=3+1+4+5+2&n=8"),
		chromedp.Evaluate(`(() => {
			const game = document.querySelector(".swops"), on = (name) => game.querySelector(name), deck = () => on(".hand").innerText;
			const mine = deck();
			while (!on(".flip").hidden) on(".flip").click();
			const over = on(".said").textContent;
			on(".show").click();
			const shown = [on(".count").textContent, on(".show").hidden, on(".mine").hidden].join(" ");
			on(".mine").click();
			const back = [deck() === mine, on(".mine").hidden].join(" ");
			const lay = (card, to) => {
				const k = [...on(".hand").children].findIndex((c) => c.textContent === card);
				if (k === to) return;
				on(".hand").children[Math.max(k, to)].click();
				on(".hand").children[Math.min(k, to)].click();
			};
			lay("2", 0); lay("A", 1);
			const fair = on(".said").textContent;
			lay("A", 0);
			const none = on(".said").textContent;
			lay("2", 0); lay("A", 1); on(".hand :first-child").click();
			return [over, shown, back, fair, none, [on(".said").textContent, on(".count").parentNode.textContent].join(" ")];
		})()`, &played),
		click("#longest .start"),
		until(`document.querySelector("#longest").dataset.state === "done"`),
		again(chromedp.Text("#longest tr:last-child", &longest)),
		again(chromedp.SendKeys(".game", kb.ArrowDown)),
		until(`document.querySelectorAll(".game tr.now").length === 1`),
		click(".game tr:nth-child(2) .card:nth-child(1)"),
		click(".game tr:nth-child(2) .card:nth-child(2)"),
		again(chromedp.WaitVisible(`input[name=deck][value="1 3 4 5 2"]`)),
		click(".game .undo"),
		again(chromedp.WaitVisible(`input[name=deck][value="3 1 4 5 2"]`)),
		chromedp.WaitNotVisible(".game .undo"),
		chromedp.Navigate(at+"/topswops?most=97"),
		click("#records .start"),
		until(`document.querySelector("#records progress").value > 0`),
		click("#records .stop"),
		until(`document.querySelector("#records").dataset.state === "failed"`),
		again(chromedp.Text("#records .says", &state)),
		chromedp.EmulateViewport(1280, 800), chromedp.Navigate(at+"/words?word=H&other=R&n=30"), sameLetters,
		chromedp.Evaluate(`document.querySelector("#rank .start").getBoundingClientRect().bottom`, &ranks),
		click(".keys summary"),
		click(".letters button:nth-child(2)"),
		click(".letters button:nth-child(3)"),
		click("button[type=submit]"),
		again(chromedp.WaitVisible(`input[name=word][value="HRD"]`)),
		click(".models summary"), again(chromedp.SendKeys(`input[name="H.mean"] ~ .slider`, kb.ArrowRight)),
		again(chromedp.WaitVisible(`input[name="H.mean"][value="10.1"]`)),
		until(settled), // before that nobody hears of a choice
		again(chromedp.SetValue(`.models[open] select[name="R.cut"]`, "normal")),
		again(chromedp.WaitVisible(`input[name="R.sd"]`)),
		chromedp.Location(&slid),
		until(settled), // what is replaced takes a click with it
		click("#score .term"), again(chromedp.WaitVisible(".meaning")), again(chromedp.Text(".meaning", &meaning)),
		chromedp.Navigate(at+"/shuffles?n=8"),
		until(settled),
		chromedp.Evaluate(`document.querySelector(".player .card:nth-child(2)").style.transform`, &place),
		click(".player .on"),
		chromedp.Evaluate(`document.querySelector(".player .card:nth-child(2)").style.transform`, &after),
	)
	if strings.Join(strings.Fields(longest), " ") != "8 22 1 6 1 5 7 8 3 2 4" || state != "stopped" {
		t.Errorf("longest %q, state %q", longest, state)
	}
	if len(played) != 6 || played[3] != "" || !strings.HasPrefix(played[4], "The game is over: 0 moves.") || !strings.HasPrefix(played[5], "The game is over: 1 move.") || !strings.HasSuffix(played[5], " 1 move") {
		t.Errorf("games of no move and of one: %q", played)
	}
	if len(played) < 3 || !strings.Contains(played[0], "6 cards") || played[1] != "0 true false" || played[2] != "true true" {
		t.Errorf("the game of topswops: %q", played)
	}
	if ranks > 700 {
		t.Errorf("the ranking starts %.0f pixels below the top of the page", ranks)
	}
	if slid != at+"/words?word=HRD&other=R&n=30&H.mean=10.1&R.cut=normal" {
		t.Error("the sliders lead to", slid)
	}
	if !strings.Contains(meaning, "white cells") {
		t.Error("the first term means", meaning)
	}
	if place == after {
		t.Error("the second card has not moved from", place)
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// accessible are what axe finds against WCAG 2.2 AA on a page.
const accessible = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"]}).then(r => r.violations.flatMap(v =>
	v.nodes.map(n => v.id + ": " + n.failureSummary.replace(/\s+/g, " ") + " " + n.html.slice(0, 160))))`

// axe has no objection to the pages of the navigation, to the games and to a routine of several kinds, in both languages, dark
// and light, with what is behind Details.
func TestExplorerByAxe(t *testing.T) {
	ctx, _ := browser(t)
	at := explored(t)
	axe := must.Have(os.ReadFile("testdata/axe.min.js"))(t)
	pages := []string{"/", "/?word=RLDO", "/?word=OOOOOOO", "/play", "/topswops", "/trick?pick=4", "/guess?named=4", "/shuffles", "/check",
		"/findings", "/words", "/record"}
	for i, path := range pages {
		theme := []string{"light", "dark"}[i%2]
		lang := "?lang=" + []string{"en", "ja"}[i/2%2]
		if strings.Contains(path, "?") {
			lang = "&" + lang[1:]
		}
		var found []string
		err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme},
			{Name: "prefers-reduced-motion", Value: "reduce"}}), chromedp.EmulateViewport(390, 844), chromedp.Navigate(at+path+lang),
			until(settled), chromedp.Evaluate(string(axe)+"; null", nil),
			chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { if (!d.matches(".by, .share")) d.open = true; })`, nil),
			chromedp.Evaluate(accessible, &found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		if err != nil {
			t.Fatal(path, err)
		}
		for _, f := range found {
			t.Errorf("%s%s, %s: %s", path, lang, theme, f)
		}
	}
}

// The menus of further pages and of hands lie within the window, below their buttons, at every width, in both languages and
// with the letters of any font, and so does what is wrong with a word that is too long.
func TestExplorerWithin(t *testing.T) {
	ctx, _ := browser(t)
	at := explored(t)
	for _, path := range []string{"/?word=", "/words?word="} {
		var wide float64
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(at+path+strings.Repeat("RRDO", 25)),
			chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide)); err != nil || wide > 390 {
			t.Errorf("%s with a word that is too long is %.0f wide, %v", path, wide, err)
		}
	}
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	for _, lang := range []string{"en", "ja"} {
		must.Do(t, chromedp.Run(ctx, chromedp.Navigate(at+"/?word=RRDOL&lang="+lang), until(settled)))
		widths := []int64{320, 360, 390, 430, 600, 768, 840, 900, 1100}
		for k, width := range widths {
			if (k%2 == 0) != (lang == "en") && !longtest.On() { // each in one of the languages
				continue
			}
			var found struct {
				Menus  int
				Beyond []string
			}
			if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 844), chromedp.Evaluate(beyond, &found, await)); err != nil || found.Menus < 4 {
				t.Fatal(lang, width, found, err)
			}
			for _, o := range found.Beyond {
				t.Errorf("in %s, %d wide: %s", lang, width, o)
			}
		}
	}
}

// inSteps does one action after the other. If one fails, or is not done in the time that a test waits, it says which, and what the page shows.
func inSteps(t *testing.T, ctx context.Context, wrong func() []string, all ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx); err != nil { // the browser must live as long as ctx
		t.Fatal(err)
	}
	for step, do := range all {
		limited, cancel := context.WithTimeout(ctx, patience)
		err := chromedp.Run(limited, do)
		cancel()
		if err != nil {
			var has string
			_ = chromedp.Run(ctx, chromedp.Evaluate("location.href + ' ' + document.querySelector('main')?.innerText.slice(0, 99) + ' ' + "+focused, &has))
			t.Fatalf("step %d: %v; %s; %q", step+1, err, has, wrong())
		}
	}
}

// gone is what Chromium says of an element that was replaced, at one moment or another.
var gone = []string{"Could not find node", "No node with given id", "Node is detached", "box model", "layout object"}

// click clicks what a selector finds.
func click(selector string) chromedp.Action { return again(chromedp.Click(selector)) }

// again does something once more where the page put another element in the place of its own meanwhile. Whatever finds an element
// by a selector needs it.
func again(do chromedp.Action) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			err := do.Do(ctx)
			var replaced *cdproto.Error
			if !errors.As(err, &replaced) || !slices.ContainsFunc(gone, func(says string) bool {
				return strings.Contains(replaced.Message, says)
			}) {
				return err
			}
		}
	})
}
