package runtest

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"dovetail/perm/longtest"
	"dovetail/search/run"
)

// FuzzMerge merges any bytes into a total: what is refused leaves it as it was,
// and what is taken gives a total that can be read back.
func FuzzMerge[J run.Job](f *testing.F, q run.Question[J]) {
	s := &suite[J]{question: q}
	if err := s.prepare(); err != nil {
		f.Fatal(err)
	}
	f.Add(s.total)
	for _, bad := range nonsense(s.total) {
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, result []byte) {
		j, before := s.fresh(t)
		err := j.Merge(result)
		after, broken := j.Total()
		if broken != nil {
			t.Fatal(broken)
		}
		if err != nil {
			if !bytes.Equal(before, after) {
				t.Fatalf("refused (%v), and merged:\n%s", err, after)
			}
			return
		}
		k, _ := s.fresh(t)
		if err := k.Merge(after); err != nil {
			t.Fatalf("its own total is refused: %v", err)
		}
		if again, err := k.Total(); err != nil || !bytes.Equal(again, after) {
			t.Fatalf("the total\n%s\nis read back as\n%s\n%v", after, again, err)
		}
	})
}

// FuzzTask takes any bytes for a task: what passes the check can be done.
func FuzzTask[J run.Job](f *testing.F, q run.Question[J]) {
	s := &suite[J]{question: q}
	j, _ := s.fresh(f)
	roots, err := j.Roots()
	if err != nil {
		f.Fatal(err)
	}
	for i, p := range roots {
		if err := j.Check(p.Payload); err != nil {
			f.Fatalf("root %v is refused: %v", p.Payload, err)
		}
		if i%(1+len(roots)/8) > 0 {
			continue
		}
		f.Add(p.Payload)
		for _, bad := range near(p.Payload) {
			f.Add(bad)
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		j, _ := s.fresh(t)
		if j.Check(payload) != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), longtest.Of[time.Duration](25, 100)*time.Millisecond)
		defer cancel()
		r, err := j.Run(ctx, run.Task{ID: "0", Payload: payload})
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			return
		}
		for _, p := range r.Rest {
			if err := j.Check(p.Payload); err != nil {
				t.Fatalf("its own piece is refused: %v", err)
			}
		}
		if len(r.Found) > 0 {
			if err := j.Merge(r.Found); err != nil {
				t.Fatalf("its own result is refused: %v", err)
			}
		}
	})
}

// near is payloads one step from another.
func near(payload []byte) [][]byte {
	bad := [][]byte{payload[:len(payload)/2], append(bytes.Clone(payload), 0), append(bytes.Clone(payload), 1, 1, 1, 1)}
	for i := range payload {
		for _, b := range []byte{0, 1, payload[i] + 1, 0xff} {
			other := bytes.Clone(payload)
			other[i] = b
			bad = append(bad, other)
		}
	}
	return bad
}

// fresh is a job with its empty total.
func (s *suite[J]) fresh(t testing.TB) (J, []byte) {
	j, err := s.question.Job()
	if err != nil {
		t.Fatal(err)
	}
	total, err := j.Total()
	if err != nil {
		t.Fatal(err)
	}
	return j, total
}
