package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// listedSearch is a search as the list has it.
type listedSearch struct {
	Name, Label, Of, Line, State, Says string
	Share                              float64
	Best, Can                          []string
}

// search waits until the first search of this machine, or of the cluster, is like that.
func (p *visitor) search(what string, is func(listedSearch) bool) listedSearch {
	p.t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		var all struct{ Runs []listedSearch }
		text := p.get("/runs/list")
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			p.t.Fatal(err, text)
		}
		for _, s := range all.Runs {
			if s.Of == "page" {
				continue
			}
			if is(s) {
				return s
			}
			break
		}
		if time.Now().After(deadline) {
			p.t.Fatal(what, text)
		}
	}
}

func inState(state string) func(listedSearch) bool {
	return func(s listedSearch) bool { return s.State == state }
}

// exploring starts an explorer as a process of its own.
func exploring(t *testing.T, dir string, more ...string) (*exec.Cmd, *visitor) {
	t.Helper()
	cmd := program(append([]string{"explore", "--no-open", "--runs", filepath.Join(dir, "runs"), "--catalogue", filepath.Join(dir, "catalogue.sqlite"), "--checkpoint-interval", "20ms"}, more...)...)
	cmd.Stderr = new(bytes.Buffer)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	link, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err, cmd.Stderr)
	}
	return cmd, visitorAt(t, strings.TrimSuffix(strings.TrimSpace(link), "/"))
}

