package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/exact/statistic"
	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/computed"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Origin is a deck: a given one, the first that a word deals, or a new one.
type Origin struct {
	N       int               `json:"n"`
	Deck    []int             `json:"deck,omitzero"` // or nil
	Letters []notation.Letter `json:"models,omitzero"`
	Word    string            `json:"word,omitzero"`
	Seed    number.Uint       `json:"seed,omitzero"` // of all that is drawn
}

// params are those of the deck.
func (s *Origin) params() param.List {
	w := spelling.New(&s.N, &s.Letters, &s.Word)
	all := append(param.DeckOf(&s.Deck, &s.N, "52", 1, computed.MaxDeck),
		w.Flag("shuffle a new deck by a word such as RRR, as dovetail sample does"))
	for _, p := range w.Models() {
		all = append(all, p.If(func() bool { return w.Text != "" || s.Word != "" }, "letters are used only with --word"))
	}
	return append(all, w.Spelled(func(of notation.Spelling, text string) ([]notation.Letter, string, error) {
		if text == "" {
			return nil, "", nil
		}
		return of.Own(text)
	}))
}

// Cards is the number of cards. The names of the deck are used as far as it has any.
func (s Origin) Cards() int { return s.N }

// Check refuses what is no deck.
func (s Origin) Check() error {
	switch {
	case s.N < 1 || s.N > computed.MaxDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", s.N, computed.MaxDeck)
	case s.Deck != nil && s.Word != "":
		return errors.New("give either a deck or a word, not both")
	case s.Deck != nil && len(s.Deck) != s.N:
		return fmt.Errorf("n=%d, but the deck has %s", s.N, number.Count(len(s.Deck), "card"))
	case s.Deck != nil:
		return cards.Check(s.Deck)
	case s.Word != "":
		if err := notation.CheckWord(s.N, s.Letters, s.Word); err != nil {
			return err
		}
		return dealable(s.Letters)
	}
	return nil
}

// deck is the deck. A word deals the one that Sampling deals first.
func (s Origin) deck(ctx context.Context) ([]int, error) {
	switch {
	case s.Deck != nil:
		return s.Deck, nil
	case s.Word == "":
		return cards.New(s.N, 1), nil
	}
	dealt, err := byLetters(s.N, uint64(s.Seed), s.Letters, s.Word).First(ctx)
	var deck []int
	for _, card := range dealt {
		deck = append(deck, int(card)+1)
	}
	return deck, err
}

// One asks what one deck is like, and how likely it is after riffles of a new one.
type One struct {
	Origin
	From   int `json:"from"`
	To     int `json:"to"`
	Digits int `json:"digits"` // of probabilities
	Ranks  int `json:"ranks,omitzero"`
}

func (One) Schema() string { return results.DeckSchema }

// riffles are the riffles after which the deck may have come.
func (q One) riffles() computed.Shuffles {
	return computed.Shuffles{N: q.N, Packets: 2, Cut: riffle.None, From: q.From, To: q.To, Digits: q.Digits}
}

func (q *One) Params() param.List {
	return append(q.params(),
		param.Range(&q.From, &q.To, "riffles", "1..12", 1, computed.MaxTimes, "numbers of riffles"), computed.Places(&q.Digits),
		param.Int(&q.Ranks, "ranks", "0", 0, computed.MaxDeck, "number of ranks, to count cards of one rank side by side and in place: cards c and "+
			"c + ranks are of one rank, as with 13 in a new deck of suits; 0 for none"),
		param.Seed(&q.Seed).If(func() bool { return q.Word != "" }, "nothing is random without --word or --show-riffle"),
		param.After(func(func(string) bool) error {
			if q.Deck == nil && q.Word == "" {
				return errors.New("want the cards of a deck, or --file FILE, --word WORD or --show-riffle")
			}
			return nil
		}))
}

func (q One) Check() error {
	return cmp.Or(q.Origin.Check(), q.riffles().Check(), number.InRange("ranks", q.Ranks, 0, computed.MaxDeck))
}

func (q One) Seconds() float64 { return q.riffles().Seconds() + statistic.RankSeconds(q.N, q.Ranks) }

func (q One) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	deck, err := q.deck(ctx)
	if err != nil {
		return nil, err
	}
	likely, err := run.AnswerTo[results.RiffledDeck](ctx, computed.RiffledDeck{Shuffles: q.riffles(), Deck: deck}, run.Options{})
	if err != nil {
		return nil, err
	}
	is, err := run.Cache[statistic.Describer](env.Memo).Describe(ctx, deck, q.Ranks)
	if err != nil {
		return nil, err
	}
	record := results.Deck{
		Head: results.Answering(q, results.Exact), N: q.N, Deck: deck, Cycles: is.Cycles,
		FairAtMost: number.Decimal(is.FairAtMost, q.Digits),
		Digits:     q.Digits, Likeliest: likely.Likeliest, Riffles: likely.Rows,
	}
	for _, v := range is.Values {
		row := results.DeckStatistic{Name: v.Name, Value: number.Of(v.Value)}
		if v.Fair != nil {
			row.FairMean, row.FairSD, row.FairBy = new(v.Fair.Mean), new(v.Fair.SD), v.Fair.By
			if v.Count {
				row.FairNone = new(v.Fair.UpTo(0))
			}
		}
		record.Statistics = append(record.Statistics, row)
	}
	if q.Word != "" {
		record.Word, record.Seed = q.Word, number.OfUint(uint64(q.Seed))
		record.Models = notation.Definitions(q.Letters)
	}
	return record, nil
}

// Riffle requests one riffle of a deck, step by step. That of a new deck is the one that the
// word R deals.
type Riffle struct{ Origin }

func (Riffle) Schema() string { return results.ShownRiffleSchema }

func (q *Riffle) Params() param.List {
	return append(q.params(), param.Chosen("show-riffle", "show one riffle of the deck card by card"), param.Seed(&q.Seed))
}

func (Riffle) Seconds() float64 { return 1e-3 }

func (q Riffle) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	deck, err := q.deck(ctx)
	if err != nil {
		return nil, err
	}
	record := riffled(deck, uint64(q.Seed))
	record.QuestionText = results.TextOf(q)
	return record, nil
}

func riffled(deck []int, seed uint64) results.ShownRiffle {
	n := len(deck)
	r, err := notation.ParseLetter("R=riffle")
	if err != nil {
		panic(err)
	}
	d := byLetters(n, seed, []notation.Letter{r}, "R")
	record := results.ShownRiffle{
		Head: results.Head{Schema: results.ShownRiffleSchema, Kind: results.Sampled}, N: n, Seed: number.OfUint(seed),
		Before: deck, Labels: riffles.Labels(draw.Keyed(seed, d.purpose, n, 0), n),
	}
	for _, label := range record.Labels {
		record.Cut += 1 - label
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	record.Chance = number.Decimal(new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n), int64(record.Cut)), all), 4)
	next := [2]int{0, record.Cut}
	for j, label := range record.Labels {
		record.After = append(record.After, deck[next[label]])
		next[label]++
		left := [2]int{next[0], next[1] - record.Cut}
		record.Drops = append(record.Drops, fmt.Sprintf("%d/%d", left[label], j+1))
	}
	return record
}
