package orders

// form is a set of kernels; every machine has those up to a certain one.
type form int

const (
	plain form = iota // Go
	fma               // powers in double precision, four a register
	ifma              // AVX-512: powers with 52-bit multiply-add, and loops over cells and candidates
)

// active is the form at work.
var active = best()
