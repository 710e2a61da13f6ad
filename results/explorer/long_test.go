//go:build long

package explorer

import "time"

func init() { loadTime = 10 * time.Second }
