package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dovetail/exact/tally"
	"dovetail/perm/cards"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/copies"
	"dovetail/search/questions"
)

// The command line that asks a question, for pages that show it: flags fill a question, and here a
// question fills flags. What a flag takes for itself is left out.

// lines have the command lines by the schema of the answer. {field} is a field of the question. A word
// in which one is absent is left out, and so is a flag with its default, but for one that is marked by !
// because other flags change what it takes for itself.
var lines = map[string]string{
	results.BoundRankSchema: "rank --by=bound " + ranking,
	results.DeckLawSchema:   "law {word} -n={n} --top={top}",
	results.DeckSchema:      "deck {deck} --word={word} -n!={n} " + rows + " --digits={digits} --seed={seed}",
	results.DecksRankSchema: "rank --by=decks " + ranking + " --effort={effort} --within={within}" +
		" --rounds={rounds}" + sampled,
	results.EmaxSchema:     "emax -n={n} --samples={samples} --simulate={runs} --seed={seed}",
	results.FamiliesSchema: "orders families {n}",
	results.FaroSchema:     "faro {deck} --from-zero={zero} --kind={shuffle} --times={times}",
	results.HandsSchema: "hands --riffle={riffle} -n={n} --max={max} --decks={decks} --stages={stages} --steps={steps} " +
		"--width={width}" + sampled,
	results.GuessSchema:        "guess {word} -n={n} --from={from}",
	results.IntervalSchema:     "bound {word} -n={n} --explain={explain}",
	results.LawRankSchema:      "rank --by=law " + ranking,
	results.LawSchema:          "score {word} --matrix={what} " + scoring + " --deals={deals} --seed={seed}",
	results.ModelsSchema:       "models -n={n} --preset={preset}",
	results.MoveSchema:         "orders move {n} --card={from} --to={to}",
	results.OrdersDeckSchema:   "orders {n}",
	results.OrdersSchema:       "orders {from}..{to} --kind={kind}",
	results.OrdersStatsSchema:  "orders stats {from}..{to}",
	results.OrdersVerifySchema: "orders verify {from}..{to} --engine={method}",
	results.OrdersWithSchema:   "orders with {k}",
	results.PairsSchema:        "pairs {word} -n={n}",
	results.PaperSchema:        "paper " + scoring,
	results.RankSchema:         "rank --by={by} " + ranking + " --exhaustive={exhaustive}",
	results.RepeatSchema:       "repeat {word} " + scoring + " --times={times}",
	results.RepeatedSchema: "repeated -n={n} --deck={deck} --{fixed}={order} --a={a} " +
		rows + " --gap={gap} --decks={decks} --seed={seed}",
	results.RifflesSchema: "riffles -n={n} " + rows +
		" --a={a} --cut={cut} --shelf={shelves} --top={top} --digits={digits}",
	results.OpeningSchema: "opening {word} -n={n} --kind={cards_of_kind} --at={at} --hand={hand} --deals={deals} " +
		"--delta={delta} --seed={seed}",
	results.SampleSchema: "sample {word} -n={n} --deals={deals} --delta={delta} --seed={seed}",
	results.SampledRankSchema: "rank --by=sampled -n={n} -m={m} --top={top} --deals={deals} --delta={delta} " +
		"--seed={seed}",
	results.ScoreSchema:       "score {word} " + scoring + " --deals={deals} --seed={seed}",
	results.ShownRiffleSchema: "deck {deck} --show-riffle --word={word} -n!={n} --seed={seed}",
	results.SpreadSchema:      "spread {word} " + scoring + " --runs={runs} --seed={seed}",
	results.TVDSchema: "tvd {word} -n={n} --decks={decks} --steps={steps} --walks={walks} --width={width}" +
		sampled,
	results.TopswopsBoundsSchema:   "topswops bounds {n}",
	results.TopswopsCensusSchema:   "topswops census {n}",
	results.TopswopsEstimateSchema: "topswops estimate {n} --at-least={at_least} --time={time} --seed={seed}",
	results.TopswopsMaxSchema: "topswops {max} {n} --at-least={at_least} --count-only={count_only} " +
		"--assume-known={known} --engine={engine} --thresholds={thresholds} --shard={shard}",
	results.TopswopsPlaySchema:    "topswops play {deck}",
	results.TopswopsRecordsSchema: "topswops records {from}..{to} --rounds={rounds} --time!={time} --seed={seed}",
	results.TopswopsTableSchema:   "topswops table --to={to}",
	results.TrickDeckSchema:       "trick --perform {deck} -n!={n} --riffles={from}..{to} --cut={cut} --insert={insert}",
	results.TrickSchema: "trick -n={n} --riffles={from}..{to} --cut={cut} --insert={insert} --decks={decks} " +
		"--seed={seed}",
}

// Parts of several lines.
const (
	scoring = "-n={n} --emax={emax} --samples={samples}"
	ranking = scoring + " -m={m} --top={top}"
	sampled = " --time!={nanoseconds} --delta={delta} --seed={seed}"
	rows    = "--from={from} --to={to}"
)

// asked are the fields of a question, by name, as they come from JSON.
type asked map[string]any

// lineOf is the command line that asks a question, without the program; the cards of its deck have these
// names, or else their numbers.
func lineOf(q results.Question, names []string) []string {
	return fieldsOf(q).line(q.Schema(), names)
}

