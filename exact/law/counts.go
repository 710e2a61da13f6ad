package law

import (
	"cmp"
	"math/big"
	"math/bits"
)

// Counts are integers of any size, one for each deck, by digits. That of deck d is
//
//	sum over k of Digits[k][d] 2^(k Bits), all digits below 2^Bits.
//
// A step is linear, so it is done on every digit separately, in 64-bit arithmetic. The
// result for a digit is a sum of digits with weights that add up to the letter's
// denominator D. With D <= 2^(64-Bits) it is at most (2^Bits - 1) D; the carry from the
// digit below is less than D, and both together are below 2^64.
type Counts struct {
	Bits   uint
	Digits [][]uint64
}

// widest is the most bits of the denominator of a letter for exact counts. A larger one
// would leave few bits to a digit, and every digit costs a step.
const widest = 48

// digitBits is how many bits a digit may have for steps of these letters.
func (a *Compiled) digitBits(steps []*letter) uint {
	most := a.bits
	for _, l := range steps {
		if l.counts != nil {
			below := new(big.Int).Sub(l.Den, big.NewInt(1))
			most = min(most, 64-uint(below.BitLen()))
		}
	}
	return most
}

// resize gives c room for the given number of digits, whose values are undefined.
func (c *Counts) resize(decks, digits int) {
	for k := len(c.Digits); k < digits; k++ {
		if k < cap(c.Digits) && c.Digits[:k+1][k] != nil {
			c.Digits = c.Digits[:k+1]
		} else {
			c.Digits = append(c.Digits, make([]uint64, decks))
		}
	}
	c.Digits = c.Digits[:digits]
}

// carry makes all digits less than 2^Bits again, with one more digit if necessary.
func (c *Counts) carry() {
	for k := 0; k < len(c.Digits); k++ {
		low := c.Digits[k]
		if k == len(c.Digits)-1 {
			var all uint64
			for _, x := range low {
				all |= x
			}
			if all>>c.Bits == 0 {
				return
			}
			c.resize(len(low), k+2)
			clear(c.Digits[k+1])
		}
		high, mask := c.Digits[k+1], uint64(1)<<c.Bits-1
		for d, x := range low {
			low[d] = x & mask
			high[d] += x >> c.Bits
		}
	}
}

// split is x as digits.
func (c *Counts) split(x *big.Int) (digits []uint64) {
	mask := new(big.Int).SetUint64(1<<c.Bits - 1)
	for rest := new(big.Int).Set(x); rest.Sign() > 0; rest.Rsh(rest, c.Bits) {
		digits = append(digits, new(big.Int).And(rest, mask).Uint64())
	}
	return digits
}

// At is the count of a deck.
func (c *Counts) At(deck int) *big.Int {
	var digit big.Int
	x := new(big.Int)
	for k := len(c.Digits) - 1; k >= 0; k-- {
		x.Lsh(x, c.Bits).Add(x, digit.SetUint64(c.Digits[k][deck]))
	}
	return x
}

// compare orders two decks by their counts.
func (c *Counts) compare(d, e int) int {
	for k := len(c.Digits) - 1; k > 0; k-- {
		if digit := c.Digits[k]; digit[d] != digit[e] {
			return cmp.Compare(digit[d], digit[e])
		}
	}
	return cmp.Compare(c.Digits[0][d], c.Digits[0][e])
}

// least is the least count.
func (c *Counts) least() *big.Int {
	best := 0
	for d := range c.Digits[0] {
		if c.compare(d, best) < 0 {
			best = d
		}
	}
	return c.At(best)
}

// above is the number of counts larger than x, and their sum. Some count is not larger
// than x.
func (c *Counts) above(x *big.Int) (decks uint64, sum *big.Int) {
	level := make([]uint64, len(c.Digits))
	copy(level, c.split(x))
	columns := make([]column, len(c.Digits))
	top := len(level) - 1
	for d, digit := range c.Digits[top] {
		if digit < level[top] || digit == level[top] && !c.exceeds(d, level) {
			continue
		}
		decks++
		for k := range columns {
			columns[k].add(0, c.Digits[k][d])
		}
	}
	sum = new(big.Int)
	for k := range columns {
		sum.Add(sum, columns[k].shifted(uint(k)*c.Bits))
	}
	return decks, sum
}

// exceeds reports whether the count of a deck is larger than x.
func (c *Counts) exceeds(deck int, x []uint64) bool {
	k := len(x) - 1
	for k > 0 && c.Digits[k][deck] == x[k] {
		k--
	}
	return c.Digits[k][deck] > x[k]
}

// squares is the sum of all counts squared, over the pairs of their digits.
func (c *Counts) squares() *big.Int {
	sum := new(big.Int)
	for i, a := range c.Digits {
		for j, b := range c.Digits[:i+1] {
			var s column
			for d, x := range a {
				s.add(bits.Mul64(x, b[d]))
			}
			shift := uint(i+j) * c.Bits
			if i != j {
				shift++
			}
			sum.Add(sum, s.shifted(shift))
		}
	}
	return sum
}

// column is a sum of numbers below 2^128, lowest word first.
type column [3]uint64

func (s *column) add(hi, lo uint64) {
	var carry uint64
	s[0], carry = bits.Add64(s[0], lo, 0)
	s[1], carry = bits.Add64(s[1], hi, carry)
	s[2] += carry
}

func (s *column) shifted(by uint) *big.Int {
	var word big.Int
	x := new(big.Int)
	for i := 2; i >= 0; i-- {
		x.Lsh(x, 64).Add(x, word.SetUint64(s[i]))
	}
	return x.Lsh(x, by)
}
