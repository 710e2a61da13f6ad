// Package files has the files of the static site: pages that load the program, which cmd/site is, into a
// service worker. The program itself is among them where the build tag site is given, after make site has
// built it.
package files

import (
	"embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed index.html start.js worker.js lzma.js
var pages embed.FS

// deeper is how a page that hosts serve for unknown addresses finds its script where that is above it.
const deeper = `<script src="../start.js" defer></script>` + "\n"

// Export writes the site to a folder, which is created if need be. Any host of files can serve it, at any path.
func Export(dir string) error {
	code, err := program.ReadFile("dovetail.bin")
	if err != nil {
		return errors.New("this program was built without the pages of the static site: those of a release have them, " +
			"and make site writes them to site/")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	version := fmt.Sprintf("%08x", crc32.ChecksumIEEE(code))
	for _, from := range []embed.FS{pages, program} {
		files, err := fs.ReadDir(from, ".")
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := from.ReadFile(file.Name())
			if err == nil && file.Name() != "dovetail.bin" {
				text = []byte(strings.ReplaceAll(string(text), "VERSION", version))
			}
			if err == nil && file.Name() == "index.html" {
				err = os.WriteFile(filepath.Join(dir, "404.html"), text, 0o666)
				text = []byte(strings.Replace(string(text), deeper, "", 1))
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, file.Name()), text, 0o666)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
