package fair

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/riffle"
	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/models"
	"dovetail/results"
)

// Known faults are compared with a fair shuffle by their likelihoods. The law on whole decks is
// exact where it has a closed form: of riffles by rising sequences, of sorting by keys with ties by
// descents, of Sattolo's algorithm by cycles, of a cut. It is also exact where the model knows it,
// as for sorting by a random comparator. For other faults the law of single cards is exact, and the
// decks are scored by it (scorer).
//
// For a fair shuffler each of these ratios has the mean 1, and so has their average E over all faults. By Markov's inequality
// it exceeds 1/p with a chance of at most p, whatever the number of decks: min(1, 1/E) is the p-value of the test.

// fault is a known fault.
type fault struct {
	repeated
	by    string // deck, cards or fixed points: the law behind the likelihood
	dealt bool   // decks of it are dealt, to estimate how many find it

	// log is the log-likelihood ratio of the decks, -Inf if they are impossible. decks is their
	// number.
	log   float64
	decks int

	// mean and sd are those of one deck's log-likelihood ratio under the fault.
	mean, sd float64
	shifts   []shift // of statistics, of even decks, and of the cards at the same place as in the deck before
	fixed    shift   // of fixed points, where their law is known
	excess   float64 // of the form of cells, for each deck
	cards    int
	law      []float64 // of single cards; nil for that of the model
}

// The laws behind likelihoods.
const (
	byDeck  = "deck"
	byCards = "cards"
	byFixed = "fixed points"
)

// maxRiffles is the most riffles of a fault.
const maxRiffles = 20

