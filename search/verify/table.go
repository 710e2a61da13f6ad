package verify

import "dovetail/results"

// verifier checks the records of one schema.
type verifier struct {
	check func(e *exam) error
	skip  []string // fields that depend on the machine
}

// verifiers are all of them.
var verifiers map[string]verifier

func init() {
	verifiers = map[string]verifier{
		results.TopswopsMaxSchema:      asked(longest, "cpu_seconds"),
		results.TopswopsTableSchema:    asked(table),
		results.TopswopsBoundsSchema:   asked(bounds),
		results.TopswopsEstimateSchema: asked(estimate, "cpu_seconds", "cpu_seconds_error", "bundles_cpu_seconds", "bundles_cpu_seconds_error"),
		results.TopswopsRecordsSchema:  asked(longDecks),

		results.OrdersSetSchema: of(ordersSet, "file"),

		results.VerifySchema:    of(verdicts),
		results.CatalogueSchema: of(exported),
		results.BestSchema:      of(bestWords),
	}
}

// of reads the record before its check.
func of[R any](check func(e *exam, r R) error, skip ...string) verifier {
	return verifier{func(e *exam) error {
		if err := e.fits(e.text); err != nil {
			return err
		}
		tree, err := parse(e.text)
		if err != nil {
			return err
		}
		e.tree = tree
		r, err := decode[R](e.text, e.tree)
		if err != nil {
			return err
		}
		return check(e, r)
	}, skip}
}

// asked reads the question of the record too.
func asked[Q results.Question, R any](check func(e *exam, q Q, r R) error, skip ...string) verifier {
	return of(func(e *exam, r R) error {
		q, err := e.question()
		if err != nil {
			return err
		}
		return check(e, q.(Q), r)
	}, skip...)
}
