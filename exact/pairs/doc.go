// Package pairs computes laws of ordered pairs of cards exactly, without dealing.
//
// Two cards are followed at once: their ordered pair of positions is a Markov
// chain on n(n-1) states, and the shuffles of a word are independent, so that
// the pair law of a word is the product of those of its letters.
//
// Naming the cards in the other order changes nothing. In terms of Kept and
// Swapped (see shuffle.PairLaw) that splits a law into two matrices with a row
// and a column for each of the N = n(n-1)/2 unordered pairs,
//
//	Sum = Kept + Swapped - 1/N,  Diff = Kept - Swapped,
//
// and products are taken in each by itself: for two shuffles one after the other
// Kept = K K' + S S' and Swapped = K S' + S K', so that K+S and K-S multiply, and
// (K+S) is doubly stochastic, whose deviations multiply as in package position.
// That is a quarter of the work of n(n-1) states, and both tend to 0.
//
// An end pair has the deviations (Sum +- Diff)/2 from 1/(n(n-1)), and
// |s+d| + |s-d| = 2 max(|s|, |d|), so the distance of a start pair's law from
// uniform is half the sum of max(|Sum|, |Diff|) over its row.
package pairs
