//go:build site

package files

import "embed"

//go:embed dovetail.bin wasm_exec.js
var program embed.FS
