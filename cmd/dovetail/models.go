package main

import (
	"github.com/spf13/cobra"

	"dovetail/perm/shuffle"
	"dovetail/results"
)

func newModels() *cobra.Command {
	var output outputFlags
	var preset string
	cmd := &cobra.Command{
		Use:   "models",
		Short: "The shuffle models, their parameters, and the letters that stand for them",
		Long: `The shuffle models with their parameters, and the letters that stand for them unless --model
defines them otherwise. A model is written name(key=value,...); parameters left out have their
defaults.`,
		Example: `  dovetail models
  dovetail models --format json
  dovetail rank --alphabet R,F,T -m 6
  dovetail score XRX --alphabet X,R --model 'X=inverse(of=hindu(mean=4,sd=1))'`,
		Args: cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			if err := output.check(); err != nil {
				return err
			}
			letters, err := shuffle.Preset(maxDeck, preset)
			if err != nil {
				return usage(err)
			}
			record := results.Models{Schema: results.ModelsSchema, Kind: results.Exact, Preset: preset}
			for _, l := range letters {
				record.Letters = append(record.Letters, results.ModelLetter{Letter: string(l.Name), Model: l.Model.String()})
			}
			for _, d := range shuffle.Describe() {
				m := results.Model{Name: d.Name, Summary: d.Summary, Parameters: []results.ModelParameter{}}
				for _, p := range d.Parameters {
					m.Parameters = append(m.Parameters, results.ModelParameter{
						Name: p.Name, Default: p.Default, Values: p.Values, When: p.When,
					})
				}
				record.Models = append(record.Models, m)
			}
			return write(&output, record)
		},
	}
	registerPreset(cmd, &preset)
	output.register(cmd)
	return cmd
}
