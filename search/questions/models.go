package questions

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Models requests the models, and the letters that stand for them under a preset, for decks of N
// cards.
type Models struct {
	N      int    `json:"n"`
	Preset string `json:"preset"`
	Name   string `json:"name,omitzero"` // of the only model that is requested, or a word of players for it
}

// maxListed is the largest deck for which models are listed.
const maxListed = 10_000_000

func (Models) Schema() string { return results.ModelsSchema }

func (q *Models) Params() param.List {
	name := param.Arg(&q.Name, "NAME", "name", param.Filled("name", "a model such as riffle, or a player's word such as mash"))
	name.Optional = true
	name.Texts = func() []string {
		if q.Name == "" {
			return nil
		}
		return []string{q.Name}
	}
	return param.List{name, param.Cards(&q.N, "52", 1, maxListed), spelling.Readings(&q.Preset)}
}

func (q Models) Check() error {
	if q.N < 1 || q.N > maxListed {
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, maxListed)
	}
	if q.Name != "" {
		switch _, command, says, ok := models.Called(q.Name); {
		case !ok:
			_, err := models.Parse(q.Name)
			return cmp.Or(err, fmt.Errorf("unknown shuffle model %q", q.Name))
		case command != "":
			return fmt.Errorf("%s; see dovetail %s", says, command)
		}
	}
	_, err := notation.Preset(q.N, q.Preset)
	return err
}

func (Models) Seconds() float64 { return 1e-3 }

func (q Models) Answer(context.Context, run.Options) (results.Record, error) {
	letters, err := notation.Preset(q.N, q.Preset)
	if err != nil {
		return nil, results.Refuse(err)
	}
	record := results.Models{Head: results.Answering(q, results.Exact), N: q.N, Preset: q.Preset}
	spec, _, says, _ := models.Called(q.Name)
	only, _, _ := strings.Cut(spec, "(")
	if q.Name != "" {
		record.Called = says
	}
	of := func(m string) bool { return only == "" || strings.HasPrefix(m, only+"(") || m == only }
	for _, l := range letters {
		if !of(l.Model.String()) {
			continue
		}
		record.Letters = append(record.Letters, results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()})
	}
	for _, d := range models.Describe() {
		if !of(d.Name) {
			continue
		}
		m := results.Model{Name: d.Name, Summary: d.Summary, Parameters: []results.ModelParameter{}}
		for _, p := range d.Parameters {
			m.Parameters = append(m.Parameters, results.ModelParameter{
				Name: p.Name, Default: p.Default, Values: p.Values, When: p.When, Choices: p.Choices,
				Range: (*results.ModelRange)(p.Range),
			})
		}
		record.Models = append(record.Models, m)
	}
	return record, nil
}
