package topswops

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// MaxCards is the largest deck of the searches.
const MaxCards = topswops.MaxCards

// Query asks for decks of N cards with at least Least moves.
type Query struct {
	N, Least int
	All      bool  // every such deck, not the longest of them alone
	Sorted   bool  // only decks whose game ends in order
	Bare     bool  // count the decks without listing them
	Lengths  []int // longest games on 1..N-1 cards, for the bound of the climbs; nil for no bound
	Whole    bool  // without thresholds: follow every deck there is (a check, for small N)
}

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

// Name implements [run.Question].
func (question) Name() string { return HalvingJob }

// Job implements [run.Question].
func (q question) Job() (*halving, error) { return newHalving(q), nil }

// halving is the search for a query as a [run.Job]: its tasks are subtrees of
// the tree of decks.
type halving struct {
	question
	at    Thresholds
	low   []uint8
	total Found
	walks sync.Pool // of *walk, with the memory that they have grown
}

func newHalving(q question) *halving {
	j := &halving{question: q, at: Halved(q.N, q.Least), low: unbounded(q.Least)}
	if q.Lengths != nil {
		j.low = reach(q.Lengths)
	}
	if q.Whole {
		j.at = j.at.unpruned()
	}
	j.total.Stats = newStats(q.N)
	return j
}

// rootSize is the number of cards of the root tasks: forty thousand decks
// at most.
func (j *halving) rootSize() int { return max(1, min(j.N/2-1, 8)) }

// Roots implements [run.Job]: the decks of rootSize cards. What they weigh is
// a guess, that a deck's share of the work doubles with every two moves.
func (j *halving) Roots() ([]run.Piece, error) {
	pieces := []run.Piece{}
	w := newWalk(j.rootSize(), j.at, j.low)
	w.leaf = func(x node) {
		pieces = append(pieces, run.Piece{Payload: rest{size: x.size, deck: x.deck}.payload(), Weight: float64(uint64(1) << min(x.moves/2, 60))})
	}
	x := root()
	w.from(&x)
	return pieces, nil
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
	err = fmt.Errorf("%v is no part of a search on %d cards", payload, j.N)
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
	for p := range deck {
		deck[p]--
	}
	r = rest{n, topswops.Pack(deck), binary.LittleEndian.Uint32(payload[n+1:])}
	if r.homes == 0 {
		return r, nil
	}
	last := uint32(1) << (n - 1)
	if r.homes&^r.deck.Homes() != 0 || r.homes&1 != 0 || r.homes != last && r.deck.Play().Shown&last == 0 {
		return r, err
	}
	return r, nil
}

// Check implements [run.Job].
func (j *halving) Check(payload []byte) error {
	_, err := j.restOf(payload)
	return err
}

// Run implements [run.Job].
func (j *halving) Run(ctx context.Context, t run.Task, _ run.Bound) (run.Result, error) {
	r, err := j.restOf(t.Payload)
	if err != nil {
		return run.Result{}, err
	}
	found, left := j.below(ctx, r)
	if err := ctx.Err(); err != nil {
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
func (j *halving) below(ctx context.Context, r rest) (f Found, pieces []run.Piece) {
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
	w.full = func(m int) bool {
		if looks++; looks%64 == 0 {
			if spent = w.followed(); ctx.Err() != nil {
				spent = math.MaxUint64
			}
		}
		return spent >= j.Budget<<max(0, m+small-j.N)
	}
	w.goOn(r)
	f.Stats = w.stats()
	return f, pieces
}

// take collects a deck of N cards.
func (j *halving) take(f *Found, x node) {
	if x.moves < j.Least || j.Sorted && !x.end.Ordered(j.N) {
		return
	}
	var deck []int
	if !j.Bare {
		deck = ranked(x.deck.Unpack(j.N))
	}
	if j.All {
		f.Count++
		f.Best = max(f.Best, x.moves)
		if deck != nil {
			f.Decks = append(f.Decks, deck)
		}
		return
	}
	f.add(x.moves, deck)
}

// Merge implements [run.Job].
func (j *halving) Merge(result []byte, _ run.Bound) error {
	f, err := j.decode(result)
	if err == nil {
		j.total.merge(f, j.All)
	}
	return err
}

// Total implements [run.Job].
func (j *halving) Total() ([]byte, error) { return j.total.sorted().encode() }
