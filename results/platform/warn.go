//go:build !js

package platform

import "log/slog"

// Warn logs what somebody should know, with keys and values.
func Warn(says string, args ...any) { slog.Warn(says, args...) }
