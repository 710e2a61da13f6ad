package questions

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

	"dovetail/exact/tally"
	"dovetail/perm/cards"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/copies"
)

// The command line that asks a question, for pages that show it: flags fill a question, and here a
// question fills flags. What a flag takes for itself is left out. The program in a browser has no commands, and
// shows their lines all the same; the tests of the commands hold this table against their flags.

// lines have the command lines by the schema of the answer. {field} is a field of the question. A word
// in which one is absent is left out, and so is a flag with its default, which stands behind the last colon. A
// flag without one is always there, but those without a value are if they are set.
var lines = map[string]string{
	results.BoundRankSchema: "rank --by=bound " + ranking,
	results.DeckLawSchema:   "law {word} -n={n} --top={top}:3",
	results.DeckSchema:      "deck {deck} --word={word}: -n={n} " + rows + " --digits={digits}:10 --seed={seed}:1",
	results.DecksRankSchema: "rank --by=decks " + ranking + " --effort={effort}: --within={within}: " +
		"--rounds={rounds}:0" + sampled,
	results.EmaxSchema:     "emax -n={n}:52 --samples={samples}:1e6 --simulate={runs}:0 --seed={seed}:1",
	results.FamiliesSchema: "orders families {n}",
	results.FaroSchema:     "faro {deck} --from-zero={zero} --kind={shuffle}:out --times={times}:",
	results.HandsSchema: "hands --riffle={riffle}: -n={n}:52 --max={max}:12 --decks={decks}:0 --stages={stages}: " +
		"--steps={steps}:0 --width={width}:0.03 --work={work}:10s" + sampled,
	results.GuessSchema:        "guess {word} -n={n}:52 --from={from}:1",
	results.WatchedSchema:      "guess {word} --watch -n={n}:52 --seed={seed}:1",
	results.IntervalSchema:     "bound {word} -n={n}:52 --explain={explain} --single={single}",
	results.LawRankSchema:      "rank --by=law " + ranking,
	results.LawSchema:          "score {word} --matrix={what}: " + scoring + " --deals={deals}: --seed={seed}:1",
	results.ModelsSchema:       "models -n={n}:52 --preset={preset}:literal",
	results.MoveSchema:         "orders move {n} --card={from}:1 --to={to}:1",
	results.OrdersDeckSchema:   "orders {n}",
	results.OrdersSchema:       "orders {from}..{to} --kind={kind}:both",
	results.OrdersStatsSchema:  "orders stats {from}..{to}",
	results.OrdersVerifySchema: "orders verify {from}..{to} --engine={method}:auto",
	results.OrdersWithSchema:   "orders with {k}",
	results.PairsSchema:        "pairs {word} -n={n}:52",
	results.PaperSchema:        "paper " + scoring,
	results.RankSchema:         "rank --by={by}:c " + ranking + " --exhaustive={exhaustive}",
	results.RepeatSchema:       "repeat {word} " + scoring + " --times={times}:20",
	results.RepeatedSchema: "repeated -n={n}:52 --deck={deck}: --{fixed}={order}: --a={a}:2 " +
		rows + " --gap={gap}:1e-9 --decks={decks}:20000 --seed={seed}:1",
	results.RifflesSchema: "riffles -n={n}:52 " + rows +
		" --a={a}:2 --cut={cut}:none --shelf={shelves}:0 --top={top}:0 --digits={digits}:10",
	results.OpeningSchema: "opening {word} -n={n}:60 --kind={cards_of_kind}:24 --at={at}:top --hand={hand}:7 " +
		"--deals={deals}:1e5 --delta={delta}:1e-6 --seed={seed}:1",
	results.SampleSchema: "sample {word} -n={n}:52 --deals={deals}:1e4 --delta={delta}:1e-6 --seed={seed}:1",
	results.SampledRankSchema: "rank --by=sampled -n={n}:52 -m={m}:7 --top={top}:10 --deals={deals}:1000 " +
		"--delta={delta}:1e-6 --seed={seed}:1",
	results.ScoreSchema:       "score {word} " + scoring + " --deals={deals}: --seed={seed}:1",
	results.ShownRiffleSchema: "deck {deck} --show-riffle --word={word}: -n={n} --seed={seed}:1",
	results.SpreadSchema:      "spread {word} " + scoring + " --runs={runs}:50 --seed={seed}:1",
	results.TVDSchema: "tvd {word} -n={n}:52 --decks={decks}:0 --steps={steps}:0 --walks={walks}:2 " +
		"--width={width}:0.05 --single={single} --work={work}:2m0s" + sampled,
	results.TopswopsBoundsSchema:   "topswops bounds {n}",
	results.TopswopsCensusSchema:   "topswops census {n}",
	results.TopswopsEstimateSchema: "topswops estimate {n} --at-least={at_least}: --time={time}:20s --seed={seed}:1",
	results.TopswopsMaxSchema: "topswops {max} {n} --at-least={at_least}: --count-only={count_only} " +
		"--assume-known={known} --engine={engine}:bundles --thresholds={thresholds}: --bounds={bounds}: --shard={shard}:",
	results.TopswopsPlaySchema: "topswops play {deck}",
	results.TopswopsRecordsSchema: "topswops records {from}..{to} --rounds={rounds}:0 --time={time} --seed={seed}:1 --tails={tails}:0 " +
		"--layers={layers}:0",
	results.TopswopsTableSchema: "topswops table --to={to}:12",
	results.TrickDeckSchema: "trick --perform {deck} -n={n} --riffles={from}..{to}:1..7 --cut={cut}:before " +
		"--insert={insert}:uniform",
	results.TrickSchema: "trick -n={n}:52 --riffles={from}..{to}:1..7 --cut={cut}:before --insert={insert}:uniform " +
		"--decks={decks}:1e5 --seed={seed}:1",
}

