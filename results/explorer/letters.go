package explorer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// The letters that words are made of. Which there are, by which models, with which parameters and
// what these may be, the program says: it is asked for its models, and every parameter becomes a
// field of its own, with a slider where it is a number.

// letter is one with its model.
type letter struct {
	Name, Model string
	as          string  // the model as the program says it
	Fields      []field // of the parameters that count, as the others stand
	parameters  []results.ModelParameter
	given       map[string]string // by the letter, where it does not leave them to the model
}

// paper are the letters that a page about words starts with.
const paper = "HRD"

// lettersOf are all letters that have a model for decks of n cards, those of the paper first.
func (s *Server) lettersOf(ctx context.Context, n string) ([]letter, error) {
	models, err := s.question(results.ModelsSchema, fields{"cards": n}, How{})
	if err != nil {
		return nil, err
	}
	// It computes nothing, so that it needs no turn: there are pages, however many wait for answers.
	answer, err := s.once(ctx, models.key, forever, func() (Answer, error) {
		return s.get(ctx, models, func(results.Progress) {})
	})
	if err != nil {
		return nil, err
	}
	record := answer.Records[0].(results.Models)
	var letters []letter
	for _, l := range record.Letters {
		model, list, _ := strings.Cut(strings.TrimSuffix(l.Model, ")"), "(")
		known := letter{Name: l.Letter, Model: model, as: l.Model, given: parts(list)}
		for _, m := range record.Models {
			if m.Name == model {
				known.parameters = m.Parameters
			}
		}
		letters = append(letters, known)
	}
	slices.SortStableFunc(letters, func(a, b letter) int { return place(a) - place(b) })
	return letters, nil
}

// place is where a letter stands among those of the paper, or behind them.
func place(l letter) int {
	if i := strings.Index(paper, l.Name); i >= 0 {
		return i
	}
	return len(paper)
}

// parts are the values of a list key=value,key=value, which may have lists of their own in parentheses.
func parts(list string) map[string]string {
	all := map[string]string{}
	for list != "" {
		depth, end := 0, len(list)
		for i, c := range list {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == ',' && depth == 0:
				end = min(end, i)
			}
		}
		key, value, _ := strings.Cut(list[:end], "=")
		all[key] = value
		list = strings.TrimPrefix(list[end:], ",")
	}
	return all
}

// The forms of values of parameters: numbers and names, or a model.
var (
	plainForm = form{pattern(`^[-0-9A-Za-z./]{1,64}$`), "form.plain"}
	modelForm = form{pattern(`^[-0-9A-Za-z./=,()]{1,200}$`), "form.model"}
)

// usual is what a parameter is if nothing is said: by the letter, or else by its model. What follows
// from other parameters is left to them.
func (l letter) usual(p results.ModelParameter) string {
	value, ok := l.given[p.Name]
	if !ok || p.Default == "" {
		return p.Default
	}
	if choice, of, depends := strings.Cut(p.When, "="); depends {
		for _, q := range l.parameters {
			if q.Name == choice && l.usual(q) != of {
				return p.Default // it is what the letter gives beside another choice
			}
		}
	}
	return value
}

// key is what the model is called by where languages part.
func (l letter) key() string { return "model." + l.Model }

// field is that of a parameter for decks of n cards.
func (l letter) field(p results.ModelParameter, n int64) field {
	f := field{name: l.Name + "." + p.Name, says: l.key() + "." + p.Name, byDefault: l.usual(p), model: p.Default,
		choices: p.Choices, form: plainForm}
	if p.Choices == nil && p.Range == nil && p.Name != "order" {
		f.form = modelForm
	}
	if p.Range != nil {
		f.slider = sliderOf(*p.Range, float64(n))
	}
	return f
}

// slider is what a number can be set to by hand; others can be typed.
type slider struct{ Lo, Hi, Step float64 }

// sliderOf goes from the least number that a parameter may be to the greatest. Where there is none,
// numbers of cards end with the deck, and deviations from a place in it with half of it.
func sliderOf(r results.ModelRange, n float64) *slider {
	s := slider{-n / 2, n / 2, 0.1}
	if r.Whole {
		s = slider{0, n, 1}
	}
	if r.Least != nil {
		s.Lo = *r.Least
	}
	if r.Most != nil {
		s.Hi = min(s.Hi, *r.Most)
	}
	if s.Hi <= 1 {
		s.Step = 0.01
	}
	if r.Open && r.Least != nil {
		s.Lo += s.Step
	}
	if r.Open && r.Most != nil && s.Hi == *r.Most {
		s.Hi -= s.Step
	}
	s.Hi = max(s.Hi, s.Lo)
	return &s
}

