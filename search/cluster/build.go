package cluster

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nuid"
)

// ownBuild names the program: by the revision that it was built from, or, where that is not
// recorded or the tree was changed, by the hash of the program itself. Owner and workers must
// be of one build: the format of a job says what its payloads look like, not that every
// engine counts as it did.
var ownBuild = sync.OnceValue(func() string {
	revision, changed := "", true
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				changed = s.Value != "false"
			}
		}
		if v := info.Main.Version; revision == "" && v != "" && v != "(devel)" {
			return v // a module, which cannot be changed
		}
	}
	if revision != "" && !changed {
		return revision
	}
	return "program " + programHash()
})

func programHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown " + nuid.Next()
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown " + nuid.Next()
	}
	defer f.Close()
	h := xxhash.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown " + nuid.Next()
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
