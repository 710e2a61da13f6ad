package explorer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"dovetail/perm/fault"
	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
	"dovetail/results/render"
)

// part is the data of a panel's template.
type part struct {
	View, Name string
	Slow, Auto bool
	Open, Bare bool
	Technical  bool // it has a command line, or a chart that can be hidden
	Button     string
	Fields     []view.FormField
	Letters    []view.FormLetter
	Absent     string // why there is no answer
	Takes      string // the time of a job
	Q          view.Values
	T          language.Language
	Lines      []view.Line
	Answers    []view.Answer
	First      results.Record
	Extra      any
	Chart      template.HTML
	Sampled    string        // said of an answer whose numbers are sampled
	Tables     []*view.Table // that the answers lay out, where the panel has no template of its own
	Wrong      string
	Texts      []string // as the commands print it
	Body       template.HTML
}

// URL is an address on this page.
func (p part) URL(file string, changes ...string) string { return p.Q.Address(file, changes...) }

// panel is a panel as HTML, with its answer or what is wrong, which is the error too.
func (s *Server) panel(ctx context.Context, v *view.View, p *view.Panel, q view.Values) (template.HTML, error) {
	if p.When != nil && !p.When(q) {
		return "", nil
	}
	var b strings.Builder
	err := fault.Caught(func() (err error) {
		var all []view.Answer
		commands, err := p.Run(q)
		if err != nil || p.Commands != nil && len(commands) == 0 {
			return err
		}
		switch {
		case p.Quick:
			if all, err = s.AtOnce(ctx, commands); err == nil && view.Exact(all[len(all)-1].Records[0]) {
				commands = commands[:len(all)] // narrower ones would add nothing
			}
		case !p.Slow || s.static && p.Auto: // which a file has, so that nobody waits for the program
			all, err = s.Answer(ctx, commands...)
		}
		if err != nil {
			return err
		}
		return s.drawPanel(ctx, &b, v, p, q, commands, all)
	})
	if err != nil {
		b.Reset()
		data := part{View: v.Name, Name: p.Name, Q: q, T: q.Says, Wrong: q.Says.Describe(err)}
		var none view.Without
		if errors.As(err, &none) {
			data.Absent, err = data.Wrong, nil
		}
		if failed := data.write(&b); failed != nil {
			return "", failed
		}
	}
	return template.HTML(b.String()), err
}

// drawPanel draws a panel with its answers; with none for one that is not answered yet.
func (s *Server) drawPanel(ctx context.Context, w io.Writer, v *view.View, p *view.Panel, q view.Values, commands []view.Command,
	all []view.Answer) error {
	data := part{
		View: v.Name, Name: p.Name, Slow: p.Slow && !(s.static && p.Auto) && (!p.Quick || len(commands) > len(all)), Auto: p.Auto, Open: p.Open, Bare: p.Bare,
		Button: cmp.Or(p.Button, "ask"), Q: q, T: q.Says, Answers: all,
	}
	if v.Inside == p.Name {
		data.Fields, data.Letters = q.Form(), q.Parameters()
	}
	if data.Slow && !p.Auto && len(all) == 0 {
		data.Takes = s.takes(q.Says, commands)
	}
	for i, a := range commands {
		if len(commands) > 3 && i < len(commands)-1 || p.Quick && i != max(len(all), 1)-1 {
			continue // of many commands the last is shown, and of ever narrower ones that of the answer
		}
		l := view.Line{Text: a.Line}
		if !p.Posted { // which no address has
			file := func(ending string) string { return q.Address(p.Name+ending, "line", strconv.Itoa(i)) }
			l.JSON, l.CSV, l.Plain = file(".json"), file(".csv"), file(".txt")
		}
		data.Lines = append(data.Lines, l)
	}
	whole := pages().Lookup(v.Name+"/"+p.Name) == nil
	for i, a := range all {
		if p.Apart || (len(all) > 3 || p.Quick) && i < len(all)-1 {
			continue
		}
		if whole {
			data.Tables = append(data.Tables, q.Tables(a.Records...)...)
		}
		text, err := a.Printed(onPage)
		if err != nil {
			return err
		}
		if text != "" {
			data.Texts = append(data.Texts, text)
		}
	}
	if len(all) > 0 {
		data.First = all[0].Records[0]
		if kind := reflect.Indirect(reflect.ValueOf(data.First)).FieldByName("Kind"); kind.IsValid() && kind.String() == results.Sampled {
			data.Sampled = q.Says.Of("kind." + results.Sampled)
		}
	}
	if p.Extra != nil && (len(all) > 0 || len(commands) == 0) {
		var err error
		if data.Extra, err = p.Extra(ctx, q, all); err != nil {
			return err
		}
	}
	if p.Chart && len(all) > 0 {
		blocks, err := s.Picture(ctx, commands[0].Questions[0], all[0].Records)
		if err != nil {
			return err
		}
		data.Chart = drawing.Figure(blocks, q.Says.Said)
	}
	return data.write(w)
}

// maxPrinted is the most of a command's output on a page; links lead to more.
const maxPrinted = 40_000

// onPage is what a command prints of its records, or nothing if that is too long for a page.
func onPage(records ...results.Record) (string, error) {
	var text strings.Builder
	if err := render.Records(&text, "text", records...); err != nil || text.Len() > maxPrinted {
		return "", err
	}
	return text.String(), nil
}

// write writes a panel, with the part of its own by the template of its name, or with its tables.
func (p part) write(w io.Writer) error {
	if p.Wrong == "" && p.Absent == "" {
		name := p.View + "/" + p.Name
		if pages().Lookup(name) == nil {
			name = "sections"
		}
		var body strings.Builder
		if err := pages().ExecuteTemplate(&body, name, p); err != nil {
			return err
		}
		p.Body = template.HTML(body.String())
	}
	if x, ok := p.Extra.(view.Technical); ok {
		lines, texts := x.Technical()
		p.Lines, p.Texts = append(p.Lines, lines...), append(p.Texts, texts...)
	}
	p.Technical = len(p.Lines)+len(p.Texts) > 0 || strings.Contains(string(p.Body), `class="exports"`)
	return pages().ExecuteTemplate(w, "panel", p)
}

// browserTimes is the factor of the time in a browser, with one thread and compiled to WebAssembly.
const browserTimes = 5

// takes is the time of questions, by the rough estimates of the program; "" for less than a second.
func (s *Server) takes(t language.Language, commands []view.Command) string {
	seconds := 0.
	for _, a := range commands {
		for _, question := range a.Questions {
			seconds += question.Seconds()
		}
	}
	if s.Public {
		seconds *= browserTimes
	}
	if seconds < 1 {
		return ""
	}
	return fmt.Sprintf(t.Of("takes"), t.Span(seconds))
}

// pages are the templates of the pages. They escape the content of records. They are read for the
// first page, so that other commands need not wait for them.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(pageFuncs).ParseFS(assets, "assets/*.html"))
})

// pageFuncs are what templates call.
var pageFuncs = template.FuncMap{
	"decimals": func(x float64) string { return fmt.Sprintf("%.4f", x) },
	"percent":  func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) },
	"next":     func(x int64) string { return fmt.Sprint(x + 1) },
	"minus1":   func(x int) int { return x - 1 },
}
