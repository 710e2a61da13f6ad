package laws

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"sync"

	"dovetail/exact/law"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/search/run"
)

// taskLength is the length at which the beginning of a core becomes a task, together
// with all cores that begin with it.
const taskLength = 3

// enumeration is the job of package run. A task is all cores with the same first
// taskLength letters, or one shorter core.
type enumeration struct {
	run.Sum[word.Word, found]
	cores
	chains sync.Pool            // of *law.Chain
	tvd    map[string]law.Value // by core
}

// cores is the question of the distances of all cores.
type cores struct {
	Alphabet *law.Compiled
	Longest  int
}

func (cores) Name() string { return "laws/enumeration/3" }

func (q cores) Job() (*enumeration, error) {
	e := &enumeration{cores: q, tvd: map[string]law.Value{}}
	e.chains.New = func() any { return law.NewChain(q.Alphabet, 1) }
	e.Sum = run.Sum[word.Word, found]{
		Of: "laws", Tasks: q.tasks, Weight: q.weight, Do: e.measure,
		Order: func(f, g found) int { return slices.Compare(f.Core, g.Core) }, Valid: e.valid,
		Add: func(f found) { e.tvd[string(f.Core)] = law.Value{Exact: f.Exact, Float: f.TVD, Error: f.Error} }, Parts: e.parts,
	}
	return e, nil
}

// tasks are the beginnings of cores of taskLength letters, and the shorter cores.
func (q cores) tasks() (all []word.Word) {
	q.walk(nil, min(taskLength, q.Longest), func(w word.Word) error {
		if len(w) == taskLength || q.isCore(w) {
			all = append(all, w)
		}
		return nil
	})
	return all
}

// weight is the number of cores of a task.
func (q cores) weight(w word.Word) float64 {
	if len(w) < taskLength {
		return 1
	}
	return q.count(w)
}

// isCore reports whether a word that begins with a random letter ends with one.
func (e cores) isCore(w word.Word) bool { return e.Alphabet.Letters[w[len(w)-1]].Perm == nil }

// count is the number of cores that begin with w, or of all if w is empty.
func (e cores) count(w word.Word) float64 {
	if len(w) == 0 {
		all := 0.0
		for i, l := range e.Alphabet.Letters {
			if l.Perm == nil {
				all += e.count(word.Word{byte(i)})
			}
		}
		return all
	}
	k, random := float64(len(e.Alphabet.Letters)), 0.0
	for _, l := range e.Alphabet.Letters {
		if l.Perm == nil {
			random++
		}
	}
	sum := 0.0
	if e.isCore(w) {
		sum = 1
	}
	for extra := range e.Longest - len(w) {
		sum += float64(elementary.Pow(k, float64(extra)) * random)
	}
	return sum
}

// walk calls visit with every word of up to longest letters that begins with w and,
// if w is empty, with a random letter; prefixes come before what follows them.
func (e cores) walk(w word.Word, longest int, visit func(w word.Word) error) error {
	if len(w) == longest {
		return nil
	}
	for i, l := range e.Alphabet.Letters {
		if len(w) == 0 && l.Perm != nil {
			continue
		}
		next := append(w[:len(w):len(w)], byte(i))
		if err := visit(next); err != nil {
			return err
		}
		if err := e.walk(next, longest, visit); err != nil {
			return err
		}
	}
	return nil
}

// found is a core's distance as it is sent between machines.
type found struct {
	Core  []byte
	Exact *big.Rat `json:",omitempty"`
	TVD   float64
	Error float64
}

// begins reports whether a core can begin with w.
func (e cores) begins(w word.Word) bool {
	unknown := func(l byte) bool { return int(l) >= len(e.Alphabet.Letters) }
	return len(w) > 0 && !slices.ContainsFunc(w, unknown) && e.isCore(w[:1])
}

// measure finds the distances of the cores of a task.
func (e *enumeration) measure(ctx context.Context, first word.Word) (all []found, err error) {
	chain := e.chains.Get().(*law.Chain)
	defer e.chains.Put(chain)
	visit := func(w word.Word) error {
		if !e.isCore(w) {
			return nil
		}
		l, err := chain.Core(ctx, w)
		if err != nil {
			return err
		}
		v := l.TVD()
		all = append(all, found{w, v.Exact, v.Float, v.Error})
		return nil
	}
	if err := visit(first); err != nil || len(first) < taskLength {
		return all, err
	}
	return all, e.walk(first, e.Longest, visit)
}

// valid refuses a value that no core has as its distance.
func (e *enumeration) valid(f found) error {
	if !e.begins(f.Core) || len(f.Core) > e.Longest || !e.isCore(f.Core) {
		return fmt.Errorf("%v is no core", f.Core)
	}
	if _, known := e.tvd[string(f.Core)]; known {
		return fmt.Errorf("core %v twice", f.Core)
	}
	ok := 0 <= f.TVD && f.TVD <= 1 && 0 <= f.Error && f.Error < 1
	if f.Exact != nil {
		near, _ := f.Exact.Float64()
		ok = ok && f.Exact.Sign() >= 0 && math.Abs(near-f.TVD) <= f.Error+0x1p-50
	}
	if !ok {
		return fmt.Errorf("core %v has distance %v, %v within %v", f.Core, f.Exact, f.TVD, f.Error)
	}
	return nil
}

// checkTotal checks the total against the number of cores that there are.
func (e *enumeration) checkTotal() error {
	if want := e.count(nil); float64(len(e.tvd)) != want {
		return fmt.Errorf("the state has %d laws of %.0f", len(e.tvd), want)
	}
	return nil
}

// parts are the distances known, in the order of their cores.
func (e *enumeration) parts() (all []found) {
	for _, core := range slices.Sorted(maps.Keys(e.tvd)) {
		v := e.tvd[core]
		all = append(all, found{[]byte(core), v.Exact, v.Float, v.Error})
	}
	return all
}
