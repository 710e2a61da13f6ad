package explorer

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// shown is what the template of a page sees.
type shown struct {
	View     string
	Menu     []way // of the navigation
	More     []way
	Below    bool   // the page is one of those under More
	Tucked   bool   // its form is behind a button
	Title    string // of the page
	Says     string // a sentence about it
	Fields   []shownField
	Letters  []shownLetter
	Panels   []template.HTML
	Wrong    string
	Token    string
	Other    string // the same page in the other language
	T        language
	Lang     string
	Glossary []entry
	Keep     string // the language, if it was asked for
	Refused  string // that what was asked for is wrong, or a part of it; "" if all is right
	Nameless bool   // it is the page of something, and nobody can say of what
	At       string
	Subject  string // of a home page
	Picture  string // that stands for the page
	Embed    bool
	Own      bool   // a shuffle has a parameter of the reader's own
	Alone    string // the address of its embed
}

type shownField struct {
	Name, Value, Label string
	Usual              string // what an address leaves out
	Lo, Hi             int64
	Choices            []shownChoice
	Decides            bool // whether other fields are there
	Number, Slide      bool
	Wide, Word         bool
	Slider             *slider
	At                 float64 // where the slider stands
}

type shownChoice struct{ Value, Says string }

type shownLetter struct {
	Name, Says string
	Fields     []shownField
}

// own says that a parameter is not as it usually is.
func (l shownLetter) own() bool {
	return slices.ContainsFunc(l.Fields, func(f shownField) bool { return f.Value != f.Usual })
}

// form are the fields of the form, with their values.
func (q values) form() (all []shownField) {
	for _, f := range q.v.fields {
		if !f.apart && (f.when == nil || f.when(q)) {
			all = append(all, q.show(f))
		}
	}
	return all
}

// parameters are the fields of the letters that the words are made of.
func (q values) parameters() (all []shownLetter) {
	for _, l := range q.letters {
		shown := shownLetter{Name: l.Name, Says: q.says.Of(l.key())}
		for _, f := range l.Fields {
			shown.Fields = append(shown.Fields, q.show(f))
		}
		all = append(all, shown)
	}
	return all
}

// show is a field with its value.
func (q values) show(f field) shownField {
	shown := shownField{
		Name: f.name, Value: cmp.Or(q.typed[f.name],
			q.of[f.name]), Usual: f.byDefault, Label: q.says.Of(string(q.label(f))), Lo: f.lo, Hi: f.hi,
		Decides: f.decides, Number: f.lo != 0 ||
			f.hi != 0, Slide: f.slide, Wide: f.wide, Word: f.word, Slider: f.slider,
	}
	for _, choice := range f.choices {
		shown.Choices = append(shown.Choices, shownChoice{choice, q.says.choice(q.v.name, choice)})
	}
	if x, err := number.ParseRat(shown.Value); err == nil && f.slider != nil {
		shown.At, _ = x.Float64()
	}
	return shown
}

// page is a view with the answers that take a moment only.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	v, _, _ := s.find(r.PathValue("view"), "")
	if v == nil {
		s.missing(w, r)
		return
	}
	if v == routine { // whose address is that of the first page
		s.moved(w, r, "/")
		return
	}
	s.sendView(w, r, v)
}

// moved leads to the address of a page, with the same query.
func (s *Server) moved(w http.ResponseWriter, r *http.Request, to string) {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", s.Base+to)
	w.WriteHeader(http.StatusMovedPermanently)
}

// missing says that there is no such page, or leads to the one whose address lacks the slash at the end. Who asks for
// a change, and no page, is told in a line.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	lang, says := languageOf(r)
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
	data := s.frame(r, "missing", says, lang)
	data.Other = inLanguage(r, says.Other())
	s.send(w, http.StatusNotFound, "missing", data)
}

// inLanguage is the address that was asked for, in another language. One that begins with // would be of another host.
func inLanguage(r *http.Request, lang string) string {
	query := r.URL.Query()
	query.Set("lang", lang)
	return "/" + strings.TrimLeft(r.URL.EscapedPath(), "/") + "?" + query.Encode()
}

// home is the first page.
func (s *Server) home(w http.ResponseWriter, r *http.Request) { s.sendView(w, r, routine) }

