package rank

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"dovetail/exact/position"
	"dovetail/search/run"
)

// minimal is the question of the minimal perfect words of a length. They are among the
// candidates, the words without a shorter one. The candidates follow from the question,
// and are known to the process that asks it.
type minimal struct {
	Alphabet *position.Laws
	Emax     position.Tolerance
	Length   int

	Candidates []uint64        `json:"-"` // their codes, in order
	Counter    *perfectCounter `json:"-"`
}

func (minimal) Name() string { return "words/perfect/2" }

func (q minimal) Job() (*perfecting, error) {
	j := &perfecting{minimal: q, perfect: make([]bool, len(q.Candidates))}
	j.testers.New = func() any { return newPerfectTester(q.Counter) }
	j.Sum = run.Sum[int, int]{
		Of: "perfect words", Tasks: j.stretches, Do: j.test, Order: cmp.Compare[int],
		Valid: j.possible, Add: func(i int) { j.perfect[i] = true }, Parts: j.found,
	}
	return j, nil
}

// perfecting is the job of package run. A task is the first of a stretch of candidates.
type perfecting struct {
	run.Sum[int, int]
	minimal
	testers sync.Pool // of *perfectTester
	perfect []bool    // whether a candidate is perfect
}

// stretch is the number of candidates of a task.
const stretch = 1 << 10

func (j *perfecting) stretches() (all []int) {
	for from := 0; from < len(j.Candidates); from += stretch {
		all = append(all, from)
	}
	return all
}

// test finds the perfect candidates of a stretch.
func (j *perfecting) test(ctx context.Context, from int) (found []int, err error) {
	if err := j.Counter.prepare(ctx); err != nil {
		return nil, err
	}
	tester := j.testers.Get().(*perfectTester)
	defer j.testers.Put(tester)
	for i := from; i < min(from+stretch, len(j.Candidates)); i++ {
		perfect, err := tester.perfect(ctx, j.Counter.spell(j.Candidates[i], j.Length))
		if err != nil {
			return nil, err
		}
		if perfect {
			found = append(found, i)
		}
	}
	return found, nil
}

func (j *perfecting) possible(i int) error {
	if i < 0 || i >= len(j.perfect) || j.perfect[i] {
		return fmt.Errorf("candidate %d of %d, or twice there", i, len(j.perfect))
	}
	return nil
}

// found are the perfect candidates.
func (j *perfecting) found() (found []int) {
	for i, perfect := range j.perfect {
		if perfect {
			found = append(found, i)
		}
	}
	return found
}

// split spells the perfect candidates and lists the codes of the others.
func (j *perfecting) split() (words []string, others []uint64) {
	for i, code := range j.Candidates {
		if j.perfect[i] {
			words = append(words, j.Alphabet.Format(j.Counter.spell(code, j.Length)))
		} else {
			others = append(others, code)
		}
	}
	return words, others
}
