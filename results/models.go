package results

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
	Name       string           `json:"name" text:"<model"`
	Summary    string           `json:"summary" text:"<what it does"`
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

// Sections implements Record. For programs there is a row for every parameter, and one for a model that has
// none.
func (m Models) Sections(p *Page) {
	var parameters [][]any
	p.header = []string{"model", "parameter", "default", "when", "values"}
	for _, model := range m.Models {
		if len(model.Parameters) == 0 {
			p.add(model.Name, "", "", "", "")
		}
		for _, q := range model.Parameters {
			p.add(model.Name, q.Name, q.Default, q.When, q.Values)
			parameters = append(parameters, []any{model.Name, q.Name, q.Default, q.When, q.Values})
		}
	}
	p.show(m.Letters, "<letter", "<model, preset "+m.Preset)
	p.Line("Below 10 cards D, unless it is defined by --model, deals into as many piles as there are cards.\n")
	p.show(m.Models)
	p.Line("")
	p.grid([]string{"<model", "<parameter", "<default", "<when", "<values"}, parameters)
}
