package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/computed"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/population"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/topswops"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// crews are how many workers help; more in long_test.go.
var crews = []int{2}

// memory is more than the searches take.
const memory = 1 << 30

func letters(t *testing.T, n int, names string) []notation.Letter {
	l, err := notation.New(n, []byte(names), "literal", nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// engines are searches of every kind, each of some hundredths of a second.
func engines(t *testing.T) map[string]func(ctx context.Context, o run.Options) (any, error) {
	query := func(n int, names string, m int, by words.Key) words.Query {
		q, err := words.NewQuery(context.Background(), n, letters(t, n, names), "", 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		q.M, q.Key, q.Top = m, by, 5
		return q
	}
	return map[string]func(ctx context.Context, o run.Options) (any, error){
		"enumeration": func(ctx context.Context, o run.Options) (any, error) {
			return rank.Rank(ctx, query(52, "HRD", 6, words.ByExpected), o)
		},
		"pruned": func(ctx context.Context, o run.Options) (any, error) {
			return rank.Search(ctx, query(24, "HRD", 10, words.ByMeanTVD), false, o)
		},
		"laws": func(ctx context.Context, o run.Options) (any, error) {
			p, err := laws.NewPlan(ctx, query(6, "RTC", 5, words.ByMeanTVD), memory, o.Threads)
			if err != nil {
				return nil, err
			}
			return p.Rank(ctx, o)
		},
		"deals": func(ctx context.Context, o run.Options) (any, error) {
			return deals.Ranking{N: 100, Letters: letters(t, 100, "RT"), M: 4, Deals: 30, Seed: 1, Delta: 1e-6, Top: 9}.Answer(ctx, o)
		},
		"decks": func(ctx context.Context, o run.Options) (any, error) {
			of := computed.Pairs{N: 20, Letters: letters(t, 20, "RD"), Word: "RDRR"}
			o.Memory = memory
			return decks.Question{Pairs: of, Delta: 1e-6, Decks: 40, Steps: 3, Walks: 2, Width: 0.1, Seed: 1}.
				Answer(ctx, o)
		},
		"orders": func(ctx context.Context, o run.Options) (any, error) {
			p, err := orders.NewPlan(3, 3_000_001, orders.Full)
			if err != nil {
				return nil, err
			}
			return p.Total(ctx, o)
		},
		"window": func(ctx context.Context, o run.Options) (any, error) {
			p, err := orders.NewPlan(1_000_000_000_001, 1_000_000_100_001, orders.Window)
			if err != nil {
				return nil, err
			}
			return p.Total(ctx, o)
		},
		"bundles": func(ctx context.Context, o run.Options) (any, error) {
			q := topswops.Max{N: 12, AtLeast: 60, Known: true, Engine: topswops.Bundles}
			a, err := run.AnswerTo[games.TopswopsMax](ctx, q, o)
			a.CPU = 0
			return a, err
		},
		"growth": func(ctx context.Context, o run.Options) (any, error) {
			found, _, _, err := population.Query{N: 12, Seed: 1, Rounds: 1}.Decks(ctx, o)
			return found, err
		},
		"trick": func(ctx context.Context, o run.Options) (any, error) {
			return trick.Question{Trick: trick.Trick{N: 6, From: 1, To: 2, Cut: trick.Before, Insert: trick.Uniform}, Decks: 20000, Seed: 1}.Answer(ctx, o)
		},
		"census": func(ctx context.Context, o run.Options) (any, error) {
			return topswops.Census{N: 10}.Answer(ctx, o)
		},
	}
}

// Every search says the same with helpers as alone, and they do help.
func TestEveryEngine(t *testing.T) {
	t.Parallel()
	c := owner(t, t.TempDir())
	n, err := c.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string][]byte{}
	for _, workers := range crews {
		fire := hire(t, c, workers)
		for name, ask := range engines(t) {
			if wants[name] == nil {
				want, err := ask(t.Context(), run.Options{Threads: 2})
				if err != nil {
					t.Fatal(name, err)
				}
				wants[name], _ = json.Marshal(want)
			}
			with := 2
			if name == "decks" { // both tasks of its first part could be in the owner's hand otherwise
				with = 1
			}
			before := arrivals(n)
			got, err := ask(t.Context(), run.Options{
				Threads: 1, Dir: t.TempDir(), Cluster: c, Begin: afterHelp(n, with),
			})
			if err != nil {
				t.Fatal(name, err)
			}
			if b, _ := json.Marshal(got); !bytes.Equal(b, wants[name]) {
				t.Errorf("%s with %d workers: %s\nwant %s", name, workers, b, wants[name])
			}
			if arrivals(n) == before {
				t.Errorf("%s: none of %d workers helped", name, workers)
			}
		}
		t.Logf("%d workers: %d tasks", workers, fire())
	}
}
