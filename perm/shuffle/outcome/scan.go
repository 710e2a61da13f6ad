package outcome

import (
	"math"
	"math/rand/v2"

	"dovetail/perm/shuffle/draw"
)

// A scan goes through the pairs of positions p and p+d of a labelling, one after the other, and proposes of each that has
// different labels, which no card between them has, to exchange them: then the two cards change places, and nothing else
// does. The proposal is undone by itself, so that it is reversible by the rule of Metropolis, and a scan is undone by the
// scan that takes the pairs from the last to the first.
//
// What an exchange does to the rising sequences depends on the two cards and on those beside them in the order that is
// counted, each of which lies at a place that is the same all the time. So places, and those before and after each, are
// kept by position: all pairs are tried side by side until one is exchanged, and only what that changes is set anew.
type scanned struct {
	at, last, next [cells]int8          // by position, where its card lies; and the card before and after it in the order
	label          [cells]uint8         // of the card at the position
	before, after  [64]uint8            // the positions of these cards; noCell where there is none
	beside         [ScanPasses][64]int8 // fewest, and 1 more where p and p+d follow each other in the order
	words          [wordsThere]uint64   // random ones
	used           int                  // how many of them were
	rises          int
	farthest       int    // the largest d
	d, scans       int    // of the scan that is on, and how many there are with it
	left           uint64 // pairs that it still has, by their first positions, where they are tried side by side
	fine           int    // and its next word that is no byte of each pair
	n              int
}

// ScanPasses is how many times a scan goes through a labelling at most, and the largest d.
const ScanPasses = 3

const (
	cells  = 104 // 64 positions, cells that are read behind them, and one that is never read
	noCell = cells - 1
	fewest = 4 // rising sequences that an exchange can take away

	// A scan may take a byte for each pair, and a word for each exchange that depends on chance and is worth a second look.
	coarseWords = 64 / 8
	wordsOfScan = coarseWords + 64
	wordsThere  = 2 * wordsOfScan
)

// set looks around in an outcome.
func (s *scanned) set(l *labels, t *Tilted) {
	s.n, s.farthest, s.rises = l.n, min(l.a-1, ScanPasses, l.n-1), t.Rises
	copy(s.label[:], l.of[:64])
	lookAround(s, t.Before, l.Sources(), t.After)
}

// lookAround sets where cards lie, and what is beside them.
var lookAround = lookAroundGo

func lookAroundGo(s *scanned, before, now, after *Sources) {
	for d := range s.farthest {
		s.beside[d] = fewestEach
	}
	q := uint8(noCell)
	for _, p := range before[:s.n] {
		at := int8(after[now[p&63]])
		s.at[p&63], s.before[p&63] = at, q
		s.next[q] = at
		if q == noCell {
			s.last[p&63] = -1
		} else {
			s.last[p&63], s.after[q] = s.at[q], p
			if d := max(p, q) - min(p, q) - 1; int(d) < s.farthest {
				s.beside[d][min(p, q)&63]++
			}
		}
		q = p
	}
	s.after[q], s.next[q] = noCell, math.MaxInt8
}

var fewestEach = func() (all [64]int8) {
	for p := range all {
		all[p] = fewest
	}
	return all
}()

// leave gives the outcome the labels.
func (s *scanned) leave(l *labels, t *Tilted) {
	copy(l.of[:64], s.label[:])
	sortLabels(l)
	t.Rises = s.rises
}

// sortLabels sets sets and table of up to 64 cards by their labels.
var sortLabels = sortLabelsGo

func sortLabelsGo(l *labels) {
	clear(l.sets)
	for p, d := range l.of[:l.n] {
		l.sets[d][0] |= 1 << p
	}
	l.sort()
}

// candidates says of how many of 256 values of a random byte an exchange is worth a second look, by the rising sequences
// there are and by how many more there would be, from fewest fewer on: of all where it is made in any case.
type candidates [65][16]uint8

func (c *candidates) set(weight []float64) {
	for r := 1; r < len(weight); r++ {
		by, row := 256*(1+0x1p-40)/weight[r], &c[r]
		for i := range row[:2*fewest+1] {
			row[i] = math.MaxUint8
			if to := r + i - fewest; i > fewest && to < len(weight) {
				row[i] = uint8(min(math.MaxUint8, weight[to]*by))
			}
		}
	}
}

// scan makes all scans that are left of walks, or as many as there are words for.
var scan = scanGo

func scanGo(all []*scanned, c *candidates, weight []float64, reverse bool) {
	for _, s := range all {
		for ; s.scans > 0 && s.used+wordsOfScan <= wordsThere; s.onward(reverse) {
			s.used += s.pass(c, weight, s.words[s.used:], reverse)
		}
	}
}

