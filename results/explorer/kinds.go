package explorer

import (
	"regexp"
	"slices"
	"strings"
)

// kinds are the searches that pages start: each is a form with its line, as a panel has it.
var kinds = []*view{
	{name: "longest", fields: []field{
		{name: "n", otherwise: "13", lo: 2, hi: 18}, threads,
	}, panels: []*panel{{lines: asks(func(q values) []string { return q.shared("topswops", "max", q.text("n")) })}}},
	{name: "rank", fields: []field{
		{name: "m", otherwise: "7", lo: 1, hi: 24},
		{name: "n", otherwise: "52", lo: 2, hi: 120},
		{name: "by", otherwise: "decks", choices: rankings}, threads,
	}, panels: []*panel{{lines: asks(func(q values) []string {
		return q.shared("rank", "-n", q.text("n"), "-m", q.text("m"), "--by", q.text("by"))
	})}}},
	{name: "orders", fields: []field{
		{name: "from", otherwise: "3", lo: 3, hi: 1e15},
		{name: "upto", otherwise: "100000000", lo: 3, hi: 1e15}, threads,
	}, panels: []*panel{{lines: func(q values) ([][]string, error) {
		if q.number("upto")-q.number("from") > widest {
			return nil, wrong("runs.toowide")
		}
		return [][]string{q.shared("orders", "stats", q.text("from")+".."+q.text("upto"))}, nil
	}}}},
}

// threads is how many a search takes.
var threads = field{name: "threads", says: "runs.threads", otherwise: "0", lo: 0, hi: 256}

// shared is a line with its number of threads, if that is not as usual.
func (q values) shared(line ...string) []string {
	if q.text("threads") != threads.otherwise {
		line = append(line, "--threads", q.text("threads"))
	}
	return line
}

// keepsState reports whether a search can go on from a state. Certified intervals of words take
// seconds, and are computed again.
func keepsState(line []string) bool { return !slices.Contains(line, "bound") }

// widest is the widest range of moduli that a page asks for.
const widest = 1_000_000_000

// plainName is what names of directories have.
var plainName = form{regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]{0,120}$`), "form.name"}

// nameOf is the name of a search, whatever its threads.
func nameOf(line []string) string {
	if i := slices.Index(line, "--threads"); i >= 0 {
		line = line[:i]
	}
	name := regexp.MustCompile(`[^0-9A-Za-z.]+`).ReplaceAllString(strings.Join(line, " "), "-")
	return strings.Trim(name, "-.")
}
