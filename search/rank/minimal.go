package rank

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
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

// Name implements [run.Question].
func (minimal) Name() string { return "words/perfect/1" }

// Job implements [run.Question].
func (q minimal) Job() (*perfecting, error) {
	j := &perfecting{minimal: q, perfect: make([]bool, len(q.Candidates))}
	j.testers.New = func() any { return newPerfectTester(q.Counter) }
	return j, nil
}

// perfecting is the job of package run. A task is a stretch of candidates.
type perfecting struct {
	minimal
	testers sync.Pool // of *perfectTester
	perfect []bool    // whether a candidate is perfect
}

// stretch is the number of candidates of a task.
const stretch = 1 << 10

// Roots implements [run.Job].
func (j *perfecting) Roots() ([]run.Piece, error) {
	var pieces []run.Piece
	for from := 0; from < len(j.Candidates); from += stretch {
		pieces = append(pieces, run.Piece{Payload: binary.BigEndian.AppendUint32(nil, uint32(from)), Weight: 1})
	}
	return pieces, nil
}

// Check implements [run.Job].
func (j *perfecting) Check(payload []byte) error {
	if len(payload) == 4 {
		if from := binary.BigEndian.Uint32(payload); from%stretch == 0 && int64(from) < int64(len(j.Candidates)) {
			return nil
		}
	}
	return fmt.Errorf("%x is no stretch of %d candidates", payload, len(j.Candidates))
}

// Run implements [run.Job].
func (j *perfecting) Run(ctx context.Context, t run.Task) (run.Result, error) {
	if err := j.Counter.prepare(ctx); err != nil {
		return run.Result{}, err
	}
	tester := j.testers.Get().(*perfectTester)
	defer j.testers.Put(tester)
	found := []int{}
	from := int(binary.BigEndian.Uint32(t.Payload))
	for i := from; i < min(from+stretch, len(j.Candidates)); i++ {
		perfect, err := tester.perfect(ctx, j.Counter.spell(j.Candidates[i], j.Length))
		if err != nil {
			return run.Result{}, err
		}
		if perfect {
			found = append(found, i)
		}
	}
	return run.Whole(found)
}

// Merge implements [run.Job].
func (j *perfecting) Merge(result []byte) error {
	possible := func(i int) error {
		if i < 0 || i >= len(j.perfect) || j.perfect[i] {
			return fmt.Errorf("candidate %d of %d, or twice there", i, len(j.perfect))
		}
		return nil
	}
	return run.MergeParts("a task of perfect words", result, cmp.Compare, possible, func(i int) { j.perfect[i] = true })
}

// Total implements [run.Job].
func (j *perfecting) Total() ([]byte, error) {
	found := []int{}
	for i, perfect := range j.perfect {
		if perfect {
			found = append(found, i)
		}
	}
	return json.Marshal(found)
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
