// Package verify checks stored records. It reads the question of a record from the record itself
// and answers it again. The new answer must equal the old one, field by field, as the program
// prints it. A computation that would take longer than allowed is not repeated. In this case the
// parts are checked that do not depend on it (decks are played, rows scored, sums added up), and
// the verdict lists what was not checked.
//
// Records that need more than that, or have fields that depend on the machine, are in [verifiers].
package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dovetail/exact/pairs"
	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/render"
	"dovetail/results/stored"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// Limits are the limits for the check of one record.
type Limits struct {
	Time    time.Duration // 0: no limit
	Memory  uint64        // bytes of laws and tables
	Threads int           // 0: one for each processor

	Laws *pairs.Cache // for several records; nil for a new one

	grace time.Duration // for tests: in place of grace
}

// Files checks the records of files, and of all JSON files in folders; "-" is stdin. It fails only if ctx is cancelled.
func Files(ctx context.Context, l Limits, stdin io.Reader, files ...string) (stored.Verdicts, error) {
	all := stored.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []stored.Verdict{}}
	l.Laws = cmp.Or(l.Laws, new(pairs.Cache))
	for _, file := range expanded(files) {
		text, err := l.read(ctx, file, stdin)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		var inside []json.RawMessage
		if err == nil {
			inside, err = l.split(text)
		}
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			err = path.Err
		}
		if err != nil {
			all.Records = append(all.Records, stored.Verdict{File: file, Verdict: stored.Unknown, Reason: err.Error(),
				Checked: []string{}, Unchecked: []string{}})
		}
		for i, one := range inside {
			v, err := Record(ctx, l, one)
			if err != nil {
				return all, err
			}
			v.File, v.Index = file, i+1
			all.Records = append(all.Records, v)
		}
	}
	return all, nil
}

// expanded has the JSON files of folders in the place of these, if they have any.
func expanded(files []string) (all []string) {
	for _, file := range files {
		inside := []string{}
		if entries, err := os.ReadDir(file); err == nil {
			for _, e := range entries {
				if name := e.Name(); filepath.Ext(strings.TrimSuffix(name, ".gz")) == ".json" && name[0] != '.' {
					inside = append(inside, filepath.Join(file, name))
				}
			}
		}
		if len(inside) == 0 {
			inside = []string{file}
		}
		all = append(all, inside...)
	}
	return all
}

// verifierOf is the verifier of a schema: one of its own, or [again].
func verifierOf(schema string) (verifier, bool) {
	v, ok := verifiers[schema]
	if questions.All[schema] != nil && !ok {
		return verifier{check: again}, true
	}
	return v, ok
}

// Schemas are those of all records that can be checked.
func Schemas() []string {
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(verifiers)),
		questions.All.Schemas()...))))
}

// Record checks one record, which must be valid JSON. It fails only if ctx is cancelled.
func Record(ctx context.Context, l Limits, text []byte) (stored.Verdict, error) {
	v := stored.Verdict{Verdict: stored.Unknown, Checked: []string{}, Unchecked: []string{}}
	var head struct{ Schema *string }
	if json.Unmarshal(text, &head) != nil || head.Schema == nil {
		v.Reason = "not a record: it has no schema"
		return v, nil
	}
	v.Schema = *head.Schema
	known, ok := verifierOf(v.Schema)
	if !ok {
		v.Reason = results.UnknownSchema(v.Schema, Schemas()).Error()
		v.Schema = ""
		return v, nil
	}
	l.Threads, l.grace = run.Threads(l.Threads), cmp.Or(l.grace, grace)
	l.Laws = cmp.Or(l.Laws, new(pairs.Cache))
	e := &checker{ctx: ctx, outer: ctx, Limits: l, text: text, verdict: v}
	lenient := ctx
	if l.Time > 0 {
		inTime, cancel := context.WithTimeout(ctx, l.Time)
		defer cancel()
		e.ctx = inTime
		// A part of a check that does not watch its context is abandoned a little later.
		last, end := context.WithTimeout(ctx, 2*l.Time+l.grace)
		defer end()
		lenient = last
	}
	judged, err := guarded(lenient, func() (stored.Verdict, error) { return e.judge(known), nil })
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		late := &checker{verdict: v}
		late.left(everything, "it takes longer than the %v that --time allows", l.Time)
		return late.conclude(nil), nil
	case err != nil:
		return (&checker{verdict: v}).conclude(err), nil
	}
	return judged, nil
}

// checker checks one record.
type checker struct {
	Limits
	ctx     context.Context // over at the end of the time allowed
	outer   context.Context // over when nobody waits any more
	text    []byte
	tree    any
	skip    []string
	verdict stored.Verdict
	open    bool // something is left that more time or memory could check
}

// judge checks a record and returns the verdict.
func (e *checker) judge(known verifier) stored.Verdict {
	e.skip = known.skip
	return e.conclude(e.tooMuch(everything, known.check(e)))
}

