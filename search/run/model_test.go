package run

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"dovetail/perm/must"
)

// Whatever the order in which results arrive, and wherever the process dies and starts again from its last state, the total is the same.
func TestAnyOrderAnyRepetitionAnyCrash(t *testing.T) {
	want := alone(t, 6)
	rapid.Check(t, func(t *rapid.T) {
		fresh := func() (*queens, *plan) {
			j := &queens{n: 6, depth: 2, budget: rapid.IntRange(1, 30).Draw(t, "budget")}
			p := must.Have(planOf(j))(t)
			return j, p
		}
		j, p := fresh()
		saved := &p.blank
		for {
			q := newQueue(j, nil)
			must.Do(t, q.restore(p, saved))
			if drain(t, q, j, func() { saved = saveAndLoad(t, q, p) }) {
				break
			}
			j, p = fresh()
		}
		if got, _ := j.Total(); string(got) != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

// drain plays workers and threads until the queue is empty, or until
// it dies, which is false.
func drain(t *rapid.T, q *queue, j *queens, save func()) bool {
	var held []Task
	for {
		switch action := rapid.IntRange(0, 9).Draw(t, "action"); {
		case action == 0:
			save()
		case action == 1 && rapid.Bool().Draw(t, "crash"):
			return false
		case action <= 5 && len(q.ready) > 0:
			task, ok := q.next(context.Background())
			if !ok {
				t.Fatal("no task")
			}
			held = append(held, task)
		case len(held) > 0:
			i := rapid.IntRange(0, len(held)-1).Draw(t, "task")
			task := held[i]
			r := must.Have(j.Run(context.Background(), task))(t)
			must.Do(t, q.done(task, r, 0))
			held[i] = held[len(held)-1]
			held = held[:len(held)-1]
		case len(q.ready) == 0:
			if _, ok := q.next(context.Background()); ok {
				t.Fatal("a task is left")
			}
			return true
		}
	}
}

func saveAndLoad(t *rapid.T, q *queue, p *plan) *State {
	s := must.Have(q.snapshot(p))(t)
	b, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if s, err = decode(b); err != nil {
		t.Fatal(err)
	}
	must.Do(t, s.check(p))
	return s
}
