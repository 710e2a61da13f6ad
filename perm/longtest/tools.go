package longtest

import (
	"os"
	"os/exec"
	"testing"
)

// tool is another program that tests use where it is installed.
type tool struct {
	lines [][]string // one of these shows that it is installed: a program that exists, or a command that succeeds
	tests string     // what is not tested without it
	get   string     // how to install it
}

var tools = map[string]tool{
	"chromium": {[][]string{{"chromium"}, {"chromium-browser"}, {"google-chrome"}}, "the explorer's pages", "apt-get install chromium"},
	"python3":  {[][]string{{"python3"}}, "check.py and the package for Python", "apt-get install python3"},
	"Rscript": {[][]string{{"Rscript", "-e", "library(processx);library(jsonlite)"}}, "the package for R",
		"apt-get install r-base-core r-cran-processx r-cran-jsonlite"},
	"duckdb": {[][]string{{"duckdb"}, {"python3", "-c", "import duckdb"}, {"node", "-e", "require('@duckdb/node-api')"}},
		"queries of files", "pip install duckdb"},
	"slurmctld": {[][]string{{"slurmctld", "-V"}, {"/usr/sbin/slurmctld", "-V"}}, "parts of a search by Slurm", "apt-get install slurm-wlm munge"},
	"parallel":  {[][]string{{"parallel", "--version"}}, "parts of a search by GNU parallel", "apt-get install parallel"},
	"make":      {[][]string{{"make"}}, "the Makefile", "apt-get install make"},
	"dpkg-deb":  {[][]string{{"dpkg-deb"}}, "the package for Debian", "apt-get install dpkg"},
}

// Needs skips a test where a program that it needs is not installed, and returns its name. make
// test lists the missing programs at its end.
func Needs(t testing.TB, name string) string {
	t.Helper()
	for _, line := range tools[name].lines {
		path, err := exec.LookPath(line[0])
		if err == nil && len(line) > 1 {
			err = exec.Command(path, line[1:]...).Run()
		}
		if err == nil {
			return path
		}
	}
	Skip(t, name)
	return ""
}

// Skip skips a test whose program is missing. With DOVETAIL_BROWSER set, there must be a browser.
func Skip(t testing.TB, name string) {
	t.Helper()
	if name == "chromium" && os.Getenv("DOVETAIL_BROWSER") != "" {
		t.Fatal("no Chromium is installed")
	}
	t.Skipf("SKIPPED: no %s, so that there was no test of %s: %s", name, tools[name].tests, tools[name].get)
}
