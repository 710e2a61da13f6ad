package explorer

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"dovetail/results/explorer/guard"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/explorer/views"
)

// A host of files shows a page before the program is in the browser: as a file, in each language, written by the
// same handler, with addresses that begin where the files lie.

// FirstPages are these files by their names, for a folder: each page as one meets it first, as index.html, and where the
// address has a language as en.html and ja.html, the first of all in the folder itself and others in folders of their
// names; the pictures that they show, the routines that many want before the program is there, and the assets of all.
// What is in head goes into that of each page, with addresses that begin with /. The site of the program is the address
// of the folder, or "" if that is not known.
func FirstPages(ctx context.Context, p view.Program, head string) (map[string][]byte, error) {
	s := &Server{Answers: view.NewAnswers(p), views: views.All(), static: true}
	s.Public, s.Timeout, s.served = true, time.Minute, s.routes()
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
			view, folder, s.Base = "", "", "."
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
	if err := s.nearby(all, keep); err != nil {
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

// shownFiles are what a page shows that is no part of it: pictures, and the decks that move.
var shownFiles = regexp.MustCompile(`(?:<img src|<image [^>]*href|data-decks)="([./]+/[a-z]+/[^"]*)"`)

// written is what is answered at an address, which must be a page.
func (s *Server) written(ctx context.Context, address string) ([]byte, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	if s.route(w, (&http.Request{Method: "GET", URL: at, Header: http.Header{}}).WithContext(ctx)); w.status != http.StatusOK {
		return nil, fmt.Errorf("%s has status %d: %.500s", address, w.status, w.text.String())
	}
	return w.text.Bytes(), nil
}

// kept is an answer that is kept.
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
