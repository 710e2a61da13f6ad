package render

import (
	"errors"
	"io"
)

// In a browser there are no tables of Parquet: no page needs one, and the program would be larger by a third.

func writeParquet(io.Writer, any) error { return errors.ErrUnsupported }

// OrderTable is a table that cannot be written here.
type OrderTable struct{}

// NewOrderTable begins none.
func NewOrderTable(io.Writer, string) *OrderTable { return &OrderTable{} }

// Row fails.
func (*OrderTable) Row(n, out, in uint64) error { return errors.ErrUnsupported }

// Close fails.
func (*OrderTable) Close() error { return errors.ErrUnsupported }
