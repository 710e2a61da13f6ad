package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dovetail/exact/fit"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/copies"
	"dovetail/search/decks"
	"dovetail/search/guess"
	"dovetail/search/trick"
)

// The commands about cards as people use them: repeated and guess.

func newRepeated() *cobra.Command {
	var o struct {
		copies.Question
		askFlags
		n                    int
		deck                 string
		source, target, deal copies.Order
	}
	times := func(what string) parser[int] { return integer[int](what, 1, copies.MaxTimes) }
	order := func(what string) parser[copies.Order] { return choice(what, copies.Orders...) }
	return o.command(&cobra.Command{
		Use:   "repeated",
		Short: "Distance from fair of a riffled deck if only colours, suits, ranks or hands matter",
		Long: `The distance from fair of a riffled deck in which some cards count as equal. With a fixed source, a deck with
repeated values, such as all red cards above all black ones, is shuffled, and the order of the values is
observed. With a fixed target, a deck of distinct cards is shuffled and dealt into hands, and it is observed which
hand each card goes to.

With two values in blocks the distance is exact or a certified interval; with few arrangements it is exact; for other
decks in blocks it is sampled, with exact densities. For cyclic and back-and-forth orders no exact method is known:
a first-order approximation and a sampled lower bound are given. The separation of a source in blocks is exact.`,
		Example: `  dovetail repeated
  dovetail repeated --deck suits --to 10 --png suits.png
  dovetail repeated --deck 13,39 --from 4 --to 8 --format json
  dovetail repeated --deal cyclic --from 4 --to 8
  dovetail repeated --deck red-black --source cyclic`,
	}, asking{
		label: "decks", threads: true, questions: only(&o.Question),
		draws: "draw the distances over the number of shuffles",
	}, options{
		cardsOption(&o.n, "52", 2, copies.MaxDeck),
		flag(&o.deck, "deck", "",
			"red-black (the default), suits (the default of --deal), ranks, blackjack, top-card, distinct, or the number of "+
				"cards of each value, such as 13,39 or 4^9,16",
			filled("text", "deck", "red-black or another that is known, or numbers of cards such as 13,39")),
		flag(&o.source, "source", "",
			"fixed source, with its values in this order: blocks (the default), cyclic, back-and-forth", order("source")),
		flag(&o.target, "target", "", "fixed target, with its hands in this order: blocks, cyclic, back-and-forth",
			order("target")),
		flag(&o.deal, "deal", "", "the same as --target, but for four equal hands unless --deck gives others", order("deal")),
		numberOption(&o.Packets, "a", "2", 2, copies.MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles"),
		flag(&o.From, "from", "1", "first number of shuffles", times("from")),
		flag(&o.To, "to", "12", "last number of shuffles", times("to")).alias("max"),
		flag(&o.Gap, "gap", "1e-9", "maximum length of certified intervals", chance("gap")),
		numberOption(&o.Decks, "decks", "20000", 2, copies.MaxDecks,
			"number of sampled decks whose density is computed, where the distance is sampled; a statistic is computed for "+
				"fifty times as many"),
		seedOption(&o.Seed),
		inOrder(&o.From, &o.To),
		{check: func() (err error) {
			o.Game, err = copies.NewGame(o.deck, o.n, o.source, o.target, o.deal)
			return err
		}},
	})
}

func newGuess() *cobra.Command {
	var o struct {
		shuffle.Spelling
		askFlags
		cardFlags
		from, to         int
		packets, shelves int64
		play, watch      bool
		seed             uint64
	}
	times := func(what string) parser[int] { return integer[int](what, 1, guess.MaxTimes) }
	to := flag(&o.to, "to", "10", "last number of shuffles", times("to")).alias("max")
	over := options{
		numberOption(&o.packets, "a", "2", 1, guess.MaxPackets,
			"number of packets that a shuffle cuts the deck into: 2 for riffles, a for a-shuffles"),
		numberOption(&o.shelves, "shelf", "0", 0, guess.MaxShelves, "number of shelves of a shelf machine; 0 for riffles"),
		to,
	}
	tabled := options{
		numberOption(&o.from, "from", "1", 1, guess.MaxTimes, "first number of shuffles, or of letters"),
		pictureOption(&o.picture, "draw the curves over the number of shuffles"),
	}
	playing := append(o.cardFlags.options(), seedOption(&o.seed))
	question := func(words []string) (guess.Question, error) {
		return guess.NewQuestion(o.Spelling, words, o.packets, o.shelves, o.from, o.to)
	}
	asks := asking{label: "cards", questions: func(words []string) ([]results.Question, error) {
		q, err := question(words)
		if err != nil || !o.watch {
			return []results.Question{q}, err
		}
		o.names, err = o.dealt(o.N)
		o.given = o.called == bySuits
		return []results.Question{guess.Watch{N: q.N, Letters: q.Letters, Word: q.Word, Seed: number.Uint(o.seed)}}, err
	}}
	table := o.ask(asks)
	return declare(&cobra.Command{
		Use:   "guess [WORD]",
		Short: "How many cards of a shuffled deck the best player guesses right",
		Long: `The expected number of cards that the best player guesses right, after 1, 2, ... riffles, or after each letter of a
word: with complete feedback (each card is shown after the guess), without feedback, and without feedback if no card
may be named twice.

With complete feedback there is an exact answer after riffles and a-shuffles, after their inverses, and after shelf
machines followed by such inverses, but not after other mixtures. Without feedback there is one after any word.

With --play the deck is shuffled, by three riffles by default, and you guess it on the terminal against the best
player; where none is known, against one who names the likeliest card of each position. Type one card on each line,
by name or by number, or hint, help or quit. With --watch you see what that player names before each card, and with
what chance.`,
		Example: `  dovetail guess -n 52 --to 10
  dovetail guess HDHRDHH
  dovetail guess --a 3 --to 6 --png guess.png
  dovetail guess --shelf 10 --to 2 --format json
  dovetail guess --play RRRR --seed 7
  dovetail guess --watch RRRR --seed 7`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, rest []string) error {
		err := cmp.Or(over.without(len(rest) > 0, "a word already says which shuffles there are"),
			tabled.without(o.play || o.watch, "a game has no table"),
			playing.without(!o.play && !o.watch, "this flag is used only with --play or --watch"))
		switch {
		case err != nil:
			return err
		case o.play && (o.format != "text" || o.out != "-"):
			return usage(errors.New("a game has no table; leave out --format and --out"))
		case o.play && (o.must || o.reuse):
			return usage(errors.New("a game has no record; leave out --save and --reuse"))
		case o.play && o.watch:
			return usage(errors.New("either play or watch, not both"))
		case (o.play || o.watch) && !to.given():
			o.to = 3
		}
		if !o.play {
			return table(ctx, rest)
		}
		q, err := question(rest)
		if err != nil {
			return usage(err)
		}
		style, err := o.dealt(o.N)
		if err != nil {
			return err
		}
		return play(ctx, guess.Game{Question: q, Seed: o.seed, Style: style}, o.quiet)
	}, o.tables(asks, options{
		sizeOption(&o.N, 1, guess.MaxDeck),
		presetOption(&o.Preset),
		modelOption(&o.Definitions),
		boolFlag(&o.play, "play", "play: guess a shuffled deck yourself, card by card"),
		boolFlag(&o.watch, "watch", "watch the player of --play guess a shuffled deck alone"),
	}, tabled, over, playing)...)
}

// play is a game on the terminal. Its prompts are for who types.
func play(ctx context.Context, g guess.Game, quiet bool) error {
	var prompt io.Writer = io.Discard
	if !quiet && term.IsTerminal(int(os.Stdin.Fd())) {
		prompt = os.Stderr
	}
	return results.WriteFile("-", func(w io.Writer) error { return g.Play(ctx, os.Stdin, w, prompt) })
}

// The commands about what people's hands do, and what comes of it: fit, trick.

func newFit() *cobra.Command {
	var o struct {
		shuffle.Spelling
		askFlags
		person string
	}
	cmd := &cobra.Command{
		Use:   "fit [FILE]",
		Short: "Compare somebody's riffles with models, and fit the closest model",
		Long: `Compare observed riffles with models of riffles by chi-square tests. The data are counts of where somebody cut
the deck, and of how many cards fell in a row from the same half. The clumpy riffle with the greatest likelihood is
fitted, and printed in the form that rank, score and tvd accept. The default data are the counts of one person that
P. Diaconis published in 1988; --person 2017 takes those that M. Shinn published of his own riffles.

A file (- is the standard input) has these lines in any order: "cards 52"; "riffles 100"; "cut 26 16" if 16 riffles
had a top half of 26 cards; "packet 1 2102" if 2102 packets had one card; "source" followed by any text. A # starts
a comment.`,
		Example: `  dovetail fit
  dovetail fit --person 2017
  dovetail fit --png hands.png
  dovetail fit mine.txt --alphabet R,B,N --model 'N=riffle(cut=normal,sd=2)'`,
		Args: cobra.MaximumNArgs(1),
	}
	return o.command(cmd, asking{
		label: "counts", draws: "draw the counts and the models",
		questions: func(files []string) (_ []results.Question, err error) {
			counts := fit.Published(cmp.Or(o.person, fit.People[0]))
			if len(files) > 0 {
				if o.person != "" {
					return nil, errors.New("counts of a file and of --person; give one of them")
				}
				if counts, err = results.ReadAs(files[0], os.Stdin, fit.Read); err != nil {
					return nil, err
				}
			}
			o.N = counts.N
			letters, err := o.Letters()
			return []results.Question{fit.Question{Counts: counts, Letters: letters}}, err
		},
	}, options{
		flag(&o.Names, "alphabet", shuffle.ListNames(fit.Names), "letters of the riffles that the counts are compared with",
			alphabet),
		presetOption(&o.Preset),
		modelOption(&o.Definitions),
		flag(&o.person, "person", "", "the year in which somebody's counts were published: "+list(fit.People)+
			" (default "+fit.People[0]+")", choice("person", fit.People...)),
	})
}

func newTrick() *cobra.Command {
	var o struct {
		trick.Question
		askFlags
		cardFlags
		riffles [2]int
		perform bool
		path    string
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
		label: "decks", threads: true, resume: true,
		draws: "draw the probabilities over the number of riffles",
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
		{check: func() error {
			if o.perform && (o.picture != "" || o.dir != "") {
				return errors.New("perform is about one deck; leave out --png and --resume")
			}
			o.From, o.To = o.riffles[0], o.riffles[1]
			return nil
		}},
	}, performing)
}

