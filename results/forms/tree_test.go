package forms

import "testing"

func TestDecimal(t *testing.T) {
	for _, equal := range [][]string{{"10", "1e1", "10.0", "0.1E2", "100e-1"}, {"0", "-0", "0.0", "0e7"}, {"-1.5", "-15e-1"}, {"1e-09", "1e-9", "1E-009"}, {"1e08", "1e+8"}} {
		for _, s := range equal {
			if decimal(s) != decimal(equal[0]) {
				t.Errorf("%s is %s, %s is %s", s, decimal(s), equal[0], decimal(equal[0]))
			}
		}
	}
	if decimal("1") == decimal("-1") || decimal("1") == decimal("10") || decimal("0.1") == decimal("0.10000000000000001") || decimal("1e99999999999") == decimal("1") {
		t.Error("different numbers are taken for the same")
	}
}
