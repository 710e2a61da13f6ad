package dense

// form is a set of kernels; every machine has those up to a certain one.
type form int

const (
	plain  form = iota // Go
	avx2               // vectors of four doubles
	avx512             // products in vectors of eight doubles
	vnni               // products of whole numbers added as they are made
)

// active is the form at work.
var active = best()
