package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// A command's flags and arguments are the parameters of the question that it asks, or of all the
// questions between which its flags choose.

// parameter is a flag or an argument of a command, in each of the questions that have it, with its checks. It implements
// [pflag.Value]. Without a name it has checks alone.
type parameter struct {
	param.Param
	Values []string      // of all of them
	of     []param.Param // by question; Set is nil where a question does not have it
	wrong  []error       // by question
	texts  []string      // those that were set
	flag   *pflag.Flag   // nil for an argument

	check  func() error         // refuses, before any work, parameters that do not fit together
	writes *string              // the name of a file that the command may write
	begin  cobra.PositionalArgs // is called with the arguments once all parameters are read and checked, before the work
	saves  func() bool          // whether the command ends by itself when it is interrupted, once its state is saved
}

// newParameter is a parameter as several questions have it.
func newParameter(p param.Param, of ...param.Param) *parameter {
	v := &parameter{Param: p, Values: p.Values, of: of}
	if p.Argument {
		return v
	}
	v.flag = &pflag.Flag{Name: p.Name, Shorthand: p.Short, Usage: p.Usage, Value: v, DefValue: p.Default}
	if p.Switch {
		v.flag.NoOptDefVal = "true"
	}
	return v
}

// String is the text, or all texts of a repeated flag.
func (v *parameter) String() string { return strings.Join(v.texts, " ") }

// Names are all values, or the values of a list's parts, where they are few.
func (v *parameter) Names() []string { return v.Values }

// Type is the name of the values in help.
func (v *parameter) Type() string { return v.Kind }

// Set reads a text, which at least one of the questions must accept. On a command line each value stands once.
func (v *parameter) Set(text string) error {
	if v.flag != nil && v.flag.Changed && !v.Repeated {
		return fmt.Errorf("--%s is given twice; give it once", v.Name)
	}
	v.wrong = make([]error, len(v.of))
	var first error
	taken := false
	for i, p := range v.of {
		if p.Set == nil {
			continue
		}
		all, err := []string{text}, error(nil)
		if p.Several != nil {
			all, err = p.Several(text)
		}
		for _, one := range all {
			if err == nil {
				err = p.Set(one)
			}
		}
		if v.wrong[i] = err; err == nil {
			taken = true
		} else if first == nil || p.Kind == "range" && strings.Contains(text, "..") {
			first = err
		}
	}
	if !taken && len(v.Values) > len(v.Param.Values) {
		return fmt.Errorf("%s=%q is not one of %s", v.Name, text, strings.Join(v.Values, ", "))
	}
	if !taken {
		return first
	}
	if !v.Repeated {
		v.texts = nil
	}
	v.texts = append(v.texts, text)
	return nil
}

// deal sets a deck that was read.
func (v *parameter) deal(deck []int) {
	for _, p := range v.of {
		if p.Cards != nil {
			*p.Cards = deck
		}
	}
	v.texts, v.wrong = []string{"-"}, make([]error, len(v.of))
}

// give sets a flag, as if it were on the command line.
func (v *parameter) give(text string) error {
	err := v.Set(text)
	v.flag.Changed = true
	return err
}

// given reports whether the value is on the command line.
func (v *parameter) given() bool {
	return v.flag == nil && v.texts != nil || v.flag != nil && v.flag.Changed
}

// form is the parameters of the questions that a command can ask.
type form struct {
	cmd    *cobra.Command // whose flags they are
	all    []questions.Form
	values options
}

// formOf is that of a command, with the questions of other commands that it can ask too.
func formOf(commands ...string) *form {
	f := new(form)
	for _, command := range commands {
		f.all = append(f.all, questions.Forms(command)...)
	}
	for i, q := range f.all {
		for _, p := range q.List {
			if p.Name == "" {
				continue
			}
			at := slices.IndexFunc(f.values, func(v *parameter) bool { return v.Name == p.Name })
			if at < 0 {
				at = len(f.values)
				f.values = append(f.values, newParameter(p, make([]param.Param, len(f.all))...))
			}
			v := f.values[at]
			v.of[i] = p
			for _, value := range p.Values {
				if !slices.Contains(v.Values, value) {
					v.Values = append(slices.Clone(v.Values), value)
				}
			}
			v.Optional = v.Optional || p.Optional
		}
	}
	return f
}

// answering is the work of a command that answers the questions of a form, with cards if it has
// any.
func (f *questionFlags) answering(of *form, a *commandSpec) work {
	a.questions = of.questions
	if a.cards != nil {
		a.questions = func(args []string) ([]results.Question, error) { return a.cards.questions(of, &f.outputFlags, args) }
	}
	return f.ask(*a)
}

// declare declares the command whose flags the parameters are.
func (f *form) declare(cmd *cobra.Command, do work, tables ...options) *cobra.Command {
	f.cmd = cmd
	return declare(cmd, do, append([]options{f.values}, tables...)...)
}

// questionCommand declares a command that answers the question whose parameters are its flags and arguments, or one of
// several that are registered with its name.
func questionCommand(name string, cmd *cobra.Command, spec commandSpec) *cobra.Command {
	return new(questionFlags).command(name, cmd, spec)
}

