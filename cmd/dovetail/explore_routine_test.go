package main

import (
	"context"
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dovetail/search/known"
)

// onFile is the distance of a word of riffles and milks into ten piles that is on file, in bets of a hundred.
func onFile(t *testing.T, word string) string {
	t.Helper()
	i, ok := known.Words()(52, []string{"R=riffle", "G=milk(piles=10)"}, word)
	if !ok {
		t.Fatalf("%s is not on file", word)
	}
	return fmt.Sprintf("%.1f–%.1f", math.Floor(1000*i.Lower.Value)/10, math.Ceil(1000*i.Upper.Value)/10)
}

// routineIs waits until the page says that the routine is a word, whose chosen shuffle or groups it shows.
func routineIs(word string) chromedp.Action {
	return until(fmt.Sprintf(`(new URLSearchParams(location.search).get("word") ?? "RRR") === %q && document.querySelector(".panels").ariaBusy !== "true"`, word))
}

// focused is what has the focus: the name by which a page knows what was pressed, and whether it can be seen.
const focused = `(e => e === document.body ? "the page" : (e.checkVisibility() ? "" : "hidden ") + (e.dataset.at ?? e.outerHTML.slice(0, 80)))(document.activeElement)`

// The first page can be used with the keyboard alone: a shuffle is chosen, done more or less often,
// by other hands, and followed by others. The figure and the sentences match the routine each time,
// without another page, and the focus stays where it was.
func TestExplorerRoutine(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	won := func(want string) chromedp.Action {
		return until(`document.querySelector("#won").textContent === "` + want + `"`)
	}
	says := func(want string) chromedp.Action {
		return until(fmt.Sprintf(`document.querySelector("#answer .verdict").textContent === %[1]q && ["", %[1]q].includes(document.querySelector("#status").textContent)`, want))
	}
	press := func(name string) chromedp.Action {
		return chromedp.Tasks{
			chromedp.ActionFunc(func(ctx context.Context) error {
				var found bool
				err := chromedp.Evaluate(fmt.Sprintf(`(e => (e?.focus(), Boolean(e)))([...document.querySelectorAll('[data-at=%q]')].find(e => e.checkVisibility()))`, name), &found).Do(ctx)
				if err == nil && !found {
					err = fmt.Errorf("there is no %q to press", name)
				}
				return err
			}),
			chromedp.KeyEvent(kb.Enter),
		}
	}
	keeps := func(name string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			var has string
			if err := chromedp.Evaluate(focused, &has).Do(ctx); err != nil || has != name {
				return fmt.Errorf("the focus is on %q, not %q: %w", has, name, err)
			}
			return nil
		})
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
	var here, title, same, chosen, path, tapped, sent, shared string
	inSteps(t, ctx, wrong,
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}),
		chromedp.EmulateViewport(1100, 900),
		chromedp.Navigate(at+"/?word=RRRRRRR"), won("33"), says("Shuffle 2 more times: 9 in all."),
		chromedp.Evaluate(`window.stayed = true`, nil),
		press("better"), routineIs("RRRRRGR"), won(onFile(t, "RRRRRGR")), chromedp.Title(&title),
		chromedp.Evaluate(`document.querySelector("#routine .several").open = true`, nil),
		press("fewer 1"), routineIs("RRRRRR"), won("61"), keeps("fewer 0"),
		press("often more"), routineIs("RRRRRRR"), won("33"), keeps("often more"),
		press("often more"), routineIs("RRRRRRRR"), keeps("often more"), says("Shuffle 1 more time: 9 in all."),
		press("often fewer"), routineIs("RRRRRRR"), keeps("often fewer"),
		press("kind O"), routineIs("OOOOOOO"), keeps("kind O"), says("Not even after 20 of these: riffle 9 times instead."),
		press("kind R"), routineIs("RRRRRRR"), keeps("kind R"),
		chromedp.NavigateBack(), routineIs("OOOOOOO"), chromedp.NavigateForward(), routineIs("RRRRRRR"),
		chromedp.Evaluate(`document.querySelector("#routine .several").open = true`, nil), press("then O"), routineIs("RRRRRRRO"), keeps("then O"),
		press("then R"), routineIs("RRRRRRROR"), keeps("then R"),
		press("fewer 1"), routineIs("RRRRRRRR"), says("Shuffle 1 more time: 9 in all."), won("17"),
		chromedp.Evaluate(`document.querySelector("#routine .ways .by").open = true`, nil), press("hands"), keeps("hands"),
		chromedp.Evaluate(`window.stayed`, &stayed), chromedp.Location(&here),
		again(chromedp.Focus("#deck .face[tabindex='0']")), chromedp.KeyEvent(kb.Enter), again(chromedp.Text("#deck .places", &path)),
		click("#deck .back"), until(`document.querySelector("#deck .at").textContent === "7"`),
		click("#deck .share > summary"), again(chromedp.WaitVisible("#deck .shot img")),
		until(`document.querySelector("#deck .shot img").naturalWidth === 1200`),
		chromedp.Evaluate(`document.querySelector("#deck .share").dataset.url`, &shared), again(chromedp.WaitVisible("#deck .share .near")),
		chromedp.KeyEvent(kb.Escape),
		chromedp.SendKeys("[name=packets]", "10"), taps("2", "7", "⌫", "1", "3", "Next riffle", "0", "9", "⌫", "8", "6"),
		again(chromedp.Focus("#measure .row button")), chromedp.KeyEvent(kb.ArrowRight+kb.ArrowRight), chromedp.KeyEvent(kb.Enter),
		valueOf("[name=packets]", &tapped),
		click("#measure [type=submit]"), again(chromedp.WaitVisible("#measure .numbers b")), valueOf("[name=packets]", &sent),
		chromedp.Navigate(at+"/"),
		click("#measure .fields a"),
		again(chromedp.WaitVisible("#measure .numbers b")),
		again(chromedp.Text("#measure .numbers b", &same)),
		click("#measure .button"), again(chromedp.WaitReady(`[name=word][value=LLL]`)),
		valueOf(`[name="L.switch"]`, &chosen),
		until(settled), theme, click(".theme"), theme, click(".theme"), theme,
		chromedp.Navigate(at+"/?embed=1"), again(chromedp.WaitVisible("#answer .bet")), again(chromedp.WaitReady("#answer .exports:not([hidden])")),
		until(`document.querySelector("#answer").getBoundingClientRect().left < 50`),
	)
	if !strings.HasPrefix(title, "riffle × 5, milk into ten piles, riffle: ") {
		t.Error("the title is", title)
	}
	if !stayed || here != at+"/?word=RRRRRRRR" {
		t.Errorf("another page was loaded (%t), at %s", !stayed, here)
	}
	if shared != "/?lang=en&word=RRRRRRRR" {
		t.Error("what is shared is", shared)
	}
	if len(themes) != 3 || themes[0] == themes[1] || themes[0] != themes[2] {
		t.Error("the page is", themes)
	}
	if tapped != "10 2 1 3 ; 0 8 6 2" || sent != tapped {
		t.Errorf("packets that are tapped are %q, and %q when they were measured", tapped, sent)
	}
	if same != "73%" || chosen == "" {
		t.Errorf("measured %s, chosen %s", same, chosen)
	}
	if places := strings.Split(path, " → "); len(places) != 9 || places[8] != "1" {
		t.Errorf("the top card came by %q", path)
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// On a telephone the question, the deck, how much of it is read, what can be sent, and the verdict are there without scrolling,
// in both languages.
func TestExplorerAboveTheFold(t *testing.T) {
	ctx, _ := browser(t)
	at := explored(t)
	for _, path := range []string{"/?lang=en", "/?lang=ja", "/?lang=en&word=OOOOOOO", "/?lang=ja&word=HHHHHHH", "/?lang=en&word=RRRRDRR"} {
		var seen struct{ Question, Deck, Read, Share, Verdict float64 }
		err := chromedp.Run(ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(at+path), until(settled), sameLetters, chromedp.Evaluate(`(() => {
			const foot = s => document.querySelector(s).getBoundingClientRect().bottom;
			return {Question: foot("h1"), Deck: foot("#deck .table"), Read: foot("#deck .named"), Share: foot("#deck .share > summary"), Verdict: foot("#answer .verdict")};
		})()`, &seen))
		if err != nil || !(0 < seen.Question && seen.Question < seen.Deck && seen.Deck < seen.Read && seen.Read < seen.Share && seen.Share < seen.Verdict && seen.Verdict <= 844) {
			t.Errorf("%s: %+v, %v", path, seen, err)
		}
		t.Logf("%s: %+v", path, seen)
	}
}

// A routine that was ten letters of any kind has an answer in words at once, which is no error and no question mark.
func TestEveryRoutineIsAnswered(t *testing.T) {
	p := visitorAt(t, explored(t))
	answered := regexp.MustCompile(`(?s)<p class="verdict[^>]*>([^<]+)</p>.*?<p class="wins">([^<]+)<`)
	for _, word := range []string{"R", "RR", "O", "OOOOOOO", "OOOOOOOOOO", "H", "HHHHHHHHHH", "D", "DDD", "C", "RCRCRC", "W", "WW", "L", "LLLLLLL", "RLRLRLRLRL",
		"HDHRDHH", "OROROROROR", "ODHCRLBSPT", "LLLLLLL&L.switch=2%2F5", "RRRRRRR&R.cut=uniform", "RRR&n=2", "OOO&n=64", "OOOOOOO&n=100", "LLL&n=100", "MMMMMMM&n=100", "RRRRDRR&n=60", "MMMMDMM&n=60", "LLLLLLL&L.switch=1617%2F2500&L.cut=normal&L.off=27%2F20&L.sd=393%2F250"} {
		for _, lang := range []string{"en", "ja"} {
			page := p.get("/?lang=" + lang + "&word=" + word)
			m := answered.FindStringSubmatch(page)
			if m == nil || strings.Contains(m[1]+m[2], "?") || strings.Contains(page, `class="wrong"`) {
				t.Errorf("%s in %s: %q, %v", word, lang, m, regexp.MustCompile(`class="wrong".*`).FindString(page))
			}
		}
	}
}

// Each shuffle that a routine can go on with has a name of its own, in both languages.
func TestShufflesHaveNamesOfTheirOwn(t *testing.T) {
	p := visitorAt(t, explored(t))
	for _, lang := range []string{"en", "ja"} {
		letters := map[string]string{}
		for _, m := range regexp.MustCompile(`data-at="then (.)">([^<]+)<`).FindAllStringSubmatch(p.get("/?lang="+lang), -1) {
			if before := letters[m[2]]; before != "" {
				t.Errorf("%s and %s are both called %q", before, m[1], m[2])
			}
			letters[m[2]] = m[1]
		}
		if len(letters) < 17 {
			t.Errorf("only %d shuffles: %v", len(letters), letters)
		}
	}
}

// groupForm takes a group of a routine apart: whose hands it is by, the links to other hands, and how often it is done.
var (
	groupForm = regexp.MustCompile(`(?s)<li>(.*?)<b>(\d+)</b>`)
	byForm    = regexp.MustCompile(`<a class="live" href="([^"]*)" data-at="by \d+"([^>]*)>([^<]*)</a>`)
	calledBy  = regexp.MustCompile(`<summary data-at="by \d+">([^<]*)</summary>|<span>([^<]*)</span>\s*$`)
)

// Each group of riffles can be by its own hands: whatever hands are chosen for one, that one has them then, and the
// others have theirs.
func TestHandsOfEachGroup(t *testing.T) {
	at := explored(t)
	groups := func(page string) (all [][]string) {
		list := page[strings.Index(page, `<ol class="groups">`):strings.Index(page, "</ol>")]
		for _, m := range groupForm.FindAllStringSubmatch(list, -1) {
			head := m[1]
			if i := strings.Index(head, `<a class="button`); i >= 0 && !strings.Contains(head, "<summary") {
				head = head[:i]
			}
			by := calledBy.FindStringSubmatch(strings.TrimSpace(head))
			if by == nil {
				t.Fatalf("%q", m[1])
			}
			all = append(all, []string{by[1] + by[2], m[1], m[2]})
		}
		return all
	}
	links := 0
	for _, path := range []string{
		"/?word=RRR&n=12", "/?word=RLDXQ&X.switch=2%2F5&Q.cut=uniform&n=12",
		"/?word=LXYYZ&L.switch=2%2F5&Y.switch=1%2F3&Z.cut=half&n=12",
	} {
		page := body(t, at+path)
		before := groups(page)
		for k, group := range before {
			for _, link := range byForm.FindAllStringSubmatch(group[1], -1) {
				links++
				page := body(t, at+html.UnescapeString(link[1]))
				after := groups(page)
				if len(after) < len(before) { // it joined its neighbour, which is by the same hands
					continue
				}
				for i := range after {
					want := before[i][0]
					if i == k {
						want = link[3]
					}
					if after[i][0] != want || after[i][2] != before[i][2] {
						t.Errorf("%s, group %d by %s: group %d is %s times by %s, want %s times by %s", path, k+1, link[3], i+1, after[i][2], after[i][0],
							before[i][2], want)
					}
				}
			}
		}
	}
	if links < 25 {
		t.Errorf("only %d links", links)
	}
}

// valueOf reads a field in one step, as scripts may put another in its place between two.
func valueOf(field string, value *string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).value", field), value)
}

