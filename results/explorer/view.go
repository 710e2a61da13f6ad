package explorer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"dovetail/results"
)

// view is a page: fields, and panels that answer for them.
type view struct {
	name   string
	fields []field
	more   func(ctx context.Context, s *Server, q *values, read func(field)) error // fields that depend on the others
	panels []*panel
}

// field is a parameter of a view.
type field struct {
	name      string
	says      string // what it is called, if not by view and name
	otherwise string
	model     string   // of a parameter, what the model takes it for
	lo, hi    int64    // of a number; both 0 for a text
	choices   []string // of a choice
	form      *regexp.Regexp
	slide     bool    // a number is chosen by a slider
	slider    *slider // beside what is typed
	wide      bool    // a text is long
	word      bool    // a text is built from letters
}

// panel is a part of a view.
type panel struct {
	name  string
	lines func(q values) ([][]string, error) // the command lines that answer it; nil for none
	slow  bool                               // it is asked by a job
	auto  bool                               // as soon as the page is there
	apart bool                               // all that it shows is a picture, which asks by itself
	extra func(ctx context.Context, s *Server, q values, all []Answer) (any, error)
	file  func(ctx context.Context, s *Server, w http.ResponseWriter, q values, all []Answer) error // a picture or list, by its own address
	as    string                                                                                    // how the file ends
}

// values are the parameters of one request.
type values struct {
	v       *view
	fields  []field
	of      map[string]string
	letters []letter // that words can be made of
	lang    string   // as asked for; "" for what the browser prefers
	says    language
}

func (q values) text(name string) string { return q.of[name] }

func (q values) number(name string) int64 {
	x, err := strconv.ParseInt(q.of[name], 10, 64)
	if err != nil {
		panic(name + " is no number") // read refuses others
	}
	return x
}

// query is the request's, with what is as usual left out; changes are pairs of names and values.
func (q values) query(changes ...string) url.Values {
	all := url.Values{}
	for _, f := range q.fields {
		if value := q.of[f.name]; value != f.otherwise {
			all.Set(f.name, value)
		}
	}
	if q.lang != "" {
		all.Set("lang", q.lang)
	}
	for i := 0; i < len(changes); i += 2 {
		all.Set(changes[i], changes[i+1])
	}
	return all
}

// Encoded is the query of the same page, for templates; so are Text, Number and Lang.
func (q values) Encoded() string          { return q.query().Encode() }
func (q values) Text(name string) string  { return q.text(name) }
func (q values) Number(name string) int64 { return q.number(name) }
func (q values) Lang() string             { return q.lang }

// read reads the parameters of a request, and refuses what a page does not answer. Values that
// are refused give way to the usual ones.
func (s *Server) read(ctx context.Context, v *view, r *http.Request) (values, error) {
	q := values{v: v, of: map[string]string{}}
	q.lang, q.says = languageOf(r)
	var wrong error
	read := func(f field) {
		text := strings.TrimSpace(r.FormValue(f.name))
		if text == "" {
			text = f.otherwise
		}
		if err := f.check(text); err != nil {
			wrong, text = cmp.Or(wrong, err), f.otherwise
		}
		q.fields, q.of[f.name] = append(q.fields, f), text
	}
	for _, f := range v.fields {
		read(f)
	}
	if v.more != nil {
		wrong = cmp.Or(wrong, v.more(ctx, s, &q, read))
	}
	return q, wrong
}

// longest is how many characters a field has at most.
const longest = 2000

func (f field) check(text string) error {
	switch {
	case len(text) > longest:
		return fmt.Errorf("%s is too long for a page (%d characters at most): put it to the command", f.name, longest)
	case f.choices != nil:
		for _, c := range f.choices {
			if c == text {
				return nil
			}
		}
		return fmt.Errorf("%s=%q is not one of %s", f.name, text, strings.Join(f.choices, ", "))
	case f.lo != 0 || f.hi != 0:
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil || x < f.lo || x > f.hi {
			return fmt.Errorf("%s=%q is not a number from %d to %d; the commands take more", f.name, text, f.lo, f.hi)
		}
	case text != "" && f.form != nil && !f.form.MatchString(text):
		return fmt.Errorf("%s=%q is not %s", f.name, text, f.form)
	}
	return nil
}

// find is the panel of a name.
func (s *Server) find(name, part string) (*view, *panel, bool) {
	for _, v := range views {
		if v.name == name {
			for _, p := range v.panels {
				if p.name == part {
					return v, p, true
				}
			}
			return v, nil, false
		}
	}
	return nil, nil, false
}

