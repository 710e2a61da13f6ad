package topswops

// Batch is a number of games under way, of decks of up to [WordCards] cards of which some may
// be unknown. Those are 0, as card 0 is: a game stops where one comes to the top.
type Batch struct {
	Count int

	// By game: the deck, and a note of which bits 1 to 15 tell the cards that came to the top,
	// the next 16 the moves; both are added to, and the upper half is kept. Bit 0 means nothing.
	Deck [BatchMost + parked]Word
	Note [BatchMost + parked]uint64

	// In the order in which they stop, which depends on the machine: the deck, and the note.
	Ended [BatchMost + parked]Word
	Told  [BatchMost + parked]uint64
}

// BatchMost is the greatest number of games of a batch. Of dealt games so many are played at
// once, and those of so many parents are dealt at a time; parked is what 32 games under way
// read beyond the last.
const (
	BatchMost      = dealt + dealing*WordCards
	dealt, dealing = 512, 16
	parked         = 2 * 32
)

// playGo is Play without vector instructions.
func (b *Batch) playGo() {
	for i, d := range b.Deck[:b.Count] {
		note := b.Note[i]
		for k := int(d & 15); k != 0; k = int(d & 15) {
			d = d.Flip(k + 1)
			note = note | 1<<k + 1<<16
		}
		b.Ended[i], b.Told[i] = d, note
	}
}
