package run

import (
	"io"
	"os"
	"path/filepath"
)

// disk is what a store asks of the file system. Tests put others in its place,
// which fail, or write down what is asked of them and in what order.
type disk struct {
	lock    func(*os.File) error
	create  func(path string) (file, error)
	rename  func(from, to string) error
	remove  func(path string) error
	syncDir func(path string) error
}

type file interface {
	io.WriteCloser
	Sync() error
}

var system = disk{
	lock:    lockFile,
	create:  func(path string) (file, error) { return os.Create(path) },
	rename:  os.Rename,
	remove:  os.Remove,
	syncDir: syncDir,
}

// replace puts b under a name, so that whatever happens the name leads to the
// old file or to the new one, each whole: the new one is on the disk before it
// takes the name, and the directory is synced after.
func (d *disk) replace(path string, b []byte) error {
	next := path + ".next"
	err := d.writeSynced(next, b)
	if err == nil {
		err = d.rename(next, path)
	}
	if err != nil {
		d.remove(next)
		return err
	}
	return d.syncDir(filepath.Dir(path))
}

func (d *disk) writeSynced(path string, b []byte) error {
	f, err := d.create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