// faults are the faults with which whole decks are compared.
func (c Counts) faults() (all []fault) {
	if !c.whole() {
		return nil
	}
	all = append(all, c.cut(), c.sattolo(), c.unshuffled(), c.exchanges(), c.topswaps())
	descents := riffle.Eulerian(c.N) // the numbers of decks by these
	for m := 1; m <= maxRiffles; m++ {
		f := bySequences("riffle", m, c.Rising, descents, new(big.Int).Lsh(big.NewInt(1), uint(m)), c.N, 1)
		all = append(all, f)
		if f.mean < 1e-6 {
			break
		}
	}
	keys := []int{c.N, 100, 256, 1000, 1 << 16}
	slices.Sort(keys)
	for _, a := range slices.Compact(keys) {
		all = append(all, bySequences(fmt.Sprintf("keys(values=%d)", a), 1, c.Descents, descents, big.NewInt(int64(a)), c.N, 0))
	}
	for i, r := range scoredFaults(c.N) {
		f := fault{repeated: r, by: byCards, dealt: true, log: c.Scores[i].Log, decks: c.Scores[i].Decks}
		if f.log <= impossible {
			f.log = math.Inf(-1)
		}
		if _, ok := r.likely(); ok {
			f.by = byDeck
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(f, g fault) int {
		switch {
		case f.log > g.log:
			return -1
		case f.log < g.log:
			return 1
		}
		return 0
	})
	return all
}

// cut makes n decks equally likely.
func (c Counts) cut() fault {
	each := 0.0
	for i := 2; i < c.N; i++ {
		each += elementary.Log(float64(i))
	}
	return constantRatio("cut(law=uniform)", c.Rotations, c.Decks, each)
}

// sattolo makes the (n-1)! decks of one cycle equally likely.
func (c Counts) sattolo() fault {
	return constantRatio("sattolo", c.Cycles[1], c.Decks, elementary.Log(float64(c.N)))
}

// unshuffled makes new decks, a share s of all, and fair ones. Every s from 0 to 1 is taken to be equally likely. Then
// k new decks of N are likelier than if all were fair by the factor n!^k (n!/(n!-1))^(N-k) k! (N-k)!/(N+1)!, whose mean
// over fair decks is 1.
func (c Counts) unshuffled() fault {
	k, decks, orders := float64(c.Neighbours[c.N-1]), float64(c.Decks), elementary.Lgamma(float64(c.N+1))
	f := fault{repeated: repeated{model: "unshuffled", times: 1}, by: byDeck, decks: c.Decks,
		log: float64(k*orders) - float64((decks-k)*elementary.Log1p(-exp(-orders))) +
			elementary.Lgamma(k+1) + elementary.Lgamma(decks-k+1) - elementary.Lgamma(decks+2)}
	share := k / decks
	f.does = fmt.Sprintf("%.0f of %s were not shuffled, and the others are fair", k, number.Count(c.Decks, "deck"))
	for i, s := range detecting {
		fair, is := s.Fair(c.N), []float64{1, float64(c.N - 1), float64(c.N), 0}[i] // of a new deck
		off := is - fair.Mean
		f.shifts = append(f.shifts, shift{share * off, math.Sqrt(float64(share*(1-share)*off*off) + float64((1-share)*fair.SD*fair.SD)), fair.SD})
	}
	f.shifts = append(f.shifts, shift{share / 2, math.Sqrt(1-float64(share*share)) / 2, 0.5}) // a new deck is even
	both, n := float64(share*share), float64(c.N)                                             // new decks
	stays := 1 + float64(both*(n-1))
	f.shifts = append(f.shifts, shift{stays - 1, math.Sqrt(float64(both*n*n) + float64(2*(1-both)) - float64(stays*stays)), 1})
	for card := range c.N {
		for place := range c.N {
			f.law = append(f.law, (1-share)/float64(c.N)+float64(share*float64(indicator(card == place))))
		}
	}
	return f
}

// constantRatio is a fault that makes each possible deck likelier by the same factor.
func constantRatio(model string, possible, decks int, each float64) fault {
	f := fault{repeated: repeated{model: model, times: 1}, by: byDeck, decks: decks, mean: each, log: math.Inf(-1)}
	if possible == decks {
		f.log = float64(decks) * each
	}
	return f
}

// bySequences is an a-shuffle by the counts of rising sequences, or its inverse by the counts of
// descents. The counts are numbered from first. For a deck with r rising sequences the ratio is n!
// C(a+n-r, n)/a^n.
func bySequences(model string, times int, counts []int, decks []*big.Int, a *big.Int, n, first int) fault {
	f := fault{repeated: repeated{model: model, times: times}, by: byDeck}
	all := new(big.Int).MulRange(1, int64(n))
	square := 0.0
	for k, count := range decks {
		seen := counts[k+first]
		f.decks += seen
		q := riffle.Q(n, a, k+1)
		if q.Sign() == 0 {
			if seen > 0 {
				f.log = math.Inf(-1)
			}
			continue
		}
		log := logOf(new(big.Rat).Mul(q, new(big.Rat).SetInt(all)))
		if seen > 0 {
			f.log += float64(float64(seen) * log)
		}
		p, _ := new(big.Rat).Mul(q, new(big.Rat).SetInt(count)).Float64()
		f.mean += float64(p * log)
		square += float64(p * float64(log*log))
	}
	f.sd = math.Sqrt(max(0, square-float64(f.mean*f.mean)))
	return f
}

// logOf is the logarithm of a positive rational.
func logOf(x *big.Rat) float64 {
	part := func(x *big.Int) (log float64) {
		var m big.Float
		e := m.SetInt(x).MantExp(&m)
		f, _ := m.Float64()
		return elementary.Log(f) + float64(float64(e)*math.Ln2)
	}
	if y, _ := x.Float64(); y > 0.5 && y < 2 {
		d, _ := new(big.Rat).Sub(x, big.NewRat(1, 1)).Float64()
		return elementary.Log1p(d)
	}
	return part(x.Num()) - part(x.Denom())
}

// explains reports whether a fault is so much likelier than a fair shuffle that a fair shuffler
// leads to this at the given rate at most, whichever of the faults it is, and whether statistics and
// cells are those of the fault. Means of statistics are compared with those of its decks that are
// dealt. The count of each cell is binomial, by the exact law of single cards.
func (c Counts) explains(ctx context.Context, f fault, faults int, rate float64) (bool, error) {
	if f.log < elementary.Log(float64(faults)/rate) {
		return false, nil
	}
	if f.shifts == nil {
		if err := f.trial(ctx, c.N); err != nil {
			return false, err
		}
	}
	means := []float64{mean(c.Rising), mean(c.Neighbours), mean(c.Fixed), float64(c.inversions()) / float64(c.Decks), float64(c.even()) / float64(c.Decks)}
	fair := []float64{1, 1, 1, 1, 0.5, 1}
	for i, s := range detecting {
		fair[i] = s.Fair(c.N).Mean
	}
	if c.From == New && c.Decks > 1 {
		means = append(means, mean(c.Stays))
	}
	for i, mean := range means {
		s := f.shifts[i]
		noise := s.sd * math.Sqrt(1/float64(c.Decks)+1./trials)
		if far := mean - fair[i] - s.by; math.Abs(far) > float64(farthest*noise) {
			return false, nil
		}
	}
	law := f.law
	if law == nil {
		law = powers(f.parsed(), c.N, f.times)
	}
	least := rate / float64(len(law))
	for card, row := range c.Cells {
		for place, count := range row {
			if binomial(count, c.Decks, law[card*c.N+place]) <= least {
				return false, nil
			}
		}
	}
	return true, nil
}

// farthest is the most standard errors between a statistic and that of the fault that explains it.
const farthest = 5

// mean is the mean of a statistic that is i in counts[i] decks.
func mean(counts []int) float64 {
	decks, sum := 0, 0
	for i, count := range counts {
		decks, sum = decks+count, sum+i*count
	}
	return float64(sum) / float64(decks)
}

// seeds is about how many different decks a generator with too few seeds can make, or 0 if these
// decks are not of such a generator. If N decks have P pairs of equal ones, their number is about
// N^2/2P; and these pairs multiply the mean of the form of cells by 1 + 2P/N.
func (c Counts) seeds(repeated results.FairTest, rate float64) int64 {
	r := c.Repeats
	if !repeated.Alarm || repeated.Seen < repeated.Fair || r.Pairs == 0 {
		return 0
	}
	cells := c.forms()[0]
	cells.value /= 1 + float64(2*float64(r.Pairs)/float64(r.Decks))
	if cells.p() <= rate {
		return 0
	}
	kept := float64(r.Decks)
	return int64(math.Ldexp(kept*kept/float64(2*float64(r.Pairs)), r.Bits))
}

// repeated is a model that is repeated a number of times.
type repeated struct {
	model string
	times int
	keeps float64 // about the chance that neighbours stay together, where decks are scored by single cards
	does  string  // in words for programmers; "" for the summary of the model
}

func (r repeated) parsed() shuffle.Model {
	m, err := models.Parse(r.model)
	if err != nil {
		panic(err)
	}
	return m
}

// says is what the fault does.
func (r repeated) says() string {
	if r.does != "" {
		return r.does
	}
	name, _, _ := strings.Cut(r.model, "(")
	all := models.Describe()
	return all[slices.IndexFunc(all, func(d shuffle.Description) bool { return d.Name == name })].Summary
}

// likely is its model, if that knows the probability of every deck.
func (r repeated) likely() (m shuffle.Likely, ok bool) {
	m, ok = r.parsed().(shuffle.Likely)
	return m, ok && r.times == 1
}

// scoredFaults are the faults of n cards whose likelihood does not follow from counts of
// statistics. For these, decks are scored one by one.
func scoredFaults(n int) []repeated {
	all := []repeated{{"naive", 1, 0, ""}, {"inverse(of=naive)", 1, 0, "exchange the card at each place, from the bottom up, with one at any place"},
		{"overhand(p=1/10)", 1, 0.9, ""}, {"overhand(p=1/10)", 3, 0.729, ""}, {"overhand(p=1/10)", 10, 0.35, ""},
		{"comparator(sort=binary)", 1, 0, ""}, {"comparator(sort=blocks)", 1, 0, ""}, {"comparator(sort=merge)", 1, 0, ""}, {"comparator(sort=insertion)", 1, 0, ""}}
	for _, from := range []string{"last", "first"} {
		at := ", in a loop from the " + from + " place of the shuffle of Fisher and Yates"
		all = append(all,
			repeated{"fisheryates(mistake=round,from=" + from + ")", 1, 0, "draw the ends of a range half as often as the other places, as Math.round(Math.random() * i) does in place of Math.floor(Math.random() * (i + 1))" + at},
			repeated{"fisheryates(mistake=short,from=" + from + ")", 1, 0, "end one card early" + at},
			repeated{"fisheryates(mistake=late,from=" + from + ")", 1, 0, "begin one card late, so that the " + from + " card never moves" + at},
			repeated{"fisheryates(mistake=modulo,values=256,from=" + from + ")", 1, 0, "draw places by a random byte modulo their number, some more often than others" + at})
	}
	return slices.DeleteFunc(all, func(r repeated) bool { return r.parsed().Check(n) != nil })
}

// scorers are the scorers of these faults, for decks of n cards.
func scorers(n int) (all []*scorer) {
	for _, r := range scoredFaults(n) {
		all = append(all, newScorer(r, n))
	}
	return all
}

// trials is the number of decks of a fault that are dealt to estimate how many it takes to find it.
const trials = 400

// detecting are the statistics that may find a fault sooner than its likelihood ratio does.
var detecting = []statistic.Statistic{statistic.Rising, statistic.Adjacencies, statistic.Fixed, statistic.Inversions}

// trial deals decks of a fault, and estimates from them how many decks find it.
func (f *fault) trial(ctx context.Context, n int) error {
	s, deal, rng := newScorer(f.repeated, n), f.parsed().Dealer(n), draw.Keyed(1, "fair faults "+f.model, 0, 0)
	for _, p := range s.law {
		d := p - 1/float64(n)
		f.excess += float64(float64(d*d) * float64(n-1))
	}
	a, b, g := shuffle.NewDeck(n), shuffle.NewDeck(n), statistic.NewMeasurer(n)
	deck := make([]uint32, n)
	logs, values, evens, stays, last := make([]float64, trials), make([][]float64, len(detecting)), []float64{}, []float64{}, make([]uint16, n)
	for k := range logs {
		for i := range a {
			a[i] = uint16(i)
		}
		for range f.times {
			deal(rng, b, a)
			a, b = b, a
		}
		for j, c := range a {
			deck[j] = uint32(c)
		}
		v, err := g.Measure(ctx, deck)
		if err != nil {
			return err
		}
		logs[k] = s.ratio(a)
		evens = append(evens, float64(indicator((int64(n)-v[statistic.Cycles])%2 == 0)))
		same := 0
		for j, c := range a {
			same += indicator(c == last[j])
		}
		if copy(last, a); k > 0 {
			stays = append(stays, float64(same))
		}
		for i, s := range detecting {
			values[i] = append(values[i], float64(v[s]))
		}
	}
	if l := tally.MomentsOf(logs); f.by != byFixed {
		f.mean, f.sd = l.Mean, math.Sqrt(l.Variance)
	}
	f.cards = n
	for i, s := range detecting {
		here, fair := tally.MomentsOf(values[i]), s.Fair(n)
		f.shifts = append(f.shifts, shift{here.Mean - fair.Mean, math.Sqrt(here.Variance), fair.SD})
	}
	for _, of := range []struct {
		values   []float64
		mean, sd float64 // of fair decks
	}{{evens, 0.5, 0.5}, {stays, 1, 1}} {
		here := tally.MomentsOf(of.values)
		f.shifts = append(f.shifts, shift{here.Mean - of.mean, math.Sqrt(here.Variance), of.sd})
	}
	return nil
}

// shift is the difference between the mean of a statistic under the fault and for fair decks, with
// its standard deviation under each.
type shift struct{ by, sd, fair float64 }

// average is the logarithm of the average ratio.
func average(all []fault) float64 {
	most := math.Inf(-1)
	for _, f := range all {
		most = max(most, f.log)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, f := range all {
		if f.log-most > -700 {
			sum += elementary.Exp(f.log - most)
		}
	}
	return most + elementary.Log(sum/float64(len(all)))
}

// needed is about the number of decks that find the fault in nine of ten cases. They find it when
// the average ratio over all faults exceeds 1/limit, which takes N mean - z sd sqrt(N) =
// log(faults/limit), or when the mean of a statistic or the form of cells is beyond its limit. It
// is 0 if none of these happens.
func (f fault) needed(faults int, limit float64) (decks float64) {
	sooner := func(n float64) {
		if n = math.Ceil(n); decks == 0 || n < decks {
			decks = n
		}
	}
	if f.mean > 0 {
		log, z := elementary.Log(float64(faults)/limit), float64(ninth*f.sd)
		root := (z + math.Sqrt(float64(z*z)+float64(float64(4*f.mean)*log))) / (2 * f.mean)
		sooner(float64(root * root))
	}
	shifted := func(s shift, noise float64) {
		if far := math.Abs(s.by) - noise; far > 0 {
			root := (float64(-elementary.NormalQuantile(limit/2)*s.fair) + float64(ninth*s.sd)) / far
			sooner(float64(root * root))
		}
	}
	shifted(f.fixed, 0)
	for _, s := range f.shifts {
		shifted(s, 4*s.sd/math.Sqrt(trials)) // as the mean was estimated
	}
	if df := float64((f.cards - 1) * (f.cards - 1)); f.excess > 1e-9 {
		sooner((ninth - elementary.NormalQuantile(limit/2)) * math.Sqrt(2*df) / f.excess)
	}
	return decks
}
