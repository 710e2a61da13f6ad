package explorer

import (
	"bytes"
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"dovetail/results"
	"dovetail/results/explorer/guard"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// shown is the data of a page's template.
type shown struct {
	View     string
	Menu     []view.Link // of the navigation
	More     []view.Link
	Foot     []view.Link
	Below    bool   // the page is one of those under More
	Tucked   bool   // its form is behind a button
	Title    string // of the page
	Heading  string // of the first page
	Says     string // a sentence about it
	Fields   []view.FormField
	Letters  []view.FormLetter
	Panels   []template.HTML
	Wrong    string
	Token    string
	Other    string // the same page in the other language
	T        language.Language
	Lang     string
	Glossary []language.Entry
	Keep     string // the language, if the address has it
	Refused  string // the error in the request, or in a part of it; "" if all is right
	Nameless bool   // it is the page of something that is unknown
	Subject  string // of a home page
	Picture  string // the picture that represents the page
	Embed    bool
	Own      bool   // a parameter of a shuffle is not the default
	Alone    string // the address of its embed
}

// frame is what all pages have.
func (s *Server) frame(name string, says language.Language, lang string) shown {
	data := shown{View: name, T: says, Lang: string(says), Keep: lang}
	if !s.static {
		data.Token = s.NewToken()
	}
	data.Menu, data.More, data.Foot = s.ways(name, lang)
	data.Below = slices.ContainsFunc(data.More, func(p view.Link) bool { return p.Here })
	data.Title, data.Says = says.Of(name), says.Of(name+".lead")
	return data
}

// home is the first page.
func (s *Server) home(w http.ResponseWriter, r *http.Request) { s.sendView(w, r, routine.View) }

// page is a view with the answers that take a moment only.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	v, _, _ := s.find(r.PathValue("view"), "")
	if v == nil {
		s.missing(w, r)
		return
	}
	if v == routine.View { // whose address is that of the first page
		s.moved(w, r, "/")
		return
	}
	s.sendView(w, r, v)
}

// homePage is a page whose subject stands in its path.
func (s *Server) homePage(w http.ResponseWriter, r *http.Request, v *view.View, subject string) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Form.Set(v.Key, subject)
	s.sendView(w, r, v)
}

// moved redirects to the address of a page, with the same query.
func (s *Server) moved(w http.ResponseWriter, r *http.Request, to string) {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", s.Base+to)
	w.WriteHeader(http.StatusMovedPermanently)
}

// missing says that there is no such page, or redirects to the one whose address lacks the slash at
// the end. A request for a change gets a line instead of a page.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	lang, says := language.FromRequest(r)
	if r.Method == "POST" {
		http.Error(w, says.Of("missing"), http.StatusNotFound)
		return
	}
	path := r.URL.EscapedPath()
	to := strings.TrimSuffix(path, "/")
	if at, err := url.Parse(to); to != path && err == nil && s.has("GET", at) {
		s.moved(w, r, to)
		return
	}
	data := s.frame("missing", says, lang)
	data.Other = inLanguage(r, says.Other())
	s.send(w, http.StatusNotFound, "missing", data)
}

// inLanguage is the address of a request, in another language. An address that begins with // would
// be on another host.
func inLanguage(r *http.Request, lang string) string {
	query := r.URL.Query()
	query.Set("lang", lang)
	return "/" + strings.TrimLeft(r.URL.EscapedPath(), "/") + "?" + query.Encode()
}

// glossary is the glossary of the docs.
func (s *Server) glossary(w http.ResponseWriter, r *http.Request) {
	lang, says := language.FromRequest(r)
	data := s.frame("glossary", says, lang)
	data.Other = "/glossary?lang=" + says.Other()
	text := s.Glossary
	if says == language.Japanese {
		text = language.GlossaryInJapanese
	}
	data.Glossary = language.Glossary(text)
	s.send(w, http.StatusOK, "glossary", data)
}

