//go:build js

package platform

import (
	"errors"
	"os"
	"time"
)

// In a browser nothing is stored, and there is no other process.

// Lock does nothing.
func Lock(*os.File, bool) error { return nil }

// Advisory is false.
const Advisory = false

// No lock is held by anybody, and no file system is without locks.
var (
	Held     = errors.New("locked")
	Lockless []error
)

// SyncDir does nothing.
func SyncDir(string) error { return nil }

// Hangup is no signal.
var Hangup os.Signal

// CPUTime is the time on the clock.
func CPUTime() time.Duration { return time.Since(launch) }

var launch = time.Now()

// Warn does nothing: readers of a page see no log.
func Warn(string, ...any) {}

// Nowhere is not known.
func Nowhere(*os.File) bool { return false }