func (s *Server) sendView(w http.ResponseWriter, r *http.Request, v *view) {
	ctx := r.Context()
	q, wrong := s.read(ctx, v, r)
	if wrong == nil && v.has != nil && !v.has(q) {
		s.missing(w, r)
		return
	}
	data := s.frame(r, v.name, q.says, q.lang)
	data.Other, data.Alone = q.address("", "lang", q.says.Other()), q.address("", "embed", "1")
	if slices.ContainsFunc(v.panels, func(p *panel) bool { return p.posted }) {
		data.Alone = "" // one panel has the decks, another the answer
	}
	if data.Subject = q.Text(v.key); data.Subject != "" {
		data.Title = data.Subject + " · " + q.says.Of(v.name)
	}
	if v.picture != nil && wrong == nil {
		data.Picture = s.shared(r, v.picture(q), q)
	}
	show := v.panels
	if data.Embed = r.FormValue("embed") == "1" && wrong == nil; data.Embed {
		if show = v.embedded(r.FormValue("panel"), q); len(show) == 0 {
			s.missing(w, r)
			return
		}
		s.framed(w)
	}
	if v.inside == "" || wrong != nil {
		data.Fields, data.Letters = q.form(), q.parameters()
		data.Tucked = v.under == play.name && wrong == nil
		data.Own = slices.ContainsFunc(data.Letters, shownLetter.own)
	}
	data.Panels = make([]template.HTML, len(show))
	if wrong != nil { // there are no answers: they would be those of another question
		data.Refused, data.Wrong = q.says.Of("refused"), q.says.error(wrong)
		data.Subject, data.Alone = "", ""
		if data.Nameless = v.key != ""; data.Nameless {
			data.Title = ""
		}
		data.Other = inLanguage(r, q.says.Other())
		s.send(w, statusOf(wrong), "page", data)
		return
	}
	name := "page"
	if data.Embed {
		name = "embed"
	}
	var panels sync.WaitGroup
	failed := make([]error, len(show))
	for i, p := range show {
		if pages().Lookup(v.name+"/"+p.name) != nil || p.asks != nil {
			panels.Go(func() { data.Panels[i], failed[i] = s.panel(ctx, v, p, q) })
		}
	}
	panels.Wait()
	if v.title != nil {
		if title, says := v.title(ctx, s, q); title != "" {
			data.Title, data.Says = title, says
		}
	}
	status, answered := http.StatusOK, false
	for i, err := range failed {
		status = max(status, statusOf(err))
		answered = answered || err == nil && show[i].asks != nil
	}
	switch {
	case status != http.StatusBadRequest && status != http.StatusNotFound:
	case answered:
		data.Refused = q.says.Of("refused.part")
	default:
		data.Refused = q.says.Of("refused")
	}
	s.send(w, status, name, data)
}

// statusOf is how a page is answered on which this went wrong.
func statusOf(err error) int {
	var refused results.Refused
	var p problem
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, wrong("wrong.patience")):
		return http.StatusServiceUnavailable
	case errors.Is(err, wrong("check.large")):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, wrong("wrong.gone")):
		return http.StatusNotFound
	case errors.As(err, &refused), errors.As(err, &p):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// shared is the address of the picture that stands for a page, whole, as others load it; "" for none.
func (s *Server) shared(r *http.Request, file string, q values) string {
	switch {
	case file == "" || s.static && (s.Site == "" || q.v != routine):
		return ""
	case s.static && q.says == japanese:
		return s.Site + "/shared.ja.png"
	case s.static:
		return s.Site + "/shared.png"
	}
	at := q.address(file, "lang", string(q.says)) // as who sees it reads it
	if s.Site != "" {
		return s.Site + at
	}
	return "http://" + r.Host + at
}

// frame is what all pages have.
func (s *Server) frame(r *http.Request, name string, says language, lang string) shown {
	data := shown{View: name, T: says, Lang: string(says), Keep: lang, At: s.At}
	if !s.static {
		data.Token = s.NewToken()
	}
	data.Menu, data.More = ways(name, lang)
	data.Below = slices.ContainsFunc(data.More, func(p way) bool { return p.Here })
	data.Title, data.Says = says.Of(name), says.Of(name+".lead")
	return data
}

// send writes a page, whole or not at all.
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

// linking are the attributes in which addresses of pages stand.
var linking = strings.Fields("href src action data-ask data-decks data-url data-src")

// based has the addresses of a piece of a page begin as they do on this host. What is typed cannot be taken for
// an attribute: quotes in texts are escaped.
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

