package routine

import (
	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// recorded takes what records on file say of a word, if they say something.
func (v *Verdict) recorded(q view.Values, word string) {
	i, ok := q.Distance(word)
	if !ok {
		return
	}
	var used []results.End
	if i.Lower.Value >= v.Low {
		used = append(used, i.Lower)
	}
	if i.Upper.Value <= v.High {
		used = append(used, i.Upper)
		for _, part := range i.Upper.Parts {
			v.Parts = append(v.Parts, Spoken(q, part))
		}
	}
	for _, source := range results.Sources(used...) {
		for _, k := range q.Answers.Filed() {
			if k.Name == source.Name {
				v.Filed = append(v.Filed, k)
			}
		}
	}
	v.within(i.Lower.Value, i.Upper.Value, i.Delta() > 0)
}

// OnFile is what records on file say of the routine of a page.
func OnFile(q view.Values) Verdict {
	v := Verdict{High: 1, Language: q.Says}
	v.recorded(q, q.Text("word"))
	v.Figure = v.figure()
	return v
}

// Exactly is a distance that is known exactly.
func Exactly(d float64, t language.Language) Verdict {
	v := Verdict{Low: d, High: d, Exact: true, Language: t}
	v.Figure = v.figure()
	return v
}
