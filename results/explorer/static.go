package explorer

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"dovetail/results/explorer/guard"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/explorer/views"
)

// A static file server shows a page before the program is in the browser: as a file, in each
// language, written by the same handler, with addresses that begin where the files lie.

// FirstPages are these files by their names, for a folder. They are the first view of each page as
// index.html, and where the address has a language as en.html and ja.html; the first page in the
// folder itself and others in folders of their names; the pictures that they show, the frequent
// routines, and the assets of all. The text in head goes into that of each page, with addresses
// that begin with /. p.Site is the address of the folder, or "" if that is not known.
func FirstPages(ctx context.Context, p view.Program, head string) (map[string][]byte, error) {
	s := &Server{Answers: view.NewAnswers(p), views: views.All(), static: true}
	s.Public, s.Timeout, s.served = true, time.Hour, s.routes() // nobody waits for a page

	allowed, _, _ := strings.Cut(guard.Policy, "; frame-ancestors") // which a page cannot say by itself
	head = `<meta http-equiv="Content-Security-Policy" content="` + allowed + `">` + "\n" + head
	const after = `<meta charset="utf-8">` + "\n"
	all := map[string][]byte{}
	keep := func(name, at string) error {
		text, err := s.written(ctx, at)
		if before := all[name]; err == nil && before != nil && !bytes.Equal(before, text) {
			err = fmt.Errorf("%s is another %s", at, name)
		}
		all[name] = text
		return err
	}
	names := []string{"glossary"}
	for _, v := range s.views {
		names = append(names, v.Name)
	}
	for _, view := range names {
		folder := view + "/"
		if s.Base = ".."; view == routine.View.Name {
			view, folder, s.Base = "", "", here
		}
		for name, query := range map[string]string{"index": "", "en": "?lang=en", "ja": "?lang=ja"} {
			file := folder + name + ".html"
			if err := keep(file, "/"+view+query); err != nil {
				return nil, err
			}
			all[file] = bytes.Replace(all[file], []byte(after), []byte(after+s.based(head)), 1)
			for _, m := range shownFiles.FindAllSubmatch(all[file], -1) {
				at := html.UnescapeString(strings.TrimPrefix(string(m[1]), s.Base))
				if err := keep(strings.TrimPrefix(path.Clean(strings.Split(at, "?")[0]), "/"), at); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := s.nearby(ctx, all); err != nil {
		return nil, err
	}
	for name, at := range map[string]string{"shared.png": "/routine/shared.png?lang=en", "shared.ja.png": "/routine/shared.png?lang=ja"} {
		if err := keep(name, at); err != nil {
			return nil, err
		}
	}
	return all, fs.WalkDir(assets, "assets", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) != ".html" {
			all[name], err = assets.ReadFile(name)
		}
		return err
	})
}

// shownFiles are the separate files that a page shows: pictures, and the decks of the animation.
var shownFiles = regexp.MustCompile(`(?:<img [^>]*src|<image [^>]*href|data-decks)="([./]+/[a-z]+/[^"]*)"`)

// written is the answer at an address, which must be a page.
func (s *Server) written(ctx context.Context, address string) ([]byte, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	s.route(w, (&http.Request{Method: "GET", URL: at, Header: http.Header{}}).WithContext(ctx))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case w.status != http.StatusOK:
		return nil, fmt.Errorf("the page %s has status %d", address, w.status)
	}
	return w.text.Bytes(), nil
}

// kept is an answer that is kept in memory.
type kept struct {
	header http.Header
	status int
	text   bytes.Buffer
}

// Header implements [http.ResponseWriter], as the other methods do.
func (k *kept) Header() http.Header { return k.header }

// WriteHeader keeps the status.
func (k *kept) WriteHeader(status int) { k.status = status }

// Write keeps a text; there is always room.
func (k *kept) Write(text []byte) (int, error) { return k.text.Write(text) }

