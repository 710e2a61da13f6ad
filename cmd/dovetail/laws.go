package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/bound"
	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/words"
)

// The commands about laws of more than single cards: law, pairs and bound of a word, and
// riffles.

func newLaw() *cobra.Command {
	var o struct {
		askFlags
		letterFlags
		text, decks string
		top         int
	}
	n := flag(&o.N, "cards,n", "", fmt.Sprintf("number of cards, 1 to %d", law.MaxCards),
		integer[int]("n", 1, deals.MaxSampledDeck)).alias("size")
	n.check = func() error {
		switch err := law.CheckDeck(o.N); {
		case !n.given():
			return fmt.Errorf("want the number of cards, as in dovetail law %s -n 8", o.text)
		case o.N > words.MaxDeck:
			return fmt.Errorf("%w; dovetail sample %s -n %d deals them", err, o.text, o.N)
		case err != nil:
			return fmt.Errorf("%w; dovetail tvd %s -n %d gives an interval for the distance from fair", err, o.text, o.N)
		}
		return nil
	}
	return o.command(&cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute the probability of each of the n! decks after a word of shuffles, and how far this law is from uniform:
total variation distance, separation, l-2 norm, entropy, support, and the most and least likely decks. Letters with
rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --decks decks.csv`,
	}, asking{label: "laws", threads: true, memory: programMemory + " for laws on all n! decks", apart: true,
		questions: func([]string) (_ []results.Question, err error) {
			q := law.Question{N: o.N, Top: o.top}
			q.Letters, q.Word, err = o.Used(o.text)
			return []results.Question{q}, err
		}, answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			return q.(law.Question).Written(ctx, env, o.decks)
		}}, options{
		wordArgument(&o.text),
		n,
		numberOption(&o.top, "top", "3", 0, law.MaxTop,
			"number of most likely, and of least likely, decks to list, up to 1000"),
		output(&o.decks, "decks", "write the probability of every deck to `FILE` as CSV", results.CheckWritable),
	}, o.letterFlags.options())
}

func newPairs() *cobra.Command {
	var o struct {
		askFlags
		pairFlags
	}
	return o.command(&cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
	}, asking{label: "pairs", threads: true, memory: programMemory,
		questions: func([]string) ([]results.Question, error) {
			q, err := o.question()
			return []results.Question{q}, err
		}}, o.pairFlags.options(pairs.MaxDeck))
}

func newBound() *cobra.Command {
	var o struct {
		askFlags
		pairFlags
		explain, single bool
	}
	return o.command(&cobra.Command{
		Use:   "bound WORD",
		Short: "A certified interval for a word's distance from uniform over all orders of the deck",
		Example: `  dovetail bound HDHRDHH
  dovetail bound HRRRRRR --explain
  dovetail bound RRRRRRR --format json`,
	}, asking{label: "pairs", threads: true, memory: programMemory,
		questions: func([]string) ([]results.Question, error) {
			q, err := o.question()
			return []results.Question{bound.Question{Question: q, Explain: o.explain, Single: o.single}}, err
		}}, options{
		boolFlag(&o.explain, "explain", "print every inequality that gives a bound, with its value"),
		boolFlag(&o.single, "single", "leave out the law of two cards: quicker, and seldom as high from below"),
	}, o.pairFlags.options(pairs.MaxDeck))
}

func newRiffles() *cobra.Command {
	var o struct {
		riffle.Question // with each of the cuts
		askFlags
		cardFlags
		cuts []riffle.Cut
		deck []int
		path string
	}
	times := func(what string) parser[int] { return integer[int](what, 1, riffle.MaxMoves) }
	n, order := cardsOption(&o.N, "52", 1, riffle.MaxDeck), o.newDeck()
	questions := func([]string) (all []results.Question, err error) {
		for _, o.Cut = range o.cuts {
			if o.deck != nil {
				all = append(all, riffle.Deck{Question: o.Question, Deck: o.deck})
			} else {
				all = append(all, o.Question)
			}
		}
		return all, nil
	}
	a := numberOption(&o.Packets, "a", "2", 1, riffle.MaxPackets,
		"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles")
	return o.command(o.readBy(&cobra.Command{
		Use:   "riffles",
		Short: "How far a deck is from fair after riffles, or shelf machines, exactly",
		Long: `The distance from a fair deck after riffles (Gilbert, Shannon and Reeds), by the closed form of Bayer
and Diaconis over rising sequences: total variation, separation, maximum relative error, entropy deficit and
birthday bound. With --cut the deck is also cut once, at a uniform place, before or after all riffles. JSON and CSV
also give the event whose probabilities in this deck and in a fair one differ most, which is that there are at most so
many rising sequences, and both probabilities.

With --shelf: after passes through a shelf machine, by the closed form of Diaconis, Fulman and Holmes over peaks.
With --top: after moves of that many cards from the top to random places, by the closed form of Diaconis, Fill and
Pitman. With --deck: the probability of that deck.`,
		Example: `  dovetail riffles
  dovetail riffles --to 7
  dovetail riffles --to 12 --digits 30
  dovetail riffles -n 1000 --from 10 --to 20 --png cutoff.png
  dovetail riffles --a 3 --cut none,before,after --format csv
  dovetail riffles --shelf 10 --to 3
  dovetail riffles --top 1 --from 100 --to 300 --png top.png
  dovetail riffles --deck deck.txt`,
	}), asking{label: "shuffles", questions: questions, draws: "draw the distances over the number of shuffles"}, options{
		n, a,
		numberOption(&o.Shelves, "shelf", "0", 0, riffle.MaxPackets, "number of shelves of a shelf machine; 0 for riffles"),
		numberOption(&o.Top, "top", "0", 0, riffle.MaxDeck,
			"number of cards that a shuffle moves from the top to random places; 0 for riffles"),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).alias("max"),
		flag(&o.cuts, "cut", string(riffle.None),
			"cut the deck at a uniform place: none, before (all shuffles), after (all shuffles), or a list of these",
			choices("cut", riffle.Cuts...)),
		numberOption(&o.Digits, "digits", "10", 1, riffle.MaxDigits,
			"digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits"),
		flag(&o.path, "deck", "", "print the probability of the deck in `FILE` (-: the standard input)", file("deck")),
		order,
		inOrder(&o.From, &o.To),
		{check: func() error {
			if err := (options{order}).without(o.path == "", "this flag is used only with --deck"); err != nil {
				return err
			}
			if o.path != "" {
				read, err := o.file(o.path)
				if err != nil {
					return err
				}
				o.deck = read.Cards
				o.taken(read.Style, o.order)
			}
			if o.deck != nil && o.picture != "" {
				return errors.New("the probability of one deck is not drawn; leave out --png or --deck")
			}
			if o.deck != nil && n.given() && o.N != len(o.deck) {
				return fmt.Errorf("n=%d, but the deck has %s", o.N, number.Count(len(o.deck), "card"))
			}
			if o.deck != nil {
				o.N = len(o.deck)
			}
			if !a.flag.Changed && (o.Shelves > 0 || o.Top > 0) {
				o.Packets = 0
			}
			return nil
		}},
	})
}

// The command about one deck.

func newDeck() *cobra.Command {
	var o struct {
		askFlags
		letterFlags
		cardFlags
		one        deals.One
		text, path string
		riffle     bool
	}
	times := func(what string) parser[int] { return integer[int](what, 1, riffle.MaxTimes) }
	seed, dealt := seedOption(&o.one.Seed), o.letterFlags.options()
	listed := options{
		flag(&o.one.From, "from", "1", "first number of riffles", times("from")),
		flag(&o.one.To, "to", "12", "last number of riffles", times("to")).alias("max"),
		numberOption(&o.one.Digits, "digits", "10", 1, riffle.MaxDigits,
			"digits after the decimal point; for numbers below 0.001 or from 10^6 on, significant digits"),
		inOrder(&o.one.From, &o.one.To),
	}
	n := sizeOption(&o.N, 1, riffle.MaxDeck)
	return o.command(o.readBy(&cobra.Command{
		Use:   "deck [CARD...]",
		Short: "Statistics and probability of one deck, or one riffle step by step",
		Long: `Describe a deck, given by its cards from the top (- reads the standard input) or dealt by --word. The answer
compares its statistics with those of a fair deck, and gives its cycles and order, the probability that a fair deck
has as few rising sequences, and the probability of this deck after 1, 2, ... riffles of a new deck, whose cards are
in order. Dealt cards are printed by name if there are at most 52. Any named cards can be given: a new deck of
these cards has them in the order in which they appear in a new deck of 52.

With --show-riffle one random riffle of that deck, or of a new deck by default, is shown card by card: the packets,
the drops with their probabilities, and the labels that undo it.`,
		Example: `  dovetail deck 3 1 4 5 2
  dovetail deck AS 8S 2S 3S 9S 4S 10S 5S 6S JS 7S QS KS
  dovetail deck --file deck.txt --new-deck bicycle --format json
  dovetail deck --word RRR --seed 7
  dovetail deck --show-riffle -n 8 --seed 2`,
		Args: cobra.ArbitraryArgs,
	}), asking{label: "riffles", questions: func(args []string) (_ []results.Question, err error) {
		given := len(args) > 0 || o.path != ""
		err = cmp.Or(dealt.without(o.text == "", "letters are used only with --word"),
			listed.without(o.riffle, "a riffle that is shown has no table of probabilities"),
			options{seed}.without(o.text == "" && !o.riffle, "nothing is random without --word or --show-riffle"))
		switch {
		case err != nil:
		case given && o.text != "":
			err = errors.New("give either a deck or --word, not both")
		case given:
			if o.one.Deck, o.names, err = o.deck(o.path, args); err == nil && !n.flag.Changed {
				o.N = len(o.one.Deck)
			}
		case o.text == "" && !o.riffle:
			err = errors.New("want the cards of a deck, or --file FILE, --word WORD or --show-riffle")
		default:
			if o.names, err = o.dealt(o.N); err == nil && o.text != "" {
				o.one.Letters, o.one.Word, err = o.Used(o.text)
			}
		}
		if err != nil {
			return nil, err
		}
		o.one.N, o.given = o.N, given || o.called == bySuits
		o.taken(o.names, o.order)
		if o.riffle {
			return []results.Question{deals.Riffle{Origin: o.one.Origin}}, nil
		}
		if o.text == "" {
			o.one.Seed = 0 // nothing is drawn
		}
		return []results.Question{o.one}, nil
	}}, options{
		n,
		flag(&o.path, "file", "", "read the deck from `FILE` (-: the standard input)", file("file")),
		flag(&o.text, "word", "", "shuffle a new deck by a word such as RRR, as dovetail sample does", text),
		boolFlag(&o.riffle, "show-riffle", "show one riffle of the deck card by card"),
		seed,
	}, listed, dealt, o.cardFlags.options())
}

// The commands about decks that are sampled.

func newTVD() *cobra.Command {
	var o struct {
		askFlags
		pairFlags
	}
	var q decks.Question
	number := numberOption(&q.Decks, "decks", "0", 0, decks.MaxDecks,
		"number of uniform decks; 0 means as many as --width needs")
	return o.command(&cobra.Command{
		Use:   "tvd WORD",
		Short: "A word's distance from a fair deck over all orders, sampled with confidence",
		Long: `A confidence interval, of confidence 1 - delta, for the total variation distance of a word from uniform over all n!
orders. Decks are sampled. Their densities under the word are exact where a closed form is known (riffles with a
Hindu shuffle or cuts before or after them); for other words with riffles they are estimated without bias by
annealed walks. The interval is at least as narrow as the certified one of dovetail bound. Walks that are too
short make it wider, but not wrong.

By default 256 decks are sampled, then 512, 1024 and so on, until the interval is as narrow as --width, or the next
step would take more than --work allows, or --time.`,
		Example: `  dovetail tvd RRRRRDR
  dovetail tvd RRRRDRR --width 0.03 --time 10m
  dovetail tvd HRRRRRR --decks 1e5 --format json`,
	}, asking{label: "decks", threads: true, memory: programMemory, resume: true,
		questions: func([]string) (_ []results.Question, err error) {
			q.Question, err = o.question()
			return []results.Question{q}, err
		}}, options{
		flag(&q.Delta, "delta", "1e-6", "probability that the interval does not contain the distance", chance("delta")),
		number,
		numberOption(&q.Steps, "steps", "0", 0, decks.MaxSteps, "sweeps of a walk; 0 means as many as --width needs"),
		numberOption(&q.Walks, "walks", "2", 2, decks.MaxWalks, "number of walks on each deck"),
		flag(&q.Width, "width", "0.05", "width of the interval to reach", chance("width")),
		boolFlag(&q.Single, "single", "leave the law of two cards out of what is proved, which takes most of the time of that"),
		seedOption(&q.Seed),
		o.doubleOption("from other decks, of the next seed"),
	}, limitOptions(&q.Time, &q.Work, "2m0s", &number), o.pairFlags.options(words.MaxDeck))
}

func newOpening() *cobra.Command {
	var o struct {
		askFlags
		letterFlags
		opening deals.Opening
		text    string
	}
	return o.command(&cobra.Command{
		Use:   "opening WORD",
		Short: "How many cards of a kind are in an opening hand after a word",
		Long: `Tell how many cards of a kind, such as the lands of a card game, are in the first cards of a deck after a word of
shuffles, beside a fair deck. The mean is exact, and so is the standard deviation up to 128 cards where the letters
have laws of pairs. The probability of each number of cards is counted in deals; all intervals hold together.`,
		Example: `  dovetail opening RRR -n 60 --kind 24 --hand 7
  dovetail opening NRRR -n 60 --kind 24 --hand 7 --at spread
  dovetail opening MMMMMC -n 99 --kind 37 --hand 7 --deals 1e6`,
	}, asking{
		label: "deals", threads: true, memory: programMemory + " for the exact standard deviation",
		draws: "draw the shares of the hands",
		questions: func([]string) (_ []results.Question, err error) {
			q := o.opening
			q.N = o.N
			q.Letters, q.Word, err = o.Used(o.text)
			return []results.Question{q}, err
		},
	}, options{
		wordArgument(&o.text),
		cardsOption(&o.N, "60", 2, deals.MaxOpeningDeck),
		numberOption(&o.opening.Kind, "kind", "24", 1, deals.MaxOpeningDeck, "number of cards of the kind in the deck"),
		numberOption(&o.opening.Hand, "hand", "7", 1, deals.MaxOpeningDeck, "number of cards in the hand"),
		flag(&o.opening.At, "at", deals.OnTop, "where they lie before the word: top, bottom, or spread evenly",
			choice("at", deals.OnTop, deals.AtBottom, deals.Spread)),
		numberOption(&o.opening.Deals, "deals", "1e5", 2, deals.MaxSamples, "number of decks to deal, 2 to 1e6"),
		flag(&o.opening.Delta, "delta", "1e-6", "probability that some interval does not hold", chance("delta")),
		seedOption(&o.opening.Seed),
	}, o.letterFlags.options())
}

func newSample() *cobra.Command {
	var o struct {
		askFlags
		letterFlags
		sampling    deals.Sampling
		text, decks string
	}
	return o.command(&cobra.Command{
		Use:   "sample WORD",
		Short: "Statistics of random deals of a word on decks of up to ten million cards (sampled)",
		Long: `Deal a word many times, and compare the distributions of ten statistics of the deck with those of a fair deck. The
answer also has a lower bound on the total variation distance of the word over all orders: half of the deals choose
an event, the other half test it. The same seed gives the same answer for any number of threads.`,
		Example: `  dovetail sample RRRRRRR
  dovetail sample RRRRRRRRRRRRRRRRRRRRRRR -n 1e5 --deals 1000 --png riffles.png
  dovetail sample HRD -n 1000 --deals 20 --decks decks.ndjson`,
	}, asking{
		label: "deals", threads: true, draws: "draw the distributions of the statistics", apart: true,
		questions: func([]string) (_ []results.Question, err error) {
			q := o.sampling
			q.N = o.N
			q.Letters, q.Word, err = o.Used(o.text)
			return []results.Question{q}, err
		},
		answer: func(ctx context.Context, q results.Question, env results.Env) (results.Record, error) {
			return q.(deals.Sampling).Written(ctx, env, o.decks)
		},
	}, options{
		wordArgument(&o.text),
		cardsOption(&o.N, "52", 1, deals.MaxSampledDeck),
		numberOption(&o.sampling.Deals, "deals", "1e4", 2, deals.MaxSamples, "number of decks to deal, 2 to 1e6"),
		flag(&o.sampling.Delta, "delta", "1e-6", "probability that the bound does not hold", chance("delta")),
		seedOption(&o.sampling.Seed),
		output(&o.decks, "decks", "write the decks to `FILE`, one on each line, as a JSON list of its cards from the top",
			results.CheckWritable),
	}, o.letterFlags.options())
}
