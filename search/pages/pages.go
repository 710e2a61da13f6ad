// Package pages answers the questions of the pages of the explorer, on a server and in a browser that has the program with it.
package pages

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dovetail/docs"
	"dovetail/exact/pairs"
	"dovetail/exact/statistic"
	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/explorer/view"
	"dovetail/results/figure"
	"dovetail/results/stored"
	"dovetail/search/deals"
	"dovetail/search/fair"
	"dovetail/search/fit"
	"dovetail/search/guess"
	onfile "dovetail/search/known"
	"dovetail/search/orders"
	"dovetail/search/questions"
	"dovetail/search/run"
	"dovetail/search/run/progress"
	"dovetail/search/verify"
)

// Memory is the limit of an answer of a page, in bytes, and Time that of the check of a record.
const (
	Memory = 4 << 30
	Time   = 20 * time.Second
)

// Answerer answers questions in the process, and keeps the latest laws for later ones.
type Answerer struct {
	laws  pairs.Cache
	decks statistic.Describer
}

// Program has an answerer of its own.
func Program() view.Program {
	a := new(Answerer)
	return view.Program{
		Questions: questions.All,
		Fill:      questions.Fill,
		Compute:   a.answer,
		Picture: func(ctx context.Context, q results.Question, answers []results.Record) ([]figure.Block, error) {
			d, ok := q.(run.Drawn)
			if !ok {
				return nil, nil
			}
			return d.Picture(ctx, run.Options{Memory: Memory}, answers)
		},
		Line: questions.Text,
		Orders: func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
			p, err := orders.PlanDecks(from, to, orders.Auto)
			if err != nil {
				return results.Refuse(err)
			}
			return p.Decks(ctx, from, to, yield)
		},
		Glossary: docs.Glossary,
		Known:    sync.OnceValue(known),
		OnFile:   func(q results.Question) (results.Record, bool) { r, _, ok := onfile.Answer(q); return r, ok },
		Distance: onfile.Words(),
		Seen:     seen,
		Check:    a.check,
		Spell: func(text, more string) (string, error) {
			return notation.Spell(text, slices.Concat(notation.Names(), []byte(more)))
		},
		Steps: func(ctx context.Context, q results.Question) ([][]int, error) {
			w, ok := q.(guess.Watch)
			if !ok {
				return nil, nil
			}
			return w.Steps(ctx)
		},
		Deck:  deck,
		Decks: decks,
		Heat:  heat,
	}
}

// longest is the most seconds that a page waits for an answer, by a rough estimate.
const longest = 24 * 3600

// answer is Answer for a page, which waits no longer than that.
func (a *Answerer) answer(ctx context.Context, report func(results.Progress), how view.How,
	all ...results.Question) (view.Answer, error) {
	seconds := 0.
	for _, q := range all {
		seconds += q.Seconds()
	}
	if seconds > longest {
		return view.Answer{}, results.Refuse(fmt.Errorf("this would take about %s; ask for less", number.Span(seconds)))
	}
	return a.Answer(ctx, report, how, all...)
}

// Answer answers questions, one after the other.
func (a *Answerer) Answer(ctx context.Context, report func(results.Progress), how view.How,
	all ...results.Question) (answer view.Answer, err error) {
	meter := progress.To("", report)
	meter.Start(0, 0)
	defer meter.Stop()
	o := run.Options{Threads: how.Threads, Memory: Memory, Memo: run.NewMemo(&a.laws, &a.decks), Meter: meter, Known: onfile.Distances}
	for _, q := range all {
		r, err := run.Answer(pace.Listen(ctx, meter), q, o)
		if err != nil {
			return view.Answer{}, err
		}
		if r = results.WithNames(r, Names(how, q)); how.Names != nil {
			r = results.WithGiven(r)
		}
		answer.Records = append(answer.Records, r)
	}
	questions.Named(answer.Records)
	answer.Notes = questions.Notes(all[0])
	return answer, nil
}

// Names are the names of the cards in an answer: the given ones, or those of a new deck where it is
// dealt; nil for numbers.
func Names(how view.How, q results.Question) []string {
	n := 0
	switch q := q.(type) {
	case deals.One:
		n = q.N
	case guess.Watch:
		n = q.N
	}
	if style := cards.Suits.Style(); n > 0 && how.Names == nil && style.Covers(n) == nil {
		return style[:n]
	}
	return how.Names
}

// deck reads the cards that are typed on a page.
func deck(text string) (deck []int, names []string, err error) {
	read, err := cards.Parse(strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }), " "),
		cards.Suits)
	if err == nil {
		err = read.CheckWhole(cards.Suits)
	}
	if err == nil {
		err = read.Style.Covers(len(read.Cards))
	}
	if err != nil {
		return nil, nil, err
	}
	return read.Cards, read.Style[:min(len(read.Cards), len(read.Style))], nil
}

// seen counts riffles that are typed on a page.
func seen(text string) (map[string]any, string, error) {
	counts, err := fit.Seen(text)
	return map[string]any{"n": counts.N, "riffles": counts.Riffles, "cuts": counts.Cuts, "packets": counts.Packets},
		counts.String(), err
}

// heat is the deviations of the cells of decks, and those of as many fair decks.
func heat(r results.Fair) (seen, noise [][]float64, err error) {
	q, err := questions.All.Question(r.Schema, r.Question)
	if err != nil {
		return nil, nil, err
	}
	seen, noise, _ = q.(fair.Question).Heat()
	return seen, noise, nil
}

// decks is the question whether the given decks are fair.
func decks(text string, given map[string]any) (results.Question, error) {
	filled, err := questions.Fill(results.FairSchema, given) // which has no decks yet
	q, ok := filled.(fair.Question)
	if !ok {
		return nil, err
	}
	if q.Counts, err = fair.Read(strings.NewReader(text), q.Reading()); err != nil {
		return nil, err
	}
	return q, q.Check()
}

// known are the records on file, in the form that pages use.
func known() (all []view.Known) {
	for _, k := range onfile.Records() {
		all = append(all, view.Known{Name: k.Name, File: docs.File(k.Name), Day: k.Day, Revision: k.Revision, Text: k.Text, Question: k.Question, Record: k.Read})
	}
	return all
}

// check verifies the text of a record.
func (a *Answerer) check(ctx context.Context, file string, text []byte, report func(results.Progress)) (view.Answer, error) {
	meter := progress.To("", report)
	meter.Start(0, 0)
	defer meter.Stop()
	l := verify.Limits{Time: Time, Memory: Memory, Threads: run.Threads(0), Laws: &a.laws}
	v, err := verify.Record(pace.Listen(ctx, meter), l, text)
	v.File, v.Index = file, 1
	return view.Answer{Records: []results.Record{
		stored.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []stored.Verdict{v}},
	}}, err
}
