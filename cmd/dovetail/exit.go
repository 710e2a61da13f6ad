package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/render"
	"dovetail/search/faro"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// How a command ends: its exit code, and its last line where it did not answer.

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitMismatch    = 3
	exitStopped     = 4
	exitInterrupted = 130
)

// exitCodes says what each means, for the help and docs/runner.md.
var exitCodes = []struct {
	code  int
	means string
}{
	{exitDone, "done: the question is answered, or every record holds"},
	{exitFailed, "failed: the last line says why"},
	{exitUsage, "wrong usage: a flag, an argument, a file or a question that no command takes"},
	{exitMismatch, "a check failed: a record is wrong, or two ways led to two answers"},
	{exitStopped, "stopped before its end, with its state saved: the same command with --resume DIR goes on"},
	{exitInterrupted, "interrupted, with nothing saved"},
}

// exits is the table of exit codes as the help has it.
func exits(width int) string {
	var table strings.Builder
	for _, e := range exitCodes {
		table.WriteString(hanging(fmt.Sprintf("\n  %3d  ", e.code), e.means, width))
	}
	return "Exit codes:" + table.String()
}

// failure is the exit code and the line that a command ends with.
func failure(cmd *cobra.Command, err error) (code int, says string) {
	var wrong usageError
	var mismatch mismatchError
	var stopped *run.Stopped
	var disputed *run.Disputed
	code = exitFailed
	switch {
	case errors.As(err, &stopped):
		code = exitStopped
		err = fmt.Errorf("%w; resume with: %s", err, questions.Quote(os.Args))
	case errors.Is(err, context.Canceled):
		code = exitInterrupted
		err = interrupted(cmd, err)
	case errors.As(err, &mismatch), errors.As(err, &disputed), errors.Is(err, faro.ErrContradiction):
		code = exitMismatch
	case errors.As(err, &wrong):
		code = exitUsage
	}
	return code, cmd.CommandPath() + ": " + render.OneLine(brief(err.Error()))
}

// interrupted says what is lost, and what would have kept it.
func interrupted(cmd *cobra.Command, err error) error {
	message, ended := "interrupted", new(run.Ended)
	if errors.As(err, &ended) {
		message = ended.Error()
	}
	if results.Known(err) != nil {
		message += "; the answer printed is what was known at that moment"
	}
	if message != "interrupted" && !ended.Stateless && cmd.Flags().Lookup("resume") != nil {
		message += "; --resume DIR would have saved the state"
	}
	return errors.New(message)
}

// brief is a message without the middle of what goes on for too long.
func brief(message string) string {
	const most = 1000
	if len(message) > most {
		message = message[:most/2] + " ... " + message[len(message)-most/2:]
	}
	return message
}

// usageError is a mistake in the command line, or a question that engines refuse.
type usageError = results.Refused

// usage marks an error as one of the command line; nil stays nil.
func usage(err error) error { return results.Refuse(err) }

// mismatchError is a check that failed.
type mismatchError struct{ error }

// Unwrap is what failed.
func (e mismatchError) Unwrap() error { return e.error }
