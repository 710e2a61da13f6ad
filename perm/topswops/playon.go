package topswops

import "math/bits"

// PlayOn plays on from the end of a game. A new card m took the part of card 0
// in it: card m is on top in the end, and its move brings some card z of the
// set zs from position m to the top. Card 0 had the place of z, or is z. It
// fills games[z], what follows that move, for all z; games[0] may be filled too.
func PlayOn(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) { playOn(games, end, m, zs) }

// playOnGo is PlayOn without vector instructions.
func playOnGo(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) {
	after := end.Put(m, m).Exchange(m, 0).Flip(m + 1)
	for ; zs != 0; zs &= zs - 1 {
		z := bits.TrailingZeros32(zs)
		games[z] = after.Exchange(0, z).Play()
	}
}
