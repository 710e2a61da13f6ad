package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/questions"
)

// A sample is a command in a page, indented by four blanks after a $, with what it
// prints below it; a line ... stands for any lines. One after a line with the mark
// <!-- long --> takes more than a second or so, and is left to the long tests.
type sample struct {
	command    string
	long       bool
	from, upTo int // its output in the lines of the page
}

const (
	indent   = "    "
	prompt   = indent + "$ "
	longMark = "<!-- long -->"
)

// pages are the files that have samples and claims, by their names in the project.
func pageList(t *testing.T) map[string]string {
	files := map[string]string{"README.md": "../../README.md"}
	for _, dir := range []string{"docs/", "docs/lab/"} {
		pages, err := filepath.Glob("../../" + dir + "*.md")
		if err != nil || len(pages) == 0 {
			t.Fatal("no pages", err)
		}
		for _, file := range pages {
			files[dir+filepath.Base(file)] = file
		}
	}
	return files
}

func readPage(t *testing.T, file string) string {
	text := must.Have(os.ReadFile(file))(t)
	return string(text)
}

func samples(lines []string) (all []sample) {
	marked := false
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(lines[i], prompt)
		if !ok {
			marked = lines[i] == longMark || marked && lines[i] == ""
			continue
		}
		s := sample{command: command, long: marked, from: i + 1, upTo: i + 1}
		for k := s.from; k < len(lines) && !strings.HasPrefix(lines[k], prompt); k++ {
			if strings.HasPrefix(lines[k], indent) {
				s.upTo = k + 1
			} else if lines[k] != "" {
				break
			}
		}
		all = append(all, s)
		i, marked = s.upTo-1, false
	}
	return all
}

// arguments are those of a command line.
func arguments(command string) []string {
	args, _ := questions.Split(command)
	return args
}

// printed is what each command line of the program printed: pages, README and the explorer show the same.
var printed sync.Map

// prints is what a command line of the program prints, each time the same. It is run within the test, because starting the
// program takes longer than many commands.
func prints(command string) ([]byte, error) {
	once, _ := printed.LoadOrStore(command, sync.OnceValues(func() ([]byte, error) {
		args := arguments(command)
		if len(args) == 0 || args[0] != "dovetail" {
			return nil, fmt.Errorf("%q is no command of dovetail", command)
		}
		var help bytes.Buffer
		file, err := os.CreateTemp("", "prints")
		if err != nil {
			return nil, err
		}
		defer os.Remove(file.Name())
		file.Close()
		if cmd, _, err := newRoot().Find(args[1:]); err == nil && cmd.Flags().Lookup("out") != nil {
			args = append(args, "--out", file.Name())
		}
		_, err = answer(context.Background(), args[1:], &help)
		text, unread := os.ReadFile(file.Name())
		return append(help.Bytes(), text...), cmp.Or(err, unread)
	}))
	return once.(func() ([]byte, error))()
}

// machine is what differs from machine to machine and from run to run.
var machine = regexp.MustCompile(`[0-9.]+ CPU seconds`)

func alike(a, b string) bool {
	return machine.ReplaceAllString(a, "CPU") == machine.ReplaceAllString(b, "CPU")
}

// shown is the part of an output that a sample shows: stretches of it, parted by ...
// and each found by its first line. What differs from machine to machine is as the
// sample had it.
func shown(old, output []string) ([]string, error) {
	var now []string
	for first := true; ; first = false {
		end := slices.Index(old, "...")
		stretch := old[:max(end, 0)]
		if end < 0 {
			stretch = old
		}
		if !first && len(stretch) > 0 {
			skip := slices.IndexFunc(output, func(line string) bool { return alike(line, stretch[0]) })
			if skip < 0 {
				return nil, fmt.Errorf("no line %q", stretch[0])
			}
			output = output[skip:]
		}
		length := len(stretch)
		if end < 0 && (first || length > 0) {
			length = len(output)
		}
		if length > len(output) {
			return nil, errors.New("the output is shorter")
		}
		for i, line := range output[:length] {
			if i < len(stretch) && alike(line, stretch[i]) {
				line = stretch[i]
			}
			now = append(now, line)
		}
		if end < 0 {
			return now, nil
		}
		now = append(now, "...")
		old, output = old[end+1:], output[length:]
	}
}

// Every sample of README.md and docs is what the program prints. With -update it
// becomes that.
func TestDocsSamples(t *testing.T) {
	t.Parallel()
	for name, file := range pageList(t) {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(readPage(t, file), "\n")
			changed := false
			for _, s := range slices.Backward(samples(lines)) {
				if s.long && !longtest.On() {
					continue
				}
				output, err := prints(s.command)
				if err != nil {
					t.Errorf("%s:%d: %s: %v", name, s.from, s.command, err)
					continue
				}
				var old, out []string
				for _, line := range lines[s.from:s.upTo] {
					old = append(old, strings.TrimPrefix(line, indent))
				}
				for line := range strings.Lines(string(output)) {
					out = append(out, strings.TrimRight(line, " \n"))
				}
				now, err := shown(old, out)
				if err != nil {
					t.Errorf("%s:%d: %s: %v", name, s.from, s.command, err)
					continue
				}
				if slices.Equal(old, now) {
					continue
				}
				if !*update {
					t.Errorf("%s:%d: %s prints\n%s\n(make docs writes it)", name, s.from, s.command, strings.Join(now, "\n"))
					continue
				}
				for i, line := range now {
					now[i] = strings.TrimRight(indent+line, " ")
				}
				lines, changed = slices.Replace(lines, s.from, s.upTo, now...), true
			}
			if changed {
				must.Do(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666))
			}
		})
	}
}

func TestShown(t *testing.T) {
	output := []string{"a", "b", "c, 1.5 CPU seconds", "d", "e"}
	for _, c := range []struct{ old, want string }{
		{"a b", "a b c, 1.5 CPU seconds d e"},
		{"", "a b c, 1.5 CPU seconds d e"},
		{"x x c, 2 CPU seconds x x", "a b c, 2 CPU seconds d e"},
		{"...", "..."},
		{"a ...", "a ..."},
		{"x x ...", "a b ..."},
		{"... d ...", "... d ..."},
		{"... b x ... e", "... b c, 1.5 CPU seconds ... e"},
		{"a ... d x x", "a ... d e"},
		{"... z", "error"},
		{"x x x x x x ...", "error"},
		{"... c ... b", "error"},
	} {
		split := func(s string) []string {
			lines := strings.Fields(strings.NewReplacer(" CPU ", "_CPU_", ", ", ",_").Replace(s))
			for i := range lines {
				lines[i] = strings.ReplaceAll(lines[i], "_", " ")
			}
			return lines
		}
		now, err := shown(split(c.old), output)
		if (err != nil) != (c.want == "error") || err == nil && !slices.Equal(now, split(c.want)) {
			t.Errorf("%q: %q, %v; want %q", c.old, now, err, c.want)
		}
	}
}
