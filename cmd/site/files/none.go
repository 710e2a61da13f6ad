//go:build !site

package files

import "embed"

// program is not there.
var program embed.FS