func newHands() *cobra.Command {
	var o struct {
		fit.Hands
		askFlags
	}
	var q decks.Hands
	cards := cardsOption(&q.N, "52", 2, decks.HandsDeck)
	number := numberOption(&q.Decks, "decks", "0", 0, decks.MaxDecks,
		"number of uniform decks for each row; 0 means as many as --width needs")
	stages := flag(&q.Stages, "stages", "", "how far each number of riffles is taken, as a record says it: 0 counted, "+
		"1 coarse, 2 tested, 3 and more looks at ever more decks", integers("stages", 0, 100))
	return o.command(&cobra.Command{
		Use:   "hands [FILE]",
		Short: "How many riffles somebody's hands need (sampled with confidence)",
		Long: `How far from a fair deck is a deck after 1, 2, ... riffles by somebody's own hands, and how many riffles are enough?
Each row has a confidence interval for the total variation distance over all n! orders; all of them hold together with
confidence 1 - delta. Beside it stands the ideal riffle of Gilbert, Shannon and Reeds, exactly.

The hands are a file of counts, as dovetail fit reads them (- is the standard input), of decks of as many cards as it
says unless --cards is given; a preset; or how often the packet
changes from one card to the next (--switch, 0.5 of the ideal riffle, 0.65 of neat hands, 0.4 of clumsy ones), with how
the deck is cut (--cut). By default they are those of the person whose riffles P. Diaconis published in 1988.
--preset 2017 is another person, M. Shinn, who published counts of his own riffles.

The first answer comes after some seconds, with coarse intervals. More --work or --time makes them narrower.`,
		Example: `  dovetail hands
  dovetail hands --preset clumsy
  dovetail hands --switch 0.6 --cut normal --sd 2 --time 10m
  dovetail hands mine.txt --png hands.png`,
		Args: cobra.MaximumNArgs(1),
	}, asking{
		label: "hands", threads: true, memory: programMemory, resume: true,
		draws: "draw the distances over the number of riffles",
		questions: func(files []string) (_ []results.Question, err error) {
			var counts *fit.Counts
			if len(files) > 0 {
				read, err := results.ReadAs(files[0], os.Stdin, fit.Read)
				if err != nil {
					return nil, err
				}
				counts = &read
				if counts.N > 0 && !cards.flag.Changed {
					q.N = counts.N
				}
			}
			m, err := o.Model(counts)
			if err != nil {
				return nil, err
			}
			q.Riffle = m.String()
			return []results.Question{q}, nil
		},
	}, options{
		flag(&o.Preset, "preset", "", "hands by name: "+list(fit.Presets), choice("preset", fit.Presets...)),
		flag(&o.Switch, "switch", "", "chance that the next card falls from the other packet",
			filled("text", "switch", "a probability such as 0.6")),
		flag(&o.Hands.Cut, "cut", "", "how the deck is cut: "+list(fit.Cuts)+"; chain, as --switch makes it, by default",
			choice("cut", fit.Cuts...)),
		flag(&o.Off, "off", "", "mean of a normal cut, in cards off the middle", filled("text", "off", "a number of cards")),
		flag(&o.SD, "sd", "", "standard deviation of a normal cut, in cards", filled("text", "sd", "a number of cards")),
		flag(&o.Riffle, "riffle", "", "a riffle by its model, such as riffle(p=2/5)",
			filled("text", "riffle", "a model such as riffle(p=2/5)")),
		cards,
		numberOption(&q.Max, "max", "12", 1, decks.MaxRiffles, "largest number of riffles"),
		flag(&q.Delta, "delta", "1e-6", "probability that any interval does not contain its distance", chance("delta")),
		number,
		stages,
		numberOption(&q.Steps, "steps", "0", 0, decks.MaxSteps, "sweeps of a walk; 0 means as many as --width needs"),
		flag(&q.Width, "width", "0.03", "width of the intervals to reach", chance("width")),
		seedOption(&q.Seed),
		{check: func() error { return o.Check() }},
	}, limitOptions(&q.Time, &q.Work, "10s", &number, &stages))
}