// command is questionCommand with these flags.
func (f *questionFlags) command(name string, cmd *cobra.Command, a commandSpec) *cobra.Command {
	of := formOf(name)
	var own []options
	if cmd.Args == nil && slices.ContainsFunc(of.values, func(v *parameter) bool { return v.Optional }) {
		cmd.Args = cobra.ArbitraryArgs
	}
	if a.cards != nil {
		cmd = a.cards.readBy(cmd)
		own = append(own, a.cards.options(of.value("CARD") != nil))
	}
	if a.check != "" {
		own = append(own, options{boolFlag(&f.check, "check", a.check)})
	}
	if a.decks != "" {
		own = append(own, options{output(&f.decks, "decks", a.decks, f.checkDecks(of, a.decksAs))})
	}
	do := f.answering(of, &a)
	return of.declare(cmd, do, f.tables(a, own...)...)
}

// checkDecks refuses a number as the name of the file for decks: other commands take the number of decks by this name.
func (f *questionFlags) checkDecks(of *form, extensions []string) func(path string) error {
	writable := fileio.CheckWritableAs(extensions...)
	return func(path string) error {
		if _, err := number.ParseInt("decks", path, 0, math.MaxInt64); err != nil {
			return writable(path)
		}
		says := fmt.Sprintf("decks=%s is a number, not the name of a file such as decks.txt", path)
		if of.value("deals") != nil {
			says += "; the number of decks is --deals " + path
		}
		return errors.New(says)
	}
}

// deckWriter is a question that writes decks to a file beside its answer, if the file has a name.
type deckWriter interface {
	Written(ctx context.Context, o run.Options, file string) (results.Record, error)
}

// value is that of a name, or nil.
func (f *form) value(name string) *parameter {
	i := slices.IndexFunc(f.values, func(v *parameter) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	return f.values[i]
}

// given reports whether a flag or an argument is on the command line.
func (f *form) given(name string) bool {
	if v := f.value(name); v != nil {
		return v.given()
	}
	return f.cmd != nil && f.cmd.Flags().Changed(name)
}

// chosen is the question that the flags are for: among those whose required flags are given, the
// one with the most of these.
func (f *form) chosen() (chosen int, err error) {
	most := -1
	for i := range f.all {
		fits, required := true, 0
		for _, v := range f.values {
			switch p := v.of[i]; {
			case p.Required:
				fits = fits && v.given() && v.wrong[i] == nil
				required++
			case v.given() && slices.ContainsFunc(v.of, func(p param.Param) bool { return p.Required }):
				fits = fits && p.Set != nil && v.wrong[i] == nil
			}
		}
		if fits && required > most {
			chosen, most = i, required
		}
	}
	var choose []string
	for _, v := range f.values {
		if v.flag != nil && v.given() && slices.ContainsFunc(v.of, func(p param.Param) bool { return p.Required }) {
			choose = append(choose, "--"+v.Name)
		}
	}
	if most < 0 && len(choose) > 1 {
		err = fmt.Errorf("%s exclude each other; give one of them", strings.Join(choose, " and "))
	}
	return chosen, err
}

// by is what chooses a question, such as --by decks; "" for nothing.
func (f *form) by(i int) string {
	var all []string
	for _, p := range f.all[i].List {
		if p.Required && p.Argument {
			all = append(all, "one "+p.Name)
		} else if p.Required && p.Switch {
			all = append(all, "--"+p.Name)
		} else if p.Required {
			all = append(all, strings.TrimSpace("--"+p.Name+" "+strings.Join(p.Values, ", ")))
		}
	}
	return strings.Join(all, " ")
}

// questions are those that the command answers, by the remaining arguments and the values set.
func (f *form) questions(rest []string) ([]results.Question, error) {
	for _, v := range f.values {
		if v.Argument && v.Optional && len(rest) > 0 {
			if err := v.Set(strings.Join(rest, " ")); err != nil {
				return nil, err
			}
		}
	}
	i, err := f.chosen()
	if err != nil {
		return nil, err
	}
	q := f.all[i]
	for _, v := range f.values {
		if v.given() && v.of[i].Set == nil {
			return nil, f.misplaced(i, v)
		}
		if v.given() && v.wrong[i] != nil {
			return nil, v.wrong[i]
		}
	}
	all, err := f.each(q, i, f.values)
	for k, one := range all {
		if q, ok := one.(sharer); ok && len(all) > 1 {
			all[k] = q.Among(all)
		}
	}
	return all, err
}

// sharer is a question that gets a share of what several are given together, such as a time.
type sharer interface {
	Among(all []results.Question) results.Question
}

// misplaced is the error for a parameter that a question does not have.
func (f *form) misplaced(i int, v *parameter) error {
	called := "--" + v.Name
	if v.Argument {
		called = "the argument " + v.Name
	}
	var by []string
	for k, p := range v.of {
		if p.Set != nil {
			by = append(by, f.by(k))
		}
	}
	if slices.Contains(by, "") {
		return fmt.Errorf("%s is not used with %s; leave it out", called, f.by(i))
	}
	return fmt.Errorf("%s is used only with %s; leave it out", called, strings.Join(by, " or "))
}

// each is a question for each of the values of a parameter with several.
func (f *form) each(q questions.Form, i int, values []*parameter) (all []results.Question, err error) {
	for k, v := range values {
		p := v.of[i]
		if p.Set == nil || p.Several == nil || !v.given() {
			continue
		}
		texts, err := p.Several(v.String())
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if err := p.Set(text); err != nil {
				return nil, err
			}
			more, err := f.each(q, i, values[k+1:])
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
		return all, nil
	}
	if err := q.Check(f.given); err != nil {
		return nil, err
	}
	return []results.Question{q.Question()}, nil
}
