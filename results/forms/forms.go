// Package forms has the type of record of each schema. It reads records from their JSON, and
// refuses impossible numbers (sound.go).
package forms

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
	"dovetail/results/stored"
)

// forms are the types of the records of each schema.
var forms = map[string]results.Record{
	results.RankSchema: results.Rank{}, results.BoundRankSchema: results.BoundRank{}, results.DecksRankSchema: results.BoundRank{}, results.LawRankSchema: results.LawRank{},
	results.SampledRankSchema: results.SampledRank{}, results.ScoreSchema: results.Score{}, results.RepeatSchema: results.Repeat{}, results.LawSchema: results.Law{},
	results.EmaxSchema: results.Emax{}, results.SpreadSchema: results.Spread{}, results.SampleSchema: results.Sample{}, results.OpeningSchema: results.Opening{},
	results.ModelsSchema: results.Models{}, results.RifflesSchema: results.Riffles{}, results.RiffledDeckSchema: results.RiffledDeck{}, results.DeckSchema: results.Deck{},
	results.ShownRiffleSchema: results.ShownRiffle{}, results.RepeatedSchema: results.Repeated{}, results.GuessSchema: games.Guess{},
	results.WatchedSchema: games.Watched{}, results.FitSchema: results.Fit{}, results.HandsSchema: results.Hands{}, results.FairSchema: results.Fair{},
	results.TrickSchema: games.Trick{}, results.TrickDeckSchema: games.TrickDeck{}, results.DeckLawSchema: results.DeckLaw{}, results.PairsSchema: results.Pairs{},
	results.IntervalSchema: results.Interval{}, results.TVDSchema: results.TVD{}, results.PilesSchema: results.Piles{}, results.TopswopsMaxSchema: games.TopswopsMax{},
	results.TopswopsPlaySchema: games.TopswopsPlay{}, results.TopswopsCensusSchema: games.TopswopsCensus{},
	results.TopswopsTableSchema: games.TopswopsTable{}, results.TopswopsBoundsSchema: games.TopswopsBounds{},
	results.TopswopsRecordsSchema: games.TopswopsRecords{},
	results.OrdersSchema:          powers.OrderList{}, results.OrdersDeckSchema: powers.OrdersDeck{}, results.OrdersStatsSchema: powers.OrdersStats{},
	results.OrdersVerifySchema: powers.OrdersVerify{}, results.OrdersWithSchema: powers.OrdersWith{},
	results.FamiliesSchema: powers.Families{}, results.FamilyTableSchema: powers.FamilyTable{}, results.MovesSchema: powers.Moves{}, results.MoveSchema: powers.Move{}, results.MoveCardsSchema: powers.MoveCards{}, results.FaroSchema: powers.Faro{},
	results.PartSchema: stored.Part{}, results.RecordsSchema: stored.Listing{}, results.VerifySchema: stored.Verdicts{},
}

// Forms are the types of the records of each schema.
func Forms() map[string]results.Record { return forms }

// Schemas are the names of all of them.
func Schemas() []string { return slices.Sorted(maps.Keys(forms)) }

// Read reads a record from its JSON. It leaves out the doubles beside exact numbers, and other fields that the record does
// not have; AsPrinted finds those. The names are those of its cards, for reading, or nil.
func Read(text []byte, names []string) (results.Record, error) {
	var head struct{ Schema string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	form, known := forms[head.Schema]
	if !known {
		return nil, results.UnknownSchema(head.Schema, Schemas())
	}
	r := reflect.New(reflect.TypeOf(form))
	if err := json.Unmarshal(text, r.Interface()); err != nil {
		return nil, results.Misread(err)
	}
	return results.WithNames(r.Elem().Interface().(results.Record), names), nil
}
