package pairs

// How far computed distances can be from the truth.
//
// Take one start pair; sizes are sums of absolute values over end pairs. Let F_s
// be its computed row after s random letters, and d_s = F_s - F_(s-1) L_s the error
// that step s adds, L_s being the true law of its letter. What comes after does
// not let an error grow beyond twice its size in Sum (a doubly stochastic law
// minus the uniform one) and not at all in Diff (|Kept - Swapped| <= 1 in sum).
//
// With N the number of pairs, u = 2^-53 and p the slack of the letter's law:
// a product rounds N fused multiply-adds a cell, at most N u/(1 - N u) of
// |F| |L|, which is 4 in Sum and 1 in Diff; the letter's cells are off by p, and
// by u of themselves and of 1/N for each rounding of Sum and Diff, 6u in all.
// Hence d_s <= 4Nu + 2(p + 6u) in Sum and Nu + p + 6u in Diff, to first order.
// A distance is half the sum of max(|Sum|, |Diff|), so a step adds at most
//
//	(2 (4Nu + 2p + 12u) + Nu + p + 6u) / 2 = (9Nu + 5p + 30u) / 2,
//
// and 5 (N+8) u + 3p covers the second order and the rounding of the distance.
// The first letter is read and not multiplied.

func firstSlack(l *letter) float64 { return stepSlack(0, l) }

func stepSlack(pairs int, l *letter) float64 {
	return 5*float64(pairs+8)*0x1p-53 + 3*l.slack
}
