package view

import (
	"context"
	"sync"

	"dovetail/results"
	"dovetail/results/figure"
)

// Answer is an answer of the program.
type Answer struct {
	Records []results.Record
	Notes   []string // remarks for the reader
	printed *printed // nil for an answer that is not kept
}

// printed is the output of the command of a kept answer.
type printed struct {
	once sync.Once
	text string
	err  error
}

// Printed is what the command prints, laid out once for an answer that is kept: a race has thousands of rows.
func (a Answer) Printed(lay func(...results.Record) (string, error)) (string, error) {
	if a.printed == nil {
		return lay(a.Records...)
	}
	a.printed.once.Do(func() { a.printed.text, a.printed.err = lay(a.Records...) })
	return a.printed.text, a.printed.err
}

// How is how questions are answered.
type How struct {
	Names   []string // of the cards; nil for their numbers
	Threads int      // 0 for one on each processor
}

// Program computes for the pages.
type Program struct {
	Questions results.Registry
	// Fill is the question that leads to a form of answers, with parameters by the names of their flags and arguments.
	Fill func(schema string, given map[string]any) (results.Question, error)
	// Compute answers questions, one after the other, and reports its progress.
	Compute func(ctx context.Context, report func(results.Progress), how How, questions ...results.Question) (Answer, error)
	// Picture is the picture of the answers to a question; nil if it has none.
	Picture func(ctx context.Context, q results.Question, answers []results.Record) ([]figure.Block, error)
	// Line is the command line of a question about cards of these names.
	Line func(names []string, q results.Question) string

	// Orders are the orders of the perfect shuffles of a range of decks, by increasing size.
	Orders func(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error
	Known  func() []Known // the records on file
	// OnFile is what a record on file says, if that is at least as much as the answer to a question
	// would say.
	OnFile func(q results.Question) (results.Record, bool)
	// Distance is the recorded distance of n cards from fair after a word, by the models of its
	// letters.
	Distance func(n int, models []string, word string) (results.OnRecord, bool)
	// Check verifies the text of a record.
	Check    func(ctx context.Context, file string, text []byte, report func(results.Progress)) (Answer, error)
	Glossary string // of the words that answers use, in Markdown
	// Spell reads a word or an alphabet, in letters that have a model, and in some more.
	Spell func(text, more string) (string, error)
	// Steps are the decks that lead to the one of a question about a game of guessing: the new one, and that after each
	// shuffle.
	Steps func(ctx context.Context, q results.Question) ([][]int, error)
	// Deck reads cards, and their names if they are not numbers.
	Deck func(text string) (deck []int, names []string, err error)
	// Seen counts riffles by their packets: the fields of a question, and the file for the command.
	Seen func(text string) (counts map[string]any, file string, err error)

	// Decks is the question whether decks, one on each line, are fair, with parameters by the names of their flags.
	Decks func(text string, given map[string]any) (results.Question, error)
	// Heat is the deviation of each cell of decks, card by place, in standard deviations, and of as
	// many fair decks.
	Heat func(r results.Fair) (seen, noise [][]float64, err error)

	Public bool   // the pages are for everybody, so that others may frame their embeds
	Base   string // what every address begins with, such as "/dovetail"; "" where the pages have a host to themselves
	Site   string // where the pages are, base and all, such as https://example.org/dovetail; "" for the host of a request
}

// Known is a record on file.
type Known struct {
	Name, File    string // the file is its path in the project
	Day, Revision string // when it was found, and by which revision of the program
	Text          func() []byte
	Question      results.Question
	Record        func() results.Record
}