// A killed explorer loses no search: the next one lists it, and it goes on to the bytes of the
// command. One that is interrupted saves the states of its searches before it ends.
func TestExplorerKilled(t *testing.T) {
	dir := t.TempDir()
	first, p := exploring(t, dir)
	p.post("/runs/start", "search=rank&m=18&by=tvd&threads=1")
	found := p.search("it finds something", func(s listedSearch) bool { return s.Share > 0.02 && len(s.Best) > 0 })
	if found.Line != "dovetail rank --by tvd -m 18" || found.State != "runs" {
		t.Errorf("%+v", found)
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		state, err := run.Load(run.Checkpoint(filepath.Join(dir, "runs", found.Name)))
		if err == nil && state.Tasks > 0 {
			break // some of it is saved
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing is saved", err)
		}
	}
	first.Process.Kill()
	first.Wait()
	second, p := exploring(t, dir)
	killed := p.search("it is listed", inState("stopped"))
	if killed.Name != found.Name || killed.Share == 0 || fmt.Sprint(killed.Can) != "[go delete]" {
		t.Errorf("%+v", killed)
	}
	p.post("/runs/go", "name="+killed.Name)
	p.search("it goes on", func(s listedSearch) bool { return s.State == "done" || s.Share > killed.Share })
	second.Process.Signal(os.Interrupt)
	second.Wait()
	if code := second.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, second.Stderr)
	}
	_, p = exploring(t, dir)
	if again := p.search("it is listed again", func(s listedSearch) bool { return s.State == "stopped" || s.State == "done" }); again.Share <= killed.Share {
		t.Errorf("the share is %v after the interrupt, %v before", again.Share, killed.Share)
	}
	p.post("/runs/go", "name="+killed.Name)
	p.search("it is done", inState("done"))
	want, err := program("rank", "-m", "18", "--by", "tvd", "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.get("/runs/answer.json?run=" + killed.Name); got != string(want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A search is called what its user says, whatever that is, until he says something else: while it runs, after it was
// stopped and goes on, and in another process. How far it is never goes back on the way.
func TestExplorerNamesSearches(t *testing.T) {
	const label, another = `<b onclick="x()">&amp; "Müller" 'né' 手</b>`, "two words"
	dir, far := t.TempDir(), 0.0
	cmd, p := exploring(t, dir)
	wait := func(what string, is func(listedSearch) bool) listedSearch {
		return p.search(what, func(s listedSearch) bool {
			if s.Share < far {
				t.Errorf("%s: %v is done, %v was", what, s.Share, far)
			}
			far = s.Share
			return is(s)
		})
	}
	called := func(want string, share float64) func(listedSearch) bool {
		return func(s listedSearch) bool { return s.Label == want && s.Share > share }
	}
	p.post("/runs/start", "search=rank&m=22&by=tvd&threads=1&label="+url.QueryEscape(label))
	name := wait("it runs", called(label, 0.01)).Name
	p.post("/runs/stop", "name="+name)
	over := func(s listedSearch) bool { return s.State != "runs" }
	stopped := wait("it stops", over)
	if stopped.Label != label {
		t.Errorf("%+v", stopped)
	}
	p.post("/runs/go", "name="+name)
	wait("it goes on", func(s listedSearch) bool { return s.State == "runs" || s.State == "done" })
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	_, p = exploring(t, dir)
	if again := wait("it is listed", over); again.Label != label {
		t.Errorf("%+v", again)
	}
	p.post("/runs/label", "name="+name+"&label="+url.QueryEscape(another))
	wait("it is called something else", called(another, 0))
	for _, bad := range []string{"name=" + name + "&label=" + strings.Repeat("x", 61), "name=" + name + "&label=a%0Ab", "name=nothing&label=a", "name=..&label=a"} {
		a := p.begin(t.Context(), "/runs/label", bad)
		a.Body.Close()
		if a.StatusCode < 400 {
			t.Errorf("%.60s: %s", bad, a.Status)
		}
	}
	ctx, wrong := browser(t)
	const article = ".searches article "
	var shown, renamed string
	var marked int
	err := chromedp.Run(ctx, chromedp.Navigate(p.at+"/runs?lang=en"), chromedp.WaitVisible(article+".label"),
		click(article+".rename"), chromedp.SetValue(article+".naming input", label), click(article+".naming button"),
		chromedp.Poll(`document.querySelector(".searches .label").textContent !== "`+another+`"`, nil),
		chromedp.Text(article+".label", &shown), chromedp.Evaluate(`document.querySelectorAll(".searches .label *").length`, &marked),
		chromedp.Evaluate(`document.querySelector(".searches .naming").hidden ? "closed" : "open"`, &renamed))
	if err != nil || shown != label || marked != 0 || renamed != "closed" || len(wrong()) > 0 {
		t.Errorf("%q, %d elements, %s, %v, %q", shown, marked, renamed, err, wrong())
	}
}

// A search that a command begins in the folder is listed there, and goes on from the page.
func TestExplorerFindsSearches(t *testing.T) {
	dir := t.TempDir()
	_, p := exploring(t, dir)
	cmd := program("rank", "-m", "21", "--by", "tvd", "--model", "H=hindu(mean=9)", "--model=R=riffle", "--resume", filepath.Join(dir, "runs", "mine"), "--checkpoint-interval", "10ms")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	p.search("it is listed", func(s listedSearch) bool {
		return s.State == "runs" && s.Share > 0 && s.Can == nil && strings.Contains(s.Says, "in another process")
	})
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	s := p.search("it is stopped", inState("stopped"))
	if want := "dovetail rank --by tvd -m 21 --model 'H=hindu(mean=9,sd=5/3,round=nearest,min=1)'"; s.Line != want {
		t.Errorf("%s, want %s", s.Line, want)
	}
	p.post("/runs/go", "name=mine")
	p.search("it goes on", func(now listedSearch) bool { return now.State == "runs" && now.Share >= s.Share })
	p.post("/runs/stop", "name=mine")
	p.search("it is stopped", inState("stopped"))
	if err := os.WriteFile(filepath.Join(dir, "runs", "mine", "question"), []byte(`{"questions":[`+results.Canonical(topswops.Census{N: 9})+`]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, p = exploring(t, dir)
	p.search("it is listed", inState("stopped"))
	p.post("/runs/go", "name=mine")
	if s := p.search("it fails", inState("failed")); !strings.Contains(s.Says, "mine") {
		t.Errorf("%+v", s)
	}
}

// A form starts a search, which is stopped and goes on; its answer is that of the command, is saved by
// a button, found in the catalogue and verified there: in both languages, wide and narrow.
func TestExplorerRuns(t *testing.T) {
	ctx, wrong := browser(t)
	dir := t.TempDir()
	at := exploredIn(t, dir)
	// A search that goes on for minutes is stopped and goes on; one of a moment gives the answer.
	const long, short = `.searches article[data-key="rank-by-tvd-m-22"]`, `.searches article[data-key="rank-by-tvd-m-15"]`
	state := func(article, s string) chromedp.Action {
		return chromedp.Poll(`document.querySelector('`+article+`')?.dataset.state === "`+s+`"`, nil, chromedp.WithPollingTimeout(patience))
	}
	start := func(m string) chromedp.Action {
		return chromedp.Tasks{
			chromedp.SetValue("form[data-search=rank] input[name=m]", m),
			chromedp.SetValue("form[data-search=rank] select[name=by]", "tvd"),
			chromedp.SetValue("form[data-search=rank] input[name=threads]", "1"),
			click("form[data-search=rank] button"),
		}
	}
	var answers []printout
	var best, live, verdict, title string
	var faint, fainter []string
	var wide, unnamed, listed int
	narrow := func(what string) chromedp.Action {
		return chromedp.Tasks{chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide), chromedp.ActionFunc(func(context.Context) error {
			if wide > 360 {
				t.Errorf("%s is %d pixels wide in a window of 360", what, wide)
			}
			return nil
		})}
	}
	err := chromedp.Run(ctx,
		chromedp.EmulateViewport(1100, 900),
		chromedp.Navigate(at+"/runs"),
		start("22"),
		chromedp.Poll(`document.querySelector(".searches li")`, nil, chromedp.WithPollingTimeout(patience)),
		chromedp.Text(".searches .best", &best),
		click(long+" button.stop"),
		state(long, "stopped"),
		chromedp.EmulateViewport(360, 740),
		chromedp.Navigate(at+"/runs?lang=ja"),
		state(long, "stopped"),
		narrow("a search"),
		click(long+" button.go"),
		state(long, "runs"),
		click(long+" button.stop"),
		state(long, "stopped"),
		start("15"),
		state(short, "done"),
		click(short+" .do a"),
		chromedp.WaitVisible("#answer pre"),
		chromedp.Evaluate(answersOf, &answers),
		chromedp.Text("h1", &title),
		narrow("an answer"),
		click("#answer .save"),
		chromedp.WaitVisible("#answer .save + [role=status] a"),
		click("#answer .save + [role=status] a"),
		chromedp.WaitVisible("#record pre"),
		narrow("a record"),
		chromedp.EmulateViewport(1100, 900),
		chromedp.Navigate(at+"/topswops?deck=3+1+4+5+2"),
		click("#play .save"),
		chromedp.WaitVisible("#play .save + [role=status] a"),
		chromedp.Navigate(at+"/runs"),
		chromedp.SetValue("#catalogue select[name=schema]", "topswops-play"),
		click("#catalogue form button[type=submit]"),
		chromedp.WaitReady(`#catalogue option[selected]:not(:empty)`),
		chromedp.Evaluate(`document.querySelectorAll("#catalogue tr").length`, &listed),
		click("#catalogue td a"),
		chromedp.WaitVisible("#record pre"),
		click("#verify .start"),
		chromedp.Poll(`document.querySelector("#verify").dataset.state === "done"`, nil, chromedp.WithPollingTimeout(patience)),
		chromedp.Text("#verify table", &verdict),
		chromedp.Evaluate(unlabelled+".length", &unnamed),
		chromedp.Evaluate(pale, &faint),
		chromedp.Navigate(at+"/runs"),
		state(short, "done"),
		chromedp.Evaluate(pale, &fainter),
		chromedp.Navigate(at+"/words?m=12&by=maxerror&n=120"),
		click("#rank .start"),
		chromedp.Poll(`document.querySelector("#rank .best li")?.textContent`, &live, chromedp.WithPollingTimeout(patience)),
	)
	if err != nil {
		t.Fatal(err, wrong())
	}
	if !strings.HasPrefix(best, "Best so far") || !strings.Contains(live, " maxerror=") || !strings.Contains(best, "tvd=") || !strings.Contains(verdict, "holds") || unnamed > 0 || listed != 2 || title != "計算と記録" {
		t.Errorf("best %q and %q, verdict %q, %d without a name, %d rows, title %q", best, live, verdict, unnamed, listed, title)
	}
	for _, text := range append(faint, fainter...) {
		t.Error("pale:", text)
	}
	want, err := program("rank", "-m", "15", "--by", "tvd").Output()
	if err != nil || len(answers) != 1 || answers[0].Text != string(want) {
		t.Errorf("the page shows %q, the command prints\n%s (%v)", answers, want, err)
	}
	again, err := program("rank", "-m", "15", "--by", "tvd", "--reuse", "--catalogue", filepath.Join(dir, "catalogue.sqlite")).CombinedOutput()
	if err != nil || !strings.Contains(string(again), "from the catalogue") || !strings.HasPrefix(string(again), string(want)) {
		t.Errorf("%s (%v)", again, err)
	}
	verified, err := program("catalogue", "verify", "--catalogue", filepath.Join(dir, "catalogue.sqlite"), "--schema", "topswops-play").Output()
	p := visitorAt(t, at)
	if shown := p.get("/runs/verify.txt?" + url.Values{"schema": {"topswops-play"}}.Encode()); err != nil || shown != string(verified) {
		t.Errorf("%s, the command prints %s (%v)", shown, verified, err)
	}
	for _, w := range wrong() {
		t.Error("on the way:", w)
	}
}

// What a finished search shows is its answer, and not what was found last of fewer cards.
func TestExplorerShowsWhatWasFound(t *testing.T) {
	_, p := exploring(t, t.TempDir())
	p.post("/runs/start", "search=longest&n=10")
	done := p.search("it is done", inState("done"))
	var r results.TopswopsMax
	if err := json.Unmarshal([]byte(p.get("/runs/answer.json?run="+done.Name)), &r); err != nil {
		t.Fatal(err)
	}
	if want := "38 moves: " + strings.Trim(fmt.Sprint(r.Decks), "[]"); !slices.Equal(done.Best, []string{want}) {
		t.Errorf("%q, want %q", done.Best, want)
	}
}
