// Command release builds a release, with the same bytes from the same sources each time: programs
// for six systems, linked statically, each in an archive with its licences; packages for Debian
// with man pages and completions; wheels for Python; a list of what is linked into each program (go
// version -m); and the SHA-256 of all. make release runs it.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
	"time"
)

// systems are those that a release has programs for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// shells are the shells whose completions Debian's package has, by the files that they read.
var shells = map[string]string{
	"bash": "bash-completion/completions/dovetail",
	"zsh":  "zsh/vendor-completions/_dovetail",
	"fish": "fish/vendor_completions.d/dovetail.fish",
}

// newest is how CHANGELOG.md names the newest release.
var newest = regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$`)

// release is a release being built.
type release struct {
	out, work, version string
	date               time.Time // of every file in it
}

func main() {
	log.SetFlags(0)
	out := flag.String("out", "dist", "the folder for the release")
	only := flag.String("only", strings.Join(systems, ","), "the systems, as linux/amd64,windows/arm64")
	papers := flag.String("notices", "", "write the licences of what is linked to this file, and nothing else")
	flag.Parse()
	if *papers != "" {
		if err := writeNotices(*papers); err != nil {
			log.Fatal("release: ", err)
		}
		return
	}
	if err := build(*out, strings.Split(*only, ",")); err != nil {
		log.Fatal("release: ", err)
	}
}

func writeNotices(path string) error {
	text, err := notices()
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
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
	if err := r.pages(); err != nil {
		return err
	}
	for _, s := range chosen {
		if err := r.system(s); err != nil {
			return err
		}
	}
	if err := r.python(""); err != nil {
		return err
	}
	return r.sums()
}

// run runs a command. Its output goes to the standard error.
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
	_, err := run(env, "go", "build", "-trimpath", "-buildvcs=false", "-tags=site",
		"-ldflags=-s -w -buildid= -X main.release="+r.version, "-o", to, "./cmd/dovetail")
	return err
}

// site builds the static site into the programs.
func (r release) site() error {
	_, err := run(nil, "make", "-s", "site-files")
	return err
}

// share is where the files are that go with every program, laid out as in /usr/share of Debian.
func (r release) share() string { return filepath.Join(r.work, "share") }

// notices is where the licences of what is linked are.
func (r release) notices() string { return filepath.Join(r.work, "THIRD_PARTY_NOTICES") }

// put writes one of them, compressed if its name says so.
func (r release) put(path string, text []byte) (err error) {
	if strings.HasSuffix(path, ".gz") {
		if text, err = zipped(text); err != nil {
			return err
		}
	}
	path = filepath.Join(r.share(), path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// pages writes the pages of man, the completions and the papers that go with every program.
func (r release) pages() error {
	here := filepath.Join(r.work, "here")
	if err := r.program(here, ""); err != nil {
		return err
	}
	for shell, path := range shells {
		text, err := run(nil, here, "completion", shell)
		if err == nil {
			err = r.put(path, text)
		}
		if err != nil {
			return err
		}
	}
	man := filepath.Join(r.work, "man")
	if err := os.Mkdir(man, 0o777); err != nil {
		return err
	}
	if _, err := run(nil, "go", "test", "-count", "1", "./cmd/dovetail", "-run", "TestManPages", "-man", man); err != nil {
		return err
	}
	if err := writeNotices(r.notices()); err != nil {
		return err
	}
	papers := map[string][]string{
		"doc/dovetail/copyright":      {"LICENSE", r.notices()},
		"doc/dovetail/README.md":      {"README.md"},
		"doc/dovetail/changelog.gz":   {"CHANGELOG.md"},
		"doc/dovetail/examples/ask.R": {"r/dovetail.R"},
	}
	entries, err := os.ReadDir(man)
	if err != nil {
		return err
	}
	for _, e := range entries {
		papers["man/man1/"+e.Name()+".gz"] = []string{filepath.Join(man, e.Name())}
	}
	for path, parts := range papers {
		var text []byte
		for _, part := range parts {
			b, err := os.ReadFile(part)
			if err != nil {
				return err
			}
			text = append(text, b...)
		}
		if err := r.put(path, text); err != nil {
			return err
		}
	}
	return nil
}

// system builds all for one system.
func (r release) system(system string) error {
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
	linked, err := run(nil, "go", "version", "-m", to)
	if err != nil {
		return err
	}
	linked = bytes.ReplaceAll(linked, []byte(to), []byte(binary))
	name := fmt.Sprintf("dovetail-%s-%s-%s", r.version, goos, goarch)
	archive := fstest.MapFS{
		name:                {Mode: fs.ModeDir | 0o755, ModTime: r.date},
		name + "/" + binary: {Data: text, Mode: 0o755, ModTime: r.date},
	}
	for _, paper := range []string{"copyright", "README.md", "changelog.gz"} {
		text, err := os.ReadFile(filepath.Join(r.share(), "doc", "dovetail", paper))
		if err != nil {
			return err
		}
		archive[name+"/"+paper] = &fstest.MapFile{Data: text, Mode: 0o644, ModTime: r.date}
	}
	pack, ending := tarArchive, ".tar.gz"
	if goos == "windows" {
		pack, ending = zipArchive, ".zip"
	}
	packed, err := pack(archive)
	if err != nil {
		return err
	}
	if goos == "linux" {
		deb := filepath.Join(r.out, fmt.Sprintf("dovetail_%s_%s.deb", r.version, goarch))
		if err := debian(deb, r.version, goarch, to, r.share(), r.date); err != nil {
			return err
		}
	}
	files := map[string][]byte{name + ".sbom.txt": linked, name + ending: packed}
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
		line = append(line, "--binary", built[0], "--system", system, "--notices", r.notices())
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
