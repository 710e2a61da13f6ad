// Package verify checks stored records. The question that a record answers is read off
// the record itself and asked again, and the new answer must be the old one, field by
// field, as the program prints it. What would take longer than allowed is not computed
// again: then those parts are, that stand on their own (decks are played, rows scored,
// sums added up), and the verdict lists what was left.
//
// Every record that the program writes is known here, in [verifiers]. Fields that depend
// on the machine are named there and nowhere else.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"dovetail/exact/law"
	"dovetail/results"
	"dovetail/results/fault"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// Limits are what the check of one record may take.
type Limits struct {
	Time    time.Duration // 0: whatever it takes
	Memory  uint64        // bytes of laws and tables
	Threads int           // 0: one for each processor
}

// Files checks the records of files; "-" is stdin. It fails only if ctx is cancelled.
func Files(ctx context.Context, l Limits, stdin io.Reader, files ...string) (results.Verdicts, error) {
	all := results.Verdicts{Schema: results.VerifySchema, Kind: results.Exact, Records: []results.Verdict{}}
	for _, file := range files {
		text, err := read(ctx, file, stdin)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		var records []json.RawMessage
		if err == nil {
			records, err = Split(text)
		}
		if err != nil {
			all.Records = append(all.Records, unreadable(file, err))
			continue
		}
		for i, text := range records {
			v, err := Record(ctx, l, text)
			if err != nil {
				return all, err
			}
			v.File, v.Index = file, i+1
			all.Records = append(all.Records, v)
		}
	}
	return all, nil
}

func unreadable(file string, err error) results.Verdict {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return results.Verdict{File: file, Verdict: results.Unknown, Reason: err.Error(), Checked: []string{}, Unchecked: []string{}}
}

// verifierOf is that of a schema: one of its own, or the question of the record asked again.
func verifierOf(schema string) (verifier, bool) {
	v, ok := verifiers[schema]
	if questions.All[schema] != nil && !ok {
		return verifier{check: again}, true
	}
	return v, ok
}

// Schemas are those of all records that can be checked.
func Schemas() []string {
	return slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(verifiers)), questions.All.Schemas()...)))
}

// Record checks one record, which must be valid JSON. It fails only if ctx is cancelled.
func Record(ctx context.Context, l Limits, text []byte) (results.Verdict, error) {
	v := results.Verdict{Verdict: results.Unknown, Checked: []string{}, Unchecked: []string{}}
	var head struct{ Schema *string }
	if json.Unmarshal(text, &head) != nil || head.Schema == nil {
		v.Reason = "no record: it names no schema"
		return v, nil
	}
	v.Schema = *head.Schema
	known, ok := verifierOf(v.Schema)
	if !ok {
		v.Reason = fmt.Sprintf("schema %q is not one of %s", v.Schema, strings.Join(Schemas(), ", "))
		v.Schema = ""
		return v, nil
	}
	l.Threads = run.Threads(l.Threads)
	e := &exam{ctx: ctx, Limits: l, text: text, verdict: &v}
	if l.Time > 0 {
		deadline, cancel := context.WithTimeout(ctx, l.Time)
		defer cancel()
		e.ctx = deadline
	}
	err := e.examine(known)
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case err != nil:
		v.Verdict, v.Reason = results.Fails, err.Error()
		v.Checked, v.Unchecked = []string{}, []string{}
	case len(v.Checked) > 0:
		v.Verdict = results.Holds
	default:
		v.Reason = "nothing could be checked"
	}
	return v, nil
}

// exam is one record under examination.
type exam struct {
	Limits
	ctx     context.Context // over at the end of the time allowed
	text    []byte
	tree    any
	skip    []string
	verdict *results.Verdict
}

