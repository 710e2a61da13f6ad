package elementary

import "math"

// Sin and Cos are for |x| < 2^29: x is j quarters of pi more than z, with |z| <= pi/4, and j even; what is left is
// one of two polynomials (Cephes, sin.c, S. Moshier, as in package math).

// Sin is the sine of x.
func Sin(x float64) float64 {
	octant, z := octants(math.Abs(x))
	y := sine(z)
	if octant&2 != 0 {
		y = cosine(z)
	}
	if (x < 0) != (octant&4 != 0) {
		y = -y
	}
	return y
}

// Cos is the cosine of x.
func Cos(x float64) float64 {
	octant, z := octants(math.Abs(x))
	y := cosine(z)
	if octant&2 != 0 {
		y = sine(z)
	}
	if (octant+2)&4 != 0 {
		y = -y
	}
	return y
}

// octants is an even number of quarters of pi, modulo 8, and the rest of x.
func octants(x float64) (j uint64, z float64) {
	j = uint64(x * (4 / math.Pi))
	j += j & 1
	y := float64(j)
	z = x - float64(y*7.85398125648498535156e-1) // a quarter of pi in three parts
	z -= float64(y * 3.77489470793079817668e-8)
	z -= float64(y * 2.69515142907905952645e-15)
	return j & 7, z
}

func sine(z float64) float64 {
	square := float64(z * z)
	sum := 1.58962301576546568060e-10
	for _, c := range [...]float64{-2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1} {
		sum = float64(sum*square) + c
	}
	return z + float64(z*square*sum)
}

func cosine(z float64) float64 {
	square := float64(z * z)
	sum := -1.13585365213876817300e-11
	for _, c := range [...]float64{2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2} {
		sum = float64(sum*square) + c
	}
	return 1 - float64(0.5*square) + float64(square*square*sum)
}