// ranks is the command line that ranks the same words as a record, by whatever score.
func ranks(r results.Rank) []string {
	q, err := questions.All.Question(r.Schema, r.Question)
	if err != nil {
		return []string{"rank"}
	}
	f := fieldsOf(q)
	maps.DeleteFunc(f, func(name string, _ any) bool { return !slices.Contains([]string{"n", "m", "models"}, name) })
	return f.line(r.Schema, nil)
}

// fieldsOf are those of a question.
func fieldsOf(q results.Question) (f asked) {
	d := json.NewDecoder(bytes.NewReader(results.Ask(q).Question))
	d.UseNumber()
	if err := d.Decode(&f); err != nil {
		panic(fmt.Sprintf("%T is no object: %v", q, err)) // no plain struct
	}
	return f
}

func (f asked) line(schema string, names []string) []string {
	template, ok := lines[schema]
	if !ok {
		return nil
	}
	f.derive(schema)
	filled, _ := f.fill(strings.ReplaceAll(template, "!", ""))
	cmd, _, err := newRoot().Find(strings.Fields(filled))
	if err != nil {
		panic(err) // the table is wrong
	}
	var line []string
	for word := range strings.FieldsSeq(template) {
		name, value, isFlag := strings.Cut(word, "=")
		name, always := strings.CutSuffix(name, "!")
		name, knownName := f.fill(name)
		value, known := f.fill(value)
		switch deck, isDeck := f["deck"].([]any); {
		case word == "{deck}" && isDeck:
			for _, card := range deck {
				n, _ := strconv.Atoi(fmt.Sprint(card))
				line = append(line, cards.Style(names).Name(n))
			}
		case !known || !knownName:
		case !isFlag:
			line = append(line, name)
		case value == "true":
			line = append(line, name)
		case always || !sameValue(value, flagOf(cmd, name).DefValue):
			line = append(line, name, value)
		}
	}
	return append(line, f.letters(strings.HasPrefix(template, "rank ") || strings.Contains(template, scoring))...)
}

// flagOf is a flag as it is written.
func flagOf(cmd *cobra.Command, name string) *pflag.Flag {
	if long, ok := strings.CutPrefix(name, "--"); ok {
		return cmd.Flags().Lookup(long)
	}
	return cmd.Flags().ShorthandLookup(name[1:])
}

// derive makes of a question's fields those that its command has flags for.
func (f asked) derive(schema string) {
	deck, _ := f["deck"].([]any)
	n, _ := strconv.Atoi(fmt.Sprint(f["n"]))
	samples, _ := strconv.ParseInt(fmt.Sprint(f["samples"]), 10, 64)
	if f["emax"] == tally.Default(n, samples) {
		delete(f, "emax")
	}
	if f["dealt"] == true {
		f["deals"] = f["samples"]
		delete(f, "samples")
	}
	if ns, err := strconv.ParseInt(fmt.Sprint(f["nanoseconds"]), 10, 64); err == nil {
		f["nanoseconds"] = time.Duration(ns).String()
	}
	switch schema {
	case results.DecksRankSchema:
		if f["effort"] != nil {
			delete(f, "m")
		}
	case results.FaroSchema:
		if fmt.Sprint(f["deck"]) == fmt.Sprint(cards.New(len(deck), 1)) {
			f["deck"] = len(deck)
		} else if fmt.Sprint(f["deck"]) == fmt.Sprint(cards.New(len(deck), 0)) {
			f["deck"], f["zero"] = len(deck), true
		}
	case results.RepeatedSchema:
		n := 0
		for _, count := range deck {
			k, _ := strconv.Atoi(fmt.Sprint(count))
			n += k
		}
		f["n"] = n
		if f["fixed"] == string(copies.Source) && f["order"] == string(copies.Blocks) {
			delete(f, "order")
		}
	case results.TopswopsMaxSchema:
		f["max"] = "max"
		if f["sorted"] == true {
			f["max"] = "sorted"
			delete(f, "engine")
		}
	}
}

var inBraces = regexp.MustCompile(`\{[a-z_]+\}`)

// fill puts fields in their places; not ok if one is absent.
func (f asked) fill(text string) (filled string, ok bool) {
	ok = true
	return inBraces.ReplaceAllStringFunc(text, func(name string) string {
		value, there := f[strings.Trim(name, "{}")]
		ok = ok && there
		if list, is := value.([]any); is {
			return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
		}
		return fmt.Sprint(value)
	}), ok
}

// sameValue reports whether two texts mean the same to a flag, such as 1e6 and 1000000.
func sameValue(a, b string) bool {
	x, errA := number.ParseRat(a)
	y, errB := number.ParseRat(b)
	return a == b || errA == nil && errB == nil && x.Cmp(y) == 0
}

// letters are the flags that define letters which are not as usual, and the alphabet if the command has one
// and it is not that of the paper with the letters of the word.
func (f asked) letters(spells bool) (line []string) {
	n, _ := strconv.Atoi(fmt.Sprint(f["n"]))
	models, _ := f["models"].([]any)
	word, _ := f["word"].(string)
	var names []byte
	var defined []string
	for _, m := range models {
		model := fmt.Sprint(m)
		names = append(names, model[0])
		usual, err := shuffle.Spelling{N: n, Names: names[len(names)-1:], Preset: shuffle.Literal}.Letters()
		if err != nil || usual[0].String() != model {
			defined = append(defined, "--model", model)
		}
	}
	all := slices.Clone(shuffle.DefaultNames)
	for _, c := range []byte(word) {
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	if spells && len(names) > 0 && !slices.Equal(names, all) {
		line = append(line, "--alphabet", shuffle.ListNames(names))
	}
	return append(line, defined...)
}