// Parts of several lines.
const (
	scoring = "-n={n}:52 --emax={emax}: --samples={samples}:1e6"
	ranking = scoring + " -m={m}:7 --top={top}:10"
	sampled = " --time={nanoseconds} --delta={delta}:1e-6 --seed={seed}:1"
	rows    = "--from={from}:1 --to={to}:12"
)

// Flags are the words of the command that asks for a form of answers, and what its flags take for themselves as the
// table has it.
func Flags(schema string) (command []string, defaults map[string]string) {
	defaults = map[string]string{}
	for word := range strings.FieldsSeq(lines[schema]) {
		name, value, isFlag := strings.Cut(word, "=")
		if i := strings.LastIndexByte(value, ':'); isFlag && i >= 0 {
			defaults[name] = value[i+1:]
		}
		if !strings.HasPrefix(word, "-") {
			command = append(command, word)
		}
	}
	return command, defaults
}

// Text is the command line that asks a question as a POSIX shell reads it; the cards of its deck have
// these names, or else their numbers.
func Text(names []string, q results.Question) string {
	if line := Line(q, names); line != nil {
		return Quote(append([]string{"dovetail"}, line...))
	}
	return results.Canonical(q)
}

var plain = regexp.MustCompile(`^[a-zA-Z0-9_@%+=:,./^-]+$`)

// Quote writes arguments so that a POSIX shell reads them back.
func Quote(args []string) string {
	var quoted []string
	for _, a := range args {
		if !plain.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		quoted = append(quoted, a)
	}
	return strings.Join(quoted, " ")
}

// asked are the fields of a question, by name, as they come from JSON.
type asked map[string]any

// Line is the command line that asks a question, without the program; the cards of its deck have these
// names, or else their numbers.
func Line(q results.Question, names []string) []string {
	return fieldsOf(q).line(q.Schema(), names)
}

// Named has rankings name the commands that rank the same words in other ways.
func Named(records []results.Record) {
	for i, r := range records {
		if r, ok := r.(results.Rank); ok {
			records[i] = r.WithCommand("dovetail " + Quote(ranks(r)))
		}
	}
}

// ranks is the command line that ranks the same words as a record, by whatever score.
func ranks(r results.Rank) []string {
	q, err := All.Question(r.Schema, r.Question)
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
	var line []string
	for word := range strings.FieldsSeq(template) {
		name, value, isFlag := strings.Cut(word, "=")
		usual, hasUsual := "", false
		if i := strings.LastIndexByte(value, ':'); i >= 0 {
			value, usual, hasUsual = value[:i], value[i+1:], true
		}
		name, knownName := f.fill(name)
		value, known := f.fill(value)
		switch deck, isDeck := f["deck"].([]any); {
		case word == "{deck}" && isDeck:
			for _, card := range deck {
				n, _ := strconv.Atoi(fmt.Sprint(card))
				line = append(line, cards.Style(names).Name(n))
			}
		case !known || !knownName || value == "false":
		case !isFlag, value == "true":
			line = append(line, name)
		case !hasUsual || !sameValue(value, usual):
			line = append(line, name, value)
		}
	}
	return append(line, f.letters(strings.HasPrefix(template, "rank ") || strings.Contains(template, scoring))...)
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