// asked are the answers that a page has got so far, or is waiting for: panels that put the same
// line share its answer.
type asked struct {
	mu      sync.Mutex
	answers map[string]func() (Answer, error)
}

type askedKey struct{}

// remembering is a context in which no line is asked twice.
func remembering(ctx context.Context) context.Context {
	return context.WithValue(ctx, askedKey{}, &asked{answers: map[string]func() (Answer, error){}})
}

// once asks a line, or waits for who asks it already.
func (s *Server) once(ctx context.Context, line []string) (Answer, error) {
	ask := func() (Answer, error) {
		done, err := s.work(ctx)
		if err != nil {
			return Answer{}, err
		}
		defer done()
		return s.Ask(ctx, func(float64, string) {}, line...)
	}
	if all, ok := ctx.Value(askedKey{}).(*asked); ok {
		key := strings.Join(line, "\x00")
		all.mu.Lock()
		if all.answers[key] == nil {
			all.answers[key] = sync.OnceValues(ask)
		}
		ask = all.answers[key]
		all.mu.Unlock()
	}
	return ask()
}

// asking asks the lines of a panel within the patience of a page.
func (s *Server) asking(ctx context.Context, lines [][]string) (all []Answer, err error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.patience, errors.New("this takes too long for a page: put it to the command, or ask for less"))
	defer stop()
	for _, line := range lines {
		a, err := s.once(ctx, line)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// shown is what the template of a page sees.
type shown struct {
	View    string
	Views   []string
	Fields  []shownField
	Letters []shownLetter
	Panels  []template.HTML
	Wrong   string
	Token   string
	Other   string // the same page in the other language
	T       language
	Lang    string
	Keep    string // the language, if it was asked for
	At      string
}

type shownField struct {
	Name, Value, Label string
	Usual              string // what an address leaves out
	Lo, Hi             int64
	Choices            []string
	Number, Slide      bool
	Wide, Word         bool
	Slider             *slider
	At                 float64 // where the slider stands
}

type shownLetter struct {
	Name, Says string
	Fields     []shownField
}

// show is a field with its value.
func (q values) show(f field) shownField {
	shown := shownField{
		Name: f.name, Value: q.of[f.name], Usual: f.otherwise, Label: q.says.of(cmp.Or(f.says, q.v.name+"."+f.name)), Lo: f.lo, Hi: f.hi,
		Choices: f.choices, Number: f.lo != 0 || f.hi != 0, Slide: f.slide, Wide: f.wide, Word: f.word, Slider: f.slider,
	}
	if x, ok := new(big.Rat).SetString(shown.Value); ok {
		shown.At, _ = x.Float64()
	}
	return shown
}

// part is what the template of a panel sees.
type part struct {
	View, Name string
	Slow, Auto bool
	Q          values
	T          language
	Lines      []line
	Answers    []Answer
	First      results.Record
	Extra      any
	Wrong      string
	Texts      []string // as the commands print it
}

// line is a command line and where its record is, in a format.
type line struct{ Text, JSON, CSV, Plain string }

// URL is an address on this page.
func (p part) URL(file string, changes ...string) string { return p.Q.address(file, changes...) }

// address is one on the page: of itself, or of a file. Templates take it whole, as they escape what
// they join themselves.
func (q values) address(file string, changes ...string) string {
	address := "/" + q.v.name
	if file != "" {
		address += "/" + file
	}
	if query := q.query(changes...).Encode(); query != "" {
		address += "?" + query
	}
	return address
}

// drawPanel draws a panel with its answers; none for one that is not asked yet.
func (s *Server) drawPanel(ctx context.Context, w io.Writer, v *view, p *panel, q values, lines [][]string, all []Answer) error {
	data := part{View: v.name, Name: p.name, Slow: p.slow, Auto: p.auto, Q: q, T: q.says, Answers: all}
	for i, l := range lines {
		if len(lines) > 3 && i < len(lines)-1 {
			continue // of many the last says how
		}
		file := func(ending string) string { return q.address(p.name+ending, "line", strconv.Itoa(i)) }
		data.Lines = append(data.Lines, line{s.Line(l), file(".json"), file(".csv"), file(".txt")})
	}
	for i, a := range all {
		if len(all) > 3 && i < len(all)-1 {
			continue
		}
		var text bytes.Buffer
		if err := results.Render(&text, "text", a.Records...); err != nil {
			return err
		}
		data.Texts = append(data.Texts, text.String())
	}
	if len(all) > 0 {
		data.First = all[0].Records[0]
	}
	if p.extra != nil && (len(all) > 0 || len(lines) == 0) {
		var err error
		if data.Extra, err = p.extra(ctx, s, q, all); err != nil {
			return err
		}
	}
	return pages.ExecuteTemplate(w, "panel", data)
}

// panel is a panel as HTML, with its answer or what is wrong with the question.
func (s *Server) panel(ctx context.Context, v *view, p *panel, q values) template.HTML {
	var b strings.Builder
	fail := func(err error) template.HTML {
		b.Reset()
		pages.ExecuteTemplate(&b, "panel", part{View: v.name, Name: p.name, Q: q, T: q.says, Wrong: err.Error()})
		return template.HTML(b.String())
	}
	var lines [][]string
	var all []Answer
	var err error
	if p.lines != nil {
		if lines, err = p.lines(q); err != nil {
			return fail(err)
		}
		if len(lines) == 0 {
			return ""
		}
		if !p.slow && !p.apart {
			if all, err = s.asking(ctx, lines); err != nil {
				return fail(err)
			}
		}
	}
	if err := s.drawPanel(ctx, &b, v, p, q, lines, all); err != nil {
		return fail(err)
	}
	return template.HTML(b.String())
}

// page is a view with the answers that take a moment only.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	v, _, _ := s.find(r.PathValue("view"), "")
	if v == nil {
		http.NotFound(w, r)
		return
	}
	ctx := remembering(r.Context())
	q, wrong := s.read(ctx, v, r)
	data := s.frame(r, v.name, q.says, q.lang)
	data.Other = "/" + v.name + "?" + q.query("lang", q.says.other()).Encode()
	if wrong != nil {
		data.Wrong = wrong.Error()
		w.WriteHeader(http.StatusBadRequest)
	}
	for _, f := range v.fields {
		data.Fields = append(data.Fields, q.show(f))
	}
	for _, l := range q.letters {
		shown := shownLetter{Name: l.Name, Says: q.says.of(l.key())}
		for _, f := range l.Fields {
			shown.Fields = append(shown.Fields, q.show(f))
		}
		data.Letters = append(data.Letters, shown)
	}
	data.Panels = make([]template.HTML, len(v.panels))
	var panels sync.WaitGroup
	for i, p := range v.panels {
		if pages.Lookup(v.name+"/"+p.name) != nil || p.lines != nil {
			panels.Go(func() { data.Panels[i] = s.panel(ctx, v, p, q) })
		}
	}
	panels.Wait()
	s.send(w, "page", data)
}