func (e *exam) examine(known verifier) error {
	e.skip = known.skip
	if err := known.check(e); err != nil {
		return err
	}
	for i, line := range e.verdict.Unchecked {
		if why, all := strings.CutPrefix(line, everything); all && len(e.verdict.Checked) > 0 {
			e.verdict.Unchecked[i] = theRest + why
		}
	}
	for _, field := range known.skip {
		e.unchecked(field, "depends on the machine")
	}
	return nil
}

func (e *exam) checked(format string, args ...any) {
	e.verdict.Checked = append(e.verdict.Checked, fmt.Sprintf(format, args...))
}

// unchecked names fields, apart by commas, and says why they are not checked.
func (e *exam) unchecked(fields, why string, args ...any) {
	e.verdict.Unchecked = append(e.verdict.Unchecked, fields+": "+fmt.Sprintf(why, args...))
}

// require is the error of a record in which something is not so.
func require(so bool, format string, args ...any) error {
	if so {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// same wants the record to be as it should be, but for fields that depend on the
// machine.
func (e *exam) same(want any) error {
	should, err := treeOf(want)
	if err != nil {
		return err
	}
	got, object := e.tree.(map[string]any)
	if own, ok := should.(map[string]any); ok && object {
		for _, field := range e.skip {
			if _, has := own[field]; has {
				own[field] = got[field]
			}
		}
	}
	if where := differ(e.tree, should, "computed again"); where != "" {
		return errors.New(where)
	}
	return nil
}

// everything stands for all fields of a record, or those that are not checked already, and is
// then told as theRest.
const everything, theRest = "all of it", "the rest"

// whole computes the record again, which costs about the given number of seconds, and compares
// all of it. It reports whether that was allowed.
func (e *exam) whole(seconds float64, again func(ctx context.Context) (any, error)) (done bool, err error) {
	want, done, err := within(e, everything, seconds, again)
	if err != nil || !done {
		return done, err
	}
	e.checked("every field, computed again")
	return true, e.same(want)
}

// within computes a part of a record again if its cost is allowed, and if it then keeps
// to it; what it does not is listed as not checked.
func within[T any](e *exam, what string, seconds float64, again func(ctx context.Context) (T, error)) (answer T, done bool, err error) {
	if e.Time > 0 && seconds > e.Time.Seconds() {
		e.unchecked(what, "computing it again takes about %s, --time allows %v", duration(seconds), e.Time)
		return answer, false, nil
	}
	type result struct {
		answer T
		err    error
	}
	finished := make(chan result, 1)
	go func() {
		var r result
		r.err = fault.Caught(func() (err error) { r.answer, err = again(e.ctx); return err })
		finished <- r
	}()
	var r result
	select {
	case r = <-finished:
	case <-e.ctx.Done(): // what does not listen is left to itself
		r.err = e.ctx.Err()
	}
	var large law.TooLarge
	var larger tooLarge
	switch {
	case errors.As(r.err, &large), errors.As(r.err, &larger):
		e.unchecked(what, "%v", r.err)
		return answer, false, nil
	case r.err != nil && errors.Is(e.ctx.Err(), context.DeadlineExceeded):
		e.unchecked(what, "computing it again takes longer than the %v that --time allows", e.Time)
		return answer, false, nil
	}
	return r.answer, r.err == nil, r.err
}

// again asks the question of a record once more.
func again(e *exam) error {
	var err error
	if e.tree, err = parse(e.text); err != nil {
		return err
	}
	var head struct {
		Schema   string
		Question json.RawMessage
	}
	if err := json.Unmarshal(e.text, &head); err != nil || head.Question == nil {
		return errors.New("question is missing")
	}
	q, err := questions.All.Question(head.Schema, head.Question)
	if err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		return q.Answer(ctx, results.Env{Threads: e.Threads, Memory: e.Memory})
	})
	return err
}

// tooLarge is the error of what does not fit into the memory allowed.
type tooLarge struct{ error }

// duration is a number of seconds in words, to one digit.
func duration(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		if seconds >= 2*unit.size {
			return fmt.Sprintf("%.0f %s", seconds/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.2g s", seconds)
}
