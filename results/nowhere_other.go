//go:build !linux

package results

import "os"

// nowhere cannot tell here.
func nowhere(*os.File) bool { return false }
