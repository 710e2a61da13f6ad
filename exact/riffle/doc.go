// Package riffle knows the law of an a-shuffle of n cards in closed form, and
// so its exact distance from a fair deck for any n and any number of shuffles.
//
// An a-shuffle cuts the deck into a packets, of sizes as n fair dice with a
// sides would give, and drops cards from packets with probability proportional
// to what they have left; an a-shuffle then a b-shuffle is an ab-shuffle, so
// that m riffles are one 2^m-shuffle. A permutation with r rising sequences has
// probability C(a+n-r, n)/a^n, and there are as many of them as the Eulerian
// number with r-1 descents says (Bayer and Diaconis, Trailing the dovetail
// shuffle to its lair, Annals of Applied Probability 2, 1992, theorems 1 to 3).
//
// A cut at a place chosen uniformly, before or after, leaves laws that are
// closed forms too; see Cut. Everything but the entropy is an exact rational.
package riffle
