//go:build !js

package results

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// groupRows is how many rows of a Parquet table stand in memory before they are written.
const groupRows = 1 << 19

// newParquet begins a Parquet table of rows that are structs with tags, as this one, if their type does
// not say so. What is written is no table before it is closed.
func newParquet[R any](w io.Writer, row any) parquetTable[R] {
	options := []parquet.WriterOption{parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(groupRows)}
	if row != nil {
		options = append(options, parquet.SchemaOf(row))
	}
	return parquet.NewGenericWriter[R](w, options...)
}
