// Command records makes the records of docs/records/list.jsonl that are not there yet, one after
// the other, with a program that is built from the present revision. Each keeps its state beside
// the others in a directory, so that stopping it, or the machine, loses at most a minute. The same
// command continues. A complete record gets its day, its revision and its cost, and the list and
// docs/distances.txt are written again. Without -state only these two are written.
//
//	go run ./cmd/records [-state DIR] [-only PATTERN] [-threads N]
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dovetail/docs"
	"dovetail/results/fileio"
	"dovetail/search/known"
)

const list = "docs/records/list.jsonl"

func main() {
	log.SetFlags(0)
	state := flag.String("state", "", "`directory` of what is not complete")
	only := flag.String("only", "", "make the records whose names match this regular `expression`")
	threads := flag.Int("threads", 1, "number of threads")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 0 {
		log.Fatal("usage: go run ./cmd/records [-state DIR] [-only PATTERN] [-threads N]")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *state != "" {
		err = makeAll(ctx, *state, pattern, *threads)
	}
	if err := errors.Join(err, enter(docs.Made{}), tabulate()); err != nil {
		log.Fatal(err)
	}
}

// tabulate writes the table of the distances in the records.
func tabulate() error {
	text, err := known.Table(os.DirFS("docs"))
	if err != nil {
		return err
	}
	return write("docs/distances.txt", text)
}

// makeAll makes the records of the list whose names match.
func makeAll(ctx context.Context, state string, pattern *regexp.Regexp, threads int) error {
	all, err := listed()
	if err != nil {
		return err
	}
	program, err := build(ctx, state)
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.Day != "" || !pattern.MatchString(m.Name) {
			continue
		}
		log.Printf("%s: dovetail %s", m.Name, strings.Join(m.Args, " "))
		if err := program.make(ctx, &m, threads); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		if err := enter(m); err != nil {
			return err
		}
	}
	return nil
}

// program makes records.
type program struct{ path, state, revision string }

// build builds the program of the present revision, unless it is there: an unfinished record
// continues with the program that began it. Files that this command writes do not change the
// revision, as no computation depends on them.
func build(ctx context.Context, state string) (p program, err error) {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=7", "HEAD").Output()
	if err != nil {
		return p, err
	}
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--", ".", ":!docs/records", ":!docs/distances.txt").Output()
	if err != nil {
		return p, err
	}
	p = program{filepath.Join(state, "dovetail"), state, strings.TrimSpace(string(head))}
	if len(changed) > 0 {
		p.revision += "-dirty"
	}
	if text, err := os.ReadFile(p.path + ".revision"); err == nil {
		p.revision = string(text)
		return p, nil
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", p.path, "./cmd/dovetail")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return p, err
	}
	return p, write(p.path+".revision", []byte(p.revision))
}

// make makes one record, and adds its origin. An interrupt also ends the program, which saves its
// state.
func (p program) make(ctx context.Context, m *docs.Made, threads int) error {
	dir, out := filepath.Join(p.state, m.Name), filepath.Join("docs/records", m.Name+".json")
	args := append(m.Args[:len(m.Args):len(m.Args)], "--quiet", "--out", out)
	usage, err := exec.CommandContext(ctx, p.path, append(m.Args[:len(m.Args):len(m.Args)], "--help")...).Output()
	if err != nil {
		return err
	}
	if bytes.Contains(usage, []byte("--resume")) { // others take seconds
		args = append(args, "--yes", "--threads", strconv.Itoa(threads), "--resume", dir)
	}
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	failed := cmd.Run()
	spent, err := p.add(m.Name, cmd.ProcessState)
	if failed != nil || err != nil {
		return errors.Join(failed, err)
	}
	m.Day, m.Revision, m.CPUSeconds = time.Now().UTC().Format(time.DateOnly), p.revision, spent
	return compress(out)
}

// compress puts a large record in place of its file by gzip.
func compress(path string) error {
	text, err := os.ReadFile(path)
	if err != nil || len(text) <= docs.LargeRecord {
		return err
	}
	err = fileio.Write(path+".gz", func(w io.Writer) error {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
		_, err := z.Write(text)
		return errors.Join(err, z.Close())
	})
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// add adds the cost of a process to that of earlier ones for the same record.
func (p program) add(name string, s *os.ProcessState) (seconds float64, err error) {
	path := filepath.Join(p.state, name+".seconds")
	if text, err := os.ReadFile(path); err == nil {
		if seconds, err = strconv.ParseFloat(string(text), 64); err != nil {
			return 0, err
		}
	}
	if s != nil {
		seconds += (s.UserTime() + s.SystemTime()).Round(time.Second).Seconds()
	}
	return seconds, write(path, strconv.AppendFloat(nil, seconds, 'f', -1, 64))
}

// listed are the entries of the list.
func listed() ([]docs.Made, error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	return docs.List(text)
}

// enter enters a finished record into the list, which may have changed meanwhile, and the schemas of those that were
// added by hand.
func enter(made docs.Made) error {
	all, err := listed()
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	line := json.NewEncoder(&lines)
	line.SetEscapeHTML(false)
	for _, m := range all {
		if m.Name == made.Name {
			m = made
		}
		if m.Day != "" {
			if m.Schema, err = known.Schema(os.DirFS("docs"), m.Name); err != nil {
				return err
			}
		}
		if err := line.Encode(m); err != nil {
			return err
		}
	}
	return write(list, lines.Bytes())
}

// write writes a file completely or not at all.
func write(path string, text []byte) error {
	return fileio.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
