package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/run/progress"
	"dovetail/search/words"
)

// outputFlags say where and how an answer is written.
type outputFlags struct {
	format, out string
	quiet       bool
	shown       *progress.Meter // taken away before the answer is written
}

func (f *outputFlags) register(cmd *cobra.Command) {
	fileVar(cmd, &f.out, "out", "-", "write the answer to `FILE` instead of the standard output")
	f.registerFormat(cmd)
}

// fileVar adds a flag for the name of a file or folder.
func fileVar(cmd *cobra.Command, value *string, name, otherwise, usage string) {
	*value = otherwise
	cmd.Flags().Var(&fileFlag{name, value}, name, usage)
}

// fileFlag is a name, which is not empty if it is given.
type fileFlag struct {
	flag  string
	value *string
}

// String is the name.
func (f *fileFlag) String() string { return *f.value }

// Type is what help calls it.
func (f *fileFlag) Type() string { return "string" }

// Set takes a name.
func (f *fileFlag) Set(name string) error {
	if name == "" {
		return fmt.Errorf("%s is empty: want the name of a file or folder", f.flag)
	}
	*f.value = name
	return nil
}

// registerFormat leaves out where the answer is written.
func (f *outputFlags) registerFormat(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "how to print the answer: text, json or csv")
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "show no progress and no notes")
}

// check refuses, before any work, what could not be written after it, or would take
// the place of another file of the run.
func (f *outputFlags) check(others ...string) error {
	return usage(cmp.Or(
		results.CheckFormat(f.format),
		results.CheckWritable(f.out),
		results.CheckApart(append(others, f.out)...),
	))
}

func (f *outputFlags) meter(label string) *progress.Meter {
	if !f.quiet {
		f.shown = progress.New(label)
	}
	return f.shown
}

// watch shows, until the meter is stopped, how far the computations of the context are.
func (f *outputFlags) watch(ctx context.Context, label string) (context.Context, *progress.Meter) {
	m := f.meter(label)
	m.Start(0, 0)
	return pace.Listen(ctx, m), m
}

// write renders the records where they belong.
func write[R results.Record](f *outputFlags, records ...R) error {
	f.shown.Stop()
	return results.WriteFile(f.out, func(w io.Writer) error {
		return results.Render(w, f.format, records...)
	})
}

// deckFlags are the size of a deck and the number of deals.
type deckFlags struct {
	n       int
	samples int64

	nText, samplesText string
}

func (f *deckFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.nText, "cards", "n", "52", "number of cards, 1 to 1000")
	cmd.Flags().StringVar(&f.samplesText, "samples", "1e6", "number s of deals behind E[w] and the automatic e_max")
}

func (f *deckFlags) readCards() error {
	n, err := number.ParseInt("n", f.nText, 1, words.MaxDeck)
	f.n = int(n)
	return usage(err)
}

func (f *deckFlags) read() error {
	if err := f.readCards(); err != nil {
		return err
	}
	var err error
	f.samples, err = number.ParseInt("samples", f.samplesText, 1, tally.MaxSamples)
	return usage(err)
}

// defaultAlphabet is the paper's.
const defaultAlphabet = "H,R,D"

// modelFlags choose deck, letters and tolerance.
type modelFlags struct {
	deckFlags
	alphabet string
	preset   string
	models   []string
	emax     string
}

func (f *modelFlags) register(cmd *cobra.Command) {
	f.deckFlags.register(cmd)
	f.registerLetters(cmd)
	cmd.Flags().StringVar(&f.emax, "emax", "", "tolerance: paper (5.86e-4), auto (exact binomial tails) or a number (default paper at n=52 and s=1e6, else auto)")
}

func (f *modelFlags) registerLetters(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.alphabet, "alphabet", defaultAlphabet,
		"letters that words are made of; "+shuffle.ListNames(shuffle.Names())+" have a model (see dovetail models), any others want --model")
	registerPreset(cmd, &f.preset)
	cmd.Flags().StringArrayVar(&f.models, "model", nil, "define a letter, for example 'R=riffle(cut=normal,sd=5/3)', by a model of dovetail models; repeatable")
}

// literal is the preset that takes the paper at its word.
const literal = "literal"

// registerPreset adds the flag that reads the paper.
func registerPreset(cmd *cobra.Command, preset *string) {
	cmd.Flags().StringVar(preset, "preset", literal, "models of the letters: literal (the paper taken literally) or narrow-cut (riffle cut rounded from N(n/2, sd 5/3))")
}

