package known

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"dovetail/docs"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/forms"
	"dovetail/results/render"
	"dovetail/search/questions"
)

// A user's records are the files of one folder, each as --format json prints it. A file is named by
// the form of its record and a hash of its question, such as rank-3-5d1c0e8f2a7b9364.json, so that a
// command opens only those that may answer it. It gets its name when it is complete, so that readers
// need no lock. Files with other names are read too: somebody copied them.

// Variable is the environment variable that names the folder.
const Variable = "DOVETAIL_RECORDS"

// Folder is the path of the folder, whether or not it is there: by default in the user's data folder.
func Folder() (string, error) {
	if path := os.Getenv(Variable); path != "" {
		return path, nil
	}
	data := os.Getenv("XDG_DATA_HOME")
	switch home, err := os.UserHomeDir(); {
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		if data, err = os.UserConfigDir(); err != nil {
			return "", err
		}
	case filepath.IsAbs(data):
	case err != nil:
		return "", err
	default:
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "dovetail", "records"), nil
}

// named matches the names of files that Save writes. Its group is the form of the record.
var named = regexp.MustCompile(`^([a-z-]+)-[0-9]+-[0-9a-f]{16}\.json$`)

// fileName is the name of the file for the answer to a question.
func fileName(q results.Question) string {
	form := strings.ReplaceAll(strings.TrimPrefix(q.Schema(), "dovetail/"), "/", "-")
	return fmt.Sprintf("%s-%016x.json", form, xxhash.Sum64String(results.Canonical(q)))
}

// Save writes a record into a folder, in place of one that answers the same question.
func Save(folder string, r results.Record) error {
	var text bytes.Buffer
	if err := render.Records(&text, "json", r); err != nil {
		return err
	}
	schema, question, err := head(bytes.NewReader(text.Bytes()))
	if err != nil {
		return err
	}
	q, err := questions.All.Question(schema, question)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fileio.Cannot("write", folder, err)
	}
	return fileio.Write(filepath.Join(folder, fileName(q)), func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
}

// Saved are the records of a folder that are about what a question asks, or with nil all, and the
// reasons why other files are not among them. A folder that is not there has none.
func Saved(folder string, asked results.Question) (all []Record, refused []error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, []error{fileio.Cannot("read", folder, err)}
	}
	for _, e := range entries {
		name := named.FindStringSubmatch(e.Name())
		other := asked != nil && name != nil && !strings.HasPrefix(asked.Schema(), "dovetail/"+name[1]+"/")
		if other || filepath.Ext(e.Name()) != ".json" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		k, err := open(path, name != nil)
		if err == nil && asked != nil && !concerns(k.Question, asked) {
			continue
		}
		if err == nil {
			err = k.load()
		}
		if err != nil {
			refused = append(refused, fmt.Errorf("%s is not used: %w", path, err))
			continue
		}
		all = append(all, k)
	}
	return all, refused
}

// mostHead is more than the question of any record takes.
const mostHead = 16 << 20

// open reads the question of a file, and compares it with the name that Save gave it.
func open(path string, saved bool) (k Record, err error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return k, errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return k, fileio.Cannot("read", path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return k, err
	}
	schema, question, err := head(io.LimitReader(f, mostHead))
	if err != nil {
		return k, fmt.Errorf("it is not a record, or damaged: %w", err)
	}
	k.Path, k.Made = path, docs.Made{Name: strings.TrimSuffix(filepath.Base(path), ".json"), Day: info.ModTime().UTC().Format(time.DateOnly)}
	if k.Question, err = questions.All.Question(schema, question); err == nil && saved && filepath.Base(path) != fileName(k.Question) {
		err = errors.New("its question is not the one of its name")
	}
	return k, err
}

// load reads a record of a folder. Anybody may have written it, so that it may panic when it answers,
// is priced or printed.
func (k *Record) load() (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("it is damaged: %v", panicked)
		}
	}()
	text, err := fileio.Read(k.Path)
	if err != nil {
		return err
	}
	r, err := forms.Read(text, nil)
	if err == nil {
		err = cmp.Or(written(text, r), forms.Sound(r))
	}
	if err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	if q, ok := k.Question.(results.Recorded); ok {
		q.AnsweredBy(r)
	}
	k.Seconds = k.Question.Seconds()
	if q, ok := k.Question.(results.Priced); ok {
		k.Seconds = q.Again(r)
	}
	k.Text, k.Read = func() []byte { return text }, func() results.Record { return r }
	return render.Records(io.Discard, "text", r)
}

// written is the error for a text that is not how a record is written.
func written(text []byte, r results.Record) error {
	tree, err := forms.Parse(text)
	return cmp.Or(err, forms.AsPrinted(tree, r))
}
