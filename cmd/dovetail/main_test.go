package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs of the scripts")

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"dovetail": main}) }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", UpdateScripts: *update, RequireExplicitExec: true})
}

// Every command can be tried from its help.
func TestHelp(t *testing.T) {
	for _, c := range newRoot().Commands() {
		if c.Short == "" || c.RunE != nil && c.Example == "" && c.Name() != "help" && c.Name() != "completion" {
			t.Errorf("%s lacks a summary or an example", c.CommandPath())
		}
	}
}
