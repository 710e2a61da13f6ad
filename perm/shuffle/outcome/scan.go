package outcome

import (
	"math"

	"dovetail/perm/shuffle/draw"
)

// A scan goes through the pairs of positions p and p+d of a labelling. A pair is proposed for an
// exchange if its labels differ and no card between has either of them. Then the two cards change
// places, and no others do. A proposal is its own inverse, so that it is reversible by the
// Metropolis rule. A scan is undone by the scan that takes the pairs from the last to the first.
//
// An exchange changes the rising sequences only at the two cards and those beside them in the order
// that is counted, and their places do not change. So places, and the cards before and after each,
// are kept by position. All pairs are tried side by side until one is exchanged, and only what that
// changes is updated.
type scanned struct {
	at, last, next [cells]int8          // by position, where its card lies; and the card before and after it in the order
	label          [cells]uint8         // of the card at the position
	before, after  [64]uint8            // the positions of these cards; noCell where there is none
	beside         [ScanPasses][64]int8 // change of the rising sequences less fewest, and 1 more where p and p+d follow each other in the order
	words          [wordsThere]uint64   // random ones
	used           int                  // the number of used ones
	rises          int
	farthest       int    // the largest d
	d, scans       int    // of the current scan, and the total number of scans
	left           uint64 // pairs that it still has, by their first positions, if they are tried side by side
	fine           int    // and its next word that is not divided into bytes
	n              int
}

// ScanCards is the most cards of a labelling that is scanned.
const ScanCards = 64

// ScanPasses is the most passes of a scan through a labelling, and the largest d.
const ScanPasses = 3

const (
	cells  = 104 // 64 positions, cells read beyond them, and one that is never read
	noCell = cells - 1
	fewest = 4 // largest decrease of the rising sequences by an exchange

	// A scan may take a byte for each pair, and a word for each exchange that the byte does not
	// decide.
	coarseWords = 64 / 8
	wordsOfScan = coarseWords + 64
	wordsThere  = 2 * wordsOfScan
)

// set reads the labelling and its surroundings from an outcome.
func (s *scanned) set(l *labels, t *Tilted) {
	s.n, s.farthest, s.rises = l.n, min(l.a-1, ScanPasses, l.n-1), t.Rises
	copy(s.label[:], l.of[:64])
	lookAround(s, t.Before, l.Sources(), t.After)
}

// lookAround sets the places of the cards and the cards beside them.
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

// leave writes the labels back to the outcome.
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

// candidates is the number of the 256 values of a random byte for which an exchange must be
// examined, by the number of rising sequences and by the change less -fewest. It is 256 where the
// exchange is always made.
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

// scan makes all remaining scans of walks, or as many as there are words for.
var scan = scanGo

func scanGo(all []*scanned, c *candidates, weight []float64, reverse bool) {
	for _, s := range all {
		for ; s.scans > 0 && s.used+wordsOfScan <= wordsThere; s.onward(reverse) {
			s.used += s.pass(c, weight, s.words[s.used:], reverse)
		}
	}
}

// onward begins the next scan: with the next distance, and after the farthest with the nearest.
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

// pass goes through the pairs that are d apart, and returns the number of words that it took.
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

// try exchanges the labels of two positions, or not, by a random byte, and by a word if the byte
// does not decide.
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

// more is the increase of the rising sequences by an exchange, plus fewest: between the two cards
// and those beside them, and, where the two are beside each other, between them.
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
// nothing for other outcomes, or more cards than [ScanCards].
func Scan(walks []*Tilted, weight []float64, scans int, reverse bool) {
	lanes := lanesOf(walks)
	if lanes == nil || lanes.n > ScanCards || scans == 0 {
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

// draw replaces used random words by new ones.
func (s *scanned) draw(words *draw.Stream) {
	words.Fill(s.words[copy(s.words[:], s.words[s.used:]):])
	s.used = 0
}

// Follow gives the walk another random stream.
func (t *Tilted) Follow(rng *draw.Stream) {
	t.Rng, t.started = rng, false
	if t.scanned != nil {
		t.scanned.used = wordsThere
	}
}

// stream is keyed by the walk's random stream on first use.
func (t *Tilted) stream() *draw.Stream {
	if !t.started {
		t.words.Start(t.Rng)
		t.started = true
	}
	return &t.words
}
