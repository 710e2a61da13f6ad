package models_test

import (
	"fmt"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/models"
)

// Every model that is registered, by default and as its parameters' examples vary it,
// and these.
func TestModels(t *testing.T) {
	testModels(t,
		"hindu(mean=3,sd=1)", "hindu(mean=4,sd=2,round=floor,min=2)", "hindu(mean=2.5,sd=0.9,round=ceiling)",
		"hindu(mean=1,sd=7,min=3)", "hindu(mean=1/4,sd=1)", "hindu(mean=100,sd=1)",
		"hindu(mean=3/2,sd=1)", "hindu(mean=2,sd=2/3,round=floor,min=2)", "hindu(mean=3,sd=3,round=ceiling)",
		"hindu(size=uniform,min=1,max=3)", "hindu(size=uniform,min=2,max=3)", "hindu(size=uniform,min=4,max=4)",
		"riffle(cut=normal,sd=4)", "riffle(cut=normal,sd=1/2)",
		"cut(law=fixed,cards=2)", "cut(law=fixed,cards=0)",
		"ashuffle(a=5)", "ashuffle(a=6)", "ashuffle(a=7)", "ashuffle(a=8)", "ashuffle(a=1009)",
		"inverse(of=hindu(size=uniform,min=2,max=3))", "inverse(of=inverse(of=top))", "inverse(of=deal(piles=3))",
		"inverse(of=ashuffle(a=2))", "inverse(of=inverse(of=cut(law=binomial)))",
		"human(low=0,high=1,double=0)", "human(low=-3/2,high=1/3,double=1/2)", "human(low=-9,high=9,double=1)",
		"human(low=-1/2,high=3/4,double=2/7)", "hindu(size=uniform,min=2,max=4)",
		"overhand(p=3/10)", "inverse(of=overhand(p=1/3))", "shelf(m=6)", "inverse(of=shelf(m=2))",
		"shelf(m=2,p=1/3)", "shelf(m=3,p=0)", "shelf(m=3,p=1)", "shelf(m=1,p=2/7)", "inverse(of=shelf(m=2,p=3/4))",
		"top(cards=3)", "inverse(of=top(cards=2))", "clumpy(switch=1/3,cut=normal,off=5/4,sd=1)",
		"clumpy(switch=99/100,cut=binomial)", "inverse(of=clumpy(cut=normal))",
		"fisheryates(mistake=short,from=first)", "fisheryates(mistake=late,from=first)", "fisheryates(mistake=modulo,values=3)",
		"deal(piles=1)", "deal(piles=3)", "deal(order=3-1-2,top=first)", "deal(piles=4,top=first)",
	)
}

// Adding a model is adding one file: of turn_test.go no other line knows, and its model
// is among those tested.
func TestAddedModelIsTested(t *testing.T) {
	known := func(m shuffle.Description) bool { return m.Name == "turn" && len(models.Variations(m.Name)) > 3 }
	if !slices.ContainsFunc(models.Describe(), known) {
		t.Fatal("the model of turn_test.go is not among those described")
	}
}

// Every model but that of turn_test.go deals decks of any size.
func TestAllDealLarge(t *testing.T) {
	for _, d := range models.Describe() {
		m := must.Have(models.Parse(d.Name))(t)
		if deals := shuffle.DealerFor[uint32](m, 10) != nil; deals == (d.Name == "turn") {
			t.Errorf("%s deals large decks: %v", d.Name, deals)
		}
	}
}

func TestUniform(t *testing.T) {
	for n := 1; n <= 6; n++ {
		want := map[string]float64{}
		for rank := range perm.Factorial(n) {
			var deck []byte
			for _, card := range perm.Unrank(n, rank) {
				deck = append(deck, byte(card))
			}
			want[string(deck)] = 1 / float64(perm.Factorial(n))
		}
		if err := followsSupport(shuffle.Uniform(n), n, want); err != nil {
			t.Errorf("%d cards: %v", n, err)
		}
	}
}

