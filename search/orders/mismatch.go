package orders

import (
	"cmp"
	"slices"
)

// maxMismatches keeps the list short when everything is wrong.
const maxMismatches = 1000

// merge adds the counts and mismatches of other moduli.
func (v *Verification) merge(o Verification) {
	v.Walked += o.Walked
	v.Certified += o.Certified
	v.Mismatches = append(v.Mismatches, o.Mismatches...)
	if len(v.Mismatches) > 2*maxMismatches {
		v.sort()
	}
}

// sort puts the least moduli first and drops those beyond maxMismatches.
func (v *Verification) sort() {
	slices.SortFunc(v.Mismatches, func(a, b Mismatch) int { return cmp.Compare(a.Modulus, b.Modulus) })
	v.Mismatches = v.Mismatches[:min(len(v.Mismatches), maxMismatches)]
}
