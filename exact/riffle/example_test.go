package riffle_test

import (
	"fmt"
	"math/big"

	"dovetail/exact/riffle"
)

// Seven riffles are one 128-shuffle. Every distance is an exact fraction.
func ExampleTVD() {
	for m := 5; m <= 8; m++ {
		packets := new(big.Int).Lsh(big.NewInt(1), uint(m))
		fmt.Println(m, riffle.TVD(52, packets).FloatString(6), riffle.Separation(52, packets).FloatString(6))
	}
	// Output:
	// 5 0.923733 1.000000
	// 6 0.613550 1.000000
	// 7 0.334061 0.999995
	// 8 0.167159 0.996177
}

// A uniform cut after the riffles.
func ExampleNew() {
	seven := big.NewInt(1 << 7)
	fmt.Println(riffle.New(52, riffle.After).TVD(seven).FloatString(6))
	// Output: 0.325562
}
