package routine

import (
	"context"
	"fmt"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// Somebody's own hands, by the packets that are found in a deck after a riffle: the riffle that makes them
// likeliest, and the routine with it.

// example is a riffle of 52 cards by neat hands.
const example = "1 1 2 1 1 2 1 2 2 1 1 3 1 1 1 1 2 2 1 1 1 1 1 2 1 1 3 1 1 1 1 1 2 1 1 2 1 1 1"

// measured finds the hands that make the packets likeliest.
func measured(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	typed := q.Text("packets")
	if typed == "" {
		return map[string]any{"Example": q.Plain("packets", example) + "#measure"}, nil
	}
	// What is typed wrongly stays in its field, with what is wrong below it.
	wrong := func(err error) (any, error) { return map[string]any{"Wrong": q.Says.Describe(err)}, nil }
	counts, file, err := q.Answers.Seen(typed)
	if err != nil {
		return wrong(language.Wrong("wrong.packets", err))
	}
	c, err := q.Answers.Recorded(results.FitSchema, view.With(counts, view.Given{"models": q.Models("R")}))
	if err != nil {
		return nil, err
	}
	all, err := q.Answers.Answer(ctx, c)
	if err != nil {
		return nil, err
	}
	fit := all[0].Records[0].(results.Fit)
	fitted, partial := fit.Fitted, ""
	if fitted == nil {
		return wrong(language.Wrong("routine.unclear"))
	}
	if n := q.Number("n"); int64(fit.N) != n {
		partial = fmt.Sprintf(q.Says.Of("routine.partial"), fit.N, n)
	}
	_, found := view.ModelOf(fitted.Model)
	changes := append(settings("L", found), "word", strings.ReplaceAll(q.Text("word"), "R", "L"), "packets", "")
	return map[string]any{"Fitted": fitted, "Partial": partial, "File": file, "URL": q.Plain(changes...)}, nil
}
