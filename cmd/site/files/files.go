// Package files has the files of the static site: pages that load the program cmd/site into a
// service worker. The program itself is among them where the build tag site is given, after make
// site has built it.
package files

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dovetail/results/fileio"
)

//go:embed loading.html start.js worker.js
var pages embed.FS

// Head is what each page has in its head: the script that brings the program, and what that says meanwhile.
const Head = `<script src="/start.js" data-says="Loading the program, once …" data-ja="プログラムを一度だけ読み込んでいます…"></script>` + "\n"

// Ready says why [Export] cannot write the site to a folder, which it creates if need be. It is called first, as the
// pages take a minute.
func Ready(dir string) error {
	if _, err := program.ReadFile("dovetail.bin"); err != nil {
		return errors.New("this program was built without the pages of the static site: those of a release have them, " +
			"and make site writes them to site/")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fileio.Cannot("make the folder", dir, err)
	}
	return nil
}

// Export writes the site to a folder, with the pages as one meets them first and their files as they are. Any host of files can serve it, at any path.
func Export(dir string, first map[string][]byte) error {
	all := maps.Clone(first)
	for _, from := range []embed.FS{pages, program} {
		files, err := fs.ReadDir(from, ".")
		if err != nil {
			return err
		}
		for _, file := range files {
			if all[file.Name()], err = from.ReadFile(file.Name()); err != nil {
				return err
			}
		}
	}
	all["404.html"] = all["loading.html"] // the name under which file servers look for the page of unknown addresses
	delete(all, "loading.html")
	names, sum := slices.Sorted(maps.Keys(all)), crc32.NewIEEE()
	for _, name := range names {
		sum.Write(all[name])
	}
	// The service worker caches pages in folders, and their pictures, on first use, and everything
	// else from the beginning. The routines in near/, which are many, are recognised by that name.
	var kept, later []string
	for _, name := range names {
		switch {
		case name == "worker.js" || name == "404.html" || strings.HasPrefix(name, "near/"):
		case strings.Contains(name, "/") && !strings.HasPrefix(name, "assets/"):
			later = append(later, name)
		default:
			kept = append(kept, name)
		}
	}
	lists, err := json.Marshal([][]string{kept, later})
	if err != nil {
		return err
	}
	all["worker.js"] = []byte(strings.NewReplacer("VERSION", fmt.Sprintf("%08x", sum.Sum32()), "[/* FILES */]", string(lists)).
		Replace(string(all["worker.js"])))
	for _, name := range names {
		err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), all[name], 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
