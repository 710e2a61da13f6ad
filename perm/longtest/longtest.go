// Package longtest sets the effort of the tests. With the build tag long, as in make test-long,
// they cover everything. Without it, as in make test, which is run often, ranges are thinned and
// samples are smaller. It also finds other programs that tests use.
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