// file is the record behind a panel in a format, or a picture.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name, ending, named := strings.Cut(r.PathValue("file"), ".")
	v, p, ok := s.find(r.PathValue("view"), name)
	if v != nil && v.key != "" && (!named || p == nil) { // names of records have points too
		s.homePage(w, r, v, r.PathValue("file"))
		return
	}
	if !ok || !slices.Contains([]string{"json", "csv", "txt", "png"}, ending) {
		s.missing(w, r)
		return
	}
	ctx := r.Context()
	q, err := s.read(ctx, v, r)
	var asks []ask
	if err == nil {
		asks, err = p.questions(q)
	}
	if err != nil {
		http.Error(w, q.says.error(err), statusOf(err))
		return
	}
	w.Header().Set("Content-Type", kindOf("."+ending))
	if p.file != nil && p.as == ending {
		err := fault.Caught(func() error {
			all, err := s.download(ctx, asks...)
			if err != nil {
				return err
			}
			return p.file(ctx, s, w, q, all)
		})
		if err != nil && ctx.Err() == nil {
			http.Error(w, q.says.error(err), statusOf(err))
		}
		return
	}
	which, err := strconv.Atoi(cmp.Or(r.FormValue("line"), "0"))
	if err != nil || which < 0 || which >= len(asks) || ending == "png" {
		s.missing(w, r)
		return
	}
	all, err := s.download(ctx, asks[which])
	var b bytes.Buffer
	if err == nil {
		if ending == "txt" {
			ending = "text"
		}
		err = render.Records(&b, ending, all[0].Records...)
	}
	if err != nil {
		http.Error(w, q.says.error(err), statusOf(err))
		return
	}
	b.WriteTo(w)
}

// pages are the templates of the pages. They escape what records hold. They are read when the
// first page is: other commands need not wait for them.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(pageFuncs).ParseFS(assets, "assets/*.html"))
})

// pageFuncs are what templates call.
var pageFuncs = template.FuncMap{
	"decimals": func(x float64) string { return fmt.Sprintf("%.4f", x) },
	"least":    func(x float64) string { return fmt.Sprintf("%.4f", math.Floor(x*1e4)/1e4) },
	"most":     func(x float64) string { return fmt.Sprintf("%.4f", math.Ceil(x*1e4)/1e4) },
	"wide":     func(lo, hi float64) bool { return lo < 0.01 || hi > 0.99 },
	"percent":  func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) },
	"next":     func(x int64) string { return fmt.Sprint(x + 1) },
	"minus1":   func(x int) int { return x - 1 },
	"red":      func(card string) bool { return strings.HasSuffix(card, "♥") || strings.HasSuffix(card, "♦") },
	"deck":     func(deck []int) string { return strings.Trim(fmt.Sprint(deck), "[]") },
}

// The glossary is the one of the docs, as a page: its headings, and its terms with what they mean.

// entry is a heading, or a term with its meaning, or prose alone.
type entry struct{ Heading, Term, Means string }

// Parts of Markdown that a page leaves out: addresses of other pages of the docs, and marks.
var (
	asideForm = regexp.MustCompile(`\s*\(\[[^\]]*\]\([^)]*\)\)`)
	linkForm  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	termForm  = regexp.MustCompile(`(?s)^- \*\*(.*?)\*\*: (.*)$`)
)

// entries reads a glossary: paragraphs of prose, headings ##, and items - **term**: meaning.
func entries(markdown string) (all []entry) {
	plain := strings.NewReplacer("`", "", "*", "").Replace
	text := linkForm.ReplaceAllString(asideForm.ReplaceAllString(markdown, ""), "$1")
	for _, block := range strings.Split(strings.ReplaceAll(text, "\n- ", "\n\n- "), "\n\n") {
		block = strings.TrimSpace(block)
		heading, isHeading := strings.CutPrefix(block, "## ")
		m := termForm.FindStringSubmatch(block)
		switch {
		case block == "" || strings.HasPrefix(block, "# "):
		case isHeading:
			all = append(all, entry{Heading: plain(heading)})
		case m != nil:
			all = append(all, entry{Term: plain(m[1]), Means: plain(m[2])})
		default:
			all = append(all, entry{Means: plain(block)})
		}
	}
	return all
}

// glossaryInJapanese has the same terms.
//
//go:embed words/glossary.ja.md
var glossaryInJapanese string

func (s *Server) glossary(w http.ResponseWriter, r *http.Request) {
	lang, says := languageOf(r)
	data := s.frame(r, "glossary", says, lang)
	data.Other = "/glossary?lang=" + says.Other()
	text := s.Glossary
	if says == japanese {
		text = glossaryInJapanese
	}
	data.Glossary = entries(text)
	s.send(w, http.StatusOK, "glossary", data)
}
