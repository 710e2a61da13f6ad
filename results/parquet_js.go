package results

import (
	"errors"
	"io"
)

// newParquet is for programs that are installed: its code is a third of what a page would load.
func newParquet[R any](io.Writer, any) parquetTable[R] { return noParquet[R]{} }

type noParquet[R any] struct{}

// Write implements [io.Writer].
func (noParquet[R]) Write([]R) (int, error) {
	return 0, Refuse(errors.New("no Parquet is written in a browser"))
}

// Close refuses, as no Parquet is written in a browser.
func (noParquet[R]) Close() error { return Refuse(errors.New("no Parquet is written in a browser")) }
