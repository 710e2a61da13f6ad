package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// forms are the types of the records of each schema.
var forms = map[string][]any{
	RankSchema:         {Rank{}},
	BoundRankSchema:    {BoundRank{}},
	DecksRankSchema:    {BoundRank{}},
	LawRankSchema:      {LawRank{}},
	SampledRankSchema:  {SampledRank{}},
	ScoreSchema:        {Score{}},
	RepeatSchema:       {Repeat{}},
	LawSchema:          {Law{}},
	EmaxSchema:         {Emax{}},
	SpreadSchema:       {Spread{}},
	SampleSchema:       {Sample{}},
	PaperSchema:        {Paper{}},
	ModelsSchema:       {Models{}},
	RifflesSchema:      {Riffles{}},
	RiffledDeckSchema:  {RiffledDeck{}},
	DeckSchema:         {Deck{}},
	ShownRiffleSchema:  {ShownRiffle{}},
	RepeatedSchema:     {Repeated{}},
	GuessSchema:        {Guess{}},
	FitSchema:          {Fit{}},
	TrickSchema:        {Trick{}},
	TrickDeckSchema:    {TrickDeck{}},
	DeckLawSchema:      {DeckLaw{}},
	PairsSchema:        {Pairs{}},
	IntervalSchema:     {Interval{}},
	TVDSchema:          {TVD{}},
	TopswopsMaxSchema:  {TopswopsMax{}},
	TopswopsPlaySchema: {TopswopsPlay{}},

	TopswopsCensusSchema:   {TopswopsCensus{}},
	TopswopsTableSchema:    {TopswopsTable{}},
	TopswopsBoundsSchema:   {TopswopsBounds{}},
	TopswopsEstimateSchema: {TopswopsEstimate{}},
	TopswopsRecordsSchema:  {TopswopsRecords{}},

	OrdersSchema:       {OrderList{}},
	OrdersDeckSchema:   {OrdersDeck{}},
	OrdersStatsSchema:  {OrdersStats{}},
	OrdersVerifySchema: {OrdersVerify{}},
	OrdersWithSchema:   {OrdersWith{}},
	OrdersSetSchema:    {OrdersSet{}},
	FamiliesSchema:     {Families{}},
	MoveSchema:         {Move{}},
	FaroSchema:         {Faro{}},
	CatalogueSchema:    {Listing{}},
	JobsSchema:         {Jobs{}},
	WorkSchema:         {Work{}},
	BestSchema:         {BestWords{}},
	VerifySchema:       {Verdicts{}},
}

// Forms are the types of the records of each schema.
func Forms() map[string][]any { return forms }

// Schemas are the names of all of them.
func Schemas() []string { return slices.Sorted(maps.Keys(forms)) }

// Read takes a record out of its JSON. The names are those of its cards, for reading, or nil.
func Read(text []byte, names []string) (Record, error) {
	var head struct{ Schema string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	err := fmt.Errorf("schema %q is not known", head.Schema)
	for _, form := range forms[head.Schema] {
		r := reflect.New(reflect.TypeOf(form))
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err = dec.Decode(r.Interface()); err == nil {
			return WithNames(r.Elem().Interface().(Record), names), nil
		}
	}
	return nil, err
}

// WithNames is a record that calls its cards by names, if it can; nil are their numbers.
func WithNames(record Record, names []string) Record {
	r := reflect.New(reflect.TypeOf(record))
	r.Elem().Set(reflect.ValueOf(record))
	cards, ok := r.Interface().(interface{ NameCards([]string) })
	if !ok {
		return record
	}
	cards.NameCards(names)
	return r.Elem().Interface().(Record)
}

// WithGiven is a record that has the names of its cards, if it has any, in CSV and JSON too.
func WithGiven(record Record) Record {
	r := reflect.New(reflect.TypeOf(record))
	r.Elem().Set(reflect.ValueOf(record))
	if cards, ok := r.Interface().(interface{ GiveNames() }); ok {
		cards.GiveNames()
	}
	return r.Elem().Interface().(Record)
}
