package cluster

import (
	"fmt"
	"slices"

	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/population"
	"dovetail/search/run"
	"dovetail/search/topswops"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// kinds are all questions that workers can make jobs of.
var kinds = slices.Concat(words.Kinds, laws.Kinds, deals.Kinds, decks.Kinds, orders.Kinds,
	topswops.Kinds, population.Kinds, trick.Kinds)

// kindOf is the kind of a posted question.
func kindOf(kinds []run.Kind, p run.Posted) (run.Kind, error) {
	i := slices.IndexFunc(kinds, func(k run.Kind) bool { return k.Name == p.Params["job"] })
	if i < 0 {
		return run.Kind{}, fmt.Errorf("%s is not a search that this program can share", p.Params["job"])
	}
	return kinds[i], nil
}
