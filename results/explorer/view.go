package explorer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/results/render"
)

// view is a page: fields, and panels that answer for them.
type view struct {
	name    string
	fields  []field
	letters bool // fields for the parameters of the letters of its words follow
	panels  []*panel
	under   string                                                              // the page of the navigation that it belongs to; "" for itself
	inside  string                                                              // the panel that has the form; "" for the head of the page
	alone   string                                                              // the panel that an embedded page shows; "" for the first
	key     string                                                              // the field that stands in the path; "" for none
	title   func(ctx context.Context, s *Server, q values) (title, says string) // of what it shows, and a sentence; nil for the view's
	picture func(q values) string                                               // the file that stands for the page where others link to it; nil or "" for none
	has     func(q values) bool                                                 // whether there is such a page; nil for always
}

// field is a parameter of a view.
type field struct {
	name      string
	says      string // what it is called, if not by view and name
	byDefault string
	model     string   // of a parameter, what the model takes it for
	lo, hi    int64    // of a number; both 0 for a text
	all       bool     // of a number, that there are no greater ones
	choices   []string // of a choice
	form      form
	letters   int                 // of a word or alphabet, how many at most
	more      string              // letters that a word may have besides those that the program has a model for
	slide     bool                // a number is chosen by a slider
	slider    *slider             // beside what is typed
	wide      bool                // a text is long
	word      bool                // a text is built from letters
	decides   bool                // whether other fields are there
	when      func(q values) bool // whether it is; nil for always. Fields before it are read
	apart     bool                // links set it, and the form has it not
}

// form is what a text may look like, with the key of what is wanted.
type form struct {
	matches func(text string) bool
	says    string
}

// pattern is compiled when it is needed first: the program begins without.
func pattern(text string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
	return func(s string) bool { return compiled().MatchString(s) }
}

// panel is a part of a view.
type panel struct {
	name   string
	asks   func(q values) ([]ask, error) // nil for none
	slow   bool                          // it is asked by a job
	quick  bool                          // some of its questions are answered at once, and more by the job
	bare   bool                          // its heading is for those who cannot see
	posted bool                          // it is about a text that is posted
	auto   bool                          // as soon as the page is there
	apart  bool                          // all that it shows is a picture: what the command prints is not there
	open   bool                          // what the command prints is seen at once
	ask    string                        // what its button says, if that is not as usual
	absent string                        // what is said where there is no file to ask about
	when   func(q values) bool           // whether it is there at all; nil for always
	extra  func(ctx context.Context, s *Server, q values, all []Answer) (any, error)
	file   func(ctx context.Context, s *Server, w http.ResponseWriter, q values,
		all []Answer) error // a picture or list, by its own address
	as string // how the file ends
}

// questions are those of a panel. What is wrong with them is wrong with the page, except for what the panel is without.
func (p *panel) questions(q values) ([]ask, error) {
	if p.asks == nil {
		return nil, nil
	}
	asks, err := p.asks(q)
	return asks, results.Refuse(err)
}

// without is why a panel has no answer to a question that is right, such as one of an even deck about an odd one.
type without struct{ error }

// Unwrap is what it says.
func (w without) Unwrap() error { return w.error }

