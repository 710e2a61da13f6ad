package topswops

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
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
const HalvingJob = "topswops-halving/3"

// budget is the number of decks followed before a task shares out its rest.
const budget = 2_000_000

// small is the number of cards that a deck lacks of N if what lies below it is
// no task of its own, unless a task has gone far beyond its budget.
const small = 6

// halving is the search for a query as a [run.Job]: its tasks are subtrees of
// the tree of decks.
type halving struct {
	Query
	at     Thresholds
	low    []uint8
	budget uint64
	total  Found
	walks  sync.Pool // of *walk, with the memory that they have grown
}

func newHalving(q Query) *halving {
	j := &halving{Query: q, at: Halved(q.N, q.Least), low: unbounded(q.Least), budget: budget}
	if q.Lengths != nil {
		j.low = reach(q.Lengths)
	}
	if q.Whole {
		j.at = j.at.unpruned()
	}
	j.total.Stats = newStats(q.N)
	return j
}

// Params implements [run.Job].
func (j *halving) Params() map[string]string {
	return map[string]string{
		"job":     HalvingJob,
		"n":       strconv.Itoa(j.N),
		"least":   strconv.Itoa(j.Least),
		"all":     strconv.FormatBool(j.All),
		"sorted":  strconv.FormatBool(j.Sorted),
		"count":   strconv.FormatBool(j.Bare),
		"whole":   strconv.FormatBool(j.Whole),
		"lengths": strings.Trim(fmt.Sprint(j.Lengths), "[]"),
		"budget":  strconv.FormatUint(j.budget, 10),
	}
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

func restOf(payload []byte) rest {
	n := int(payload[0])
	cards := make([]int, n)
	for p, v := range payload[1 : n+1] {
		cards[p] = int(v)
	}
	return rest{n, topswops.Pack(cards), binary.LittleEndian.Uint32(payload[n+1:])}
}

// Run implements [run.Job].
func (j *halving) Run(ctx context.Context, t run.Task, _ run.Bound) (run.Result, error) {
	found, left := j.below(ctx, restOf(t.Payload))
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
		return spent >= j.budget<<max(0, m+small-j.N)
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
	f, err := decodeFound(result)
	if err == nil {
		j.total.merge(f, j.All)
	}
	return err
}

// Total implements [run.Job].
func (j *halving) Total() ([]byte, error) { return j.total.sorted().encode() }
