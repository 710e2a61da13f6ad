package results

import (
	"fmt"
	"io"
	"slices"
)

// Models is the shuffle models and the letters that stand for them.
type Models struct {
	Schema string `json:"schema"` // dovetail/models/3
	Kind   string `json:"kind"`
	Asked
	N       int           `json:"n" unit:"cards"` // the deck, for which the letters have their models
	Preset  string        `json:"preset"`         // under which the letters have their models
	Letters []ModelLetter `json:"letters"`
	Models  []Model       `json:"models"`
}

// ModelLetter is a letter with its model, complete with every parameter.
type ModelLetter struct {
	Letter string `json:"letter" text:"letter"`
	Model  string `json:"model" text:"model"`
}

// Model is a kind of shuffle.
type Model struct {
	Name       string           `json:"name" text:"model"`
	Summary    string           `json:"summary" text:"what it does"`
	Parameters []ModelParameter `json:"parameters"`
}

// ModelParameter is a parameter of a model. Without a default it follows from
// others.
type ModelParameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Values  string `json:"values"`         // what it may be, in words
	When    string `json:"when,omitempty"` // choice under which it counts, or has this default

	Choices []string    `json:"choices,omitempty"` // all that it may be, of a choice
	Range   *ModelRange `json:"range,omitempty"`   // the numbers that it may be
}

// ModelRange is a range of numbers, without an end or with both.
type ModelRange struct {
	Whole bool     `json:"whole"` // whole numbers only
	Least *float64 `json:"least,omitempty" unit:"of the parameter"`
	Most  *float64 `json:"most,omitempty" unit:"of the parameter"`
	Open  bool     `json:"open"` // the ends are not among them
}

// ModelsSchema names the record's form.
const ModelsSchema = "dovetail/models/3"

// Text implements Record.
func (m Models) Text(w io.Writer) error {
	letters, models := tabulate("text", m.Letters, nil)
	letters[1] += ", preset " + m.Preset
	header, parameters := m.Table()
	parameters = slices.DeleteFunc(parameters, func(row []string) bool { return row[1] == "" })
	_, err := fmt.Fprintf(w, "%s\nBelow 10 cards D, unless it is defined by --model, deals into as many piles as there are cards.\n\n%s\n\n%s\n",
		plainTable(letters, models, letters...), textTable(m.Models, "model", "what it does"), plainTable(header, parameters, header...))
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
