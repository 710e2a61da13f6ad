package anneal

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

// joined are walks on outcomes, and in the second stage also on labels.
type joined struct {
	*walkers
	labels labelWalks
	second bool
	last   int // the letter whose surroundings were looked up, or that was moved, last
	at     outcome.Sources
	lost   []bool // walks that the first stage left where no labels lead
}

func (v *joined) Begin(k int, places *outcome.Sources, rng *draw.Stream) {
	v.walkers.Begin(k, places, rng)
	v.second, v.lost[k] = false, false
}

func (v *joined) Follow(k int, rng *draw.Stream) {
	v.walkers.Follow(k, rng)
	v.labels.Follow(k, rng)
}

func (v *joined) Ready() { v.lookAt(0) }

func (v *joined) lookAt(letter int) {
	v.look(letter)
	v.last = letter
}

// energy is the exponent of the tilt, as a slope of the whole path.
func (v *joined) energy(p *Ladder, k int) float64 {
	if !v.second {
		return p.level[v.rises(v.last, k)] / stageSplit
	}
	if v.lost[k] { // in a pilot: as the first that is not lost
		k = max(0, slices.Index(v.lost, false))
	}
	return v.labels.energy(p, k) / (1 - stageSplit)
}

// join draws labels.
func (v *joined) join(p *Ladder) {
	v.second = true
	for k := range v.lost {
		t := v.walks[v.last][k]
		if v.lost[k] = t.Rises > p.most; !v.lost[k] {
			places(t, &v.at)
			v.labels.Begin(k, &v.at, v.rng[k])
			v.labels.Draw(k)
		}
	}
}

// places is where the cards lie in the deck that is left for the riffles to make.
func places(t *outcome.Tilted, at *outcome.Sources) {
	now := t.Sources()
	for c, b := range t.Before[:t.N] {
		at[c] = t.After[now[b]]
	}
}

func (v *joined) sweep(p *Ladder, t tilt, reverse bool) {
	if t.beta <= stageSplit {
		v.walkers.sweep(p, t, reverse)
		if v.last = len(v.walks) - 1; reverse {
			v.last = 0
		}
		return
	}
	if !v.second {
		v.join(p)
	}
	beta := (t.beta - stageSplit) / (1 - stageSplit)
	if reverse {
		v.labels.sweepAll(v.lost, beta, true)
	}
	for l := range v.walks {
		if reverse {
			l = len(v.walks) - 1 - l
		}
		v.lookAt(l)
		for k, t := range v.walks[l] {
			if !v.lost[k] {
				v.labels.carry(k, t, beta)
			}
		}
	}
	if !reverse {
		v.labels.sweepAll(v.lost, beta, false)
	}
}

func (v *labelled) sweepAll(but []bool, beta float64, reverse bool) {
	for k := range but {
		if !but[k] {
			v.moving = append(v.moving, &v.walks[k])
		}
	}
	for range labelSweeps {
		v.sweepMoving(beta, reverse)
	}
	v.leave()
}

// carry proposes a move of an outcome by its law, and accepts it as labels and W^beta allow. In one
// case of four labels stay as they are, and must lead to the deck that the outcome leaves.
// Otherwise the labels of the cards that change places are drawn again, uniformly from those that
// lead to that deck. All other labels stay. If there are N such labellings before and N' after, the
// move is accepted with probability min(1, W(x')^beta N' / W(x)^beta N). Most moves change the
// places of few cards, and only what these change is computed.
func (v *labelled) carry(k int, t *outcome.Tilted, beta float64) {
	w, to := &v.walks[k], lying{later: 1<<v.n - 2}
	for c, b := range t.Before[:v.n] {
		to.card[b] = uint8(c)
	}
	spanning, _ := t.Outcome.(outcome.Spanning)
	for range t.Moves() {
		if !t.Move(t.Rng) {
			continue
		}
		from, end := 0, v.n
		if spanning != nil {
			from, end = spanning.Span()
		}
		w.lieAs(&to, t, from, end)
		was, odds := w.x, 1.0
		if bits.OnesCount64(to.changed) > fewMoved || w.rng.Uint64()&3 == 0 {
			odds = w.lead(&to)
		} else {
			odds = w.relabel(&to, v.n)
		}
		var energy int64
		if odds > 0 {
			energy = v.shift(w, &was, &to)
			if energy != w.energy {
				odds *= elementary.Exp(beta * (float64(energy-w.energy) * scoreUnit))
			}
		}
		if odds < 1 && float64(w.rng.Uint64()>>11)*0x1p-53 >= odds {
			w.x = was
			w.lieAgain(&to)
			t.Undo()
			continue
		}
		w.now ^= 1
		w.energy = energy
		w.settle(&to)
	}
}

