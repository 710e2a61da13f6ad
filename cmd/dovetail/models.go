package main

import (
	"github.com/spf13/cobra"

	"dovetail/perm/shuffle"
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
			record, err := shuffle.Record(preset)
			if err != nil {
				return usage(err)
			}
			return write(&output, record)
		},
	}
	registerPreset(cmd, &preset)
	output.register(cmd)
	return cmd
}
