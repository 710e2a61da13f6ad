// Package longtest says how much the tests try. With the build tag long, as in make
// test-long, they cover all of their ground. Without it, as in make test, which is run
// often, ranges are thinned and samples are smaller. It also knows the programs of others that tests try.
package longtest

// On reports whether the build tag long is set.
func On() bool { return on }

// Of is some without the build tag long, and all with it.
func Of[T any](some, all T) T {
	if on {
		return all
	}
	return some
}
