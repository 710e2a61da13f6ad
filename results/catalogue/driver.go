//go:build !js

package catalogue

import (
	"errors"

	"modernc.org/sqlite"
)

// extended is the code of an error of SQLite with the details of its kind; 0 for others.
func extended(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
