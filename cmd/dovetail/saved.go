package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/render"
	"dovetail/results/stored"
	"dovetail/search/known"
	"dovetail/search/questions"
)

// The user's folder of records: every answer can be saved there, and answers the same question again.

// saveFlags say whether an answer is saved.
type saveFlags struct {
	save    bool
	folder  string
	unsaved error // is reported once the answer is written
}

func (f *saveFlags) options() options {
	return options{boolFlag(&f.save, "save", "save the answer in $"+known.Variable+", or else in the user's data folder")}
}

// ready refuses before the work what cannot be saved.
func (f *saveFlags) ready() (err error) {
	if !f.save {
		return nil
	}
	if f.folder, err = known.Folder(); err == nil {
		err = os.MkdirAll(f.folder, 0o777)
	}
	if err != nil {
		return usage(fileio.Cannot("write", f.folder, err))
	}
	return usage(fileio.CheckWritable(filepath.Join(f.folder, "record.json")))
}

// store saves a record, if that is requested. The answer is printed even if that fails.
func (f *saveFlags) store(r results.Record) {
	if f.save {
		f.unsaved = errors.Join(f.unsaved, known.Save(f.folder, r))
	}
}

// maxRows is the longest list that is saved.
const maxRows = 1_000_000

// checkRows refuses to save a longer list.
func (f *saveFlags) checkRows(rows uint64) error {
	if f.save && rows > maxRows {
		return fmt.Errorf("save: a list of %d rows is too long for a record (at most %d): write it to a file with --out", rows, maxRows)
	}
	return nil
}

// ownRecords are the records in the user's folder that may answer a question; with nil all. Files that
// cannot be used are named.
func ownRecords(q results.Question, quiet bool) []known.Record {
	folder, err := known.Folder()
	if err != nil {
		return nil // a user without a home has no records
	}
	all, refused := known.Saved(folder, q)
	for _, err := range refused {
		if !quiet {
			fmt.Fprintln(os.Stderr, "note:", render.OneLine(err.Error()))
		}
	}
	return all
}

func newRecords() *cobra.Command {
	var o outputFlags
	return declare(&cobra.Command{
		Use:   "records",
		Short: "List the records in the user's folder, which --save writes",
		Long: `List the records in the user's folder: the date, the kind of the answer, what it takes about to compute it again on
one processor, the question as its command line, and the first line of the answer. The folder is $` + known.Variable + `, or
else dovetail/records in the user's data folder. Its files may be copied, deleted and shared; dovetail verify DIR checks
all of a folder.`,
		Example: `  dovetail rank -m 5 --save
  dovetail records
  dovetail records --format csv`,
	}, func(context.Context, []string) error {
		folder, err := known.Folder()
		if err != nil {
			return err
		}
		l := stored.Listing{Schema: results.RecordsSchema, Kind: results.Exact, Folder: folder, Records: []stored.Entry{}}
		for _, k := range ownRecords(nil, o.quiet) {
			l.Records = append(l.Records, stored.Entry{File: filepath.Base(k.Path), Day: k.Day, Schema: k.Question.Schema(), Of: k.Kind(),
				Seconds: k.Seconds, Command: "dovetail " + questions.Quote(questions.Line(k.Question, nil)), Answer: firstLine(k.Read())})
		}
		return o.write(l)
	}, o.options())
}

// firstLine is the first line of an answer.
func firstLine(r results.Record) string {
	var text strings.Builder
	if err := render.Records(&text, "text", r); err != nil {
		return err.Error()
	}
	line, _, _ := strings.Cut(strings.TrimLeft(text.String(), "\n"), "\n")
	return strings.TrimSpace(line)
}
