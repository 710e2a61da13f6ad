package modular

import (
	"dovetail/results"
	"dovetail/results/number"
)

// Record is the certificate of an order of 2 with the powers that prove it.
func (c Certificate) Record() results.OrderOfTwo {
	o := results.OrderOfTwo{
		Order:          number.OfUint(c.Order),
		Modulus:        number.OfUint(c.Modulus),
		ModulusFactors: c.ModulusFactors.record(),
		OrderFactors:   c.OrderFactors.record(),
		Residues:       []results.OrderResidue{},
	}
	for _, q := range c.OrderFactors {
		e := c.Order / q.P
		o.Residues = append(o.Residues, results.OrderResidue{
			Q: number.OfUint(q.P), Exponent: number.OfUint(e), Residue: number.OfUint(Power(2, e, c.Modulus)),
		})
	}
	return o
}

func (f Factors) record() []results.PrimePower {
	out := []results.PrimePower{}
	for _, q := range f {
		out = append(out, results.PrimePower{P: number.OfUint(q.P), E: q.E})
	}
	return out
}