// conclude is the verdict after a check, which may have failed.
func (e *checker) conclude(err error) stored.Verdict {
	v := e.verdict
	switch {
	case err != nil:
		refute(&v, err)
		return v
	case len(v.Checked) == 0:
		v.Verdict, v.Reason = stored.Unknown, "nothing could be checked"
	case e.open:
		v.Verdict = stored.Partly
	default:
		v.Verdict = stored.Holds
	}
	for i, line := range e.verdict.Unchecked {
		if why, all := strings.CutPrefix(line, everything); all && len(v.Checked) > 0 {
			v.Unchecked[i] = theRest + why
		}
	}
	for _, field := range e.skip {
		v.Unchecked = append(v.Unchecked, field+": depends on the machine")
	}
	return v
}

// refute makes the verdict of a record in which something is wrong.
func refute(v *stored.Verdict, err error) {
	v.Verdict, v.Reason = stored.Fails, render.OneLine(err.Error())
	v.Checked, v.Unchecked = []string{}, []string{}
}

func (e *checker) checked(format string, args ...any) {
	e.verdict.Checked = append(e.verdict.Checked, fmt.Sprintf(format, args...))
}

// unchecked names fields, separated by commas, and says why they are not checked.
func (e *checker) unchecked(fields, why string, args ...any) {
	e.verdict.Unchecked = append(e.verdict.Unchecked, render.OneLine(fields+": "+fmt.Sprintf(why, args...)))
}

// left names fields that could be checked with more time or memory, or with what is not available
// here: the record is checked in part.
func (e *checker) left(fields, why string, args ...any) {
	e.open = true
	e.unchecked(fields, why, args...)
}

// require is the error for a record in which something is wrong.
func require(so bool, format string, args ...any) error {
	if so {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// same requires the record to equal the expected one, except for fields that depend on the
// machine.
func (e *checker) same(want any) error {
	should, err := forms.TreeOf(want)
	if err != nil {
		return err
	}
	got, object := e.tree.(map[string]any)
	if _, named := want.(interface{ CardNames() []string }); named && object {
		// The names of the cards are not part of the answer.
		if names, given := got["card_names"]; given {
			if err := checkNames(e.text); err != nil {
				return err
			}
			should.(map[string]any)["card_names"] = names
		}
	}
	if own, ok := should.(map[string]any); ok && object {
		for _, field := range e.skip {
			if _, has := own[field]; has {
				own[field] = got[field]
			}
		}
	}
	if where := forms.Differ(e.tree, should, "computed again"); where != "" {
		return errors.New(where)
	}
	return nil
}

// checkNames is the error for a record whose number of cards differs from that of its names.
func checkNames(text []byte) error {
	var r struct {
		N     int
		Names []string `json:"card_names"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return results.Misread(err)
	}
	if err := cards.Style(r.Names).CheckNew(r.N); err != nil {
		return fmt.Errorf("card_names: %w", err)
	}
	return nil
}

// verdicts are what the check of records says about other records.
func verdicts(e *checker, _ stored.Verdicts) error {
	e.unchecked(everything, "a verdict is checked by checking the record itself")
	return nil
}

// listed are the records of a folder, which are at hand where they were listed.
func listed(e *checker, _ stored.Listing) error {
	e.unchecked(everything, "the records of a folder are checked by naming the folder")
	return nil
}

// verifier checks the records of one schema.
type verifier struct {
	check func(e *checker) error
	skip  []string // fields that depend on the machine
}

// verifiers are those of schemas for which [again] is not enough.
var verifiers map[string]verifier

func init() {
	verifiers = map[string]verifier{
		results.TopswopsMaxSchema:     withQuestion(longest, "cpu_seconds"),
		results.PartSchema:            {again, []string{"cpu_seconds"}},
		results.TopswopsTableSchema:   withQuestion(table),
		results.TopswopsBoundsSchema:  withQuestion(bounds),
		results.TopswopsRecordsSchema: withQuestion(longDecks),

		results.VerifySchema:  of(verdicts),
		results.RecordsSchema: of(listed),
	}
}

// of reads the record before its check.
func of[R results.Record](check func(e *checker, r R) error, skip ...string) verifier {
	return verifier{func(e *checker) error {
		if err := e.fits(e.text); err != nil {
			return err
		}
		tree, err := forms.Parse(e.text)
		if err != nil {
			return err
		}
		e.tree = tree
		r, err := decode[R](e.text, e.tree)
		if err == nil {
			err = forms.Sound(r)
		}
		if err != nil {
			return err
		}
		return check(e, r)
	}, skip}
}

// withQuestion reads the question of the record too.
func withQuestion[Q results.Question, R results.Record](check func(e *checker, q Q, r R) error, skip ...string) verifier {
	return of(func(e *checker, r R) error {
		q, err := e.question()
		if err != nil {
			return err
		}
		return check(e, q.(Q), r)
	}, skip...)
}
