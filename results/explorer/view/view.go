// Package view defines a page of the explorer. A view has a form of fields and, below it, panels. A
// panel runs commands, whose parameters the form fills, and draws the records that they return. So
// a page shows what the command line prints, and computes nothing itself. Every view is a URL,
// whose query has the fields (Values). Functions of the program compute answers (Program), and
// recent ones are kept (Answers).
package view

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"sync"

	"dovetail/results"
)

// View is a page: fields, and panels that show their answers.
type View struct {
	Name    string
	Fields  []Field
	Letters bool // fields for the parameters of the letters of its words follow
	Panels  []*Panel
	Under   string                                                   // the page of the navigation that it belongs to; "" for itself
	Inside  string                                                   // the panel that has the form; "" for the head of the page
	Alone   string                                                   // the panel that an embedded page shows; "" for the first
	Key     string                                                   // the field that stands in the path; "" for none
	Title   func(ctx context.Context, q Values) (title, says string) // of what it shows, and a sentence; nil for the view's
	Picture func(q Values) string                                    // the file that represents the page where others link to it; nil or "" for none
	Has     func(q Values) bool                                      // whether there is such a page; nil for always
}

// Field is a parameter of a view.
type Field struct {
	Name    string
	Label   string // its name, if not by view and name
	Default string
	Model   string   // of a parameter, the model's default
	Lo, Hi  int64    // of a number; both 0 for a text
	Choices []string // of a choice
	Form    Form
	Letters int                 // of a word or alphabet, the most letters
	More    string              // letters that a word may have beside those for which the program has a model
	Slide   bool                // a number is chosen by a slider
	Slider  *Slider             // beside the text field
	Wide    bool                // a text is long
	Word    bool                // a text is built from letters
	Decides bool                // whether other fields depend on it
	When    func(q Values) bool // whether it is shown; nil for always. Fields before it are read
	Apart   bool                // links set it, and the form does not have it
}

// Slider is the range that can be set by hand; other values can be typed.
type Slider struct{ Lo, Hi, Step float64 }

// Form is the form of a text, with the key of the message for others.
type Form struct {
	matches func(text string) bool
	says    string
}

// Matching is the form of texts that match a pattern, with the key of the message for others. The
// pattern is compiled on first use, so that the program starts without it.
func Matching(pattern, says string) Form {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return Form{func(s string) bool { return compiled().MatchString(s) }, says}
}

// Panel is a part of a view.
type Panel struct {
	Name     string
	Commands func(q Values) ([]Command, error) // nil for none
	Slow     bool                              // a job answers it
	Quick    bool                              // some of its commands are answered at once, and more by the job
	Bare     bool                              // its heading is only for screen readers
	Posted   bool                              // it is about a text that is posted
	Auto     bool                              // as soon as the page is there
	Apart    bool                              // it shows only a picture, without the output of the command
	Open     bool                              // the output of the command is visible at once
	Chart    bool                              // the picture of its answers is drawn
	Button   string                            // the text of its button, if not the default
	When     func(q Values) bool               // whether it is shown; nil for always
	Extra    func(ctx context.Context, q Values, all []Answer) (any, error)
	File     func(ctx context.Context, w http.ResponseWriter, q Values,
		all []Answer) error // a picture or list, by its own address
	Ending string // the extension of the file
}

// Run are the commands of a panel. An error in them is an error in the page, except for those that
// only leave the panel without an answer.
func (p *Panel) Run(q Values) ([]Command, error) {
	if p.Commands == nil {
		return nil, nil
	}
	commands, err := p.Commands(q)
	return commands, results.Refuse(err)
}

// Embedded is the panel of an embedded page: of that name, or the first.
func (v *View) Embedded(name string, q Values) []*Panel {
	there := slices.DeleteFunc(slices.Clone(v.Panels), func(p *Panel) bool { return p.When != nil && !p.When(q) })
	if name = cmp.Or(name, v.Alone); name == "" {
		return there[:min(1, len(there))]
	}
	return slices.DeleteFunc(there, func(p *Panel) bool { return p.Name != name })
}

// Without is why a panel has no answer to a valid question, such as one of an even deck about an
// odd one.
type Without struct{ Reason error }

// Error implements error.
func (w Without) Error() string { return w.Reason.Error() }

func (w Without) Unwrap() error { return w.Reason }

// Line is a command line and the address of its record, in a format.
type Line struct{ Text, JSON, CSV, Plain string }

// Technical is what a panel shows of commands beside their questions and output.
type Technical interface {
	Technical() (lines []Line, texts []string)
}

// Link is one of the navigation.
type Link struct {
	Name, URL string
	Here      bool
}
