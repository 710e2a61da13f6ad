package number

import "testing"

func TestGuaranteed(t *testing.T) {
	for _, c := range []struct {
		x, error float64
		want     string
	}{
		{0.15673599081637283, 0, "0.15673599081637282"},
		{0.15673599081637283, 2e-14, "0.1567359908164"},
		{0.15673599081637283, 1e-14, "0.15673599081637"},
		{0.5, 1e-14, "0.5"},
		{28.835455234075408, 3e-14, "28.8354552340754"},
		{7.445225492119789e-05, 1e-18, "7.4452254921198e-05"},
		{3e-15, 2e-14, "0"},
		{6e-14, 2e-14, "0"},
		{6e-13, 2e-14, "6e-13"},
		{0, 1e-14, "0"},
		{-12.345, 0.02, "-12.3"},
	} {
		if got := Guaranteed(c.x, c.error); got != c.want {
			t.Errorf("%v within %v is %s, want %s", c.x, c.error, got, c.want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		x, error float64
		want     string
	}{
		{0.00150349123, 2e-14, "0.00150349"},
		{7.41862e-12, 6e-14, "7.4e-12"},
		{0.5, 2e-14, "0.5"},
		{1e-15, 2e-14, "0"},
	} {
		if got := Digits(c.x, c.error, 6); got != c.want {
			t.Errorf("%v within %v is %s, want %s", c.x, c.error, got, c.want)
		}
	}
}