// used are the letters that the words of a page are made of, with the fields of their parameters:
// those that count beside the choices made. Values are taken as they are read.
func (s *Server) used(ctx context.Context, q *values, read func(f field)) error {
	var err error
	if q.letters, err = s.lettersOf(ctx, q.Text("n")); err != nil {
		return err
	}
	q.letters = withHands(q.letters, q.v)
	in := q.Text("alphabet") + q.Text("word") + q.Text("other")
	if in != q.Text("word") {
		in += paper
	}
	for i := range q.letters {
		l := &q.letters[i]
		if !strings.Contains(in, l.Name) {
			continue
		}
		for _, p := range l.parameters {
			if choice, of, depends := strings.Cut(p.When, "="); depends && q.Text(l.Name+"."+choice) != of {
				continue
			}
			f := l.field(p, q.Number("n"))
			read(f)
			l.Fields = append(l.Fields, f)
		}
	}
	return nil
}

// models are the definitions of letters, by the fields of their parameters: of those alone that are not as
// the model takes them.
func (q values) models(names string) []string {
	models := []string{}
	for _, name := range names {
		for _, l := range q.letters {
			if l.Name != string(name) {
				continue
			}
			definition := l.as
			if l.Fields != nil {
				var changed []string
				for _, f := range l.Fields {
					if value := q.Text(f.name); value != f.model {
						changed = append(changed, strings.TrimPrefix(f.name, l.Name+".")+"="+value)
					}
				}
				definition = fmt.Sprintf("%s(%s)", l.Model, strings.Join(changed, ","))
			}
			models = append(models, l.Name+"="+definition)
		}
	}
	return models
}

// distinct are the letters of some words, in the order in which they appear.
func distinct(words string) (names string) {
	for _, c := range words {
		if !strings.ContainsRune(names, c) {
			names += string(c)
		}
	}
	return names
}

// own are the fields of a question about a word, with the letters that it is made of.
func (q values) own(word string) fields {
	return fields{"cards": q.Number("n"), "model": q.models(distinct(word)), "WORD": word}
}

// dealt are those of a question about the deck that a word deals.
func (q values) dealt(word string) fields {
	return fields{"cards": q.Number("n"), "model": q.models(distinct(word)), "word": word}
}

// scored are the fields of a question that scores words of these letters.
func (q values) scored(names string) fields {
	return fields{"cards": q.Number("n"), "model": q.models(names), "alphabet": names}
}

// word scores one of the words of a page, whose letters join those of the paper.
func (q values) word(name string) fields {
	return with(q.scored(distinct(paper+q.Text(name))), fields{"WORD": q.Text(name)})
}

// ranking asks for the best words of the letters, by any of the rankings, within a time if that is sampled.
func (q values) ranking(names string, top int, limit time.Duration) ([]ask, error) {
	f := with(q.scored(names), fields{"length": q.Number("m"), "top": top})
	switch by := q.Text("by"); by {
	case "bound":
		return each(q, results.BoundRankSchema, f)
	case "decks":
		return each(q, results.DecksRankSchema, with(f, fields{"time": limit}))
	default:
		return each(q, results.RankSchema, with(f, fields{"by": by}))
	}
}

// rankings are those that pages offer: over all orders of the deck first, as the scores of single
// cards see less.
var rankings = []string{"bound", "decks", "c", "tvd", "worst", "maxerror", "ew"}

// ranked is a table of words.
type ranked struct {
	Whole bool // it has distances over all orders
	Rows  []rankedWord
}

type rankedWord struct{ Rank, Word, Between, White, C, Expected, MaxError, MeanTVD string }

// between is an interval to four places, rounded outwards; of ends that then say nothing, all their digits.
func between(low, high string) string {
	least, most := fmt.Sprintf("%.4f", math.Floor(value(low)*1e4)/1e4), fmt.Sprintf("%.4f", math.Ceil(value(high)*1e4)/1e4)
	if least == "0.9999" || least == "1.0000" || least == "0.0000" {
		least = number.Narrow(low)
	}
	if most == "1.0000" || most == "0.0001" {
		most = number.Narrow(high)
	}
	return least + " … " + most
}

// drawRanking reads the rows of a ranking off its table, whose columns are alike in all of them.
func drawRanking(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
	header, rows := render.Cells(all[0].Records[0])
	var table ranked
	for _, row := range rows {
		cell := func(name string) string {
			if i := slices.Index(header, name); i >= 0 {
				return row[i]
			}
			return ""
		}
		short := func(name string, format byte, digits int) string {
			x, err := strconv.ParseFloat(cell(name), 64)
			if err != nil {
				return cell(name)
			}
			return strconv.FormatFloat(x, format, digits, 64)
		}
		word := rankedWord{
			Rank: cell("rank"), Word: cell("word"), White: cell("w"), C: cell("c"),
			Expected: short("ew", 'f', 2), MaxError: short("max_error", 'g', 5), MeanTVD: short("tvd_mean", 'g', 6),
		}
		if low, high := cell("tvd_low"), cell("tvd_high"); low != "" {
			table.Whole = true
			word.Between = between(low, high)
		}
		table.Rows = append(table.Rows, word)
	}
	return table, nil
}
