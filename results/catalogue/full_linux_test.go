package catalogue

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// A full disk differs from a file that is no catalogue.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=48k"); err != nil {
		t.Skip("no disk can be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	_, err := Open(t.Context(), filepath.Join(dir, "c"))
	if !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if _, err := Open(t.Context(), "/dev/null"); err == nil || errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
}