// A game goes on with the deck that it began with; what scripts show stands where room was left for it; a bar of the findings
// is as high as it says wherever the page stands; and nothing is wider than a small telephone.
func TestExplorerStands(t *testing.T) {
	ctx, wrong := browser(t)
	at := explored(t)
	var seeds []string
	var seed, shares string
	var shifts [2]float64
	var file float64
	shifted := func(to *float64) chromedp.Action {
		return chromedp.Evaluate(`new Promise((done) => {
			let sum = 0;
			new PerformanceObserver((list) => { for (const e of list.getEntries()) sum += e.value; }).observe({type: "layout-shift", buffered: true});
			requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
		})`, to, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
	}
	inSteps(t, ctx, wrong,
		chromedp.EmulateViewport(390, 844),
		chromedp.Navigate(at+"/guess?lang=en"), until(settled), click("#table .picks a.card"),
		until(`new URLSearchParams(location.search).has("named") && document.querySelector(".panels").ariaBusy !== "true"`),
		chromedp.Evaluate(`new URLSearchParams(location.search).get("seed")`, &seed),
		chromedp.Evaluate(`[...new Set([...document.querySelectorAll("#table .picks a.card")].map((a) => new URL(a.href).searchParams.get("seed")))]`, &seeds),
		chromedp.Navigate(at+"/topswops?lang=en"), until(settled), shifted(&shifts[0]),
		chromedp.Navigate(at+"/findings?lang=en"), until(settled), shifted(&shifts[1]),
		chromedp.Evaluate(`document.querySelector("#milk form.guess").requestSubmit()`, nil),
		chromedp.Evaluate(`document.querySelector("#milk .columns").scrollIntoView({block: "end"})`, nil),
		until(`document.querySelector("#milk .bars").checkVisibility() && document.getAnimations().every((a) => a.playState !== "running")`),
		chromedp.Evaluate(`[...document.querySelectorAll("#milk .sure")].map((bar) => {
			const picture = bar.ownerSVGElement;
			return Math.round(100 * bar.getBoundingClientRect().height / picture.getBoundingClientRect().height) + "/" +
				Math.round(100 * bar.getAttribute("height") / picture.viewBox.baseVal.height);
		}).join(" ")`, &shares),
		chromedp.EmulateViewport(320, 700), chromedp.Navigate(at+"/check?lang=en"), until(settled),
		chromedp.Evaluate(`document.querySelector("input[type=file]").getBoundingClientRect().right`, &file),
	)
	if len(seeds) != 1 || seeds[0] != seed {
		t.Errorf("the game with seed %s goes on with %v", seed, seeds)
	}
	if shifts[0] > 0.1 || shifts[1] > 0.1 {
		t.Errorf("the games and the findings move by %v while they come", shifts)
	}
	if shares == "" {
		t.Error("the findings have no bars")
	}
	for _, bar := range strings.Fields(shares) {
		if is, want, _ := strings.Cut(bar, "/"); is != want {
			t.Errorf("a bar is %s%% high, and its value %s", is, want)
		}
	}
	if file > 320-16 {
		t.Errorf("the file field ends at %v of 320 pixels", file)
	}
}

// The bet of the first page is played to its end, in both languages: the deck is shuffled face down, and fewer cards follow
// their old neighbours after each shuffle. It is read card by card, each named before it is turned, and those that were
// named right are lit; or all are turned at once. All cards are picked up in their old order, pass by pass, in no more passes
// than three riffles leave. Then the visitor names a card of another deck.
func TestExplorerBet(t *testing.T) {
	t.Parallel() // it waits for cards that are named aloud
	ctx, wrong := browser(t)
	at := explored(t)
	moves := func(preference string) chromedp.Action {
		return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: preference}})
	}
	numbers := ""
	for c := range 52 {
		numbers += fmt.Sprint(c+1, " ")
	}
	for lang, read := range map[string]chromedp.Action{
		"en": chromedp.Tasks{click("#deck .reads"), until(`document.querySelector("#deck .face.now")`)}, // to its end
		"ja": click("#deck .all"),
	} {
		var still []int
		var before, named, picked, pass, you string
		inSteps(t, ctx, wrong,
			chromedp.EmulateViewport(390, 844), moves("no-preference"), chromedp.Navigate(at+"/?lang="+lang),
			until(`document.querySelectorAll("#deck .face.down").length === 52 && document.querySelector("#deck .at").textContent === "3"`), // it was shuffled
			chromedp.Evaluate(`[document.querySelector("#deck .table").innerText.trim(), document.querySelector("#deck .read").hidden, document.querySelector("#deck .turn").hidden].join(" ")`, &before),
			read, until(`document.querySelectorAll("#deck .face:not(.down)").length === 52 && !document.querySelector("#deck .face.now")`),
			chromedp.Evaluate(`document.querySelectorAll("#deck .face.right").length + " of " + document.querySelector("#deck .count").textContent`, &named),
			chromedp.Evaluate(`(() => {
				const all = [];
				for (let k = 0; k < 4; k++) {
					all.push(Number(document.querySelector("#deck .still").textContent));
					document.querySelector("#deck .back").click();
				}
				return all;
			})()`, &still),
			click("#deck .passes > summary"), until(`document.querySelector("#deck .face.gone")`), // by itself; from here on as by who prefers less motion
			moves("reduce"), again(chromedp.Focus("#deck .passes button")), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter),
			until(`document.activeElement.matches("#deck .passes li:nth-child(2) [aria-current]") && document.querySelector("#deck .face.gone")`),
			chromedp.Text("#status", &pass),
			chromedp.Evaluate(`(() => {
				const felt = [...document.querySelectorAll("#deck .face")], at = (one) => new DOMMatrix(one.style.transform), all = [];
				for (const button of document.querySelectorAll("#deck .passes button")) {
					button.click();
					const lit = felt.filter((one) => one.classList.contains("lit")).sort((a, b) => a.dataset.number - b.dataset.number);
					if (lit.some((one, k) => k > 0 && !(at(lit[k - 1]).f < at(one).f || at(lit[k - 1]).f === at(one).f && at(lit[k - 1]).e < at(one).e))) all.push("out of order");
					all.push(...lit.map((one) => one.dataset.number));
				}
				document.querySelector("#deck .passes > summary").click();
				return all.join(" ");
			})()`, &picked), until(`!document.querySelector("#deck .picking, #deck .gone")`),
			click("#deck .turn"), again(chromedp.WaitVisible("#table .picks a.card")), until(settled),
			click("#table .picks a.card"), until(`document.querySelector("#you") && document.querySelector(".panels").ariaBusy !== "true"`),
			again(chromedp.Text("#you", &you)),
		)
		if before != " true true" {
			t.Errorf("in %s the deck shows %q before it is read", lang, before)
		}
		if right, count, _ := strings.Cut(named, " of "); right != count || right == "0" {
			t.Errorf("in %s %s cards are lit, and %s are said to be named", lang, right, count)
		}
		if all := strings.TrimSpace(numbers); picked != all {
			t.Errorf("in %s the cards are picked up as %s, want %s", lang, picked, all)
		}
		if m := regexp.MustCompile(`\d+`).FindAllString(pass, 2); len(m) != 2 || m[0] != "2" || len(m[1]) != 1 || m[1] > "8" {
			t.Errorf("in %s the second pass is said to be %q", lang, pass)
		}
		if len(still) != 4 || still[3] != 51 || !(still[0] < still[1] && still[1] < still[2] && still[2] < 51) {
			t.Errorf("in %s old neighbours are %v from the last deck to the first", lang, still)
		}
		if you != "0" && you != "1" {
			t.Errorf("in %s the visitor has named %q of one card", lang, you)
		}
	}
	inSteps(t, ctx, wrong, chromedp.Navigate(at+"/?lang=en"), click("#deck .follow a"),
		again(chromedp.WaitVisible(".settings [name=deck]"))) // a deck of one's own is typed there
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}
