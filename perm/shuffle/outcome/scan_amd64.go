//go:build !purego

package outcome

import (
	"unsafe"

	"dovetail/perm/processor"
)

func init() {
	if !processor.Use.AVX2 {
		return
	}
	scan = func(all []*scanned, c *candidates, weight []float64, reverse bool) {
		for _, s := range all {
			s.left, s.fine = 1<<(s.n-s.d)-1, s.used+coarseWords
		}
		scanAVX2(&all[0], len(all), c, &weight[0], reverse)
	}
}

// scanAVX2 takes walks out of the list.
//
//go:noescape
func scanAVX2(all **scanned, count int, c *candidates, weight *float64, reverse bool)

func init() {
	if !processor.Use.VBMI {
		return
	}
	lookAround = func(s *scanned, before, now, after *Sources) {
		lookAroundVBMI(s, before, now, after)
	}
	compose = func(to *Sources, tables []*Sources) {
		composeVBMI(to, unsafe.SliceData(tables), len(tables))
	}
	sortLabels = func(l *labels) {
		sortLabelsVBMI(&l.of, &l.sets[0], l.a, 1<<(l.n-1)<<1-1, l.turn())
	}
}

//go:noescape
func composeVBMI(to *Sources, tables **Sources, count int)

//go:noescape
func lookAroundVBMI(s *scanned, before, now, after *Sources)

// sortLabelsVBMI lists the positions of cards in a set.
//
//go:noescape
func sortLabelsVBMI(of *[MaxCards]uint8, sets *labelSet, a int, cards uint64, to *Sources)
