//go:build long

package bundles

import "testing"

func TestBundlesAgainstHalvingOf13And14(t *testing.T) {
	testAgainstHalving(t, 13, 10)
	testAgainstHalving(t, 14, 10)
}