// find is the panel of a name.
func (s *Server) find(name, part string) (*view, *panel, bool) {
	for _, v := range everything() {
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

// part is what the template of a panel sees.
type part struct {
	View, Name string
	Slow, Auto bool
	Open, Bare bool
	Technical  bool // it has a command line, or a chart that can be taken away
	Ask        string
	Fields     []shownField
	Letters    []shownLetter
	Absent     string
	Takes      string // what a button would take
	Q          values
	T          language
	Lines      []line
	Answers    []Answer
	First      results.Record
	Extra      any
	Wrong      string
	Texts      []string // as the commands print it
	Body       template.HTML
}

// line is a command line and where its record is, in a format.
type line struct{ Text, JSON, CSV, Plain string }

// URL is an address on this page.
func (p part) URL(file string, changes ...string) string { return p.Q.address(file, changes...) }

// address is one on the page: of itself, or of a file. Templates take it whole, as they escape what
// they join themselves.
func (q values) address(file string, changes ...string) string {
	address, query := "/"+q.v.name, q.query(changes...)
	switch {
	case file != "":
		address += "/" + file
	case q.v.name == firstPage:
		address = "/"
	case q.v.key != "" && (query.Get(q.v.key) != "" || q.usual(q.v.key) != ""):
		address += "/" + url.PathEscape(cmp.Or(query.Get(q.v.key), q.usual(q.v.key)))
		query.Del(q.v.key)
	}
	if query := query.Encode(); query != "" {
		address += "?" + query
	}
	return address
}

// drawPanel draws a panel with its answers; none for one that is not asked yet.
func (s *Server) drawPanel(ctx context.Context, w io.Writer, v *view, p *panel, q values, asks []ask,
	all []Answer) error {
	data := part{
		View: v.name, Name: p.name, Slow: p.slow && (!p.quick || len(asks) > len(all)), Auto: p.auto, Open: p.open, Bare: p.bare,
		Ask: cmp.Or(p.ask, "ask"), Q: q, T: q.says, Answers: all,
	}
	if v.inside == p.name {
		data.Fields, data.Letters = q.form(), q.parameters()
	}
	if data.Slow && !p.auto && len(all) == 0 {
		data.Takes = s.takes(q.says, asks)
	}
	for i, a := range asks {
		if len(asks) > 3 && i < len(asks)-1 || p.quick && i != max(len(all), 1)-1 {
			continue // of many the last says how, and of ever narrower ones that of the answer
		}
		l := line{Text: a.line}
		if !p.posted { // which no address has
			file := func(ending string) string { return q.address(p.name+ending, "line", strconv.Itoa(i)) }
			l.JSON, l.CSV, l.Plain = file(".json"), file(".csv"), file(".txt")
		}
		data.Lines = append(data.Lines, l)
	}
	for i, a := range all {
		if p.apart || (len(all) > 3 || p.quick) && i < len(all)-1 {
			continue
		}
		var text bytes.Buffer
		if err := render.Records(&text, "text", a.Records...); err != nil {
			return err
		}
		if text.Len() <= maxPrinted {
			data.Texts = append(data.Texts, text.String())
		}
	}
	if len(all) > 0 {
		data.First = all[0].Records[0]
	}
	if p.extra != nil && (len(all) > 0 || len(asks) == 0) {
		var err error
		if data.Extra, err = p.extra(ctx, s, q, all); err != nil {
			return err
		}
	}
	return data.write(w)
}

// browserTimes is how many times as long the program takes in a browser: by one thread, and compiled to WebAssembly.
const browserTimes = 5

// takes is what questions take, by the rough estimates of the program; "" for less than a second.
func (s *Server) takes(t language, asks []ask) string {
	seconds := 0.
	for _, a := range asks {
		for _, question := range a.questions {
			seconds += question.Seconds()
		}
	}
	if s.Public {
		seconds *= browserTimes
	}
	if seconds < 1 {
		return ""
	}
	return fmt.Sprintf(t.Of("takes"), t.span(seconds))
}

// technical is what a panel shows of commands that its questions do not say, and what they print.
type technical interface {
	technical() (lines []line, texts []string)
}

// write writes a panel, with what it shows of its own by the template of its name, if there is one.
func (p part) write(w io.Writer) error {
	if name := p.View + "/" + p.Name; p.Wrong == "" && p.Absent == "" && pages().Lookup(name) != nil {
		var body strings.Builder
		if err := pages().ExecuteTemplate(&body, name, p); err != nil {
			return err
		}
		p.Body = template.HTML(body.String())
	}
	if x, ok := p.Extra.(technical); ok {
		lines, texts := x.technical()
		p.Lines, p.Texts = append(p.Lines, lines...), append(p.Texts, texts...)
	}
	p.Technical = len(p.Lines)+len(p.Texts) > 0 || strings.Contains(string(p.Body), `class="exports"`)
	return pages().ExecuteTemplate(w, "panel", p)
}

// maxPrinted is how much of what a command prints stands on a page; links lead to more.
const maxPrinted = 40_000

// panel is a panel as HTML, with its answer or what is wrong, which is the error too.
func (s *Server) panel(ctx context.Context, v *view, p *panel, q values) (template.HTML, error) {
	if p.when != nil && !p.when(q) {
		return "", nil
	}
	var b strings.Builder
	err := fault.Caught(func() (err error) {
		var all []Answer
		asks, err := p.questions(q)
		if err != nil || p.asks != nil && len(asks) == 0 {
			return err
		}
		switch {
		case p.quick:
			if all, err = s.atOnce(ctx, asks); err == nil && exact(all[len(all)-1].Records[0]) {
				asks = asks[:len(all)] // narrower ones would say no more
			}
		case !p.slow:
			all, err = s.asking(ctx, asks...)
		}
		if err != nil {
			return err
		}
		return s.drawPanel(ctx, &b, v, p, q, asks, all)
	})
	if err != nil {
		b.Reset()
		data := part{View: v.name, Name: p.name, Q: q, T: q.says, Wrong: q.says.error(err)}
		var none without
		switch {
		case errors.As(err, &none):
			data.Absent, err = data.Wrong, nil
		case p.absent != "" && errors.Is(err, fs.ErrNotExist):
			data.Absent, err = q.says.Of(p.absent), nil
		}
		if failed := data.write(&b); failed != nil {
			return "", failed
		}
	}
	return template.HTML(b.String()), err
}