// fewMoved is the most cards that are labelled again.
const fewMoved = 12

// lying records how the cards lie after a move.
type lying struct {
	card           [riffles.MaxInterleaved]uint8 // at a position before the shuffle whose outcome moves
	was            [riffles.MaxInterleaved]uint8 // where the changed cards lay
	later          uint64                        // all cards but the first
	changed, rises uint64                        // cards that lie elsewhere, and those that lie above the one before
}

// lieAs lets the cards lie as an outcome has it. Only the sources from one position to another have
// changed.
func (w *labels) lieAs(to *lying, t *outcome.Tilted, from, end int) {
	to.changed, to.rises = 0, w.rises
	now := t.Sources()
	for b, source := range now[from:end] {
		c, place := to.card[from+b]&63, t.After[source]
		if w.at[c] != place {
			to.changed |= 1 << c
			to.was[c], w.at[c] = w.at[c], place
		}
	}
	for rest := (to.changed | to.changed<<1) & to.later; rest > 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		above := uint64(w.at[c&63]) - uint64(w.at[c-1])
		to.rises = to.rises&^(1<<c) | above>>63<<c
	}
}

// lieAgain undoes lieAs.
func (w *labels) lieAgain(to *lying) {
	for rest := to.changed; rest > 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		w.at[c] = to.was[c]
	}
}

// lead is 1 if the labels lead to a deck with these positions of its cards, and 0 if not.
func (w *labels) lead(to *lying) float64 {
	for rest := to.rises & (to.changed | to.changed<<1); rest > 0; rest &= rest - 1 {
		if c := bits.TrailingZeros64(rest); w.x[c+1] == w.x[c] {
			return 0
		}
	}
	return 1
}

// shift lays out the labels after some cards changed places among themselves, and perhaps labels.
// It returns their score.
func (v *labelled) shift(w *labels, was *[riffles.MaxInterleaved + 2]int32, to *lying) int64 {
	now, next := &w.laid[w.now], &w.laid[w.now^1]
	if undo != nil {
		w.shiftBits(&now.bits, &next.bits, to.changed, v.k)
		return undo(next, v.scores, v.k, v.n)
	}
	*next = *now
	lie := w.first[v.n]
	for rest := to.changed; rest > 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		lie &^= 1 << to.was[c]
		next.lift(lie, to.was[c], was[c+1], v.k)
	}
	for rest := to.changed; rest > 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		next.put(lie, w.at[c], w.x[c+1], v.k)
		lie |= 1 << w.at[c]
	}
	return next.weigh(v.scores, nil, v.k, v.n)
}

// shiftBits lays out the bits alone.
func (w *labels) shiftBits(now, next *planes, changed uint64, k int) {
	places := uint64(0)
	for rest := changed; rest > 0; rest &= rest - 1 {
		places |= 1 << w.at[bits.TrailingZeros64(rest)]
	}
	for i := range k {
		next[i] = now[i] &^ places
	}
	for rest := changed; rest > 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		x, at := uint64(w.x[c+1]), w.at[c]&63
		for i := range k {
			next[i] |= x >> i & 1 << at
		}
	}
}

