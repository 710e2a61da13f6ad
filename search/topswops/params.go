package topswops

import (
	"dovetail/results/param"
	"dovetail/search/population"
)

// size is the argument for the number of cards.
func size(to *int, least, most int) param.Param {
	return param.Arg(to, "N", "n", param.Number[int](int64(least), int64(most)))
}

func (q *Max) Params() param.List {
	return param.List{
		size(&q.N, 1, MaxCards).Needed(), // a range is [Table]'s
		param.Switch(&q.Sorted, "sorted", "find the longest game that ends in order instead, and its decks"),
		param.Switch(&q.CountOnly, "count-only", "count the decks without listing them"),
		param.Switch(&q.Known, "assume-known",
			"take the longest length, and those for fewer cards, from the published table instead of computing them"),
		param.Int(&q.AtLeast, "at-least", "", 1, MaxLength, "find every deck of at least `T` moves instead of the longest"),
		param.New(&q.Thresholds, "thresholds", "",
			"minimum moves of the bundles followed at ..., N-2, N-1 cards, such as `5,10,20,41`: each at most half of the "+
				"next, or with --bounds at most the next (default: by N and the required moves)",
			param.Numbers(0, MaxLength)),
		param.New(&q.Bounds, "bounds", "",
			"with --at-least and --thresholds: leave out bundles whose bounds are less than `33,26,27,...` moves at the same "+
				"sizes; this finds long games fast, but not all; each is at most the longest game of its size",
			param.Numbers(1, MaxLength)),
	}
}

// Cards is the number of cards of the decks.
func (q Max) Cards() int { return q.N }

func (q *Playing) Params() param.List { return param.List{param.Deck(&q.Deck).Needed()} }

func (q *Census) Params() param.List { return param.List{size(&q.N, 1, censusMax)} }

func (q *Table) Params() param.List {
	return param.List{param.RangeArg(&q.From, &q.To, "N", "n", 1, MaxCards).Needed()}
}

func (q *Records) Params() param.List {
	return param.List{
		param.RangeArg(&q.From, &q.To, "N", "n", 1, population.MaxCards),
		param.Int(&q.Tails, "tails", "0", 0, population.MaxTails,
			"in the first round also search games on 18 to 25 cards in which only the first `K` cards (3 to 14, such as 12) are "+
				"out of order when the largest card comes to the top, and extend these games to 30 cards; 0 for none"),
		param.Int(&q.Layers, "layers", "0", 0, population.MaxLayers,
			"with --tails, number of decks kept of each size; 0 for 8000000"),
		param.Seed(&q.Seed),
		param.Int(&q.Rounds, "rounds", "0", 0, population.MaxRounds,
			"maximum number of rounds; 0 means as many as --work or --time allows"),
		param.Clock(&q.Time),
		param.Work(&q.Work, "1m0s", "rounds (there is at least one)", "--rounds or --time",
			func() bool { return q.Rounds > 0 || q.Time > 0 }),
	}
}

func (q *Bounds) Params() param.List { return param.List{size(&q.N, 1, boundsMax)} }

// Cards is the number of cards of the lower bound's deck.
func (q Bounds) Cards() int { return q.N }
