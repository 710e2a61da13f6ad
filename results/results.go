// Package results holds the answers of the project as typed records. It depends on none of the
// engines: they fill the records. A record lays itself out on a page of results/render, which
// writes it. Records of a family share a file. Numbers that are exact
// or rounded outwards are in perm/number, pictures in results/figure, published results of others
// in results/published.
package results

import (
	"reflect"
	"strconv"
	"strings"

	"dovetail/results/render"
)

// Kinds of answers.
const (
	Bound   = "bound"   // certified lower and upper
	Exact   = "exact"   // integers, rationals, or floats with a stated error bound
	Sampled = "sampled" // estimates with standard error, seed and size
)

// The forms of records, with their versions.
const (
	RankSchema            = "dovetail/rank/3"
	BoundRankSchema       = "dovetail/rank-bound/2"
	DecksRankSchema       = "dovetail/rank-decks/3"
	LawRankSchema         = "dovetail/rank-law/3"
	SampledRankSchema     = "dovetail/rank-sampled/3"
	ScoreSchema           = "dovetail/score/3"
	RepeatSchema          = "dovetail/repeat/3"
	LawSchema             = "dovetail/law-matrix/2"
	EmaxSchema            = "dovetail/emax/3"
	SpreadSchema          = "dovetail/spread/3"
	SampleSchema          = "dovetail/sample/2"
	OpeningSchema         = "dovetail/opening/1"
	ModelsSchema          = "dovetail/models/3"
	RifflesSchema         = "dovetail/riffles/4"
	RiffledDeckSchema     = "dovetail/riffles-deck/3"
	DeckSchema            = "dovetail/deck/3"
	ShownRiffleSchema     = "dovetail/riffle/3"
	RepeatedSchema        = "dovetail/repeated/3"
	GuessSchema           = "dovetail/guess/3"
	WatchedSchema         = "dovetail/guess-watch/2"
	FitSchema             = "dovetail/fit/2"
	HandsSchema           = "dovetail/hands/2"
	FairSchema            = "dovetail/fair/1"
	TrickSchema           = "dovetail/trick/3"
	TrickDeckSchema       = "dovetail/trick-deck/3"
	DeckLawSchema         = "dovetail/law/4"
	PairsSchema           = "dovetail/pairs/2"
	IntervalSchema        = "dovetail/bound/3"
	TVDSchema             = "dovetail/tvd/4"
	PilesSchema           = "dovetail/piles/1"
	TopswopsMaxSchema     = "dovetail/topswops-max/2"
	PartSchema            = "dovetail/part/1"
	TopswopsPlaySchema    = "dovetail/topswops-play/3"
	TopswopsCensusSchema  = "dovetail/topswops-census/3"
	TopswopsTableSchema   = "dovetail/topswops-table/3"
	TopswopsBoundsSchema  = "dovetail/topswops-bounds/2"
	TopswopsRecordsSchema = "dovetail/topswops-records/2"
	OrdersSchema          = "dovetail/orders/2"
	OrdersDeckSchema      = "dovetail/orders-deck/2"
	OrdersStatsSchema     = "dovetail/orders-stats/3"
	OrdersVerifySchema    = "dovetail/orders-verify/2"
	OrdersWithSchema      = "dovetail/orders-with/2"
	FamiliesSchema        = "dovetail/orders-families/3"
	FamilyTableSchema     = "dovetail/orders-families-table/1"
	MoveSchema            = "dovetail/orders-move/2"
	MovesSchema           = "dovetail/orders-moves/1"
	MoveCardsSchema       = "dovetail/orders-move-cards/1"
	FaroSchema            = "dovetail/faro/2"
	RecordsSchema         = "dovetail/records/1"
	VerifySchema          = "dovetail/verify/1"
)

// Record is an answer that can be rendered in every format.
type Record = render.Record

// Refused is the error for a wrong question: about something that does not exist, or beyond a
// limit. Errors of other types say that an answer failed.
type Refused struct{ error }

// Unwrap is the mistake itself.
func (r Refused) Unwrap() error { return r.error }

// Refuse marks an error as one of the question; nil stays nil.
func Refuse(err error) error {
	if err == nil {
		return nil
	}
	return Refused{err}
}

// Named are the names of cards 1, 2, ... for reading, or nil if numbers are. CSV has names, and JSON
// a list of them beside its numbers, where cards were given or requested by name.
type Named struct {
	Names []string `json:"-"`
	// The names of cards 1, 2, ..., where the cards were given by name.
	Given []string `json:"card_names,omitempty" csv:"-"`
}

// CardNames are the names, or nil.
func (n Named) CardNames() []string { return n.Names }

func (n *Named) cards() *Named { return n }

// WithNames is a record that names its cards, if it can; with nil by the given names, or otherwise
// by numbers.
func WithNames(record Record, names []string) Record {
	return renamed(record, func(n *Named) {
		if n.Names = names; names == nil {
			n.Names = n.Given
		}
	})
}

// WithGiven is a record that has the names of its cards, if it has any, in CSV and JSON too.
func WithGiven(record Record) Record {
	return renamed(record, func(n *Named) { n.Given = n.Names })
}

// renamed is a record after a change of the names of its cards, if it has cards.
func renamed(record Record, change func(n *Named)) Record {
	r := reflect.New(reflect.TypeOf(record))
	r.Elem().Set(reflect.ValueOf(record))
	if named, ok := r.Interface().(interface{ cards() *Named }); ok {
		change(named.cards())
	}
	return r.Elem().Interface().(Record)
}

// Called are the names of cards; 0 is no card.
func (n Named) Called(cards ...int) []string {
	names := make([]string, len(cards))
	for i, card := range cards {
		if names[i] = strconv.Itoa(card); 1 <= card && card <= len(n.Names) {
			names[i] = n.Names[card-1]
		}
	}
	return names
}

// called are the same, separated by blanks.
func (n Named) Text(cards ...int) string { return strings.Join(n.Called(cards...), " ") }

// written are the cards as CSV has them, separated by blanks.
func (n Named) GivenText(cards ...int) string { return Named{Names: n.Given}.Text(cards...) }
