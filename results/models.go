package results

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
)

// Models is the shuffle models and the letters that stand for them.
type Models struct {
	Schema  string        `json:"schema"` // dovetail/models/1
	Kind    string        `json:"kind"`
	Preset  string        `json:"preset"` // under which the letters have their models
	Letters []ModelLetter `json:"letters"`
	Models  []Model       `json:"models"`
}

// ModelLetter is a letter with its model, complete with every parameter.
type ModelLetter struct {
	Letter string `json:"letter"`
	Model  string `json:"model"`
}

// Model is a kind of shuffle.
type Model struct {
	Name       string           `json:"name"`
	Summary    string           `json:"summary"`
	Parameters []ModelParameter `json:"parameters"`
}

// ModelParameter is a parameter of a model. Without a default it follows from
// others.
type ModelParameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Values  string `json:"values"`         // what it may be, in words
	When    string `json:"when,omitempty"` // choice under which it counts, or has this default
}

// ModelsSchema names the record's form.
const ModelsSchema = "dovetail/models/1"

// Text implements Record.
func (m Models) Text(w io.Writer) error {
	letters := newTable([]string{"letter", "model, preset " + m.Preset}, "letter", "model, preset "+m.Preset)
	for _, l := range m.Letters {
		letters.AppendRow(table.Row{l.Letter, l.Model})
	}
	models := newTable([]string{"model", "what it does"}, "model", "what it does")
	header := []string{"model", "parameter", "default", "when", "values"}
	parameters := newTable(header, header...)
	for _, model := range m.Models {
		models.AppendRow(table.Row{model.Name, model.Summary})
		for _, p := range model.Parameters {
			parameters.AppendRow(table.Row{model.Name, p.Name, p.Default, p.When, p.Values})
		}
	}
	_, err := fmt.Fprintf(w, "%s\nBelow 10 cards D, unless it is defined by --model, deals into as many piles as there are cards.\n\n%s\n\n%s\n",
		letters.Render(), models.Render(), parameters.Render())
	return err
}

// Table implements Record: a row for every parameter, and one for a model that has
// none.
func (m Models) Table() ([]string, [][]string) {
	var rows [][]string
	for _, model := range m.Models {
		if len(model.Parameters) == 0 {
			rows = append(rows, []string{model.Name, "", "", "", ""})
		}
		for _, p := range model.Parameters {
			rows = append(rows, []string{model.Name, p.Name, p.Default, p.When, p.Values})
		}
	}
	return []string{"model", "parameter", "default", "when", "values"}, rows
}
