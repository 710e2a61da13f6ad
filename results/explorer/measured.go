package explorer

import (
	"context"
	"fmt"
	"strings"

	"dovetail/results"
)

// Somebody's own hands, by the packets that are found in a deck after a riffle: the riffle that makes them
// likeliest, and the routine with it.

// example is a riffle of 52 cards by neat hands.
const example = "1 1 2 1 1 2 1 2 2 1 1 3 1 1 1 1 2 2 1 1 1 1 1 2 1 1 3 1 1 1 1 1 2 1 1 2 1 1 1"

func measured(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	typed := q.Text("packets")
	if typed == "" {
		return map[string]any{"Example": q.plain("packets", example) + "#measure"}, nil
	}
	// What is typed wrongly stays in its field, with what is wrong below it.
	told := func(err error) (any, error) { return map[string]any{"Wrong": q.says.error(err)}, nil }
	counts, file, err := s.Seen(typed)
	if err != nil {
		return told(wrong("wrong.packets", err))
	}
	ask, err := s.recorded(results.FitSchema, with(counts, fields{"models": q.models("R")}))
	if err != nil {
		return nil, err
	}
	all, err := s.asking(ctx, ask)
	if err != nil {
		return nil, err
	}
	fit := all[0].Records[0].(results.Fit)
	fitted, partial := fit.Fitted, ""
	if fitted == nil {
		return told(wrong("routine.unclear"))
	}
	if n := q.Number("n"); int64(fit.N) != n {
		partial = fmt.Sprintf(q.says.Of("routine.partial"), fit.N, n)
	}
	_, list, _ := strings.Cut(strings.TrimSuffix(fitted.Model, ")"), "(")
	changes := []string{"word", strings.ReplaceAll(q.Text("word"), "R", "L")}
	for name, value := range parts(list) {
		changes = append(changes, "L."+name, value)
	}
	return map[string]any{"Fitted": fitted, "Partial": partial, "File": file, "Typed": typed, "URL": q.plain(changes...)}, nil
}
