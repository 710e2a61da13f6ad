package stored

import (
	"dovetail/results"
	"dovetail/results/render"
)

// Part says what one part of a divided search has done. It is not the answer.
type Part struct {
	results.Head
	// The command for the whole search.
	Of string `json:"of"`
	// The number of this part, from 1, and how many there are.
	Part  int `json:"part" unit:"number"`
	Parts int `json:"parts" unit:"number"`
	// The numbers of root tasks of this part and of the whole search.
	Done int `json:"tasks" unit:"tasks"`
	All  int `json:"all_tasks" unit:"tasks"`
	// The best that was found in this part.
	Best []string `json:"best,omitempty" csv:"-"`
	CPU  float64  `json:"cpu_seconds" unit:"seconds"`
}

func (r Part) Sections(p *render.Page) {
	p.Data([]Part{r})
	p.Line("Part %d of %d of %s is done: %d of all %d tasks. The answer needs all parts: dovetail merge DIR...",
		r.Part, r.Parts, r.Of, r.Done, r.All)
	for i, line := range r.Best {
		if i == 0 {
			p.Line("The best in this part:")
		}
		p.Line("  %s", render.OneLine(line))
	}
}