// sendView sends a view with its panels, as far as they are answered at once.
func (s *Server) sendView(w http.ResponseWriter, r *http.Request, v *view.View) {
	ctx := r.Context()
	q, wrong := s.Read(ctx, v, r)
	if wrong == nil && v.Has != nil && !v.Has(q) {
		s.missing(w, r)
		return
	}
	data := s.frame(v.Name, q.Says, q.Lang)
	data.Other, data.Alone = q.Address("", "lang", q.Says.Other()), q.Address("", "embed", "1")
	if slices.ContainsFunc(v.Panels, func(p *view.Panel) bool { return p.Posted }) {
		data.Alone = "" // one panel has the decks, another the answer
	}
	if data.Subject = q.Text(v.Key); data.Subject != "" {
		data.Title = data.Subject + " · " + q.Says.Of(v.Name)
	}
	if v.Picture != nil && wrong == nil {
		data.Picture = s.shared(r, v.Picture(q), q)
	}
	show := v.Panels
	if data.Embed = r.FormValue("embed") == "1" && wrong == nil; data.Embed {
		if show = v.Embedded(r.FormValue("panel"), q); len(show) == 0 {
			s.missing(w, r)
			return
		}
		s.framed(w)
	}
	if v.Inside == "" || wrong != nil {
		data.Fields, data.Letters = q.Form(), q.Parameters()
		data.Tucked = v.Under != "" && wrong == nil
		data.Own = slices.ContainsFunc(data.Letters, view.FormLetter.Own)
	}
	data.Panels = make([]template.HTML, len(show))
	if wrong != nil { // there are no answers: they would be those of another question
		data.Refused, data.Wrong = q.Says.Of("refused"), q.Says.Describe(wrong)
		data.Subject, data.Alone = "", ""
		if data.Nameless = v.Key != ""; data.Nameless {
			data.Title = ""
		}
		data.Other = inLanguage(r, q.Says.Other())
		s.send(w, statusOf(wrong), "page", data)
		return
	}
	if v == routine.View {
		data.Heading = routine.Heading(q)
	}
	name := "page"
	if data.Embed {
		name = "embed"
	}
	var panels sync.WaitGroup
	failed := make([]error, len(show))
	for i, p := range show {
		if pages().Lookup(v.Name+"/"+p.Name) != nil || p.Commands != nil {
			panels.Go(func() { data.Panels[i], failed[i] = s.panel(ctx, v, p, q) })
		}
	}
	panels.Wait()
	if v.Title != nil {
		if title, says := v.Title(ctx, q); title != "" {
			data.Title, data.Says = title, says
		}
	}
	status, answered := http.StatusOK, false
	for i, err := range failed {
		status = max(status, statusOf(err))
		answered = answered || err == nil && show[i].Commands != nil
	}
	switch {
	case status != http.StatusBadRequest && status != http.StatusNotFound:
	case answered:
		data.Refused = q.Says.Of("refused.part")
	default:
		data.Refused = q.Says.Of("refused")
	}
	s.send(w, status, name, data)
}

// framed lets other pages have this one in a frame: those of this server, or all where the pages are public.
func (s *Server) framed(w http.ResponseWriter) {
	from := "'self'"
	if s.Public {
		from = "*"
	}
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(guard.Policy, "frame-ancestors 'none'", "frame-ancestors "+from, 1))
	h.Del("X-Frame-Options")
}

// statusOf is the HTTP status for this error.
func statusOf(err error) int {
	var refused results.Refused
	var p language.Problem
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, language.Wrong("wrong.patience")):
		return http.StatusServiceUnavailable
	case errors.Is(err, language.Wrong("check.large")):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, language.Wrong("wrong.gone")):
		return http.StatusNotFound
	case errors.As(err, &refused), errors.As(err, &p):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// shared is the full address of the picture that represents a page elsewhere; "" for none.
func (s *Server) shared(r *http.Request, file string, q view.Values) string {
	switch {
	case file == "" || s.static && (s.Site == "" || q.View != routine.View):
		return ""
	case s.static && q.Says == language.Japanese:
		return s.Site + "/shared.ja.png"
	case s.static:
		return s.Site + "/shared.png"
	}
	at := q.Address(file, "lang", string(q.Says)) // in the reader's language
	if s.Site != "" {
		return s.Site + at
	}
	return "http://" + r.Host + at
}

// send writes a page, completely or not at all.
func (s *Server) send(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := pages().ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, s.based(b.String()))
}

// linking are the attributes that hold addresses of pages.
var linking = strings.Fields("href src action data-ask data-decks data-url data-src")

// based makes the addresses in a part of a page begin as they do on this host. Typed text cannot be
// mistaken for an attribute: quotes in texts are escaped.
func (s *Server) based(html string) string {
	if s.Base == "" {
		return html
	}
	var all []string
	for _, name := range linking {
		all = append(all, " "+name+`="/`, " "+name+`="`+s.Base+"/")
	}
	return strings.NewReplacer(all...).Replace(html)
}

// menu are the pages that the navigation shows, in its order, as far as they exist. All others are
// under More, or under one of these.
var menu = []string{"routine", "play", "shuffles", "check", "findings"}

// ways are the links of the navigation, those under More, and those at the foot of a page, as seen from it.
func (s *Server) ways(from, lang string) (shown, more, below []view.Link) {
	at := func(name string) view.Link {
		p := view.Link{Name: name, URL: "/" + name}
		if name == routine.View.Name {
			p.URL = "/"
		}
		if lang != "" {
			p.URL += "?lang=" + lang
		}
		return p
	}
	here := from
	for _, v := range s.views {
		if v.Name == from && v.Under != "" {
			here = v.Under
		}
	}
	for _, name := range menu {
		if slices.ContainsFunc(s.views, func(v *view.View) bool { return v.Name == name }) {
			p := at(name)
			p.Here = name == here
			shown = append(shown, p)
		}
	}
	for _, v := range s.views {
		if v.Under == "" && v.Key == "" && !slices.Contains(menu, v.Name) {
			more = append(more, at(v.Name))
		}
	}
	below = []view.Link{at("record"), at("glossary")}
	for _, all := range [][]view.Link{more, below} {
		for i := range all {
			all[i].Here = all[i].Name == from
		}
	}
	return shown, more, below
}