// frequent are common routines: one shuffle repeated, one other kind before, between or after
// riffles, and riffles with two deals or a milk, onto one pile or ten, between them.
func frequent() (words []string) {
	const alone, mixed, best = 12, 8, 10 // shuffles at most
	of := func(letters string, times ...int) {
		word := ""
		for i, n := range times {
			word += strings.Repeat(letters[i:i+1], n)
		}
		words = append(words, word)
	}
	each := func(most int, visit func(a, b, c int)) { // three numbers whose sum is at most that
		for a := range most + 1 {
			for b := range most + 1 - a {
				for c := range most + 1 - a - b {
					visit(a, b, c)
				}
			}
		}
	}
	for _, c := range routine.Offered {
		for n := range alone {
			of(string(c), n+1)
		}
	}
	for _, c := range "OHD" {
		each(mixed, func(before, times, after int) {
			if times > 0 && before+after > 0 {
				of("R"+string(c)+"R", before, times, after)
			}
		})
	}
	each(best-2, func(first, second, third int) {
		if min(first, second, third) > 0 {
			of("RDRDR", first, 1, second, 1, third)
		}
	})
	for _, milk := range "EG" {
		for before := 1; before < best-1; before++ {
			for after := 1; before+after < best; after++ {
				of("R"+string(milk)+"R", before, 1, after)
			}
		}
	}
	return words
}

// nearby keeps the routines that are one click away from the first page, and the frequent ones, in
// each language, compressed by gzip. Links to them name their files, which assets/routine.js reads
// as long as the program is not there. The first page lists them for visitors who open the address
// of one.
func (s *Server) nearby(ctx context.Context, all map[string][]byte) error {
	s.Base = here
	var languages []*near
	for _, lang := range []language.Language{language.English, language.Japanese} {
		first := string(lang) + ".html"
		n := &near{first: first, files: map[string]string{"": first}}
		for _, link := range pressed.FindAll(all[first], -1) {
			at, about := linked(link)
			n.add(lang, at, about)
		}
		for _, word := range frequent() {
			n.add(lang, "/?word="+word+"&lang="+string(lang), "word="+word)
		}
		languages = append(languages, n)
	}
	if one, other := len(languages[0].pages), len(languages[1].pages); one != other {
		return fmt.Errorf("%d routines are near the first page in one language, %d in the other", one, other)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range languages[0].pages {
		group.Go(func() error { // in all languages, while the answers are kept
			for _, n := range languages {
				text, err := s.written(ctx, n.pages[i].at)
				if err != nil {
					return err
				}
				n.pages[i].text = n.leading(text)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	const policy = `<meta http-equiv=` // before which no script runs
	for i, n := range languages {
		var listed []string
		for _, p := range n.pages {
			var packed bytes.Buffer
			w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // which is a level
			w.Write(p.text)
			w.Close()
			file := n.files[p.about]
			if all[file] != nil {
				return fmt.Errorf("%s is another %s", p.at, file)
			}
			all[file] = packed.Bytes()
			listed = append(listed, p.name)
		}
		list := fmt.Appendf(nil, `<meta name="near" content="%s">`+"\n"+policy, strings.Join(listed, " "))
		for _, name := range []string{n.first, "index.html"}[:2-min(i, 1)] { // which is in the first language
			all[name] = bytes.Replace(n.leading(all[name]), []byte(policy), list, 1)
		}
	}
	return nil
}

// near are the pages near the first one in a language.
type near struct {
	first string
	pages []nearPage
	files map[string]string // by what they are about
}

// nearPage is one of them; the name is that of its file without language and ending.
type nearPage struct {
	name, at, about string
	text            []byte
}

// add adds a page, once.
func (n *near) add(lang language.Language, at, about string) {
	if n.files[about] != "" {
		return
	}
	name := notInNames.ReplaceAllString(about, "-")
	n.files[about] = "near/" + string(lang) + "-" + name + ".bin"
	n.pages = append(n.pages, nearPage{name: name, at: at, about: about})
}

// leading is a page whose links name the files of the pages that they lead to.
func (n *near) leading(page []byte) []byte {
	return pressed.ReplaceAllFunc(page, func(link []byte) []byte {
		if _, about := linked(link); n.files[about] != "" {
			return fmt.Appendf(nil, `%s data-file="./%s"`, link, n.files[about])
		}
		return link
	})
}

// here is how the first page, and those that take its place, begin the addresses of files.
const here = "."

// linked is the address of a link to a routine, and what it is about in any language.
func linked(link []byte) (at, about string) {
	at = strings.TrimPrefix(html.UnescapeString(string(pressed.FindSubmatch(link)[1])), here)
	to, _ := url.Parse(at) // which was written here
	query := to.Query()
	query.Del("lang")
	return at, query.Encode()
}

// pressed are the links of a routine whose page replaces it.
var pressed = regexp.MustCompile(`<a class="(?:[a-z]+ )*live(?: [a-z]+)*" href="([^"]*)"`)

// notInNames is the characters that names of files leave out.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9.]+`)
