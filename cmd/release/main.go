// Command release builds what a release consists of, the same bytes from the same sources each time:
// programs for six systems, linked statically, each in an archive with its licences; packages for Debian with
// pages of man and completions; wheels for Python; what is linked into each program (go version -m); and the
// SHA-256 of all. make release runs it.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// systems are those that a release has programs for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// largest is what a program may weigh. One that grows beyond has come to link what it does not need.
const largest = 45e6

// shells are those whose completions Debian's package has, by the files that they read.
var shells = map[string]string{
	"bash": "usr/share/bash-completion/completions/dovetail",
	"zsh":  "usr/share/zsh/vendor-completions/_dovetail",
	"fish": "usr/share/fish/vendor_completions.d/dovetail.fish",
}

// newest is how CHANGELOG.md names the newest release.
var newest = regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$`)

// release is where one is built, and what it is called.
type release struct {
	out, work, version string
	date               time.Time // of every file in it
	tags               string    // of the programs
}

func main() {
	log.SetFlags(0)
	out := flag.String("out", "dist", "the folder for the release")
	only := flag.String("only", strings.Join(systems, ","), "the systems, as linux/amd64,windows/arm64")
	flag.Parse()
	if err := build(*out, strings.Split(*only, ",")); err != nil {
		log.Fatal("release: ", err)
	}
}

func build(out string, chosen []string) error {
	for _, s := range chosen {
		if !slices.Contains(systems, s) {
			return fmt.Errorf("%s is not one of %s", s, strings.Join(systems, ", "))
		}
	}
	text, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	name := newest.FindSubmatch(text)
	if name == nil {
		return errors.New("CHANGELOG.md names no release, as ## 1.0.0 - 2026-11-23")
	}
	date, err := time.Parse(time.DateOnly, string(name[2]))
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	r := release{out: out, work: work, version: string(name[1]), date: date}
	if err := r.site(); err != nil {
		return err
	}
	more, err := r.pages()
	if err != nil {
		return err
	}
	for _, s := range chosen {
		if err := r.system(s, more); err != nil {
			return err
		}
	}
	if err := r.python(""); err != nil {
		return err
	}
	return r.sums()
}

// run runs a command, with what it says on the standard error.
func run(env []string, line ...string) ([]byte, error) {
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(line, " "), err)
	}
	return out, err
}

// program builds the program for a system, or for this one.
func (r release) program(to, system string) error {
	env := []string{"CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0"}
	if goos, goarch, other := strings.Cut(system, "/"); other {
		env = append(env, "GOOS="+goos, "GOARCH="+goarch)
	}
	_, err := run(env, "go", "build", "-trimpath", "-buildvcs=false", "-tags="+r.tags,
		"-ldflags=-s -w -buildid= -X main.release="+r.version, "-o", to, "./cmd/dovetail")
	return err
}

// site has the programs contain the static site, if Python is there to pack it.
func (r *release) site() error {
	if _, err := exec.LookPath("python3"); err != nil {
		log.Print("no explore --export: python3 is not installed")
		return nil
	}
	r.tags = "site"
	_, err := run(nil, "make", "-s", "site-files")
	return err
}

// pages are the pages of man, the completions and the papers that go with every program.
func (r release) pages() (all []file, err error) {
	here := filepath.Join(r.work, "here")
	if err := r.program(here, ""); err != nil {
		return nil, err
	}
	for shell, path := range shells {
		text, err := run(nil, here, "completion", shell)
		if err != nil {
			return nil, err
		}
		all = append(all, file{path, text, 0o644})
	}
	man := filepath.Join(r.work, "man")
	if err := os.Mkdir(man, 0o777); err != nil {
		return nil, err
	}
	if _, err := run(nil, "go", "test", "-count", "1", "./cmd/dovetail", "-run", "TestManPages", "-man", man); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(man)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(man, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, file{"usr/share/man/man1/" + e.Name() + ".gz", zipped(text), 0o644})
	}
	for path, parts := range map[string][]string{
		"usr/share/doc/dovetail/copyright":      {"LICENSE", "THIRD_PARTY_NOTICES"},
		"usr/share/doc/dovetail/README.md":      {"README.md"},
		"usr/share/doc/dovetail/changelog.gz":   {"CHANGELOG.md"},
		"usr/share/doc/dovetail/examples/ask.R": {"r/dovetail.R"},
	} {
		var text []byte
		for _, part := range parts {
			b, err := os.ReadFile(part)
			if err != nil {
				return nil, err
			}
			text = append(text, b...)
		}
		if strings.HasSuffix(path, ".gz") {
			text = zipped(text)
		}
		all = append(all, file{path, text, 0o644})
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// system builds all for one system.
func (r release) system(system string, more []file) error {
	began := time.Now()
	goos, goarch, _ := strings.Cut(system, "/")
	binary := "dovetail"
	if goos == "windows" {
		binary += ".exe"
	}
	to := filepath.Join(r.work, goos+"-"+goarch, binary)
	if err := r.program(to, system); err != nil {
		return err
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return err
	}
	if len(text) > largest {
		return fmt.Errorf("the program for %s has %d bytes, more than %d: see docs/release.md", system, len(text), int(largest))
	}
	linked, err := run(nil, "go", "version", "-m", to)
	if err != nil {
		return err
	}
	linked = bytes.ReplaceAll(linked, []byte(to), []byte(binary))
	name := fmt.Sprintf("dovetail-%s-%s-%s", r.version, goos, goarch)
	archive := []file{{name + "/" + binary, text, 0o755}}
	for _, f := range more {
		if papers, ok := strings.CutPrefix(f.path, "usr/share/doc/dovetail/"); ok && !strings.Contains(papers, "/") {
			archive = append(archive, file{name + "/" + papers, f.text, 0o644})
		}
	}
	files := map[string][]byte{name + ".sbom.txt": linked}
	if goos == "windows" {
		files[name+".zip"] = zipArchive(archive, r.date)
	} else {
		files[name+".tar.gz"] = zipped(tarArchive(archive, r.date))
	}
	if goos == "linux" {
		files[fmt.Sprintf("dovetail_%s_%s.deb", r.version, goarch)] = debian(r.version, goarch,
			append([]file{{"usr/bin/dovetail", text, 0o755}}, more...), r.date)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(r.out, name), text, 0o666); err != nil {
			return err
		}
	}
	log.Printf("%s: %.1f MB, %.0f s", system, float64(len(text))/1e6, time.Since(began).Seconds())
	return r.python(system)
}

// python builds the wheel that carries the program for a system, or the one without a program.
func (r release) python(system string) error {
	line := []string{"python3", "python/wheel.py", "--out", r.out}
	if system != "" {
		built, err := filepath.Glob(filepath.Join(r.work, strings.ReplaceAll(system, "/", "-"), "*"))
		if err != nil {
			return err
		}
		line = append(line, "--binary", built[0], "--system", system)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		log.Print("no wheel: python3 is not installed")
		return nil
	}
	_, err := run(nil, line...)
	return err
}

// sums writes the SHA-256 of all files of the release, as sha256sum -c reads them.
func (r release) sums() error {
	const name = "SHA256SUMS"
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var all strings.Builder
	for _, e := range entries {
		if e.IsDir() || e.Name() == name {
			continue
		}
		text, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&all, "%x  %s\n", sha256.Sum256(text), e.Name())
	}
	return os.WriteFile(filepath.Join(r.out, name), []byte(all.String()), 0o666)
}
