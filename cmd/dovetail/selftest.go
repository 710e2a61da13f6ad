package main

import (
	"cmp"
	"context"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"dovetail/search/selftest"
)

func newSelftest() *cobra.Command {
	var o struct {
		outputFlags
		machine bool
		dir     string
	}
	return declare(&cobra.Command{
		Use:   "selftest",
		Short: "Try the program on this machine, by answers that are known",
		Long: `Ask questions whose answers are known from elsewhere, with every set of instructions that the processor has,
from portable Go on: each answer must have the known figure, and be the same to the last byte with every set. Before,
memory, clock and locks of files are tried. It takes some ten seconds. The exit code is 1 if anything fails.`,
		Example: "  dovetail selftest\n  dovetail selftest --machine --dir .",
	}, func(ctx context.Context, _ []string) error {
		o.start("checks")
		defer o.meter.Stop()
		program, err := os.Executable()
		if err != nil { // where there is no /proc
			program, err = exec.LookPath(os.Args[0])
		}
		if err != nil {
			return err
		}
		t := selftest.Test{Program: program, Dir: o.dir, Figures: selftest.Known}
		if o.machine {
			t.Figures = nil
		}
		v, err := t.Run(ctx)
		if err != nil {
			return err
		}
		return cmp.Or(o.write(v), selftest.Failed(v))
	}, options{
		boolFlag(&o.machine, "machine", "try memory, clock and locks of files alone"),
		flag(&o.dir, "dir", os.TempDir(), "where locks of files are tried: a `FOLDER` for states", file("dir")),
	}, o.printOptions(), options{o.outOption()})
}
