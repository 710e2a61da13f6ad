package orders

import (
	"testing"

	"dovetail/perm/modular"
)

func TestHalvingWalk(t *testing.T) {
	for m := uint64(1); m < 6000; m += 2 {
		if got, want := halvingWalk(m, m), modular.NaiveOrder(2, m); got != want {
			t.Fatalf("%d: %d, want %d", m, got, want)
		}
	}
	if halvingWalk(1e9+7, 100) != 0 {
		t.Error("the walk did not give up")
	}
}

func TestVerify(t *testing.T) {
	for _, r := range [][2]uint64{{3, 300001}, {1e12 + 1, 1e12 + 2001}, {1 << 62, 1<<62 + 20}} {
		p, err := NewPlan(r[0], r[1], InOrder...)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Verify(t.Context(), 1)
		if err != nil || len(v.Mismatches) > 0 || v.Walked+v.Certified != (p.To-p.From)/2+1 {
			t.Errorf("%v: %+v (%v)", r, v, err)
		}
	}
}

// Wrong orders of every kind are found.
func TestVerifyFindsErrors(t *testing.T) {
	for m := uint64(3); m < 3000; m += 2 {
		right := modular.NaiveOrder(2, m)
		for _, wrong := range []uint64{right + 1, 2 * right, 600 * right, 3 * right} {
			c := &cells{first: m, n: 1, orders: []uint64{wrong}}
			if v := c.verify(); len(v.Mismatches) != 1 || v.Mismatches[0].Modulus.Uint64() != m {
				t.Fatalf("order %d of %d passed", wrong, m)
			}
		}
		c := &cells{first: m, n: 1, orders: []uint64{right}}
		if v := c.verify(); len(v.Mismatches) != 0 {
			t.Fatalf("order %d of %d failed", right, m)
		}
	}
}