// frame is what all pages have.
func (s *Server) frame(r *http.Request, name string, says language, lang string) shown {
	data := shown{View: name, Token: s.token(), T: says, Lang: string(says), Keep: lang, At: s.at}
	for _, v := range views {
		data.Views = append(data.Views, v.name)
	}
	return data
}

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	lang, says := languageOf(r)
	data := s.frame(r, "", says, lang)
	data.Other = "/?lang=" + says.other()
	s.send(w, "home", data)
}

// send writes a page, whole or not at all.
func (s *Server) send(w http.ResponseWriter, name string, data any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	b.WriteTo(w)
}

var types = map[string]string{
	"json": "application/json", "csv": "text/csv; charset=utf-8", "txt": "text/plain; charset=utf-8", "png": "image/png",
}

// file is the record behind a panel in a format, or a picture.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name, ending, _ := strings.Cut(r.PathValue("file"), ".")
	v, p, ok := s.find(r.PathValue("view"), name)
	if !ok || types[ending] == "" {
		http.NotFound(w, r)
		return
	}
	q, err := s.read(r.Context(), v, r)
	var lines [][]string
	if err == nil && p.lines != nil {
		lines, err = p.lines(q)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", types[ending])
	if p.file != nil && p.as == ending {
		all, err := s.asking(r.Context(), lines)
		if err == nil {
			err = p.file(r.Context(), s, w, q, all)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
		return
	}
	which, err := strconv.Atoi(cmp.Or(r.FormValue("line"), "0"))
	if err != nil || which < 0 || which >= len(lines) || ending == "png" {
		http.NotFound(w, r)
		return
	}
	all, err := s.asking(r.Context(), lines[which:which+1])
	var b bytes.Buffer
	if err == nil {
		if ending == "txt" {
			ending = "text"
		}
		err = results.Render(&b, ending, all[0].Records...)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	b.WriteTo(w)
}
