package topswops

import (
	"reflect"
	"testing"
	"time"

	"dovetail/perm/number"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Work buys whole rounds, at least one, by prices: the question of the record has their number, and leads to it again.
func TestRecordsByWork(t *testing.T) {
	rounds := map[time.Duration]int{}
	for _, work := range []time.Duration{time.Millisecond, time.Second} {
		answer := func(q Records, threads int) games.TopswopsRecords {
			r, err := run.AnswerTo[games.TopswopsRecords](t.Context(), q, run.Options{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := answer(Records{From: 9, To: 10, Seed: 3, Work: number.Duration(work)}, 1)
		asked := Records{From: 9, To: 10, Seed: 3, Rounds: r.Rounds}
		if again := answer(asked, 2); !reflect.DeepEqual(again, r) {
			t.Errorf("%v: %+v, and by rounds %+v", work, r, again)
		}
		rounds[work] = r.Rounds
		more := asked
		more.Rounds++
		if most := work.Seconds(); r.Rounds > 1 && asked.Seconds() > most || more.Seconds() <= most {
			t.Errorf("%v buys %d rounds, which are said to take %v s, and one more %v", work, r.Rounds, asked.Seconds(), more.Seconds())
		}
	}
	if rounds[time.Millisecond] != 1 || rounds[time.Second] < 2 {
		t.Errorf("rounds are %v", rounds)
	}
}
