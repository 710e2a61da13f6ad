package verify

import (
	"encoding/json"
	"testing"

	"dovetail/perm/number"
	"dovetail/results/games"
	"dovetail/search/questions"
	swops "dovetail/search/topswops"
)

// Records of searches too long to be run again are compared with their own sums and decks,
// each alone.
func TestSumsOfLongRecords(t *testing.T) {
	more := func(n *number.Int) { *n = number.OfInt(n.Int64() + 1) }
	checks := map[string]func(swops.Max, games.TopswopsMax) error{
		"playAll": playAll, "checkParts": checkParts,
		"addUp":      func(_ swops.Max, r games.TopswopsMax) error { return addUp(r) },
		"checkTasks": func(_ swops.Max, r games.TopswopsMax) error { return checkTasks(r) },
	}
	for _, c := range []struct {
		name, check, what string
		change            func(r *games.TopswopsMax)
	}{
		{"max", "addUp", "nodes", func(r *games.TopswopsMax) { more(&r.Nodes) }},
		{"max", "addUp", "visits", func(r *games.TopswopsMax) { more(&r.Visits) }},
		{"max", "addUp", "bundles of a size", func(r *games.TopswopsMax) { more(&r.Bundles[1].Bundles) }},
		{"max", "addUp", "games of a size", func(r *games.TopswopsMax) { more(&r.Bundles[0].Games) }},
		{"max", "addUp", "looks of a size", func(r *games.TopswopsMax) { more(&r.Bundles[0].Looks) }},
		{"max", "checkParts", "decks of a size", func(r *games.TopswopsMax) { more(&r.Bundles[0].Decks) }},
		{"max", "checkParts", "bundles of a part", func(r *games.TopswopsMax) { more(&r.Parts[0].Bundles) }},
		{"max", "checkParts", "games of a part", func(r *games.TopswopsMax) { more(&r.Parts[0].Games) }},
		{"max", "checkParts", "looks of a part", func(r *games.TopswopsMax) { more(&r.Parts[0].Looks) }},
		{"max", "checkParts", "decks of a part", func(r *games.TopswopsMax) { more(&r.Parts[0].Decks) }},
		{"max", "checkParts", "ends of a part", func(r *games.TopswopsMax) { more(&r.Parts[0].Ends) }},
		{"max", "checkParts", "a part left out", func(r *games.TopswopsMax) { r.Parts = r.Parts[1:] }},
		{"max", "checkTasks", "tasks done", func(r *games.TopswopsMax) { more(&r.Tasks.Done) }},
		{"max", "checkTasks", "tasks that found none", func(r *games.TopswopsMax) { more(&r.Tasks.Empty) }},
		{"max", "checkTasks", "tasks of a length", func(r *games.TopswopsMax) { more(&r.Tasks.Bests[0].Tasks) }},
		{"max", "checkTasks", "roots", func(r *games.TopswopsMax) { r.Tasks.Roots = int(r.Tasks.Done.Int64()) + 1 }},
		{"at least 21", "playAll", "the least length", func(r *games.TopswopsMax) { *r.AtLeast++ }},
		{"at least 21", "playAll", "the greatest length", func(r *games.TopswopsMax) { r.Length-- }},
		{"max", "playAll", "an end", func(r *games.TopswopsMax) { r.Ends[0] = r.Decks[0] }},
		{"max", "playAll", "the number of decks", func(r *games.TopswopsMax) { more(&r.Count) }},
	} {
		var r games.TopswopsMax
		if err := json.Unmarshal(genuine(t, c.name), &r); err != nil {
			t.Fatal(err)
		}
		asked, err := questions.All.Question(r.Schema, r.Question)
		if err != nil {
			t.Fatal(err)
		}
		q := asked.(swops.Max)
		if err := checks[c.check](q, r); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.change(&r); checks[c.check](q, r) == nil {
			t.Errorf("%s: another value for %s holds", c.name, c.what)
		}
	}
}
