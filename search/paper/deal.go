package paper

import (
	"fmt"
	"math"

	"dovetail/perm"
	"dovetail/results"
	"dovetail/results/published"
	"dovetail/search/words"
)

// silent compares the repetitions of the deal, none of which had a white cell.
func (c *comparison) silent() results.Statement {
	p := published.Silent
	var most words.Row
	for _, r := range c.repeat(p.Letter, p.Times).Rows {
		if r.Expected >= most.Expected {
			most = r
		}
	}
	s := results.Statement{Where: p.Where, What: fmt.Sprintf("largest w of %s^m, m <= %d", p.Letter, p.Times),
		Ours: results.Whole(most.White)}
	return c.noted(p.Letter, measured(s, float64(p.W), most.Expected, most.SD, most.SD))
}

// nearly is how far cards may be from their places on average, as a share of a
// uniform shuffle's, in a deck that is nearly as it was.
const nearly = 0.1

// mostPowers bounds the search for a power near the identity.
const mostPowers = 10000

// returns compares the deals after which the deck is nearly as it was.
func (c *comparison) returns() []results.Statement {
	p := published.Return
	first := results.Statement{Where: p.Where, What: fmt.Sprintf("m where %s^m is nearly the identity", p.Letter),
		Paper: results.Whole(p.Times), Ours: results.Text("none")}
	once := c.Alphabet.Letters[c.word(p.Letter)[0]].Perm
	if once == nil {
		first.Note = "the model is no permutation."
		return []results.Statement{first}
	}
	n := float64(len(once))
	uniform := (n*n - 1) / (3 * n) // mean of |i-j|
	power, found, moved := perm.Identity(len(once)), 0, 0.0
	for m := 1; m <= mostPowers && (found == 0 || m <= p.Times); m++ {
		power = power.Then(once)
		mean := displacement(power)
		if m == p.Times {
			moved = mean
		}
		if found == 0 && mean <= nearly*uniform {
			found = m
		}
	}
	if found > 0 {
		first.Ours = results.Whole(found)
		first.Reproduces = found == p.Times
	}
	first.Note = fmt.Sprintf("ours is the first power that moves cards at most %v times as far as a uniform shuffle; the order of %s is %v.",
		nearly, p.Letter, once.Order())
	return []results.Statement{first, {
		Where: p.Where, What: fmt.Sprintf("places that %s^%d moves a card", p.Letter, p.Times),
		Paper: results.Text("near 0"), Ours: results.Num(math.Round(100*moved) / 100), Reproduces: moved <= nearly*uniform,
		Note: fmt.Sprintf("the mean over cards; that of a uniform shuffle is %.2f.", uniform),
	}}
}

// displacement is the mean of |i - p(i)|.
func displacement(p perm.Perm) float64 {
	sum := 0
	for i, j := range p {
		sum += max(i-j, j-i)
	}
	return float64(sum) / float64(len(p))
}