// settle keeps the new positions of the cards.
func (w *labels) settle(to *lying) {
	w.rises = to.rises
	if to.changed == 0 {
		return
	}
	end := 64 - bits.LeadingZeros64(to.changed)
	for c := bits.TrailingZeros64(to.changed); c < end; c++ {
		w.first[c+1] = w.first[c] | 1<<w.at[c]
	}
}

// relabel draws labels for the cards that would lie at other places, one run of such cards after
// the other. It returns N'/N, or 0 if no labels lead there.
func (w *labels) relabel(to *lying, n int) float64 {
	odds := 1.0
	for rest := to.changed; rest > 0 && odds > 0; {
		from := bits.TrailingZeros64(rest)
		end := from + bits.TrailingZeros64(^(rest >> from))
		rest &^= 1<<end - 1
		odds *= w.redraw(to.rises, from, end, n)
	}
	return odds
}

// redraw draws the labels of the cards from..to-1, between those of their neighbours.
func (w *labels) redraw(rising uint64, from, to, n int) (odds float64) {
	inside := (uint64(1)<<min(to+1, n) - 1) &^ (1<<max(1, from) - 1)
	rises, before := bits.OnesCount64(rising&inside), bits.OnesCount64(w.rises&inside)
	room, size := int(w.x[to+1]-w.x[from]), to-from
	spare := room - rises
	if spare < 0 {
		return 0
	}
	odds = choose(spare+size, size) / choose(room-before+size, size)
	var set [fewMoved]int // Floyd's algorithm for a random set of size numbers among spare + size
	for i := range size {
		drawn, _ := bits.Mul64(w.rng.Uint64(), uint64(spare+i+1))
		x := int(drawn)
		j, found := slices.BinarySearch(set[:i], x)
		if found {
			x, j = spare+i, i
		}
		copy(set[j+1:i+1], set[j:i])
		set[j] = x
	}
	label := w.x[from]
	for i, x := range set[:size] {
		c := from + i
		label += int32(rising >> c & 1)
		w.x[c+1] = label + int32(x-i)
	}
	return odds
}

// choose is C(n, k) for k up to a few dozen.
func choose(n, k int) float64 {
	x := 1.0
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}

func (v *joined) Forward(ctx context.Context, p *Ladder) ([]float64, error) {
	logs := make([]float64, len(v.lost))
	for k := range logs {
		v.Draw(k)
	}
	v.lookAt(len(v.walks) - 1)
	err := p.forth(ctx, logs, func(k int) float64 { return v.energy(p, k) }, func(step int) {
		if p.beta[step] == stageSplit {
			v.join(p)
		} else {
			v.sweep(p, p.weight(step), false)
		}
	})
	if err != nil {
		return nil, err
	}
	for k := range logs {
		if v.lost[k] {
			logs[k] = math.Inf(-1)
		} else {
			logs[k] += v.labels.end(k)
		}
	}
	return logs, nil
}

func (v *joined) Backward(ctx context.Context, p *Ladder) ([]float64, error) {
	logs := make([]float64, len(v.lost))
	v.lookAt(0)
	return logs, p.back(ctx, logs, func(k int) float64 { return v.energy(p, k) }, func(step int) {
		if p.beta[step] == stageSplit {
			v.second = false
			v.lookAt(0)
		} else {
			v.sweep(p, p.weight(step), true)
		}
	})
}

// Deal deals a deck, and keeps the outcomes and labels that it came by.
func (v *joined) Deal(k int, rng *draw.Stream) *outcome.Sources {
	v.Begin(k, nil, rng)
	v.Draw(k)
	v.second = true
	block := deckOf(v.w.n, v.labels.Deal(k, rng), false)
	return v.around(k, block)
}

func (w *joint) Particles(count int) Particles {
	return w.joined(count, w.riffles.Particles(count).(labelWalks))
}

func (w *joint) joined(count int, labels labelWalks) *joined {
	return &joined{walkers: newWalkers(w.annealing, count), labels: labels, lost: make([]bool, count)}
}
