//go:build !js

package catalogue

import (
	"errors"

	"modernc.org/sqlite"
)

// code is that of an error of SQLite; 0 for others.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}