// letters reads the alphabet without computing its laws.
func (f *modelFlags) letters() ([]shuffle.Letter, error) {
	if err := f.readCards(); err != nil {
		return nil, err
	}
	names, err := shuffle.ParseNames(f.alphabet)
	if err != nil {
		return nil, usage(err)
	}
	letters, err := shuffle.Alphabet(f.n, names, f.preset, f.models)
	return letters, usage(err)
}

// query reads all of the flags, and computes the laws.
func (f *modelFlags) query() (words.Query, results.Setting, error) {
	letters, err := f.letters()
	if err := cmp.Or(err, f.read()); err != nil {
		return words.Query{}, results.Setting{}, err
	}
	q, s, err := words.NewQuery(f.n, letters, f.emax, f.samples)
	return q, s, usage(err)
}

// word reads all of the flags and a word, whose letters join the default alphabet
// if they have models.
func (f *modelFlags) word(s string) (words.Query, results.Setting, position.Word, error) {
	if f.alphabet == defaultAlphabet {
		f.alphabet += f.others(s)
	}
	q, setting, err := f.query()
	if err != nil {
		return q, setting, nil, err
	}
	w, err := word(q, s)
	return q, setting, w, err
}

// others lists, each after a comma, the letters of a word that are not in the
// default alphabet and have a model.
func (f *modelFlags) others(word string) (list string) {
	names := string(shuffle.Names())
	for _, definition := range f.models {
		names += definition[:min(1, len(definition))]
	}
	for _, c := range word + capitals(word) {
		if strings.ContainsRune(names, c) && !strings.ContainsRune(defaultAlphabet+list, c) {
			list += "," + string(c)
		}
	}
	return list
}

// word reads a word over the query's alphabet.
func word(q words.Query, s string) (position.Word, error) {
	var names []byte
	for _, l := range q.Alphabet.Letters {
		names = append(names, l.Name)
	}
	s, err := spelled(s, names)
	if err != nil {
		return nil, usage(err)
	}
	w, err := q.Alphabet.Parse(s)
	return w, usage(err)
}

// threadFlags say how many workers to use.
type threadFlags struct {
	threads int

	text string
}

func (f *threadFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.text, "threads", "0", "workers; 0 for one a processor")
}

func (f *threadFlags) check() error {
	n, err := number.ParseInt("threads", f.text, 0, 4096)
	f.threads = int(n)
	return usage(err)
}

func (f *threadFlags) options(m *progress.Meter) run.Options {
	return run.Options{Threads: f.threads, Meter: m}
}

// resumeFlags say where a search keeps its state.
type resumeFlags struct {
	dir      string
	interval time.Duration
	flags    *pflag.FlagSet
	unsaved  error
}

// register also has the command fail, once it has written its answer, if the last
// state of a search was not saved.
func (f *resumeFlags) register(cmd *cobra.Command) {
	fileVar(cmd, &f.dir, "resume", "", "keep the state of the search in `DIR`, and go on from it if there is one")
	cmd.Flags().DurationVar(&f.interval, "checkpoint-interval", time.Minute, "how often to save the state")
	f.flags = cmd.Flags()
	work := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return cmp.Or(work(cmd, args), f.unsaved) }
}

// check refuses, before any work, a state that could not be kept.
func (f *resumeFlags) check() error {
	if f.dir == "" && f.flags.Changed("checkpoint-interval") {
		return usage(errors.New("checkpoint-interval needs --resume DIR, where the state is kept"))
	}
	if f.interval <= 0 {
		return usage(fmt.Errorf("checkpoint-interval=%v must be positive", f.interval))
	}
	return nil
}

// file is where the state is kept, if it is.
func (f *resumeFlags) file() string {
	if f.dir == "" {
		return ""
	}
	return run.Checkpoint(f.dir)
}

func (f *resumeFlags) add(o run.Options) run.Options {
	o.Dir, o.Interval = f.dir, f.interval
	o.Unsaved = func(e *run.Unsaved) { f.unsaved = cmp.Or(f.unsaved, error(e)) }
	return o
}

// seedFlag chooses the random numbers of a sampling command.
type seedFlag struct{ value uint64 }

func (f *seedFlag) register(cmd *cobra.Command) {
	f.value = 1
	cmd.Flags().Var(f, "seed", "seed of the random numbers")
}

// String writes the seed.
func (f *seedFlag) String() string { return strconv.FormatUint(f.value, 10) }

// Type is what help calls a seed.
func (f *seedFlag) Type() string { return "number" }

// Set reads a seed.
func (f *seedFlag) Set(s string) (err error) {
	f.value, err = number.ParseUint("seed", s)
	return err
}
