package results

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"dovetail/results/param"
)

// Question is a question as a value: a plain struct with everything on which its answer depends, in
// JSON both ways, so that it can be stored in the record or on another machine, and
// be answered again there. Its text in JSON is [Canonical]: equal questions have equal texts.
// Package search/run has those that can be answered.
type Question interface {
	// Schema names the form of the records that answer it. No other questions have that form.
	Schema() string

	// Check refuses an invalid question, without computing anything.
	Check() error

	// Seconds is about what the answer takes on one processor.
	Seconds() float64
}

// Declared is a question whose pointer declares its parameters: flags, their defaults and help, the
// command line and the forms of pages follow from them.
type Declared interface {
	Question

	// Params are bound to the fields of the question.
	Params() param.List
}

// EveryField says that a recheck has proved everything.
const EveryField = "every field, computed again"

// Recorded is a question that records on file may answer even if they were made with another
// effort, or about another word with the same law.
type Recorded interface {
	Question

	// About is equal for questions of one kind about the same thing, with any effort.
	About() string

	// AnsweredBy is the answer that a record about the same thing gives, if that says at least as
	// much as a new answer would, and the width of its intervals: 0 where it is exact.
	AnsweredBy(r Record) (answer Record, width float64, ok bool)
}

// OnRecord is what records on file say about a distance. Each end is the best that they have or
// that follows from them.
type OnRecord struct{ Lower, Upper End }

// End is one end of an interval, and what it rests on.
type End struct {
	Value   float64
	By      string
	Parts   []string // of the word, from whose distances it follows; none where it is that of the word itself
	Records []Source // none where the distances of the parts have closed forms
}

// Source is a record of docs/records by its name, without .json, with the probability that not all of its intervals hold.
type Source struct {
	Name  string
	Delta float64
}

// Sources are the records of both ends.
func (o OnRecord) Sources() []Source { return Sources(o.Lower, o.Upper) }

