package main

import (
	"regexp"
	"strings"
)

// plain is what a shell takes as it is.
var plain = regexp.MustCompile(`^[a-zA-Z0-9_@%+=:,./^-]+$`)

// commandLine writes arguments so that a POSIX shell reads them back.
func commandLine(args []string) string {
	var quoted []string
	for _, a := range args {
		if !plain.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		quoted = append(quoted, a)
	}
	return strings.Join(quoted, " ")
}
