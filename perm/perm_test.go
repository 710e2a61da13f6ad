package perm

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		deck := Identity(n)
		p := Perm(rapid.Permutation([]int(deck)).Draw(t, "p"))
		q := Perm(rapid.Permutation([]int(deck)).Draw(t, "q"))
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		equal(t, "p p^-1", p.Then(p.Inverse()), deck)
		equal(t, "(pq)^-1", p.Then(q).Inverse(), q.Inverse().Then(p.Inverse()))
		equal(t, "JJ", Reversal(n).Then(Reversal(n)), deck)

		power, steps := p, int64(1)
		for ; !isIdentity(power); steps++ {
			power = power.Then(p)
		}
		if o := p.Order(); o.Int64() != steps {
			t.Fatalf("order %v, but returns after %d", o, steps)
		}
	})
}

func TestCheck(t *testing.T) {
	for _, p := range []Perm{{0, 0}, {1, 2}, {-1, 0}} {
		if p.Check() == nil {
			t.Errorf("%v passes for a permutation", p)
		}
	}
}

func equal(t *rapid.T, what string, p, q Perm) {
	for i := range p {
		if p[i] != q[i] {
			t.Fatalf("%s: %v is not %v", what, p, q)
		}
	}
}

func isIdentity(p Perm) bool {
	for i, j := range p {
		if i != j {
			return false
		}
	}
	return true
}
