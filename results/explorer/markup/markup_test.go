package markup

import (
	"bytes"
	"errors"
	"html/template"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"
)

// sheet has what templates of pages use.
type sheet struct {
	Text, Address string
	Number        int
	Share         float64
	On            bool
	List          []string
	Rows          []*row
	None          *row
	Any           any
	Named         map[string]any
	Says          says
}

type row struct {
	Name string
	deep
}

type deep struct{ At int }

type says string

// Of is a method for html/template, and by Method for this package.
func (s says) Of(key string, more ...int) string {
	return string(s) + key + strings.Repeat("!", len(more))
}

func (s says) Method(name string) any {
	if name == "Of" {
		return s.Of
	}
	return nil
}

var templates = []string{
	`<p title="{{.Text}}">{{.Text}} {{.Number}} {{printf "%.2f" .Share}} {{.On}}</p>`,
	`<a href="{{.Address}}">{{.Text}}</a><a href="/p{{if .On}}?q={{.Text}}{{end}}">x</a><a href="/a/{{.Text}}#{{.Text}}">y</a>`,
	`<img src="{{.Address}}" alt="{{.Text}}"{{if .On}} width="{{.Number}}"{{end}}>`,
	`<a href="/d?deck={{.Text}}{{with .Text}}&amp;lang={{.}}{{end}}">x</a>`,
	`{{range $i, $x := .List}}{{if $i}}, {{end}}<b data-x="{{$x}}">{{$x}}</b>{{else}}none{{end}}`,
	`{{range .Rows}}{{.Name}} {{.At}} {{$.Text}};{{end}}{{with .None}}never{{else}}nobody{{end}}{{.Any}}`,
	`{{$d := .}}{{with .Named}}{{.one}} {{$d.Says.Of "k"}} {{$d.Says.Of "k" 1 2}}{{end}}{{len .List}} {{.Text | printf "%q"}}`,
	`{{if and .On (not .List)}}a{{else if or .Number .Text}}b{{else}}c{{end}}{{if eq .Text "x"}}x{{end}}{{if ne .Number 3}}y{{end}}`,
	`{{template "part" .Rows}}{{define "part"}}{{len .}}{{range .}}<i>{{print .Name .At}}</i>{{end}}{{end}}`,
	`<a HREF="{{.Address}}">{{.Text}}</a>`,
	`<textarea>{{.Text}}</textarea><title>{{.Text}}</title>`,
}

// What is written is what html/template writes, whatever the values.
func TestAsHTMLTemplate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"<script>alert(1)</script>", `"onclick="x`, "a'b&c+d", "",
			"x", "javascript:alert(1)", "手順"}))
		s := sheet{
			Text: text.Draw(t, "text"), Number: rapid.Int().Draw(t, "number"), Share: rapid.Float64().Draw(t, "share"),
			On: rapid.Bool().Draw(t, "on"), List: rapid.SliceOfN(text, 0, 3).Draw(t, "list"), Says: says(text.Draw(t, "says")),
			Address: rapid.SampledFrom([]string{"/a?b=c&d=%20", "#x", "javascript:alert(1)", "//x/y?z", "http://h/p", "x:y",
				"/a b\"<'", "data:text/html,<b>"}).Draw(t, "address"),
			Any: rapid.SampledFrom([]any{nil, 3, "<", 2.5, true}).Draw(t, "any"),
		}
		s.Named = map[string]any{"one": text.Draw(t, "one")}
		for i := range rapid.IntRange(0, 3).Draw(t, "rows") {
			s.Rows = append(s.Rows, &row{text.Draw(t, "name"), deep{i}})
		}
		for _, source := range templates {
			set, err := Parse(fstest.MapFS{"t.html": {Data: []byte(source)}}, "*.html", nil)
			if err != nil {
				t.Fatal(source, err)
			}
			var got, want bytes.Buffer
			err = set.Execute(&got, "t.html", s)
			if wanted := template.Must(template.New("t.html").Parse(source)).Execute(&want, s); (err == nil) != (wanted == nil) {
				t.Fatalf("%s: %v, want %v", source, err, wanted)
			}
			if g, w := got.String(), want.String(); g != w {
				t.Fatalf("%s:\n%s, want\n%s", source, g, w)
			}
		}
	})
}

// Markup is written as it is where text stands, and escaped elsewhere.
func TestHTML(t *testing.T) {
	set, err := Parse(fstest.MapFS{"t.html": {Data: []byte(`{{.}}<a title="{{.}}">`)}}, "*.html", nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := set.Execute(&b, "t.html", HTML("<b>")); err != nil || b.String() != `<b><a title="&lt;b&gt;">` {
		t.Error(b.String(), err)
	}
}

// Places where nothing is known to be safe are refused when templates are read.
func TestPlaces(t *testing.T) {
	for _, source := range []string{
		`<a {{.}}>`, `<{{.}}>`, `<a href={{.}}>`, `<a href='{{.}}'>`, `<script>{{.}}</script>`, `<style>{{.}}</style>`,
		`<a href="{{if .}}">{{end}}`, `<p{{template "x" .}}>{{define "x"}}y{{end}}`, `<script type="module">{{.}}</script>`,
		`<a onclick="f({{.}})">`, `<a OnClick="{{.}}">`, `<p style="color:{{.}}">`, `<iframe srcdoc="{{.}}">`,
		`<a ping="{{.}}">`, `<svg><a xlink:href="{{.}}">`, `<body background="{{.}}">`, `<button formaction="{{.}}">`,
		`<img srcset="{{.}}">`, `<video poster="{{.}}">`, `<object data="{{.}}">`, `<q cite="{{.}}">`, `<html manifest="{{.}}">`,
		`<img longdesc="{{.}}">`, `<p unknown="{{.}}">`, `<meta http-equiv="{{.}}">`, `<link imagesrcset="a, {{.}}">`,
	} {
		if _, err := Parse(fstest.MapFS{"t.html": {Data: []byte(source)}}, "*.html", nil); err == nil {
			t.Errorf("%s is accepted", source)
		}
	}
}

// Errors of templates, and of what they call, are errors; what panics goes on.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, source := range []string{`{{.No}}`, `{{template "none"}}`, `{{fails}}`, `{{range .Text}}{{end}}`, `{{.Says.Of}}`,
		`{{.Says.Of 1}}`, `{{.Text "x"}}`} {
		set, err := Parse(fstest.MapFS{"t.html": {Data: []byte(source)}}, "*.html",
			Funcs{"fails": func() (string, error) { return "", broken }})
		if err == nil {
			err = set.Execute(new(bytes.Buffer), "t.html", sheet{})
		}
		if err == nil || source == "{{fails}}" && !errors.Is(err, broken) {
			t.Errorf("%s: %v", source, err)
		}
	}
	defer func() {
		if recover() != "by itself" {
			t.Error("a panic is lost")
		}
	}()
	set, err := Parse(fstest.MapFS{"t.html": {Data: []byte(`{{f}}`)}}, "*.html", Funcs{"f": func() string { panic("by itself") }})
	if err != nil {
		t.Fatal(err)
	}
	set.Execute(new(bytes.Buffer), "t.html", nil)
}