// Sources are the records that some ends are from, by their names.
func Sources(ends ...End) (all []Source) {
	for _, e := range ends {
		all = append(all, e.Records...)
	}
	slices.SortFunc(all, func(a, b Source) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(all)
}

// Delta is an upper bound on the probability that one of the ends does not hold.
func (o OnRecord) Delta() (sum float64) {
	for _, s := range o.Sources() {
		sum += s.Delta
	}
	return sum
}

// Priced is a question whose records know better than it does what another answer costs.
type Priced interface {
	Question

	// Again is about the number of seconds of that, on one processor. r is of the right type, but
	// may say anything.
	Again(r Record) float64
}

// Limited is a question whose answer may end by a limit, or before it as soon as it is known.
type Limited interface {
	Question

	// Limit is of the time by the clock, on any number of processors, or of the work of all of them; 0 for no limit.
	Limit() (limit time.Duration, ofWork bool)
}

// Sized is a question whose answer may take much memory.
type Sized interface {
	Question

	// Bytes is about the most that the program takes for it with a number of threads.
	Bytes(threads int) uint64
}

// ErrPartial is the error of an answer that ended early, at a moment that cannot be reproduced.
type ErrPartial string

func (o ErrPartial) Error() string { return string(o) }

// ErrStreams is what verify says of a record that names no streams of random numbers.
const ErrStreams = ErrPartial("its decks have streams of random numbers that this version deals no decks from")

// QuestionText is the part of a record that holds its question.
type QuestionText struct {
	// The question that this record answers, in full; null where it describes a file.
	Question json.RawMessage `json:"question" csv:"-" none:"null"`
}

// Head is what most records begin with.
type Head struct {
	Schema string `json:"schema" csv:"-"`
	Kind   string `json:"kind" csv:"-"`
	QuestionText
}

// Answering is the head of a record that answers a question.
func Answering(q Question, kind string) Head { return Head{q.Schema(), kind, TextOf(q)} }

// TextOf is the part of a record that holds a question.
func TextOf(q Question) QuestionText {
	text, err := json.Marshal(q)
	if err != nil {
		panic(fmt.Sprintf("%T has no text: %v", q, err)) // not a plain struct
	}
	return QuestionText{text}
}

// Canonical is the text of a question with the form of its answer.
func Canonical(q Question) string {
	return fmt.Sprintf(`{"schema":%q,"question":%s}`, q.Schema(), TextOf(q).Question)
}

// Registry has the kinds of questions that there are, by the schema of their answers.
type Registry map[string]func(text []byte) (Question, error)

// Register adds the questions of a type.
func Register[Q Question](r Registry) {
	var q Q
	if r[q.Schema()] != nil {
		panic("two questions are answered by " + q.Schema())
	}
	r[q.Schema()] = func(text []byte) (Question, error) { return readQuestion[Q](text) }
}

// Of is the registry of the questions of one type.
func Of[Q Question]() Registry {
	r := Registry{}
	Register[Q](r)
	return r
}

// Schemas are those of the answers.
func (r Registry) Schemas() []string { return slices.Sorted(maps.Keys(r)) }

// Question reads the question of a record from its JSON, and checks it.
func (r Registry) Question(schema string, text []byte) (Question, error) {
	read, ok := r[schema]
	if !ok {
		return nil, UnknownSchema(schema, r.Schemas())
	}
	return read(text)
}

// UnknownSchema is the error for an unknown schema, or for another version of a known one.
func UnknownSchema(schema string, known []string) error {
	form := func(s string) string { return s[:strings.LastIndexByte(s, '/')+1] }
	for _, k := range known {
		if form(k) == form(schema) {
			return fmt.Errorf("schema %q is of another version of the program; this one reads %q", schema, k)
		}
	}
	return fmt.Errorf("schema %q is not known; dovetail help schema lists those that are", schema)
}

// Canonical reads a question from its text.
func (r Registry) Canonical(text []byte) (Question, error) {
	var c struct {
		Schema   string
		Question json.RawMessage
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	return r.Question(c.Schema, c.Question)
}

// readQuestion takes the fields of the type and no others.
func readQuestion[Q Question](text []byte) (Question, error) {
	var q Q
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&q); err != nil {
		return nil, fmt.Errorf("question: %w", Misread(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("question: unexpected text after it")
	}
	return q, q.Check()
}

// Progress is how far a computation is.
type Progress struct {
	Share   float64  // done part of the present part
	Part    string   // the present part
	Seconds float64  // so far
	Left    float64  // estimated seconds; negative if not known
	Margin  float64  // one standard error of Left
	Tasks   uint64   // done since it began
	Rate    float64  // tasks a second
	Says    string   // text beside the progress
	Best    []string // the best that was found up to now, the best first
}

// unfinished is the error of an answer that ended early, with what was known by then: records that
// are true, but say less than requested.
type unfinished struct {
	error
	known []Record
}

func (u *unfinished) Unwrap() error { return u.error }

// Unfinished is an error with what is known nevertheless; nil stays nil.
func Unfinished[R Record](err error, known []R) error {
	if err == nil || len(known) == 0 {
		return err
	}
	u := &unfinished{error: err}
	for _, r := range known {
		u.known = append(u.known, r)
	}
	return u
}

// Known are the records that an error has.
func Known(err error) []Record {
	var u *unfinished
	if errors.As(err, &u) {
		return u.known
	}
	return nil
}

// Misread is the error of reading JSON in terms of JSON: fields have their JSON names, and values
// and types those of JSON, also for an entry of a list.
func Misread(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	steps := slices.DeleteFunc(strings.Split(wrong.Field, "."), func(step string) bool {
		return step == "" || unicode.IsUpper(rune(step[0])) // a part of the struct that has no name in JSON
	})
	where := strings.Join(steps, ".")
	if where == "" {
		where = "it"
	}
	return fmt.Errorf("%s has %s where %s belongs", where, valueOf(wrong.Value), kindOf(wrong.Type))
}

// valueOf names a value as package json does, in words.
func valueOf(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "string", "number":
		return "a " + value
	}
	return "the " + value // number 1.5
}

// kindOf names the type of a field in the words of JSON.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint64:
		return "a whole number within its range"
	}
	return "a number that fits its field"
}