// What is claimed is tested above; this is what is claimed: whether outcomes, denominator
// and pair law are known, packets, classes, the group, a of an a-shuffle, and shelves.
func TestWhatModelsKnow(t *testing.T) {
	const n = 6
	known := func(yes bool, what string) string {
		if yes {
			return " " + what
		}
		return ""
	}
	for spec, want := range map[string]string{
		"adjacent":                         "outcomes denominator pairs classes",
		"transpositions":                   "denominator pairs",
		"parts":                            "denominator pairs classes",
		"parts(of=top)":                    "outcomes denominator pairs classes",
		"ashuffle":                         "outcomes denominator 3",
		"comparator":                       "outcomes denominator",
		"comparator(sort=blocks)":          "outcomes denominator",
		"clumpy":                           "denominator pairs classes hands",
		"clumpy(cut=normal)":               "pairs classes hands",
		"cut":                              "outcomes denominator pairs classes rotations",
		"cut(law=binomial)":                "outcomes denominator pairs classes",
		"cut(law=fixed)":                   "outcomes denominator pairs classes",
		"deal(piles=2)":                    "outcomes denominator pairs classes",
		"fisheryates":                      "denominator",
		"faro":                             "outcomes denominator pairs classes",
		"hindu":                            "pairs packets",
		"hindu(size=uniform)":              "denominator pairs packets",
		"human":                            "denominator classes hands",
		"keys":                             "outcomes denominator -256",
		"milk":                             "outcomes denominator pairs classes",
		"milk(piles=2)":                    "outcomes denominator pairs classes",
		"monge":                            "outcomes denominator pairs classes",
		"naive":                            "denominator pairs",
		"sattolo":                          "outcomes denominator pairs classes",
		"topswap":                          "denominator pairs",
		"underdown":                        "outcomes denominator pairs classes",
		"inverse":                          "denominator pairs classes -2",
		"inverse(of=inverse)":              "denominator pairs classes 2",
		"inverse(of=inverse(of=ashuffle))": "outcomes denominator 3",
		"inverse(of=hindu(size=uniform))":  "denominator pairs packets",
		"inverse(of=riffle(cut=normal))":   "pairs classes",
		"inverse(of=human)":                "denominator classes",
		"inverse(of=inverse(of=inverse(of=wash)))": "outcomes denominator pairs orders",
		"inverse(of=cut)":                          "outcomes denominator pairs classes rotations",
		"overhand":                                 "outcomes denominator pairs packets classes",
		"riffle":                                   "denominator pairs classes hands 2",
		"riffle(cut=normal)":                       "pairs classes hands",
		"shelf(p=1/3)":                             "outcomes denominator classes shelves 10",
		"shelf(m=3,p=0)":                           "outcomes denominator classes -3",
		"thorp":                                    "outcomes denominator pairs classes hands",
		"shelf":                                    "outcomes denominator classes shelves 10",
		"inverse(of=shelf(m=2))":                   "outcomes denominator classes shelves -2",
		"top":                                      "outcomes denominator pairs classes",
		"top(cards=3)":                             "outcomes denominator pairs classes",
		"wash":                                     "outcomes denominator pairs orders",
	} {
		m := must.Have(models.Parse(spec))(t)
		got := known(shuffle.OutcomesOf(m, n) != nil, "outcomes") +
			known(shuffle.DenominatorOf(m, n) != nil, "denominator") +
			known(shuffle.Pairs(t.Context(), m, n) != nil, "pairs") +
			known(shuffle.PacketsOf(m) != nil, "packets") +
			known(shuffle.Classes(m, n, 64) != nil, "classes") +
			known(hasHands(m, n), "hands") +
			map[shuffle.Group]string{shuffle.Rotations: " rotations", shuffle.Orders: " orders"}[shuffle.ClosedOf(m).UniformOn]
		sign := ""
		if shuffle.ClosedOf(m).Inverse {
			sign = "-"
		}
		if a := shuffle.ClosedOf(m).Packets; a > 0 {
			got += fmt.Sprintf(" %s%d", sign, a)
		}
		if m := shuffle.ClosedOf(m).Shelves; m > 0 {
			got += fmt.Sprintf(" shelves %s%d", sign, m)
		}
		if got != " "+want {
			t.Errorf("%s knows%s, want %s", spec, got, want)
		}
	}
}

func hasHands(m shuffle.Model, n int) bool {
	cuts, runs := shuffle.HandsOf(m, n)
	return cuts != nil && runs != nil
}