// onward goes to the next scan: that of the next distance, and from the farthest to the nearest.
func (s *scanned) onward(reverse bool) {
	if reverse {
		s.d = s.farthest + 1 - s.d // as if forwards
	}
	if s.d++; s.d > s.farthest {
		s.d = 1
		s.scans--
	}
	if reverse {
		s.d = s.farthest + 1 - s.d
	}
}

// pass goes through the pairs that are d apart, and is how many words it took.
func (s *scanned) pass(c *candidates, weight []float64, words []uint64, reverse bool) (used int) {
	used = coarseWords
	for step := range s.n - s.d {
		p := step
		if reverse {
			p = s.n - s.d - 1 - step
		}
		if s.try(p, p+s.d, c, weight, uint8(words[p/8]>>(p%8*8)), words[used]) {
			used++
		}
	}
	return used
}

// try exchanges the labels of two positions, or not, by a random byte, and by a word if that does not tell.
func (s *scanned) try(p, q int, c *candidates, weight []float64, coarse uint8, fine uint64) (tookWord bool) {
	if !s.free(p, q) {
		return false
	}
	more := s.more(p, q)
	if coarse > c[s.rises][more] {
		return false
	}
	rises := s.rises + more - fewest
	if was, is := weight[s.rises], weight[rises]; is < was {
		tookWord = true
		if u := (float64(coarse) + float64(float64(fine>>11)*0x1p-53)) * 0x1p-8; u*was >= is {
			return true
		}
	}
	s.rises = rises
	s.exchange(p, q)
	return tookWord
}

// free reports whether the labels of two positions are different, and no position between has one of them.
func (s *scanned) free(p, q int) bool {
	x, y := s.label[p], s.label[q]
	for _, z := range s.label[p+1 : q] {
		if z == x || z == y {
			return false
		}
	}
	return x != y
}

// more is how many more rising sequences there are after an exchange, counted from fewest fewer: between the two cards
// and those beside them, and where the two are beside each other between them.
func (s *scanned) more(p, q int) int {
	u, v := s.at[p], s.at[q]
	return int(s.beside[q-p-1][p]) + falls(s.last[p], v) - falls(s.last[p], u) + falls(v, s.next[p]) - falls(u, s.next[p]) +
		falls(s.last[q], u) - falls(s.last[q], v) + falls(u, s.next[q]) - falls(v, s.next[q])
}

// falls is 1 if a > b, and 0 if not.
func falls(a, b int8) int { return int(uint(int(b)-int(a)) >> 63) }

// exchange exchanges two positions' labels, and so their cards.
func (s *scanned) exchange(p, q int) {
	u, v := s.at[p], s.at[q]
	s.at[p], s.at[q] = v, u
	s.next[s.before[p]], s.last[s.after[p]] = v, v
	s.next[s.before[q]], s.last[s.after[q]] = u, u
	s.label[p], s.label[q] = s.label[q], s.label[p]
}

// Scan lets walks of labellings go through all pairs a number of times, the nearest first, or last in reverse. It does
// nothing for other outcomes.
func Scan(walks []*Tilted, weight []float64, scans int, reverse bool) {
	lanes := lanesOf(walks)
	if lanes == nil || scans == 0 {
		return
	}
	lanes.candidates.set(weight)
	lanes.scanned = lanes.scanned[:0]
	for _, t := range walks {
		if t.scanned == nil {
			t.scanned = &scanned{used: wordsThere}
		}
		s := t.scanned
		s.set(t.Outcome.(*labels), t)
		if s.d, s.scans = 1, scans; reverse {
			s.d = s.farthest
		}
	}
	for {
		all := lanes.scanned[:0]
		for _, t := range walks {
			if s := t.scanned; s.scans > 0 {
				if s.used+wordsOfScan > wordsThere {
					s.draw(t.stream())
				}
				all = append(all, s)
			}
		}
		if lanes.scanned = all; len(all) == 0 {
			break
		}
		scan(all, &lanes.candidates, weight, reverse)
	}
	for _, t := range walks {
		t.scanned.leave(t.Outcome.(*labels), t)
	}
}

// draw draws words in the place of those that were used.
func (s *scanned) draw(words *draw.Stream) {
	words.Fill(s.words[copy(s.words[:], s.words[s.used:]):])
	s.used = 0
}

// Follow gives the walk another random stream.
func (t *Tilted) Follow(rng *rand.ChaCha8) {
	t.Rng, t.started = rng, false
	if t.scanned != nil {
		t.scanned.used = wordsThere
	}
}

// stream is keyed by the walk's random stream once.
func (t *Tilted) stream() *draw.Stream {
	if !t.started {
		t.words.Start(t.Rng)
		t.started = true
	}
	return &t.words
}
