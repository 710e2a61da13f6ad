//go:build long

package bound

import "testing"

func TestIntervalsContainTheDistanceLong(t *testing.T) {
	for _, preset := range []string{"literal", "narrow-cut"} {
		contains(t, 7, 5, "HRD", preset, "H=hindu(mean=70/52,sd=35/156)", "D=deal(piles=3)")
		contains(t, 8, 5, "HRD", preset, "H=hindu(mean=80/52,sd=40/156)", "D=deal(piles=3,order=1-3-2)")
	}
	contains(t, 7, 4, "ACVH", "literal", "H=hindu(mean=2,sd=1)")
}

func TestIntervalsContainTheDistanceOfLaws9(t *testing.T) {
	containsLaw(t, 9, 5, "HRD", "literal", "H=hindu(mean=90/52,sd=45/156)", "D=deal(piles=3)")
	containsLaw(t, 9, 5, "RCD", "literal", "D=deal(piles=3,order=1-3-2)")
	containsLaw(t, 9, 5, "RVTA", "narrow-cut")
}
