package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/results/stored"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// wrongTwice is a question with two answers.
type wrongTwice struct{ other bool }

func (wrongTwice) Schema() string   { return "wrong" }
func (wrongTwice) Check() error     { return nil }
func (wrongTwice) Seconds() float64 { return 0 }

func (q wrongTwice) Otherwise(results.Record) (results.Question, error) { return wrongTwice{true}, nil }

func (q wrongTwice) Answer(context.Context, run.Options) (results.Record, error) {
	return stored.Verdicts{Schema: map[bool]string{true: "a", false: "b"}[q.other]}, nil
}

func (wrongTwice) Agree(one, other results.Record) error {
	if one.(stored.Verdicts).Schema != other.(stored.Verdicts).Schema {
		return errors.New("a, b")
	}
	return nil
}

// Two answers to one question are an error with the exit code of a record that does not hold.
func TestTwoAnswers(t *testing.T) {
	ask := func(q results.Question) error {
		f := questionFlags{outputFlags: outputFlags{double: true}}
		_, err := f.all(t.Context(), commandSpec{}, run.Options{}, []results.Question{q}, make([]results.Record, 1))
		return err
	}
	code, says := failure(newRoot(), ask(wrongTwice{}))
	if code != exitMismatch || says != "dovetail: two ways lead to two answers: a, b" {
		t.Errorf("%d %q", code, says)
	}
	if err := ask(wrongTwice{true}); err != nil {
		t.Error(err)
	}
}

// Each question that can be asked in another way notices when the other answer is another.
func TestAgree(t *testing.T) {
	for line, edit := range map[string][2]string{
		"rank --by c -n 5 -m 2":             {`"word":"RH"`, `"word":"RR"`},
		"rank --by c -n 5 -m 2 --top 2":     {`"rank":2,`, `"rank":3,`},
		"topswops max 8":                    {`"length":22`, `"length":23`},
		"topswops max 7":                    {`"count":2`, `"count":3`},
		"topswops max 6":                    {`"decks":[[`, `"decks":[[1],[`},
		"orders stats 3..99":                {`"xor":`, `"xor":1`},
		"tvd RDR -n 6 --decks 40 --steps 3": {`"lower":0.`, `"lower":1.`},
		"tvd RDR -n 5 --decks 40 --steps 3": {`"upper":`, `"upper":-`},
	} {
		t.Run(line, func(t *testing.T) {
			out, err := program(append(arguments(line), "--quiet", "--format", "json")...).Output()
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := json.Compact(&text, out); err != nil {
				t.Fatal(err)
			}
			var head struct {
				Schema   string
				Question json.RawMessage
			}
			if err := json.Unmarshal(out, &head); err != nil {
				t.Fatal(err)
			}
			q, err := questions.All.Question(head.Schema, head.Question)
			if err != nil {
				t.Fatal(err)
			}
			read := func(text []byte) results.Record {
				r, err := forms.Read(text, nil)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			wrong := bytes.Replace(text.Bytes(), []byte(edit[0]), []byte(edit[1]), 1)
			d := q.(results.CrossChecker)
			if err := d.Agree(read(out), read(out)); err != nil {
				t.Error(err)
			}
			if bytes.Equal(wrong, text.Bytes()) || d.Agree(read(out), read(wrong)) == nil {
				t.Errorf("%q for %q is not noticed", edit[1], edit[0])
			}
		})
	}
}
