package topswops

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// MaxCards is the largest deck of the searches.
const MaxCards = 32

// Query asks for decks of N cards with at least Least moves.
type Query struct {
	N, Least int
	All      bool  // every such deck, not the longest of them alone
	Sorted   bool  // only decks whose game ends in order
	Bare     bool  // count the decks without listing them
	Lengths  []int // longest games on 1..N-1 cards, for the bound of the climbs; nil for no bound
	Whole    bool  // without thresholds: follow every deck there is (a check, for small N)
}

// budget is the number of decks followed before a task shares out its rest.
const budget = 2_000_000

// halving is the search for a query as a [run.Job]: its tasks are subtrees of
// the tree of decks.
type halving struct {
	Query
	at     Thresholds
	low    []uint8
	budget uint64
	total  Found
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
		"job":     "topswops-halving/2",
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

// rootSize is the number of cards of the root tasks: some ten thousand decks
// at most.
func (j *halving) rootSize() int { return min(j.N/2, 8) }

// Roots implements [run.Job]: the decks of rootSize cards. What they weigh is
// a guess, that a deck's share of the work doubles with every two moves.
func (j *halving) Roots() ([]run.Piece, error) {
	pieces := []run.Piece{}
	size := j.rootSize()
	if size < 1 {
		size = 1
	}
	w := newWalk[topswops.Narrow](size, j.at, j.low)
	w.leaf = func(x node[topswops.Narrow]) {
		pieces = append(pieces, run.Piece{Payload: payload(x), Weight: float64(uint64(1) << min(x.moves/2, 60))})
	}
	x := root[topswops.Narrow]()
	w.fresh(&x)
	return pieces, nil
}

// payload is a deck: one byte a card.
func payload[D topswops.Packed[D]](x node[D]) []byte {
	b := make([]byte, x.size)
	for p := range b {
		b[p] = byte(x.deck.Card(p))
	}
	return b
}

// Run implements [run.Job].
func (j *halving) Run(ctx context.Context, t run.Task, _ run.Bound) (run.Result, error) {
	cards := make([]int, len(t.Payload))
	for p, v := range t.Payload {
		cards[p] = int(v)
	}
	found, rest := j.below(ctx, cards)
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	found.task()
	b, err := found.encode()
	return run.Result{Found: b, Rest: rest}, err
}

// below searches the subtree of a deck whose cards count from 0. Up to 16
// cards the decks are narrow; from there on a second, wide walk goes on.
func (j *halving) below(ctx context.Context, cards []int) (Found, []run.Piece) {
	f := Found{Stats: newStats(j.N)}
	var rest []run.Piece
	turn := min(j.N, topswops.Narrow(0).Capacity())
	narrow := newWalk[topswops.Narrow](turn, j.at, j.low)
	wide := newWalk[topswops.Wide](j.N, j.at, j.low)
	narrow.order, wide.order = j.Sorted && turn == j.N, j.Sorted
	if turn == j.N {
		narrow.leaf = func(x node[topswops.Narrow]) { take(j, &f, x) }
	} else {
		narrow.leaf = func(x node[topswops.Narrow]) {
			narrow.Nodes[turn]--
			y := rooted(topswops.Pack[topswops.Wide](topswops.Unpack(x.deck, turn)), turn)
			wide.fresh(&y)
		}
		wide.leaf = func(x node[topswops.Wide]) { take(j, &f, x) }
	}

	// Subtrees that would exceed the budget become pieces. Those of the last
	// sizes are small, and are finished.
	var spent, looks uint64
	narrow.least = min(j.N-2, turn)
	narrow.leave = func(x node[topswops.Narrow]) bool {
		if looks++; looks%64 == 0 || x.size == len(cards) {
			spent = Sum(narrow.Nodes)
		}
		if spent < j.budget && ctx.Err() == nil || x.size == len(cards) {
			return false
		}
		rest = append(rest, run.Piece{Payload: payload(x)})
		return true
	}
	if len(cards) <= turn {
		x := rooted(topswops.Pack[topswops.Narrow](cards), len(cards))
		narrow.fresh(&x)
	} else {
		x := rooted(topswops.Pack[topswops.Wide](cards), len(cards))
		wide.fresh(&x)
	}
	f.Stats.merge(narrow.stats())
	f.Stats.merge(wide.stats())
	return f, rest
}

// take collects a deck of N cards.
func take[D topswops.Packed[D]](j *halving, f *Found, x node[D]) {
	if x.moves < j.Least || j.Sorted && !x.ordered() {
		return
	}
	var deck []int
	if !j.Bare {
		deck = ranked(topswops.Unpack(x.deck, j.N))
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
func (j *halving) Total() ([]byte, error) { return j.total.encode() }
