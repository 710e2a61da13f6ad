package fair

import (
	"fmt"
	"math"

	"dovetail/exact/statistic"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
)

// Exchanges of random places, too few of them. Nearly all that can be seen of these is the number of fixed points. It is
// compared with that of decks in which each of m cards stays by itself with a probability p, and all that do not stay are a
// fair deck. Given f fixed points, such a deck is likelier than a fair one by the factor
//
//	sum over u of C(m, u) p^u (1-p)^(m-u) f (f-1) ... (f-u+1),
//
// as u given cards stay in one of n (n-1) ... (n-u+1) fair decks. The mean of f (f-1) ... (f-u+1) over fair decks is 1 for
// every u <= n, and so is that of the factor.

// mostExchanges is the largest number of exchanges for each card: more could not be seen in a million decks of 52.
const mostExchanges = 5

// exchanges are k exchanges of two random places, where every k from 1 to 5n is taken to be equally likely. With the
// probability (1 - 1/n) (1 - 2/n)^k above that of the other places a card is at its own.
func (c Counts) exchanges() fault {
	n, logs := float64(c.N), make([]float64, mostExchanges*c.N)
	stays := func(k int) float64 { return (1 - 1/n) * elementary.Pow(1-2/n, float64(k)) }
	best, sum := 0, 0.0
	for i := range logs {
		if logs[i] = c.stay(c.N, stays(i+1)); logs[i] > logs[best] {
			best = i
		}
	}
	from, to := best, best
	for i, log := range logs {
		sum += exp(log - logs[best])
		if log > logs[best]-2 { // within two standard errors
			from, to = min(from, i), max(to, i)
		}
	}
	f := c.staying(fmt.Sprintf("transpositions(k=%d,distinct=false)", best+1), c.N, stays(best+1))
	f.log = logs[best] + elementary.Log(sum/float64(len(logs)))
	times := number.Count(to+1, "time")
	if from < to {
		times = fmt.Sprintf("%d to %s", from+1, times)
	}
	f.does = "exchange the cards of two random places, " + times + " in all, which are too few"
	return f
}

// topswaps are n exchanges of the top card, after which any other is untouched with the probability (1 - 1/n)^n.
func (c Counts) topswaps() fault {
	return c.staying("topswap(times=cards)", c.N-1, elementary.Pow(1-1/float64(c.N), float64(c.N)))
}

// staying is the fault of a model in which m cards stay, each with a probability.
func (c Counts) staying(model string, m int, p float64) fault {
	f := fault{repeated: repeated{model: model, times: 1}, by: byFixed, dealt: true, log: c.stay(m, p), decks: c.Decks}
	mean, square, squares := 0.0, 0.0, 0.0
	for fixed, share := range statistic.Fixed.Probabilities(c.N) {
		log := likelier(m, p, fixed)
		share *= elementary.Exp(log)
		f.mean += float64(share * log)
		square += float64(share * float64(log*log))
		mean += float64(share * float64(fixed))
		squares += float64(share * float64(fixed*fixed))
	}
	f.fixed = shift{mean - 1, math.Sqrt(squares - float64(mean*mean)), 1}
	f.sd = math.Sqrt(max(0, square-float64(f.mean*f.mean)))
	return f
}

// stay is the logarithm of the product of the factors of all decks.
func (c Counts) stay(m int, p float64) (log float64) {
	for fixed, decks := range c.Fixed {
		if decks > 0 {
			log += float64(float64(decks) * likelier(m, p, fixed))
		}
	}
	return log
}

// likelier is the logarithm of the factor.
func likelier(m int, p float64, fixed int) (log float64) {
	const large = 1e200
	sum, one := 1.0, 1.0
	for u := min(m, fixed) - 1; u >= 0; u-- {
		sum = one + float64(sum*float64(float64((m-u)*(fixed-u))/float64(u+1)*(p/(1-p))))
		if sum > large {
			sum, one, log = sum/large, one/large, log+elementary.Log(large)
		}
	}
	return log + elementary.Log(sum) + float64(float64(m)*elementary.Log1p(-p))
}
