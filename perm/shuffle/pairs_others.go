package shuffle

// Pair laws that follow from the few outcomes of a model, or from another law.

// Pairs goes through the rotations.
func (c *Cut) Pairs(n int) *PairLaw { return SupportPairs(c, n) }

// Pairs goes through the places of the top card.
func (t TopToRandom) Pairs(n int) *PairLaw { return SupportPairs(t, n) }

// Pairs is uniform.
func (Wash) Pairs(n int) *PairLaw {
	law := NewPairLaw(n)
	for x := range law.Kept {
		law.Kept[x] = 0.5 / float64(PairCount(n))
		law.Swapped[x] = law.Kept[x]
	}
	law.Error = 0x1p-52
	return law
}
