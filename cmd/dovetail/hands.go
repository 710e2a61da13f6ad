package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"dovetail/exact/fit"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/trick"
)

// The commands about what people's hands do, and what comes of it: fit, trick.

func newFit() *cobra.Command {
	var o struct {
		shuffle.Spelling
		outputFlags
		picture string
	}
	cmd := &cobra.Command{
		Use:   "fit [FILE]",
		Short: "Compare somebody's riffles with models, and fit the closest model",
		Long: `Compare observed riffles with models of riffles by chi-square tests. The data are counts of where somebody cut
the deck, and of how many cards fell in a row from the same half. The clumpy riffle with the greatest likelihood is
fitted, and printed in the form that rank, score and tvd accept. The default data are the counts of one person that
P. Diaconis published in 1988.

A file (- is the standard input) has these lines in any order: "cards 52"; "riffles 100"; "cut 26 16" if 16 riffles
had a top half of 26 cards; "packet 1 2102" if 2102 packets had one card; "source" followed by any text. A # starts
a comment.`,
		Example: `  dovetail fit
  dovetail fit --png hands.png
  dovetail fit mine.txt --alphabet R,B,N --model 'N=riffle(cut=normal,sd=2)'`,
		Args: cobra.MaximumNArgs(1),
	}
	counts := fit.Diaconis()
	return o.command(cmd, asking{
		label: "counts",
		questions: func(files []string) (_ []results.Question, err error) {
			if len(files) > 0 {
				if counts, err = readCounts(files[0]); err != nil {
					return nil, err
				}
			}
			o.N = counts.N
			letters, err := o.Letters()
			return []results.Question{fit.Question{Counts: counts, Letters: letters}}, err
		},
		draw: picture(&o.picture, func(r results.Fit) ([]figure.Block, error) { return counts.Picture(r) }),
	}, options{
		flag(&o.Names, "alphabet", shuffle.ListNames(fit.Names), "letters of the riffles that the counts are compared with",
			alphabet),
		presetOption(&o.Preset),
		modelOption(&o.Definitions),
		pictureOption(&o.picture, "draw the counts and the models"),
	})
}

// readCounts reads a file of counts, or the standard input.
func readCounts(path string) (c fit.Counts, err error) {
	f := os.Stdin
	if path != "-" {
		if f, err = os.Open(path); err != nil {
			return c, results.Unread(path, err)
		}
		defer f.Close()
	}
	if c, err = fit.Read(f); err != nil {
		return c, results.Unread(path, err)
	}
	return c, nil
}

func newTrick() *cobra.Command {
	var o struct {
		trick.Question
		outputFlags
		threadFlags
		resumeFlags
		yesFlags
		cardFlags
		riffles       [2]int
		perform       bool
		path, picture string
	}
	o.whole = true
	n := sizeOption(&o.N, trick.MinDeck, trick.MaxDeck)
	performing := append(o.cardFlags.options(), flag(&o.path, "file", "",
		"read the deck of --perform from `FILE` (-: the standard input)", file("file")))
	cmd := &cobra.Command{
		Use:   "trick [CARD...]",
		Short: "How often a magician finds the card noted in a riffled deck (sampled)",
		Long: `A deck in known order is riffled, and perhaps cut; the spectator notes the top card and puts it back
somewhere; perhaps the deck is cut again. The magician looks at the deck and names the card. The best magician names
the cards of the greatest posterior probability. The answer is the probability that one of the first one, two or
three guesses is right: the mean of these posteriors over dealt decks, with its standard error.

The place to which the card is put back matters most: --insert uniform (any place), middle (the number of cards
above it is the number of heads in n - 1 coin tosses), or top (uniform on the upper quarter).

With --perform, the command plays the magician for one deck. Give its cards from the top, as arguments, in --file, or
typed or pasted until the deck is complete; by name, such as AS 10H, if a new deck was riffled, or by number.`,
		Example: `  dovetail trick
  dovetail trick --riffles 3 --cut before
  dovetail trick --riffles 1..7 --cut both --decks 1e6 --png trick.png
  dovetail trick --riffles 2..4 --insert middle --format json
  dovetail trick --perform --riffles 3 --new-deck bicycle
  dovetail trick --perform --riffles 1 --cut none 1 5 2 6 4 3 7 8`,
		Args: cobra.ArbitraryArgs,
	}
	return o.command(cmd, asking{
		label: "decks", threads: &o.threadFlags, yes: &o.yesFlags, resume: &o.resumeFlags,
		questions: func(args []string) (_ []results.Question, err error) {
			if !o.perform {
				if len(args) > 0 {
					return nil, errors.New("cards are used only with --perform")
				}
				return []results.Question{o.Question}, performing.without(true, "this flag is used only with --perform")
			}
			q := trick.Performance{Trick: trick.Trick{From: o.From, To: o.To, Cut: o.Cut, Insert: o.Insert}}
			if q.Deck, o.names, err = o.typed(o.path, args, o.N); err != nil {
				return nil, err
			}
			o.given = true
			if q.N = len(q.Deck); n.flag.Changed {
				q.N = o.N
			}
			return []results.Question{q}, nil
		},
		draw: picture(&o.picture, trick.Picture),
	}, options{
		n,
		flag(&o.riffles, "riffles", "1..7", "number of riffles, or a range of numbers",
			span[int]("riffles", 1, trick.MaxRiffles)),
		flag(&o.Cut, "cut", string(trick.Before),
			"cut the deck at a uniform place: none, before (the card is noted), after (it is put back), both", choice("cut",
				trick.Cuts...)),
		flag(&o.Insert, "insert", string(trick.Uniform),
			"distribution of the place to which the card is put back: uniform, middle, top", choice("insert",
				trick.Insertions...)),
		boolFlag(&o.perform, "perform", "find the card noted in one deck"),
		numberOption(&o.Decks, "decks", "1e5", trick.MinDecks, trick.MaxDecks, "decks to deal for each row"),
		seedOption(&o.Seed),
		pictureOption(&o.picture, "draw the probabilities over the number of riffles"),
		{check: func() error {
			if o.perform && (o.picture != "" || o.dir != "") {
				return errors.New("perform is about one deck; leave out --png and --resume")
			}
			o.From, o.To = o.riffles[0], o.riffles[1]
			return nil
		}},
	}, performing)
}
