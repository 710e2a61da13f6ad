package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"dovetail/exact/law"
	"dovetail/results"
	"dovetail/results/number"
)

// codeBytes is what the program takes outside of what its runtime counts.
const codeBytes = 12 << 20

// memoryFlag limits the memory of the whole program for laws on all decks.
type memoryFlag struct{ text string }

func (f *memoryFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.text, "memory", "4GiB", "how much memory the program may take for laws on all n! decks")
}

func (f *memoryFlag) read() (uint64, error) {
	limit, err := number.ParseSize("memory", f.text)
	if err == nil {
		// Garbage goes back before the program, with its code, reaches the limit.
		debug.SetMemoryLimit(max(0, int64(limit)-codeBytes))
	}
	return limit, usage(err)
}

func newLaw() *cobra.Command {
	var model modelFlags
	var threads threadFlags
	var memory memoryFlag
	var top, out string
	output := outputFlags{out: "-"}
	cmd := &cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute how likely each of the n! decks is after a word of shuffles, and how far that is from a fair
deck: total variation distance, separation, l-2 norm, entropy, support, the most and the least likely decks.
Letters with rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --out decks.csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows, err := number.ParseInt("top", top, 0, 1000)
			if err != nil {
				return usage(err)
			}
			limit, err := memory.read()
			if err != nil {
				return err
			}
			if err := cmp.Or(usage(results.CheckWritable(out)), output.check(out), threads.check()); err != nil {
				return err
			}
			l, record, err := computeLaw(cmd.Context(), &model, args[0], limit, threads.workers())
			if err != nil {
				return err
			}
			if out != "" {
				if err := writeDecks(cmd.Context(), out, l); err != nil {
					return err
				}
			}
			record, err = describe(cmd.Context(), record, l, int(rows))
			if err != nil {
				return err
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	cmd.Flags().StringVarP(&model.nText, "cards", "n", "8", "number of cards, 1 to 12 as memory allows")
	model.registerLetters(cmd)
	cmd.Flags().StringVar(&top, "top", "3", "how many of the most and of the least likely decks to list, up to 1000")
	fileVar(cmd, &out, "out", "", "write the probability of every deck to `FILE` as CSV")
	output.registerFormat(cmd)
	threads.register(cmd)
	memory.register(cmd)
	return cmd
}

// computeLaw computes the law of a word in so much memory, and begins its record.
func computeLaw(ctx context.Context, model *modelFlags, text string, limit uint64, workers int) (*law.Law, results.DeckLaw, error) {
	a, word, record, err := lawWord(ctx, model, text, limit)
	if err != nil {
		return nil, record, err
	}
	for workers > 1 && a.WordMemory(word, workers) > limit {
		workers--
	}
	if need := a.WordMemory(word, workers); need > limit {
		return nil, record, usage(a.TooLarge(need, limit))
	}
	l, err := until(ctx, func() (*law.Law, error) { return law.NewChain(a, workers).Word(ctx, word) })
	return l, record, err
}

// until computes f, or leaves it unfinished when ctx is over, because the program then
// ends: what goes through 12! decks takes seconds without a look at ctx.
func until[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		value, err := f()
		done <- answer{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case a := <-done:
		return a.value, a.err
	}
}

// lawWord reads deck, letters and word. Only the letters of the word are compiled.
func lawWord(ctx context.Context, model *modelFlags, text string, limit uint64) (a *law.Alphabet, w law.Word, record results.DeckLaw, err error) {
	if _, err := number.ParseInt("n", model.nText, 1, law.MaxCards); err != nil {
		return nil, nil, record, usage(err)
	}
	if model.alphabet == defaultAlphabet {
		model.alphabet += model.others(text)
	}
	letters, err := model.letters()
	if err != nil {
		return nil, nil, record, err
	}
	if text, err = spelled(text, names(letters)); err != nil {
		return nil, nil, record, usage(err)
	}
	letters = used(letters, text)
	if a, err = law.NewAlphabet(ctx, model.n, letters, limit); err != nil {
		return nil, nil, record, usage(err)
	}
	w, err = a.Parse(text)
	record = results.DeckLaw{Schema: results.DeckLawSchema, Kind: results.Exact, N: model.n, Word: text}
	for _, l := range letters {
		record.Models = append(record.Models, l.String())
	}
	return a, w, record, usage(err)
}

// describe fills in what the law is worth.
func describe(ctx context.Context, r results.DeckLaw, l *law.Law, top int) (results.DeckLaw, error) {
	return until(ctx, func() (results.DeckLaw, error) { return described(r, l, top), nil })
}

func described(r results.DeckLaw, l *law.Law, top int) results.DeckLaw {
	tvd, separation, deficit := l.TVD(), l.Separation(), l.Deficit()
	root, square := l.L2()
	r.Arithmetic = results.Floats
	if l.Exact() {
		r.Arithmetic, r.Denominator = results.Integers, l.Den.String()
	}
	r.Error = max(l.RelativeError(), tvd.Error, separation.Error)
	r.TVD, r.TVDExact = quantity(tvd)
	r.Separation, r.SeparationExact = quantity(separation)
	r.L2, _ = quantity(root)
	_, r.L2SquareExact = quantity(square)
	r.L2Error = root.Error
	r.Deficit, _ = quantity(deficit)
	most := l.MaxEntropy()
	r.EntropyError = deficit.Error + most.Error
	r.Entropy = number.Guaranteed(most.Float-deficit.Float, r.EntropyError)
	r.Support = fmt.Sprint(l.Support())
	r.Decks = number.OfInt(int64(l.Decks()))
	r.Most, r.Least = deckRows(l.Most(top)), deckRows(l.Least(top))
	return r
}

// quantity is a value in digits that are certain, and as a fraction if it is exact.
func quantity(v law.Value) (text, exact string) {
	if v.Exact != nil {
		exact = v.Exact.RatString()
	}
	return number.Guaranteed(v.Float, v.Error), exact
}

func deckRows(decks []law.Deck) []results.DeckRow {
	rows := []results.DeckRow{}
	for _, d := range decks {
		r := results.DeckRow{Sharing: fmt.Sprint(d.Sharing)}
		for _, card := range d.Cards {
			r.Deck = append(r.Deck, card+1)
		}
		r.Probability, r.Exact = quantity(d.Probability)
		if r.Exact == "" {
			r.Probability = number.Guaranteed(d.Probability.Float, d.Probability.Float*d.Probability.Error)
		}
		rows = append(rows, r)
	}
	return rows
}

// writeDecks writes the whole law, or no file if ctx is over before.
func writeDecks(ctx context.Context, path string, l *law.Law) error {
	denominator := ""
	if l.Exact() {
		denominator = l.Den.String()
	}
	return results.WriteFile(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		err := results.DeckTable(out, denominator, func(yield func(deck []int, probability string) bool) {
			l.Each(func(deck []int, probability string) bool { return ctx.Err() == nil && yield(deck, probability) })
		})
		return cmp.Or(err, ctx.Err(), out.Flush())
	})
}
