package topswops

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// MaxCards is the largest deck of the searches.
const MaxCards = topswops.MaxCards

// HalvingJob names the search, with the version of its tasks, in checkpoints.
const HalvingJob = "topswops-halving/4"

// budget is the usual size of tasks.
const budget = 2_000_000

// small is the number of cards that a deck lacks of N if what lies below it is
// no task of its own, unless a task has gone far beyond its budget.
const small = 6

// question is a query with the size of its tasks.
type question struct {
	Query
	Budget uint64 // decks followed before a task shares out its rest
}

// Kinds are the questions that other machines can help with.
var Kinds = []run.Kind{run.KindOf[*halving](question{}), run.KindOf[*bundles](bundled{}), run.KindOf[*allDecks](Census{})}

// Name implements [run.Question].
func (question) Name() string { return HalvingJob }

// Job implements [run.Question].
func (q question) Job() (*halving, error) { return newHalving(q), nil }

// halving is the search for a query as a [run.Job]: its tasks are subtrees of
// the tree of decks.
type halving struct {
	question
	finder
	at    thresholds
	low   []uint8
	walks sync.Pool // of *walk, with the memory that they have grown
}

func newHalving(q question) *halving {
	j := &halving{question: q, finder: finder{q.Query, mostListed, Found{Stats: newStats(q.N)}}, at: halved(q.N, q.Least), low: unbounded(q.Least)}
	if q.Lengths != nil {
		j.low = reach(q.Lengths)
	}
	if q.Whole {
		j.at = j.at.unpruned()
	}
	return j
}

// rootSize is the number of cards of the root tasks: forty thousand decks
// at most.
func (j *halving) rootSize() int { return max(1, min(j.N/2-1, 8)) }

// Roots implements [run.Job]: the decks of rootSize cards. Neighbours in the
// tree are alike in cost, so they are put in the order of a hash, and those done
// at any time are as good as a sample of all. What a root weighs is a guess, that
// its work is as its children are many; what their sizes scatter beyond that
// leaves the time predicted after a tenth of it wrong by a tenth.
func (j *halving) Roots() ([]run.Piece, error) {
	pieces := []run.Piece{}
	size := j.rootSize()
	w, next := newWalk(size, j.at, j.low), newWalk(min(size+1, j.N), j.at, j.low)
	w.leaf = func(x node) {
		weight := 1.0
		next.leaf = func(node) { weight++ }
		next.from(&x)
		pieces = append(pieces, run.Piece{Payload: rest{size: x.size, deck: x.deck}.payload(), Weight: weight})
	}
	x := root()
	w.from(&x)
	slices.SortFunc(pieces, func(a, b run.Piece) int {
		return cmp.Compare(xxhash.Sum64(a.Payload), xxhash.Sum64(b.Payload))
	})
	return pieces, nil
}

// Check implements [run.Job].
func (j *halving) Check(payload []byte) error {
	_, err := j.restOf(payload)
	return err
}

// Run implements [run.Job].
func (j *halving) Run(ctx context.Context, t run.Task) (run.Result, error) {
	r, err := j.restOf(t.Payload)
	if err != nil {
		return run.Result{}, err
	}
	found, left, err := j.below(ctx, r)
	if err != nil {
		return run.Result{}, err
	}
	found.task()
	b, err := found.encode()
	return run.Result{Found: b, Rest: left}, err
}

// below searches a part of the tree. Once it has followed as many decks as the
// budget allows, what is left becomes pieces: at first what lies below decks of
// few cards; what lies below larger ones is small and finished, unless the
// budget is exceeded again and again.
func (j *halving) below(ctx context.Context, r rest) (f Found, pieces []run.Piece, err error) {
	w, ok := j.walks.Get().(*walk)
	if !ok {
		w = newWalk(j.N, j.at, j.low)
		if j.Sorted {
			w.inOrder()
		}
	}
	defer j.walks.Put(w)
	w.leaf = func(x node) { j.take(&f, x) }
	w.left = func(r rest) { pieces = append(pieces, run.Piece{Payload: r.payload()}) }
	var spent, looks uint64
	w.until(ctx, func(m int) bool {
		if looks++; looks%64 == 0 {
			spent = w.followed()
		}
		return spent >= j.Budget<<max(0, m+small-j.N) || len(f.Decks) > j.most
	})
	w.goOn(r)
	f.Stats = w.stats()
	if len(f.Decks) > j.most {
		return f, nil, j.tooMany()
	}
	return f, pieces, ctx.Err()
}

// payload is a deck, one byte a card, after a byte that is its size, and a set
// of cards.
func (r rest) payload() []byte {
	b := []byte{byte(r.size)}
	for _, v := range r.deck.Unpack(r.size) {
		b = append(b, byte(v))
	}
	return binary.LittleEndian.AppendUint32(b, r.homes)
}

// restOf reads a payload, and refuses what no walk could have left: on a climb
// with a new card m some of the cards at home are yet to be moved back, m first.
func (j *halving) restOf(payload []byte) (r rest, err error) {
	err = notPart(payload, j.N)
	if len(payload) == 0 || int(payload[0]) > j.N || len(payload) != 1+int(payload[0])+4 {
		return r, err
	}
	n := int(payload[0])
	var deck []int
	for _, v := range payload[1 : n+1] {
		deck = append(deck, int(v)+1)
	}
	if topswops.CheckDeck(deck) != nil {
		return r, err
	}
	r = rest{n, pack(deck), binary.LittleEndian.Uint32(payload[n+1:])}
	if r.homes == 0 {
		return r, nil
	}
	last := uint32(1) << (n - 1)
	if r.homes&^r.deck.Homes() != 0 || r.homes&1 != 0 || r.homes != last && r.deck.Play().Shown&last == 0 {
		return r, err
	}
	return r, nil
}

// notPart is the error of a payload that no search can have.
func notPart(payload []byte, n int) error {
	return fmt.Errorf("%v is no part of a search on %d cards", payload, n)
}

// pack packs cards that count from 1.
func pack(cards []int) (d topswops.Deck) {
	for p, v := range cards {
		d = d.Put(v-1, p)
	}
	return d
}
