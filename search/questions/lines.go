package questions

import (
	"regexp"
	"strings"

	"dovetail/results"
)

// The command line of a question, for pages and records that show it, has its parameters, except
// those with default values. The program in a browser has no commands, and shows these lines all
// the same.

// Line is the command line of a question, without the program. names are the names of the cards, if
// they have any. It is nil if the question came from files.
func Line(q results.Question, names []string) []string {
	if f, ok := q.(interface{ Filed() bool }); ok && f.Filed() {
		return nil
	}
	if p, ok := q.(Part); ok {
		return p.line("")
	}
	return kinds[q.Schema()].line(q, names)
}

// Text is the command line of a question as a POSIX shell reads it. names are the names of the
// cards, if they have any.
func Text(names []string, q results.Question) string {
	if line := Line(q, names); line != nil {
		return Quote(append([]string{"dovetail"}, line...))
	}
	return results.Canonical(q)
}

var plain = regexp.MustCompile(`^[a-zA-Z0-9_@%+=:,./^-]+$`)

// Quote writes arguments so that a POSIX shell reads them back.
func Quote(args []string) string {
	var quoted []string
	for _, a := range args {
		if !plain.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		quoted = append(quoted, a)
	}
	return strings.Join(quoted, " ")
}

// Named has rankings name the commands that rank the same words in other ways.
func Named(records []results.Record) {
	for i, r := range records {
		if r, ok := r.(results.Rank); ok {
			records[i] = r.WithCommand("dovetail " + Quote(ranks(r)))
		}
	}
}

// ranks is the command line that ranks the same words as a record, by any score.
func ranks(r results.Rank) []string {
	q, err := All.Question(r.Schema, r.Question)
	if err != nil {
		return []string{"rank"}
	}
	return kinds[r.Schema].line(q, nil, "cards", "length", "alphabet", "model")
}
