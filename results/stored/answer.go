package stored

import (
	"fmt"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// The first line of each answer: see results.

func (l Listing) Answer() string {
	if len(l.Records) == 0 {
		return fmt.Sprintf("There are no records in %s; --save writes them.", render.OneLine(l.Folder))
	}
	return fmt.Sprintf("%s in %s.", number.Count(len(l.Records), "record"), render.OneLine(l.Folder))
}

func (r Part) Answer() string {
	return fmt.Sprintf("Part %d of %d is done, which is not the answer: dovetail merge DIR... joins all parts.", r.Part, r.Parts)
}

func (v Verdicts) Answer() string {
	worst, first, count := v.Worst()
	all := number.Count(len(v.Records), "record")
	switch worst {
	case Holds, Partly:
		whole := 0
		for _, r := range v.Records {
			if r.Verdict == Holds {
				whole++
			}
		}
		if whole == len(v.Records) {
			return fmt.Sprintf("Right: %s computed again.", all)
		}
		return fmt.Sprintf("Nothing wrong was found in %s; %d could be checked only in part.", all, len(v.Records)-whole)
	case Fails:
		return fmt.Sprintf("WRONG: %d of %s, first %s.", count, all, render.OneLine(first.File))
	}
	return fmt.Sprintf("Nothing could be checked in %d of %s, first %s.", count, all, render.OneLine(first.File))
}
