//go:build !js

package platform

import "log/slog"

// Warn logs a warning, with keys and values.
func Warn(says string, args ...any) { slog.Warn(says, args...) }
