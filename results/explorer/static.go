package explorer

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"time"

	"dovetail/results/explorer/web"
	"dovetail/results/fault"
)

// A host of files shows the first page before the program is in the browser: as files, in each language, written by
// the same handler, with addresses that begin where the files lie.

// FirstPages are these files by their names, for a folder: the first page as index.html, and where a language was
// asked for as en.html and ja.html, its picture, and the assets of all pages. What is in head goes into that of each
// page. The site of the program is the address of the folder, or "" if that is not known.
func FirstPages(ctx context.Context, p Program, head string) (map[string][]byte, error) {
	s := &Server{Program: p, timeout: time.Minute, pages: newTurns(), static: true}
	s.Public, s.Base = true, "."
	all := map[string][]byte{}
	allowed, _, _ := strings.Cut(policy, "; frame-ancestors") // which a page cannot say by itself
	head = `<meta http-equiv="Content-Security-Policy" content="` + allowed + `">` + "\n" + head
	for name, lang := range map[string]string{"index": "", "en": "?lang=en", "ja": "?lang=ja"} {
		at, err := url.Parse("/" + lang)
		if err != nil {
			return nil, err
		}
		w := &kept{header: web.Header{}, status: web.OK}
		if s.home(w, web.New(ctx, "GET", at, 0)); w.status != web.OK {
			return nil, fmt.Errorf("the first page as %s.html: status %d, with %.500s", name, w.status, w.text.String())
		}
		const after = `<meta charset="utf-8">` + "\n"
		all[name+".html"] = []byte(strings.Replace(w.text.String(), after, after+head, 1))
	}
	picture, q := &kept{header: web.Header{}, status: web.OK}, web.New(ctx, "GET", &url.URL{Path: "/"}, 0)
	of, err := s.read(ctx, routine, q)
	if err == nil {
		err = fault.Caught(func() error { return shareRoutine(ctx, s, picture, of, nil) })
	}
	if err != nil {
		return nil, err
	}
	all["shared.png"] = []byte(picture.text.String())
	err = fs.WalkDir(assets, "assets", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) != ".html" {
			all[name], err = assets.ReadFile(name)
		}
		return err
	})
	return all, err
}

// kept is an answer that is kept.
type kept struct {
	header web.Header
	status int
	text   strings.Builder
}

// Header implements [web.Response], as the other methods do.
func (k *kept) Header() web.Header { return k.header }

// WriteHeader keeps the status.
func (k *kept) WriteHeader(status int) { k.status = status }

// Write keeps a text; there is always room.
func (k *kept) Write(text []byte) (int, error) { return k.text.Write(text) }

// Flush has nothing to send.
func (k *kept) Flush() error { return nil }

// Deadlines are none.
func (k *kept) Deadlines(read, write time.Time) {}
