package fair

import (
	"maps"
	"slices"
	"sync"
)

// pool counts decks on several processors. Lines are split one after the other, and handed on in
// blocks. Each worker has counts of its own. These are integers, so that their sums do not depend
// on which worker counted which block.
type pool struct {
	first   *reader // which read the decks before, and keeps all hashes
	workers []*reader
	next    block
	blocks  chan block
	free    chan block // that were counted, to be filled again
	group   sync.WaitGroup

	mutex sync.Mutex // of all below, and of the hashes
	line  int        // the first line that is no deck
	wrong error
}

// block is some decks in a row.
type block struct {
	before      []byte // the text of the deck before
	text        []byte // those of the decks
	ends, lines []int  // of each deck: where its text ends, and the line in which it begins
}

const (
	blockSize  = 1 << 16
	mostInPool = 8 // workers who keep up with one goroutine that splits lines
)

// newPool continues after the deck that r has read last.
func newPool(r *reader, last []byte, workers int) *pool {
	p := &pool{first: r, next: block{before: slices.Clone(last)}, blocks: make(chan block, workers), free: make(chan block, 2*workers)}
	for range min(workers, mostInPool) {
		w := *r
		w.known, w.stamps, w.counts, w.deck = maps.Clone(r.known), make([]int, len(r.stamps)), make([]int, len(r.counts)), nil
		w.Threads = 1 // makes no pool
		w.tally = NewTally(Counts{N: r.tally.N, Listed: r.tally.Listed, Kinds: r.Kinds, From: r.From, Ranks: r.Ranks})
		p.workers = append(p.workers, &w)
		p.group.Go(func() { p.work(&w) })
	}
	return p
}

// add takes the text of a deck. It fails if any deck so far was wrong.
func (p *pool) add(line int, text []byte) error {
	b := &p.next
	b.text = append(b.text, text...)
	b.ends, b.lines = append(b.ends, len(b.text)), append(b.lines, line)
	if len(b.text) < blockSize {
		return nil
	}
	p.blocks <- *b
	select {
	case p.next = <-p.free:
	default:
		p.next = block{text: make([]byte, 0, blockSize+len(text))}
	}
	p.next.before = append(p.next.before[:0], text...)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.wrong
}

func (p *pool) work(r *reader) {
	for b := range p.blocks {
		if r.tally.whole() { // a deck that was read before, or is the last of another block
			if list, err := unwrapped(b.before); err == nil && r.parse(list) == nil {
				r.tally.after(r.deck)
			}
		}
		from, line := 0, 0
		var wrong error
		for i, end := range b.ends {
			if wrong = r.found(b.lines[i], b.text[from:end]); wrong != nil {
				line = b.lines[i]
				break
			}
			from = end
		}
		p.mutex.Lock()
		if wrong != nil && (p.wrong == nil || line < p.line) {
			p.wrong, p.line = wrong, line
		}
		of := p.first.tally
		for _, h := range r.tally.hashes {
			of.keep(h)
		}
		r.tally.hashes, r.tally.Repeats = r.tally.hashes[:0], of.Repeats
		p.mutex.Unlock()
		select {
		case p.free <- block{b.before, b.text[:0], b.ends[:0], b.lines[:0]}:
		default:
		}
	}
}

// done waits for all workers, and fails if a deck was wrong, the first one in the file.
func (p *pool) done() error {
	p.blocks <- p.next
	close(p.blocks)
	p.group.Wait()
	return p.wrong
}

// add adds the counts of other decks.
func (c *Counts) add(of Counts) {
	c.Decks, c.Rotations, c.Even = c.Decks+of.Decks, c.Rotations+of.Rotations, c.Even+of.Even
	rows := of.rows()
	for i, row := range c.rows() {
		for j := range row {
			row[j] += rows[i][j]
		}
	}
}
