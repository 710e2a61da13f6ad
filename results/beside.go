package results

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// createBeside makes a new file of a random hidden name next to path, with the
// permission that path itself would get, and removes those that writers of path
// left there when they were killed. A writer holds a lock on its file until it
// calls release, and the system lets go of what the dead held; so a file that
// can be locked is nobody's.
func createBeside(path string) (f *os.File, release func(), err error) {
	removeOrphans(path)
	for {
		name := fmt.Sprintf("%s%016x", besidePrefix(path), rand.Uint64())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, nil, err
		}
		release, err := lock(name, true)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, release, nil // without a lock where there are none: nobody can take it either
		}
		f.Close() // removed before it was locked
	}
}

func removeOrphans(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		random, ours := strings.CutPrefix(name, besidePrefix(path))
		if !ours || !e.Type().IsRegular() || len(random) != 16 || strings.Trim(random, "0123456789abcdef") != "" {
			continue
		}
		if release, err := lock(name, false); err == nil {
			os.Remove(name)
			release()
		}
	}
}

func besidePrefix(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".")
}
