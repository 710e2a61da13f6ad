package shuffle

import "dovetail/results"

// presetDeck is a deck for which every letter has the model of its definition.
const presetDeck = 1000

// Record is the models and the letters that stand for them under a preset.
func Record(preset string) (results.Models, error) {
	letters, err := Preset(presetDeck, preset)
	if err != nil {
		return results.Models{}, err
	}
	record := results.Models{Schema: results.ModelsSchema, Kind: results.Exact, Preset: preset}
	for _, l := range letters {
		record.Letters = append(record.Letters, results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()})
	}
	for _, d := range Describe() {
		m := results.Model{Name: d.Name, Summary: d.Summary, Parameters: []results.ModelParameter{}}
		for _, p := range d.Parameters {
			m.Parameters = append(m.Parameters, results.ModelParameter{
				Name: p.Name, Default: p.Default, Values: p.Values, When: p.When,
			})
		}
		record.Models = append(record.Models, m)
	}
	return record, nil
}
